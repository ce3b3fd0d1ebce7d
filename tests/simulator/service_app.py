"""How a client makes an assertion from an access key, as the official clients do."""

from __future__ import annotations

import base64
import json
import time

import jwt


async def issued(outside, repository, user="demo"):
    answer = await outside.get(f"/_sim/repositories/{repository.id}/access-key", params={"user": user})
    assert answer.status_code == 200, answer.text
    return answer.json()


def opened(key):
    """The access key as a client reads it: its JSON object, and the private key in it."""
    held = json.loads(base64.b64decode(key["access_key"]))
    return held, jwt.PyJWK(held["jwk"], algorithm="ES256").key


def assertion(key, signer=None, kid=None, **claims):
    """What the official clients sign: these claims, ES256, the key's id in the header. None leaves a claim out."""
    held, private = opened(key)
    now = int(time.time())
    whole = {
        "client_id": held["clientId"],
        "client_secret": key["service_principal_key"],
        "aud": "laserfiche.com",
        "iat": now,
        "nbf": now,
        "exp": now + 1800,
        **claims,
    }
    payload = {name: value for name, value in whole.items() if value is not None}
    return jwt.encode(payload, signer or private, "ES256", headers={"kid": kid or held["jwk"]["kid"]})

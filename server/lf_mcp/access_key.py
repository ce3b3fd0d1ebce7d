"""The access key of a Cloud service app: what is in it, and the assertions that it signs.

The key is base64 of a JSON object with `clientId`, `domain` and `jwk`, a private key on the curve P-256.
"""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

AUDIENCE = "laserfiche.com"
LIFE_SECONDS = 1800
NUMBERS = ("x", "y", "d")


class BadAccessKey(ValueError):
    """The text is no access key; the message is the rest of "NAME …" and holds nothing of the key."""


@dataclass(frozen=True, slots=True)
class AccessKey:
    """A key that has been read. `domain`: where the sign-in service is, at `https://signin.{domain}`."""

    client_id: str
    domain: str
    jwk: dict[str, Any]

    @property
    def token_url(self) -> str:
        return f"https://signin.{self.domain}/oauth/token"

    def assertion(self, principal_key: str, now: Callable[[], float]) -> str:
        """A signed statement that this is the app, good for half an hour; `principal_key` says as whom it acts."""
        import jwt  # late: only Cloud needs it, and it takes a while to load

        began = int(now())
        claims = {
            "client_id": self.client_id,
            "client_secret": principal_key,
            "aud": AUDIENCE,
            "iat": began,
            "nbf": began,
            "exp": began + LIFE_SECONDS,
        }
        key = jwt.PyJWK(self.jwk, algorithm="ES256").key
        return jwt.encode(claims, key, "ES256", headers={"kid": self.jwk["kid"]} if "kid" in self.jwk else None)


def read(text: str) -> AccessKey:
    """The key in `text`. Raises BadAccessKey."""
    try:
        document = json.loads(base64.b64decode(text.strip(), validate=True))
    except ValueError:
        raise BadAccessKey("must be the base64 text of an access key, as an administrator downloads it") from None
    if not isinstance(document, dict):
        raise BadAccessKey("must hold a JSON object with clientId, domain and jwk")
    for name in ("clientId", "domain"):
        if not isinstance(document.get(name), str) or not document[name]:
            raise BadAccessKey(f"lacks {name}")
    jwk = document.get("jwk")
    if not isinstance(jwk, dict) or jwk.get("crv") != "P-256":
        raise BadAccessKey("lacks jwk, a private key on the curve P-256")
    missing = [name for name in NUMBERS if not _is_number(jwk.get(name))]
    if missing:
        raise BadAccessKey(f"has a jwk without {', '.join(missing)}")
    return AccessKey(document["clientId"], document["domain"], {"kty": "EC", **jwk})


def _is_number(value: object) -> bool:
    """32 bytes in base64 for URLs."""
    if not isinstance(value, str):
        return False
    try:
        return len(base64.urlsafe_b64decode(value + "=" * (-len(value) % 4))) == 32
    except ValueError:
        return False

"""The service app of a repository: the access key that the simulator issues for it, and how an assertion is checked.

On a real Cloud an administrator registers the app and downloads its access key, which holds a private key; a service
principal has a key of its own, which says as whom the app acts. Here both follow from the seed of the repository, so
that a simulator that is started again with the same seed takes the same ones.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import uuid
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

AUDIENCE = "laserfiche.com"
"""What every client writes into `aud`, whatever its domain."""
ALGORITHM = "ES256"
LONGEST_SECONDS = 3600
"""The longest life that an official client gives to its assertion."""
LEEWAY_SECONDS = 300
"""*Decision*: how far the clocks of client and repository may be apart; the usual allowance of such services."""
CLAIMS = ("client_id", "client_secret", "aud", "iat", "exp")
"""Claims that must be there; `nbf` counts where it is."""

LOCAL_NAMES = ("127.0.0.1", "::1", "0.0.0.0")  # noqa: S104 - addresses that are recognised, not listened on

_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""Of the curve P-256: private keys are the numbers from 1 up to below it."""


class BadAssertion(ValueError):
    """The assertion does not sign this app in; the message says why in one sentence, and names no secret."""


@dataclass(frozen=True, slots=True)
class ServiceApp:
    """The app of one repository, by the seed and the id of that repository."""

    seed: int
    repository_id: str

    @property
    def client_id(self) -> str:
        return str(uuid.UUID(bytes=self._derived("client id")[:16], version=4))

    @property
    def key_id(self) -> str:
        """`kid` in the header of an assertion."""
        return base64.urlsafe_b64encode(self._derived("key id")[:24]).decode()

    @property
    def customer_id(self) -> str:
        """Nine digits, the account of the customer."""
        return str(int.from_bytes(self._derived("customer")[:4]) % 900_000_000 + 100_000_000)

    def principal_key(self, account: str) -> str:
        """The service principal key with which the app acts as that account."""
        return base64.urlsafe_b64encode(self._derived(f"principal/{account.casefold()}")[:24]).decode()

    def access_key(self, domain: str) -> str:
        """The access key as an administrator downloads it: base64 of a JSON object with the private key as JWK.

        `domain` is where official clients look for the sign-in service: at `https://signin.{domain}`.
        """
        private = self._private_key().private_numbers()
        jwk = {
            "kty": "EC",
            "crv": "P-256",
            "use": "sig",
            "kid": self.key_id,
            "x": _number(private.public_numbers.x),
            "y": _number(private.public_numbers.y),
            "d": _number(private.private_value),
        }
        key = {"customerId": self.customer_id, "clientId": self.client_id, "domain": domain, "jwk": jwk}
        return base64.b64encode(json.dumps(key).encode()).decode()

    def access_token(self, account: str, domain: str, mark: str, begins: float, seconds: float) -> str:
        """An access token in the form of a JWT. `mark` makes it the only one of its kind; times are in seconds.

        The official JavaScript client reads the domain of the API out of `aud`, when it is handed such a token.
        *Decision*: nobody can check the signature, because the sessions know which tokens were given out; so `mark`
        stands in its place.
        """
        header = {"alg": ALGORITHM, "typ": "JWT", "kid": self.key_id}
        claims = {
            "aud": domain,
            "csid": self.customer_id,
            "name": account,
            "client_id": self.client_id,
            "iat": int(begins),
            "exp": int(begins + seconds),
        }
        return ".".join((*(_part(part) for part in (header, claims)), mark))

    def check(self, assertion: str, now: float, accounts: Iterable[str]) -> str:
        """The account as which a signed assertion acts. `now` is in seconds since 1970, by the repository's clock.

        Raises BadAssertion.
        """
        import jwt  # late: it takes as long to load as the rest of the simulator, and most repositories never need it

        try:
            if jwt.get_unverified_header(assertion).get("kid") != self.key_id:
                raise BadAssertion("Its header names another key (kid) than the one in the access key.")
            claims = jwt.decode(
                assertion,
                self._private_key().public_key(),
                algorithms=[ALGORITHM],
                audience=AUDIENCE,
                options={"require": list(CLAIMS), "verify_exp": False, "verify_iat": False, "verify_nbf": False},
            )
        except jwt.InvalidTokenError as problem:
            raise BadAssertion(f"It does not hold: {problem}.") from None
        self._check_times(claims, now)
        if claims["client_id"] != self.client_id:
            raise BadAssertion("Its client_id is not that of the access key.")
        secret = str(claims["client_secret"]).encode()
        acts_as = [name for name in accounts if hmac.compare_digest(self.principal_key(name).encode(), secret)]
        if not acts_as:
            raise BadAssertion("Its client_secret is no service principal key of this repository.")
        return acts_as[0]

    def _check_times(self, claims: dict[str, Any], now: float) -> None:
        for name in ("iat", "nbf", "exp"):
            if not isinstance(claims.get(name, 0), int | float) or isinstance(claims.get(name), bool):
                raise BadAssertion(f"Its {name} must be a number of seconds since 1970.")
        begins = max(claims["iat"], claims.get("nbf", 0))
        if begins > now + LEEWAY_SECONDS:
            raise BadAssertion(f"By the repository's clock it holds only in {begins - now:.0f} seconds.")
        if claims["exp"] <= now - LEEWAY_SECONDS:
            raise BadAssertion(f"By the repository's clock its life ended {now - claims['exp']:.0f} seconds ago.")
        if claims["exp"] - claims["iat"] > LONGEST_SECONDS + LEEWAY_SECONDS:
            raise BadAssertion(f"It lives for more than {LONGEST_SECONDS} seconds.")

    def _private_key(self) -> EllipticCurvePrivateKey:
        from cryptography.hazmat.primitives.asymmetric import ec  # late: it takes long to load, and few need it

        number = int.from_bytes(self._derived("private key")) % (_ORDER - 1) + 1
        return ec.derive_private_key(number, ec.SECP256R1())

    def _derived(self, what: str) -> bytes:
        text = f"{self.seed}/{self.repository_id.casefold()}/service app/{what}"
        return hashlib.sha512(text.encode()).digest()


def domain_of(origin: str) -> str:
    """Where the simulator is, with a name in the place of a number: clients put another name in front of it."""
    parts = urlsplit(origin)
    host = "localhost" if parts.hostname in LOCAL_NAMES else parts.hostname or "localhost"
    return f"{host}:{parts.port}" if parts.port else host


def claimed_client(assertion: str) -> str | None:
    """Whose an assertion says it is, before anything is checked; None for what is no assertion."""
    parts = assertion.split(".")
    if len(parts) != 3:
        return None
    try:
        claims = json.loads(base64.urlsafe_b64decode(parts[1] + "=" * (-len(parts[1]) % 4)))
    except ValueError:
        return None
    client = claims.get("client_id") if isinstance(claims, dict) else None
    return client if isinstance(client, str) else None


def _part(members: dict[str, Any]) -> str:
    """A part of a JWT (RFC 7519)."""
    return base64.urlsafe_b64encode(json.dumps(members, separators=(",", ":")).encode()).rstrip(b"=").decode()


def _number(value: int) -> str:
    """A number of the curve as a JWK writes it (RFC 7518)."""
    return base64.urlsafe_b64encode(value.to_bytes(32)).rstrip(b"=").decode()

"""Distinguishes access tokens from ID tokens, which name the signed-in user but authorise nothing.

Providers mark them in different ways, or not at all: `typ` `at+jwt` in the header (RFC 9068), a claim `typ`
(Keycloak) or `token_use` (Cognito), and claims that only ID tokens have (OpenID Connect Core).
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum, unique
from typing import Any, Final

from api.identity.caller import Unauthenticated

_OF_ID_TOKENS: Final = frozenset(("nonce", "at_hash", "c_hash", "s_hash"))
_OF_ACCESS_TOKENS: Final = frozenset(("scope", "scp", "client_id"))
_AT_JWT: Final = frozenset(("at+jwt", "application/at+jwt"))
_JWT: Final = frozenset(("jwt", "application/jwt"))
_REFUSED: Final = "the token is not an access token: {why}"


@unique
class TokenKind(StrEnum):
    """Kinds of a provider's tokens that are accepted."""

    AT_JWT = "at+jwt"
    """Tokens whose header says that they are access tokens, as RFC 9068 requires."""
    ACCESS = "access"
    """All tokens except those recognised as another kind."""
    ANY = "any"
    """ID tokens too, for providers whose access tokens look like them."""


def check_kind(expected: TokenKind, header: Mapping[str, Any], claims: Mapping[str, Any]) -> None:
    """Raise Unauthenticated for a token of a kind that is not accepted."""
    if expected is TokenKind.ANY:
        return
    kind = _text(header.get("typ", ""))
    if kind in _AT_JWT:
        return
    if expected is TokenKind.AT_JWT:
        raise Unauthenticated(_REFUSED.format(why="its header must have the typ 'at+jwt'"))
    if kind and kind not in _JWT:
        raise Unauthenticated(_REFUSED.format(why=f"its header has the typ {kind[:20]!r}"))
    if not _marks_access(claims, "typ", "bearer") and not _marks_access(claims, "token_use", "access"):
        _check_claims(claims)


def _marks_access(claims: Mapping[str, Any], name: str, value: str) -> bool:
    """Return whether a claim marks an access token; raises Unauthenticated if it marks another kind."""
    if name not in claims:
        return False
    if _text(claims[name]) != value:
        raise Unauthenticated(_REFUSED.format(why=f"it says so in the claim {name!r}"))
    return True


def _check_claims(claims: Mapping[str, Any]) -> None:
    if found := sorted(_OF_ID_TOKENS & claims.keys()):
        raise Unauthenticated(_REFUSED.format(why=f"it has the claim {found[0]!r} of an ID token"))
    audience = claims["aud"]
    alone = audience[0] if isinstance(audience, list) and len(audience) == 1 else audience
    # The token is only for the client that it was issued to, and of no use with any server.
    if alone == claims.get("azp") and not _OF_ACCESS_TOKENS & claims.keys():
        raise Unauthenticated(_REFUSED.format(why="it is for the client that signed in, as an ID token is"))


def _text(value: object) -> str:
    return value.lower() if isinstance(value, str) else "not a string"

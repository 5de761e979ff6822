"""Identity provider: verifies its tokens by its published asymmetric keys, and returns their owners."""

from __future__ import annotations

from hashlib import sha256
from secrets import randbelow
from time import time
from types import TracebackType
from typing import Any, Final, Self

import jwt
from cachetools import LRUCache
from msgspec import Struct

from api.identity.caller import MAX_TOKEN, Role, Unauthenticated
from api.identity.invalid_tokens import reason
from api.identity.provider_keys import ALGORITHMS, ProviderKeys
from api.identity.token_kind import TokenKind, check_kind
from application.identity_refusals import InvalidProviderToken
from application.players.player_names import displayable_name, validated_name
from application.refusals import InvalidName

MAX_SUBJECT: Final = 255
MAX_VERIFIED: Final = 10_000
"""Maximum number of tokens whose owners are remembered."""
DEFAULT_NAME: Final = "new player"
"""Name, followed by a number, of a player whose token has no usable name."""


class ProviderClaims(Struct, frozen=True, kw_only=True):
    """Requirements for a provider's tokens, and the names of their claims."""

    issuer: str
    audience: str
    leeway: float = 0
    """Seconds by which the provider's clock may differ."""
    name: str = "preferred_username"
    """Claim with the name of a new player."""
    roles: str | None = None
    """Claim that marks operators; a dot leads into a claim. If None, there are no operators."""
    operator: str = "operator"
    """Value in that claim that marks an operator."""
    kind: TokenKind = TokenKind.ACCESS
    """Kind of tokens that are accepted."""


class ProviderUser(Struct, frozen=True, kw_only=True):
    """User that a provider's token names."""

    subject: str
    name: str
    roles: frozenset[Role]
    since: int
    """Time at which the token was issued, in seconds since 1970."""
    expires: float
    token: str | None = None
    """Token id, None if the token has none."""


class Provider:
    """Reads the tokens of an identity provider."""

    def __init__(self, keys: ProviderKeys, claims: ProviderClaims) -> None:
        self._keys = keys
        self._claims = claims
        self._verified: LRUCache[bytes, _Verified] = LRUCache(MAX_VERIFIED)
        """By digest: the owners of tokens whose signatures were verified, each with the key that did it."""

    @property
    def issuer(self) -> str:
        """Issuer that the provider's tokens name."""
        return self._claims.issuer

    async def __aenter__(self) -> Self:
        """Fetch the keys; raises CannotStart for a file without any."""
        await self._keys.__aenter__()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        """Stop fetching keys."""
        await self._keys.__aexit__(kind, error, where)

    async def account(self, token: str) -> ProviderUser:
        """Return the owner of a token that a caller gives as a value.

        Raises InvalidProviderToken and KeysUnavailable.
        """
        token = token.strip()
        if not token.isascii() or len(token) > MAX_TOKEN:
            raise InvalidProviderToken(f"it has at most {MAX_TOKEN:,} characters, all of them ASCII")
        try:
            if jwt.get_unverified_header(token).get("alg") not in ALGORITHMS:
                raise InvalidProviderToken("its algorithm is not an identity provider's")
            return await self.user(token)
        except jwt.PyJWTError as error:
            raise InvalidProviderToken(reason(error, "the identity provider")) from error
        except Unauthenticated as error:
            raise InvalidProviderToken(str(error)) from error

    def verified_before(self, token: str) -> ProviderUser | None:
        """Return the owner of a token that was verified with a key that is still the provider's.

        None for all other tokens, and for one that has expired since.
        """
        known = self._verified.get(_digest(token))
        if known is None or known.user.expires <= time() or not self._keys.is_current(known.key):
            return None
        return known.user

    async def user(self, token: str) -> ProviderUser:
        """Return a token's owner; raises InvalidTokenError, Unauthenticated and KeysUnavailable."""
        # The unverified header only chooses among the provider's keys; sources of keys in it (`jku`, `x5u`,
        # `jwk`) are ignored.
        header = jwt.get_unverified_header(token)
        algorithm = header["alg"]
        key = await self._keys.find(header.get("kid"), algorithm)
        expected = self._claims
        claims = jwt.decode(
            token,
            key,
            [algorithm],
            issuer=expected.issuer,
            audience=expected.audience,
            leeway=expected.leeway,
            options={"require": ["exp", "iat", "sub", "iss", "aud"], "enforce_minimum_key_length": True},
        )
        check_kind(expected.kind, header, claims)
        subject: str = claims["sub"]
        if not (1 <= len(subject) <= MAX_SUBJECT and subject.isprintable()):
            raise Unauthenticated(f"the claim 'sub' must have 1 to {MAX_SUBJECT} printable characters")
        user = ProviderUser(
            subject=subject,
            name=_name(_claim(claims, expected.name)),
            roles=_roles(claims, expected),
            since=int(claims["iat"]),
            expires=int(claims["exp"]) + expected.leeway,
            token=claims.get("jti"),
        )
        self._verified[_digest(token)] = _Verified(user, key)
        return user


class _Verified(Struct, frozen=True):
    user: ProviderUser
    key: jwt.PyJWK


def _digest(token: str) -> bytes:
    """Return the digest of a token, which may have thousands of characters."""
    return sha256(token.encode()).digest()


def _roles(claims: dict[str, Any], expected: ProviderClaims) -> frozenset[Role]:
    value = None if expected.roles is None else _claim(claims, expected.roles)
    # A scope is one string, in which each word is a value.
    values = value.split() if isinstance(value, str) else value
    if isinstance(values, list) and expected.operator in values:
        return frozenset((Role.PLAYER, Role.OPERATOR))
    return frozenset((Role.PLAYER,))


def _claim(claims: dict[str, Any], name: str) -> Any:
    """Return a claim by its name, or else by the name as a path, such as `realm_access.roles`."""
    if name in claims:
        return claims[name]
    found: Any = claims
    for part in name.split("."):
        found = found.get(part) if isinstance(found, dict) else None
    return found


def _name(value: Any) -> str:
    """Return the name of a new player; it is public, so an e-mail address is cut off at its `@`."""
    text = value.partition("@")[0] if isinstance(value, str) else ""
    try:
        return validated_name(displayable_name(text) or "")
    except InvalidName:
        # With a number, since a player cannot join a table where another player has the same name.
        return f"{DEFAULT_NAME} {randbelow(9000) + 1000}"

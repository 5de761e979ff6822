"""An identity provider: its tokens, by asymmetric keys that it publishes, and the people they name."""

from __future__ import annotations

from secrets import randbelow
from types import TracebackType
from typing import Any, Final, Self

import jwt
from msgspec import Struct

from api.identity.caller import Role, Unauthenticated
from api.identity.keys import Keys
from api.identity.token_kind import TokenKind, check_kind
from application.player_names import good_name, presentable
from application.refusals import InvalidName

LONGEST_SUBJECT: Final = 255
NAMELESS: Final = "new player"
"""The name, followed by a number, of a player whose token has no usable name."""


class Claims(Struct, frozen=True, kw_only=True):
    """What is asked of a provider's tokens, and where they say what."""

    issuer: str
    audience: str
    leeway: float = 0
    """Seconds that the provider's clock may differ."""
    name: str = "preferred_username"
    """The claim that says what a new player is called."""
    roles: str | None = None
    """The claim that says who is an operator; a dot leads into a claim. Without it nobody is."""
    operator: str = "operator"
    """What an operator has there."""
    kind: TokenKind = TokenKind.ACCESS
    """Which tokens are taken."""


class Person(Struct, frozen=True, kw_only=True):
    """Whom a provider's token names."""

    subject: str
    name: str
    roles: frozenset[Role]
    since: int
    """When the token was given out, in seconds since 1970."""
    expires: float
    token: str | None = None
    """The token's id, where it has one."""


class Provider:
    """Reads the tokens of an identity provider."""

    def __init__(self, keys: Keys, claims: Claims) -> None:
        self._keys = keys
        self._claims = claims

    @property
    def issuer(self) -> str:
        """Who the provider says it is."""
        return self._claims.issuer

    async def __aenter__(self) -> Self:
        """Get the keys; raises CannotStart for a file without any."""
        await self._keys.__aenter__()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        """Let the keys be."""
        await self._keys.__aexit__(kind, error, where)

    async def person(self, token: str) -> Person:
        """Return whom a token names; raises InvalidTokenError, Unauthenticated and KeysUnavailable."""
        # What a token says of itself only chooses among the provider's keys; where keys are to be had
        # (`jku`, `x5u`, `jwk`) it does not say.
        header = jwt.get_unverified_header(token)
        algorithm = header["alg"]
        key = await self._keys.find(header.get("kid"), algorithm)
        wanted = self._claims
        claims = jwt.decode(
            token,
            key,
            [algorithm],
            issuer=wanted.issuer,
            audience=wanted.audience,
            leeway=wanted.leeway,
            options={"require": ["exp", "iat", "sub", "iss", "aud"], "enforce_minimum_key_length": True},
        )
        check_kind(wanted.kind, header, claims)
        subject: str = claims["sub"]
        if not (1 <= len(subject) <= LONGEST_SUBJECT and subject.isprintable()):
            raise Unauthenticated(f"the claim 'sub' must have 1 to {LONGEST_SUBJECT} printable characters")
        return Person(
            subject=subject,
            name=_name(_said(claims, wanted.name)),
            roles=_roles(claims, wanted),
            since=int(claims["iat"]),
            expires=int(claims["exp"]) + wanted.leeway,
            token=claims.get("jti"),
        )


def _roles(claims: dict[str, Any], wanted: Claims) -> frozenset[Role]:
    said = None if wanted.roles is None else _said(claims, wanted.roles)
    # A scope is one text, in which each word is one.
    had = said.split() if isinstance(said, str) else said
    if isinstance(had, list) and wanted.operator in had:
        return frozenset((Role.PLAYER, Role.OPERATOR))
    return frozenset((Role.PLAYER,))


def _said(claims: dict[str, Any], name: str) -> Any:
    """Return a claim by its name, or else by the path that its name is: `realm_access.roles`."""
    if name in claims:
        return claims[name]
    found: Any = claims
    for part in name.split("."):
        found = found.get(part) if isinstance(found, dict) else None
    return found


def _name(said: Any) -> str:
    """Return what to call a new player; everybody sees it, so of an address only what comes first."""
    text = said.partition("@")[0] if isinstance(said, str) else ""
    try:
        return good_name(presentable(text) or "")
    except InvalidName:
        # With a number: who has the same name as somebody at a table cannot join it.
        return f"{NAMELESS} {randbelow(9000) + 1000}"

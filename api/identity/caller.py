"""Callers, their roles, and the errors of failed authentication."""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, datetime
from enum import StrEnum, unique
from typing import Final

from msgspec import Struct

from application.moderation.bans import Ban
from application.players.session_tokens import SessionToken
from domain.events import PlayerId

MAX_TOKEN: Final = 16_384
"""Maximum characters of a token."""
_LAST: Final = datetime(9999, 12, 31, tzinfo=UTC).timestamp()


@unique
class Role(StrEnum):
    """Role of a caller, which determines its permissions."""

    PLAYER = "player"
    """Plays, and sees what a player sees."""
    OPERATOR = "operator"
    """Operates the server: sees the state of the read models, closes games, sees games as a player."""


def ordered_roles(roles: Collection[Role]) -> list[Role]:
    """Return roles in the order in which they are defined."""
    return [role for role in Role if role in roles]


class Caller(Struct, frozen=True, kw_only=True):
    """Authenticated caller, as named by its token."""

    player: PlayerId
    roles: frozenset[Role]
    expires: float
    """Time at which the token expires, in seconds since 1970."""
    token: str | None = None
    """Token id; a digest of the token for a token without one."""
    given: float = 0
    """Time at which the token was issued, in seconds since 1970."""
    session: SessionToken | None = None
    """The token in its session; None for an identity provider's token."""

    @property
    def expires_at(self) -> datetime:
        """Return the time at which the token expires, in UTC."""
        return datetime.fromtimestamp(min(self.expires, _LAST), UTC)


class Unauthenticated(Exception):
    """The caller could not be authenticated; the message says what is wrong with the token."""


class Banned(Unauthenticated):
    """The caller is banned; the message says until when and why."""

    def __init__(self, ban: Ban, caller: Caller | None = None) -> None:
        super().__init__(ban_text(ban))
        self.ban = ban
        self.caller = caller
        """The caller, who may still erase itself; None for an account whose player is erased."""


def ban_text(ban: Ban) -> str:
    """Return until when and why a player is banned, or until when an address is, as part of a sentence."""
    end = "" if ban.until is None else f" until {datetime.fromtimestamp(ban.until, UTC):%Y-%m-%d %H:%M} UTC"
    if ban.player is None:
        return f"your address is banned{end}"
    return f"you are banned{end}" + ("" if ban.reason is None else f": {ban.reason}")


class KeysUnavailable(Exception):
    """The token cannot be verified now: the identity provider's keys are unavailable."""

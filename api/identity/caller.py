"""Callers, their roles, and the errors of failed authentication."""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, datetime
from enum import StrEnum, unique
from typing import Final

from msgspec import Struct

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


class KeysUnavailable(Exception):
    """The token cannot be verified now: the identity provider's keys are unavailable."""

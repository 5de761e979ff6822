"""What is known of a caller, and what is wrong with somebody who is not known."""

from __future__ import annotations

from datetime import UTC, datetime
from enum import StrEnum, unique
from typing import Final

from msgspec import Struct

from domain.events import PlayerId

_LAST: Final = datetime(9999, 12, 31, tzinfo=UTC).timestamp()


@unique
class Role(StrEnum):
    """What a caller may do."""

    PLAYER = "player"
    """Plays, and sees what a player sees."""
    OPERATOR = "operator"
    """Looks after the server: sees the state of the read models, closes games, and sees games as a player."""


class Caller(Struct, frozen=True, kw_only=True):
    """Who is calling, as its token says."""

    player: PlayerId
    roles: frozenset[Role]
    expires: float
    """When the token is good no more, in seconds since 1970."""
    token: str | None = None
    """The token's id; those from before tokens had ids have none."""
    given: float = 0
    """When the token was given out, in seconds since 1970."""

    @property
    def expires_at(self) -> datetime:
        """Return when the token is good no more, in UTC."""
        return datetime.fromtimestamp(min(self.expires, _LAST), UTC)


class Unauthenticated(Exception):
    """The caller did not show who it is; the message says what is wrong with the token."""


class KeysUnavailable(Exception):
    """Whether the token is good cannot be told now: the identity provider's keys cannot be had."""

"""The phrases that players and spectators can say, and who sees them."""

from __future__ import annotations

from datetime import UTC, datetime
from enum import StrEnum, unique
from typing import Final

from msgspec import Struct

from application.codec import GameId
from domain.events import PlayerId
from domain.state import OVER, Game

TALK_OPTION: Final = "talk"
"""The option of a game that turns talk off."""


@unique
class Phrase(StrEnum):
    """What can be said at a table: twelve quick phrases, then six emotes. None is about cards."""

    HELLO = "HELLO"
    """Hello."""
    GOOD_LUCK = "GOOD_LUCK"
    """Good luck."""
    WELL_PLAYED = "WELL_PLAYED"
    """Well played."""
    NICE_TRY = "NICE_TRY"
    """Nice try."""
    THANKS = "THANKS"
    """Thanks."""
    SORRY = "SORRY"
    """Sorry."""
    ONE_MOMENT = "ONE_MOMENT"
    """One moment, please."""
    BACK_AGAIN = "BACK_AGAIN"
    """I am back."""
    YOUR_TURN = "YOUR_TURN"
    """It is your turn."""
    GOOD_GAME = "GOOD_GAME"
    """Good game."""
    ANOTHER_ONE = "ANOTHER_ONE"
    """Let us play another one."""
    GOODBYE = "GOODBYE"
    """Goodbye."""
    SMILE = "SMILE"
    """A smile."""
    LAUGH = "LAUGH"
    """Laughter."""
    SURPRISED = "SURPRISED"
    """Surprise."""
    THINKING = "THINKING"
    """A thoughtful face."""
    APPLAUSE = "APPLAUSE"
    """Applause."""
    SAD = "SAD"
    """A sad face."""


@unique
class TalkAudience(StrEnum):
    """Who sees a phrase."""

    TABLE = "TABLE"
    """All who may see the game: a player with a seat said it."""
    SPECTATORS = "SPECTATORS"
    """Callers without a seat; the players, too, once the game is over. A caller without a seat said it."""


class SaidPhrase(Struct, frozen=True, kw_only=True):
    """A phrase that was said."""

    position: int
    """Its place in the order of all phrases."""
    id: str
    game: GameId
    player: PlayerId
    said: int
    """The time in seconds since 1970; finer times could carry a message."""
    audience: TalkAudience
    phrase: Phrase

    @property
    def at(self) -> datetime:
        """The time at which it was said."""
        return datetime.fromtimestamp(self.said, UTC)


def sees_all_talk(game: Game, viewer: PlayerId | None) -> bool:
    """Return whether a viewer of a game sees the talk of its spectators: without a seat, or after the end."""
    return game.stage in OVER or game.seat_of(viewer) is None


def sees(game: Game, viewer: PlayerId | None, phrase: SaidPhrase) -> bool:
    """Return whether a viewer of a game sees a phrase, unless its player is muted."""
    return phrase.audience is TalkAudience.TABLE or sees_all_talk(game, viewer)

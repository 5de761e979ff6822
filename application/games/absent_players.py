"""Checks that a player is absent whose seat another one hands over: presence is no fact of the log."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from application.codec import GameId
from application.refusals import PlayerIsPresent
from domain.events import AutomationReason, Event, PlayerId, SeatAutomated
from domain.state import Game

IsPresent = Callable[[GameId, PlayerId], bool]
"""Returns whether a player is present at a game."""


def find_no_presence(_: GameId, __: PlayerId) -> bool:
    """Return that no player is present; the default where presence is not followed."""
    return False


def check_absent(id: GameId, game: Game, events: Iterable[Event], is_present: IsPresent) -> None:
    """Check the players of seats that are handed over in their absence; raises PlayerIsPresent."""
    for event in events:
        if isinstance(event, SeatAutomated) and event.reason is AutomationReason.ABSENT:
            player = game.seats[event.seat].player
            if is_present(id, player):
                raise PlayerIsPresent(player)

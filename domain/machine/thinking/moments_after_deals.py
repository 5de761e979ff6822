"""The moments of a game at which a round has been dealt and nobody has moved in it."""

from __future__ import annotations

from collections.abc import Sequence

from domain.events import Event, RoundDealt
from domain.game import evolve
from domain.state import NEW


def moments_after_deals(events: Sequence[Event]) -> tuple[int, ...]:
    """Return, for each round of a log, the number of events before its first move.

    These are the deal and all that follows it automatically, so they end where a seat is first to move.
    """
    game, found, is_dealt = NEW, [], False
    for number, event in enumerate(events, 1):
        game = evolve(game, event)
        is_dealt = is_dealt or isinstance(event, RoundDealt)
        if is_dealt and game.table is not None and game.rules.to_move(game.table):
            found.append(number)
            is_dealt = False
    return tuple(found)

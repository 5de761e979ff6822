"""Invariants of rematches: their creation, the order of their seats, and the release of reserved seats."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from application.audit.seed_invariants import CLOCK_DRIFT
from domain import events as e
from domain.rematch.seats import place_of
from domain.state import Game

NOTHING_RESERVED: Final = "the game reserves no seats"


def rematch_fault(event: e.GameCreated) -> str | None:
    """Return why a creation is neither that of a rematch nor that of another game, None if it is one."""
    parts = (event.rematch_of, event.series, event.missing_players, event.waits_until)
    if all(part is None for part in parts) and not event.seating:
        return None
    if any(part is None for part in parts) or event.organizer not in event.seating:
        return "the rematch lacks the game before, or its players"
    return None if len(set(event.seating)) == len(event.seating) else "a player has two seats"


def may_take(game: Game, event: e.PlayerJoined) -> bool:
    """Return whether a player may join at a seat: at its place, and a machine at that of a missing player."""
    if event.machine and game.rematch is not None:
        return 0 <= event.seat <= len(game.seats)
    return event.seat == place_of(game, event.player)


def release_fault(game: Game, at: datetime) -> str | None:
    """Return why the reserved seats of a rematch cannot be released then, None if they can."""
    if game.rematch is None or game.rematch.until is None:
        return NOTHING_RESERVED
    return None if at >= game.rematch.until - CLOCK_DRIFT else "the seats are released too early"

"""Invariants of deal/v1 before the first shuffle, which hold in every log of a game that has a deal."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from domain import events as e
from domain.lobby.start import due_fingerprint, seeds_of
from domain.shuffles import deal
from domain.state import Game, Stage

CLOCK_DRIFT: Final = timedelta(seconds=10)
"""A command may wait so long between its reception, from which its time counts, and its append."""


def seed_fault(
    game: Game, event: e.SeedCommitted | e.SeatsClosed | e.SeedRevealed, at: datetime
) -> str | None:
    """Return why an event of the seeds, recorded then, cannot come next in a stage that allows it."""
    dealt = game.deal
    if dealt is None:
        return "seats cannot add seeds to this game"
    if isinstance(event, e.SeatsClosed):
        if not game.awaited_seeds:
            return "no seat has committed to a seed"
        if event.until < at - CLOCK_DRIFT:
            return "the time for the seeds is over before the seats are closed"
        due = deal.roll(dealt.foot, seeds_of(game))
        return None if event.roll == due else "the roll is not of the seats"
    if game.seat_of(event.player) != event.seat:
        return f"the player does not sit at seat {event.seat}"
    if isinstance(event, e.SeedCommitted):
        if game.seats[event.seat].machine:
            return "a machine player adds no seed"
        return None if deal.is_hash(event.commitment) else "the commitment is malformed"
    if event.seat not in game.awaited_seeds:
        return f"no seed of seat {event.seat} is awaited"
    due = deal.seed_commitment(dealt.foot, event.player, event.seed)
    return None if dealt.commitments[event.player] == due else "the seed is not the one committed to"


def start_fault(game: Game, event: e.GameStarted, at: datetime) -> str | None:
    """Return why a game with these seeds cannot start then, None if it can."""
    if event.fingerprint != due_fingerprint(game):
        return "the fingerprint is not of the seats"
    if game.deal is None or not game.awaited_seeds:
        return None
    if game.stage is Stage.WAITING_FOR_PLAYERS or game.deal.seeds_until is None:
        return "a seat has committed to a seed, and the seats were not closed"
    return None if at >= game.deal.seeds_until else "the game starts too early without the missing seeds"

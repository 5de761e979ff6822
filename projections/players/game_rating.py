"""Rates a finished game: the ratings of its seats before and after it, for every read model alike."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from domain.events import PlayerId
from projections.finished_games.progress import FinishedGame
from projections.players.rating import UNRATED, Rating, machine_rating, rated


class SeatRating(NamedTuple):
    """The rating of a seat around a game."""

    before: Rating
    """The fixed rating of a machine player; `UNRATED` for a person's first game."""
    after: Rating
    first: bool
    """True if this is a person's first rated game."""


def rate(game: FinishedGame, known: Callable[[PlayerId], Rating | None]) -> list[SeatRating]:
    """Return the ratings of a game's seats; `known` returns a person's rating, None before the first game.

    Games must be rated in the order of their ends.
    """
    seats, variant = game.progress.seats, game.progress.variant
    found = [machine_rating(variant, seat.level) if seat.machine else known(seat.player) for seat in seats]
    before = [UNRATED if rating is None else rating for rating in found]
    after = rated(variant, before, game.ranks)
    first = [rating is None for rating in found]
    return [SeatRating(*seat) for seat in zip(before, after, first, strict=True)]

"""What a batch tells: the rows of facts, and what is added to sums."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any

from application.recorded import GameId
from domain.events import PlayerId
from projections.boards import board_of
from projections.projection import Add, Change, Increase, Put, Remove, Row, Values
from projections.statistics.course import Course, Round, Scored
from projections.statistics.stretches import SUMS, Begins

HOURLY = ("created", "started", "ended", "moves", "machine_moves")
"""What is counted hour by hour."""

Key = tuple[Any, ...]


class Facts:
    """The rows that a batch changes, while it is folded."""

    def __init__(self) -> None:
        self.scores: list[Values] = []
        self.bids: list[Values] = []
        self.tricks: list[Values] = []
        self.plays: list[Values] = []
        self.under_way: list[Row] = []
        self.over: list[Row] = []
        self._games: dict[GameId, Row] = {}
        self._seats: dict[tuple[GameId, int], Row] = {}
        self._rounds: dict[tuple[GameId, int], Row] = {}
        self._hourly: dict[tuple[str, datetime], dict[str, int]] = {}
        self._active: dict[tuple[str, date, PlayerId], int] = {}
        self._daily: dict[Key, list[int]] = {}

    def game(
        self, game: GameId, course: Course, ended_at: datetime | None = None, reason: str | None = None
    ) -> None:
        """Tell how far a game is."""
        started = course.started_at is not None
        self._games[game] = {
            "game": game,
            "variant": course.variant,
            "options": course.options,
            "seats": len(course.seats) if started else None,
            "machines": course.machines if started else None,
            "board": board_of(course.seats).value if started else None,
            "created_at": course.created_at,
            "started_at": course.started_at,
            "ended_at": ended_at,
            "reason": reason,
            "rounds": course.rounds,
            "moves": course.moves,
        }

    def seat(self, game: GameId, course: Course, seat: int, **result: Any) -> None:
        """Tell who sits at a seat, and at the end how it has done."""
        player, machine = course.who[seat]
        self._seats[game, seat] = {
            "game": game,
            "seat": seat,
            "variant": course.variant,
            "seats": len(course.seats),
            "player": player,
            "machine": machine,
            **_NO_RESULT,
            **result,
        }

    def round(
        self,
        game: GameId,
        course: Course,
        round: Round,
        made: bool | None = None,
        scored_at: datetime | None = None,
    ) -> None:
        """Tell how far a round is."""
        self._rounds[game, round.number] = {
            "game": game,
            "round": round.number,
            "variant": course.variant,
            "seats": len(course.seats),
            "dealer": round.dealer,
            "cards": round.cards,
            "trump": None if round.trump is None else round.trump.value,
            "bidder": round.bidder,
            "contract": round.contract,
            "made": made,
            "dealt_at": round.dealt_at,
            "scored_at": scored_at,
        }

    def scored(self, game: GameId, course: Course, scored: Scored, at: datetime) -> None:
        """Tell what a round came to for each seat."""
        for seat, part in enumerate(scored.parts):
            self.scores.append(
                (
                    game,
                    scored.number,
                    seat,
                    course.seats[seat].player,
                    part.machine,
                    scored.from_dealer(seat),
                    part.bid,
                    part.tricks,
                    part.made,
                    part.points,
                    course.scores[seat],
                    at,
                )
            )

    def happened(self, what: str, variant: str, at: datetime) -> None:
        """Count something in its hour."""
        self._count(variant, at.replace(minute=0, second=0, microsecond=0), what, 1)

    def moved(self, variant: str, hour: datetime, player: PlayerId, machine: bool, moves: int) -> None:
        """Count moves of somebody in their hour."""
        self._count(variant, hour, "moves", moves)
        if machine:
            self._count(variant, hour, "machine_moves", moves)
        else:
            key = variant, hour.date(), player
            self._active[key] = self._active.get(key, 0) + moves

    def _count(self, variant: str, hour: datetime, what: str, times: int) -> None:
        counted = self._hourly.get((variant, hour))
        if counted is None:
            counted = self._hourly[variant, hour] = dict.fromkeys(HOURLY, 0)
        counted[what] += times

    def count(self, key: Key, count: int, total: int) -> None:
        """Add to a sum of a day."""
        sums = self._daily.get(key)
        if sums is None:
            self._daily[key] = [count, total]
        else:
            sums[0] += count
            sums[1] += total

    def changes(self) -> list[Change]:
        """Return all that the batch changes."""
        return [
            Put("under_way", self.under_way),
            Remove("under_way", self.over),
            Put("game", list(self._games.values())),
            Put("seat", list(self._seats.values())),
            Put("round", list(self._rounds.values())),
            Add("score", self.scores),
            Add("bid", self.bids),
            Add("trick", self.tricks),
            Add("play", self.plays),
            *(Increase(name, self._sums(begins)) for name, begins in SUMS.items()),
            Increase("hourly", [{"variant": key[0], "hour": key[1], **n} for key, n in self._hourly.items()]),
            Increase("active", [_named(ACTIVE, (*key, moves)) for key, moves in self._active.items()]),
        ]

    def _sums(self, begins: Begins) -> list[Row]:
        """Return what is added to the sums of the stretches of time that begin on such days."""
        found: dict[Key, list[int]] = {}
        for (variant, metric, day, *rest), (count, total) in self._daily.items():
            sums = found.setdefault((variant, metric, begins(day), *rest), [0, 0])
            sums[0] += count
            sums[1] += total
        return [_named(OF_SUMS, (*key, *sums)) for key, sums in found.items()]


OF_SUMS = ("variant", "metric", "day", "board", "seats", "machine", "x", "y", "count", "total")
ACTIVE = ("variant", "day", "player", "moves")
_NO_RESULT = dict.fromkeys(("place", "won", "points", "strength", "strength_place", "ended_at"))


def _named(names: Sequence[str], values: Sequence[Any]) -> Row:
    return dict(zip(names, values, strict=True))

"""Collects the row changes of a batch: rows of facts, and increments of the aggregates."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime
from typing import Any, Final, NamedTuple

from application.codec import GameId
from domain.events import PlayerId
from projections.engine.projection import Add, Change, Increase, Put, Row, Values
from projections.finished_games.progress import GameProgress, SeatPlayer
from projections.players.boards import board_of
from projections.statistics.metrics import HOURLY, Metric
from projections.statistics.periods import ACTIVE, SUMS, Begins
from projections.statistics.progress import RoundProgress, ScoredRound, StatisticsProgress

_HOURLY: Final = tuple(measure.name for measure in HOURLY)

GroupKey = tuple[str, date, str, int]
"""The key of games that are counted together: variant, day of the end, board and number of seats."""
Count = tuple[Metric, bool, int, int, int, int]
"""A metric, whether a machine did it, two dimensions, a count and a total."""
Sums = dict[tuple[Metric, bool, int, int], list[int]]
"""Counts and totals by metric, whether a machine did it, and two dimensions."""


class Length(NamedTuple):
    """The length of a game, or the total length of several."""

    rounds: int
    moves: int
    seconds: int


class Facts:
    """The row changes of a batch, collected while the batch is folded."""

    def __init__(self) -> None:
        self.scores: list[Values] = []
        self.bids: list[Values] = []
        self.tricks: list[Values] = []
        self.plays: list[Values] = []
        self._games: dict[GameId, Row] = {}
        self._seats: dict[tuple[GameId, int], Row] = {}
        self._rounds: dict[tuple[GameId, int], Row] = {}
        self._hourly: dict[tuple[str, datetime], dict[str, int]] = {}
        self._active: dict[tuple[str, date], dict[PlayerId, int]] = {}
        self._sums: dict[GroupKey, Sums] = {}
        self._lengths: dict[GroupKey, list[Length]] = {}

    def game(
        self,
        id: GameId,
        progress: StatisticsProgress,
        ended_at: datetime | None = None,
        reason: str | None = None,
    ) -> None:
        """Set the row of a game."""
        game, started = progress.game, progress.started_at is not None
        self._games[id] = {
            "game": id,
            "variant": game.variant,
            "options": progress.options,
            "seats": len(game.seats) if started else None,
            "machines": game.machines if started else None,
            "board": board_of(game.seats).value if started else None,
            "created_at": progress.created_at,
            "started_at": progress.started_at,
            "ended_at": ended_at,
            "reason": reason,
            "rounds": game.rounds,
            "moves": progress.moves,
        }

    def seat(self, id: GameId, game: GameProgress, seat: int, **result: Any) -> None:
        """Set the row of a seat; `result` is given at the end of the game."""
        player, machine = game.players[seat]
        self._seats[id, seat] = {
            "game": id,
            "seat": seat,
            "variant": game.variant,
            "seats": len(game.seats),
            "player": player,
            "machine": machine,
            **_NO_RESULT,
            **result,
        }

    def round(
        self,
        id: GameId,
        game: GameProgress,
        round: RoundProgress,
        made: bool | None = None,
        scored_at: datetime | None = None,
    ) -> None:
        """Set the row of a round."""
        self._rounds[id, round.number] = {
            "game": id,
            "round": round.number,
            "variant": game.variant,
            "seats": len(game.seats),
            "dealer": round.dealer,
            "cards": round.cards,
            "trump": None if round.trump is None else round.trump.value,
            "bidder": round.bidder,
            "contract": round.contract,
            "made": made,
            "dealt_at": round.dealt_at,
            "scored_at": scored_at,
        }

    def scored(self, id: GameId, game: GameProgress, scored: ScoredRound, at: datetime) -> None:
        """Add the result of a scored round for each seat."""
        for seat, score in enumerate(scored.seats):
            self.scores.append(
                (
                    id,
                    scored.number,
                    seat,
                    game.seats[seat].player,
                    score.machine,
                    scored.from_dealer(seat),
                    score.bid,
                    score.tricks,
                    score.made,
                    score.points,
                    game.scores[seat],
                    at,
                )
            )

    def count_hourly(self, name: str, variant: str, at: datetime) -> None:
        """Count one occurrence of `name`, the name of a measure of HOURLY, in its hour."""
        self._in_hour(variant, at.replace(minute=0, second=0, microsecond=0))[name] += 1

    def moved(
        self, variant: str, hour: datetime, players: Sequence[SeatPlayer], moves: Sequence[int]
    ) -> None:
        """Add the number of moves of each seat of a game to their hour."""
        counted = self._in_hour(variant, hour)
        active = self._active.setdefault((variant, hour.date()), {})
        for (player, machine), number in zip(players, moves, strict=True):
            if not number:
                continue
            counted["moves"] += number
            if machine:
                counted["machine_moves"] += number
            else:
                active[player] = active.get(player, 0) + number

    def _in_hour(self, variant: str, hour: datetime) -> dict[str, int]:
        counted = self._hourly.get((variant, hour))
        if counted is None:
            counted = self._hourly[variant, hour] = dict.fromkeys(_HOURLY, 0)
        return counted

    def add_won(self, games: GroupKey, length: Length, counts: Iterable[Count]) -> None:
        """Add a won game to the sums of its group of games."""
        self._lengths.setdefault(games, []).append(length)
        sums = self._sums.setdefault(games, {})
        for metric, machine, x, y, count, total in counts:
            _add(sums, (metric, machine, x, y), count, total)

    def changes(self) -> list[Change]:
        """Return all changes of the batch."""
        return [
            Put("game", list(self._games.values())),
            Put("seat", list(self._seats.values())),
            Put("round", list(self._rounds.values())),
            Add("score", self.scores),
            Add("bid", self.bids),
            Add("trick", self.tricks),
            Add("play", self.plays),
            *(Increase(name, list(self._sums_by(begins))) for name, begins in SUMS.items()),
            Increase("length", list(self._summed_lengths())),
            Increase("hourly", [{"variant": key[0], "hour": key[1], **n} for key, n in self._hourly.items()]),
            *(Increase(ACTIVE[name], list(self._active_by(begins))) for name, begins in SUMS.items()),
        ]

    def _sums_by(self, begins: Begins) -> Iterator[Row]:
        """Yield the increments of the sums for the periods that `begins` defines."""
        found: dict[GroupKey, Sums] = {}
        for (variant, day, board, seats), added in self._sums.items():
            sums = found.setdefault((variant, begins(day), board, seats), {})
            for key, (count, total) in added.items():
                _add(sums, key, count, total)
        for (variant, day, board, seats), sums in found.items():
            for (metric, machine, x, y), (count, total) in sums.items():
                yield {
                    "variant": variant,
                    "metric": metric.value,
                    "day": day,
                    "x": x,
                    "y": y,
                    "board": board,
                    "seats": seats,
                    "machine": machine,
                    "count": count,
                    "total": total,
                }

    def _summed_lengths(self) -> Iterator[Row]:
        for (variant, day, board, seats), lengths in self._lengths.items():
            summed = Length(*map(sum, zip(*lengths, strict=True)))
            key: Row = {"variant": variant, "day": day, "board": board, "seats": seats}
            yield {**key, "games": len(lengths), **summed._asdict()}

    def _active_by(self, begins: Begins) -> Iterator[Row]:
        """Yield the moves of each active player for the periods that `begins` defines."""
        found: dict[tuple[str, date], dict[PlayerId, int]] = {}
        for (variant, day), active in self._active.items():
            moves = found.setdefault((variant, begins(day)), {})
            for player, number in active.items():
                moves[player] = moves.get(player, 0) + number
        for (variant, day), moves in found.items():
            for player, number in moves.items():
                yield {"variant": variant, "day": day, "player": player, "moves": number}


_NO_RESULT = dict.fromkeys(("place", "won", "points", "strength", "strength_place", "ended_at"))


def _add(sums: Sums, key: tuple[Metric, bool, int, int], count: int, total: int) -> None:
    before = sums.get(key)
    if before is None:
        sums[key] = [count, total]
    else:
        before[0] += count
        before[1] += total

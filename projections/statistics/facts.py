"""Collects the row changes of a batch: rows of facts, and increments of the aggregates."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final, NamedTuple

from msgspec import Struct

from application.codec import GameId
from domain.events import PlayerId
from projections.engine.projection import Add, Change, Increase, Put, Row, Values
from projections.finished_games.progress import GameProgress
from projections.statistics.metrics import HOURLY, Metric
from projections.statistics.periods import ACTIVE, SUMS, Begins
from projections.statistics.player_results import SEAT_RESULTS
from projections.statistics.progress import Automation, RoundProgress, ScoredRound, StatisticsProgress

_HOURLY: Final = tuple(measure.name for measure in HOURLY)
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_DAY_SECONDS: Final = 24 * 60 * 60
_HOUR_SECONDS: Final = 60 * 60

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


class HourCounts(Struct):
    """Counts of the events in the games of a variant within an hour, named as the measures of HOURLY."""

    active: dict[PlayerId, int]
    """The number of moves of each person on the day of the hour."""
    created: int = 0
    started: int = 0
    ended: int = 0
    moves: int = 0
    machine_moves: int = 0

    def moved(self, player: PlayerId, *, machine: bool) -> None:
        """Count a move of a person, or of the machine in place of the person."""
        self.moves += 1
        if machine:
            self.machine_moves += 1
        else:
            self.active[player] = self.active.get(player, 0) + 1


def microseconds(at: datetime) -> int:
    """Return the microseconds from 1970 to a moment."""
    since = at - _EPOCH
    return (since.days * _DAY_SECONDS + since.seconds) * 1_000_000 + since.microseconds


class Facts:
    """The row changes of a batch, collected while the batch is folded."""

    def __init__(self) -> None:
        self.scores: list[Values] = []
        self.tricks: list[Values] = []
        self.moves: list[Values] = []
        self.discards: list[Values] = []
        self.departures: list[Values] = []
        self._automations: dict[tuple[int, int], Row] = {}
        self._games: dict[GameId, Row] = {}
        self._seats: dict[tuple[GameId, int], Row] = {}
        self._rounds: dict[tuple[int, int], Row] = {}
        self._hours: dict[tuple[str, int], HourCounts] = {}
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
            "number": progress.number,
            "variant": game.variant,
            "options": progress.options,
            "seats": len(game.seats) if started else None,
            "machines": game.machines if started else None,
            "board": game.board.value if started else None,
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
        game: int,
        round: RoundProgress,
        made: bool | None = None,
        scored_at: datetime | None = None,
        passed_out_at: datetime | None = None,
    ) -> None:
        """Set the row of a round."""
        self._rounds[game, round.number] = {
            "game": game,
            "round": round.number,
            "dealer": round.dealer,
            "cards": round.cards,
            "trump": None if round.trump is None else str(round.trump),
            "bidder": round.bidder,
            "contract": round.contract,
            "made": made,
            "dealt_at": round.dealt_at,
            "scored_at": scored_at,
            "passed_out_at": passed_out_at,
            "bids_opened_at": round.bids_opened_at,
            "first_move": round.first_move,
            "legal_counts": round.legal_counts,
        }

    def automation(
        self, game: int, seat: int, automation: Automation, reclaimed_at: datetime | None = None
    ) -> None:
        """Set the row of a seat that a machine plays."""
        self._automations[game, automation.number] = {
            "game": game,
            "number": automation.number,
            "seat": seat,
            "reason": automation.reason,
            "level": automation.level,
            "automated_at": automation.at,
            "reclaimed_at": reclaimed_at,
        }

    def scored(self, number: int, game: GameProgress, scored: ScoredRound) -> None:
        """Add the result of a scored round for each seat."""
        for seat, score in enumerate(scored.seats):
            self.scores.append(
                (
                    number,
                    scored.number,
                    seat,
                    score.machine,
                    scored.from_dealer(seat),
                    score.bid,
                    score.tricks,
                    score.made,
                    score.points,
                    game.scores[seat],
                )
            )

    def hour(self, variant: str, microseconds: int) -> HourCounts:
        """Return the counts of the hour that contains a moment, for the caller to increase."""
        number = microseconds // (_HOUR_SECONDS * 1_000_000)
        counts = self._hours.get((variant, number))
        if counts is None:
            active = self._active.setdefault((variant, _beginning(number).date()), {})
            counts = self._hours[variant, number] = HourCounts(active)
        return counts

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
            Add("trick", self.tricks),
            Add("move", self.moves),
            Add("discard", self.discards),
            Add("departure", self.departures),
            Put("automation", list(self._automations.values())),
            *(Increase(name, list(self._sums_by(begins))) for name, begins in SUMS.items()),
            Increase("length", list(self._summed_lengths())),
            Increase("hourly", list(self._hourly())),
            *(Increase(ACTIVE[name], list(self._active_by(begins))) for name, begins in SUMS.items()),
        ]

    def _sums_by(self, begins: Begins) -> Iterator[Row]:
        """Yield the increments of the sums for the periods that `begins` defines."""
        found: dict[GroupKey, Sums] = {}
        for (variant, day, board, seats), added in self._sums.items():
            group = variant, begins(day), board, seats
            if (sums := found.get(group)) is None:
                # Most batches lie within one period.
                found[group] = {key: [*numbers] for key, numbers in added.items()}
                continue
            for key, (count, total) in added.items():
                _add(sums, key, count, total)
        for (variant, day, board, seats), sums in found.items():
            for (metric, machine, x, y), (count, total) in sums.items():
                yield {
                    "variant": variant,
                    "metric": str(metric),
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

    def _hourly(self) -> Iterator[Row]:
        for (variant, number), counts in self._hours.items():
            measures = {name: getattr(counts, name) for name in _HOURLY}
            # An hour in which cards were only dealt has no row.
            if any(measures.values()):
                yield {"variant": variant, "hour": _beginning(number), **measures}

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


_NO_RESULT = dict.fromkeys(
    ("place", "won", "points", "strength", "strength_place", "ended_at", *SEAT_RESULTS)
)


def _beginning(hour: int) -> datetime:
    return _EPOCH + timedelta(hours=hour)


def _add(sums: Sums, key: tuple[Metric, bool, int, int], count: int, total: int) -> None:
    before = sums.get(key)
    if before is None:
        sums[key] = [count, total]
    else:
        before[0] += count
        before[1] += total

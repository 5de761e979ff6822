"""What the benchmark of the statistics asks, and how one would ask it of the facts, without any sums."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from enum import Enum
from typing import Any, Final, LiteralString, NamedTuple

import psycopg
from msgspec import Struct
from psycopg.sql import SQL, Composable, Composed, Literal

from projections.players.boards import Board
from projections.statistics.metrics import Metric
from projections.statistics.queries import activity, lengths
from projections.statistics.selection import Bucket, Selection


class Question(Struct, frozen=True, kw_only=True):
    """A figure that is asked for."""

    way: str
    """Of which games, and by which stretches of time."""
    metric: Metric
    selection: Selection

    @property
    def name(self) -> str:
        """What it is called."""
        return f"{self.selection.variant}: {self.metric.value}, {self.way}"


class FromFacts(NamedTuple):
    """How a metric is counted from the facts."""

    source: LiteralString
    x: LiteralString = "0"
    y: LiteralString = "0"
    total: LiteralString = "0"
    machine: LiteralString | None = None
    only: LiteralString = "true"


_SCORE: Final[LiteralString] = "stats_score_4_1 AS score JOIN stats_game_4_1 AS game USING (game)"
_ROUND: Final[LiteralString] = "stats_round_4_1 AS round JOIN stats_game_4_1 AS game USING (game)"
_SEAT: Final[LiteralString] = "stats_seat_4_1 AS seat JOIN stats_game_4_1 AS game USING (game)"

FACTS: Final = {
    Metric.BID: FromFacts(
        _SCORE, "score.bid", "score.seat", "score.made::integer", "score.machine", "score.made IS NOT NULL"
    ),
    Metric.BID_BY_ROUND: FromFacts(
        f"{_SCORE} JOIN stats_round_4_1 AS round USING (game, round)",
        "score.round",
        "round.cards",
        "score.made::integer",
        "score.machine",
        "score.made IS NOT NULL",
    ),
    Metric.TRICKS_BY_BID: FromFacts(
        _SCORE, "score.bid", "score.tricks", "score.points", "score.machine", "score.made IS NOT NULL"
    ),
    Metric.DEALER: FromFacts(_SCORE, "score.from_dealer", "0", "score.points", "score.machine"),
    Metric.SEAT: FromFacts(_SEAT, "seat.seat", "seat.place", "coalesce(seat.points, 0)", "seat.machine"),
    Metric.TRUMP: FromFacts(
        _ROUND,
        "array_position('{HEARTS,CLUBS,SPADES,DIAMONDS}', round.trump) - 1",
        "0",
        "coalesce(round.made, false)::integer",
        None,
        "round.scored_at IS NOT NULL AND round.trump IS NOT NULL",
    ),
    Metric.POINTS: FromFacts(_SCORE, "score.points", "0", "score.points", "score.machine"),
    Metric.CONTRACT: FromFacts(
        f"{_ROUND} JOIN stats_score_4_1 AS score "
        "ON score.game = round.game AND score.round = round.round AND score.seat = round.bidder",
        "round.contract",
        "score.from_dealer",
        "round.made::integer",
        "score.machine",
    ),
    Metric.STRENGTH: FromFacts(
        _SEAT,
        "seat.strength_place",
        "seat.place",
        "round(100 * seat.strength)::integer",
        "seat.machine",
        "seat.strength IS NOT NULL",
    ),
    Metric.RANK_PLAYED: FromFacts(
        "stats_play_4_1 AS play JOIN stats_game_4_1 AS game USING (game) "
        "JOIN stats_seat_4_1 AS seat USING (game, seat)",
        "1 + position(left(play.cards, 1) IN '23456789TJQKA')",
        "seat.place",
        "play.count",
        "play.machine",
        "play.trick IS NULL",
    ),
    Metric.GAME: FromFacts(
        "stats_game_4_1 AS game", "game.rounds", "0", "(game.ended_at - game.started_at) / 1000000"
    ),
}

OF: Final = {
    "hundred-and-ten": (
        *(Metric.BID, Metric.BID_BY_ROUND, Metric.TRICKS_BY_BID, Metric.DEALER, Metric.SEAT, Metric.TRUMP),
        *(Metric.POINTS, Metric.CONTRACT, Metric.GAME),
    ),
    "oh-hell": (
        *(Metric.BID, Metric.BID_BY_ROUND, Metric.TRICKS_BY_BID, Metric.DEALER, Metric.SEAT, Metric.TRUMP),
        *(Metric.POINTS, Metric.GAME),
    ),
    "president": (Metric.SEAT, Metric.STRENGTH, Metric.RANK_PLAYED, Metric.GAME),
}
"""Which metrics have anything to count in a game."""


FIELDS: Final = {
    Metric.BID: "bids { begins amount seat bids made rate }",
    Metric.BID_BY_ROUND: "bidsByRound { begins round cards bids made rate }",
    Metric.TRICKS_BY_BID: "tricksByBid { begins amount tricks bids share points averagePoints }",
    Metric.DEALER: "fromDealer { begins fromDealer rounds points averagePoints }",
    Metric.SEAT: "seats { begins seat place games share points averagePoints }",
    Metric.TRUMP: "trumps { begins suit rounds share made }",
    Metric.POINTS: "points { begins points rounds share }",
    Metric.CONTRACT: "contractsFromDealer { begins amount fromDealer rounds made rate }",
    Metric.STRENGTH: "startingHands { begins strengthPlace place games share averageStrength }",
    Metric.RANK_PLAYED: "ranksPlayed { begins rank place plays cards averageCards }",
}
"""What is selected in GraphQL for a metric."""
FIELDS_OF_TIME: Final = {
    "lengths": "lengths { begins games rounds moves seconds averageRounds averageMoves averageSeconds }",
    "activity": "activity { begins created started ended moves machineMoves activePlayers }",
}
DOCUMENT: Final = """
    query Statistics(
        $variant: String!, $since: Date, $until: Date, $bucket: Bucket,
        $board: Board, $seats: Int, $machine: Boolean
    ) {
        statistics(
            variant: $variant, since: $since, until: $until, bucket: $bucket,
            board: $board, seats: $seats, machine: $machine, rows: 5000
        ) { %s }
    }
"""


def questions(first: date) -> Iterator[Question]:
    """Give every metric of every game: as a whole, by time, and of some games only."""
    half: dict[str, Any] = {"since": first + timedelta(days=90), "until": first + timedelta(days=270)}
    some_days: dict[str, Any] = {"since": first + timedelta(days=200), "until": first + timedelta(days=230)}
    for variant, metrics in OF.items():
        some: dict[str, Any] = {"board": Board.MIXED, "seats": 4, "machine": False}
        asked = {
            "all": Selection(variant=variant),
            "half a year": Selection(variant=variant, **half),
            "filtered": Selection(variant=variant, **half, **some),
            "by month": Selection(variant=variant, bucket=Bucket.MONTH),
            "by week": Selection(variant=variant, bucket=Bucket.WEEK, **half),
            "by week, filtered": Selection(variant=variant, bucket=Bucket.WEEK, **half, **some),
            "by day": Selection(variant=variant, bucket=Bucket.DAY, **some_days),
        }
        for metric in metrics:
            for way, selection in asked.items():
                yield Question(way=way, metric=metric, selection=selection)


def of_time(first: date) -> Iterator[tuple[str, str, Callable[..., Any], Selection]]:
    """Give what is asked of the lengths of games and of how busy it was: a name, what it is, and how."""
    some: dict[str, Any] = {"since": first, "until": first + timedelta(days=30)}
    for variant in OF:
        for bucket in (None, Bucket.DAY, Bucket.WEEK, Bucket.MONTH):
            by = "all" if bucket is None else f"by {bucket.value}"
            selection = Selection(variant=variant, bucket=bucket)
            yield f"{variant}: lengths, {by}", "lengths", lengths, selection
            yield f"{variant}: activity, {by}", "activity", activity, selection
        by_hour = Selection(variant=variant, bucket=Bucket.HOUR, **some)
        yield f"{variant}: activity, by hour", "activity", activity, by_hour


def bodies(first: date) -> Iterator[tuple[tuple[str, str], bytes]]:
    """Give what is sent to the API for each question that it answers, under its name and metric."""
    for each in questions(first):
        if each.metric in FIELDS:
            yield (each.name, each.metric.value), _body(FIELDS[each.metric], each.selection)
    for name, what, _, selection in of_time(first):
        yield (name, what), _body(FIELDS_OF_TIME[what], selection)


def _body(field: str, selection: Selection) -> bytes:
    values = {
        name: value.name if isinstance(value, Enum) else str(value) if isinstance(value, date) else value
        for name in selection.__struct_fields__
        if (value := getattr(selection, name)) is not None
    }
    return json.dumps({"query": DOCUMENT % field, "variables": values}).encode()


def from_facts(connection: psycopg.Connection[Any], question: Question) -> list[tuple[Any, ...]]:
    """Return a figure as whoever has no sums counts it: begin, x, y, count and total."""
    statement, values = _statement(question)
    return connection.execute(statement, values).fetchall()


def _statement(question: Question) -> tuple[Composed, list[Any]]:
    facts, selection = FACTS[question.metric], question.selection
    conditions: list[LiteralString] = ["game.variant = %s", "game.reason <> 'EVERYONE_LEFT'", facts.only]
    values: list[Any] = [selection.variant]
    for condition, value in (
        ("game.ended_at >= %s", _midnight(selection.since)),
        ("game.ended_at < %s", _midnight(selection.until)),
        ("game.board = %s", selection.board),
        ("game.seats = %s", selection.seats),
        (f"{facts.machine} = %s", selection.machine if facts.machine else None),
    ):
        if value is not None:
            conditions.append(condition)
            values.append(value)
    columns = _begins(selection.bucket), SQL(facts.x), SQL(facts.y)
    statement = SQL("SELECT {}, count(*), sum({}) FROM {} WHERE {} GROUP BY 1, 2, 3 ORDER BY 1, 2, 3").format(
        SQL(", ").join(columns), SQL(facts.total), SQL(facts.source), SQL(" AND ").join(map(SQL, conditions))
    )
    return statement, values


def _begins(bucket: Bucket | None) -> Composable:
    if bucket is None:
        return SQL("NULL::date")
    ended = SQL("to_timestamp(game.ended_at / 1000000) AT TIME ZONE 'UTC'")
    return SQL("date_trunc({}, {})::date").format(Literal(bucket.value), ended)


def _midnight(day: date | None) -> int | None:
    return None if day is None else (day - date(1970, 1, 1)) // timedelta(microseconds=1)

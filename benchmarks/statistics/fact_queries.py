"""Statistics computed from the fact tables, without the aggregates."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any, Final, LiteralString, NamedTuple

import psycopg
from psycopg.sql import SQL, Composable, Composed, Literal

from benchmarks.statistics.sample_queries import Query
from projections.statistics.metrics import Metric
from projections.statistics.selection import Bucket


class FactQuery(NamedTuple):
    """Parts of the SQL query that computes a metric."""

    source: LiteralString
    x: LiteralString = "0"
    y: LiteralString = "0"
    total: LiteralString = "0"
    machine: LiteralString | None = None
    only: LiteralString = "true"


_SCORE: Final[LiteralString] = "stats_score_3_1 AS score JOIN stats_game_3_1 AS game USING (game)"
_ROUND: Final[LiteralString] = "stats_round_3_1 AS round JOIN stats_game_3_1 AS game USING (game)"
_SEAT: Final[LiteralString] = "stats_seat_3_1 AS seat JOIN stats_game_3_1 AS game USING (game)"

FACTS: Final = {
    Metric.BID: FactQuery(
        _SCORE, "score.bid", "score.seat", "score.made::integer", "score.machine", "score.made IS NOT NULL"
    ),
    Metric.BID_BY_ROUND: FactQuery(
        f"{_SCORE} JOIN stats_round_3_1 AS round USING (game, round)",
        "score.round",
        "round.cards",
        "score.made::integer",
        "score.machine",
        "score.made IS NOT NULL",
    ),
    Metric.TRICKS_BY_BID: FactQuery(
        _SCORE, "score.bid", "score.tricks", "score.points", "score.machine", "score.made IS NOT NULL"
    ),
    Metric.DEALER: FactQuery(_SCORE, "score.from_dealer", "0", "score.points", "score.machine"),
    Metric.SEAT: FactQuery(_SEAT, "seat.seat", "seat.place", "coalesce(seat.points, 0)", "seat.machine"),
    Metric.TRUMP: FactQuery(
        _ROUND,
        "array_position('{HEARTS,CLUBS,SPADES,DIAMONDS}', round.trump) - 1",
        "0",
        "coalesce(round.made, false)::integer",
        None,
        "round.scored_at IS NOT NULL AND round.trump IS NOT NULL",
    ),
    Metric.POINTS: FactQuery(_SCORE, "score.points", "0", "score.points", "score.machine"),
    Metric.CONTRACT: FactQuery(
        f"{_ROUND} JOIN stats_score_3_1 AS score "
        "ON score.game = round.game AND score.round = round.round AND score.seat = round.bidder",
        "round.contract",
        "score.from_dealer",
        "round.made::integer",
        "score.machine",
    ),
    Metric.STRENGTH: FactQuery(
        _SEAT,
        "seat.strength_place",
        "seat.place",
        "round(100 * seat.strength)::integer",
        "seat.machine",
        "seat.strength IS NOT NULL",
    ),
    Metric.RANK_PLAYED: FactQuery(
        "stats_play_3_1 AS play JOIN stats_game_3_1 AS game USING (game) "
        "JOIN stats_seat_3_1 AS seat USING (game, seat)",
        "1 + position(left(play.cards, 1) IN '23456789TJQKA')",
        "seat.place",
        "play.count",
        "play.machine",
        "play.trick IS NULL",
    ),
    Metric.GAME: FactQuery(
        "stats_game_3_1 AS game", "game.rounds", "0", "(game.ended_at - game.started_at) / 1000000"
    ),
}


def figures_from_facts(connection: psycopg.Connection[Any], query: Query) -> list[tuple[Any, ...]]:
    """Compute a figure; the columns are begin, x, y, count and total."""
    statement, values = _statement(query)
    return connection.execute(statement, values).fetchall()


def _statement(query: Query) -> tuple[Composed, list[Any]]:
    facts, selection = FACTS[query.metric], query.selection
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

"""Statistics computed from the views of the facts, without the aggregates."""

from __future__ import annotations

from datetime import UTC, date, datetime, time
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


_SCORE: Final[LiteralString] = "v_score AS score JOIN v_game AS game USING (game)"
_ROUND: Final[LiteralString] = "v_round AS round JOIN v_game AS game USING (game)"
_SEAT: Final[LiteralString] = "v_seat AS seat JOIN v_game AS game USING (game)"

FACTS: Final = {
    Metric.BID: FactQuery(
        _SCORE, "score.bid", "score.seat", "score.made::integer", "score.machine", "score.made IS NOT NULL"
    ),
    Metric.BID_BY_ROUND: FactQuery(
        f"{_SCORE} JOIN v_round AS round USING (game, round)",
        "score.round",
        "round.hand_size",
        "score.made::integer",
        "score.machine",
        "score.made IS NOT NULL",
    ),
    Metric.TRICKS_BY_BID: FactQuery(
        _SCORE, "score.bid", "score.trick_count", "score.points", "score.machine", "score.made IS NOT NULL"
    ),
    Metric.DEALER: FactQuery(_SCORE, "score.from_dealer", "0", "score.points", "score.machine"),
    Metric.SEAT: FactQuery(
        _SEAT, "seat.seat", "seat.place", "coalesce(seat.total_points, 0)", "seat.machine"
    ),
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
        f"{_ROUND} JOIN v_score AS score "
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
        "v_play AS play JOIN v_game AS game USING (game) JOIN v_seat AS seat USING (game, seat)",
        "1 + position(left(play.cards, 1) IN '23456789TJQKA')",
        "seat.place",
        "play.card_count",
        "play.machine",
        "play.trick IS NULL",
    ),
    Metric.GAME: FactQuery("v_game AS game", "game.rounds_dealt", "0", "game.duration_seconds"),
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
    ended = SQL("game.ended_at AT TIME ZONE 'UTC'")
    return SQL("date_trunc({}, {})::date").format(Literal(bucket.value), ended)


def _midnight(day: date | None) -> datetime | None:
    return None if day is None else datetime.combine(day, time(), UTC)

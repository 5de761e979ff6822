"""The views of the sums: one for each metric of finished games by day, and counts by the hour."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    DateTime,
    Double,
    String,
    Table,
    case,
    cast,
    column,
    func,
    literal,
    select,
    table,
    true,
)

from projections.engine.generations import Role
from projections.engine.generations import projections as tracking
from projections.engine.projection import Tables
from projections.engine.versions import RETIRED
from projections.statistics.metrics import HOURLY, LENGTHS, METRICS, Dimension, Measure, MetricSpec
from projections.statistics.views.definition import View, ViewColumn
from projections.statistics.views.timestamps import moment

_STEPS = (1_000_000, 100_000, 10_000, 1_000)


def sums(tables: Tables) -> tuple[View, ...]:
    """Return the views of the sums over one generation of the tables, and the view of the read models."""
    return (
        *(_daily(tables, spec) for spec in METRICS.values()),
        _lengths(tables),
        _hourly(tables),
        _active(tables),
        _projection(),
    )


def _daily(tables: Tables, spec: MetricSpec) -> View:
    daily = tables["daily"]
    of = daily.c
    columns = list(_games(daily))
    if spec.machine is not None:
        columns.append(ViewColumn("machine", spec.machine, of.machine))
    columns.append(_dimension(spec.x, of.x))
    if spec.y is not None:
        columns.append(_dimension(spec.y, of.y))
    columns.append(_measure(spec.count, of["count"]))
    if spec.total is not None:
        columns.append(_measure(spec.total, of.total))
    return View(
        name=spec.view,
        comment=f"{spec.comment}. Counts games that were won, on the day of their end.",
        source=daily,
        where=of.metric == spec.metric.value,
        columns=tuple(columns),
    )


def _dimension(dimension: Dimension, stored: ColumnElement[int]) -> ViewColumn:
    shown: ColumnElement[Any] = stored
    if dimension.labels is not None:
        labels = [(stored == number, label) for number, label in dimension.labels.items()]
        shown = case(*labels) if dimension.all_labelled else case(*labels, else_=cast(stored, String))
    return ViewColumn(dimension.name, dimension.comment + dimension.values_comment, shown)


def _measure(measure: Measure, stored: ColumnElement[int]) -> ViewColumn:
    shown: ColumnElement[Any] = stored
    if measure.divisor is not None:
        shown = cast(stored, Double) / literal(measure.divisor, Double)
    return ViewColumn(measure.name, measure.comment, shown)


def _measures(measures: Iterable[Measure], source: Table) -> Iterator[ViewColumn]:
    return (_measure(measure, source.c[measure.name]) for measure in measures)


def _games(sums: Table) -> tuple[ViewColumn, ...]:
    of = sums.c
    return (
        ViewColumn("day", "The day on which the games ended, in UTC.", of.day),
        ViewColumn("variant", "The game that was played.", of.variant),
        ViewColumn("board", "people if no machine player had a seat, mixed if one had.", of.board),
        ViewColumn("seats", "How many seats the games had.", of.seats),
    )


def _lengths(tables: Tables) -> View:
    return View(
        name="v_daily_moves",
        comment="Moves of people and machines, rounds and seconds, in games that were won, by the day of "
        "their end.",
        source=tables["length"],
        columns=(
            *_games(tables["length"]),
            *_measures(LENGTHS, tables["length"]),
        ),
    )


def _hourly(tables: Tables) -> View:
    of = tables["hourly"].c
    return View(
        name="v_hourly",
        comment="What happened in public games, hour by hour; hours without anything are not there.",
        source=tables["hourly"],
        columns=(
            ViewColumn("hour", "The beginning of the hour.", moment(of.hour)),
            ViewColumn("variant", "The game that was played.", of.variant),
            *_measures(HOURLY, tables["hourly"]),
        ),
    )


def _active(tables: Tables) -> View:
    of = tables["active"].c
    return View(
        name="v_active",
        comment="The people who made moves in public games, day by day; machines are not among them.",
        source=tables["active"],
        columns=(
            ViewColumn("day", "The day, in UTC.", of.day),
            ViewColumn("variant", "The game that was played.", of.variant),
            ViewColumn("player", "The id of the player.", of.player),
            ViewColumn("moves", "Moves that the player made.", of.moves),
        ),
    )


def _projection() -> View:
    of, newer = tracking.c, tracking.alias("newer")
    counter = table("counter", column("position", BigInteger), schema="kibitz")
    behind = counter.c.position - of.position
    known = select(newer.c.name).where(
        newer.c.name == of.name,
        newer.c.role == Role.ACTIVE.value,
        newer.c.ready,
        newer.c.version > of.version,
    )
    return View(
        name="v_projection",
        # Only roughly: positions count the events of private games, too.
        comment="The read models, and roughly how far each of them is behind the log.",
        source=tracking.join(counter, true()),
        where=(of.role == Role.ACTIVE.value) & of.name.not_in(sorted(RETIRED)) & ~known.exists(),
        beside_the_log=True,
        columns=(
            ViewColumn("name", "The name of the read model.", of.name),
            ViewColumn("version", "The version of what its rows mean.", of.version),
            ViewColumn(
                "ready", "Whether it has caught up with the log once, so that it is served.", of.ready
            ),
            ViewColumn(
                "behind",
                "How many events it is behind the log, in steps: 0, 1000, 10000, … or more, 0 up to 999.",
                cast(case(*((behind >= step, step) for step in _STEPS), else_=0), BigInteger),
            ),
            ViewColumn(
                "updated_at",
                "The hour in which it last went on.",
                func.date_trunc("hour", moment(of.updated_at), "UTC", type_=DateTime(timezone=True)),
            ),
            ViewColumn(
                "stopped", "Whether an event stops it that it cannot fold.", of.failed_position.is_not(None)
            ),
        ),
    )

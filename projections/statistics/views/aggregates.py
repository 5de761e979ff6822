"""The views of the sums: one for each metric of finished games by day, and counts by the hour."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple

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
    exists,
    func,
    literal,
    select,
    table,
    true,
    type_coerce,
)

from projections.engine.generations import Role
from projections.engine.generations import projections as tracking
from projections.engine.projection import Tables
from projections.engine.versions import RETIRED
from projections.statistics.metrics import HOURLY, LENGTHS, METRICS, Dimension, Measure, MetricSpec
from projections.statistics.periods import ACTIVE, DAILY, MONTHLY
from projections.statistics.views.definition import Identity, View, ViewColumn
from projections.statistics.views.timestamps import moment

_GAMES_KEY: Final = ("variant", "board", "seats")
_HOUR: Final = 3_600_000_000
"""Microseconds in an hour."""
_STEPS = (1_000_000, 100_000, 10_000, 1_000)


class _Period(NamedTuple):
    """The period that a row of sums covers."""

    name: str
    """The name of the view's column."""
    of_games: str
    first_day: str
    """The comment on the column, without what happened."""
    of_moves: str


_DAY: Final = _Period("day", "on the day of their end", "The day", "day by day")
_MONTH: Final = _Period("month", "in the month of their end", "The first day of the month", "month by month")


def sums(tables: Tables) -> tuple[View, ...]:
    """Return the views of the sums over one generation of the tables, and the view of the read models."""
    return (
        *(_daily(tables, spec) for spec in METRICS.values()),
        _lengths(tables),
        _hourly(tables),
        _active_daily(tables),
        *(_monthly(tables, spec) for spec in METRICS.values()),
        _active_monthly(tables),
        _projection(),
    )


def _daily(tables: Tables, spec: MetricSpec) -> View:
    return _figures(spec, spec.view, _DAY, tables[DAILY])


def _monthly(tables: Tables, spec: MetricSpec) -> View:
    return _figures(spec, spec.monthly_view, _MONTH, tables[MONTHLY])


def _figures(spec: MetricSpec, name: str, period: _Period, sums: Table) -> View:
    of = sums.c
    columns = list(_games(sums, period))
    if spec.machine is not None:
        columns.append(ViewColumn("machine", spec.machine, of.machine))
    columns.append(_dimension(spec.x, of.x))
    if spec.y is not None:
        columns.append(_dimension(spec.y, of.y))
    columns.append(_measure(spec.count, sums, of["count"]))
    if spec.total is not None:
        columns.append(_measure(spec.total, sums, of.total))
    dimensions = (spec.x,) if spec.y is None else (spec.x, spec.y)
    return View(
        name=name,
        comment=f"{spec.comment}. Counts games that were won, {period.of_games}.",
        key=(
            period.name,
            *_GAMES_KEY,
            *(() if spec.machine is None else ("machine",)),
            *(each.view_name for each in dimensions),
        ),
        source=sums,
        where=of.metric == spec.metric.value,
        columns=tuple(columns),
    )


def _dimension(dimension: Dimension, stored: ColumnElement[int]) -> ViewColumn:
    shown: ColumnElement[Any] = stored
    if dimension.labels is not None:
        labels = [(stored == number, label) for number, label in dimension.labels.items()]
        shown = case(*labels) if dimension.all_labelled else case(*labels, else_=cast(stored, String))
    return ViewColumn(dimension.view_name, dimension.comment + dimension.values_comment, shown)


def _measure(measure: Measure, source: Table, stored: ColumnElement[int]) -> ViewColumn:
    shown: ColumnElement[Any] = stored
    if measure.divisor is not None:
        shown = cast(stored, Double) / literal(measure.divisor, Double)
    if measure.only_with is not None:
        other = source.alias("of_variant")
        known = (other.c.variant == source.c.variant) & (other.c.metric == measure.only_with.value)
        shown = case((exists().where(known), shown))
    return ViewColumn(measure.view_name, measure.view_comment or measure.comment, shown)


def _measures(measures: Iterable[Measure], source: Table) -> Iterator[ViewColumn]:
    return (_measure(measure, source, source.c[measure.name]) for measure in measures)


def _games(sums: Table, period: _Period = _DAY) -> tuple[ViewColumn, ...]:
    of = sums.c
    in_period = "on which" if period is _DAY else "in which"
    return (
        ViewColumn(period.name, f"{period.first_day} {in_period} the games ended, in UTC.", of.day),
        ViewColumn("variant", "The game that was played.", of.variant),
        ViewColumn(
            "board",
            "people if no machine player had a seat, machines if machines played all seats from the start to "
            "the end, else mixed.",
            of.board,
        ),
        ViewColumn("seats", "How many seats the games had.", of.seats),
    )


def _lengths(tables: Tables) -> View:
    return View(
        name="v_daily_moves",
        comment="Moves of people and machines, rounds and seconds, in games that were won, by the day of "
        "their end.",
        key=("day", *_GAMES_KEY),
        source=tables["length"],
        columns=(
            *_games(tables["length"]),
            *_measures(LENGTHS, tables["length"]),
        ),
    )


def _hourly(tables: Tables) -> View:
    of = tables["hourly"].c
    hours = type_coerce(of.hour, BigInteger) // _HOUR
    # Without the operator %, which the statement would have twice on PostgreSQL. 1970 began on a Thursday.
    days = hours // 24
    weekday = days + 3 - (days + 3) // 7 * 7 + 1
    return View(
        name="v_hourly",
        comment="What happened in public games, hour by hour; hours without anything are not there.",
        key=("hour", "variant"),
        source=tables["hourly"],
        columns=(
            ViewColumn("hour", "The beginning of the hour.", moment(of.hour)),
            ViewColumn("variant", "The game that was played.", of.variant),
            *_measures(HOURLY, tables["hourly"]),
            ViewColumn("hour_of_day", "The hour of the day in UTC, from 0 to 23.", hours - days * 24),
            ViewColumn("weekday", "The day of the week in UTC, from 1 for Monday to 7.", weekday),
        ),
    )


def _active_daily(tables: Tables) -> View:
    return _active("v_active", _DAY, tables[ACTIVE[DAILY]])


def _active_monthly(tables: Tables) -> View:
    return _active("v_monthly_active", _MONTH, tables[ACTIVE[MONTHLY]])


def _active(name: str, period: _Period, active: Table) -> View:
    of = active.c
    return View(
        name=name,
        comment=f"The people who made moves in public games, {period.of_moves}; machines are not among them.",
        key=(period.name, "variant", "player"),
        source=active,
        columns=(
            ViewColumn(period.name, f"{period.first_day}, in UTC.", of.day),
            ViewColumn("variant", "The game that was played.", of.variant),
            ViewColumn("player", "The id of the player.", of.player, Identity.PLAYER),
            ViewColumn("move_count", "The number of moves that the player made.", of.moves),
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
        key=("name",),
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

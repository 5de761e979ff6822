"""The promised views as sheets: their columns with stored values, which are alike in all databases."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    ColumnElement,
    Connection,
    Date,
    Double,
    Integer,
    MetaData,
    Select,
    String,
    Subquery,
    Uuid,
)

from application.export.sheets import Column, ColumnType, ForeignKey, Sheet
from projections.engine.generations import active_tables
from projections.engine.projection import Projection, Tables
from projections.engine.tracking import Instant
from projections.luck.projection import LUCK
from projections.luck.views import views as views_of_luck
from projections.statistics.projection import STATISTICS
from projections.statistics.views.definition import View, ViewColumn
from projections.statistics.views.json_values import json_value
from projections.statistics.views.publication import views
from projections.statistics.views.timestamps import moment

_KINDS: Final = {
    Uuid: ColumnType.WORD,
    String: ColumnType.WORD,
    Integer: ColumnType.INTEGER,
    BigInteger: ColumnType.INTEGER,
    Boolean: ColumnType.TRUTH,
    Double: ColumnType.NUMBER,
    Date: ColumnType.DAY,
    Instant: ColumnType.MOMENT,
}


SOURCES: Final[Mapping[Projection, Callable[[Tables], tuple[View, ...]]]] = {
    STATISTICS: views,
    LUCK: views_of_luck,
}
"""The read models that publish views, each with its views over one generation of its tables."""


def active_views(connection: Connection) -> Mapping[str, View]:
    """Return the exported views over the tables that readers use; raises NotBuilt."""
    return _exported(lambda projection: active_tables(connection, projection))


@cache
def sheets() -> Mapping[str, Sheet]:
    """Return the sheets of all exported views by name."""
    found = _exported(lambda projection: projection.define(MetaData(), str))
    return {name: sheet_of(view) for name, view in found.items()}


def sheet_of(view: View) -> Sheet:
    """Return the sheet of a view."""
    return Sheet(
        view.name,
        tuple(Column(each.name, _kind(each), each.comment) for each in view.columns),
        view.comment,
        view.key,
        tuple(ForeignKey(each.columns, each.view) for each in view.references),
    )


def stored_rows(view: View) -> Subquery:
    """Return the rows of a view with stored values: moments are not rounded, nor shown as text."""
    query: Select[Any] = view.query
    columns = (_stored(each.expression).label(each.name) for each in view.columns)
    return query.with_only_columns(*columns).subquery()


def _exported(tables_of: Callable[[Projection], Tables]) -> Mapping[str, View]:
    """Return the views that follow from the log alone, by name."""
    found = (view for projection, of in SOURCES.items() for view in of(tables_of(projection)))
    return {view.name: view for view in found if not view.beside_the_log}


def _stored(expression: ColumnElement[Any]) -> ColumnElement[Any]:
    if isinstance(expression, moment | json_value):
        [kept] = expression.clauses
        return kept
    return expression


def _kind(column: ViewColumn) -> ColumnType:
    if isinstance(column.expression, json_value):
        return ColumnType.JSON
    return _KINDS[type(_stored(column.expression).type)]

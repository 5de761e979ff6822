"""Definition of a view of the statistics: its columns, their comments and their source."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from sqlalchemy import ColumnElement, FromClause, Select, select


class ViewColumn(Struct, frozen=True):
    """A column of a view."""

    name: str
    comment: str
    expression: ColumnElement[Any]


class View(Struct, frozen=True, kw_only=True):
    """A view over the tables, under a name that every generation keeps."""

    name: str
    comment: str
    columns: tuple[ViewColumn, ...]
    source: FromClause
    where: ColumnElement[bool] | None = None
    beside_the_log: bool = False
    """True if the view reads tables of the log, which share its database only on PostgreSQL."""

    @property
    def query(self) -> Select[Any]:
        """The query that defines the view."""
        found = select(*(column.expression.label(column.name) for column in self.columns)).select_from(
            self.source
        )
        return found if self.where is None else found.where(self.where)

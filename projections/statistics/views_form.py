"""What a view of the statistics is: its columns, what each means, and what they are read from."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from sqlalchemy import ColumnElement, FromClause, Select, select


class Seen(Struct, frozen=True):
    """A column of a view."""

    name: str
    comment: str
    expression: ColumnElement[Any]


class View(Struct, frozen=True, kw_only=True):
    """What people read of the tables, under a name that every generation keeps."""

    name: str
    comment: str
    columns: tuple[Seen, ...]
    source: FromClause
    where: ColumnElement[bool] | None = None
    beside_the_log: bool = False
    """Whether it reads the log's own tables, which are in the same database only on PostgreSQL."""

    @property
    def query(self) -> Select[Any]:
        """What the view stands for."""
        found = select(*(seen.expression.label(seen.name) for seen in self.columns)).select_from(self.source)
        return found if self.where is None else found.where(self.where)

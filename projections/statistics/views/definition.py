"""Definition of a view of the statistics: its columns, its keys, their comments and their source."""

from __future__ import annotations

from enum import Enum, auto, unique
from typing import Any

from msgspec import Struct
from sqlalchemy import ColumnElement, FromClause, Select, select


@unique
class Identity(Enum):
    """Kind of id in a column; a publication replaces ids."""

    GAME = auto()
    PLAYER = auto()


class ViewColumn(Struct, frozen=True):
    """A column of a view."""

    name: str
    comment: str
    expression: ColumnElement[Any]
    identity: Identity | None = None
    """The kind of id that the column holds, None if it holds none."""


class Reference(Struct, frozen=True):
    """A foreign key: columns that are the key of another view."""

    columns: tuple[str, ...]
    view: str


class View(Struct, frozen=True, kw_only=True):
    """A view over the tables, under a name that every generation keeps."""

    name: str
    comment: str
    columns: tuple[ViewColumn, ...]
    key: tuple[str, ...]
    """The columns that identify a row."""
    references: tuple[Reference, ...] = ()
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

    @property
    def full_comment(self) -> str:
        """The comment, followed by the key and the foreign keys."""
        keys = [f"Key: {', '.join(self.key)}."]
        keys += [f"{', '.join(each.columns)} refers to {each.view}." for each in self.references]
        return " ".join((self.comment, *keys))

"""The contract that each read model fulfils: its tables, and a pure fold from events to row changes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from msgspec import Struct
from sqlalchemy import Connection, MetaData, Select, Table, select

from application.recorded import GameId, Recorded
from application.store import Kinds

Row = Mapping[str, Any]
Values = tuple[Any, ...]
"""A row's values in the order of its table's columns."""
Rows = Mapping[str, Sequence[Row]]
"""Rows by the name that the projection gives to their table."""
Tables = Mapping[str, Table]
"""The tables of one generation by the names that the projection gives them."""
Naming = Callable[[str], str]
"""Makes a name that is the projection's and the generation's own in the whole database."""


class Put(Struct, frozen=True):
    """Rows to insert, each in place of the one with the same primary key; no two of them have the same."""

    table: str
    rows: Sequence[Row]


class Add(Struct, frozen=True):
    """Rows to insert, none of which is there yet."""

    table: str
    rows: Sequence[Values]


class Increase(Struct, frozen=True):
    """Rows to insert, or else to add to the one with the same primary key, number to number.

    No two of them have the same.
    """

    table: str
    rows: Sequence[Row]


class Remove(Struct, frozen=True):
    """Rows to remove, named by their primary keys."""

    table: str
    keys: Sequence[Row]


Change = Put | Add | Increase | Remove


class Projection(ABC):
    """A read model: disposable, and the same row for row whenever it is made from the same log."""

    name: ClassVar[str]
    """The name under which its position is kept."""
    version: ClassVar[int]
    """Raised when what its rows mean changes; they are rebuilt then."""

    @property
    def kinds(self) -> Kinds:
        """The classes of events that `fold` is given; all of them unless overridden.

        What tells a read model nothing is neither read nor decoded for it.
        """
        return None

    @abstractmethod
    def define(self, metadata: MetaData, called: Naming) -> Tables:
        """Define the tables of one generation and their indexes, each `called(name)` in the database."""

    @abstractmethod
    def fold(self, rows: Rows, batch: Sequence[Recorded]) -> list[Change]:
        """Return what a batch changes, from the rows that `load` found for it; pure."""

    def load(self, connection: Connection, tables: Tables, batch: Sequence[Recorded]) -> Rows:
        """Return the rows that a batch needs: those of its games in every table, unless overridden."""
        games = list(by_game(batch))
        return {
            name: rows_of(connection, select(table).where(table.c.game.in_(games)))
            for name, table in tables.items()
        }

    def publish(self, connection: Connection, tables: Tables) -> None:  # noqa: B027 - most have nothing to
        """Let views show a generation that becomes active; does nothing unless overridden.

        It is called in the transaction in which that happens, before the tables of before are dropped.
        """


def rows_of(connection: Connection, query: Select[Any]) -> list[Row]:
    """Return what a query finds."""
    return [row._asdict() for row in connection.execute(query)]


def by_game(batch: Sequence[Recorded]) -> dict[GameId, list[Recorded]]:
    """Return the events of a batch by their games, in the order in which the games appear."""
    grouped: dict[GameId, list[Recorded]] = {}
    game: GameId | None = None
    for recorded in batch:
        # Many in a row are of one game, and it takes long to look a UUID up.
        if recorded.game is not game:
            game = recorded.game
            events = grouped.setdefault(game, [])
        events.append(recorded)
    return grouped

"""Interface of read models: their tables, and a pure fold from events to row changes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache
from typing import Any, ClassVar

from msgspec import Struct
from sqlalchemy import Connection, MetaData, Select, Table, bindparam, select

from application.codec import GameId, RecordedEvent
from application.store.port import EventTypes

Row = Mapping[str, Any]
Values = tuple[Any, ...]
"""A row's values in the order of its table's columns."""
Rows = Mapping[str, Sequence[Row]]
"""Rows by the name that the projection gives to their table."""
Tables = Mapping[str, Table]
"""The tables of one generation by the names that the projection gives them."""
Naming = Callable[[str], str]
"""Returns a name that is unique to the projection and the generation in the whole database."""


class Put(Struct, frozen=True):
    """Rows to insert, each replacing the row with the same primary key; all their keys differ."""

    table: str
    rows: Sequence[Row]


class Add(Struct, frozen=True):
    """Rows to insert, none of which exists yet."""

    table: str
    rows: Sequence[Values]


class Increase(Struct, frozen=True):
    """Rows to insert, or to add to the row with the same primary key, column by column.

    All their keys differ.
    """

    table: str
    rows: Sequence[Row]


class Remove(Struct, frozen=True):
    """Rows to remove, named by their primary keys."""

    table: str
    keys: Sequence[Row]


Change = Put | Add | Increase | Remove


class Projection(ABC):
    """A read model: disposable, and row for row the same whenever it is built from the same log."""

    name: ClassVar[str]
    """The name under which its position is tracked."""
    version: ClassVar[int]
    """Increased when the meaning of its rows changes, so that they are rebuilt."""
    slice_factor: ClassVar[int] = 1
    """Factor by which its batches are longer than usual. Longer ones write fewer rows of sums, but other read
    models of the process wait for them."""
    needs_every_event: ClassVar[bool] = False
    """True if no event can be skipped, because the rows of all later ones depend on it."""
    needs_stored_forms: ClassVar[bool] = False
    """True if `fold` receives events with their stored forms; then it receives events of all classes."""

    @property
    def kinds(self) -> EventTypes:
        """The event classes that `fold` receives; all classes unless overridden.

        Events of other classes are neither read nor decoded for the read model.
        """
        return None

    @abstractmethod
    def define(self, metadata: MetaData, called: Naming) -> Tables:
        """Define the tables of one generation and their indexes, each named `called(name)`."""

    @abstractmethod
    def fold(self, rows: Rows, batch: Sequence[RecordedEvent]) -> list[Change]:
        """Return the row changes of a batch, given the rows that `load` returned for it; pure."""

    def load(self, connection: Connection, tables: Tables, batch: Sequence[RecordedEvent]) -> Rows:
        """Return the rows that a batch needs; unless overridden, the rows of its games in every table."""
        games = list(by_game(batch))
        return {name: rows_of_games(connection, table, games) for name, table in tables.items()}

    def publish(self, connection: Connection, tables: Tables) -> None:  # noqa: B027 - most have nothing to
        """Point the views at a generation that becomes active; does nothing unless overridden.

        Called in the transaction that activates the generation, before the old tables are dropped.
        """


def rows_of(connection: Connection, query: Select[Any]) -> list[Row]:
    """Return the rows of a query."""
    return [row._asdict() for row in connection.execute(query)]


def rows_of_games(connection: Connection, table: Table, games: Collection[GameId]) -> list[Row]:
    """Return the rows of some games."""
    return [row._asdict() for row in connection.execute(_of_games(table), {"of_games": games})]


@cache
def _of_games(table: Table) -> Select[Any]:
    # Built once for each table, because building the statement takes longer than running it.
    return select(table).where(table.c.game.in_(bindparam("of_games", expanding=True)))


def by_game(batch: Sequence[RecordedEvent]) -> dict[GameId, list[RecordedEvent]]:
    """Return the events of a batch by their games, in the order in which the games appear."""
    grouped: dict[GameId, list[RecordedEvent]] = {}
    game: GameId | None = None
    for recorded in batch:
        # Many successive events are of one game, and looking up a UUID is slow.
        if recorded.game is not game:
            game = recorded.game
            events = grouped.setdefault(game, [])
        events.append(recorded)
    return grouped

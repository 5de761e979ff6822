"""`given(...).when(...).then(...)` for the folds of projections: rows in memory, no database."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any, Self

from sqlalchemy import Table

from application.codec import RecordedEvent, StoredForm, default_codec
from domain.events import Event, GameCreated
from projections.engine.generations import tables_of
from projections.engine.projection import Add, Change, Increase, Projection, Put, Remove
from tests.projections.logs import NOON, game_id

Key = tuple[Any, ...]
Row = dict[str, Any]


def given(projection: Projection, *logs: Sequence[Event]) -> Folded:
    """Fold the events of games 1, 2, … in one batch, game by game."""
    folded = Folded(projection)
    folded.fold([(game, event) for game, log in enumerate(logs, 1) for event in log])
    return folded


class Folded:
    """The rows of a projection after some batches."""

    def __init__(self, projection: Projection) -> None:
        self._projection = projection
        self._tables = tables_of(projection, 1)
        self._rows: dict[str, dict[Key, Row]] = {name: {} for name in self._tables}
        self._versions: dict[int, int] = {}
        self._secrets: dict[int, str | None] = {}
        self._position = 0

    def when(self, *events: Event, game: int = 1) -> Self:
        """Fold more events of a game in a batch of their own."""
        self.fold([(game, event) for event in events])
        return self

    def then(self, table: str, expected: Sequence[Mapping[str, Any]], **where: Any) -> Self:
        """Assert the rows of a table, in the order of its key; columns that are not expected may differ."""
        names = expected[0].keys() if expected else ()
        found = [{name: row[name] for name in names} for row in self.rows(table, **where)]
        assert found == [*expected]
        return self

    def rows(self, table: str, **where: Any) -> list[Row]:
        """Return the rows of a table with these values, in the order of its key."""
        found = sorted(self._rows[table].items())
        return [row for _, row in found if all(row[name] == value for name, value in where.items())]

    def fold(self, events: Sequence[tuple[int, Event]]) -> None:
        """Fold events of several games in one batch; the projection gets only those that it asks for."""
        batch = [self._recorded(game, event) for game, event in events]
        kinds = self._projection.kinds
        batch = [each for each in batch if kinds is None or type(each.event) in kinds]
        # All rows instead of those that `load` selects: a fold may be given more than it needs.
        rows = {name: [dict(row) for row in found.values()] for name, found in self._rows.items()}
        for change in self._projection.fold(rows, batch) if batch else ():
            self._apply(change)

    def _recorded(self, game: int, event: Event) -> RecordedEvent:
        self._position += 1
        version = self._versions[game] = self._versions.get(game, 0) + 1
        if isinstance(event, GameCreated):
            self._secrets[game] = event.secret
        return RecordedEvent(
            game=game_id(game),
            version=version,
            position=self._position,
            at=NOON + timedelta(seconds=self._position),
            by="ada",
            command_id=None,
            event=event,
            stored=self._stored(game, event),
        )

    def _stored(self, game: int, event: Event) -> StoredForm | None:
        secret = self._secrets.get(game) if self._projection.needs_stored_forms else None
        return None if secret is None else StoredForm(*default_codec().encode(event), secret)

    def _apply(self, change: Change) -> None:
        table, rows = self._tables[change.table], self._rows[change.table]
        match change:
            case Remove():
                for key in change.keys:
                    rows.pop(_key(table, key), None)
            case Put():
                rows |= {_key(table, row): _in_order(table, row) for row in change.rows}
            case Add():
                named = [dict(zip(table.columns.keys(), values, strict=True)) for values in change.rows]
                added = {_key(table, row): row for row in named}
                assert len(added) == len(named)
                assert not added.keys() & rows.keys(), "a row that exists is added"
                rows |= added
            case Increase():
                for row in change.rows:
                    before = rows.get(_key(table, row))
                    new = row if before is None else _sum(table, before, row)
                    rows[_key(table, row)] = _in_order(table, new)


def _key(table: Table, row: Mapping[str, Any]) -> Key:
    return tuple(row[column.name] for column in table.primary_key)


def _in_order(table: Table, row: Mapping[str, Any]) -> Row:
    return {name: row[name] for name in table.columns.keys()}  # noqa: SIM118 - not a dict


def _sum(table: Table, before: Mapping[str, Any], more: Mapping[str, Any]) -> Row:
    keys = {column.name for column in table.primary_key}
    return {name: value if name in keys else value + more[name] for name, value in before.items()}

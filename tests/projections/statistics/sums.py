"""Adds sums to all tables of the statistics that hold them, without playing games."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import date
from typing import Any

from sqlalchemy import Connection

from projections.engine.generations import active_tables
from projections.engine.projection import Increase
from projections.engine.row_writes import in_tables, write_changes
from projections.statistics.periods import ACTIVE, SUMS
from projections.statistics.projection import STATISTICS

Row = Mapping[str, Any]


def add_sums(connection: Connection, rows: Iterable[Row]) -> None:
    """Add sums to their days, weeks and months."""
    _add(connection, {name: name for name in SUMS}, list(rows), ("count", "total"))


def add_active(connection: Connection, rows: Iterable[Row]) -> None:
    """Add the active people of days to these days and their weeks and months."""
    _add(connection, ACTIVE, list(rows), ("moves",))


def _add(
    connection: Connection, names: Mapping[str, str], rows: Collection[Row], values: Collection[str]
) -> None:
    tables = active_tables(connection, STATISTICS)
    for name, begins in SUMS.items():
        found: dict[tuple[Any, ...], dict[str, Any]] = {}
        for row in rows:
            day: date = row["day"]
            key = {name: row[name] for name in row if name not in values} | {"day": begins(day)}
            sums = found.setdefault(tuple(sorted(key.items())), {**key, **dict.fromkeys(values, 0)})
            for value in values:
                sums[value] += row[value]
        write_changes(connection, in_tables(tables, [Increase(names[name], list(found.values()))]))

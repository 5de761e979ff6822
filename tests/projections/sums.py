"""Sums put into the statistics as if so much had been played, in all the tables that keep them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from sqlalchemy import Connection

from projections.projection import Increase
from projections.statistics.projection import STATISTICS
from projections.statistics.stretches import SUMS
from projections.tables import active_tables
from projections.writing import change

Row = Mapping[str, Any]


def add_sums(connection: Connection, rows: Iterable[Row]) -> None:
    """Add sums of days, also to those of their weeks and months."""
    tables = active_tables(connection, STATISTICS)
    given = list(rows)
    for name, begins in SUMS.items():
        found: dict[tuple[Any, ...], dict[str, Any]] = {}
        for row in given:
            day: date = row["day"]
            key = {name: row[name] for name in row if name not in ("count", "total")} | {"day": begins(day)}
            sums = found.setdefault(tuple(sorted(key.items())), {**key, "count": 0, "total": 0})
            sums["count"] += row["count"]
            sums["total"] += row["total"]
        change(connection, tables, [Increase(name, list(found.values()))])

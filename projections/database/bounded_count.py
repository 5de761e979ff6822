"""Bounded counts: the number of a query's rows, counted only so far that a large result stays cheap."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import Connection, Select, func, literal, select

MAX_COUNT: Final = 10_000
"""The maximum number of rows that is counted exactly."""


def count_rows(connection: Connection, query: Select[Any]) -> int:
    """Return the number of a query's rows; `MAX_COUNT + 1` stands for any larger number."""
    some = query.with_only_columns(literal(1), maintain_column_froms=True).order_by(None)
    limited = some.limit(MAX_COUNT + 1).subquery()
    return connection.execute(select(func.count()).select_from(limited)).scalar_one()

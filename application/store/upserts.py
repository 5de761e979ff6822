"""Inserts of rows whose keys may be there, on both databases."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from sqlalchemy import Connection, Insert, Table
from sqlalchemy.dialects import postgresql, sqlite


def put(connection: Connection, table: Table, *rows: Mapping[str, Any]) -> None:
    """Insert rows; each replaces the one with its key."""
    if rows:
        connection.execute(_putting(table, connection.dialect.name), rows)


def put_if_absent(connection: Connection, table: Table, *rows: Mapping[str, Any]) -> None:
    """Insert rows, except those with a key that is there."""
    if rows:
        connection.execute(_adding(table, connection.dialect.name), rows)


@cache
def _putting(table: Table, dialect: str) -> Insert:
    new = _insert(table, dialect)
    key = table.primary_key.columns
    replaced = {each.name: new.excluded[each.name] for each in table.columns if not each.primary_key}
    return new.on_conflict_do_update(index_elements=key, set_=replaced)


@cache
def _adding(table: Table, dialect: str) -> Insert:
    return _insert(table, dialect).on_conflict_do_nothing(index_elements=table.primary_key.columns)


def _insert(table: Table, dialect: str) -> postgresql.Insert | sqlite.Insert:
    return postgresql.insert(table) if dialect == "postgresql" else sqlite.insert(table)

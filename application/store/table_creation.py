"""Creation of tables by several processes that start at once on one PostgreSQL database."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from sqlalchemy.exc import DBAPIError

ATTEMPTS: Final = 5
"""Attempts to create what is missing; a conflict with another process fails only the last one."""

_MADE_MEANWHILE: Final = frozenset(("23505", "42P06", "42P07", "42710"))
"""PostgreSQL's error codes for a schema, table or row that another process has just created."""


def create_missing_tables(make: Callable[[], None]) -> None:
    """Create what is missing, and try again if another process was creating the same.

    An advisory lock is not used: any role that may connect could hold it for ever.
    """
    for _ in range(1, ATTEMPTS):
        try:
            return make()
        except DBAPIError as error:
            if getattr(error.orig, "sqlstate", None) not in _MADE_MEANWHILE:
                raise
    return make()

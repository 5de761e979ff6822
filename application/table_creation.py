"""Creation of tables by several processes that start at once on one PostgreSQL database."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from sqlalchemy.exc import DBAPIError

ATTEMPTS: Final = 5
"""Attempts to create what is missing, all but the last of which may meet another process."""

_MADE_MEANWHILE: Final = frozenset(("23505", "42P06", "42P07", "42710"))
"""PostgreSQL's codes where another process has just made the same schema, table or row."""


def made(make: Callable[[], None]) -> None:
    """Make what is missing, once more where another process was making the same.

    Not under an advisory lock: any role that may connect could hold that for ever.
    """
    for _ in range(1, ATTEMPTS):
        try:
            return make()
        except DBAPIError as error:
            if getattr(error.orig, "sqlstate", None) not in _MADE_MEANWHILE:
                raise
    return make()

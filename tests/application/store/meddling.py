"""Other users of a log's database: they query it, lock it and end its connections."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final, LiteralString

import psycopg

CONNECTED: Final = """
    SELECT count(*) FROM pg_stat_activity
    WHERE application_name LIKE 'kibitz %%' AND datname = current_database()
"""


def ask(url: str, query: LiteralString, *values: Any) -> list[tuple[Any, ...]]:
    """Return the rows of a query that another client sends."""
    with psycopg.connect(url, autocommit=True) as connection:
        cursor = connection.execute(query, values)
        return cursor.fetchall() if cursor.description else []


def kill(url: str, role: str = "%") -> int:
    """End the connections that have a role in a store, and return how many there were."""
    [(killed,)] = ask(
        url,
        "SELECT count(pg_terminate_backend(pid, 5000)) FROM pg_stat_activity "
        "WHERE application_name LIKE %s AND datname = current_database() AND pid <> pg_backend_pid()",
        f"kibitz {role}",
    )
    return int(killed)


@contextmanager
def blocked_appends(url: str) -> Iterator[None]:
    """Block appends to the log, like an append of another process."""
    with psycopg.connect(url) as connection:
        connection.execute("SELECT * FROM kibitz.counter FOR UPDATE")
        yield
        connection.rollback()

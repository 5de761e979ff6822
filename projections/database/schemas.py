"""PostgreSQL schemas of the read models."""

from __future__ import annotations

from typing import Any, Final

from eventsourcing.persistence import PersistenceError
from sqlalchemy import Connection, Engine, exc, text

SCHEMA: Final = "kibitz_read"
"""The schema of the read models' tables."""
VIEWS: Final = "kibitz_stats"
"""The schema of the public views; it contains nothing else."""


class SchemaRefused(PersistenceError):
    """A schema does not exist, and the database user may not create it."""

    def __init__(self, schema: str, user: str) -> None:
        super().__init__(
            f"the schema {schema} is not there, and {user} may not make it; "
            f"who may can do so by: CREATE SCHEMA {schema} AUTHORIZATION {user}"
        )
        self.schema = schema


def make_schemas(engine: Engine) -> None:
    """Create the schemas that are missing; raises SchemaRefused."""
    with engine.begin() as connection:
        for schema in (SCHEMA, VIEWS):
            # Checked first: CREATE SCHEMA IF NOT EXISTS needs the right to create one even if it exists.
            if connection.execute(text(f"SELECT to_regnamespace('{schema}')")).scalar() is None:
                _make(connection, schema)


def _make(connection: Connection, schema: str) -> None:
    try:
        connection.execute(text(f"CREATE SCHEMA {schema}"))
    except exc.DBAPIError as error:
        if getattr(error.orig, "sqlstate", None) != "42501":
            raise
        driver: Any = connection.connection.driver_connection
        raise SchemaRefused(schema, driver.info.user) from error

"""The SQL views `v_*`: the public interface to the statistics, replaced with each generation.

The views are stable, the tables are not. On PostgreSQL the views have their own schema, and a role can be
limited to reading them; on SQLite they are in the read database. The contents and comments of a view belong
to the version of the projection: changing them requires a new version.
"""

from __future__ import annotations

from collections.abc import Sequence

from eventsourcing.persistence import PersistenceError
from sqlalchemy import Connection, Dialect, exc, func, inspect, select

from projections.database.schemas import VIEWS
from projections.engine.projection import Tables
from projections.statistics.views.aggregates import sums
from projections.statistics.views.definition import View
from projections.statistics.views.derived_facts import with_derived
from projections.statistics.views.facts import facts
from projections.statistics.views.moves import decisions
from projections.statistics.views.players import players
from projections.statistics.views.seat_changes import seat_changes
from projections.statistics.views.view_owners import STATISTICS, owner_of

_COLUMNS_CHANGED = "42P16"
"""PostgreSQL's error code for replacing a view by one that lacks columns or has other types."""
_HAS_DEPENDENTS = "2BP01"
"""PostgreSQL's error code for dropping an object on which others depend."""


class ViewInUse(PersistenceError):
    """A view is dropped or changes its columns while other objects depend on it."""

    def __init__(self, name: str, what: str) -> None:
        super().__init__(
            f"the view {VIEWS}.{name} has other columns from this version on, or none, and others are built "
            f"upon it: {what}; drop those first, and make them again afterwards"
        )
        self.name = name


def views(tables: Tables) -> tuple[View, ...]:
    """Return the views over one generation of the tables."""
    return (
        *facts(with_derived(tables)),
        *decisions(tables),
        *seat_changes(tables),
        *sums(tables),
        *players(tables),
    )


def publish(connection: Connection, made: Sequence[View], owner: str = STATISTICS) -> None:
    """Create or replace the views of a read model; drop its other views, whose names begin with `v_`.

    A view that keeps its columns also keeps its dependent objects and grants on PostgreSQL. Raises
    ViewInUse if a view with dependent objects does not keep its columns.
    """
    if connection.dialect.name == "postgresql":
        _publish_on_server(connection, made, owner)
    else:
        _publish_in_file(connection, made, owner)


def _publish_in_file(connection: Connection, made: Sequence[View], owner: str) -> None:
    for name in _existing(connection, None, owner):
        _run(connection, f"DROP VIEW {name}")
    for view in made:
        if not view.beside_the_log:
            query = _query(view, connection.dialect)
            _run(connection, f"CREATE VIEW {view.name} AS {_with_comments(view)}\n{query}")


def _publish_on_server(connection: Connection, made: Sequence[View], owner: str) -> None:
    # Tools may use a read database without the log's tables.
    log = connection.execute(select(func.to_regclass("kibitz.counter").is_not(None))).scalar_one()
    made = [view for view in made if log or not view.beside_the_log]
    names = {view.name for view in made}
    for name in _existing(connection, VIEWS, owner):
        if name not in names:
            _drop(connection, name)
    for view in made:
        _replace(connection, view)
    _run(connection, ";\n".join(comment for view in made for comment in _comments(view)))


def _existing(connection: Connection, schema: str | None, owner: str) -> list[str]:
    names = inspect(connection).get_view_names(schema)
    return sorted(name for name in names if name.startswith("v_") and owner_of(name) == owner)


def _replace(connection: Connection, view: View) -> None:
    definition = f"VIEW {VIEWS}.{view.name} AS {_query(view, connection.dialect)}"
    try:
        with connection.begin_nested():
            _run(connection, f"CREATE OR REPLACE {definition}")
    except exc.DBAPIError as error:
        if getattr(error.orig, "sqlstate", None) != _COLUMNS_CHANGED:
            raise
        _drop(connection, view.name)
        _run(connection, f"CREATE {definition}")


def _drop(connection: Connection, name: str) -> None:
    try:
        _run(connection, f"DROP VIEW {VIEWS}.{name}")
    except exc.DBAPIError as error:
        if getattr(error.orig, "sqlstate", None) != _HAS_DEPENDENTS:
            raise
        raise ViewInUse(name, error.orig.diag.message_detail) from error  # type: ignore[union-attr]


def _comments(view: View) -> list[str]:
    of_view = f"COMMENT ON VIEW {VIEWS}.{view.name} IS {_quoted(view.full_comment)}"
    return [
        of_view,
        *(
            f"COMMENT ON COLUMN {VIEWS}.{view.name}.{column.name} IS {_quoted(column.comment)}"
            for column in view.columns
        ),
    ]


def _with_comments(view: View) -> str:
    # SQLite has no comments, but it keeps the text of the statement, which `.schema v_game` shows.
    lines = [view.full_comment, *(f"{column.name}: {column.comment}" for column in view.columns)]
    return "".join(f"\n-- {line}" for line in lines)


def _query(view: View, dialect: Dialect) -> str:
    return str(view.query.compile(dialect=dialect, compile_kwargs={"literal_binds": True}))


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _run(connection: Connection, statement: str) -> None:
    # Without parameters, several statements can be sent at once and a percent sign needs no escape.
    connection.exec_driver_sql(statement, execution_options={"no_parameters": True})

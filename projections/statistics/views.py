"""The SQL views `v_*`: what people read with tools of their own, made anew with each generation.

They are a promise, the tables are not. On PostgreSQL they stand in a schema of their own, in which a role may
read them that may read nothing else; on SQLite in the read database. What a view shows or says belongs to the
version of the projection: a change of it takes a new one.
"""

from __future__ import annotations

from collections.abc import Sequence

from eventsourcing.persistence import PersistenceError
from sqlalchemy import Connection, Dialect, exc, func, inspect, select

from projections.projection import Tables
from projections.schemas import VIEWS
from projections.statistics.views_facts import facts
from projections.statistics.views_form import View
from projections.statistics.views_sums import sums

_OTHER_COLUMNS = "42P16"
"""PostgreSQL's code where a view should be replaced by one that lacks columns or has other types."""
_BUILT_UPON = "2BP01"
"""Its code where something cannot be dropped because of what depends on it."""


class ViewBuiltUpon(PersistenceError):
    """A view goes or gets other columns, and somebody has built upon it."""

    def __init__(self, name: str, what: str) -> None:
        super().__init__(
            f"the view {VIEWS}.{name} has other columns from this version on, or none, and others are built "
            f"upon it: {what}; drop those first, and make them again afterwards"
        )
        self.name = name


def views(tables: Tables) -> tuple[View, ...]:
    """Return the views over one generation of the tables."""
    return (*facts(tables), *sums(tables))


def publish(connection: Connection, made: Sequence[View]) -> None:
    """Make these the views that there are: others whose names begin with `v_` are dropped.

    Where the columns are as before, what others have built upon a view and may do with it stays. Raises
    ViewBuiltUpon where they are not.
    """
    if connection.dialect.name == "postgresql":
        _publish_on_server(connection, made)
    else:
        _publish_in_file(connection, made)


def _publish_in_file(connection: Connection, made: Sequence[View]) -> None:
    for name in _there(connection, None):
        _run(connection, f"DROP VIEW {name}")
    for view in made:
        if not view.beside_the_log:
            query = _query(view, connection.dialect)
            _run(connection, f"CREATE VIEW {view.name} AS {_explained(view)}\n{query}")


def _publish_on_server(connection: Connection, made: Sequence[View]) -> None:
    # A read database may be used without the log's, as tools do.
    log = connection.execute(select(func.to_regclass("kibitz.counter").is_not(None))).scalar_one()
    made = [view for view in made if log or not view.beside_the_log]
    names = {view.name for view in made}
    for name in _there(connection, VIEWS):
        if name not in names:
            _drop(connection, name)
    for view in made:
        _replace(connection, view)
    _run(connection, ";\n".join(comment for view in made for comment in _comments(view)))


def _there(connection: Connection, schema: str | None) -> list[str]:
    return sorted(name for name in inspect(connection).get_view_names(schema) if name.startswith("v_"))


def _replace(connection: Connection, view: View) -> None:
    definition = f"VIEW {VIEWS}.{view.name} AS {_query(view, connection.dialect)}"
    try:
        with connection.begin_nested():
            _run(connection, f"CREATE OR REPLACE {definition}")
    except exc.DBAPIError as error:
        if getattr(error.orig, "sqlstate", None) != _OTHER_COLUMNS:
            raise
        _drop(connection, view.name)
        _run(connection, f"CREATE {definition}")


def _drop(connection: Connection, name: str) -> None:
    try:
        _run(connection, f"DROP VIEW {VIEWS}.{name}")
    except exc.DBAPIError as error:
        if getattr(error.orig, "sqlstate", None) != _BUILT_UPON:
            raise
        raise ViewBuiltUpon(name, error.orig.diag.message_detail) from error  # type: ignore[union-attr]


def _comments(view: View) -> list[str]:
    of_view = f"COMMENT ON VIEW {VIEWS}.{view.name} IS {_quoted(view.comment)}"
    return [
        of_view,
        *(
            f"COMMENT ON COLUMN {VIEWS}.{view.name}.{seen.name} IS {_quoted(seen.comment)}"
            for seen in view.columns
        ),
    ]


def _explained(view: View) -> str:
    # SQLite has no comments but keeps the statement as it was written: `.schema v_game` shows it.
    lines = [view.comment, *(f"{seen.name}: {seen.comment}" for seen in view.columns)]
    return "".join(f"\n-- {line}" for line in lines)


def _query(view: View, dialect: Dialect) -> str:
    return str(view.query.compile(dialect=dialect, compile_kwargs={"literal_binds": True}))


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _run(connection: Connection, statement: str) -> None:
    # Without parameters several statements may go at once, and a percent sign is no more than that.
    connection.exec_driver_sql(statement, execution_options={"no_parameters": True})

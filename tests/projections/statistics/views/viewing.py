"""The SQL views as people read them, and their reference in docs/statistics.md.

`python -m tests.projections.statistics.views.viewing` updates the reference.
"""

from __future__ import annotations

import re
from datetime import date, datetime
from pathlib import Path
from typing import Any, ClassVar
from uuid import UUID

from msgspec.structs import replace
from psycopg import sql
from sqlalchemy import ColumnElement, Connection, MetaData, String, column, inspect, literal, select, table
from sqlalchemy.dialects import postgresql

from application.store.port import Store
from domain.events import Event
from domain.rules import variants
from projections.database.connections import ReadDatabase
from projections.database.schemas import VIEWS
from projections.engine.generations import active_tables
from projections.engine.projection import Put, Row, Tables
from projections.engine.row_writes import in_tables, write_changes
from projections.luck.projection import LUCK
from projections.luck.views import views as views_of_luck
from projections.statistics.projection import STATISTICS, Statistics
from projections.statistics.views.definition import View, ViewColumn
from projections.statistics.views.publication import publish, views
from projections.statistics.views.reader_role import Reader, make_reader
from tests.projections.conftest import PASSWORD
from tests.projections.conftest import Connection as Session
from tests.projections.logs import NOON, append, deserted, game_id, interleave, invitation, project, story
from tests.projections.statistics.handmade_games import seated, won

PAGE = Path(__file__).parents[4] / "docs" / "statistics.md"
REFERENCE = re.compile(r"(?<=<!-- the views -->\n).*(?=<!-- the end of the views -->)", re.DOTALL)
SHORT = {"timestamp with time zone": "timestamptz", "varchar": "text", "character varying": "text"}
CREATED, *REST = (*seated("president", "ada", "ben"), won((0,), (1,)))
PEOPLE: tuple[Event, ...] = (replace(CREATED, options={}), *REST)
"""A game of people without moves."""
ACTIVE: Row = {"day": NOON.date(), "variant": "oh-hell", "player": "ada", "moves": 12}
"""A row of a person, because only machines play the games."""


def all_views() -> tuple[View, ...]:
    return views(STATISTICS.define(MetaData(), lambda name: f"stats_{name}_1"))


def luck_views() -> tuple[View, ...]:
    return views_of_luck(LUCK.define(MetaData(), lambda name: f"luck_{name}_1"))


NAMES = sorted(view.name for view in all_views())


def view_of(name: str) -> View:
    [found] = [view for view in all_views() if view.name == name]
    return found


def kind(seen: ViewColumn) -> str:
    """Return the type of a column on PostgreSQL."""
    dialect = postgresql.dialect()  # type: ignore[no-untyped-call]
    name = seen.expression.type.compile(dialect).lower()
    return SHORT.get(name, name)


def reference() -> str:
    """Return the reference of all views."""
    return "".join(_section(view) for view in (*all_views(), *luck_views()))


def _section(view: View) -> str:
    lines = [f"### `{view.name}`", "", view.full_comment, "", "| column | type | what |", "|---|---|---|"]
    lines += [f"| `{seen.name}` | {kind(seen)} | {seen.comment} |" for seen in view.columns]
    return "\n".join(lines) + "\n\n"


async def fill(store: Store, database: ReadDatabase) -> None:
    """Project a public game of every variant, one of people without moves, and a deserted lobby."""
    await append(store, game_id(90), *deserted())
    stories = [story(variant, seed) for seed, variant in enumerate(variants(), 3)]
    await interleave(store, [*stories, PEOPLE], most=90)
    await project(store, database, STATISTICS)
    with database.writing() as connection:
        of_month = {**ACTIVE, "day": NOON.date().replace(day=1)}
        rows = [Put("active", [ACTIVE]), Put("active_monthly", [of_month])]
        write_changes(connection, in_tables(active_tables(connection, STATISTICS), rows))


ROW: Row = {"day": NOON.date(), "variant": "oh-hell", "player": "ada", "moves": 1}


class Before(Statistics):
    """The statistics of an older version: a view more, one with other columns, one without a column."""

    version: ClassVar[int] = STATISTICS.version - 1

    def publish(self, connection: Connection, tables: Tables) -> None:
        active = tables["active"]
        known = {view.name: view for view in views(tables)}
        text_of_day = ViewColumn("day", "A day.", literal("some day", String))
        known["v_active"] = View(
            name="v_active", comment="Old.", key=("day",), source=active, columns=(text_of_day,)
        )
        known["v_gone"] = View(
            name="v_gone", comment="Old.", key=("day",), source=active, columns=(text_of_day,)
        )
        del known["v_bid"]
        publish(connection, [*known.values()])


async def fill_older(store: Store, database: ReadDatabase, older: Statistics) -> None:
    await append(store, game_id(1), *map(invitation, range(20, 26)))
    await project(store, database, older)


def made_reader(database: ReadDatabase, role: str, password: str | None = PASSWORD) -> Reader:
    with database.writing() as connection:
        return make_reader(connection, role, password)


def views_read(reader: Session) -> dict[str, int]:
    return {
        name: reader.execute(sql.SQL("SELECT * FROM {}").format(sql.Identifier(name))).rowcount
        for name in NAMES
    }


def seen_in(connection: Connection, name: str) -> list[Row]:
    """Return the rows of a view."""
    schema = VIEWS if connection.dialect.name == "postgresql" else None
    found = inspect(connection).get_columns(name, schema)
    columns: list[ColumnElement[Any]] = [column(each["name"]) for each in found]
    rows = connection.execute(select(*columns).select_from(table(name, schema=schema)))
    return [dict(row) for row in rows.mappings()]


def in_view(value: Any, dialect: str) -> Any:
    """Return a value of a table as a view shows it."""
    if dialect == "postgresql":
        return value
    match value:
        case datetime():
            return value.isoformat(timespec="microseconds").replace("+00:00", "Z")
        case date():
            return value.isoformat()
        case UUID():
            return value.hex
    return value


if __name__ == "__main__":
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(REFERENCE.sub(lambda _: reference(), page), encoding="utf-8")

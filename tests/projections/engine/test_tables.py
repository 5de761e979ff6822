"""The read tables: one definition for SQLite and PostgreSQL."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import Dialect
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.schema import CreateIndex, CreateTable, ExecutableDDLElement

import projections
from projections.database.connections import ReadDatabase, ReadDatabaseReplaced
from projections.engine.generations import Instant, all_tracked, ensure, tables_of
from projections.engine.projection import Projection
from tests.projections.conftest import OpenDatabase
from tests.projections.logs import Tally

DIALECTS: list[Dialect] = [sqlite.dialect(), postgresql.dialect()]  # type: ignore[no-untyped-call]


@pytest.mark.parametrize("projection", projections.ALL, ids=lambda projection: projection.name)
def test_the_definitions_serve_both_databases(projection: Projection) -> None:
    for table in tables_of(projection, 3).values():
        assert table.name.endswith("_3")
        made: list[ExecutableDDLElement] = [CreateTable(table), *map(CreateIndex, table.indexes)]
        for dialect in DIALECTS:
            for ddl in made:
                assert table.name in str(ddl.compile(dialect=dialect))


def test_every_projection_has_a_name_of_its_own() -> None:
    assert len({projection.name for projection in projections.ALL}) == len(projections.ALL)


@given(st.datetimes(timezones=st.timezones()))
def test_a_moment_comes_back_in_utc_to_the_microsecond(moment: datetime) -> None:
    dialect = DIALECTS[0]
    kept = Instant().process_bind_param(moment, dialect)
    assert isinstance(kept, int)
    found = Instant().process_result_value(kept, dialect)
    assert found is not None
    assert (found - moment, found.utcoffset()) == (timedelta(), UTC.utcoffset(None))


def test_the_read_database_is_set_up_for_one_writer_and_many_readers(database: ReadDatabase) -> None:
    with database.reading() as connection:
        found = [
            connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "busy_timeout")
        ]
    assert found == ["wal", 1, 10_000]


async def test_a_file_that_was_replaced_while_it_was_open_is_not_used_any_more(
    read_db: Path, database: ReadDatabase, open_database: OpenDatabase
) -> None:
    """Its rows would stay as they are, beside a projector that updates the new file."""
    for each in read_db.parent.glob(f"{read_db.name}*"):
        each.unlink()
    with pytest.raises(ReadDatabaseReplaced, match="restart"):
        await database.read(all_tracked)
    with open_database() as other:
        assert await other.read(all_tracked) == {}
        with pytest.raises(ReadDatabaseReplaced):
            await database.write(ensure, Tally())
        assert await other.read(all_tracked) == {}

"""Row changes have the same result in both databases, for every type of column."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Date,
    Double,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Uuid,
    exc,
    select,
    text,
)

from projections.database.connections import ReadDatabase
from projections.engine.batches import is_caused_by_event
from projections.engine.generations import Instant
from projections.engine.projection import Add, Change, Increase, Put, Remove, Row
from projections.engine.row_writes import COPIED_ROWS, in_tables, write_changes

on_both = pytest.mark.parametrize("database", ["sqlite", "postgres"], indirect=True)

EVERYTHING = Table(
    "everything_1",
    MetaData(),
    Column("id", Uuid, primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", Instant, nullable=False),
    Column("day", Date),
    Column("big", BigInteger),
    Column("real", Double),
    Column("yes", Boolean),
    Column("words", String),
    Column("bytes", LargeBinary),
    Column("json", JSON, nullable=False),
)
SUMS = Table(
    "sums_1",
    MetaData(),
    Column("who", String, primary_key=True),
    Column("day", Date, primary_key=True),
    Column("yes", Boolean, primary_key=True),
    Column("count", BigInteger, nullable=False),
    Column("total", BigInteger, nullable=False),
)
TABLES = {"everything": EVERYTHING, "sums": SUMS}

AT = datetime(2026, 4, 1, 23, 59, 59, 999_999, tzinfo=UTC)
NAMES = EVERYTHING.columns.keys()


def row(number: int, **other: Any) -> Row:
    values = {
        "id": UUID(int=2**127 + number // 3),
        "number": number,
        "at": AT + timedelta(microseconds=number),
        "day": date(2026, 4, 1),
        "big": 2**62 + number,
        "real": 0.1 + number,
        "yes": bool(number % 2),
        "words": "tab\tnew\nline \\N \\x41 \"'quotes' {brace} ♥",
        "bytes": bytes(range(256)),
        "json": ["a", {"b": [1, None, "♠"]}],
    }
    return values | other


NOTHING = dict.fromkeys(("day", "big", "real", "yes", "words", "bytes"))
ROWS = [row(number) for number in range(7)] + [row(7, **NOTHING), row(8, words="", bytes=b"", real=1e-300)]


@pytest.fixture
def tables(database: ReadDatabase) -> Iterator[ReadDatabase]:
    with database.writing() as connection:
        for table in TABLES.values():
            table.create(connection)
    yield database
    with database.writing() as connection:
        for table in TABLES.values():
            table.drop(connection)


def carry_out(database: ReadDatabase, *changes: Change) -> None:
    with database.writing() as connection:
        write_changes(connection, in_tables(TABLES, changes))


def found(database: ReadDatabase, name: str) -> list[Row]:
    table = TABLES[name]
    with database.reading() as connection:
        return [
            each._asdict() for each in connection.execute(select(table).order_by(*table.primary_key.columns))
        ]


@on_both
@pytest.mark.parametrize("more", [0, COPIED_ROWS])
async def test_added_rows_come_back_as_they_were(tables: ReadDatabase, more: int) -> None:
    rows = [*ROWS, *(row(number) for number in range(9, 9 + more))]
    carry_out(tables, Add("everything", [tuple(each[name] for name in NAMES) for each in rows]))
    assert found(tables, "everything") == rows


@on_both
async def test_rows_that_were_put_come_back_as_they_were(tables: ReadDatabase) -> None:
    carry_out(tables, Put("everything", ROWS))
    assert found(tables, "everything") == ROWS
    # In whichever order a row has its values.
    others = [row(3, words="other"), dict(sorted(row(9).items()))]
    carry_out(tables, Put("everything", others))
    assert found(tables, "everything") == [*ROWS[:3], row(3, words="other"), *ROWS[4:], row(9)]


@on_both
async def test_changes_are_carried_out_in_their_order(tables: ReadDatabase) -> None:
    key = {"id": ROWS[0]["id"], "number": 0}
    carry_out(
        tables,
        Add("everything", [tuple(ROWS[0].values())]),
        Remove("everything", [key]),
        Put("everything", [row(0, words="again")]),
        Add("everything", []),
        Put("everything", []),
        Increase("sums", []),
        Remove("everything", []),
    )
    assert [each["words"] for each in found(tables, "everything")] == ["again"]


@on_both
async def test_rows_are_removed_by_the_whole_key(tables: ReadDatabase) -> None:
    summed = [sums("ada", 1, 1), sums("ada", 2, 2, yes=False), sums("ada", 3, 3, day=2), sums("ben", 4, 4)]
    carry_out(tables, Put("everything", ROWS), Put("sums", summed))
    carry_out(
        tables,
        Remove("everything", [{"id": each["id"], "number": each["number"]} for each in ROWS[1::2]]),
        Remove("sums", [{name: each[name] for name in ("who", "day", "yes")} for each in summed[:2]]),
    )
    assert (found(tables, "everything"), found(tables, "sums")) == (ROWS[::2], summed[2:])


@on_both
async def test_a_row_that_is_there_cannot_be_added_and_nothing_of_it_stays(tables: ReadDatabase) -> None:
    carry_out(tables, Add("everything", [tuple(ROWS[0].values())]))
    with pytest.raises(exc.IntegrityError):
        carry_out(tables, Add("everything", [tuple(each.values()) for each in (*ROWS[1:], ROWS[0])]))
    assert found(tables, "everything") == ROWS[:1]


def sums(who: str, count: int, total: int, *, yes: bool = True, day: int = 1) -> Row:
    return {"who": who, "day": date(2026, 4, day), "yes": yes, "count": count, "total": total}


@on_both
async def test_numbers_add_up_by_the_whole_key(tables: ReadDatabase) -> None:
    carry_out(tables, Increase("sums", [sums("ada", 1, -5), sums("ada", 2, 7, yes=False), sums("ben", 1, 0)]))
    carry_out(
        tables,
        Increase("sums", [sums("ada", 10, 100), sums("ada", 1, 1, day=2), sums("cleo", 2**40, -(2**40))]),
        Increase("sums", [sums("ada", 1, 1)]),
    )
    assert found(tables, "sums") == [
        sums("ada", 2, 7, yes=False),
        sums("ada", 12, 96),
        sums("ada", 1, 1, day=2),
        sums("ben", 1, 0),
        sums("cleo", 2**40, -(2**40)),
    ]


@pytest.mark.parametrize("database", ["postgres"], indirect=True)
async def test_changes_cost_one_round_trip(tables: ReadDatabase, tmp_path: Path) -> None:
    """A database on another machine would otherwise keep each change waiting."""
    changes = (
        Add("everything", [tuple(each.values()) for each in ROWS]),
        Put("everything", ROWS[:2]),
        Remove("everything", [{"id": ROWS[0]["id"], "number": 0}]),
        Increase("sums", [sums("ada", 1, 1)]),
    )
    with tables.writing() as connection, (tmp_path / "protocol").open("w") as protocol:
        connection.execute(text("SELECT 1"))
        driver: Any = connection.connection.driver_connection
        driver.pgconn.trace(protocol.fileno())
        write_changes(connection, in_tables(TABLES, changes))
        driver.pgconn.untrace()
    assert (tmp_path / "protocol").read_text().count("ReadyForQuery") == 1
    assert found(tables, "everything") == ROWS[1:]


@pytest.mark.parametrize("database", ["postgres"], indirect=True)
async def test_an_error_amid_the_rows_is_told_from_a_fault_as_elsewhere(tables: ReadDatabase) -> None:
    """A full disk or a lost connection is the fault of no event, whichever way the rows are written."""
    with tables.writing() as connection:
        connection.execute(
            text(
                "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
                "RAISE EXCEPTION 'no space left' USING ERRCODE = 'disk_full'; END $$"
            )
        )
        connection.execute(
            text(
                "CREATE TRIGGER full_disk BEFORE INSERT ON everything_1"
                " FOR EACH ROW WHEN (NEW.number = 3) EXECUTE FUNCTION full_disk()"
            )
        )
    many = [*ROWS, *(row(number) for number in range(9, COPIED_ROWS))]
    added, put = Add("everything", [tuple(each.values()) for each in many]), Put("everything", ROWS)
    for made in ([added], [put], [Increase("sums", [sums("ada", 1, 1)]), put]):
        with pytest.raises(exc.OperationalError) as raised:
            carry_out(tables, *made, Increase("sums", [sums("ben", 1, 1)]))
        assert not is_caused_by_event(raised.value)
        assert "tab" not in str(raised.value), "no row is shown"
    assert found(tables, "everything") == found(tables, "sums") == []


@pytest.mark.parametrize("count", [len(ROWS), COPIED_ROWS])
@pytest.mark.parametrize("database", ["postgres"], indirect=True)
async def test_a_connection_that_was_lost_is_made_anew(tables: ReadDatabase, count: int) -> None:
    rows = [row(number) for number in range(count)]
    added = Add("everything", [tuple(each.values()) for each in rows])

    def lose() -> None:
        with tables.writing() as connection, tables.reading() as other:
            pid = connection.execute(text("SELECT pg_backend_pid()")).scalar_one()
            other.execute(text("SELECT pg_terminate_backend(:pid, 5000)"), {"pid": pid})
            write_changes(connection, in_tables(TABLES, [added]))

    with pytest.raises(exc.OperationalError):
        lose()
    carry_out(tables, added)
    assert found(tables, "everything") == rows


@on_both
def test_the_error_of_a_statement_does_not_show_its_parameters(database: ReadDatabase) -> None:
    with pytest.raises(exc.DBAPIError, match="nowhere") as raised, database.reading() as connection:
        connection.execute(text("SELECT * FROM nowhere WHERE card = :card"), {"card": "Queen of Spades"})
    assert "Queen of Spades" not in f"{raised.value}{raised.value!r}"

"""Writes row changes to the database: many rows by one statement, or in one stream."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from operator import itemgetter
from typing import Any, Final, TypeVar

import msgspec
import psycopg
from psycopg import sql
from sqlalchemy import (
    JSON,
    Column,
    Connection,
    Delete,
    Dialect,
    Executable,
    LargeBinary,
    Table,
    Text,
    and_,
    bindparam,
    cast,
    delete,
    exc,
    func,
    literal_column,
    select,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.dialects.postgresql import psycopg as psycopg_of_sqlalchemy

from projections.engine.projection import Add, Change, Increase, Put, Remove, Tables, Values

TableChange = tuple[Table, Change]
_Written = Add | Put | Increase
_Insert = TypeVar("_Insert", postgresql.Insert, sqlite.Insert)
_Convert = Callable[[Any], Any]
_POSTGRES: Final = psycopg_of_sqlalchemy.dialect()  # type: ignore[no-untyped-call]
_SQLITE: Final = sqlite.dialect()
_NO_VALUE: Final[Any] = object()

JOINED_VALUES: Final = 900
"""The most values that SQLite gets in one statement; one statement for each row takes longer."""
COPIED_ROWS: Final = 100
"""The least number of added rows for which a stream is worth its round trips."""


def in_tables(tables: Tables, changes: Iterable[Change]) -> list[TableChange]:
    """Return changes with the tables that they name."""
    return [(tables[each.table], each) for each in changes]


def write_changes(connection: Connection, changes: Iterable[TableChange]) -> None:
    """Write row changes in their order; with PostgreSQL, those of all tables in few round trips."""
    write = _write_to_postgres if connection.dialect.name == "postgresql" else _write_to_sqlite
    write(connection, [(table, each) for table, each in changes if _rows(each)])


def _rows(written: Change) -> Sequence[Any]:
    return written.keys if isinstance(written, Remove) else written.rows


def _write_to_sqlite(connection: Connection, changes: Iterable[TableChange]) -> None:
    for table, written in changes:
        if isinstance(written, Remove):
            connection.execute(
                _removal(table),
                [{f"of_{name}": value for name, value in key.items()} for key in written.keys],
            )
        else:
            _insert_into_sqlite(connection, table, written)


def _insert_into_sqlite(connection: Connection, table: Table, written: _Written) -> None:
    rows = [*_converted(_values(table, written), _for_sqlite(table))]
    joined = max(1, JOINED_VALUES // len(table.columns))
    whole = len(rows) - len(rows) % joined
    chunks = [tuple(chain.from_iterable(rows[at : at + joined])) for at in range(0, whole, joined)]
    for count, values in ((joined, chunks), (1, rows[whole:])):
        if values:
            connection.exec_driver_sql(_inserting(table, type(written), count), values)


def _write_to_postgres(connection: Connection, changes: Iterable[TableChange]) -> None:
    driver: Any = connection.connection.driver_connection
    merged: list[TableChange] = []
    try:
        for table, written in changes:
            if isinstance(written, Add) and len(written.rows) >= COPIED_ROWS:
                _merge(driver, merged)
                merged.clear()
                _copy(driver, table, written.rows)
            else:
                merged.append((table, written))
        _merge(driver, merged)
    except psycopg.Error as error:
        raise _as_sqlalchemy_error(error) from None


def _copy(driver: Any, table: Table, rows: Sequence[Values]) -> None:
    statement, types = _copying(table)
    with driver.cursor() as cursor, cursor.copy(statement) as copy:
        copy.set_types(types)
        for row in _converted(rows, _for_copy(table)):
            copy.write_row(row)


def _merge(driver: Any, changes: Sequence[TableChange]) -> None:
    """Send a statement for all rows of each change; PostgreSQL carries one out while the next is encoded."""
    if not changes:
        return
    with driver.pipeline(), driver.cursor() as cursor:
        for table, written in changes:
            # One statement for all rows, because one for each row takes three times as long.
            cursor.execute(_merging(table, type(written)), {"rows": _in_json(table, written)})


def _in_json(table: Table, written: Change) -> str:
    rows, conversions = _rows(written), _for_json(table, type(written))
    if conversions or isinstance(written, Add):
        names = [column.name for column in _columns(table, type(written))]
        rows = [
            dict(zip(names, row, strict=True)) for row in _converted(_values(table, written), conversions)
        ]
    return msgspec.json.encode(rows).decode()


def _columns(table: Table, kind: type[Change]) -> Sequence[Column[Any]]:
    return [*(table.primary_key if kind is Remove else table.columns)]


def _as_sqlalchemy_error(error: psycopg.Error) -> Exception:
    """Return an error of the driver in SQLAlchemy's form, whose class tells a lost connection from a fault.

    The error's context is left out: it shows the row, and the text appears in the status.
    """
    copied = type(error)(error.diag.message_primary or str(error))
    return exc.DBAPIError.instance(None, None, copied, psycopg.Error, hide_parameters=True)


def _values(table: Table, written: Change) -> Sequence[Values]:
    """Return rows or keys as tuples in the order of the columns."""
    if isinstance(written, Add):
        return written.rows
    rows, names = _rows(written), [column.name for column in _columns(table, type(written))]
    # A getter of one name returns no tuple.
    return [*map(itemgetter(*names), rows)] if len(names) > 1 else [(row[names[0]],) for row in rows]


def _converted(rows: Sequence[Values], conversions: Mapping[int, _Convert]) -> Iterator[Values]:
    """Return rows with the values of some columns converted for the driver."""
    if not conversions:
        return iter(rows)
    # Column by column, which saves a call for each value that needs no conversion.
    columns: list[Iterable[Any]] = [*zip(*rows, strict=True)]
    for number, convert in conversions.items():
        columns[number] = _converted_column(columns[number], convert)
    return zip(*columns, strict=True)


def _converted_column(values: Iterable[Any], convert: _Convert) -> Iterator[Any]:
    """Yield converted values; an object that is repeated in succession is converted once."""
    before = after = _NO_VALUE
    for value in values:
        if value is not before:
            before, after = value, convert(value)
        yield after


@cache
def _for_sqlite(table: Table) -> Mapping[int, _Convert]:
    return _conversions(table.columns, _SQLITE)


@cache
def _for_copy(table: Table) -> Mapping[int, _Convert]:
    return _conversions(table.columns, _POSTGRES)


@cache
def _for_json(table: Table, kind: type[Change]) -> Mapping[int, _Convert]:
    columns = _columns(table, kind)
    kinds = {number: column.type for number, column in enumerate(columns)}
    found = {
        number: convert
        for number, convert in _conversions(columns, _POSTGRES).items()
        if not isinstance(kinds[number], JSON)
    }
    return found | {n: _hexadecimal for n, kind in kinds.items() if isinstance(kind, LargeBinary)}


def _conversions(columns: Iterable[Column[Any]], dialect: Dialect) -> dict[int, _Convert]:
    """Return the converters to driver values, by column number, of the columns that need one."""
    found = (column.type.dialect_impl(dialect).bind_processor(dialect) for column in columns)
    return {number: convert for number, convert in enumerate(found) if convert is not None}


def _hexadecimal(value: bytes | None) -> str | None:
    return None if value is None else rf"\x{value.hex()}"


@cache
def _copying(table: Table) -> tuple[sql.Composed, list[str]]:
    columns = sql.SQL(", ").join(sql.Identifier(column.name) for column in table.columns)
    # Binary, because writing numbers and ids as text and parsing them takes a quarter longer.
    statement = sql.SQL("COPY {} ({}) FROM STDIN (FORMAT BINARY)").format(sql.Identifier(table.name), columns)
    return statement, [column.type.compile(_POSTGRES).lower() for column in table.columns]


@cache
def _merging(table: Table, kind: type[Change]) -> str:
    """Return the PostgreSQL statement for a change whose rows are given as JSON."""
    names = table.columns.keys()
    rows = cast(bindparam("rows", type_=Text), JSON)
    given = func.json_populate_recordset(literal_column(f"NULL::{table.name}"), rows).table_valued(*names)
    statement: Executable
    if issubclass(kind, Remove):
        statement = delete(table).where(and_(*(key == given.c[key.name] for key in table.primary_key)))
    else:
        statement = _on_conflict(postgresql.insert(table).from_select(names, select(given)), table, kind)
    return str(statement.compile(dialect=_POSTGRES))


@cache
def _inserting(table: Table, kind: type[_Written], rows: int) -> str:
    """Return the SQLite statement for some rows, with a parameter for each column in the columns' order."""
    statement = str(_on_conflict(sqlite.insert(table), table, kind).compile(dialect=_SQLITE))
    one = f"({', '.join('?' * len(table.columns))})"
    return statement.replace(one, ", ".join([one] * rows), 1)


def _on_conflict(new: _Insert, table: Table, kind: type[Change]) -> _Insert:
    """Return an insertion that updates the existing row where there may be one."""
    if issubclass(kind, Add):
        return new
    more = issubclass(kind, Increase)
    changed = {
        column.name: column + new.excluded[column.name] if more else new.excluded[column.name]
        for column in table.columns
        if not column.primary_key
    }
    return new.on_conflict_do_update(index_elements=table.primary_key.columns, set_=changed)


@cache
def _removal(table: Table) -> Delete:
    # The parameters of a delete may not have the names of its columns.
    return delete(table).where(
        and_(*(column == bindparam(f"of_{column.name}") for column in table.primary_key.columns))
    )

"""Writes row changes to the database, each by one statement or one stream, however many rows it has."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from operator import itemgetter
from typing import Any, Final, TypeVar

import msgspec
import psycopg
from psycopg import sql
from sqlalchemy import (
    JSON,
    Connection,
    Delete,
    Dialect,
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

from projections.engine.projection import Add, Change, Increase, Put, Remove, Row, Tables, Values

_Written = Add | Put | Increase
_Insert = TypeVar("_Insert", postgresql.Insert, sqlite.Insert)
_Convert = Callable[[Any], Any]
_POSTGRES: Final = psycopg_of_sqlalchemy.dialect()  # type: ignore[no-untyped-call]
_SQLITE: Final = sqlite.dialect()
_NO_VALUE: Final[Any] = object()


def change(connection: Connection, tables: Tables, changes: Iterable[Change]) -> None:
    """Apply row changes in their order."""
    write = _in_postgres if connection.dialect.name == "postgresql" else _in_sqlite
    for written in changes:
        table = tables[written.table]
        if isinstance(written, Remove):
            if written.keys:
                of = [{f"of_{name}": value for name, value in key.items()} for key in written.keys]
                connection.execute(_removal(table), of)
        elif written.rows:
            write(connection, table, written)


def _in_sqlite(connection: Connection, table: Table, written: _Written) -> None:
    rows = [*_converted(_values(table, written), _for_sqlite(table))]
    connection.exec_driver_sql(_inserting(table, type(written)), rows)


def _in_postgres(connection: Connection, table: Table, written: _Written) -> None:
    if isinstance(written, Add):
        _copy(connection, table, written.rows)
        return
    # One statement for all rows, because one for each row takes three times as long.
    rows: Sequence[Row] = written.rows
    if conversions := _for_json(table):
        names = table.columns.keys()
        converted = _converted(_values(table, written), conversions)
        rows = [dict(zip(names, row, strict=True)) for row in converted]
    connection.execute(_merging(table, type(written)), {"rows": msgspec.json.encode(rows).decode()})


def _copy(connection: Connection, table: Table, rows: Sequence[Values]) -> None:
    driver: Any = connection.connection.driver_connection
    statement, types = _copying(table)
    try:
        with driver.cursor() as cursor, cursor.copy(statement) as copy:
            copy.set_types(types)
            for row in _converted(rows, _for_copy(table)):
                copy.write_row(row)
    except psycopg.Error as error:
        raise _as_sqlalchemy_error(error) from None


def _as_sqlalchemy_error(error: psycopg.Error) -> Exception:
    """Return an error of a COPY in SQLAlchemy's form, whose class tells a lost connection from a fault.

    The error's context is left out: it shows the row, and the text appears in the status.
    """
    copied = type(error)(error.diag.message_primary or str(error))
    return exc.DBAPIError.instance(None, None, copied, psycopg.Error, hide_parameters=True)


def _values(table: Table, written: _Written) -> Sequence[Values]:
    if isinstance(written, Add):
        return written.rows
    in_order = itemgetter(*table.columns.keys())
    return [in_order(row) for row in written.rows]


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
    return _conversions(table, _SQLITE)


@cache
def _for_copy(table: Table) -> Mapping[int, _Convert]:
    return _conversions(table, _POSTGRES)


@cache
def _for_json(table: Table) -> Mapping[int, _Convert]:
    kinds = {number: column.type for number, column in enumerate(table.columns)}
    found = {
        number: convert for number, convert in _for_copy(table).items() if not isinstance(kinds[number], JSON)
    }
    return found | {n: _hexadecimal for n, kind in kinds.items() if isinstance(kind, LargeBinary)}


def _conversions(table: Table, dialect: Dialect) -> dict[int, _Convert]:
    """Return the converters to driver values, by column number, of the columns that need one."""
    found = (column.type.dialect_impl(dialect).bind_processor(dialect) for column in table.columns)
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
def _merging(table: Table, kind: type[Put | Increase]) -> postgresql.Insert:
    names = table.columns.keys()
    rows = cast(bindparam("rows", type_=Text), JSON)
    given = func.json_populate_recordset(literal_column(f"NULL::{table.name}"), rows).table_valued(*names)
    return _merged(postgresql.insert(table).from_select(names, select(given)), table, kind)


@cache
def _inserting(table: Table, kind: type[_Written]) -> str:
    new = sqlite.insert(table)
    statement = new if issubclass(kind, Add) else _merged(new, table, kind)
    # The statement has one parameter for each column, in the columns' order.
    return str(statement.compile(dialect=_SQLITE))


def _merged(new: _Insert, table: Table, kind: type[Put | Increase]) -> _Insert:
    """Return an insertion that updates the existing row where there is one."""
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

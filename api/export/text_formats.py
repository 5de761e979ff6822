"""Writes sheets as text: CSV (RFC 4180, lines end with LF), or NDJSON with one JSON object a line.

Both formats write moments in ISO 8601 in UTC to the microsecond (2026-04-01T12:00:00.000000Z), days as in
2026-04-01, and truth values as true or false. A missing value is an empty field in CSV, which no other value
is, and null in NDJSON. A JSON value is text in CSV, and a nested value in NDJSON.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, datetime
from functools import lru_cache
from typing import Any, BinaryIO, Final, Protocol

import orjson

from api.export import Format
from api.export.parquet import ParquetWriter, pyarrow
from application.export.sheets import ColumnType, Page, Sheet


class Writer(Protocol):
    """Writes a sheet, page by page."""

    def write(self, page: Page) -> None:
        """Write a page of rows."""

    def close(self) -> None:
        """Write buffered rows; the file stays open."""


def check_available(format_: Format) -> None:
    """Raise ExportFailed if a package that the format requires is not installed."""
    if format_ is Format.PARQUET:
        pyarrow()


def writer_of(format_: Format, sheet: Sheet, file: BinaryIO, about: Mapping[str, Any]) -> Writer:
    """Return a writer of a sheet to a file; raises ExportFailed if a package is not installed.

    `about` is what the export says of itself, in formats that have a place for it.
    """
    match format_:
        case Format.PARQUET:
            return ParquetWriter(sheet, file, about)
        case Format.CSV:
            return _Csv(sheet, file)
        case Format.NDJSON:
            return _Ndjson(sheet, file)


# Many rows share a moment.
@lru_cache(64)
def _moment(value: datetime) -> str:
    return value.replace(tzinfo=None).isoformat(timespec="microseconds") + "Z"


Converter = Callable[[Any], Any]

_IN_CSV: Final[Mapping[ColumnType, Converter]] = {
    ColumnType.TRUTH: lambda value: "true" if value else "false",
    ColumnType.MOMENT: _moment,
    ColumnType.DAY: date.isoformat,
    ColumnType.JSON: bytes.decode,
}
_IN_JSON: Final[Mapping[ColumnType, Converter]] = {
    ColumnType.MOMENT: _moment,
    ColumnType.DAY: date.isoformat,
    ColumnType.JSON: orjson.Fragment,
}
"""Converters of values by kind; values of other kinds are written unchanged."""


def _converted(sheet: Sheet, page: Page, converters: Mapping[ColumnType, Converter]) -> Page:
    return [
        values
        if (convert := converters.get(column.kind)) is None
        else [None if value is None else convert(value) for value in values]
        for column, values in zip(sheet.columns, page, strict=True)
    ]


class _Csv:
    def __init__(self, sheet: Sheet, file: BinaryIO) -> None:
        self._sheet = sheet
        self._file = file
        self._write([[column.name for column in sheet.columns]])

    def write(self, page: Page) -> None:
        self._write(zip(*_converted(self._sheet, page, _IN_CSV), strict=True))

    def close(self) -> None:
        """Do nothing: no rows are buffered."""

    def _write(self, rows: Iterable[Sequence[Any]]) -> None:
        text = io.StringIO(newline="")
        csv.writer(text, lineterminator="\n").writerows(rows)
        self._file.write(text.getvalue().encode())


class _Ndjson:
    def __init__(self, sheet: Sheet, file: BinaryIO) -> None:
        self._sheet = sheet
        self._file = file
        self._names = [column.name for column in sheet.columns]

    def write(self, page: Page) -> None:
        rows = zip(*_converted(self._sheet, page, _IN_JSON), strict=True)
        self._file.writelines(
            orjson.dumps(dict(zip(self._names, row, strict=True)), option=orjson.OPT_APPEND_NEWLINE)
            for row in rows
        )

    def close(self) -> None:
        """Do nothing: no rows are buffered."""

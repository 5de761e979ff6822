"""Writes sheets down as text: comma-separated values (RFC 4180, lines end with LF), or a JSON object a line.

Both use the same words: moments are ISO 8601 in UTC to the microsecond, as in 2026-04-01T12:00:00.000000Z,
days are as in 2026-04-01, and truth is true or false. What is missing is an empty field in CSV, which nothing
else is, and null in an object. JSON is a text in CSV, and itself in an object.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, datetime
from functools import lru_cache
from typing import Any, BinaryIO, Final, Protocol

import orjson

from api.exporting import Format
from api.exporting.parquet import ParquetWriter, pyarrow
from application.exporting import Kind, Page, Sheet


class Writer(Protocol):
    """Writes a sheet, page by page."""

    def write(self, page: Page) -> None:
        """Write some rows."""

    def close(self) -> None:
        """Write what has been kept back; the file stays open."""


def make_sure_of(format_: Format) -> None:
    """Raise ExportFailed where what a format takes is not installed."""
    if format_ is Format.PARQUET:
        pyarrow()


def writer_of(format_: Format, sheet: Sheet, file: BinaryIO) -> Writer:
    """Return what writes a sheet to a file; raises ExportFailed where it takes what is not installed."""
    match format_:
        case Format.PARQUET:
            return ParquetWriter(sheet, file)
        case Format.CSV:
            return _Csv(sheet, file)
        case Format.NDJSON:
            return _Ndjson(sheet, file)


# Many rows are of the same moment.
@lru_cache(64)
def _moment(value: datetime) -> str:
    return value.replace(tzinfo=None).isoformat(timespec="microseconds") + "Z"


Said = Callable[[Any], Any]

_IN_CSV: Final[Mapping[Kind, Said]] = {
    Kind.TRUTH: lambda value: "true" if value else "false",
    Kind.MOMENT: _moment,
    Kind.DAY: date.isoformat,
    Kind.JSON: bytes.decode,
}
_IN_JSON: Final[Mapping[Kind, Said]] = {
    Kind.MOMENT: _moment,
    Kind.DAY: date.isoformat,
    Kind.JSON: orjson.Fragment,
}
"""How values of some kinds are said; the others say themselves."""


def _said(sheet: Sheet, page: Page, ways: Mapping[Kind, Said]) -> Page:
    return [
        values
        if (say := ways.get(column.kind)) is None
        else [None if value is None else say(value) for value in values]
        for column, values in zip(sheet.columns, page, strict=True)
    ]


class _Csv:
    def __init__(self, sheet: Sheet, file: BinaryIO) -> None:
        self._sheet = sheet
        self._file = file
        self._write([[column.name for column in sheet.columns]])

    def write(self, page: Page) -> None:
        self._write(zip(*_said(self._sheet, page, _IN_CSV), strict=True))

    def close(self) -> None:
        """Nothing was kept back."""

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
        rows = zip(*_said(self._sheet, page, _IN_JSON), strict=True)
        self._file.writelines(
            orjson.dumps(dict(zip(self._names, row, strict=True)), option=orjson.OPT_APPEND_NEWLINE)
            for row in rows
        )

    def close(self) -> None:
        """Nothing was kept back."""

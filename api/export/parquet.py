"""Writes sheets as Parquet with pyarrow, which the extra `export` installs."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any, BinaryIO, Final

import orjson

from api.export import ExportFailed
from application.export.sheets import Column, ColumnType, Page, Sheet

ROW_GROUP_SIZE: Final = 65_536
"""Rows of a row group: enough to compress well, and few enough to collect in memory."""


METADATA: Final = "kibitz"
"""The key of the file's metadata under which the export describes itself, as JSON."""


def pyarrow() -> tuple[Any, Any]:
    """Return pyarrow and its Parquet module; raises ExportFailed if it is not installed."""
    try:
        return import_module("pyarrow"), import_module("pyarrow.parquet")
    except ModuleNotFoundError as error:
        if error.name is None or not error.name.startswith("pyarrow"):
            raise
        raise ExportFailed(
            "Parquet is written with pyarrow, which is not installed: install kibitz with its extra "
            "`export`, in a checkout with `uv sync --extra export`, or choose csv or ndjson"
        ) from error


class ParquetWriter:
    """Writes a sheet with typed columns, compressed with Zstandard, one row group at a time."""

    def __init__(self, sheet: Sheet, file: BinaryIO, about: Mapping[str, Any]) -> None:
        """Write the schema with the comments of the columns; `about` goes into the file's metadata."""
        pa, parquet = pyarrow()
        self._pa = pa
        told = {"name": sheet.name, "description": sheet.comment, "key": sheet.key, **about}
        self._schema = pa.schema(
            [
                pa.field(column.name, _type(pa, column), metadata={"description": column.comment})
                for column in sheet.columns
            ],
            metadata={METADATA: orjson.dumps(told)},
        )
        self._batches: list[Any] = []
        self._rows = 0
        words = [each.name for each in sheet.columns if each.kind is ColumnType.WORD]
        delta_encoded = [each.name for each in sheet.columns if each.kind in _DELTA_ENCODED]
        self._writer = parquet.ParquetWriter(
            file,
            self._schema,
            compression="zstd",
            use_dictionary=words,
            column_encoding=dict.fromkeys(delta_encoded, "DELTA_BINARY_PACKED"),
        )

    def write(self, page: Page) -> None:
        """Write a page of rows, or keep it until a row group is full."""
        pairs = zip(page, self._schema, strict=True)
        batch = self._pa.record_batch(
            [self._array(values, field.type) for values, field in pairs], schema=self._schema
        )
        self._batches.append(batch)
        self._rows += batch.num_rows
        if self._rows >= ROW_GROUP_SIZE:
            self._flush()

    def close(self) -> None:
        """Write the last rows and the footer of the file."""
        if self._rows:
            self._flush()
        self._writer.close()

    def _array(self, values: Any, kind: Any) -> Any:
        if isinstance(kind, self._pa.BaseExtensionType):
            return self._pa.ExtensionArray.from_storage(kind, self._pa.array(values, kind.storage_type))
        return self._pa.array(values, kind)

    def _flush(self) -> None:
        self._writer.write_table(self._pa.Table.from_batches(self._batches), row_group_size=self._rows)
        self._batches, self._rows = [], 0


_DELTA_ENCODED: Final = frozenset({ColumnType.INTEGER, ColumnType.MOMENT, ColumnType.DAY})
"""Kinds whose values are close to the value of the row before."""


def _type(pa: Any, column: Column) -> Any:
    match column.kind:
        case ColumnType.INTEGER:
            return pa.int64()
        case ColumnType.NUMBER:
            return pa.float64()
        case ColumnType.TRUTH:
            return pa.bool_()
        case ColumnType.TEXT | ColumnType.WORD:
            return pa.string()
        case ColumnType.MOMENT:
            return pa.timestamp("us", tz="UTC")
        case ColumnType.DAY:
            return pa.date32()
        case ColumnType.JSON:
            return pa.json_()

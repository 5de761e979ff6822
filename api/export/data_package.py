"""Describes the files of an export by a data package (https://datapackage.org, version 2.0)."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import orjson

from api.export import Format
from api.export.provenance import FORMAT, Provenance
from application.export.sheets import Column, ColumnType, Sheet

FILE_NAME: Final = "datapackage.json"
_PROFILES: Final = "https://datapackage.org/profiles/2.0"
_MEDIA_TYPES: Final = {
    Format.PARQUET: "application/vnd.apache.parquet",
    Format.CSV: "text/csv",
    Format.NDJSON: "application/x-ndjson",
}
_TYPES: Final = {
    ColumnType.INTEGER: "integer",
    ColumnType.NUMBER: "number",
    ColumnType.TRUTH: "boolean",
    ColumnType.TEXT: "string",
    ColumnType.WORD: "string",
    ColumnType.MOMENT: "datetime",
    ColumnType.DAY: "date",
    ColumnType.JSON: "object",
}


def data_package(
    folder: Path, format_: Format, sheets: Sequence[Sheet], provenance: Provenance, *, title: str
) -> bytes:
    """Return the description of the files in a folder, one for each sheet."""
    keys = {sheet.name: sheet.key for sheet in sheets}
    package = {
        "$schema": f"{_PROFILES}/datapackage.json",
        "name": "kibitz-statistics",
        "title": title,
        "kibitz": about(provenance),
        "resources": [_resource(folder, format_, sheet, keys) for sheet in sheets],
    }
    return orjson.dumps(package, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)


def about(provenance: Provenance) -> dict[str, Any]:
    """Return what an export says of itself: its format, and the state of the log that it shows."""
    told: dict[str, Any] = {
        "format": FORMAT,
        "read_models": dict(provenance.read_models),
        "publication": provenance.publication,
    }
    if provenance.as_of is not None:
        told["as_of"] = f"{provenance.as_of:%Y-%m-%dT%H:%M:%SZ}"
    if provenance.changed_from is not None:
        told["changed_from"] = provenance.changed_from.isoformat()
    return told


def _resource(
    folder: Path, format_: Format, sheet: Sheet, keys: Mapping[str, Sequence[str]]
) -> dict[str, Any]:
    path = folder / f"{sheet.name}.{format_}"
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    return {
        "$schema": f"{_PROFILES}/dataresource.json",
        "name": sheet.name,
        "type": "table",
        "path": path.name,
        "description": sheet.comment,
        "format": str(format_),
        "mediatype": _MEDIA_TYPES[format_],
        "encoding": "utf-8",
        "bytes": path.stat().st_size,
        "hash": f"sha256:{digest}",
        "schema": {
            "fields": [_field(column) for column in sheet.columns],
            "primaryKey": list(sheet.key),
            "foreignKeys": [
                {
                    "fields": list(each.columns),
                    "reference": {"resource": each.sheet, "fields": list(keys[each.sheet])},
                }
                for each in sheet.foreign_keys
                if each.sheet in keys
            ],
        },
    }


def _field(column: Column) -> dict[str, Any]:
    return {"name": column.name, "type": _TYPES[column.kind], "description": column.comment}

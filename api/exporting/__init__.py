"""Exports as files: how a sheet is written down, and how a file comes to be whole or not at all."""

from __future__ import annotations

from enum import StrEnum, unique


@unique
class Format(StrEnum):
    """How a sheet is written down; also what its file's name ends with."""

    PARQUET = "parquet"
    CSV = "csv"
    NDJSON = "ndjson"


class ExportFailed(Exception):
    """An export cannot be made as it was asked for; the message says what is in the way."""

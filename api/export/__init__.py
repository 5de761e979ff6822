"""Writes exports: the formats of sheets, and files that are written completely or not at all."""

from __future__ import annotations

from enum import StrEnum, unique


@unique
class Format(StrEnum):
    """The format of a sheet; also the suffix of its file's name."""

    PARQUET = "parquet"
    CSV = "csv"
    NDJSON = "ndjson"


class ExportFailed(Exception):
    """An export cannot be made as requested; the message gives the reason."""

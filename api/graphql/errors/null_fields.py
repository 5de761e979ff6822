"""The descriptions of fields that may fail apart from their objects, and then are null."""

from __future__ import annotations


def null_beside_error(condition: str = "it cannot be read") -> str:
    """Return the sentence on a field that is null only beside an error, in `errors`."""
    return f"Null beside an error, when {condition}."

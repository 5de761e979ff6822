"""Layout of SQL that is put together from parts."""

from __future__ import annotations

from typing import Final

BREAK: Final = "\v"
"""A line break in a part of a statement; the next line gets the indentation of the line of the part."""

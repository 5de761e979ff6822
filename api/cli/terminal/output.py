"""Output of commands: results on standard output, errors and notes on standard error."""

from __future__ import annotations

from datetime import UTC, datetime

from rich.console import Console
from rich.table import Table

console = Console()
error_console = Console(stderr=True)


def printable(text: str) -> str:
    """Return a text from elsewhere with escapes for characters that could control the terminal."""
    return "".join(each if each.isprintable() else ascii(each)[1:-1] for each in text)


def print_table(table: Table, *, empty: str) -> None:
    """Print a table, or a sentence if it has no rows."""
    if table.row_count:
        console.print(table)
    else:
        console.print(empty, highlight=False, markup=False, soft_wrap=True)


def print_error(text: str) -> None:
    """Print an error in one line on standard error."""
    # Some libraries give hints on lines of their own.
    line = printable(" ".join(text.split()))
    error_console.print(f"kibitz: {line}", style="red", highlight=False, markup=False, soft_wrap=True)


def print_note(text: str) -> None:
    """Print a note on standard error, so that the results can be piped."""
    error_console.print(text, highlight=False, markup=False, soft_wrap=True)


def moment_text(seconds: int) -> str:
    """Return a time in seconds since 1970 as people read it."""
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d %H:%M} UTC"

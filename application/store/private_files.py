"""Files that only their owner may read, whatever the umask and their earlier modes."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import Final

OWNER_ONLY: Final = 0o600
"""The mode of a private file."""

_OTHERS: Final = 0o077
_HAS_MODES: Final = os.name == "posix"
_BESIDE: Final = ("-wal", "-shm", "-journal")


def open_to_others(path: Path) -> bool:
    """Return whether users other than the owner may read, write or enter a path."""
    return _HAS_MODES and bool(stat.S_IMODE(path.stat().st_mode) & _OTHERS)


def make_private(path: Path) -> None:
    """Create an empty file that only its owner may read, or tighten the mode of an existing file.

    Raises OSError, for example for a file of another owner that others may read.
    """
    try:
        made = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY)
    except FileExistsError:
        _tighten(path)
        return
    try:
        if _HAS_MODES:
            os.fchmod(made, OWNER_ONLY)
    finally:
        os.close(made)


def make_database_private(path: Path) -> None:
    """Make a SQLite database and its side files private; a missing database is created as an empty file.

    SQLite gives side files that it creates later the mode of the database. Raises OSError.
    """
    make_private(path)
    for ending in _BESIDE:
        # SQLite creates and removes these at any moment, and only SQLite may create them.
        with suppress(FileNotFoundError):
            _tighten(path.with_name(path.name + ending))


def remove_database(path: Path) -> None:
    """Remove a SQLite database and its side files, as far as they exist."""
    for ending in ("", *_BESIDE):
        path.with_name(path.name + ending).unlink(missing_ok=True)


def _tighten(path: Path) -> None:
    # By path: closing a descriptor of a database drops the locks that SQLite holds on it.
    if open_to_others(path):
        path.chmod(OWNER_ONLY)

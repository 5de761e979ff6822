"""The identity of a file, which tells an open file from another one that has taken its path."""

from __future__ import annotations

from pathlib import Path


def identity_at(path: Path) -> tuple[int, int] | None:
    """Return the device and inode of the file at a path, None if there is none."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino

"""Atomic files and folders: written under a temporary name in the same folder, then renamed."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex
from typing import BinaryIO, Final

from api.export import ExportFailed

PART: Final = ".part"
"""The suffix of an incomplete file; one that was left behind may be deleted."""

OWNER_MODE: Final = 0o600
DEFAULT_MODE: Final = 0o666


@contextmanager
def atomic_file(path: Path, *, replace: bool, mode: int = DEFAULT_MODE) -> Iterator[BinaryIO]:
    """Yield a file that takes its name when complete; an error or an interrupt leaves nothing behind.

    Raises ExportFailed if its name is taken and may not be replaced, or if it cannot be written.
    """
    with naming_errors(path):
        path = path.resolve()
        if path.exists() and not path.is_file():
            what = "a folder; give the name of a file in it" if path.is_dir() else "no regular file"
            raise ExportFailed(f"{path} is {what}")
        _refuse_existing(path, replace)
        part = _part(path)
        try:
            with synced_file(part, mode) as file:
                yield file
            _refuse_existing(path, replace)
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)


@contextmanager
def synced_file(path: Path, mode: int = DEFAULT_MODE) -> Iterator[BinaryIO]:
    """Yield a new file that is synced to disk before it is closed."""
    with open(path, "xb", opener=lambda name, flags: os.open(name, flags, mode)) as file:
        yield file
        file.flush()
        os.fsync(file.fileno())


@contextmanager
def atomic_folder(path: Path, *, replace: bool, known: Collection[str]) -> Iterator[Path]:
    """Yield a folder that takes its name when complete; an error or an interrupt leaves nothing behind.

    Only a folder that contains nothing but files with `known` names is replaced, so none may be lost that the
    new ones do not replace. Raises ExportFailed as `atomic_file` does.
    """
    with naming_errors(path):
        path = path.resolve()
        _refuse_folder(path, replace, known)
        part = _part(path)
        part.mkdir()
        try:
            yield part
            _refuse_folder(path, replace, known)
            if path.exists():
                old = path.rename(_part(path))
                part.rename(path)
                shutil.rmtree(old)
            else:
                part.rename(path)
        finally:
            shutil.rmtree(part, ignore_errors=True)


@contextmanager
def naming_errors(name: Path | str) -> Iterator[None]:
    """Raise ExportFailed, with the name and the reason, for a file that cannot be written."""
    try:
        yield
    except BrokenPipeError:
        # The reader stopped reading, which is not a failure.
        raise
    except OSError as error:
        reason = error.strerror or str(error)
        if error.errno == errno.ENOSPC:
            reason = "the disk is full"
        raise ExportFailed(f"{name} cannot be written: {reason}") from error


def _part(path: Path) -> Path:
    return path.with_name(f".{path.name}.{token_hex(4)}{PART}")


def _refuse_existing(path: Path, replace: bool) -> None:
    if path.exists() and not replace:
        raise ExportFailed(f"{path} exists; use --force to overwrite it")


def _refuse_folder(path: Path, replace: bool, known: Collection[str]) -> None:
    if not path.exists():
        return
    if not path.is_dir():
        raise ExportFailed(f"{path} is not a directory")
    others = sorted(each.name for each in path.iterdir() if each.name not in known or not each.is_file())
    if others:
        raise ExportFailed(f"{path} exists and contains other files, such as {others[0]}")
    if not replace and any(path.iterdir()):
        raise ExportFailed(f"{path} exists; use --force to overwrite it")

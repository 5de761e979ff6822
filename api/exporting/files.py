"""Files that are there when they are whole: written under another name beside their own, then renamed."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex
from typing import BinaryIO, Final

from api.exporting import ExportFailed

PART: Final = ".part"
"""What the name of a file ends with that is not whole; one that was left behind may be deleted."""

OWN: Final = 0o600
EVERYBODY: Final = 0o666


@contextmanager
def whole_file(path: Path, *, replace: bool, mode: int = EVERYBODY) -> Iterator[BinaryIO]:
    """Give a file that takes its name when all was written; an error, also an interrupt, leaves nothing.

    Raises ExportFailed when there is something under its name that must stay, and when it cannot be written.
    """
    with told(path):
        path = path.resolve()
        if path.exists() and not path.is_file():
            raise ExportFailed(f"{path} is not a file")
        _refuse_existing(path, replace)
        part = _part(path)
        try:
            with lasting(part, mode) as file:
                yield file
            _refuse_existing(path, replace)
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)


@contextmanager
def lasting(path: Path, mode: int = EVERYBODY) -> Iterator[BinaryIO]:
    """Give a new file that is on the disk when it is closed."""
    with open(path, "xb", opener=lambda name, flags: os.open(name, flags, mode)) as file:
        yield file
        file.flush()
        os.fsync(file.fileno())


@contextmanager
def whole_folder(path: Path, *, replace: bool, known: Collection[str]) -> Iterator[Path]:
    """Give a folder that takes its name when all was written; an error, also an interrupt, leaves nothing.

    Only a folder in which nothing is but files of `known` names is replaced. Raises ExportFailed as
    `whole_file` does.
    """
    with told(path):
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
def told(name: Path | str) -> Iterator[None]:
    """Name what cannot be written, with the reason; raises ExportFailed."""
    try:
        yield
    except BrokenPipeError:
        # Whoever reads has enough, which is no failure.
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
        raise ExportFailed(f"{path} exists; --force writes over it")


def _refuse_folder(path: Path, replace: bool, known: Collection[str]) -> None:
    if not path.exists():
        return
    if not path.is_dir():
        raise ExportFailed(f"{path} is not a directory")
    others = sorted(each.name for each in path.iterdir() if each.name not in known or not each.is_file())
    if others:
        raise ExportFailed(f"{path} exists and has other things in it, such as {others[0]}")
    if not replace and any(path.iterdir()):
        raise ExportFailed(f"{path} exists; --force writes over it")

"""The data directory of the embedded mode: the databases, the keys, and the lock that guards them."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from api.key_files import CannotStart, KeyFile
from application.store.private_files import OWNER_ONLY, make_private, open_to_others

__all__ = ["CannotStart", "DataDirectory"]

OWNER_ONLY_DIRECTORY = 0o700
_OUR_FILES = re.compile(r"(log|read)\.db(-wal|-shm|-journal)?|lock|(secret|log\.key)(-\w+)?")


class DataDirectory:
    """The directory in which a server without a database server keeps its databases and its keys."""

    def __init__(self, path: Path, *, existing: bool = False) -> None:
        """Create the directory unless it must exist; close one that holds only our files to others.

        Raises CannotStart.
        """
        self._path = path
        if existing and not path.is_dir():
            raise CannotStart(
                f"there is no data directory {path}: name the directory of the server (--data-dir), or set "
                "KIBITZ_SECRET to its secret and KIBITZ_LOG_KEY to its log key"
            )
        try:
            if not existing:
                _make_directory(path)
            if open_to_others(path) and _is_ours_alone(path):
                path.chmod(OWNER_ONLY_DIRECTORY)
        except OSError as error:
            raise CannotStart(f"the data directory {path} cannot be created: {error.strerror}") from error
        if not os.access(path, os.R_OK | os.W_OK | os.X_OK):
            raise CannotStart(f"the data directory {path} is not writable")

    @property
    def log(self) -> Path:
        """The database of the event log, the commands and the players."""
        return self._path / "log.db"

    @property
    def read(self) -> Path:
        """The database of the read models; it can be deleted and is rebuilt from the log."""
        return self._path / "read.db"

    @contextmanager
    def served(self) -> Iterator[None]:
        """Lock the directory for one server; raises CannotStart if another server holds it."""
        path = self._path / "lock"
        # Created here with its mode, because the mode that the library gives it depends on the umask.
        lock = FileLock(path, mode=OWNER_ONLY)
        try:
            make_private(path)
            lock.acquire(timeout=0)
        except Timeout as error:
            raise CannotStart(f"the data directory {self._path} is in use by another server") from error
        except OSError as error:
            raise CannotStart(
                f"the data directory {self._path} cannot be locked: {error.strerror}"
            ) from error
        try:
            yield
        finally:
            lock.release()

    @property
    def secret(self) -> KeyFile:
        """The secret that signs tokens."""
        return KeyFile(
            path=self._path / "secret",
            noun="secret",
            variable="KIBITZ_SECRET",
            remedy="delete it and issue new tokens",
        )

    @property
    def log_key(self) -> KeyFile:
        """The key that signs checkpoints of the log."""
        return KeyFile(
            path=self._path / "log.key",
            noun="log key",
            variable="KIBITZ_LOG_KEY",
            remedy="delete it, which begins a new epoch of the log",
        )


def _make_directory(path: Path) -> None:
    if path.exists():
        return
    path.mkdir(parents=True, exist_ok=True, mode=OWNER_ONLY_DIRECTORY)
    if os.name == "posix":
        path.chmod(OWNER_ONLY_DIRECTORY)


def _is_ours_alone(path: Path) -> bool:
    """Return whether the directory is ours and holds only our files; /tmp or a home keeps its mode."""
    return path.stat().st_uid == os.geteuid() and all(
        _OUR_FILES.fullmatch(each.name) for each in path.iterdir()
    )

"""The data directory of the embedded mode: the databases, the secret, and the lock that guards them."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import NamedTemporaryFile

from filelock import FileLock, Timeout

SECRET_BYTES = 32


class CannotStart(Exception):
    """The program cannot start as it was asked to; the message says what is in the way."""


class DataDirectory:
    """Where a server that has no database server keeps what it must not lose."""

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            path.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError as error:
            raise CannotStart(f"the data directory {path} cannot be made: {error.strerror}") from error
        if not os.access(path, os.R_OK | os.W_OK | os.X_OK):
            raise CannotStart(f"the data directory {path} may not be written to")

    @property
    def log(self) -> Path:
        """The database of the event log, the commands and the players."""
        return self._path / "log.db"

    @property
    def read(self) -> Path:
        """The database of the read models; it can be deleted and is made again from the log."""
        return self._path / "read.db"

    @contextmanager
    def served(self) -> Iterator[None]:
        """Hold the directory for one server; raises CannotStart when another one holds it."""
        lock = FileLock(self._path / "lock")
        try:
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

    def secret(self) -> str:
        """Return what tokens are signed with, made when it is first asked for."""
        path = self._path / "secret"
        try:
            if not path.exists():
                self._make_secret(path)
            secret = path.read_text().strip()
        except OSError as error:
            raise CannotStart(f"the secret {path} cannot be read or made: {error.strerror}") from error
        if len(secret) < 2 * SECRET_BYTES:
            raise CannotStart(f"the secret {path} is damaged; without it, all tokens must be given out anew")
        return secret

    def _make_secret(self, path: Path) -> None:
        with NamedTemporaryFile("w", dir=self._path, prefix="secret-") as file:
            file.write(secrets.token_hex(SECRET_BYTES))
            file.flush()
            os.fsync(file.fileno())
            # Linked when it is whole: whoever comes second finds the first one's, never half of it.
            with suppress(FileExistsError):
                os.link(file.name, path)

"""The data directory of the embedded mode: the databases, the secret, and the lock that guards them."""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import NamedTemporaryFile

from filelock import FileLock, Timeout

from application.private_files import OWNER_ONLY, make_private, open_to_others

SECRET_BYTES = 32
OWNER_ENTERS = 0o700
_OURS = re.compile(r"(log|read)\.db(-wal|-shm|-journal)?|lock|secret(-\w+)?")


class CannotStart(Exception):
    """The program cannot start as it was asked to; the message says what is in the way."""


class DataDirectory:
    """Where a server that has no database server keeps what it must not lose."""

    def __init__(self, path: Path, *, existing: bool = False) -> None:
        """Make the directory unless it must exist; one with nothing but our files is closed to others.

        Raises CannotStart.
        """
        self._path = path
        if existing and not path.is_dir():
            raise CannotStart(
                f"there is no data directory {path}: name the one of the server (--data-dir), or set "
                "KIBITZ_SECRET to its secret"
            )
        try:
            if not existing:
                _make_directory(path)
            if open_to_others(path) and _is_ours_alone(path):
                path.chmod(OWNER_ENTERS)
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
        path = self._path / "lock"
        # Made by us with its mode: how the library opens it depends on the umask.
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

    def secret(self, *, existing: bool = False) -> str:
        """Return what tokens are signed with, made when it is first asked for unless it must exist.

        Raises CannotStart, also for a secret that others than its owner may read.
        """
        path = self._path / "secret"
        try:
            if not path.exists():
                if existing:
                    raise CannotStart(
                        f"there is no secret in the data directory {self._path}: name the one of the server "
                        "(--data-dir), or set KIBITZ_SECRET to what the server has there"
                    )
                self._make_secret(path)
            if open_to_others(path):
                raise CannotStart(
                    f"the secret {path} can be read by others than its owner: chmod 600 it; if anybody may "
                    "have read it, delete it too, and give out all tokens anew"
                )
            secret = path.read_text().strip()
        except OSError as error:
            raise CannotStart(f"the secret {path} cannot be read or made: {error.strerror}") from error
        if len(secret) < 2 * SECRET_BYTES:
            raise CannotStart(f"the secret {path} is damaged; without it, all tokens must be given out anew")
        return secret

    def keep_secret(self, secret: str) -> None:
        """Keep a secret that was made elsewhere; raises CannotStart where there is another one."""
        path = self._path / "secret"
        if not path.exists():
            self._write_secret(path, secret)
        if self.secret() != secret:
            raise CannotStart(f"the secret {path} is another one than the backup's: move it away")

    def _make_secret(self, path: Path) -> None:
        self._write_secret(path, secrets.token_hex(SECRET_BYTES))

    def _write_secret(self, path: Path, secret: str) -> None:
        with NamedTemporaryFile("w", dir=self._path, prefix="secret-") as file:
            file.write(secret)
            file.flush()
            Path(file.name).chmod(OWNER_ONLY)
            os.fsync(file.fileno())
            # Linked when it is whole: whoever comes second finds the first one's, never half of it.
            with suppress(FileExistsError):
                os.link(file.name, path)


def _make_directory(path: Path) -> None:
    if path.exists():
        return
    path.mkdir(parents=True, exist_ok=True, mode=OWNER_ENTERS)
    if os.name == "posix":
        path.chmod(OWNER_ENTERS)


def _is_ours_alone(path: Path) -> bool:
    """Tell whether nobody else has a use for a directory: /tmp, or a home, keeps its mode."""
    return path.stat().st_uid == os.geteuid() and all(_OURS.fullmatch(each.name) for each in path.iterdir())

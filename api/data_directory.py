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

from application.store.private_files import OWNER_ONLY, make_private, open_to_others

SECRET_BYTES = 32
OWNER_ONLY_DIRECTORY = 0o700
_OUR_FILES = re.compile(r"(log|read)\.db(-wal|-shm|-journal)?|lock|secret(-\w+)?")


class CannotStart(Exception):
    """The program cannot start with these settings; the message gives the reason."""


class DataDirectory:
    """The directory in which a server without a database server keeps its databases and its secret."""

    def __init__(self, path: Path, *, existing: bool = False) -> None:
        """Create the directory unless it must exist; close one that holds only our files to others.

        Raises CannotStart.
        """
        self._path = path
        if existing and not path.is_dir():
            raise CannotStart(
                f"there is no data directory {path}: name the directory of the server (--data-dir), or set "
                "KIBITZ_SECRET to its secret"
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

    def secret(self, *, existing: bool = False) -> str:
        """Return the secret that signs tokens; create it on first use unless it must exist.

        Raises CannotStart, also if users other than its owner may read the secret.
        """
        path = self._path / "secret"
        try:
            if not path.exists():
                if existing:
                    raise CannotStart(
                        f"there is no secret in the data directory {self._path}: name the directory of the "
                        "server (--data-dir), or set KIBITZ_SECRET to its secret"
                    )
                self._make_secret(path)
            if open_to_others(path):
                raise CannotStart(
                    f"other users can read the secret {path}: run `chmod 600`; if they may have read it, "
                    "delete it and issue new tokens"
                )
            secret = path.read_text().strip()
        except OSError as error:
            raise CannotStart(f"the secret {path} cannot be read or created: {error.strerror}") from error
        if len(secret) < 2 * SECRET_BYTES:
            raise CannotStart(f"the secret {path} is damaged: delete it, and issue new tokens")
        return secret

    def keep_secret(self, secret: str) -> None:
        """Store a secret that was made elsewhere; raises CannotStart if there is a different one."""
        path = self._path / "secret"
        if not path.exists():
            self._write_secret(path, secret)
        if self.secret() != secret:
            raise CannotStart(f"the secret {path} differs from the backup's: move it away")

    def _make_secret(self, path: Path) -> None:
        self._write_secret(path, secrets.token_hex(SECRET_BYTES))

    def _write_secret(self, path: Path, secret: str) -> None:
        with NamedTemporaryFile("w", dir=self._path, prefix="secret-") as file:
            file.write(secret)
            file.flush()
            Path(file.name).chmod(OWNER_ONLY)
            os.fsync(file.fileno())
            # Linked when complete: a concurrent process finds the whole secret of the first.
            with suppress(FileExistsError):
                os.link(file.name, path)


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

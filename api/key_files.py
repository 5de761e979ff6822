"""Private texts of a server in its data directory: created once, and readable by their owner alone."""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import NamedTemporaryFile

from application.store.private_files import OWNER_ONLY, open_to_others

KEY_BYTES = 32


class CannotStart(Exception):
    """The program cannot start with these settings; the message gives the reason."""


@dataclass(frozen=True, kw_only=True)
class KeyFile:
    """A file with a private text, at least 64 characters long."""

    path: Path
    noun: str
    """A word for the text, for messages: `secret`."""
    variable: str
    """The environment variable that may have the text instead."""
    remedy: str
    """The remedy for a text that others may have read, or that is damaged."""

    def text(self, *, existing: bool = False) -> str:
        """Return the text; create it on first use unless it must exist.

        Raises CannotStart, also if users other than its owner may read the file.
        """
        path, noun = self.path, self.noun
        try:
            if not path.exists():
                if existing:
                    raise CannotStart(
                        f"there is no {noun} in the data directory {path.parent}: name the directory of the "
                        f"server (--data-dir), or set {self.variable} to its {noun}"
                    )
                self._write(secrets.token_hex(KEY_BYTES))
            if open_to_others(path):
                raise CannotStart(
                    f"other users can read the {noun} {path}: run `chmod 600`; if they may have read it, "
                    f"{self.remedy}"
                )
            text = path.read_text().strip()
        except OSError as error:
            raise CannotStart(f"the {noun} {path} cannot be read or created: {error.strerror}") from error
        if len(text) < 2 * KEY_BYTES:
            raise CannotStart(f"the {noun} {path} is damaged: {self.remedy}")
        return text

    def keep(self, text: str) -> None:
        """Store a text that was made elsewhere; raises CannotStart if there is a different one."""
        if not self.path.exists():
            self._write(text)
        if self.text() != text:
            raise CannotStart(f"the {self.noun} {self.path} differs from the backup's: move it away")

    def _write(self, text: str) -> None:
        with NamedTemporaryFile("w", dir=self.path.parent, prefix=f"{self.path.name}-") as file:
            file.write(text)
            file.flush()
            Path(file.name).chmod(OWNER_ONLY)
            os.fsync(file.fileno())
            # Linked when complete: a concurrent process finds the whole text of the first.
            with suppress(FileExistsError):
                os.link(file.name, self.path)

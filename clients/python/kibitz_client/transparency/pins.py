"""The pins of a client: the newest checkpoint of each log, and the heads of the games that it has seen."""

from __future__ import annotations

import asyncio
from pathlib import Path
from threading import Lock
from typing import Final

import httpx
from filelock import FileLock

from kibitz_client.transparency.checkpoints import Checkpoint, open_checkpoint
from kibitz_client.transparency.merged_pins import merged_pins
from kibitz_client.transparency.pins_file import (
    KeptHead,
    KeptLog,
    KeptServer,
    Servers,
    content_of,
    read_pins,
    write_content,
)
from kibitz_client.transparency.records import GameHead
from kibitz_client.transparency.signed_notes import VerifierKey

LOCK_TIMEOUT: Final = 10.0
"""Seconds to wait for another program that writes the file."""


class CheckpointPins:
    """Pins by the address of the server and the log's verifier key, in a file or in memory.

    Several programs may share a file: each `save` merges it with the pins in memory. Raises PinsDamaged for
    a file that cannot be relied on, and OSError for one that cannot be read.
    """

    def __init__(self, path: Path | str | None = None) -> None:
        """Read the pins of a file, which need not exist; without a path they are in memory alone."""
        self.path = None if path is None else Path(path)
        self._servers: Servers = {} if self.path is None else read_pins(self.path)
        self._shown: set[str] = set()
        """The addresses whose newest key was kept since the last save."""
        self._saving, self._changing = Lock(), Lock()
        self.comparing = asyncio.Lock()
        """Held while a log is compared: an answer that was overtaken by a newer one looks like a loss."""

    def newest(self, url: str) -> str | None:
        """Return the verifier key that a server showed last; None for a new server."""
        found = self._servers.get(_address(url))
        return None if found is None else found.newest

    def keys(self, url: str) -> tuple[str, ...]:
        """Return all verifier keys that a server has shown, the oldest first."""
        found = self._servers.get(_address(url))
        return () if found is None else tuple(found.logs)

    def checkpoint(self, url: str, key: str) -> Checkpoint | None:
        """Return the pinned checkpoint of a server's log; None if none is pinned."""
        note = self._log(url, key).note
        return None if note is None else open_checkpoint(note, VerifierKey(key))

    def head(self, url: str, key: str, game: str) -> GameHead | None:
        """Return the latest head of a game that was kept under a key; None if none was."""
        found = self._log(url, key).games.get(game)
        return None if found is None else GameHead(found.version, bytes.fromhex(found.head))

    def keep_checkpoint(self, url: str, key: str, note: str | None) -> None:
        """Pin a checkpoint, and make its log the newest of the server; None for a log that has none yet."""
        address = _address(url)
        with self._changing:
            server = self._servers.setdefault(address, KeptServer(key, {}))
            server.newest = key
            log = server.logs.setdefault(key, KeptLog())
            log.note = note or log.note
            self._shown.add(address)

    def keep_head(self, url: str, key: str, game: str, head: GameHead) -> None:
        """Keep the head of a game, unless a later one is kept; the log must have been kept before."""
        with self._changing:
            games = self._servers[_address(url)].logs[key].games
            kept = games.get(game)
            if kept is None or kept.version < head.version:
                games[game] = KeptHead(head.version, head.head.hex())

    def save(self) -> None:
        """Merge the pins with those of the file, if there is one; raises OSError and PinsDamaged."""
        path = self.path
        if path is None:
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        with self._saving, FileLock(path.with_name(f"{path.name}.lock"), timeout=LOCK_TIMEOUT):
            kept = read_pins(path)
            with self._changing:
                self._servers = merged_pins(kept, self._servers, self._shown)
                self._shown = set()
                content = content_of(self._servers)
            write_content(path, content)

    def _log(self, url: str, key: str) -> KeptLog:
        found = self._servers.get(_address(url))
        return KeptLog() if found is None else found.logs.get(key, KeptLog())


def _address(url: str) -> str:
    """Return the address of a server without what may be secret or vary."""
    return str(httpx.URL(url).copy_with(userinfo=b"", query=None, fragment=None))

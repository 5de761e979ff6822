"""The file format of pins: what a client keeps of the logs of servers."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Final

import msgspec
from msgspec import Struct, field

from kibitz_client.errors import PinsDamaged
from kibitz_client.transparency.checkpoints import open_checkpoint
from kibitz_client.transparency.signed_notes import InvalidNote, VerifierKey

FORMAT: Final = "kibitz/pins/v1"


class KeptHead(Struct, forbid_unknown_fields=True):
    """The latest head of a game that a client has computed, in hexadecimal."""

    version: int
    head: str


class KeptLog(Struct, forbid_unknown_fields=True):
    """The pins of a log under one key, which is that of an epoch."""

    note: str | None = None
    """The note of the newest checkpoint; None before the first."""
    games: dict[str, KeptHead] = field(default_factory=dict)


class KeptServer(Struct, forbid_unknown_fields=True):
    """The logs of a server by their verifier keys."""

    newest: str
    """The key that the server showed last."""
    logs: dict[str, KeptLog]


Servers = dict[str, KeptServer]
"""The servers by their addresses."""


class _File(Struct, forbid_unknown_fields=True):
    format: str
    servers: Servers
    sha256: str
    """A checksum: a damaged head must not look like a game that was changed."""


def read_pins(path: Path) -> Servers:
    """Read a file of pins; empty if there is none. Raises PinsDamaged, and OSError if it cannot be read."""
    try:
        found = msgspec.json.decode(path.read_bytes(), type=_File)
    except FileNotFoundError:
        return {}
    except msgspec.MsgspecError as error:
        raise PinsDamaged(path, str(error)) from error
    if found.format != FORMAT:
        raise PinsDamaged(path, f"its format is {found.format!r}, not {FORMAT!r}")
    if found.sha256 != _checksum(found.servers):
        raise PinsDamaged(path, "its checksum is wrong")
    try:
        for server in found.servers.values():
            _check(server)
    except InvalidNote as error:
        raise PinsDamaged(path, str(error)) from error
    return found.servers


def content_of(servers: Servers) -> bytes:
    """Return the content of a file of pins."""
    content = msgspec.json.encode(_File(FORMAT, servers, _checksum(servers)))
    return msgspec.json.format(content, indent=1) + b"\n"


def write_content(path: Path, content: bytes) -> None:
    """Replace a file of pins, all at once; raises OSError."""
    with NamedTemporaryFile(dir=path.parent, prefix=f"{path.name}.", delete=False) as file:
        try:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
            file.close()
            os.replace(file.name, path)
        except BaseException:
            with suppress(FileNotFoundError):
                os.unlink(file.name)
            raise


def _check(server: KeptServer) -> None:
    if server.newest not in server.logs:
        raise InvalidNote("the newest key of a server has no log")
    for key, log in server.logs.items():
        if log.note is not None:
            open_checkpoint(log.note, VerifierKey(key))
        for head in log.games.values():
            if head.version < 0 or not re.fullmatch("[0-9a-f]{64}", head.head):
                raise InvalidNote("a head is malformed")


def _checksum(servers: Servers) -> str:
    return sha256(msgspec.json.encode(servers)).hexdigest()

"""Messages between the server and its projector process: one JSON value a line, through two pipes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec import Struct

from application.codec import Position
from projections.engine.running.runner_state import RunnerState


class Start(Struct, frozen=True, kw_only=True):
    """The first message to the process: the databases."""

    log: str = ""
    """The path of the embedded log."""
    read: str = ""
    """The path of the embedded read database."""
    database_url: str | None = None
    """The PostgreSQL database, in place of the embedded ones."""


class Wake(Struct, frozen=True):
    """The log has grown; or a caller of the server waits for a position, so that no events must gather."""

    requested: Position = 0


_ENCODER: Final = msgspec.json.Encoder()
_STARTS: Final = msgspec.json.Decoder(Start)
_WAKES: Final = msgspec.json.Decoder(Wake)
_REPORTS: Final = msgspec.json.Decoder(list[RunnerState])


def encode(message: Start | Wake | Sequence[RunnerState]) -> bytes:
    """Return the line of a message."""
    return _ENCODER.encode(message) + b"\n"


def decode_start(line: bytes) -> Start:
    """Return the first message; raises msgspec.DecodeError."""
    return _STARTS.decode(line)


def decode_wake(line: bytes) -> Wake:
    """Return a later message to the process; raises msgspec.DecodeError."""
    return _WAKES.decode(line)


def decode_report(line: bytes) -> list[RunnerState]:
    """Return the states that the process reports; raises msgspec.DecodeError."""
    return _REPORTS.decode(line)

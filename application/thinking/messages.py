"""Messages between the server and its workers: a length of four bytes, then a pickled value.

Requests hold values of all variants' rules, for which there is no codec; only the two processes write into
the pipes.
"""

from __future__ import annotations

import pickle
from typing import BinaryIO, Final

from msgspec import Struct

from application.thinking.machine_choice import MachineChoice, ReviewRequest
from domain.commands import Move
from domain.machine.thinking.decision_review import DecisionReview

LENGTH_BYTES: Final = 4


Request = MachineChoice | ReviewRequest
"""A request to a worker."""


class Made(Struct, frozen=True):
    """The answer of a worker."""

    result: Move | DecisionReview | None
    """The move or the review; None if the machine player failed."""
    seconds: float
    """The processor time that it took."""


def frame(message: Request | Made) -> bytes:
    """Return a message with its length in front."""
    body = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    return len(body).to_bytes(LENGTH_BYTES) + body


def size_of(pipe: BinaryIO) -> int | None:
    """Read the length of the next message; None at the end of the pipe."""
    length = pipe.read(LENGTH_BYTES)
    return int.from_bytes(length) if len(length) == LENGTH_BYTES else None

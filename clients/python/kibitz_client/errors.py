"""Exceptions of the client.

ClientError
├── Refused            the server refused a command; nothing has changed
├── Fault              the server could not process a request
│   └── Unauthenticated    the token is missing, invalid or expired
├── Unreachable        the server did not answer before the retry timeout
├── CannotPlay         there is no seat to play: the game is full, or the machine plays your seat
├── PlayerLoadError    a custom player could not be loaded by its name
├── PlayerFailed       a custom player raised, or returned something other than a legal move
├── PinsDamaged        the file of pinned checkpoints cannot be relied on
└── LogAlarm           the server contradicts what it has signed or shown before
    ├── LogForged          a checkpoint is not signed as it should be
    ├── HistoryChanged     the log is not a continuation of a checkpoint that was signed
    └── GameChanged        a game is not as it was shown, or not as it was proven
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec

from kibitz_client.schema.faults import RETRYABLE, FaultCode

if TYPE_CHECKING:
    from kibitz_client.interfaces import Refusal
    from kibitz_client.schema.enums import RefusalCode
    from kibitz_client.views import View

TRANSIENT: Final = RETRYABLE - {FaultCode.INTERNAL, FaultCode.NOT_UP_TO_DATE}
"""Faults after which the client repeats a request. The two left out may occur again each time."""


class ClientError(Exception):
    """Parent of all exceptions of the client."""


class Refused(ClientError):
    """The server refused a command; nothing has changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.code}: {refusal.message}")
        self.refusal = refusal
        """The refusal with its data, as typed in the schema."""

    @property
    def code(self) -> RefusalCode:
        """The stable code of the refusal."""
        return self.refusal.code


class Fault(ClientError):
    """The server answered a request with an error."""

    def __init__(self, message: str, code: str | None = None, retry_after: float = 0.0) -> None:
        super().__init__(message)
        self.code = None if code is None else FaultCode(code)
        """The stable code of the fault; None if it was not a Kibitz server that answered."""
        self.retry_after = retry_after
        """Seconds that the server asks to wait before the next attempt."""

    @property
    def transient(self) -> bool:
        """True if the request can be repeated without a change."""
        return self.code in TRANSIENT


class Unauthenticated(Fault):
    """The token is missing, invalid or expired. Sign in, and connect again."""

    def __init__(self, message: str) -> None:
        super().__init__(message, FaultCode.UNAUTHENTICATED)


class Unreachable(ClientError):
    """The server did not answer before the retry timeout."""

    def __init__(self, url: str, reason: object) -> None:
        super().__init__(f"no server answers at {url}: {reason}")
        self.url = url


class CannotPlay(ClientError):
    """There is no seat to play."""


class PlayerLoadError(ClientError):
    """A custom player could not be loaded by its name."""

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(f"{name!r} is not a player: {reason}")
        self.name = name


class PlayerFailed(ClientError):
    """A custom player did not return a legal move; no move was made."""

    def __init__(self, name: str, view: View, reason: str, move: object = None) -> None:
        view_json = msgspec.json.encode(view).decode()
        super().__init__(
            f"the player {name} of seat {view.seat} {reason}; no move was made; its view was {view_json}"
        )
        self.name = name
        self.seat = view.seat
        self.view = view
        self.move = move


class PinsDamaged(ClientError):
    """The file of pinned checkpoints cannot be relied on; nothing is written to it."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(
            f"the file of pins {path} is damaged: {reason}. Restore it from a copy, or move it away to begin "
            "anew: then nothing shows what the servers have changed before"
        )
        self.path = path


class LogAlarm(ClientError):
    """The server contradicts what it has signed or shown before. What was pinned of that is kept."""

    def __init__(
        self, message: str, *, pinned: str | None, shown: str | None, in_one_answer: bool = False
    ) -> None:
        super().__init__(message)
        self.pinned = pinned
        """The signed note that was pinned; keep it as evidence. None if there was none."""
        self.shown = shown
        """The signed note that the server has shown now; None if it has shown none."""
        self.in_one_answer = in_one_answer
        """Whether one answer contradicts the pins, which no restore between two answers explains."""


class LogForged(LogAlarm):
    """A checkpoint is not signed as it should be."""


class HistoryChanged(LogAlarm):
    """The log is not a continuation of a checkpoint that the server has signed."""


class GameChanged(LogAlarm):
    """A game is not as the server has shown it before, or not as the server has proven it."""

    def __init__(
        self,
        message: str,
        *,
        game: str,
        records: Sequence[str],
        proof: str | None = None,
        pinned: str | None,
        shown: str | None,
    ) -> None:
        super().__init__(message, pinned=pinned, shown=shown)
        self.game = game
        self.records = tuple(records)
        """The game's records as the server has shown them now."""
        self.proof = proof
        """The proof of the game; None if the server has given none."""


def fault_from(errors: list[Mapping[str, Any]]) -> Fault:
    """Convert the `errors` of a GraphQL answer."""
    text = "; ".join(str(each.get("message")) for each in errors)
    extensions = (errors[0].get("extensions") or {}) if errors else {}
    code, retry_after = extensions.get("code"), extensions.get("retryAfter", 0)
    return Unauthenticated(text) if code == FaultCode.UNAUTHENTICATED else Fault(text, code, retry_after)

"""What can go wrong, each with its own type and data.

ClientError
├── Refused            the server understood a command and refused it; nothing has changed
├── Fault              the server could not make sense of a request, or failed
│   └── Unauthenticated    nobody is signed in: there is no token, or it is good no more
├── Unreachable        no answer came, however often it was asked
├── CannotPlay         there is nothing to play here: no seat, a seat that the machine plays
├── NotAPlayer         what was named as a player is none
└── PlayerFailed       a player raised, or returned something that is no legal move
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

import msgspec

from kibitz_client.schema.faults import AGAIN, FaultCode

if TYPE_CHECKING:
    from kibitz_client.interfaces import Refusal
    from kibitz_client.schema.enums import RefusalCode
    from kibitz_client.views import View

PASSING: Final = AGAIN - {FaultCode.INTERNAL, FaultCode.NOT_FRESH}
"""Faults that pass by themselves, so that they are waited out: not those that may come again each time."""


class ClientError(Exception):
    """Something went wrong; the message says what."""


class Refused(ClientError):
    """The server refused a command; nothing has changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.code}: {refusal.message}")
        self.refusal = refusal
        """The refusal as the schema types it, with its data."""

    @property
    def code(self) -> RefusalCode:
        """The stable name of the refusal."""
        return self.refusal.code


class Fault(ClientError):
    """The server answered a request with an error."""

    def __init__(self, message: str, code: str | None = None, retry_after: float = 0.0) -> None:
        super().__init__(message)
        self.code = None if code is None else FaultCode(code)
        """The stable name of the fault; None where what answered is no Kibitz server."""
        self.retry_after = retry_after
        """Seconds that the server asks to wait before the next attempt."""

    @property
    def passing(self) -> bool:
        """Whether it passes by itself."""
        return self.code in PASSING


class Unauthenticated(Fault):
    """Nobody is signed in: there is no token, or it is good no more. Sign in, and connect anew."""

    def __init__(self, message: str) -> None:
        super().__init__(message, FaultCode.UNAUTHENTICATED)


class Unreachable(ClientError):
    """No server answers."""

    def __init__(self, url: str, reason: object) -> None:
        super().__init__(f"no server answers at {url}: {reason}")
        self.url = url


class CannotPlay(ClientError):
    """There is no seat to play."""


class NotAPlayer(ClientError):
    """What was named as a player is none."""

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(f"{name!r} is not a player: {reason}")
        self.name = name


class PlayerFailed(ClientError):
    """A player did not come to a legal move; nothing was played."""

    def __init__(self, name: str, view: View, reason: str, move: object = None) -> None:
        seen = msgspec.json.encode(view).decode()
        super().__init__(
            f"the player {name} of seat {view.seat} {reason}; nothing was played; it saw the view {seen}"
        )
        self.name = name
        self.seat = view.seat
        self.view = view
        self.move = move


def fault_of(errors: list[Mapping[str, Any]]) -> Fault:
    """Return the fault that an answer's errors are."""
    text = "; ".join(str(each.get("message")) for each in errors)
    extensions = (errors[0].get("extensions") or {}) if errors else {}
    code, retry_after = extensions.get("code"), extensions.get("retryAfter", 0)
    return Unauthenticated(text) if code == FaultCode.UNAUTHENTICATED else Fault(text, code, retry_after)

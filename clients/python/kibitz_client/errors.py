"""What can go wrong, each with its own type and data.

ClientError
├── Refused        the server understood a command and refused it; nothing has changed
├── Fault          the server could not make sense of a request, or failed
├── Unreachable    no answer came, however often it was asked
├── CannotPlay     there is nothing to play here: no seat, a seat that the machine plays
├── NotAPlayer     what was named as a player is none
└── PlayerFailed   a player raised, or returned something that is no legal move
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from kibitz_client.views import View


class ClientError(Exception):
    """Something went wrong; the message says what."""


class Refused(ClientError):
    """The server refused a command; nothing has changed."""

    def __init__(self, code: str, message: str, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message
        self.data = dict(data or {})


class Fault(ClientError):
    """The server answered a request with an error."""

    def __init__(self, message: str, code: str | None = None) -> None:
        super().__init__(message)
        self.code = code


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

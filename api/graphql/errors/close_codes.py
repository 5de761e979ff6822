"""Close codes of WebSockets, including those of graphql-transport-ws and of the WebSocket protocol."""

from __future__ import annotations

from typing import Final

from msgspec import Struct


class CloseCode(Struct, frozen=True):
    """A WebSocket close code."""

    code: int
    when: str
    """The condition that causes this code, in a sentence."""
    then: str
    """The action for the client, in a sentence."""


CLOSE_CODES: Final = (
    CloseCode(1000, "The client closed the socket.", "Nothing."),
    CloseCode(
        1006,
        "The connection was lost: the network failed, or the client stopped reading for too long.",
        "Connect again, and subscribe `after` the last cursor or version that you have.",
    ),
    CloseCode(1009, "A message exceeds the size limit.", "Send a smaller message."),
    CloseCode(
        1012,
        "The server is stopping.",
        "Connect again, and subscribe `after` the last cursor or version that you have.",
    ),
    CloseCode(
        1013,
        "The token cannot be verified now.",
        "Connect again after a while, and subscribe `after` the last cursor or version that you have.",
    ),
    CloseCode(4400, "A message does not follow the protocol.", "Correct the client."),
    CloseCode(4401, "An operation was sent before `connection_init` was acknowledged.", "Wait for it."),
    CloseCode(
        4403,
        "The token is invalid or has expired; its player is erased or banned; the address is banned; or the "
        "page's origin is not allowed.",
        "Sign in, and connect with the new token; wait for the end of a ban.",
    ),
    CloseCode(4406, "The subprotocol is not `graphql-transport-ws`.", "Request `graphql-transport-ws`."),
    CloseCode(4408, "`connection_init` did not arrive in time.", "Send `connection_init` first."),
    CloseCode(4409, "Two operations have the same id.", "Give each operation its own id."),
    CloseCode(4429, "`connection_init` was sent twice.", "Send `connection_init` once."),
)
"""All codes in ascending order."""

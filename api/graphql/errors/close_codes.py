"""Close codes of WebSockets, including those of graphql-transport-ws and of the WebSocket protocol."""

from __future__ import annotations

from typing import Final

from msgspec import Struct


class Close(Struct, frozen=True):
    """A WebSocket close code."""

    code: int
    when: str
    """The condition that causes this code, in a sentence."""
    then: str
    """The action for the client, in a sentence."""


CLOSE_CODES: Final = (
    Close(1000, "The client closed it.", "Nothing."),
    Close(
        1006,
        "The connection is gone without a word: the network, or a client that took nothing for too long.",
        "Connect again, and subscribe `after` the last version you have.",
    ),
    Close(1009, "A message is larger than the server takes.", "Send less."),
    Close(
        1012,
        "The server stops.",
        "Connect again, and subscribe `after` the last version you have.",
    ),
    Close(
        1013,
        "Whether the token is good cannot be told now.",
        "Connect again after a while, and subscribe `after` the last version you have.",
    ),
    Close(4400, "A message does not follow the protocol.", "Correct the client."),
    Close(4401, "Something was asked before `connection_init` was acknowledged.", "Wait for it."),
    Close(
        4403,
        "The token is no good, has expired, or its player is erased; or the page's origin is not admitted.",
        "Sign in, and connect with the new token.",
    ),
    Close(4406, "The subprotocol is not `graphql-transport-ws`.", "Ask for that one."),
    Close(4408, "`connection_init` did not come in time.", "Send it first."),
    Close(4409, "Two operations have the same id.", "Give each its own."),
    Close(4429, "`connection_init` came twice.", "Send it once."),
)
"""All codes in ascending order."""

"""Subscriptions over a WebSocket (graphql-transport-ws)."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Mapping
from typing import Any, Final

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus
from websockets.typing import Subprotocol

from kibitz_client.errors import Fault

PROTOCOL: Final = Subprotocol("graphql-transport-ws")
ACKNOWLEDGED_WITHIN: Final = 10.0


class Cut(Exception):
    """The connection was lost; what it carried can be taken up again."""


async def subscription(
    url: str, token: str | None, document: str, variables: Mapping[str, Any], *, direct: bool
) -> AsyncGenerator[dict[str, Any], None]:
    """Yield what a subscription gives until the server says that it is complete.

    `direct` goes past any proxy. Raises Fault and Cut.
    """
    payload = {"Authorization": f"Bearer {token}"} if token else {}
    try:
        async with connect(
            _address(url), subprotocols=[PROTOCOL], max_size=None, proxy=None if direct else True
        ) as socket:
            await _send(socket, type="connection_init", payload=payload)
            async with asyncio.timeout(ACKNOWLEDGED_WITHIN):
                await _received(socket)
            asked = {"query": document, "variables": dict(variables)}
            await _send(socket, id="1", type="subscribe", payload=asked)
            while True:
                message = await _received(socket)
                match message["type"]:
                    case "next" if not message["payload"].get("errors"):
                        yield message["payload"]["data"]
                    case "next":
                        raise _fault(message["payload"]["errors"])
                    case "error":
                        raise _fault(message["payload"])
                    case "complete":
                        return
                    case "ping":
                        await _send(socket, type="pong")
    except ConnectionClosed as closed:
        if closed.rcvd is not None and 4400 <= closed.rcvd.code < 4500:
            raise Fault(f"{url} closed the connection: {closed.rcvd.reason or closed}") from closed
        raise Cut(str(closed)) from closed
    except InvalidStatus as refused:
        if 400 <= refused.response.status_code < 500:
            raise Fault(f"{url} takes no subscriptions: {refused}") from refused
        raise Cut(str(refused)) from refused
    except (OSError, InvalidHandshake) as error:
        raise Cut(str(error) or type(error).__name__) from error


async def _send(socket: ClientConnection, **message: Any) -> None:
    await socket.send(msgspec.json.encode(message).decode())


async def _received(socket: ClientConnection) -> dict[str, Any]:
    return msgspec.json.decode(await socket.recv(), type=dict[str, Any])


def _fault(errors: list[dict[str, Any]]) -> Exception:
    text = "; ".join(str(each["message"]) for each in errors)
    code = (errors[0].get("extensions") or {}).get("code")
    return Cut(text) if code == "UNAVAILABLE" else Fault(text, code)


def _address(url: str) -> str:
    return "ws" + url.removeprefix("http")

"""Subscriptions over a WebSocket (graphql-transport-ws)."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Mapping
from typing import Any, Final

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus
from websockets.typing import Subprotocol

from kibitz_client.errors import Fault, Unauthenticated, fault_of
from kibitz_client.exchange import Exchange

PROTOCOL: Final = Subprotocol("graphql-transport-ws")
ACKNOWLEDGED_WITHIN: Final = 10.0

UNAUTHORIZED: Final = (4401, 4403)
"""What a socket is closed with whose token is good no more: another try would end as this one did."""
LATE: Final = 4408
"""What it is closed with when this side was not heard in time."""


class Cut(Exception):
    """The connection was lost; what it carried can be taken up again."""


async def subscription(
    exchange: Exchange, text: str, variables: Mapping[str, Any]
) -> AsyncGenerator[dict[str, Any], None]:
    """Yield what a subscription gives until the server says that it is complete; raises Fault and Cut."""
    url, token = exchange.url, exchange.token
    payload = {"Authorization": f"Bearer {token}"} if token else {}
    try:
        async with connect(
            # A proxy is for what is elsewhere.
            _address(url),
            subprotocols=[PROTOCOL],
            max_size=None,
            proxy=None if exchange.here else True,
        ) as socket:
            await _send(socket, type="connection_init", payload=payload)
            async with asyncio.timeout(ACKNOWLEDGED_WITHIN):
                await _received(socket)
            await _send(socket, id="1", type="subscribe", payload={"query": text, "variables": variables})
            while True:
                message = await _received(socket)
                match message["type"]:
                    case "next" if not message["payload"].get("errors"):
                        yield message["payload"]["data"]
                    case "next":
                        raise _ended(message["payload"]["errors"])
                    case "error":
                        raise _ended(message["payload"])
                    case "complete":
                        return
                    case "ping":
                        await _send(socket, type="pong")
    except ConnectionClosed as closed:
        raise _closed(url, closed) from closed
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


def _ended(errors: list[Mapping[str, Any]]) -> Exception:
    fault = fault_of(errors)
    return Cut(str(fault)) if fault.passing else fault


def _closed(url: str, closed: ConnectionClosed) -> Exception:
    code = None if closed.rcvd is None else closed.rcvd.code
    if code is None or not 4400 <= code < 4500 or code == LATE:
        return Cut(str(closed))
    assert closed.rcvd is not None, "it has a code"
    text = f"{url} closed the connection: {closed.rcvd.reason or closed}"
    return Unauthenticated(text) if code in UNAUTHORIZED else Fault(text)


def _address(url: str) -> str:
    return "ws" + url.removeprefix("http")

"""GraphQL subscriptions over a WebSocket, by the graphql-transport-ws protocol."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Mapping
from typing import Any, Final

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus
from websockets.typing import Subprotocol

from kibitz_client.errors import Fault, Unauthenticated, fault_from
from kibitz_client.transport.http_client import HttpClient

PROTOCOL: Final = Subprotocol("graphql-transport-ws")
ACKNOWLEDGE_TIMEOUT: Final = 10.0

UNAUTHORIZED: Final = (4401, 4403)
"""Close codes after which another attempt with the same token would fail too."""
INITIALISATION_TIMEOUT: Final = 4408
"""Close code if the server did not receive `connection_init` in time."""


class StreamInterrupted(Exception):
    """The connection was lost; the subscription can be resumed."""


async def subscription(
    http: HttpClient, text: str, variables: Mapping[str, Any]
) -> AsyncGenerator[dict[str, Any], None]:
    """Yield the data of a subscription until the server completes it.

    Raises Fault and StreamInterrupted.
    """
    url, token = http.url, await http.token.current()
    payload = {"Authorization": f"Bearer {token}"} if token else {}
    try:
        async with connect(
            _websocket_url(url),
            subprotocols=[PROTOCOL],
            max_size=None,
            # No proxy for a server on this machine.
            proxy=None if http.is_local else True,
        ) as socket:
            await _send(socket, type="connection_init", payload=payload)
            async with asyncio.timeout(ACKNOWLEDGE_TIMEOUT):
                await _receive(socket)
            await _send(socket, id="1", type="subscribe", payload={"query": text, "variables": variables})
            while True:
                message = await _receive(socket)
                match message["type"]:
                    case "next" if not message["payload"].get("errors"):
                        yield message["payload"]["data"]
                    case "next":
                        raise _error_from(message["payload"]["errors"])
                    case "error":
                        raise _error_from(message["payload"])
                    case "complete":
                        return
                    case "ping":
                        await _send(socket, type="pong")
    except ConnectionClosed as closed:
        error = _error_of_close(url, closed)
        if isinstance(error, Unauthenticated) and http.token.value != token:
            error = StreamInterrupted("the token was renewed")
        raise error from closed
    except Unauthenticated as expired:
        if http.token.value == token:
            raise
        raise StreamInterrupted("the token was renewed") from expired
    except InvalidStatus as refused:
        if 400 <= refused.response.status_code < 500:
            raise Fault(f"{url} does not accept subscriptions: {refused}") from refused
        raise StreamInterrupted(str(refused)) from refused
    except (OSError, InvalidHandshake) as error:
        raise StreamInterrupted(str(error) or type(error).__name__) from error


async def _send(socket: ClientConnection, **message: Any) -> None:
    await socket.send(msgspec.json.encode(message).decode())


async def _receive(socket: ClientConnection) -> dict[str, Any]:
    return msgspec.json.decode(await socket.recv(), type=dict[str, Any])


def _error_from(errors: list[Mapping[str, Any]]) -> Exception:
    fault = fault_from(errors)
    return StreamInterrupted(str(fault)) if fault.transient else fault


def _error_of_close(url: str, closed: ConnectionClosed) -> Exception:
    code = None if closed.rcvd is None else closed.rcvd.code
    if code is None or not 4400 <= code < 4500 or code == INITIALISATION_TIMEOUT:
        return StreamInterrupted(str(closed))
    assert closed.rcvd is not None, "it has a code"
    text = f"{url} closed the connection: {closed.rcvd.reason or closed}"
    return Unauthenticated(text) if code in UNAUTHORIZED else Fault(text)


def _websocket_url(url: str) -> str:
    return "ws" + url.removeprefix("http")

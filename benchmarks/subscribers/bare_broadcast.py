"""The reference: a server of the `websockets` package that sends given texts to the followers of a game.

The first message on a socket names the game that it follows, and is answered. On a socket that says
`CONTROL`, each further message is an order to send some texts, as a move leads to some events.
"""

from __future__ import annotations

import json
import sys
from contextlib import suppress
from typing import Final

import uvloop
from websockets.asyncio.server import ServerConnection, broadcast, serve
from websockets.exceptions import ConnectionClosed

CONTROL: Final = "control"
DONE: Final = "done"


async def run() -> None:
    """Print the address and serve until the process is killed."""
    followers: dict[str, list[ServerConnection]] = {}

    async def handle(socket: ServerConnection) -> None:
        first = str(await socket.recv())
        if first != CONTROL:
            followers.setdefault(first, []).append(socket)
            await socket.send(DONE)
            await socket.wait_closed()
            return
        # The benchmark closes its connections without ceremony.
        with suppress(ConnectionClosed):
            await socket.send(DONE)
            async for order in socket:
                game, texts = json.loads(order)
                for text in texts:
                    broadcast(followers.get(game, ()), text)
                await socket.send(DONE)

    async with serve(handle, "127.0.0.1", 0, compression=None) as server:
        [listening] = server.sockets
        sys.stdout.write(f"ws://127.0.0.1:{listening.getsockname()[1]}\n")
        sys.stdout.flush()
        await server.serve_forever()


if __name__ == "__main__":
    uvloop.run(run())

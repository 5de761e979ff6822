"""The servers that are measured, each in a process of its own: ours, and one that does nothing but send."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from typing import IO

from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve

TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")
GO = "go"
AT_ONE_ADDRESS = {"KIBITZ_CONNECTIONS_PER_ADDRESS": "4000", "KIBITZ_RATES_ENABLED": "false"}
"""The settings of a server whose followers are all at one address."""


class Running:
    """A server in a process of its own."""

    def __init__(self, process: subprocess.Popen[str], url: str) -> None:
        self.url = url
        self._process = process

    def cpu_seconds(self) -> float:
        """Return the CPU time that it has taken."""
        # After the name in brackets, which may hold anything.
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def memory(self) -> int:
        """Return how many bytes it holds."""
        return int(Path(f"/proc/{self._process.pid}/statm").read_text().split()[1]) * PAGE


@asynccontextmanager
async def listeners(
    url: str, games: int, followers: int
) -> AsyncIterator[list[tuple[int, ClientConnection]]]:
    """Give so many sockets to the bare server for each game, with the number of the game."""
    async with AsyncExitStack() as opened:
        sockets: list[tuple[int, ClientConnection]] = []
        for game in range(games):
            for _ in range(followers):
                socket = await opened.enter_async_context(connect(url, compression=None, proxy=None))
                await socket.send(str(game))
                sockets.append((game, socket))
        yield sockets


async def told(sockets: Sequence[tuple[int, ClientConnection]], texts: Sequence[tuple[int, str]]) -> None:
    """Let the bare server send the texts, and read them."""
    expected = Counter(game for game, _ in texts)

    async def read(socket: ClientConnection, count: int) -> None:
        for _ in range(count):
            await socket.recv()

    await sockets[0][1].send(GO)
    await asyncio.gather(*(read(socket, expected[game]) for game, socket in sockets))


@contextmanager
def kibitz(folder: Path) -> Iterator[Running]:
    """Run a server of Kibitz on an embedded database."""
    command = [sys.executable, "-m", "api", "serve", "--port", "0", "--data-dir", str(folder / "data")]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("KIBITZ_")}
    with (
        (folder / "log").open("w") as log,
        _started(command, {**environment, **AT_ONE_ADDRESS, "COLUMNS": "400"}, log) as found,
    ):
        yield found


@contextmanager
def bare(texts: Sequence[tuple[int, str]]) -> Iterator[Running]:
    """Run a server that sends the texts, each to the followers of a game, once it is told to."""
    command = [sys.executable, "-m", "benchmarks.subscribers.servers"]
    with _started(command, dict(os.environ), None, json.dumps(texts)) as found:
        yield found


@contextmanager
def _started(
    command: list[str], environment: dict[str, str], log: IO[str] | None, given: str = ""
) -> Iterator[Running]:
    process = subprocess.Popen(
        command,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=log,
        text=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(given)
        process.stdin.close()
        said = process.stdout.readline()
        yield Running(process, said.split()[-1])
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


async def _serve(texts: Sequence[tuple[int, str]]) -> None:
    followers: dict[int, list[ServerConnection]] = {}

    async def handle(socket: ServerConnection) -> None:
        game = int(await socket.recv())
        followers.setdefault(game, []).append(socket)
        async for _ in socket:
            for number, text in texts:
                for follower in followers.get(number, ()):
                    await follower.send(text)
                # As in a game, where nothing is sent while nothing happens.
                await asyncio.sleep(0)

    async with serve(handle, "127.0.0.1", 0, compression=None) as server:
        [listening] = server.sockets
        sys.stdout.write(f"ws://127.0.0.1:{listening.getsockname()[1]}\n")
        sys.stdout.flush()
        await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(_serve(json.load(sys.stdin)))

"""Server processes to measure: Kibitz, and a bare WebSocket server that only sends."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import IO, Final

from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve

TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")
GO = "go"
ONE_ADDRESS: Final = MappingProxyType(
    {"KIBITZ_CONNECTIONS_PER_ADDRESS": "4000", "KIBITZ_RATES_ENABLED": "false"}
)
"""Settings for a server whose clients all have one address."""
NO_SETTINGS: Final[Mapping[str, str]] = MappingProxyType({})


class Running:
    """A running server process."""

    def __init__(self, process: subprocess.Popen[str], url: str) -> None:
        self.url = url
        self._process = process

    def cpu_seconds(self) -> float:
        """Return the CPU seconds of the process so far."""
        # The fields after the name in brackets, which may contain any characters.
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def memory(self) -> int:
        """Return the resident memory in bytes."""
        return int(Path(f"/proc/{self._process.pid}/statm").read_text().split()[1]) * PAGE


@asynccontextmanager
async def listeners(
    url: str, games: int, followers: int
) -> AsyncIterator[list[tuple[int, ClientConnection]]]:
    """Open sockets to the bare server for each game; yields them with the number of their game."""
    async with AsyncExitStack() as opened:
        sockets: list[tuple[int, ClientConnection]] = []
        for game in range(games):
            for _ in range(followers):
                socket = await opened.enter_async_context(connect(url, compression=None, proxy=None))
                await socket.send(str(game))
                sockets.append((game, socket))
        yield sockets


async def receive_all(
    sockets: Sequence[tuple[int, ClientConnection]], texts: Sequence[tuple[int, str]]
) -> None:
    """Make the bare server send the texts, and receive them."""
    expected = Counter(game for game, _ in texts)

    async def read(socket: ClientConnection, count: int) -> None:
        for _ in range(count):
            await socket.recv()

    await sockets[0][1].send(GO)
    await asyncio.gather(*(read(socket, expected[game]) for game, socket in sockets))


@contextmanager
def kibitz(
    folder: Path, settings: Mapping[str, str] = NO_SETTINGS, *, core: int | None = None
) -> Iterator[Running]:
    """Run a Kibitz server on SQLite, with settings as environment variables, on one core if given."""
    command = [sys.executable, "-m", "api", "serve", "--port", "0", "--data-dir", str(folder / "data")]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("KIBITZ_")}
    with (
        (folder / "log").open("w") as log,
        _started(command, {**environment, **settings, "COLUMNS": "400"}, log, core=core) as found,
    ):
        yield found


@contextmanager
def bare(texts: Sequence[tuple[int, str]]) -> Iterator[Running]:
    """Run a bare server that sends the texts on a signal, each to the followers of its game."""
    command = [sys.executable, "-m", "benchmarks.server_processes"]
    with _started(command, dict(os.environ), None, json.dumps(texts)) as found:
        yield found


@contextmanager
def _started(
    command: list[str],
    environment: dict[str, str],
    log: IO[str] | None,
    input_text: str = "",
    core: int | None = None,
) -> Iterator[Running]:
    process = subprocess.Popen(
        command,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=log,
        text=True,
    )
    if core is not None:
        # Before the process starts threads, which keep their affinity.
        os.sched_setaffinity(process.pid, [core])
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(input_text)
        process.stdin.close()
        line = process.stdout.readline()
        yield Running(process, line.split()[-1])
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
                # Yield to the event loop between messages, as between the events of a game.
                await asyncio.sleep(0)

    async with serve(handle, "127.0.0.1", 0, compression=None) as server:
        [listening] = server.sockets
        sys.stdout.write(f"ws://127.0.0.1:{listening.getsockname()[1]}\n")
        sys.stdout.flush()
        await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(_serve(json.load(sys.stdin)))

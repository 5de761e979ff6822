"""Load of players who make prepared moves, each on a connection of its own."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Iterator, Sequence
from uuid import UUID

from msgspec import Struct

from benchmarks.append.append_load import WARM_UP, Answer, Load, load_of
from benchmarks.log_store import open_store
from benchmarks.move_requests import check_accepted
from benchmarks.raw_connection import RawConnection, connect
from benchmarks.scripted_games import ScriptedGame, ScriptedMove
from benchmarks.server_processes import Running


class Turn(Struct, frozen=True, kw_only=True):
    """Measurements of one turn; CPU times are in seconds per command."""

    load: Load
    cpu: float
    """Of the server's process."""
    projector_cpu: float
    """Of the projector's process, until it has caught up."""
    client_cpu: float
    """Of this process."""
    answer_bytes: float
    """The bytes of an answer with its head."""
    lag: float
    """Seconds that the projector worked on after the last command."""


class GameQueue(Iterator[bytes]):
    """The requests of one connection: games that are played one after the other."""

    def __init__(self) -> None:
        self.games: list[ScriptedGame] = []
        self.sent = 0
        self._moves: deque[ScriptedMove] = deque()

    def add(self, game: ScriptedGame) -> None:
        """Add a game that is played after the others."""
        self.games.append(game)
        self._moves.extend(game.moves)

    def __len__(self) -> int:
        """Return the number of moves that are left."""
        return len(self._moves)

    def __next__(self) -> bytes:
        """Return the next request."""
        if not self._moves:
            raise StopIteration
        self.sent += 1
        return self._moves.popleft().request

    def sent_ids(self) -> Iterator[tuple[str, list[str]]]:
        """Yield each game with the ids of the commands that were sent to it."""
        left = self.sent
        for game in self.games:
            yield game.id, [move.command_id for move in game.moves[:left]]
            left = max(0, left - len(game.moves))


class _Player(RawConnection):
    """Makes one move after the other until a time."""

    def __init__(self, requests: Iterator[bytes], answers: list[Answer], done: asyncio.Future[None]) -> None:
        super().__init__()
        self._requests = requests
        self._answers = answers
        self._done = done
        self._sent_at = self._until = 0.0
        self.bytes = 0
        """The bytes of all answers."""

    def play(self, until: float) -> None:
        """Begin to make moves."""
        self._until = until
        self._next(time.perf_counter())

    def answered(self, answer: bytes) -> None:
        """Record the answer and make the next move."""
        now = time.perf_counter()
        try:
            check_accepted(answer)
        except RuntimeError as error:
            self._end(error)
            return
        self.bytes += len(answer)
        self._answers.append((now, now - self._sent_at))
        if now < self._until:
            self._next(now)
        else:
            self._end(None)

    def closed(self) -> None:
        """End with an error, unless all moves are made."""
        self._end(ConnectionError("the server closed a connection"))

    def _next(self, now: float) -> None:
        request = next(self._requests, None)
        if request is None:
            self._end(RuntimeError("a connection has played all its games: it needs more of them"))
            return
        self._sent_at = now
        self.send(request)

    def _end(self, error: Exception | None) -> None:
        if self._done.done():
            return
        if error is None:
            self._done.set_result(None)
        else:
            self._done.set_exception(error)
        self.close()


async def turn(server: Running, queues: Sequence[Iterator[bytes]], seconds: float) -> Turn:
    """Make moves on one connection per queue for a time, and measure the server."""
    loop = asyncio.get_running_loop()
    answers: list[Answer] = []
    players: list[_Player] = []
    finished: list[asyncio.Future[None]] = []
    for requests in queues:
        done: asyncio.Future[None] = loop.create_future()
        player = _Player(requests, answers, done)
        await connect(server.url, player)
        players.append(player)
        finished.append(done)
    cpu, projector, client = server.cpu_seconds(), server.projector_cpu_seconds(), time.process_time()
    begun = time.perf_counter() + WARM_UP
    for player in players:
        player.play(begun + seconds)
    await asyncio.gather(*finished)
    cpu, client = server.cpu_seconds() - cpu, time.process_time() - client
    lag = await _caught_up(server)
    count = len(answers)
    return Turn(
        load=load_of(answers, begun, begun + seconds),
        cpu=cpu / count,
        projector_cpu=(server.projector_cpu_seconds() - projector) / count,
        client_cpu=client / count,
        answer_bytes=sum(player.bytes for player in players) / count,
        lag=lag,
    )


POLL = 0.25
"""Seconds between two looks at the projector."""
IDLE_SHARE = 0.1
"""The share of a core below which a projector is idle."""


async def _caught_up(server: Running) -> float:
    """Wait until the projector's process is idle; returns the seconds that it was not."""
    begun, before = time.perf_counter(), server.projector_cpu_seconds()
    busy = 0.0
    while True:
        await asyncio.sleep(POLL)
        now = server.projector_cpu_seconds()
        if now - before < IDLE_SHARE * POLL:
            return busy
        busy, before = time.perf_counter() - begun, now


async def check_log(log: str, queues: Sequence[GameQueue]) -> int:
    """Compare a log with all moves that were sent and accepted; returns their number.

    Raises RuntimeError for a game whose commands are others, or in another order.
    """
    store = await open_store(log)
    count = 0
    try:
        for queue in queues:
            for game, sent in queue.sent_ids():
                events = await store.read(UUID(game))
                recorded = list(dict.fromkeys(each.command_id for each in events if each.command_id))
                if recorded != sent:
                    raise RuntimeError(f"game {game} has {len(recorded)} moves in the log, not {len(sent)}")
                count += len(sent)
    finally:
        await store.close()
    return count

"""Replays recorded games through the command handler: load, decide, settle, append, publish.

The games are played in advance with seeded entropy. The replay uses the same entropy, so the same moves are
legal, and machine players take no time while it is measured.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from contextvars import ContextVar
from itertools import count

from msgspec import Struct

from application.codec import GameId
from application.games.command_handler import CommandHandler
from application.games.command_outcome import CommandOutcome
from application.games.croupier import Croupier, Entropy, seeded_entropy
from application.games.simulation import Setup
from application.store.port import Store
from application.watching.game_streams import GameStreams
from benchmarks.append.append_load import WARM_UP, Answer, Load, load_of
from benchmarks.log_store import open_store
from domain.commands import Command, CreateGame
from domain.machine import player_of
from domain.rules import variants
from domain.state import Stage

SEATS = 4

_entropy: ContextVar[Entropy] = ContextVar("_entropy")
"""The entropy of the running task's game."""


class Script(Struct, frozen=True, kw_only=True):
    """The commands of a whole game without machine players."""

    seed: str
    creation: CreateGame
    commands: tuple[Command, ...]
    rounds: tuple[int, ...]
    """The round before each command; -1 in the lobby."""
    events: int
    """The number of events of the whole game."""


def script(variant: str, seed: str) -> Script:
    """Play a game in memory and record its commands."""
    setup = Setup(variant=variant, seats=SEATS).checked()
    croupier, suggest = Croupier(seeded_entropy(seed)), player_of(variant)
    known, events = croupier.create(setup.creation)
    length = len(events)
    commands: list[Command] = []
    rounds: list[int] = []
    lobby = iter(setup.joining_commands)
    while known.game.stage is not Stage.WON:
        command: Command | None = next(lobby, None)
        rounds.append(-1 if command is not None else known.game.rules.show(known.game.table).round)
        if command is None:
            seat = known.game.rules.to_move(known.game.table)[0]
            command = suggest(known.view_of(known.game.seats[seat].player).game, seat)
        known, events = croupier.carry_out(known, command)
        commands.append(command)
        length += len(events)
    return Script(
        seed=seed, creation=setup.creation, commands=tuple(commands), rounds=tuple(rounds), events=length
    )


def scripts(each: int) -> list[Script]:
    """Return so many games of each variant, alternating between variants."""
    return [script(variant, f"{variant}-{number}") for number in range(each) for variant in variants()]


class Tally(Struct):
    """Answers so far."""

    commands: list[Answer]
    events: list[Answer]
    """The answer to its command, for each event."""


class Replay:
    """A command handler that replays many scripts at once."""

    def __init__(self, store: Store) -> None:
        # The entropy of the game that the running task plays.
        self._games = CommandHandler(store, Croupier(lambda size: _entropy.get()(size)))
        self._number = count(1)

    async def begin(self, given: Script) -> CommandOutcome:
        """Create a game, and use its entropy in the running task from now on."""
        _entropy.set(seeded_entropy(given.seed))
        return await self._games.create(given.creation)

    async def carry_out(self, game: GameId, command: Command, ids: bool) -> int:
        """Handle one command and return the number of its events."""
        command_id = str(next(self._number)) if ids else None
        return len((await self._games.carry_out(game, command, command_id=command_id)).events)

    async def until(self, end: float, given: Sequence[Script], first: int, tally: Tally, ids: bool) -> None:
        """Replay one game after the other until a time, as one task of many."""
        for number in count(first):
            chosen = given[number % len(given)]
            created = await self.begin(chosen)
            game, length = created.game, created.version
            before = time.perf_counter()
            for command in chosen.commands:
                done = await self.carry_out(game, command, ids)
                now = time.perf_counter()
                tally.commands.append((now, now - before))
                tally.events.extend([(now, now - before)] * done)
                length += done
                if now >= end:
                    return
                before = now
            if length != chosen.events:
                raise RuntimeError(f"the replay of game {chosen.seed} differs from the recording")


@asynccontextmanager
async def open_with_publishing(log: str) -> AsyncIterator[Store]:
    """Open a log and publish its events to subscribers, like a server."""
    store = await open_store(log)
    try:
        async with GameStreams(store):
            yield store
    finally:
        await store.close()


class WholePath(Struct, frozen=True, kw_only=True):
    """Measurements of the whole path of commands in one turn."""

    commands: Load
    events: Load
    ours: float
    """CPU seconds of this process per command."""
    servers: float
    """CPU seconds of the database server per command, if available."""


def measure_whole_path(
    log: str,
    given: Sequence[Script],
    games: int,
    seconds: float,
    *,
    ids: bool = False,
    server_cpu: Callable[[], float] = float,
) -> WholePath:
    """Replay so many games at once for a time.

    With `ids`, each command has a command id, which is looked up and stored. `server_cpu` returns the CPU
    seconds of the database server so far.
    """
    return asyncio.run(_measure_whole_path(log, given, games, seconds, ids, server_cpu))


async def _measure_whole_path(
    log: str, given: Sequence[Script], games: int, seconds: float, ids: bool, server_cpu: Callable[[], float]
) -> WholePath:
    tally = Tally(commands=[], events=[])
    async with open_with_publishing(log) as store:
        replay = Replay(store)
        cpu, cpu_of_server = time.process_time(), server_cpu()
        begun = time.perf_counter() + WARM_UP
        ended = begun + seconds
        await asyncio.gather(
            *(asyncio.create_task(replay.until(ended, given, game, tally, ids)) for game in range(games))
        )
        cpu, cpu_of_server = time.process_time() - cpu, server_cpu() - cpu_of_server
    return WholePath(
        commands=load_of(tally.commands, begun, ended),
        events=load_of(tally.events, begun, ended),
        ours=cpu / len(tally.commands),
        servers=cpu_of_server / len(tally.commands),
    )

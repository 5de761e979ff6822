"""The whole path of a command, on a real log: load, decide, settle, append, publish.

The games are played beforehand, from seeded entropy, and then gone through again with the same entropy: the
same moves are legal again, and no machine player thinks while the time is taken.
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
from application.games.command_handler import CommandHandler, CommandOutcome
from application.games.croupier import Croupier, Entropy, seeded_entropy
from application.games.simulation import Setup
from application.store.port import Store
from application.watching.game_streams import GameStreams
from benchmarks.append.load import WARM_UP, Answer, Load, load_of, opens
from domain.commands import Command, CreateGame
from domain.machine import player_of
from domain.rules import variants
from domain.state import Stage

SEATS = 4

_drawn: ContextVar[Entropy] = ContextVar("_drawn")
"""What the game of the running task draws its entropy from."""


class Script(Struct, frozen=True, kw_only=True):
    """The commands of a whole game, all of them by people."""

    seed: str
    creation: CreateGame
    commands: tuple[Command, ...]
    rounds: tuple[int, ...]
    """The round in which the table was before each command; -1 in the lobby."""
    events: int
    """How many events the game has in the end."""


def script(variant: str, seed: str) -> Script:
    """Play a game in memory and keep its commands."""
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
    """Return so many games of each variant, in turns."""
    return [script(variant, f"{variant}-{number}") for number in range(each) for variant in variants()]


class Tally(Struct):
    """What was carried out so far."""

    commands: list[Answer]
    events: list[Answer]
    """For each event the answer of its command."""


class Replay:
    """A write side that goes through scripts, many games at once."""

    def __init__(self, store: Store) -> None:
        # Drawn from whichever game the running task plays.
        self._games = CommandHandler(store, Croupier(lambda size: _drawn.get()(size)))
        self._number = count(1)

    async def begin(self, given: Script) -> CommandOutcome:
        """Set up a game; the task draws from its entropy from now on."""
        _drawn.set(seeded_entropy(given.seed))
        return await self._games.create(given.creation)

    async def carry_out(self, game: GameId, command: Command, ids: bool) -> int:
        """Carry out one command and return how many events it had."""
        command_id = str(next(self._number)) if ids else None
        return len((await self._games.carry_out(game, command, command_id=command_id)).events)

    async def until(self, end: float, given: Sequence[Script], first: int, tally: Tally, ids: bool) -> None:
        """Play one game after the other until the end of the time, as one task of many."""
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
                raise RuntimeError(f"game {chosen.seed} did not go as it was played beforehand")


@asynccontextmanager
async def published(log: str) -> AsyncIterator[Store]:
    """Give a log that is open, followed as a server follows it to wake who waits for a game's events."""
    store = await opens(log)()
    try:
        async with GameStreams(store):
            yield store
    finally:
        await store.close()


class Carried(Struct, frozen=True, kw_only=True):
    """What the whole path did in one turn."""

    commands: Load
    events: Load
    ours: float
    """CPU seconds that this process took for a command."""
    servers: float
    """CPU seconds that the database's server took for a command, where it can be told."""


def whole_path(
    log: str,
    given: Sequence[Script],
    games: int,
    seconds: float,
    *,
    ids: bool = False,
    server: Callable[[], float] = float,
) -> Carried:
    """Let so many games be played at once for so long.

    With ids, a command is also looked for by its id and remembered. `server` returns the CPU seconds that
    the database's server has taken so far.
    """
    return asyncio.run(_whole_path(log, given, games, seconds, ids, server))


async def _whole_path(
    log: str, given: Sequence[Script], games: int, seconds: float, ids: bool, server: Callable[[], float]
) -> Carried:
    tally = Tally(commands=[], events=[])
    async with published(log) as store:
        replay = Replay(store)
        cpu, cpu_of_server = time.process_time(), server()
        begun = time.perf_counter() + WARM_UP
        ended = begun + seconds
        await asyncio.gather(
            *(asyncio.create_task(replay.until(ended, given, game, tally, ids)) for game in range(games))
        )
        cpu, cpu_of_server = time.process_time() - cpu, server() - cpu_of_server
    return Carried(
        commands=load_of(tally.commands, begun, ended),
        events=load_of(tally.events, begun, ended),
        ours=cpu / len(tally.commands),
        servers=cpu_of_server / len(tally.commands),
    )

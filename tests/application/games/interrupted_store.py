"""A store that runs hooks around appends, and command handlers on it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any

from application.codec import GameId, RecordedEvent, Version
from application.deadlines.game_time import GameTimes
from application.games.command_handler import CommandHandler
from application.games.croupier import Croupier, seeded_entropy
from application.store.port import Append, Store
from domain import commands as c
from domain import events as e

NOON = datetime(2026, 4, 1, 12, tzinfo=UTC)


VARIANT = "hundred-and-ten"


class Wrapped:
    """A store that records reads, and runs a test's hooks before or after an append."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.games_read: list[GameId] = []
        self.appends = 0
        self.before: Callable[[], Any] | None = None
        self.after: Callable[[], Any] | None = None

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    async def read(
        self, game: GameId, after: Version = 0, upto: Version | None = None
    ) -> list[RecordedEvent]:
        self.games_read.append(game)
        return await self._store.read(game, after, upto)

    async def append(self, append: Append) -> Sequence[RecordedEvent]:
        self.appends += 1
        await _run_hook(self.before)
        recorded = await self._store.append(append)
        await _run_hook(self.after)
        return recorded


async def _run_hook(hook: Callable[[], Any] | None) -> None:
    if hook is not None:
        result = hook()
        if asyncio.iscoroutine(result):
            await result


def failing(*errors: Exception) -> Callable[[], None]:
    """Return a hook that raises these errors in turn, then nothing."""
    left = list(errors)

    def fail() -> None:
        if left:
            raise left.pop(0)

    return fail


def process(store: Wrapped, resident: int = 10) -> CommandHandler:
    """Return a command handler like that of another process."""
    return CommandHandler(
        store, Croupier(seeded_entropy(1)), times=GameTimes(lambda: NOON), resident=resident
    )


async def created_game(games: CommandHandler, access: e.Access = e.Access.PUBLIC) -> GameId:
    return (await games.create(c.CreateGame(by="ann", variant=VARIANT, access=access))).game


async def started_game(games: CommandHandler) -> GameId:
    game = await created_game(games)
    await games.carry_out(game, c.JoinGame(by="bob"))
    await games.carry_out(game, c.StartGame(by="ann"))
    return game


def kinds(recorded: Sequence[RecordedEvent]) -> list[str]:
    return [type(each.event).__name__ for each in recorded]

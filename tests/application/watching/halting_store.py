"""A store whose log can be halted, and games on it."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from typing import Any

from application.codec import GameId, Position, RecordedEvent, Version
from application.games.command_handler import CommandHandler
from application.store.port import Store
from application.watching.game_streams import GameStreams
from domain import commands as c
from domain import events as e
from domain.events import PlayerId
from domain.machine import player_of
from domain.state import Stage
from domain.view import View

VARIANT = "hundred-and-ten"


class Halting:
    """A store that waits or fails on request, before following the log or yielding a batch."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.before_following: Callable[[], Any] | None = None
        self.before_batch: Callable[[], Any] | None = None

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    async def follow(self, after: Position, limit: int = 1000) -> AsyncGenerator[list[RecordedEvent], None]:
        if self.before_following is not None:
            await self.before_following()
        async with aclosing(self._store.follow(after, limit)) as batches:
            async for batch in batches:
                if self.before_batch is not None:
                    await self.before_batch()
                yield batch


async def created_game(games: CommandHandler, access: e.Access = e.Access.PUBLIC) -> GameId:
    return (await games.create(c.CreateGame(by="ann", variant=VARIANT, access=access))).game


async def started_game(games: CommandHandler, **options: str) -> GameId:
    create = c.CreateGame(by="ann", variant=VARIANT, options=options)
    game = (await games.create(create)).game
    await games.carry_out(game, c.JoinGame(by="bob"))
    await games.carry_out(game, c.StartGame(by="ann"))
    return game


async def play(games: CommandHandler, store: Halting, game: GameId, moves: int) -> None:
    """Make the machine's moves, one command each."""
    for _ in range(moves):
        events = [each.event for each in await store.read(game)]
        views = [View(viewer=seat).after(events).game for seat in range(2)]
        if views[0].stage is not Stage.PLAYING:
            return
        (seat,) = views[0].rules.to_move(views[0].table)
        await games.carry_out(game, player_of(VARIANT)(views[seat], seat))


async def finish(games: CommandHandler, game: GameId) -> None:
    for player in ("ann", "bob"):
        await games.carry_out(game, c.AutomateSeat(by=player))


async def join_and_leave(games: CommandHandler, game: GameId, times: int) -> None:
    for _ in range(times):
        await games.carry_out(game, c.JoinGame(by="bob"))
        await games.carry_out(game, c.LeaveGame(by="bob"))


async def collect(
    watching: GameStreams, game: GameId, player: PlayerId | None, after: Version = 0
) -> list[RecordedEvent]:
    """Follow a game to its end."""
    return [each async for each in watching.follow(game, player, after)]


def versions(recorded: list[RecordedEvent]) -> list[Version]:
    return [each.version for each in recorded]

"""Processes that match seeks, and clients of players who seek in them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from sqlalchemy import Engine, update

from application.codec import GameId
from application.games.command_handler import CommandHandler
from application.games.croupier import Croupier
from application.moderation.moderation import Moderation
from application.players.registry import Players
from application.runtime.cancellation import cancel_and_wait
from application.seeks.matchmaker import Seeks
from application.seeks.seek import SECOND, seek_criteria
from application.seeks.storage import SeekState
from application.seeks.tables import Match, seeks
from application.store.port import Store
from application.store.postgres.store import PostgresStore
from application.store.sqlite.store import SQLiteStore
from application.watching.game_streams import GameStreams
from domain.commands import JoinGame
from domain.events import PlayerId
from domain.game import fold
from domain.state import Game
from tests.application.players.identities import SECRET

VARIANT = "hundred-and-ten"
HOME = "203.0.113.7"
"""The address of the players."""
PATIENCE = 20
"""Seconds after which a test fails that waits for something."""


@asynccontextmanager
async def opened_store(address: str) -> AsyncIterator[Store]:
    store: Store = await PostgresStore.open(address) if "://" in address else SQLiteStore(address)
    try:
        yield store
    finally:
        await store.close()


class Process:
    """What one server has of seeks."""

    def __init__(self, store: Store, engine: Engine) -> None:
        self.store = store
        self.games = CommandHandler(store, Croupier())
        self.watching = GameStreams(store)
        self.players = Players(engine, SECRET)
        self.moderation = Moderation(engine, self.players)
        self.seeks = Seeks(engine, store, self.games, self.watching, self.players.bans)
        self._opened = AsyncExitStack()

    async def start(self) -> None:
        await self._opened.enter_async_context(self.players.bans)
        await self._opened.enter_async_context(self.watching)
        self._opened.enter_context(self.watching.subscribe_to_appends(self.seeks.handle_appends))
        await self._opened.enter_async_context(self.seeks)

    async def stop(self) -> None:
        await self._opened.aclose()

    async def seek(self, player: PlayerId, *, address: str = HOME, **settings: Any) -> None:
        """Open a seek of a player whose client does not follow."""
        await self.seeks.open(player, criteria(**settings), address)

    async def game(self, game: GameId) -> Game:
        return fold(each.event for each in await self.store.read(game))

    @asynccontextmanager
    async def client(
        self, player: PlayerId, *, joins: bool = True, address: str = HOME
    ) -> AsyncIterator[Client]:
        """Follow a player's seeks, and join the games that form unless it `joins` none."""
        client = Client(self, player, joins=joins, address=address)
        following = asyncio.create_task(client.follow())
        try:
            yield client
        finally:
            await cancel_and_wait([following])


class Client:
    """A player's client."""

    def __init__(self, process: Process, player: PlayerId, *, joins: bool, address: str) -> None:
        self.process = process
        self.address = address
        self.player = player
        self.joins = joins
        self.matches: list[Match] = []
        self.states: tuple[SeekState, ...] = ()
        self._told = asyncio.Condition()

    async def follow(self) -> None:
        with self.process.seeks.subscription_of(self.player, self.address) as follower:
            while True:
                states = await follower.next()
                async with self._told:
                    self.states = states
                    self._told.notify_all()
                for match in (each.match for each in states if each.match is not None):
                    if match not in self.matches:
                        self.matches.append(match)
                        if self.joins and match.organizer != self.player:
                            await self.process.games.carry_out(match.game, JoinGame(by=self.player))

    async def matched(self) -> Match:
        """Return the match that the client has now, once it has one."""
        await self.until(lambda states: any(each.match for each in states))
        [match] = [each.match for each in self.states if each.match is not None]
        return match

    async def until(self, reached: Any) -> None:
        """Wait until the client's seeks are as they should be."""
        async with asyncio.timeout(PATIENCE), self._told:
            await self._told.wait_for(lambda: reached(self.states))


class Processes:
    """Processes on one database."""

    def __init__(self, store: Store, engine: Engine, opened: AsyncExitStack) -> None:
        self.store = store
        self.engine = engine
        self._opened = opened

    async def start(self) -> Process:
        process = Process(self.store, self.engine)
        await process.start()
        self._opened.push_async_callback(process.stop)
        return process

    def age(self, player: PlayerId, seconds: int, *columns: str) -> None:
        """Let a player's seek have been opened or seen longer ago."""
        with self.engine.begin() as connection:
            aged = {name: seeks.c[name] - seconds * SECOND for name in columns}
            connection.execute(update(seeks).where(seeks.c.player == player).values(aged))


def criteria(
    variant: str = VARIANT,
    *,
    options: dict[str, Any] | None = None,
    players: tuple[int, int] | None = None,
    rating: float = 25.0,
    rating_range: float | None = None,
    machines_after: int | None = None,
) -> Any:
    least, most = players or (None, None)
    return seek_criteria(variant, options or {}, least, most, rating, rating_range, machines_after)

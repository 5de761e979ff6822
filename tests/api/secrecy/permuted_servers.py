"""Servers with the same game under different permutations of unseen cards, and their callers."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from uuid import UUID

import httpx
from fastapi import FastAPI
from msgspec.structs import replace

from api.app import application, services_of
from api.graphql.context import Services
from api.settings import Settings
from application.codec import GameId, RecordedEvent, Version, default_codec
from application.store.port import Append
from application.talk.phrases import Phrase
from application.talk.refusals import TalkIsPaused
from application.watching.subscriber_buffer import SubscriberBuffer
from domain.events import Access, Event, GameCreated, GameStarted, PlayerJoined, SeatsClosed
from domain.game import fold
from projections.change_announcer import Announcer
from projections.transparency.checkpoint_signer import CheckpointSigner
from tests.api.harness import full_documents as d
from tests.api.harness.callers import Client
from tests.api.harness.played_games import caught_up
from tests.api.secrecy.recorded_subscriptions import Subscription
from tests.laws.playouts import PEOPLE
from tests.laws.secrecy.glimpses import CHOICES
from tests.laws.secrecy.secrecy_check import Log

GAME_ID = UUID(int=110)
NOON = datetime(2026, 4, 1, 12, tzinfo=UTC)
SEEDS_UNTIL = datetime(2100, 1, 1, tzinfo=UTC)
OPERATOR = "ola"
"""An operator of the server, without a seat."""

OF_COMMITS = ("gameEvents", "gameUpdates")
"""The subscriptions of one game. Its commits alone determine the messages; others depend on the clock."""
OF_VARIANTS = ("lobby", "leaderboard")
"""The subscriptions of one variant."""

Who = str | None
"""A caller by its name in the logs; None for an anonymous caller."""

A_DAY = 86_400
"""Seconds between two checkpoints of the server itself: worlds sign when they have the same events."""
# A private game without viewers: its delivery shows that the server follows its log.
_PROBE_GAME: tuple[Event, ...] = (
    GameCreated(
        variant="oh-hell", rules_version=1, options={}, access=Access.PRIVATE, organizer="zoe", secret=None
    ),
    PlayerJoined(seat=0, player="zoe"),
)

EARLIER = len(_PROBE_GAME)
"""The number of events before the game, at which each world signs its first checkpoint."""


def cut_of(log: Log) -> Version:
    """Return the version at which subscribers join; the game waits for input there."""
    chosen = [
        version
        for version, event in enumerate(log)
        if isinstance(event, (GameStarted, *CHOICES)) and not getattr(event, "automatic", False)
    ]
    return Random(len(log)).choice(chosen or range(1, len(log)))


class World:
    """A server with the game of a log."""

    def __init__(self, services: Services, http: httpx.AsyncClient, app: FastAPI) -> None:
        self.services = services
        self.app = app
        self.nobody = Client(http)
        self._delivered: dict[GameId, Version] = {}
        self._delivery = asyncio.Event()

    def record_delivery(self, batch: Sequence[RecordedEvent] | None) -> None:
        """Record the versions delivered to subscribers."""
        for each in batch or ():
            self._delivered[each.game] = each.version
        self._delivery.set()

    async def wait_for_delivery(self, game: GameId, version: Version) -> None:
        """Wait until a version of the game has been delivered to subscribers."""
        async with asyncio.timeout(30):
            while self._delivered.get(game, 0) < version:
                self._delivery.clear()
                await self._delivery.wait()

    async def wait_until_following(self) -> None:
        """Wait until the server follows the log, so that later events are delivered one by one."""
        for version, event in enumerate(_PROBE_GAME, 1):
            self._delivery.clear()
            await self._append_to(UUID(int=5), version - 1, [event], None)
            async with asyncio.timeout(30):
                await self._delivery.wait()
        await self.wait_for_delivery(UUID(int=5), len(_PROBE_GAME))

    async def append(self, after: Version, events: Sequence[Event], by: str) -> None:
        """Append events, and wait until every subscriber has received them once."""
        services = self.services
        with services.lobby.subscription() as lobby, services.boards.subscription() as boards:
            await self._append_to(GAME_ID, after, events, by)
            await self.wait_for_delivery(GAME_ID, after + len(events))
            if _concerns(services.lobby, events):
                while GAME_ID not in (game.game for game in (await _next(lobby)).games):
                    continue
            if _concerns(services.boards, events):
                await _next(boards)
        await _idle(services.own_games)
        await caught_up(services)
        await self._wait_for_streams()

    async def sign(self) -> None:
        """Sign a checkpoint of all events so far."""
        services, proofs = self.services, self.services.log_proofs
        await caught_up(services)
        signer = CheckpointSigner(services.store, services.read_database, proofs._table, proofs._signing)
        signed = await signer.sign()
        assert signed is not None
        assert signed.size == await services.store.head()

    async def _wait_for_streams(self) -> None:
        """Wait until every stream has sent its messages: what they show is read when it is sent."""
        services = self.services
        announcers = (services.lobby, services.boards, services.own_games)
        async with asyncio.timeout(30):
            while True:
                fan_outs = services.watching._fan_outs.values()
                buffers: list[SubscriberBuffer[Any]] = [
                    *(each for announcer in announcers for each in announcer._subscribers),
                    *(each for fan_out in fan_outs for each in fan_out._event_subscribers),
                    *(each for fan_out in fan_outs for each in fan_out._update_subscribers),
                    *(each for fan_out in fan_outs for each in fan_out._signal_subscribers),
                ]
                if all(each._ended or (not each._items and each._woken._waiters) for each in buffers):
                    return
                await asyncio.sleep(0.001)

    async def _append_to(self, game: GameId, after: Version, events: Sequence[Event], by: str | None) -> None:
        at = NOON + timedelta(seconds=after)
        await self.services.store.append(Append(game=game, after=after, events=tuple(events), at=at, by=by))


def _concerns(announcer: Announcer[Any], events: Sequence[Event]) -> bool:
    return any(type(event) in announcer._event_classes for event in events)


async def _idle(announcer: Announcer[Any]) -> None:
    """Wait until an announcer has announced all that was delivered."""
    async with asyncio.timeout(30):
        while True:
            if announcer._wake_up._waiters and not announcer._wake_up.is_set():
                return
            await asyncio.sleep(0.001)


async def _next(listener: SubscriberBuffer[Any]) -> Any:
    async with asyncio.timeout(30):
        return await listener.next()


class Worlds:
    """Creates such servers, all with the same players."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._invitations: dict[str, tuple[str, str]] = {}
        self._people = asyncio.run(self._register_players())

    async def _register_players(self) -> dict[str, tuple[str, str]]:
        """Create a server with the players of the logs; return their ids and tokens."""
        people = {}
        async with services_of(Settings(data_dir=self._folder, checkpoint_seconds=A_DAY)) as services:
            for name in (*PEOPLE, OPERATOR):
                player = await services.players.guest(name)
                people[name] = player.id, services.identity.token(player, operator=name == OPERATOR)
                token, _ = services.identity.invitations.token(GAME_ID, player.id)
                code = await services.invitation_codes.create(GAME_ID, 0, player.id)
                self._invitations[name] = token, code.text
        return people

    def id_of(self, name: Any) -> Any:
        """Return the id of a player; unknown names and other values are returned unchanged."""
        known = self._people.get(name) if isinstance(name, str) else None
        return name if known is None else known[0]

    def invitations_of(self, name: str) -> tuple[str, str]:
        """Return a player's token and code for the game, even if the player may not invite."""
        return self._invitations[name]

    def client(self, world: World, who: Who) -> Client:
        """Return a client of the server for a caller."""
        if who is None:
            return world.nobody
        player, token = self._people[who]
        return Client(world.nobody.http, token, player)

    @asynccontextmanager
    async def empty(self) -> AsyncIterator[World]:
        """Yield an empty server with registered players."""
        async with AsyncExitStack() as opened:
            folder = opened.enter_context(TemporaryDirectory(dir=self._folder.parent))
            data = Path(shutil.copytree(self._folder, Path(folder) / "data"))
            services = await opened.enter_async_context(
                services_of(Settings(data_dir=data, checkpoint_seconds=A_DAY))
            )
            app = application(services)
            transport = httpx.ASGITransport(app)
            http = httpx.AsyncClient(transport=transport, base_url="http://[::1]", trust_env=False)
            yield World(services, await opened.enter_async_context(http), app)

    @asynccontextmanager
    async def after(
        self, log: Log, listeners: Iterable[tuple[Who, str]] = ()
    ) -> AsyncIterator[tuple[World, list[Subscription]]]:
        """Yield a server with the log, and with subscriptions that started during it."""
        events = [self.here(event) for event in log]
        cut = cut_of(log)
        organizer = self.id_of(PEOPLE[0])
        async with AsyncExitStack() as opened:
            world = await opened.enter_async_context(self.empty())
            opened.enter_context(world.services.watching.subscribe_to_appends(world.record_delivery))
            await world.wait_until_following()
            await world.sign()
            # Everyone is present, whichever callers are compared.
            for name in PEOPLE:
                world.services.presence.arrived(GAME_ID, self.id_of(name))
            await world.append(0, events[:cut], organizer)
            streams = [
                await opened.enter_async_context(self._subscribe(world, who, name, log))
                for who, name in listeners
            ]
            await self._talk(world, events[:cut])
            ends = sorted(Random(len(log)).sample(range(cut, len(events)), min(2, len(events) - cut)))
            for begin, end in pairwise((cut, *ends, len(events))):
                if begin < end:
                    await world.append(begin, events[begin:end], organizer)
            await world.sign()
            yield world, streams

    def _subscribe(self, world: World, who: Who, name: str, log: Log) -> Subscription:
        created = log[0]
        assert isinstance(created, GameCreated)
        variables = {}
        if name in (*OF_COMMITS, "tableSignals"):
            variables = {"game": str(GAME_ID)}
        elif name in OF_VARIANTS:
            variables = {"variant": created.variant}
        document = d.operation("subscription", name)
        return Subscription(world.app, self.client(world, who), document, variables)

    async def _talk(self, world: World, events: Sequence[Event]) -> None:
        """Let a player and a spectator say something, unless talk is paused."""
        for name in (PEOPLE[0], OPERATOR):
            with suppress(TalkIsPaused):
                await world.services.talk.say(GAME_ID, fold(events), None, self.id_of(name), Phrase.HELLO)

    def here(self, event: Event) -> Event:
        """Return an event with the players' ids on these servers, where seeds are still awaited."""
        topic, state = default_codec().encode(event)
        for name, (player, _) in self._people.items():
            state = state.replace(b'"%s"' % name.encode(), b'"%s"' % player.encode())
        here = default_codec().decode(GAME_ID, 1, topic, state)
        return replace(here, until=SEEDS_UNTIL) if isinstance(here, SeatsClosed) else here

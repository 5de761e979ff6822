"""Bytes that are written to several sockets at once show each viewer what only these may read."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from types import SimpleNamespace
from typing import Any, Final
from uuid import UUID

import orjson
import pytest
from hypothesis import given, settings
from msgspec import Struct

from api.graphql.execution.planned.planned_messages import PlannedMessages, messages_of_task
from api.graphql.execution.planned.policy import PlanPolicy
from api.graphql.execution.planned.shared_payloads import SharedPayloads
from api.graphql.pagination.cursors import Cursors
from api.graphql.schema import Schema, schema
from api.graphql.subscriptions.direct_delivery import at_once, socket_of_task
from api.graphql.subscriptions.game_updates import GameUpdate, _Stream
from api.graphql.subscriptions.stream_errors import Progress
from application.codec import GameId
from application.store.memory import MemoryStore
from application.store.port import LogIdentity, Store
from application.watching.fan_out import GameFanOut
from application.watching.pending_writes import Writer
from application.watching.subscriber_groups import GameSubscriber, SubscriberGroups
from domain.events import Event, PlayerId
from domain.state import Game
from domain.view import viewer_of
from domain.visibility import Viewer, redact
from tests.api.execution.test_shared_messages import (
    EVENTS,
    SERVICES,
    SPECTATORS,
    UPDATES,
    documents,
    load,
    messages,
    recorded,
)
from tests.laws.playouts import SEEDS, Playout, every_variant, playout, same_games

GAME: Final = UUID(int=5)
CONTEXT: Final[Any] = SimpleNamespace(
    services=SERVICES,
    load=load,
    account=SimpleNamespace(is_heavy=lambda: False, add=lambda _: None),
)
IDS: Final = ("1", "2", *map(str, range(10, 20)))
"""Ids of operations, more of them than whose bytes are kept."""


class Written(Struct, frozen=True):
    """The bytes written to a socket at once."""

    document: str
    player: PlayerId | None
    id: str
    encoded: bytes
    readable: tuple[Event, ...]
    """The events of the commit as the player may read them, redacted from the log."""


class Socket:
    """A socket that keeps what is written."""

    def __init__(self, operation_id: str, document: str, player: PlayerId | None) -> None:
        self.operation_id = operation_id
        self.document = document
        self.player = player
        self.written: list[bytes] = []

    def writer(self) -> Writer:
        return self.written.append

    def encode(self, payloads: Sequence[bytes]) -> bytes:
        return b"\n".join(b'{"id":%b,"payload":%b}' % (orjson.dumps(self.operation_id), p) for p in payloads)


class Viewers:
    """Sockets of all viewers of a game that wait for its events and updates, by each document."""

    def __init__(self, shown: Schema, fan_out: GameFanOut, entered: ExitStack) -> None:
        self.sockets: list[Socket] = []
        self.receiving: list[asyncio.Task[Any]] = []
        self._shown = shown
        self._fan_out = fan_out
        self._entered = entered
        self._payloads = SharedPayloads(max_age=60)
        self._log = LogIdentity(GAME, 1)
        self._cursors = Cursors("secret", MemoryStore())

    async def join(self, players: Sequence[PlayerId | None], ids: Sequence[str]) -> None:
        """Subscribe players, each with operations of several ids."""
        for player in players:
            for operation_id in ids:
                for text in EVENTS:
                    events = self._entered.enter_context(self._fan_out.subscription(player))
                    self._receive(text, player, operation_id, events, lambda each: each)
                for text in UPDATES:
                    updates = self._entered.enter_context(self._fan_out.update_subscription(player))
                    stream = _Stream(
                        Progress(), GAME, player, self._cursors.of_stream(["updates", str(player)], self._log)
                    )
                    shown = _shown_by(stream)
                    self._receive(text, player, operation_id, updates, shown, stream.sharers)
        await asyncio.sleep(0)

    def _receive(
        self,
        text: str,
        player: PlayerId | None,
        operation_id: str,
        subscriber: GameSubscriber[Any],
        *value_of: Any,
    ) -> None:
        socket = Socket(operation_id, text, player)
        messages_of_task.set(messages(self._shown, self._payloads, text, PlannedMessages))
        socket_of_task.set(socket)
        subscriber.take_at_once = at_once(CONTEXT, Progress(), *value_of)
        self.sockets.append(socket)
        self.receiving.append(asyncio.ensure_future(_receive_the_rest(subscriber)))


async def _receive_the_rest(subscriber: GameSubscriber[Any]) -> None:
    """Take what is not written at once, such as what would take too long in one tick of the loop."""
    while await subscriber.next() is not None:
        pass


def _shown_by(stream: _Stream) -> Any:
    return lambda update: GameUpdate.of(stream, update)


@pytest.fixture(scope="module")
def shown() -> Iterator[Schema]:
    documents.clear()
    yield schema(plans=PlanPolicy.FIRST_USE)
    documents.clear()


async def written_at_once(
    shown: Schema, played: Playout, ids: Sequence[str], kind: type[GameFanOut] = GameFanOut
) -> list[list[Written]]:
    """Return what is written to the sockets of all viewers of a game, by commit."""
    fan_out = kind(MemoryStore(), GAME, 10_000)
    found: list[list[Written]] = []
    with ExitStack() as entered:
        viewers = Viewers(shown, fan_out, entered)
        for commit in recorded(played, GAME):
            assert fan_out.deliver(commit)
            game, revealed = fan_out.public.game, fan_out.public.revealed
            of_commit: list[Written] = []
            for socket in viewers.sockets:
                viewer = viewer_of(game, socket.player)
                readable = tuple(redact(each.event, viewer, revealed) for each in commit)
                of_commit += (
                    Written(socket.document, socket.player, socket.operation_id, each, readable)
                    for each in socket.written
                )
                socket.written.clear()
            found.append(of_commit)
            # Further messages may be completed in the next tick of the loop.
            for _ in range(3):
                await asyncio.sleep(0)
            if game.table is not None and not viewers.sockets:
                # Nothing is private to a seat before the start, and not all have joined.
                players = [*SPECTATORS, *(seat.player for seat in played.known.game.seats)]
                await viewers.join([each for each in players if game.admits(each)], ids)
        for each in viewers.receiving:
            each.cancel()
    return found


def assert_equal_where_shared(written: Sequence[Written]) -> int:
    """Check that the same bytes go to those who may read the same; return how often they were shared."""
    first: dict[int, Written] = {}
    shared = 0
    for each in written:
        other = first.setdefault(id(each.encoded), each)
        if other is not each:
            assert (each.document, each.id) == (other.document, other.id)
            assert each.readable == other.readable
            shared += 1
    return shared


@every_variant
@same_games
@given(seed=SEEDS)
@settings(max_examples=3)
async def test_sockets_share_bytes_only_where_their_viewers_may_read_the_same(
    shown: Schema, variant: str, seed: int
) -> None:
    shared = total = 0
    for written in await written_at_once(shown, playout(variant, seed), IDS[:2]):
        shared += assert_equal_where_shared(written)
        total += len(written)
    # The others are of other seats, documents and ids, or have a cursor of their own.
    assert shared > total / 20 or not total


class _OneGroup(SubscriberGroups[Any]):
    def admitted(self, known: Game) -> Iterator[tuple[Viewer, set[GameSubscriber[Any]]]]:
        for _, group in super().admitted(known):
            yield 0, group


class Careless(GameFanOut):
    """Shows everyone what the first seat may read."""

    def __init__(self, store: Store, game: GameId, max_buffered: int) -> None:
        super().__init__(store, game, max_buffered)
        self._event_subscribers = _OneGroup(game)
        self._update_subscribers = _OneGroup(game)


async def test_sharing_with_another_seat_is_found_out(shown: Schema) -> None:
    commits = await written_at_once(shown, playout("hundred-and-ten", 1), IDS[:1], Careless)
    with pytest.raises(AssertionError):
        assert_equal_where_shared([each for written in commits for each in written])


async def test_a_message_names_the_id_of_its_own_operation(shown: Schema) -> None:
    commits = await written_at_once(shown, playout("hundred-and-ten", 1), IDS)
    assert any(commits)
    for written in commits:
        assert_equal_where_shared(written)
        for each in written:
            for line in each.encoded.splitlines():
                assert orjson.loads(line)["id"] == each.id

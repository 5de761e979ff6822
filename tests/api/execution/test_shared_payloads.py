"""Payloads that subscribers share are completed once, and forgotten soon."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from time import monotonic
from types import SimpleNamespace
from typing import Any, Final
from uuid import uuid4
from weakref import finalize, ref

import pytest

from api.graphql.execution.planned.planned_messages import PlannedMessages, messages_of_task
from api.graphql.execution.planned.policy import PlanPolicy
from api.graphql.execution.planned.shared_payloads import Payload, SharedPayloads
from api.graphql.pagination.cursors import Cursors
from api.graphql.schema import Schema, schema
from api.graphql.subscriptions.direct_delivery import MAX_BYTES_AT_ONCE, at_once, socket_of_task
from api.graphql.subscriptions.game_updates import GameUpdate, _Stream
from api.graphql.subscriptions.stream_errors import Progress
from application.codec import RecordedEvent
from application.players.registry import Player
from application.runtime.time_slices import TIME_SLICER
from application.store.memory import MemoryStore
from application.store.port import LogIdentity
from application.watching.pending_writes import MAX_BYTES, PendingWrites, Writer
from application.watching.subscriber_buffer import SubscriberBuffer
from domain.events import PlayerId
from tests.api.execution.test_shared_messages import NAMES, Registry, documents, messages, recorded
from tests.laws.playouts import playout


@pytest.fixture(scope="module")
def shown() -> Iterator[Schema]:
    documents.clear()
    yield schema(plans=PlanPolicy.FIRST_USE)
    documents.clear()


class CountedUpdate:
    """An update of one event that counts how often its events are read."""

    is_snapshot = False

    def __init__(self, event: RecordedEvent) -> None:
        self.version = event.version
        self.reads = 0
        self._event = event

    @property
    def events(self) -> tuple[RecordedEvent, ...]:
        self.reads += 1
        return (self._event,)


class UnknownNames(Registry):
    """A registry that has to read all players."""

    def in_memory(self, player: PlayerId) -> Any:
        return None

    async def named(self, players: Iterable[PlayerId]) -> dict[PlayerId, Player]:
        return {player: Player(id=player, name=player.title()) for player in players}


READ: Final = SimpleNamespace(services=SimpleNamespace(players=UnknownNames()))
WITH_NAMES: Final = "subscription($game: ID!) { gameUpdates(game: $game) { events { by { name } } } }"


def counted(player: PlayerId | None = None) -> tuple[CountedUpdate, GameUpdate]:
    """Return an update, and the message of it to a player."""
    game = uuid4()
    update: Any = CountedUpdate(next(recorded(playout("hundred-and-ten", 1), game))[0])
    cursors = Cursors("secret", MemoryStore()).of_stream(["updates"], LogIdentity(uuid4(), 1))
    return update, GameUpdate.of(_Stream(Progress(), game, player, cursors), update)


async def test_a_message_that_has_to_wait_is_completed_once_and_shared(shown: Schema) -> None:
    async def load(read: Callable[..., Awaitable[Sequence[Player]]], key: PlayerId) -> Player:
        (found,) = await read(READ.services, [key])
        return found

    update, message = counted()
    context = SimpleNamespace(services=READ.services, load=load)
    subscriber = messages(shown, SharedPayloads(), WITH_NAMES, PlannedMessages)
    first = await subscriber.complete(message, context)
    assert first is not None
    assert first.data == {"gameUpdates": {"events": [{"by": {"name": "Ann"}}]}}
    assert update.reads == 1
    second = await subscriber.complete(message, context)
    assert second is not None
    assert second.encoded is first.encoded
    assert update.reads == 1


async def test_nothing_new_is_completed_at_once_after_the_slice_of_the_tick(shown: Schema) -> None:
    text = "subscription($game: ID!) { gameUpdates(game: $game) { events { version } } }"
    shared = SharedPayloads()
    (_, known), (_, new) = counted(), counted()
    subscriber = messages(shown, shared, text, PlannedMessages)
    await asyncio.sleep(0)
    assert subscriber.complete_at_once(known, NAMES, only_shared=True) is not None
    while not TIME_SLICER.is_used_up():
        pass
    assert subscriber.complete_at_once(known, NAMES, only_shared=True) is not None
    assert subscriber.complete_at_once(new, NAMES, only_shared=True) is None
    await asyncio.sleep(0.01)
    assert subscriber.complete_at_once(new, NAMES, only_shared=True) is not None


@pytest.mark.parametrize(("selected", "is_shared"), [("version", True), ("...F", False), ("cursor", False)])
async def test_only_cursors_keep_spectators_from_sharing(
    shown: Schema, selected: str, is_shared: bool
) -> None:
    text = f"""subscription($game: ID!) {{ gameUpdates(game: $game) {{ ...G {selected} }} }}
        fragment F on GameUpdate {{ at: cursor }} fragment G on GameUpdate {{ snapshot {selected} }}"""
    if selected != "...F":
        text = text.replace("fragment F on GameUpdate { at: cursor }", "")
    subscriber = messages(shown, SharedPayloads(), text, PlannedMessages)
    update, message = counted()
    _, other = counted("zoe")
    other.update = update  # type: ignore[assignment]
    first, second = (subscriber.complete_at_once(each, NAMES) for each in (message, other))
    assert first is not None
    assert (first is second) == is_shared


# Messages that cannot be delivered at once


class Failing(PlannedMessages):
    """Completes no message."""

    def complete_at_once(self, value: Any, context: Any, *, only_shared: bool = False) -> Payload | None:
        raise LookupError("no payload")


class Large(PlannedMessages):
    """Completes messages that are larger than what is delivered at once."""

    def complete_at_once(self, value: Any, context: Any, *, only_shared: bool = False) -> Payload | None:
        return payload(MAX_BYTES_AT_ONCE + 1)


class Small(PlannedMessages):
    """Completes messages that are the same for all."""

    def complete_at_once(self, value: Any, context: Any, *, only_shared: bool = False) -> Payload | None:
        return payload(10)


class Socket:
    """A socket that notes what is written, and takes some messages."""

    operation_id = "1"

    def __init__(self, room: int = 10, *, fails: bool = False) -> None:
        self.written: list[bytes] = []
        self._room = room
        self._fails = fails

    def writer(self) -> Writer | None:
        return self._write if len(self.written) < self._room else None

    def _write(self, encoded: bytes) -> None:
        if self._fails:
            raise OSError("the socket is closed")
        self.written.append(encoded)

    def encode(self, payloads: Sequence[bytes]) -> bytes:
        return b"".join(payloads)


class Waiting:
    """A subscriber with a socket that waits for its next message."""

    def __init__(self, shown: Schema, socket: Socket, kind: type[PlannedMessages]) -> None:
        self.charged: list[float] = []
        self.progress = Progress()
        context: Any = SimpleNamespace(
            account=SimpleNamespace(is_heavy=lambda: False, add=self.charged.append)
        )
        messages_of_task.set(messages(shown, SharedPayloads(), WITH_NAMES, kind))
        socket_of_task.set(socket)
        self.buffer = SubscriberBuffer[Any](10)
        self.buffer.take_at_once = at_once(context, self.progress, lambda update: update)
        self.next = asyncio.ensure_future(self.buffer.next())


@pytest.mark.parametrize(
    ("kind", "socket", "work"),
    [(Failing, Socket(), 1), (Large, Socket(), 1), (Small, Socket(0), 1), (Small, Socket(fails=True), 2)],
)
async def test_a_message_that_is_not_delivered_at_once_is_left_to_the_buffer(
    shown: Schema, kind: type[PlannedMessages], socket: Socket, work: int
) -> None:
    subscriber = Waiting(shown, socket, kind)
    await asyncio.sleep(0)
    message, writes = counted()[1], PendingWrites()
    subscriber.buffer.put([message], writes)
    writes.carry_out()
    assert await subscriber.next is message
    assert (subscriber.progress.after, socket.written, len(subscriber.charged)) == (None, [], work)


async def test_a_socket_is_filled_by_the_writes_of_one_commit_no_further_than_by_those_of_several(
    shown: Schema,
) -> None:
    socket = Socket(room=2)
    subscribers = [Waiting(shown, socket, Small) for _ in range(3)]
    await asyncio.sleep(0)
    message, writes = counted()[1], PendingWrites()
    for each in subscribers:
        each.buffer.put([message], writes)
    assert not socket.written
    writes.carry_out()
    assert len(socket.written) == 2
    assert [each.progress.after for each in subscribers] == [message.version, message.version, None]
    # The messages and the writes are both paid for.
    assert [len(each.charged) for each in subscribers] == [2, 2, 2]
    assert await subscribers[2].next is message
    for each in subscribers[:2]:
        each.next.cancel()


class Medium(PlannedMessages):
    """Completes messages that are nearly too large."""

    def complete_at_once(self, value: Any, context: Any, *, only_shared: bool = False) -> Payload | None:
        return payload(MAX_BYTES_AT_ONCE)


async def test_messages_of_a_commit_that_wait_to_be_written_are_bounded(shown: Schema) -> None:
    socket = Socket(room=30)
    subscribers = [Waiting(shown, socket, Medium) for _ in range(40)]
    await asyncio.sleep(0)
    message, writes, held = counted()[1], PendingWrites(), list[int]()
    for each in subscribers:
        each.buffer.put([message], writes)
        held.append(sum(len(write.encoded) for write in writes))
    writes.carry_out()
    assert MAX_BYTES_AT_ONCE < max(held) <= MAX_BYTES
    assert len(socket.written) == 30
    assert [each.progress.after for each in subscribers] == [message.version] * 30 + [None] * 10
    for each in subscribers[:30]:
        each.next.cancel()
    for each in subscribers[30:]:
        assert await each.next is message


# The memory of shared payloads


def payload(size: int) -> Payload:
    return Payload({}, bytes(size))


def test_shared_payloads_are_forgotten_beyond_their_bounds() -> None:
    shared = SharedPayloads(max_payloads=3, max_bytes=100)
    for number in range(4):
        shared.put((number,), payload(10), ())
    assert [shared.get((number,)) is not None for number in range(4)] == [False, True, True, True]
    shared.put((4,), payload(85), ())
    assert [shared.get((number,)) is not None for number in range(5)] == [False, False, False, True, True]
    shared.put((4,), payload(101), ())
    assert shared.get((4,)) is None


def test_payloads_are_shared_for_a_moment() -> None:
    shared = SharedPayloads(max_age=0.0)
    shared.put((1,), payload(1), ())
    assert shared.get((1,)) is None


async def test_payloads_that_nobody_may_share_any_more_are_dropped() -> None:
    shared = SharedPayloads(max_age=0.02)
    first, second = counted()[0], counted()[0]
    left, is_gone = ref(first), asyncio.Event()
    finalize(second, is_gone.set)
    shared.put((1,), payload(1), (first,))
    del first
    shared_at = monotonic()
    while monotonic() - shared_at < 0.03:  # noqa: ASYNC110 - no event tells that time has passed
        # uvloop counts a sleep from the begin of the loop's iteration, which may be long ago.
        await asyncio.sleep(0.01)
    shared.put((2,), payload(1), (second,))
    del second
    assert left() is None
    # Without a further message, too.
    await asyncio.wait_for(is_gone.wait(), 10)

"""Subscribers share the bytes of a message only where their redacted values are equal."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from types import SimpleNamespace
from typing import Any, Final
from uuid import uuid4

import orjson
import pytest
from graphql import parse
from hypothesis import given, settings
from msgspec import Struct

from api.graphql.execution.documents import Document
from api.graphql.execution.planned.planned_messages import PlannedMessages
from api.graphql.execution.planned.policy import PlanPolicy
from api.graphql.execution.planned.shared_payloads import Key, Payload, SharedPayloads
from api.graphql.execution.sliced_executor import Executor
from api.graphql.pagination.cursors import Cursors
from api.graphql.schema import Schema, schema
from api.graphql.subscriptions.game_updates import GameUpdate, _Stream
from api.graphql.subscriptions.stream_errors import Progress
from application.codec import GameId, RecordedEvent
from application.players.registry import Player
from application.store.memory import MemoryStore
from application.store.port import LogIdentity
from application.watching.fan_out import GameFanOut
from application.watching.subscriber_groups import GameSubscriber
from domain.events import PlayerId
from domain.view import View, viewer_of
from domain.visibility import redact
from tests.api.harness import full_documents as d
from tests.domain.given import NOON
from tests.laws.playouts import SEEDS, Playout, every_variant, playout, same_games

EVENTS: Final = (
    d.operation("subscription", "gameEvents"),
    """subscription($game: ID!) { gameEvents(game: $game) { __typename version at by { id }
      ... on HandDealt { seat cards } ... on CardPlayed { seat card } } }""",
    "subscription($game: ID!) { gameEvents(game: $game) { line: record } }",
)
UPDATES: Final = (
    "subscription($game: ID!) { gameUpdates(game: $game) { version cursor events { __typename record } } }",
    "subscription($game: ID!) { gameUpdates(game: $game) { snapshot events { version record } } }",
)
SPECTATORS: Final[Sequence[PlayerId | None]] = (None, None, "zoe")


class Registry:
    """A registry that has all players in memory."""

    def in_memory(self, player: PlayerId) -> Player:
        return Player(id=player, name=player.title())

    async def named(self, players: Iterable[PlayerId]) -> dict[PlayerId, Player]:
        return {player: self.in_memory(player) for player in players}


SERVICES: Final = SimpleNamespace(players=Registry())


async def load(read: Callable[..., Awaitable[Sequence[Player]]], key: PlayerId) -> Player:
    """Read the value of one key."""
    (found,) = await read(SERVICES, [key])
    return found


NAMES: Final = SimpleNamespace(services=SERVICES, load=load)
"""The context of all viewers."""


class Delivery(Struct, frozen=True):
    """A message to one viewer."""

    viewer: PlayerId | None
    document: str
    value: Any
    """What the viewer was shown."""
    readable: tuple[Any, ...]
    """The events of the message as the viewer may read them, redacted from the log."""
    payload: Payload | None


class Viewer:
    """A subscriber to the events and the updates of a game, by each document."""

    def __init__(
        self,
        shown: Schema,
        shared: SharedPayloads,
        kind: type[PlannedMessages],
        player: PlayerId | None,
        stream: _Stream,
    ) -> None:
        self.player = player
        self.stream = stream
        self.messages = {text: messages(shown, shared, text, kind) for text in (*EVENTS, *UPDATES)}
        self.events: GameSubscriber[RecordedEvent]
        self.updates: GameSubscriber[Any]

    async def deliveries(self, commit: Sequence[RecordedEvent], public: View) -> list[Delivery]:
        """Return the messages of a commit."""
        viewer = viewer_of(public.game, self.player)
        read = [redact(each.event, viewer, public.revealed) for each in commit]
        found = []
        for place, each in enumerate(read):
            value: Any = await self.events.next()
            assert value.version == commit[place].version
            found += [self._delivery(text, value, (each,)) for text in EVENTS]
        shown: Any = await self.updates.next()
        update = GameUpdate.of(self.stream, shown)
        return found + [self._delivery(text, update, tuple(read)) for text in UPDATES]

    def _delivery(self, text: str, value: Any, readable: tuple[Any, ...]) -> Delivery:
        payload = self.messages[text].complete_at_once(value, NAMES)
        return Delivery(self.player, text, value, readable, payload)


def document_of(shown: Schema, text: str) -> Document:
    return Document.of(shown._schema, text, parse(text))


def messages(
    shown: Schema, shared: SharedPayloads, text: str, kind: type[PlannedMessages]
) -> PlannedMessages:
    document = documents[text] if text in documents else documents.setdefault(text, document_of(shown, text))
    variables = {"game": "110"}
    return kind(shown.plans, shared, document.parsed, document.operations[0], variables, has_report=False)


documents: dict[str, Document] = {}
"""The documents by text: all viewers use the same plans."""


@pytest.fixture(scope="module")
def shown() -> Iterator[Schema]:
    documents.clear()
    yield schema(plans=PlanPolicy.FIRST_USE)
    documents.clear()


def recorded(played: Playout, game: GameId) -> Iterator[list[RecordedEvent]]:
    """Yield the commits of a game as recorded in a log."""
    version = 0
    for commit in played.commits:
        last = version + len(commit.events)
        yield [
            RecordedEvent(
                game=game,
                version=version + place,
                position=version + place,
                at=NOON,
                by="ann",
                command_id=None,
                event=event,
                last=last,
            )
            for place, event in enumerate(commit.events, 1)
        ]
        version = last


def viewers_of(
    shown: Schema, shared: SharedPayloads, kind: type[PlannedMessages], played: Playout, game: GameId
) -> list[Viewer]:
    players = [*SPECTATORS, *(seat.player for seat in played.known.game.seats)]
    cursors, log = Cursors("secret", MemoryStore()), LogIdentity(uuid4(), 1)
    return [
        Viewer(
            shown,
            shared,
            kind,
            player,
            _Stream(Progress(), game, player, cursors.of_stream(["updates", str(player)], log)),
        )
        for player in players
    ]


async def delivered(shown: Schema, played: Playout, kind: type[PlannedMessages]) -> list[list[Delivery]]:
    """Return the messages to all viewers of a game, by commit."""
    game, shared = uuid4(), SharedPayloads(max_age=60)
    fan_out = GameFanOut(MemoryStore(), game, 10_000)
    found: list[list[Delivery]] = []
    with ExitStack() as joined:
        viewers: list[Viewer] = []
        for commit in recorded(played, game):
            assert fan_out.deliver(commit)
            public = fan_out.public
            viewers = [each for each in viewers if public.game.admits(each.player)]
            found.append([one for each in viewers for one in await each.deliveries(commit, public)])
            if public.game.table is not None and not viewers:
                # Nothing is private to a seat before the start, and not all have joined.
                everyone = viewers_of(shown, shared, kind, played, game)
                viewers = [each for each in everyone if public.game.admits(each.player)]
                for each in viewers:
                    each.events = joined.enter_context(fan_out.subscription(each.player))
                    each.updates = joined.enter_context(fan_out.update_subscription(each.player))
    return found


def assert_equal_where_shared(deliveries: Sequence[Delivery]) -> int:
    """Check that messages with the same bytes show the same; return the number of shared messages."""
    first: dict[int, Delivery] = {}
    shared = 0
    for each in deliveries:
        if each.payload is None:
            continue
        other = first.setdefault(id(each.payload.encoded), each)
        if other is not each:
            assert each.document == other.document
            assert each.readable == other.readable
            shared += 1
    return shared


async def by_graphql_core(shown: Schema, text: str, value: Any) -> bytes:
    """Return a message as graphql-core completes it for its viewer alone."""
    executor: Any = Executor.build(shown._schema, documents[text].parsed, None, NAMES, {"game": "110"})
    answer = executor.build_per_event_executor(value).execute_operation()
    result = await answer if executor.is_awaitable(answer) else answer
    assert result.errors is None
    return orjson.dumps({"data": result.data})


@every_variant
@same_games
@given(seed=SEEDS)
@settings(max_examples=4)
async def test_viewers_share_bytes_only_where_they_may_read_the_same(
    shown: Schema, variant: str, seed: int
) -> None:
    shared = total = 0
    commits = await delivered(shown, playout(variant, seed), PlannedMessages)
    for deliveries in commits:
        shared += assert_equal_where_shared(deliveries)
        total += len(deliveries)
    # Seats share most of the events, and spectators all of them.
    assert shared > total / 20 or not total


@every_variant
@same_games
@given(seed=SEEDS)
@settings(max_examples=2)
async def test_delivered_messages_are_those_of_graphql_core(shown: Schema, variant: str, seed: int) -> None:
    commits = await delivered(shown, playout(variant, seed), PlannedMessages)
    for deliveries in commits[:40] + commits[-10:]:
        for each in deliveries:
            if each.payload is not None:
                assert each.payload.encoded == await by_graphql_core(shown, each.document, each.value)


class SharingByVersion(PlannedMessages):
    """Shares messages of the same version, whatever their viewers may read."""

    def _keyed(self, prepared: Any, value: Any) -> tuple[object, Key | None]:
        return value, (id(prepared.plan), value.version)


async def test_sharing_by_version_is_found_out(shown: Schema) -> None:
    commits = await delivered(shown, playout("hundred-and-ten", 1), SharingByVersion)
    with pytest.raises(AssertionError):
        assert_equal_where_shared([each for deliveries in commits for each in deliveries])

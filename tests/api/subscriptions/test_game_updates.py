"""Game updates over sockets and server-sent events: each equals fresh queries, none is lost or repeated."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import AsyncExitStack, suppress
from itertools import pairwise
from random import Random
from typing import Any
from uuid import UUID, uuid4

import pytest

import application.watching.viewer_folds
from api.graphql.context import Services
from application.watching.game_updates import GameUpdate
from application.watching.subscriber_buffer import Interrupted
from application.watching.viewer_folds import MAX_MOMENTS
from domain.rules import variants
from domain.view import View
from tests.api.harness import full_documents as d
from tests.api.harness.callers import Client, Json
from tests.api.harness.played_games import advance, begun, eventually, play_to_the_end
from tests.api.harness.stream_clients import UPDATES as WITHOUT_CHANGES
from tests.api.harness.stream_clients import WAYS, Ended, Stream
from tests.long_form import usually

pytestmark = pytest.mark.timeout(120)

POSITION = "subscription($game: ID!, $after: Cursor) { gameUpdates(game: $game, after: $after) { %s } }"
CURSORS = POSITION % "cursor version"
_MOMENT = d.everything("GameMoment")
_WITH_CHANGES = f"{_MOMENT.removesuffix('}')} changedSeats {d.everything('Seat')} }}"
MOMENTS = d.MOMENTS.replace(_MOMENT, _WITH_CHANGES)
UPDATES = WITHOUT_CHANGES.replace(_MOMENT, _WITH_CHANGES)

some_way = pytest.mark.parametrize("way", WAYS)


async def rest(stream: Stream) -> list[Json]:
    """Return all further messages of a stream that ends without an error."""
    received: list[Json] = []
    with pytest.raises(Ended) as ended:
        await stream.collect(received)
    assert ended.value.errors == []
    return received


async def moments(client: Client, game: str, **page: int) -> list[Json]:
    """Return moments of a game by a query."""
    found: list[Json] = (await client.data(MOMENTS, game=game, **page))["game"]["moments"]
    return found


async def history(url: str, game: str, client: Client, after: str | None = None) -> list[Json]:
    """Return all updates of a finished game."""
    async with WAYS["socket"](url, UPDATES, client.token, game=game, after=after) as stream:
        return await rest(stream)


# Content.


@pytest.mark.parametrize("variant", usually(variants(), "hundred-and-ten"))
@some_way
async def test_each_update_equals_fresh_queries_at_its_version(
    services: Services,
    address: str,
    spectator: Client,
    ann: Client,
    bob: Client,
    cyd: Client,
    way: str,
    variant: str,
) -> None:
    clients = [ann, bob, cyd, await spectator.sign_in("Dan")]
    game = await begun(*clients, variant=variant)
    viewers = [ann, bob, await spectator.sign_in("Eve"), spectator]
    async with AsyncExitStack() as opened:
        streams = [
            await opened.enter_async_context(WAYS[way](address, UPDATES, each.token, game=game))
            for each in viewers
        ]
        for client, stream in zip(viewers, streams, strict=True):
            snapshot = await stream.next()
            assert snapshot["game"] == await client.game(game)
            assert (snapshot["snapshot"], snapshot["events"], snapshot["moments"]) == (True, [], [])
        version = await services.store.version(UUID(game))
        for _ in range(24):
            await advance(services, game, moves=1)
            for client, stream in zip(viewers, streams, strict=True):
                update = await stream.next()
                assert update["game"] == await client.game(game)
                assert update["version"] == update["game"]["version"]
                assert update["events"] == (await client.events(game))[version:]
                before, *replayed = await moments(client, game, after=version - 1, first=MAX_MOMENTS + 1)
                # An update tells which seats its first event has changed, as a longer list does.
                assert update["moments"] == replayed
                for former, moment in pairwise([before, *replayed]):
                    pairs = zip(former["seats"], moment["seats"], strict=True)
                    assert moment["changedSeats"] == [now for was, now in pairs if was != now]
                assert not update["snapshot"]
            version = update["version"]


@some_way
async def test_a_stream_ends_with_the_game(
    services: Services, address: str, spectator: Client, ann: Client, bob: Client, way: str
) -> None:
    game = await begun(ann, bob)
    async with WAYS[way](address, UPDATES, ann.token, game=game) as stream:
        first = await stream.next()
        await play_to_the_end([ann, bob], game)
        received = await rest(stream)
    assert received[-1]["game"] == await ann.game(game)
    assert received[-1]["game"]["result"] is not None
    # Later updates are the same, and a new subscription has nothing but a snapshot.
    assert await history(address, game, ann, first["cursor"]) == received
    assert await history(address, game, ann, received[-1]["cursor"]) == []
    for client in (ann, spectator):
        [snapshot] = await history(address, game, client)
        assert snapshot["game"] == await client.game(game)


# Resumption.


class Follower:
    """A subscriber that is disconnected repeatedly, and resumes after its last cursor."""

    def __init__(self, url: str, game: str, client: Client, way: str, random: Random) -> None:
        self.client = client
        self.updates: list[Json] = []
        self._open = WAYS[way]
        self._url, self._game, self._random = url, game, random

    async def follow(self) -> None:
        """Follow to the end of the game."""
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(self._random.choice([self._random.uniform(0, 0.05), 2.0])):
                    if await self._has_ended(self._random.randint(1, 4)):
                        return

    async def _has_ended(self, most: int) -> bool:
        after = self.updates[-1]["cursor"] if self.updates else None
        async with self._open(self._url, UPDATES, self.client.token, game=self._game, after=after) as stream:
            try:
                for _ in range(most):
                    self.updates.append(await stream.next())
            except Ended as ended:
                if ended.errors:
                    raise
                return True
            finally:
                stream.tear()
        return False


async def test_a_reconnecting_subscriber_misses_and_repeats_nothing(
    services: Services, address: str, spectator: Client, ann: Client, bob: Client
) -> None:
    random = Random(11)
    game = await begun(ann, bob)
    followers = [
        Follower(address, game, client, way, random) for client in (ann, bob, spectator) for way in WAYS
    ]
    whole = []
    for client in (ann, bob, spectator):
        async with WAYS["socket"](address, UPDATES, client.token, game=game) as stream:
            whole.append((await stream.next())["cursor"])
    tasks = [asyncio.create_task(each.follow()) for each in followers]
    for _ in range(30):
        await advance(services, game, moves=1)
        await asyncio.sleep(0.01)
    await play_to_the_end([ann, bob], game)
    async with asyncio.timeout(60):
        await asyncio.gather(*tasks)
    for number, follower in enumerate(followers):
        expected = await history(address, game, follower.client, whole[number // len(WAYS)])
        snapshot, *updates = follower.updates
        assert snapshot["snapshot"]
        assert updates == [each for each in expected if each["version"] > snapshot["version"]]

    async def forgotten() -> bool:
        return services.watching.followed == 0

    await eventually(forgotten)


async def code(url: str, game: str, after: str | None, token: str | None = None) -> str:
    """Return the code of the error with which a subscription is refused."""
    async with WAYS["socket"](url, CURSORS, token, game=game, after=after) as stream:
        with pytest.raises(Ended) as ended:
            await stream.next()
    [found] = ended.value.codes
    return found


async def cursor(url: str, game: str, token: str | None = None) -> str:
    """Return the cursor of a game's latest version."""
    async with WAYS["socket"](url, CURSORS, token, game=game) as stream:
        found: str = (await stream.next())["cursor"]
        return found


async def test_a_cursor_is_bound_to_its_game_player_and_server(
    services: Services, address: str, ann: Client, bob: Client
) -> None:
    game, other = await ann.create(), await ann.create()
    mine = await cursor(address, game, ann.token)
    assert mine == await cursor(address, game, ann.token)
    page = (await ann.data(d.EVENTS, game=game))["game"]["events"]["pageInfo"]["endCursor"]
    forged = ("B" if mine[0] == "A" else "A") + mine[1:]
    for given in (page, forged, "", "2", "A" * 5_000, "\x00", "é"):
        assert await code(address, game, given, ann.token) == "INVALID_CURSOR", given
    for player in (bob.token, None):
        assert await code(address, game, mine, player) == "INVALID_CURSOR"
    assert await code(address, other, mine, ann.token) == "INVALID_CURSOR"
    # A cursor says nothing about its version.
    await ann.must("fillSeats", game=game)
    assert len(await cursor(address, game, ann.token)) == len(mine)


async def test_a_cursor_tells_private_games_from_unknown_ones_to_nobody(
    address: str, ann: Client, bob: Client
) -> None:
    private, none = await ann.create(access="PRIVATE"), str(uuid4())
    mine = await cursor(address, private, ann.token)
    for after in (None, mine, "nonsense"):
        for token in (bob.token, None):
            found = {await code(address, game, after, token) for game in (private, none)}
            assert found == {"UNKNOWN_GAME" if after is None else "INVALID_CURSOR"}
    for id in ("", "5", "x" * 10_000):
        assert await code(address, id, None) == "UNKNOWN_GAME"
    await ann.must("invitePlayer", game=private, player=bob.player)
    async with WAYS["socket"](address, CURSORS, bob.token, game=private) as stream:
        own = (await stream.next())["cursor"]
        await ann.must("withdrawInvitation", game=private, player=bob.player)
        with pytest.raises(Ended) as ended:
            await stream.next()
    assert ended.value.codes == ["UNKNOWN_GAME"]
    assert await code(address, private, own, bob.token) == "UNKNOWN_GAME"


async def test_a_failing_field_ends_the_stream_before_its_update(
    services: Services, address: str, ann: Client, bob: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await begun(ann, bob)

    async def failing(*_: object) -> Any:
        raise Interrupted

    async with WAYS["socket"](address, UPDATES, ann.token, game=game) as stream:
        last = await stream.next()
        monkeypatch.setattr(GameUpdate, "view", failing)
        await advance(services, game, moves=1)
        with pytest.raises(Ended) as ended:
            await stream.next()
        [error] = ended.value.errors
        assert error["extensions"] == {"code": "STREAM_INTERRUPTED", "after": last["cursor"]}
        with pytest.raises(Ended) as completed:
            await stream.next()
        assert completed.value.errors == []
    monkeypatch.undo()
    async with WAYS["socket"](address, UPDATES, ann.token, game=game, after=last["cursor"]) as stream:
        assert (await stream.next())["game"] == await ann.game(game)


# Cost.


async def test_fields_that_are_not_selected_cost_nothing(
    services: Services, address: str, ann: Client, bob: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    folded = Counter[str]()
    honest = View.after

    def counted(view: View, events: Any) -> View:
        folded["views"] += 1
        return honest(view, events)

    async def unread(*_: object) -> Any:
        raise AssertionError("a view was folded")

    game = await begun(ann, bob)
    some = "version game @include(if: false) { version } ... @skip(if: true) { moments { version } }"
    for fields in ("cursor version", "version snapshot events { version }", some):
        with monkeypatch.context() as patched:
            for name in ("view", "moments"):
                patched.setattr(application.watching.viewer_folds.ViewerFolds, name, unread)
            async with WAYS["socket"](address, POSITION % fields, bob.token, game=game) as stream:
                version = (await stream.next())["version"]
                patched.setattr(View, "after", counted)
                folded.clear()
                await advance(services, game, moves=1)
                assert (await stream.next())["version"] > version

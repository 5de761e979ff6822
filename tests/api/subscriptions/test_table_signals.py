"""The subscription to the signals of a table: who is told of presence, and who sees which phrases."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from api.app import services_of
from api.graphql.context import Services
from api.settings import Settings
from application.presence import presence
from application.talk.phrases import Phrase, SaidPhrase
from application.watching import fan_out
from application.watching.subscriber_buffer import SlowConsumer
from application.watching.table_signals import PresenceChange, TableState
from domain.commands import CreateGame
from domain.events import Access
from tests.api.harness import full_documents as d
from tests.api.harness.callers import Client
from tests.api.harness.played_games import begun, play_to_the_end
from tests.api.harness.stream_clients import SIGNALS, WAYS, Ended
from tests.api.subscriptions.signalled_tables import Table, at_table, following, said

pytestmark = pytest.mark.timeout(60)
TALK = d.within("game", "talk")


@pytest.fixture(autouse=True)
def _short_grace(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    initialise = presence.Presence.__init__

    def brief(self: presence.Presence, *given: Any, **_: Any) -> None:
        initialise(self, *given, grace=0.5, every=0.05)

    with monkeypatch.context() as patched:
        patched.setattr(presence.Presence, "__init__", brief)
        patched.setattr(presence, "HEARTBEAT_INTERVAL", 0.1)
        yield


async def presences(client: Client, game: str) -> list[bool | None]:
    """Return what a query says of each seat, which says nothing of the past."""
    found = (await client.data(d.PRESENCE, game=game))["game"]
    of_the_past = [
        seat for moment in found["moments"] for seat in (*moment["seats"], *moment["changedSeats"])
    ]
    assert {seat["present"] for seat in of_the_past} == {None}
    return [seat["present"] for seat in found["seats"]]


@pytest.mark.parametrize("way", WAYS)
async def test_the_seats_are_told_who_comes_and_goes_and_nobody_else(
    address: str, spectator: Client, ann: Client, bob: Client, cyd: Client, way: str
) -> None:
    game = await begun(ann, bob)
    async with AsyncExitStack() as opened:
        anns = await opened.enter_async_context(at_table(address, ann, game, way))
        cyds = await opened.enter_async_context(at_table(address, cyd, game, way))
        nobodys = await opened.enter_async_context(at_table(address, spectator, game, way))
        assert (anns.present, cyds.present, nobodys.present) == ([], [], [])
        # The subscription to signals itself makes nobody present, and a spectator never is.
        assert await presences(ann, game) == [False, False]
        async with following(address, bob, game, way), following(address, cyd, game, way):
            await anns.until([1])
            assert await presences(ann, game) == [False, True]
            assert await presences(bob, game) == [False, True]
            assert await presences(cyd, game) == await presences(spectator, game) == [None, None]
            async with following(address, ann, game, way):
                await anns.until([0, 1])
        await anns.until([])
        assert await presences(bob, game) == [False, False]
        assert await cyds.is_silent()
        assert await nobodys.is_silent()
        assert (anns.told_of_presence, cyds.told_of_presence, nobodys.told_of_presence) == (
            True,
            False,
            False,
        )


async def test_a_player_who_takes_a_seat_is_told_of_presence_from_then_on(
    address: str, ann: Client, bob: Client
) -> None:
    game = await ann.create()
    async with (
        following(address, ann, game),
        following(address, bob, game),
        at_table(address, bob, game) as bobs,
    ):
        assert bobs.present == []
        await bob.must("joinGame", game=game)
        await bobs.until([0, 1])
        await bob.must("leaveGame", game=game)
        await bobs.until([])
        assert await presences(bob, game) == [None]


async def test_machine_players_and_games_that_are_over_have_no_presence(address: str, ann: Client) -> None:
    game = await ann.create()
    await ann.must("fillSeats", game=game)
    async with following(address, ann, game), at_table(address, ann, game) as anns:
        assert anns.present == [0]
        assert (await presences(ann, game))[:2] == [True, None]
        await ann.must("startGame", game=game)
        await ann.must("automateSeat", game=game)
        await anns.until([])
        assert set(await presences(ann, game)) == {None}


async def test_players_do_not_see_the_talk_of_spectators_until_the_game_is_over(
    address: str, spectator: Client, ann: Client, bob: Client, cyd: Client
) -> None:
    game = await begun(ann, bob)
    of_ann, of_cyd = ("Ann", "HELLO"), ("Cyd", "APPLAUSE")
    async with AsyncExitStack() as opened:
        anns, cyds, nobodys = [
            await opened.enter_async_context(at_table(address, each, game)) for each in (ann, cyd, spectator)
        ]
        hello = (await ann.must("say", game=game, phrase="HELLO"))["said"]
        assert (hello["audience"], hello["player"]["id"]) == ("TABLE", ann.player)
        assert (await cyd.must("say", game=game, phrase="APPLAUSE"))["said"]["audience"] == "SPECTATORS"
        await anns.until([], of_ann)
        await cyds.until([], of_ann, of_cyd)
        await nobodys.until([], of_ann, of_cyd)
        assert await anns.is_silent()
        for client, expected in ((bob, [of_ann]), (cyd, [of_ann, of_cyd]), (spectator, [of_ann, of_cyd])):
            assert [said(each) for each in (await client.data(TALK, game=game))["game"]["talk"]] == expected
        async with at_table(address, bob, game) as bobs:
            assert bobs.talk == [of_ann]
        await play_to_the_end([ann, bob], game)
        await anns.until([], of_ann, of_cyd)
        last = ("Cyd", "WELL_PLAYED")
        await cyd.must("say", game=game, phrase="WELL_PLAYED")
        await anns.until([], of_ann, of_cyd, last)
        await cyds.until([], of_ann, of_cyd, last)
        assert (await bob.data(TALK, game=game))["game"]["talk"][1]["phrase"] == "APPLAUSE"


async def test_a_muted_player_is_not_seen_by_the_one_who_muted_it_and_is_not_told(
    address: str, ann: Client, bob: Client, cyd: Client
) -> None:
    game = await begun(ann, bob)
    muted = "{ me { muted { name } } }"
    async with at_table(address, ann, game) as anns, at_table(address, cyd, game) as cyds:
        assert (await ann.must("mutePlayer", player=bob.player))["muted"][0]["id"] == bob.player
        assert (await ann.data(muted))["me"]["muted"] == [{"name": "Bob"}]
        assert (await bob.data(muted))["me"]["muted"] == []
        await bob.must("say", game=game, phrase="SAD")
        await cyds.until([], ("Bob", "SAD"))
        await ann.must("say", game=game, phrase="SORRY")
        await anns.until([], ("Ann", "SORRY"))
        assert [said(each) for each in (await ann.data(TALK, game=game))["game"]["talk"]] == [
            ("Ann", "SORRY")
        ]
        assert (await ann.must("unmutePlayer", player=bob.player))["muted"] == []
        await bob.must("say", game=game, phrase="THANKS")
        await anns.until([], ("Ann", "SORRY"), ("Bob", "THANKS"))
    assert (await ann.refused("mutePlayer", player="whoever"))["__typename"] == "UnknownPlayer"
    assert (await ann.refused("mutePlayer", player=ann.player))["__typename"] == "CannotMuteYourself"


async def test_a_private_game_is_unknown_to_those_who_may_not_see_it(
    address: str, spectator: Client, ann: Client, bob: Client, cyd: Client
) -> None:
    game = await ann.create(access="PRIVATE")
    await ann.must("invitePlayer", game=game, player=bob.player)
    for client in (spectator, cyd):
        async with WAYS["socket"](address, SIGNALS, client.token, game=game) as stream:
            with pytest.raises(Ended) as ended:
                await stream.next()
        assert ended.value.codes == ["UNKNOWN_GAME"]
    assert (await cyd.refused("say", game=game, phrase="HELLO"))["__typename"] == "UnknownGame"
    assert (
        await spectator.code(d.mutation("say"), input={"game": game, "phrase": "HELLO"}) == "UNAUTHENTICATED"
    )
    async with WAYS["socket"](address, SIGNALS, bob.token, game=game) as stream:
        bobs = Table(stream)
        await bobs.take()
        assert (await bob.must("say", game=game, phrase="HELLO"))["said"]["audience"] == "SPECTATORS"
        await bobs.until([], ("Bob", "HELLO"))
        await ann.must("withdrawInvitation", game=game, player=bob.player)
        with pytest.raises(Ended) as ended:
            await bobs.take()
        assert ended.value.codes == ["UNKNOWN_GAME"]


async def test_a_subscriber_that_reads_too_slowly_is_disconnected(
    services: Services, ann: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fan_out, "MAX_SIGNALS", 3)
    game = await ann.create()
    signals = services.watching.signals(UUID(game), ann.player)
    await anext(signals)
    for _ in range(5):
        await ann.must("say", game=game, phrase="HELLO")
    with pytest.raises(SlowConsumer):
        async for _ in signals:
            pass


async def test_the_stream_ends_with_the_server(services: Services, address: str, ann: Client) -> None:
    game = await ann.create()
    async with WAYS["socket"](address, SIGNALS, ann.token, game=game) as stream:
        await stream.next()
        services.watching.stop()
        with pytest.raises(Ended) as ended:
            await stream.next()
    assert ended.value.codes == ["STREAM_INTERRUPTED"]


async def test_what_happens_at_one_server_reaches_those_at_another_within_two_seconds(
    tmp_path: Path, postgres_url: str
) -> None:
    async with AsyncExitStack() as opened:
        servers = [
            await opened.enter_async_context(
                services_of(Settings(data_dir=tmp_path / str(number), database_url=postgres_url))
            )
            for number in range(2)
        ]
        here, there = servers
        ann = (await here.players.guest("Ann")).id
        created = await here.games.create(
            CreateGame(by=ann, variant="hundred-and-ten", access=Access.PUBLIC, options={}), None
        )
        game = created.game
        signals = there.watching.signals(game, ann)
        opened.push_async_callback(signals.aclose)
        state = await anext(signals)
        assert isinstance(state, TableState)
        updates = here.watching.updates(game, ann)
        opened.push_async_callback(updates.aclose)
        await anext(updates)
        async with asyncio.timeout(2):
            assert await anext(signals) == PresenceChange(0, True)
        await here.talk.say(game, state.game, None, ann, Phrase.HELLO)
        async with asyncio.timeout(2):
            hello = await anext(signals)
        assert isinstance(hello, SaidPhrase)
        assert hello.phrase is Phrase.HELLO
        assert there.presence.present(game, ann)

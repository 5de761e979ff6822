"""Subscriptions over graphql-transport-ws: missed events first, then live, without gap or repetition."""

from __future__ import annotations

import asyncio
from uuid import UUID

import pytest

from api.graphql.context import Services
from tests.api.harness.callers import Client, Json
from tests.api.harness.played_games import advance, begun, play_to_the_end
from tests.api.harness.socket_client import Failed, everything_of, following

pytestmark = pytest.mark.timeout(60)


def versions(events: list[Json]) -> list[int]:
    return [event["version"] for event in events]


async def test_missed_events_come_before_live_events(address: str, ann: Client, bob: Client) -> None:
    game = await begun(ann, bob)
    version = (await ann.game(game))["version"]
    async with following(address, game, token=ann.token) as events:
        missed = await events.upto(version)
        assert missed == await ann.events(game)
        assert await events.silent()
    async with following(address, game, token=ann.token) as events:
        await events.upto(version)
        result = await bob.must("placeBid", game=game, amount=15)
        (live,) = await events.take(1)
        assert (live["version"], live["__typename"]) == (version + 1, "BidPlaced")
        assert live == result["events"][0]


@pytest.mark.parametrize("after", [0, 1, 5])
async def test_only_events_after_the_given_version_are_sent(
    address: str, ann: Client, bob: Client, after: int
) -> None:
    game = await begun(ann, bob)
    async with following(address, game, after=after) as events:
        first = await events.take(2)
    assert versions(first) == [after + 1, after + 2]


async def test_after_the_last_version_only_new_events_are_sent(
    address: str, ann: Client, bob: Client
) -> None:
    game = await begun(ann, bob)
    version = (await ann.game(game))["version"]
    async with following(address, game, after=version) as events:
        assert await events.silent()
    async with following(address, game, after=version) as events:
        await bob.must("passTurn", game=game)
        assert versions(await events.take(1)) == [version + 1]


async def test_a_subscription_ends_with_the_game(address: str, ann: Client, bob: Client) -> None:
    game = await begun(ann, bob)
    async with following(address, game) as events:
        await play_to_the_end([ann, bob], game)
        received = await events.rest()
    assert versions(received) == list(range(1, (await ann.game(game))["version"] + 1))
    assert "GameWon" in [event["__typename"] for event in received]


async def test_a_subscription_to_a_finished_game_ends_at_once(
    address: str, spectator: Client, ann: Client, bob: Client
) -> None:
    game = await begun(ann, bob)
    await play_to_the_end([ann, bob], game)
    for client in (ann, bob, spectator):
        everything = await client.events(game)
        assert await everything_of(address, game, token=client.token) == everything
        last = everything[-1]["version"]
        assert await everything_of(address, game, token=client.token, after=last) == []


async def test_a_game_closed_in_the_lobby_ends_its_subscriptions(address: str, ann: Client) -> None:
    game = await ann.create()
    async with following(address, game) as events:
        await events.take(2)
        await ann.must("leaveGame", game=game)
        received = await events.rest()
    assert [event["__typename"] for event in received] == ["PlayerLeft", "GameClosed"]


async def test_everyone_follows_a_whole_game_in_its_own_redaction(
    services: Services, address: str, spectator: Client, ann: Client, bob: Client
) -> None:
    # Revealed only at the end, so that what was sent live is what the list of events shows until then.
    game = await begun(ann, bob, options=[{"name": "reveal", "value": "at_end"}])
    followers = (ann, bob, spectator)
    tasks = [asyncio.create_task(everything_of(address, game, token=each.token)) for each in followers]
    await advance(services, game, moves=40)
    before = [await each.events(game) for each in followers]
    await play_to_the_end([ann, bob], game)
    received = await asyncio.gather(*tasks)
    for events, listed, client in zip(received, before, followers, strict=True):
        assert events[: len(listed)] == listed
        assert versions(events) == versions(await client.events(game))
    hands = [[event["cards"] for event in events if event["__typename"] == "HandDealt"] for events in before]
    for mine, theirs, public in zip(*hands, strict=True):
        assert "??" in mine or "??" in theirs
        assert mine != theirs
        assert set(public) == {"??"}
    assert received[0] != received[1] != received[2]


async def test_events_after_a_reveal_are_open_to_everyone(
    address: str, spectator: Client, ann: Client, bob: Client
) -> None:
    game = await begun(ann, bob)
    await play_to_the_end([ann, bob], game)
    public = await everything_of(address, game)
    assert public == await everything_of(address, game, token=ann.token)
    shuffles = {event["shuffle"]: event for event in public if event["__typename"] == "DeckShuffled"}
    reveals = [event for event in public if event["__typename"] == "DeckRevealed"]
    assert len(reveals) == len(shuffles)
    for reveal in reveals:
        assert shuffles[reveal["shuffle"]]["order"] == reveal["order"]
        assert shuffles[reveal["shuffle"]]["sealedSalt"] == reveal["salt"]


async def test_resuming_in_a_game_misses_and_repeats_nothing(
    services: Services, address: str, ann: Client, bob: Client
) -> None:
    game = await begun(ann, bob)
    received: list[Json] = []
    for _ in range(6):
        after = received[-1]["version"] if received else 0
        async with following(address, game, after=after, token=bob.token) as events:
            await advance(services, game, moves=3)
            version = await services.store.version(UUID(game))
            # Torn down in the middle of what is to come.
            received += await events.take(max(1, (version - after) // 2))
    await play_to_the_end([ann, bob], game)
    received += await everything_of(address, game, after=received[-1]["version"], token=bob.token)
    assert versions(received) == versions(await bob.events(game))


async def test_concurrent_commands_are_delivered_exactly_once(
    address: str, spectator: Client, ann: Client
) -> None:
    games = [await ann.create() for _ in range(4)]
    guests = [await spectator.sign_in(f"Guest {number}") for number in range(12)]
    tasks = [
        asyncio.create_task(everything_of(address, game, after=after))
        for game in games
        for after in (0, 1, 2)
    ]

    async def come_and_go(client: Client) -> None:
        for game in games:
            await client.send("joinGame", game=game)
            await client.send("leaveGame", game=game)

    await asyncio.gather(*map(come_and_go, guests))
    for game in games:
        await ann.must("leaveGame", game=game)
    received = iter(await asyncio.gather(*tasks))
    for game in games:
        version = len(await ann.events(game))
        for after in (0, 1, 2):
            assert versions(next(received)) == list(range(after + 1, version + 1))


async def test_a_subscription_after_a_future_version_is_an_error(address: str, ann: Client) -> None:
    game = await ann.create()
    async with following(address, game, after=3) as events:
        with pytest.raises(Failed) as failed:
            await events.next()
        assert await events.next() is None
    assert [error["extensions"]["code"] for error in failed.value.errors] == ["UNKNOWN_VERSION"]


async def test_a_player_removed_from_a_private_game_is_unsubscribed(
    address: str, ann: Client, bob: Client
) -> None:
    game = await ann.create(access="PRIVATE")
    await ann.must("invitePlayer", game=game, player=bob.player)
    async with following(address, game, token=bob.token) as events:
        await events.take(3)
        await ann.must("withdrawInvitation", game=game, player=bob.player)
        await ann.must("fillSeats", game=game)
        with pytest.raises(Failed) as failed:
            await events.next()
    assert [error["extensions"]["code"] for error in failed.value.errors] == ["UNKNOWN_GAME"]

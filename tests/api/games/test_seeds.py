"""Seeds over GraphQL: commitments, the closed seats, the start, and what every caller sees of the deal."""

from __future__ import annotations

import asyncio
import json
from datetime import timedelta

import pytest

from application.games.croupier import Croupier, seeded_entropy
from domain.shuffles import deal
from domain.shuffles.deal import SeedOfSeat
from tests.api.harness.callers import Client, Json

WAIT = timedelta(seconds=1)
SEEDS = {"Ann": "aa" * 32, "Bob": "bb" * 32}
STAGES = "{ me { games(first: 9, upToDate: true) { nodes { id stage } } } }"


@pytest.fixture
def croupier() -> Croupier:
    """Wait one second for seeds."""
    return Croupier(seeded_entropy(1), seed_wait=WAIT)


async def commit(client: Client, game: str, seed: str) -> Json:
    foot = (await client.game(game))["deal"]["foot"]
    return await client.must(
        "commitSeed", game=game, commitment=deal.seed_commitment(foot, str(client.player), seed)
    )


async def closed(ann: Client, bob: Client) -> str:
    """Return a game in which both have committed and the seats are closed."""
    game = await ann.create()
    await bob.must("joinGame", game=game)
    await commit(ann, game, SEEDS["Ann"])
    await commit(bob, game, SEEDS["Bob"])
    [event] = (await ann.must("startGame", game=game))["events"]
    assert event["__typename"] == "SeatsClosed"
    return game


def parts(game: Json) -> list[SeedOfSeat]:
    return [SeedOfSeat(seat["player"]["id"], seat["seedCommitment"], seat["seed"]) for seat in game["seats"]]


async def test_a_game_starts_with_the_last_seed_and_shows_what_decides_its_shuffles(
    ann: Client, bob: Client, cyd: Client
) -> None:
    game = await closed(ann, bob)
    waiting = await cyd.game(game)
    assert (waiting["stage"], waiting["table"], waiting["startedAt"]) == ("WAITING_FOR_SEEDS", None, None)
    shown = waiting["deal"]
    assert shown["roll"] == deal.roll(shown["foot"], parts(waiting))
    assert shown["seedsUntil"] is not None
    assert shown["fingerprint"] is None
    first = await bob.must("revealSeed", game=game, seed=SEEDS["Bob"])
    assert [event["__typename"] for event in first["events"]] == ["SeedRevealed"]
    last = await ann.must("revealSeed", game=game, seed=SEEDS["Ann"])
    kinds = [event["__typename"] for event in last["events"]]
    assert kinds[:3] == ["SeedRevealed", "GameStarted", "DeckShuffled"]
    for client in (ann, bob, cyd):
        started = await client.game(game)
        assert started["stage"] == "PLAYING"
        assert started["deal"]["fingerprint"] == deal.fingerprint(shown["foot"], parts(started))
        assert [seat["seed"] for seat in started["seats"]] == [SEEDS["Ann"], SEEDS["Bob"]]


async def test_the_game_starts_without_missing_seeds_only_when_their_time_is_over(
    ann: Client, bob: Client, cyd: Client
) -> None:
    game = await closed(ann, bob)
    await ann.must("revealSeed", game=game, seed=SEEDS["Ann"])
    for client in (ann, bob):
        refusal = await client.refused("startGame", game=game)
        assert (refusal["code"], refusal["awaited"]) == ("SEEDS_AWAITED", [1])
        assert refusal["message"].endswith("UTC for the seeds of Bob.")
    assert (await cyd.refused("startGame", game=game))["code"] == "NOT_SEATED"
    assert (await cyd.refused("joinGame", game=game))["code"] == "SEATS_ARE_CLOSED"
    await asyncio.sleep(WAIT.total_seconds())
    started = await bob.send("startGame", game=game)
    # The server starts the game too, a second later.
    assert started.get("code", "GAME_ALREADY_STARTED") == "GAME_ALREADY_STARTED"
    assert (await bob.refused("revealSeed", game=game, seed=SEEDS["Bob"]))["code"] == "GAME_ALREADY_STARTED"
    seats = (await cyd.game(game))["seats"]
    assert [seat["seed"] for seat in seats] == [SEEDS["Ann"], None]


async def test_a_repeated_reveal_is_the_first_one_again(ann: Client, bob: Client) -> None:
    game = await closed(ann, bob)
    once = await ann.must("revealSeed", game=game, seed=SEEDS["Ann"], commandId="open")
    assert await ann.must("revealSeed", game=game, seed=SEEDS["Ann"], commandId="open") == once
    other = await ann.refused("revealSeed", game=game, seed="cc" * 32, commandId="open")
    assert other["code"] == "COMMAND_ID_REUSED"
    assert (await ann.refused("revealSeed", game=game, seed=SEEDS["Ann"]))["code"] == "SEED_ALREADY_REVEALED"


async def test_a_private_game_that_waits_for_seeds_is_unknown_to_strangers(
    ann: Client, bob: Client, cyd: Client
) -> None:
    game = await ann.create(access="PRIVATE")
    await ann.must("invitePlayer", game=game, player=bob.player)
    await bob.must("joinGame", game=game)
    await commit(ann, game, SEEDS["Ann"])
    await ann.must("startGame", game=game)
    for name, values in {"revealSeed": {"seed": "aa" * 32}, "startGame": {}}.items():
        assert (await cyd.refused(name, game=game, **values))["code"] == "UNKNOWN_GAME"


async def test_lists_have_games_that_wait_for_seeds(ann: Client, bob: Client) -> None:
    game = await closed(ann, bob)
    for client in (ann, bob):
        listed = (await client.data(STAGES))["me"]["games"]["nodes"]
        assert listed == [{"id": game, "stage": "WAITING_FOR_SEEDS"}]
    assert await ann.listed("JOINABLE") == []


async def test_records_of_events_are_lines_of_a_game_file(ann: Client, bob: Client) -> None:
    game = await closed(ann, bob)
    for client in (ann, bob):
        await client.must("revealSeed", game=game, seed=SEEDS["Ann" if client is ann else "Bob"])
    for client, seat in ((ann, 0), (bob, 1)):
        events = await client.events(game)
        records = [json.loads(event["record"]) for event in events]
        assert [each["version"] for each in records] == [event["version"] for event in events]
        hands = [each for each in records if each["event"]["type"] == "HandDealt"]
        assert [("open" in each) for each in hands] == [each["event"]["seat"] == seat for each in hands]

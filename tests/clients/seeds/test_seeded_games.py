"""Games to which clients add seeds on their own, and starts without clients that were killed."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import aclosing
from datetime import timedelta
from pathlib import Path

import pytest

from kibitz_client import Connection, Event, Refused, accepted, play, suggestion_chooser
from kibitz_client.schema.refusals import VersionConflict
from tests.api.harness.server_processes import Spawner
from tests.clients.conftest import SignIn
from tests.clients.seeds.conftest import SECONDS
from tests.processes.installation import Installation

pytestmark = pytest.mark.timeout(60)

SOON = 20.0
MAX_DELAY = SECONDS + 2
SEED_EVENTS = ("SeedCommitted", "SeatsClosed", "SeedRevealed", "GameStarted")


@pytest.fixture(params=["sqlite", "postgres"])
def installation(request: pytest.FixtureRequest, spawner: Spawner, tmp_path: Path) -> Iterator[Installation]:
    """An installation on either database, on which players have a second to reveal their seeds."""
    url = request.getfixturevalue("postgres_url") if request.param == "postgres" else None
    installation = Installation(spawner, tmp_path, url)
    installation.settings["KIBITZ_SEED_SECONDS"] = str(SECONDS)
    try:
        yield installation
    finally:
        installation.end()


async def seed_events(connection: Connection, game: str) -> list[Event]:
    """Return the events of the seeds, from the first commitment to the start."""
    return [each for each in await connection.events(game) if each.name in SEED_EVENTS]


async def wait_for_event(connection: Connection, game: str, name: str) -> Event:
    async with asyncio.timeout(SOON), aclosing(connection.follow(game)) as events:
        async for event in events:
            if event.name == name:
                return event
    raise AssertionError(f"the game ended without {name}")


async def wait_for_commitments(connection: Connection, game: str, count: int) -> None:
    async with asyncio.timeout(SOON), aclosing(connection.follow(game)) as events:
        async for event in events:
            count -= event.name == "SeedCommitted"
            if count == 0:
                break


async def close_seats(connection: Connection, game: str) -> None:
    """Start a game without revealing a seed."""
    async with Connection(connection.url, connection.token, add_seeds=False) as starter:
        await starter.send_command("StartGame", game)


async def test_players_add_seeds_on_their_own(signed_in: SignIn) -> None:
    players = ann, *others = await signed_in("Ann", "Bob", "Cyd")
    game = (await ann.create_game("president")).id
    playing = [asyncio.create_task(play(each, game, suggestion_chooser(each))) for each in others]
    await wait_for_commitments(ann, game, 2)
    await ann.send_command("StartGame", game)
    playing.append(asyncio.create_task(play(ann, game, suggestion_chooser(ann))))
    events = await asyncio.wait_for(wait_for_event(ann, game, "GameStarted"), SOON)
    await asyncio.wait_for(asyncio.gather(*playing), SOON)
    names = [each.name for each in await seed_events(ann, game)]
    assert names == ["SeedCommitted"] * 3 + ["SeatsClosed"] + ["SeedRevealed"] * 3 + ["GameStarted"]
    assert events["fingerprint"]
    for player in players:
        seed = player.seed(game)
        assert seed is not None
        assert (seed.included, seed.warning) == (True, None)


async def test_a_player_among_machines_adds_a_seed_with_the_start(signed_in: SignIn) -> None:
    (ann,) = await signed_in("Ann")
    game = (await ann.create_game("hundred-and-ten")).id
    filled = accepted(await ann.mutate.fill_seats(game=game))
    wrong = await ann.mutate.start_game(game=game, expected_version=filled.version - 1)
    assert isinstance(wrong, VersionConflict)
    assert await seed_events(ann, game) == [], "a refused start leaves no commitment"
    started = accepted(
        await ann.mutate.start_game(game=game, expected_version=filled.version, command_id="start")
    )
    assert started.game.game.stage == "PLAYING"
    assert [each.version for each in started.events] == [*range(filled.version + 2, started.version + 1)], (
        "the commitment comes before the start"
    )
    assert [each.name for each in await seed_events(ann, game)] == list(SEED_EVENTS)
    seed = ann.seed(game)
    assert seed is not None
    assert seed.included
    again = accepted(await ann.mutate.start_game(game=game, command_id="start"))
    assert again.events[0].version == started.events[0].version


async def test_a_connection_may_add_no_seeds(signed_in: SignIn) -> None:
    (ann,) = await signed_in("Ann")
    async with Connection(ann.url, ann.token, add_seeds=False) as plain:
        game = (await plain.create_game("president")).id
        await plain.send_command("FillSeats", game, count=2)
        assert (await plain.add_seed(game)).game.stage == "WAITING_FOR_PLAYERS"
        assert (await plain.send_command("StartGame", game)).game.stage == "PLAYING"
        assert [each.name for each in await seed_events(plain, game)] == ["GameStarted"]
        assert plain.seed(game) is None
        with pytest.raises(Refused, match="GAME_ALREADY_STARTED"):
            await plain.join_game(game)


async def test_a_restarted_client_replaces_its_commitment(signed_in: SignIn) -> None:
    ann, bob = await signed_in("Ann", "Bob")
    game = (await ann.create_game("hundred-and-ten")).id
    await bob.join_game(game)
    async with Connection(bob.url, bob.token) as restarted, aclosing(restarted.states(game)) as states:
        await anext(states)
        await close_seats(ann, game)
        async with asyncio.timeout(SOON):
            async for update in states:
                if update.game.game.stage == "PLAYING":
                    break
        seed = restarted.seed(game)
        assert seed is not None
        assert seed.included
    names = [each.name for each in await seed_events(ann, game)]
    assert names == ["SeedCommitted"] * 2 + ["SeatsClosed", "SeedRevealed", "GameStarted"]


async def test_clients_start_without_a_killed_client_after_the_deadline(installation: Installation) -> None:
    url = installation.serve().url
    async with await Connection.guest(url, "Bob") as bob, await Connection.guest(url, "Cyd") as cyd:
        async with await Connection.guest(url, "Ann") as ann:
            game = (await ann.create_game("president")).id
            await ann.add_seed(game)
            playing = [asyncio.create_task(play(each, game, suggestion_chooser(each))) for each in (bob, cyd)]
            await wait_for_commitments(ann, game, 3)
            await close_seats(ann, game)
            closed = time.monotonic()
        started = await wait_for_event(bob, game, "GameStarted")
        assert SECONDS - 0.1 < time.monotonic() - closed < MAX_DELAY
        for each in playing:
            each.cancel()
        events = await seed_events(bob, game)
        assert [each.name for each in events[-4:]] == ["SeatsClosed", *["SeedRevealed"] * 2, "GameStarted"]
        # No client may start it earlier.
        assert timedelta(seconds=SECONDS) <= started.at - events[-4].at < timedelta(seconds=MAX_DELAY)
        for player in (bob, cyd):
            await player.add_seed(game)
            seed = player.seed(game)
            assert seed is not None
            assert seed.included

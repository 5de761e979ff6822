"""The leaderboard subscription: a message at once, then one after each game that counts."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from api.graphql.context import Services
from projections.players.time_windows import Window, key
from tests.api.harness.callers import Client, Json
from tests.api.harness.played_games import begun, caught_up, play_to_the_end
from tests.api.harness.stream_clients import BOARD, WAYS, Ended, Stream, over_socket
from tests.api.queries.test_leaderboard import VARIANT, board, finished

pytestmark = pytest.mark.timeout(60)

QUIET = 0.6
"""Seconds after which nothing more is expected."""


async def told(stream: Stream) -> Any:
    """Return the next change."""
    async with asyncio.timeout(10):
        return await stream.next()


async def silent(stream: Stream) -> bool:
    """Tell whether nothing comes for a while."""
    try:
        async with asyncio.timeout(QUIET):
            await stream.next()
    except TimeoutError:
        return True
    return False


def names(change: Json) -> list[str]:
    """Return who is named in a change, by the alphabet."""
    return sorted(player["name"] for player in change["players"])


@pytest.mark.parametrize("way", WAYS)
async def test_changes_come_at_once_and_after_each_game_that_counts(
    services: Services, address: str, spectator: Client, ann: Client, bob: Client, way: str
) -> None:
    async with WAYS[way](address, BOARD, variant=VARIANT) as stream:
        first = await told(stream)
        assert first.pop("variant")["name"] == VARIANT
        assert first == {
            "__typename": "LeaderboardUpdate",
            "window": "ALL_TIME",
            "key": "all",
            "board": "PEOPLE",
            "players": [],
        }
        for wins in (1, 2):
            await finished(services, [ann.player, bob.player], (110, 20), ((0,), (1,)))
            change = await told(stream)
            assert names(change) == ["Ann", "Bob"]
            # Queries show it.
            best = (await board(spectator))["edges"][0]["node"]
            assert (best["player"]["name"], best["totals"]["wins"]) == ("Ann", wins)


@pytest.mark.parametrize("window", list(Window))
async def test_a_change_names_the_window_in_which_the_game_ended(
    services: Services, address: str, ann: Client, bob: Client, window: Window
) -> None:
    async with over_socket(address, BOARD, variant=VARIANT, window=window.name) as stream:
        assert (await told(stream))["key"] == key(window, datetime.now(UTC))
        ended = datetime.now(UTC) - timedelta(days=400)
        await finished(services, [ann.player, bob.player], (110, 20), ((0,), (1,)), at=ended)
        assert (await told(stream))["key"] == key(window, ended)


async def test_a_game_with_machine_players_changes_its_own_board(
    services: Services, address: str, ann: Client, bob: Client
) -> None:
    async with (
        over_socket(address, BOARD, variant=VARIANT, board="MIXED") as mixed,
        over_socket(address, BOARD, variant=VARIANT, board="PEOPLE") as people,
        over_socket(address, BOARD, variant="oh-hell", board="MIXED") as others,
    ):
        for stream in (mixed, people, others):
            await told(stream)
        await finished(services, [ann.player, bob.player], (110, 20), ((0,), (1,)), machine=1)
        assert names(await told(mixed)) == ["Ann"]
        assert await silent(people)
        assert await silent(others)


async def test_games_that_do_not_count_send_no_change(
    services: Services, address: str, ann: Client, bob: Client
) -> None:
    async with over_socket(address, BOARD, variant=VARIANT, board="MIXED") as stream:
        await told(stream)
        private = await begun(ann, bob, access="PRIVATE")
        await play_to_the_end([ann, bob], private)
        machines = await begun(ann, bob)
        await play_to_the_end([ann, bob], machines)
        await caught_up(services)
        assert await silent(stream)


async def test_changes_within_a_moment_are_combined(
    services: Services, address: str, spectator: Client, ann: Client, bob: Client
) -> None:
    guests = [await spectator.sign_in(f"Guest {number}") for number in range(10)]
    async with over_socket(address, BOARD, variant=VARIANT) as stream:
        await told(stream)
        for guest in guests:
            await finished(services, [guest.player, bob.player], (110, 20), ((0,), (1,)))
        changes: list[Json] = []
        everyone = {"Bob", *(f"Guest {number}" for number in range(10))}
        while {name for change in changes for name in names(change)} != everyone:
            changes.append(await told(stream))
    assert len(changes) < len(guests)


async def test_an_unknown_variant_is_an_error(address: str) -> None:
    async with over_socket(address, BOARD, variant="whist") as stream:
        with pytest.raises(Ended) as ended:
            await stream.next()
    assert ended.value.codes == ["UNKNOWN_VARIANT"]


async def test_a_stopping_server_ends_it_with_a_resumable_code(services: Services, address: str) -> None:
    async with over_socket(address, BOARD, variant=VARIANT) as stream:
        await told(stream)
        services.watching.stop()
        with pytest.raises(Ended) as ended:
            await told(stream)
    assert ended.value.codes == ["STREAM_INTERRUPTED"]

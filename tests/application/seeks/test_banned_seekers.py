"""A ban and an erasure cancel seeks at once: nobody is matched with a player who cannot come."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import select

from application.moderation.audit_trail import Operator
from application.moderation.networks import bannable_network
from application.seeks import matchmaker, table_start
from application.seeks.matchmaker import PlayerGone
from application.seeks.storage import PendingChanges, SeekStorage
from application.seeks.tables import matches, seeks
from domain.commands import CreateGame, JoinGame
from domain.state import Stage
from tests.application.seeks.processes import HOME, Process, Processes, criteria

OLGA = Operator(id="olga", name="Olga")
ELSEWHERE = "203.0.114.7"
WAYS = ("ban", "ban, but stay in games", "ban of the address", "erasure")
SOON = 10.0
"""Seconds in which all processes have noticed; an absent player keeps its seek for much longer."""


@pytest.fixture(autouse=True)
def _long_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nothing but the ban or the erasure end a wait."""
    monkeypatch.setattr(table_start, "JOIN_WITHIN", 600.0)
    monkeypatch.setattr(table_start, "SEED_PATIENCE", 600.0)


async def exclude(process: Process, player: str, way: str) -> None:
    """Ban a player or its address, or erase the player."""
    match way:
        case "ban of the address":
            await process.moderation.ban_address(OLGA, bannable_network(HOME), "Spam")
        case "erasure":
            await process.players.erase(player)
        case _:
            await process.moderation.ban_player(OLGA, player, "Insults", leave_games=way == "ban")


async def guest(process: Process, name: str) -> str:
    return (await process.players.guest(name)).id


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("has_other_process", [False, True])
async def test_the_seeks_of_an_excluded_player_end_at_once(
    processes: Processes, way: str, *, has_other_process: bool
) -> None:
    here = await processes.start()
    there = await processes.start() if has_other_process else here
    ann = await guest(here, "Ann")
    async with here.client(ann) as client, here.client("bob", address=ELSEWHERE) as bob:
        await here.seek(ann)
        await here.seek(ann, variant="president")
        await here.seek("bob", variant="oh-hell", address=ELSEWHERE)
        await client.until(lambda states: len(states) == 2)
        await bob.until(lambda states: len(states) == 1)
        async with asyncio.timeout(SOON):
            await exclude(there, ann, way)
            await client.until(lambda states: states == ())
        assert await here.seeks.of(ann) == ()
        # Her client is still connected, and nobody meets her.
        await here.seek("bob", address=ELSEWHERE)
        await asyncio.sleep(4 * matchmaker.POLL_INTERVAL)
        assert (len(bob.states), bob.matches) == (2, [])


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("is_seated", [False, True])
async def test_the_table_of_an_excluded_player_breaks_up_and_the_others_seek_on(
    processes: Processes, way: str, *, is_seated: bool
) -> None:
    here, there = await processes.start(), await processes.start()
    ann = await guest(here, "Ann")
    async with (
        here.client(ann, joins=False) as client,
        there.client("bob", joins=False, address=ELSEWHERE) as bob,
    ):
        await here.seek("bob", address=ELSEWHERE)
        [before] = await here.seeks.of("bob")
        await here.seek(ann)
        match = await client.matched()
        assert await bob.matched() == match
        if is_seated:
            await here.games.carry_out(match.game, JoinGame(by=ann))
        async with asyncio.timeout(SOON):
            await exclude(there, ann, way)
            await client.until(lambda states: states == ())
            await bob.until(lambda states: [each.match for each in states] == [None])
        [after] = await here.seeks.of("bob")
        assert (after.seek.id, after.seek.opened) == (before.seek.id, before.seek.opened)
        assert (await here.game(match.game)).stage is Stage.CLOSED
        async with here.client("cyd", joins=False, address=ELSEWHERE) as cyd:
            await here.seek("cyd", address=ELSEWHERE)
            assert (await cyd.matched()).players == ("bob", "cyd")


@pytest.mark.parametrize("way", WAYS)
async def test_a_seek_that_an_excluded_player_sent_before_is_not_opened(
    processes: Processes, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    here, there = await processes.start(), await processes.start()
    ann = await guest(here, "Ann")
    await exclude(there, ann, way)
    if way == "ban of the address":
        # A seek that this process opens before it notices is cancelled when it does.
        await here.players.bans.refresh()
    with pytest.raises(PlayerGone):
        await here.seeks.open(ann, criteria(), HOME)
    assert await here.seeks.of(ann) == ()


async def test_an_address_ban_spares_the_players_who_have_moved_away(process: Process) -> None:
    async with process.client("ann", address=HOME):
        await process.seek("ann", variant="oh-hell")
        await process.seek("bob")
        await process.seek("cyd", variant="president")
    async with process.client("bob", address=ELSEWHERE) as bob, process.client("dan", address=ELSEWHERE):
        await bob.until(lambda states: len(states) == 1)
        await exclude(process, "", "ban of the address")
        async with asyncio.timeout(SOON):
            while await process.seeks.of("ann") or await process.seeks.of("cyd"):  # noqa: ASYNC110 - the round does it
                await asyncio.sleep(0.02)
        await process.seek("dan", address=ELSEWHERE)
        assert (await bob.matched()).players == ("bob", "dan")


@pytest.mark.parametrize("is_created", [False, True])
async def test_a_ban_without_a_server_frees_the_others_when_the_server_is_back(
    processes: Processes, monkeypatch: pytest.MonkeyPatch, *, is_created: bool
) -> None:
    monkeypatch.setattr("application.seeks.storage.HOLD", 500_000)
    here = await processes.start()
    ann = await guest(here, "Ann")
    await here.stop()
    killed = SeekStorage(processes.engine, "a process that was killed")
    opened = [(player, criteria()) for player in (ann, "bob")]
    [match] = killed.play_round(PendingChanges(opened=opened)).mine
    if is_created:
        command = CreateGame(by=ann, variant=match.variant, reserved=("bob",))
        await here.games.create(command, game=match.game)
    await exclude(here, ann, "ban")
    there = await processes.start()
    async with there.client("bob", joins=False) as bob:
        await bob.until(lambda states: [each.seek.game for each in states] == [None])
        assert all(each.breaking_up for each in bob.matches)
    with processes.engine.connect() as connection:
        assert connection.execute(select(matches)).all() == []
        assert connection.execute(select(seeks.c.player)).scalars().all() == ["bob"]

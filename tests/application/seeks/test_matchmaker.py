"""Players who seek meet at tables that start, in one process and in several."""

from __future__ import annotations

import asyncio
from time import monotonic

import pytest

from application.seeks import matchmaker, table_start
from application.seeks.storage import PendingChanges, SeekStorage
from application.watching.subscriber_buffer import Interrupted
from domain.commands import CreateGame, DeclineInvitation, JoinGame, LeaveGame, StartGame
from domain.refusals import SeatsReserved
from domain.state import Stage
from tests.application.seeks.processes import HOME, Process, Processes, criteria


@pytest.fixture(autouse=True)
def _short_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no test wait for the seed of an organizer who gives none."""
    monkeypatch.setattr(table_start, "SEED_PATIENCE", 0.1)


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Drop players who do not sit down soon."""
    monkeypatch.setattr(table_start, "JOIN_WITHIN", 1.0)


async def test_players_who_seek_the_same_meet_and_their_game_starts(process: Process) -> None:
    async with process.client("ann") as ann, process.client("bob") as bob, process.client("cyd") as cyd:
        await process.seek("cyd", options={"reveal": "at_end"})
        await process.seek("ann")
        await process.seek("bob")
        match = await bob.matched()
        assert (match, match.players, match.size) == (await ann.matched(), ("ann", "bob"), 2)
        for client in (ann, bob):
            await client.until(lambda states: states == ())
        game = await process.game(match.game)
        assert (game.stage, [seat.player for seat in game.seats]) == (Stage.PLAYING, ["ann", "bob"])
        assert cyd.matches == []
        assert [each.open_seeks for each in cyd.states] == [1]


async def test_a_table_is_no_strangers_and_counts_as_a_public_game(process: Process) -> None:
    async with process.client("ann"), process.client("bob", joins=False) as bob:
        await process.seek("ann")
        await process.seek("bob")
        match = await bob.matched()
        with pytest.raises(SeatsReserved):
            await process.games.carry_out(match.game, JoinGame(by="eve"))
        assert (await process.game(match.game)).admits("eve")


async def test_ratings_meet_once_their_ranges_have_widened(process: Process, processes: Processes) -> None:
    async with process.client("ann") as ann, process.client("bob"):
        await process.seek("ann", rating=20.0, rating_range=3.0)
        await process.seek("bob", rating=27.0)
        await asyncio.sleep(0.3)
        assert ann.matches == []
        # Bob accepts everyone, and Ann 3 more each half minute.
        processes.age("ann", 41, "opened")
        assert (await ann.matched()).players == ("ann", "bob")


async def test_machines_take_the_seats_that_nobody_has_taken_in_time(process: Process) -> None:
    async with process.client("ann") as ann, process.client("bob") as bob, process.client("cyd") as cyd:
        await process.seek("ann", players=(3, 4), machines_after=0)
        await process.seek("bob", players=(4, 4), machines_after=3600)
        await process.seek("cyd", players=(2, 2), machines_after=1)
        match = await ann.matched()
        assert ((await cyd.matched()).players, bob.matches) == (("cyd",), [])
        for client, seats in ((ann, 3), (cyd, 2)):
            await client.until(lambda states: states == ())
            game = await process.game(client.matches[-1].game)
            assert [seat.machine for seat in game.seats] == [False] + [True] * (seats - 1)
            assert game.stage not in (Stage.WAITING_FOR_PLAYERS, Stage.CLOSED)
        assert match.size == 3


async def test_a_player_has_one_seek_per_variant_and_the_same_settings_keep_its_age(process: Process) -> None:
    first = await process.seeks.open("ann", criteria(), HOME)
    again = await process.seeks.open("ann", criteria(rating=30.0), HOME)
    assert (again.id, again.opened) == (first.id, first.opened)
    other = await process.seeks.open("ann", criteria(players=(3, 3)), HOME)
    assert (other.id != first.id, other.opened >= first.opened) == (True, True)
    await process.seeks.open("ann", criteria("president"), HOME)
    assert [each.seek.variant for each in await process.seeks.of("ann")] == ["hundred-and-ten", "president"]


async def test_a_player_who_is_matched_keeps_the_match_until_the_game_starts_and_sits_nowhere_else(
    process: Process,
) -> None:
    async with (
        process.client("ann") as ann,
        process.client("bob", joins=False) as bob,
        process.client("cyd") as cyd,
    ):
        await process.seek("ann")
        await process.seek("ann", variant="president")
        await process.seek("bob")
        match = await bob.matched()
        assert (await process.seeks.open("bob", criteria(players=(4, 4)), HOME)).game == match.game
        await process.seek("cyd", variant="president")
        await asyncio.sleep(0.3)
        assert (ann.matches, cyd.matches) == ([match], [])
        await process.games.carry_out(match.game, JoinGame(by="bob"))
        # Ann plays now: her other seek ends.
        await ann.until(lambda states: states == ())
        assert cyd.matches == []


@pytest.mark.usefixtures("impatient")
async def test_who_does_not_join_loses_its_place_and_the_others_meet_others(process: Process) -> None:
    async with process.client("ann") as ann, process.client("bob", joins=False) as bob:
        await process.seek("ann")
        await process.seek("bob")
        lost = await bob.matched()
        async with process.client("cyd") as cyd:
            await process.seek("cyd")
            await bob.until(lambda states: states == ())
            match = await cyd.matched()
            # Ann's seek kept its age.
            assert match.players == ("ann", "cyd")
            await ann.until(lambda states: states == ())
            assert (await process.game(lost.game)).stage is Stage.CLOSED
            assert (await process.game(match.game)).stage is Stage.PLAYING


@pytest.mark.usefixtures("impatient")
async def test_an_organizer_whose_client_is_gone_loses_its_place(process: Process) -> None:
    await process.seek("ann")
    async with process.client("bob") as bob:
        await process.seek("bob")
        await bob.matched()
        await bob.until(lambda states: [each.match for each in states] == [None])
        assert await process.seeks.of("ann") == ()


async def test_who_declines_leaves_or_cancels_loses_its_place_at_once(process: Process) -> None:
    async with process.client("ann") as ann, process.client("bob", joins=False) as bob:

        async def decline() -> None:
            await process.games.carry_out((await bob.matched()).game, DeclineInvitation(by="bob"))

        async def cancel() -> None:
            assert await process.seeks.cancel("bob", "hundred-and-ten")

        async def leave() -> None:
            game = (await bob.matched()).game
            await process.games.carry_out(game, JoinGame(by="bob"))
            await process.games.carry_out(game, LeaveGame(by="bob"))

        await process.seek("ann")
        for give_up in (decline, cancel, leave):
            await process.seek("bob")
            await bob.matched()
            await ann.matched()
            await give_up()
            await bob.until(lambda states: states == ())
            await ann.until(lambda states: [each.match for each in states] == [None])
        assert not await process.seeks.cancel("bob", "hundred-and-ten")


async def test_a_cancelled_seek_breaks_its_table_up_even_if_the_player_cannot_leave_at_once(
    process: Process, processes: Processes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_start, "SEED_PATIENCE", 30)
    async with process.client("ann") as ann, process.client("bob", joins=False) as bob:
        await process.seek("ann")
        await process.seek("bob")
        game = (await bob.matched()).game
        await process.games.carry_out(game, JoinGame(by="bob"))
        # A process that is killed after the transaction sends no commands to the game.
        killed = SeekStorage(processes.engine, "a process that was killed")
        assert killed.cancel("bob", "hundred-and-ten") is not None
        await bob.until(lambda states: states == ())
        await ann.until(lambda states: [each.match for each in states] == [None])
        assert (await process.game(game)).stage is Stage.CLOSED


async def test_an_organizer_may_start_the_table_itself(
    process: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_start, "SEED_PATIENCE", 30)
    async with process.client("ann", joins=False), process.client("bob", joins=False) as bob:
        await process.seek("ann", players=(2, 2))
        await process.seek("bob", players=(2, 2))
        game = (await bob.matched()).game
        await process.games.carry_out(game, JoinGame(by="bob"))
        await process.games.carry_out(game, StartGame(by="ann"))
        await bob.until(lambda states: states == ())
        assert (await process.game(game)).stage is Stage.PLAYING


async def test_a_seek_outlives_a_lost_connection_for_a_while_and_is_matched_on_return(
    process: Process, processes: Processes
) -> None:
    async with process.client("ann"):
        await process.seek("ann")
    # What was being recorded of her presence is recorded.
    await asyncio.sleep(0.2)
    processes.age("ann", 20, "seen")
    async with process.client("bob") as bob:
        await process.seek("bob")
        await asyncio.sleep(0.3)
        # Nobody waits at a table for a player who is not there.
        assert bob.matches == []
        async with process.client("ann"):
            assert (await bob.matched()).players == ("ann", "bob")
    await process.seek("cyd")
    processes.age("cyd", 31, "seen")
    assert await process.seeks.of("cyd") == ()


async def test_players_of_two_processes_meet(processes: Processes) -> None:
    here, there = await processes.start(), await processes.start()
    async with here.client("ann") as ann, there.client("bob") as bob:
        await here.seek("ann")
        await there.seek("bob")
        match = await bob.matched()
        assert match == await ann.matched()
        for client in (ann, bob):
            await client.until(lambda states: states == ())
        assert (await here.game(match.game)).stage is Stage.PLAYING


@pytest.mark.parametrize("is_created", [False, True])
async def test_another_process_takes_over_the_table_of_one_that_was_killed(
    processes: Processes, monkeypatch: pytest.MonkeyPatch, *, is_created: bool
) -> None:
    monkeypatch.setattr("application.seeks.storage.HOLD", 500_000)
    here = await processes.start()
    killed = SeekStorage(processes.engine, "a process that was killed")
    async with here.client("ann"), here.client("bob") as bob:
        await here.stop()
        opened = [(player, criteria()) for player in ("ann", "bob")]
        [match] = killed.play_round(PendingChanges(opened=opened)).mine
        if is_created:
            command = CreateGame(by="ann", variant=match.variant, reserved=("bob",))
            await here.games.create(command, game=match.game)
        there = await processes.start()
        async with there.client("ann"), there.client("bob") as again:
            assert await again.matched() == match
            await again.until(lambda states: states == ())
            game = await there.game(match.game)
            assert [seat.player for seat in game.seats] == ["ann", "bob"]
            assert bob.matches == []


async def test_a_paused_process_that_goes_on_deletes_no_seek_that_was_opened_after_the_match(
    processes: Processes,
) -> None:
    there = await processes.start()
    await there.stop()
    paused, other = (SeekStorage(processes.engine, name) for name in ("paused", "other"))
    opened = [(player, criteria()) for player in ("ann", "bob")]
    [match] = paused.play_round(PendingChanges(opened=opened)).mine
    other.play_round(PendingChanges(concluded={match.game: ["ann", "bob"]}))
    [again] = other.play_round(PendingChanges(opened=[("ann", criteria())])).opened
    assert again is not None
    paused.play_round(PendingChanges(concluded={match.game: ["ann", "bob"]}))
    assert [each.seek.id for each in paused.of_player("ann")] == [again.id]


async def test_a_process_is_idle_while_nobody_seeks(
    process: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with process.client("ann") as ann:
        await process.seek("ann", machines_after=0)
        await ann.matched()
        await ann.until(lambda states: states == ())
    looked: list[float] = []
    count = SeekStorage.count

    def counted(storage: SeekStorage) -> int:
        looked.append(monotonic())
        return count(storage)

    monkeypatch.setattr(SeekStorage, "count", counted)
    # The last look, after the last table, finds that nobody is left.
    await asyncio.sleep(2)
    looked.clear()
    await asyncio.sleep(4 * matchmaker.POLL_INTERVAL)
    assert looked == []


async def test_followers_are_told_that_the_server_stops(process: Process) -> None:
    with process.seeks.subscription_of("ann", HOME) as follower:
        assert await follower.next() == ()
        process.watching.stop()
        with pytest.raises(Interrupted):
            await follower.next()

"""Commands carried out: retries, command ids, resident games, and what may go wrong on the way to the log."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from eventsourcing.persistence import OperationalError

import domain.lobby
from application.codec import GameId, RecordedEvent, Version
from application.games.command_handler import ATTEMPTS, CommandHandler, CommandOutcome
from application.games.croupier import Croupier, seeded_entropy
from application.refusals import CommandIdReused, TooBusy, UnknownGame, VersionConflict
from application.store.memory import MemoryStore
from application.store.port import Append, Busy, Store, VersionTaken
from application.store.sqlite.store import SQLiteStore
from domain import commands as c
from domain import events as e
from domain.refusals import AlreadySeated, NotSeated, Refusal, WrongNumberOfPlayers
from domain.state import Stage

NOON = datetime(2026, 4, 1, 12, tzinfo=UTC)
VARIANT = "hundred-and-ten"
OUTAGE = OperationalError("the disk is full")


class Wrapped:
    """A store that counts what is read, and before or after an append does what the test says."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.read_games: list[GameId] = []
        self.appends = 0
        self.before: Callable[[], Any] | None = None
        self.after: Callable[[], Any] | None = None

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    async def read(self, game: GameId, after: Version = 0, upto: Version | None = None) -> list[RecordedEvent]:
        self.read_games.append(game)
        return await self._store.read(game, after, upto)

    async def append(self, append: Append) -> Sequence[RecordedEvent]:
        self.appends += 1
        await _done(self.before)
        recorded = await self._store.append(append)
        await _done(self.after)
        return recorded


async def _done(hook: Callable[[], Any] | None) -> None:
    if hook is not None:
        result = hook()
        if asyncio.iscoroutine(result):
            await result


def failing(*errors: Exception) -> Callable[[], None]:
    """Return what fails so many times, then no more."""
    left = list(errors)

    def fail() -> None:
        if left:
            raise left.pop(0)

    return fail


@pytest.fixture(params=["memory", "sqlite"])
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Wrapped]:
    inner: Store = MemoryStore() if request.param == "memory" else SQLiteStore(tmp_path / "log.db")
    yield Wrapped(inner)
    await inner.close()


def process(store: Wrapped, resident: int = 10) -> CommandHandler:
    """Return the write side as another process would have it."""
    return CommandHandler(store, Croupier(seeded_entropy(1)), clock=lambda: NOON, resident=resident)


@pytest.fixture
def games(store: Wrapped) -> CommandHandler:
    return process(store)


@pytest.fixture
def others(store: Wrapped) -> CommandHandler:
    """Another process on the same log."""
    return process(store)


async def created(games: CommandHandler, access: e.Access = e.Access.PUBLIC) -> GameId:
    return (await games.create(c.CreateGame(by="ann", variant=VARIANT, access=access))).game


async def begun(games: CommandHandler) -> GameId:
    game = await created(games)
    await games.carry_out(game, c.JoinGame(by="bob"))
    await games.carry_out(game, c.StartGame(by="ann"))
    return game


def kinds(recorded: Sequence[RecordedEvent]) -> list[str]:
    return [type(each.event).__name__ for each in recorded]


async def test_what_is_acknowledged_stands_in_the_log(store: Wrapped, games: CommandHandler) -> None:
    game = await created(games)
    outcome = await games.carry_out(game, c.JoinGame(by="bob"), command_id="one")
    (last,) = (await store.read(game))[2:]
    assert outcome.events == (last,)
    assert (last.version, last.at, last.by, last.command_id) == (3, NOON, "bob", "one")
    assert outcome.version == 3


async def test_the_caller_sees_its_own_cards_and_no_others(games: CommandHandler) -> None:
    game = await created(games)
    await games.carry_out(game, c.JoinGame(by="bob"))
    outcome = await games.carry_out(game, c.StartGame(by="ann"))
    hands = [each.event for each in outcome.events if isinstance(each.event, e.HandDealt)]
    assert ["??" in hand.cards for hand in hands] == [False, True]
    assert outcome.view.viewer == 0


async def test_a_whole_game_of_machines_is_one_append(store: Wrapped, games: CommandHandler) -> None:
    game = await created(games)
    await games.carry_out(game, c.FillSeats(by="ann"))
    await games.carry_out(game, c.AutomateSeat(by="ann"))
    before = store.appends
    outcome = await games.carry_out(game, c.StartGame(by="ann"))
    assert store.appends == before + 1
    assert outcome.view.game.stage is Stage.WON


# Two processes on one log.


async def test_commands_of_two_processes_at_once_are_all_carried_out(
    store: Wrapped, games: CommandHandler, others: CommandHandler
) -> None:
    game = await created(games)
    outcomes = await asyncio.gather(
        games.carry_out(game, c.JoinGame(by="bob")),
        others.carry_out(game, c.JoinGame(by="cyd")),
        games.carry_out(game, c.JoinGame(by="dan")),
    )
    assert sorted(outcome.version for outcome in outcomes) == [3, 4, 5]
    recorded = await store.read(game)
    assert [each.version for each in recorded] == [1, 2, 3, 4, 5]
    seats = [each.event.seat for each in recorded if isinstance(each.event, e.PlayerJoined)]
    assert seats == [0, 1, 2, 3]


async def test_what_two_processes_acknowledge_in_a_crowd_is_what_stands_in_the_log(
    store: Wrapped, games: CommandHandler, others: CommandHandler, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(domain.lobby, "MOST_INVITED", 40)
    game = await created(games)

    async def invite(number: int) -> CommandOutcome | None:
        try:
            command = c.InvitePlayer(by="ann", player=f"guest {number}")
            return await (games, others)[number % 2].carry_out(game, command)
        except VersionConflict:
            # Too many were quicker; it says so, and nothing has happened.
            return None

    outcomes = [outcome for outcome in await asyncio.gather(*map(invite, range(40))) if outcome is not None]
    recorded = await store.read(game, after=2)
    assert len(outcomes) > 20
    assert sorted(outcome.version for outcome in outcomes) == [each.version for each in recorded]
    assert {outcome.events[0].event for outcome in outcomes} == {each.event for each in recorded}


async def test_a_refusal_of_what_is_known_of_old_is_judged_anew(games: CommandHandler, others: CommandHandler) -> None:
    game = await created(games)
    with pytest.raises(NotSeated):
        await others.carry_out(game, c.LeaveGame(by="bob"))
    await games.carry_out(game, c.JoinGame(by="bob"))
    assert kinds((await others.carry_out(game, c.LeaveGame(by="bob"))).events) == ["PlayerLeft"]


async def test_who_was_invited_by_another_process_is_let_in(games: CommandHandler, others: CommandHandler) -> None:
    game = await created(games, e.Access.PRIVATE)
    with pytest.raises(UnknownGame):
        await others.carry_out(game, c.JoinGame(by="bob"))
    await games.carry_out(game, c.InvitePlayer(by="ann", player="bob"))
    assert kinds((await others.carry_out(game, c.JoinGame(by="bob"))).events) == ["PlayerJoined"]


async def test_who_was_removed_by_another_process_is_let_in_no_more(games: CommandHandler, others: CommandHandler) -> None:
    game = await created(games, e.Access.PRIVATE)
    await others.carry_out(game, c.InvitePlayer(by="ann", player="bob"))
    await games.carry_out(game, c.WithdrawInvitation(by="ann", player="bob"))
    with pytest.raises(UnknownGame):
        await others.carry_out(game, c.JoinGame(by="bob"))


async def test_the_version_that_is_expected_is_that_of_the_log(games: CommandHandler, others: CommandHandler) -> None:
    game = await created(games)
    await others.carry_out(game, c.JoinGame(by="bob"), expected=2)
    # What this process knows is older than what the caller has seen.
    await games.carry_out(game, c.JoinGame(by="cyd"), expected=3)
    with pytest.raises(VersionConflict) as conflict:
        await others.carry_out(game, c.JoinGame(by="dan"), expected=3)
    assert (conflict.value.expected, conflict.value.actual) == (3, 4)


async def test_after_a_few_attempts_it_gives_up(store: Wrapped, games: CommandHandler) -> None:
    game = await created(games)
    store.before = failing(*[VersionTaken(game, 2)] * 100)
    before = store.appends
    with pytest.raises(VersionConflict):
        await games.carry_out(game, c.JoinGame(by="bob"))
    assert store.appends == before + ATTEMPTS


# Command ids.


async def test_another_process_gives_the_first_outcome_again(games: CommandHandler, others: CommandHandler) -> None:
    game = await begun(games)
    bid = c.PlaceBid(by="bob", amount=15)
    first = await games.carry_out(game, bid, command_id="bid")
    await games.carry_out(game, c.PassTurn(by="ann"))
    assert await others.carry_out(game, bid, command_id="bid") == first
    with pytest.raises(CommandIdReused):
        await others.carry_out(game, c.PlaceBid(by="bob", amount=20), command_id="bid")


async def test_a_command_sent_to_two_processes_at_once_happens_once(
    store: Wrapped, games: CommandHandler, others: CommandHandler
) -> None:
    game = await begun(games)
    bid = c.PlaceBid(by="bob", amount=15)
    outcomes = await asyncio.gather(
        *(each.carry_out(game, bid, command_id="bid") for each in (games, others) * 4)
    )
    assert all(outcome == outcomes[0] for outcome in outcomes)
    assert kinds(await store.read(game)).count("BidPlaced") == 1


async def test_of_two_commands_with_one_id_sent_at_once_one_is_refused(games: CommandHandler, others: CommandHandler) -> None:
    game = await begun(games)
    results = await asyncio.gather(
        games.carry_out(game, c.PlaceBid(by="bob", amount=15), command_id="bid"),
        others.carry_out(game, c.PlaceBid(by="bob", amount=20), command_id="bid"),
        return_exceptions=True,
    )
    assert sorted(type(result).__name__ for result in results) == ["CommandIdReused", "Outcome"]


async def test_a_game_set_up_by_two_processes_at_once_is_one(
    store: Wrapped, games: CommandHandler, others: CommandHandler
) -> None:
    command = c.CreateGame(by="ann", variant=VARIANT)
    outcomes = await asyncio.gather(*(each.create(command, "mine") for each in (games, others) * 4))
    assert all(outcome == outcomes[0] for outcome in outcomes)
    assert await store.head() == 2


async def test_a_refused_command_leaves_its_id_free(store: Wrapped, games: CommandHandler) -> None:
    game = await created(games)
    with pytest.raises(WrongNumberOfPlayers):
        await games.carry_out(game, c.StartGame(by="ann"), command_id="x")
    assert await store.command(str(game), "ann", "x") is None
    await games.carry_out(game, c.FillSeats(by="ann"), command_id="x")


# What may go wrong.


async def test_a_request_that_is_cancelled_does_not_take_its_append_with_it(
    store: Wrapped, games: CommandHandler
) -> None:
    game = await created(games)
    reached, gate = asyncio.Event(), asyncio.Event()

    async def wait() -> None:
        reached.set()
        await gate.wait()

    store.before = wait
    request = asyncio.ensure_future(games.carry_out(game, c.JoinGame(by="bob")))
    await reached.wait()
    request.cancel()
    with suppress(asyncio.CancelledError):
        await request
    # Until the append has ended, the next command waits for it.
    later = asyncio.ensure_future(games.carry_out(game, c.JoinGame(by="cyd")))
    await asyncio.sleep(0)
    store.before = None
    gate.set()
    assert (await later).version == 4
    assert kinds(await store.read(game)) == ["GameCreated", *["PlayerJoined"] * 3]


async def test_finishing_waits_for_what_is_under_way_though_nobody_else_does(
    store: Wrapped, games: CommandHandler
) -> None:
    game = await created(games)
    request = asyncio.ensure_future(games.carry_out(game, c.JoinGame(by="bob")))
    await asyncio.sleep(0)
    request.cancel()
    await games.finish()
    assert await store.version(game) == 3


async def test_a_failed_append_is_told_and_the_game_read_anew(store: Wrapped, games: CommandHandler) -> None:
    game = await created(games)
    store.before = failing(OUTAGE)
    store.read_games.clear()
    with pytest.raises(OperationalError):
        await games.carry_out(game, c.JoinGame(by="bob"), command_id="join")
    assert store.read_games == []
    outcome = await games.carry_out(game, c.JoinGame(by="bob"), command_id="join")
    assert store.read_games == [game]
    assert (outcome.version, kinds(outcome.events)) == (3, ["PlayerJoined"])


async def test_an_append_whose_end_was_not_learned_is_told_by_the_commands_id(
    store: Wrapped, games: CommandHandler
) -> None:
    game = await created(games)
    store.after = failing(OUTAGE)
    with pytest.raises(OperationalError):
        await games.carry_out(game, c.JoinGame(by="bob"), command_id="join")
    outcome = await games.carry_out(game, c.JoinGame(by="bob"), command_id="join")
    assert outcome.version == 3
    with pytest.raises(AlreadySeated):
        await games.carry_out(game, c.JoinGame(by="bob"))
    assert await store.version(game) == 3


async def test_a_store_that_has_too_much_to_do_is_a_refusal(store: Wrapped, games: CommandHandler) -> None:
    game = await created(games)
    store.before = failing(Busy(2.5), Busy(2.5))
    with pytest.raises(TooBusy) as busy:
        await games.carry_out(game, c.JoinGame(by="bob"))
    assert busy.value.retry_after == 2.5
    with pytest.raises(TooBusy):
        await games.create(c.CreateGame(by="ann", variant=VARIANT))
    await games.carry_out(game, c.JoinGame(by="bob"))


async def test_a_command_for_no_game_is_refused(games: CommandHandler) -> None:
    with pytest.raises(UnknownGame):
        await games.carry_out(uuid4(), c.JoinGame(by="bob"))


# Games kept in memory.


async def test_a_game_in_play_is_read_once(store: Wrapped, games: CommandHandler, others: CommandHandler) -> None:
    game = await created(games)
    for number in range(5):
        await others.carry_out(game, c.InvitePlayer(by="ann", player=f"guest {number}"))
    assert store.read_games == [game]


async def test_only_so_many_games_are_kept_those_used_last(store: Wrapped) -> None:
    games = process(store, resident=2)
    first, second, third = [await created(games) for _ in range(3)]
    store.read_games.clear()
    for number, game in enumerate((third, second, first, second, first)):
        await games.carry_out(game, c.InvitePlayer(by="ann", player=f"guest {number}"))
    assert store.read_games == [first]
    assert len(games._resident) == 2


@pytest.mark.parametrize("by", ["ann", "cyd"])
async def test_refused_commands_evict_no_resident_game(store: Wrapped, by: str) -> None:
    games = process(store, resident=2)
    probed, *resident = [await created(games) for _ in range(3)]
    for _ in range(2):
        with pytest.raises(Refusal):
            await games.carry_out(probed, c.StartGame(by=by))
    with pytest.raises(UnknownGame):
        await games.carry_out(uuid4(), c.JoinGame(by=by))
    assert list(games._resident) == resident


async def test_games_that_are_over_are_not_kept(games: CommandHandler) -> None:
    won, closed = await created(games), await created(games)
    await games.carry_out(won, c.FillSeats(by="ann"))
    await games.carry_out(won, c.AutomateSeat(by="ann"))
    assert (await games.carry_out(won, c.StartGame(by="ann"))).view.game.stage is Stage.WON
    assert (await games.carry_out(closed, c.LeaveGame(by="ann"))).view.game.stage is Stage.CLOSED
    assert not games._resident


@pytest.mark.parametrize(
    "command", [c.StartGame(by="eve"), c.PlaceBid(by="eve", amount=15), c.JoinGame(by="eve")]
)
async def test_outsiders_are_refused_without_waiting_for_the_game(
    store: Wrapped, games: CommandHandler, command: c.Command
) -> None:
    game = await begun(games)
    reached, gate = asyncio.Event(), asyncio.Event()

    async def wait() -> None:
        reached.set()
        await gate.wait()

    store.before = wait
    playing = asyncio.ensure_future(games.carry_out(game, c.PlaceBid(by="bob", amount=15)))
    await reached.wait()
    store.read_games.clear()
    with pytest.raises(Refusal):
        async with asyncio.timeout(1):
            await games.carry_out(game, command)
    # What a command under way has in memory stays there, so outsiders have nothing read.
    assert store.read_games == []
    gate.set()
    assert kinds((await playing).events) == ["BidPlaced"]


async def test_a_repeat_is_told_of_by_whoever_has_left_since(games: CommandHandler, others: CommandHandler) -> None:
    game = await created(games)
    await games.carry_out(game, c.JoinGame(by="bob"))
    left = await games.carry_out(game, c.LeaveGame(by="bob"), command_id="leave")
    assert await games.carry_out(game, c.LeaveGame(by="bob"), command_id="leave") == left
    assert await others.carry_out(game, c.LeaveGame(by="bob"), command_id="leave") == left


@pytest.mark.parametrize("resident", [0, 1])
async def test_with_little_room_many_games_are_played(store: Wrapped, resident: int) -> None:
    games = process(store, resident=resident)
    ids = [await created(games) for _ in range(3)]
    await asyncio.gather(*(games.carry_out(game, c.JoinGame(by=by)) for game in ids for by in ("bob", "cyd")))
    assert [await store.version(game) for game in ids] == [4, 4, 4]

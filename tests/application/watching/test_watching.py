"""Watching games: what was missed first, then live; redacted for whoever asks, and to the end of the game."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Sequence
from contextlib import aclosing
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from eventsourcing.persistence import OperationalError

import application.watching.game_streams
from application.codec import GameId, Position, RecordedEvent, Version
from application.games.command_handler import CommandHandler
from application.games.croupier import Croupier, seeded_entropy
from application.refusals import UnknownGame, UnknownVersion
from application.store.memory import MemoryStore
from application.store.port import Append, Store
from application.store.sqlite.store import SQLiteStore
from application.watching.game_streams import GameStreams
from domain import commands as c
from domain import events as e
from domain.cards import Card
from domain.events import PlayerId
from domain.machine import player_of
from domain.state import Stage
from domain.view import View, reveals
from domain.visibility import redact

WITHIN = 5.0
VARIANT = "hundred-and-ten"


class Halting:
    """A store that can be made to wait, or to fail, when the log is about to be followed."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.before_following: Callable[[], Any] | None = None

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    async def follow(self, after: Position, limit: int = 1000) -> AsyncGenerator[list[RecordedEvent], None]:
        if self.before_following is not None:
            await self.before_following()
        async with aclosing(self._store.follow(after, limit)) as batches:
            async for batch in batches:
                yield batch


@pytest.fixture(params=["memory", "sqlite"])
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Halting]:
    inner: Store = MemoryStore() if request.param == "memory" else SQLiteStore(tmp_path / "log.db")
    yield Halting(inner)
    await inner.close()


@pytest.fixture
async def watching(store: Halting) -> AsyncIterator[GameStreams]:
    async with GameStreams(store) as watching:
        yield watching


@pytest.fixture
def games(store: Halting) -> CommandHandler:
    return CommandHandler(store, Croupier(seeded_entropy(1)))


async def created(games: CommandHandler, access: e.Access = e.Access.PUBLIC) -> GameId:
    return (await games.create(c.CreateGame(by="ann", variant=VARIANT, access=access))).game


async def begun(games: CommandHandler, **options: str) -> GameId:
    create = c.CreateGame(by="ann", variant=VARIANT, options=options)
    game = (await games.create(create)).game
    await games.carry_out(game, c.JoinGame(by="bob"))
    await games.carry_out(game, c.StartGame(by="ann"))
    return game


async def play(games: CommandHandler, store: Halting, game: GameId, moves: int) -> None:
    """Make the machine's moves, each with a command of its own."""
    for _ in range(moves):
        events = [each.event for each in await store.read(game)]
        views = [View(viewer=seat).after(events).game for seat in range(2)]
        if views[0].stage is not Stage.PLAYING:
            return
        (seat,) = views[0].rules.to_move(views[0].table)
        await games.carry_out(game, player_of(VARIANT)(views[seat], seat))


async def finish(games: CommandHandler, game: GameId) -> None:
    for player in ("ann", "bob"):
        await games.carry_out(game, c.AutomateSeat(by=player))


async def collect(
    watching: GameStreams, game: GameId, player: PlayerId | None, after: Version = 0
) -> list[RecordedEvent]:
    """Follow a game to its end."""
    return [each async for each in watching.follow(game, player, after)]


async def following(
    watching: GameStreams, game: GameId, player: PlayerId | None, after: Version = 0
) -> AsyncGenerator[RecordedEvent]:
    """Follow a game; an event that does not come in time is an error."""
    async with aclosing(watching.follow(game, player, after)) as events:
        while True:
            try:
                yield await asyncio.wait_for(anext(events), WITHIN)
            except StopAsyncIteration:
                return


def versions(recorded: list[RecordedEvent]) -> list[Version]:
    return [each.version for each in recorded]


async def test_events_are_the_log_as_the_player_may_read_it(
    watching: GameStreams, games: CommandHandler, store: Halting
) -> None:
    game = await begun(games, reveal="at_end")
    log = await store.read(game)
    for player, seat in (("ann", 0), ("bob", 1), ("cyd", None), (None, None)):
        events = await watching.events(game, player)
        assert [each.event for each in events] == [redact(each.event, seat) for each in log]
        assert versions(list(events)) == versions(log)


async def test_events_of_revealed_shuffles_are_open_to_all(
    watching: GameStreams, games: CommandHandler, store: Halting
) -> None:
    game = await begun(games)
    await finish(games, game)
    log = await store.read(game)
    revealed = reveals(each.event for each in log)
    assert revealed
    for player in ("ann", None):
        events = [each.event for each in await watching.events(game, player)]
        assert events == [redact(each.event, None, revealed) for each in log]


async def test_a_replay_of_a_seat_is_its_own_fold(watching: GameStreams, games: CommandHandler, store: Halting) -> None:
    game = await begun(games, reveal="at_end")
    await play(games, store, game, 6)
    log = [each.event for each in await store.read(game)]
    for version in range(1, len(log) + 1):
        for player, seat in (("ann", 0), ("bob", 1), (None, None)):
            view = await watching.replay(game, player, version)
            assert view.game == View(viewer=seat).after(log[:version]).game


async def test_a_version_that_the_game_has_not_cannot_be_replayed(watching: GameStreams, games: CommandHandler) -> None:
    game = await created(games)
    for version in (-1, 0, 3):
        with pytest.raises(UnknownVersion) as unknown:
            await watching.replay(game, "ann", version)
        assert (unknown.value.version, unknown.value.last) == (version, 2)


async def test_a_game_that_is_not_there_or_private_is_unknown(watching: GameStreams, games: CommandHandler) -> None:
    private = await created(games, e.Access.PRIVATE)
    for game, player in ((uuid4(), "ann"), (private, "bob"), (private, None)):
        with pytest.raises(UnknownGame):
            await watching.events(game, player)
        with pytest.raises(UnknownGame):
            await watching.replay(game, player, 1)
        with pytest.raises(UnknownGame):
            await collect(watching, game, player)
    assert await watching.events(private, "ann")


async def test_what_was_missed_comes_first_then_each_event_as_it_comes(
    watching: GameStreams, games: CommandHandler
) -> None:
    game = await begun(games)
    known = len(await watching.events(game, "ann"))
    async with aclosing(following(watching, game, "ann", after=2)) as events:
        missed = [await anext(events) for _ in range(known - 2)]
        assert missed == list(await watching.events(game, "ann"))[2:]
        waiting = asyncio.ensure_future(anext(events))
        await asyncio.sleep(0.05)
        assert not waiting.done()
        outcome = await games.carry_out(game, c.PlaceBid(by="bob", amount=15))
        assert (await waiting).event == outcome.events[0].event


@pytest.mark.parametrize("after", [-1, 3])
async def test_a_version_not_reached_cannot_be_gone_on_from(
    watching: GameStreams, games: CommandHandler, after: Version
) -> None:
    game = await created(games)
    with pytest.raises(UnknownVersion):
        await collect(watching, game, "ann", after)


async def test_it_ends_with_the_game(watching: GameStreams, games: CommandHandler) -> None:
    won, closed = await begun(games), await created(games)
    tasks = [asyncio.ensure_future(collect(watching, game, "ann")) for game in (won, closed)]
    await asyncio.sleep(0.02)
    await finish(games, won)
    await games.carry_out(closed, c.LeaveGame(by="ann"))
    to_the_end = await asyncio.wait_for(asyncio.gather(*tasks), WITHIN)
    assert [type(events[-1].event) for events in to_the_end] == [e.DeckRevealed, e.GameClosed]
    assert await collect(watching, won, None, after=to_the_end[0][-1].version) == []


async def test_while_it_is_played_nobody_misses_an_event_or_gets_one_twice(
    watching: GameStreams, games: CommandHandler, store: Halting
) -> None:
    tables = [await begun(games, reveal="at_end") for _ in range(3)]
    followers = [
        (game, player, after) for game in tables for player in ("ann", "bob", None) for after in (0, 1, 7)
    ]
    tasks = [asyncio.ensure_future(collect(watching, *each)) for each in followers]

    async def played(game: GameId) -> None:
        await play(games, store, game, 25)
        await finish(games, game)

    playing = asyncio.gather(*map(played, tables))
    # Some come while it is played.
    late = [(tables[0], "ann", 0), (tables[1], None, 3)]
    await asyncio.sleep(0.01)
    tasks += [asyncio.ensure_future(collect(watching, *each)) for each in late]
    await playing
    received = await asyncio.wait_for(asyncio.gather(*tasks), WITHIN)
    for (game, player, after), events in zip([*followers, *late], received, strict=True):
        log = await store.read(game)
        assert versions(events) == versions(log)[after:]
        seat = {"ann": 0, "bob": 1, None: None}[player]
        for each, recorded in zip(events, log[after:], strict=True):
            # Open from the reveals on, at the end; before that as the seat may read it.
            assert each.event in (redact(recorded.event, seat), recorded.event)
            if isinstance(each.event, e.HandDealt) and each.version < 20 and after == 0:
                assert (Card.FACE_DOWN in each.event.cards) is (seat != each.event.seat)


@pytest.mark.parametrize("how", ["withdrawn", "removed", "declined", "left"])
async def test_who_is_no_longer_of_a_private_game_sees_no_more_of_it(
    watching: GameStreams, games: CommandHandler, how: str
) -> None:
    game = await created(games, e.Access.PRIVATE)
    await games.carry_out(game, c.InvitePlayer(by="ann", player="bob"))
    if how in ("removed", "left"):
        await games.carry_out(game, c.JoinGame(by="bob"))
    known = len(await watching.events(game, "bob"))
    async with aclosing(following(watching, game, "bob")) as events:
        for _ in range(known):
            await anext(events)
        ending: dict[str, c.Command] = {
            "withdrawn": c.WithdrawInvitation(by="ann", player="bob"),
            "removed": c.RemovePlayer(by="ann", player="bob"),
            "declined": c.DeclineInvitation(by="bob"),
            "left": c.LeaveGame(by="bob"),
        }
        await games.carry_out(game, ending[how])
        await games.carry_out(game, c.FillSeats(by="ann"))
        with pytest.raises(UnknownGame):
            await anext(events)


async def test_who_goes_away_is_forgotten(watching: GameStreams, games: CommandHandler) -> None:
    game = await created(games)
    async with aclosing(following(watching, game, None)) as events:
        await anext(events)
        assert watching.followed == 1
    assert watching.followed == 0


# Following the log.


async def test_an_event_that_comes_while_the_log_is_about_to_be_followed_is_not_missed(
    store: Halting, games: CommandHandler
) -> None:
    game = await created(games)
    gate = asyncio.Event()
    store.before_following = gate.wait
    async with GameStreams(store) as watching, aclosing(following(watching, game, None)) as events:
        for _ in range(2):
            await anext(events)
        waiting = asyncio.ensure_future(anext(events))
        await asyncio.sleep(0.02)
        await games.carry_out(game, c.JoinGame(by="bob"))
        gate.set()
        assert (await waiting).version == 3


async def test_who_has_come_further_at_another_process_goes_on_from_there(
    store: Halting, games: CommandHandler
) -> None:
    game = await created(games)
    gate = asyncio.Event()
    store.before_following = gate.wait
    async with GameStreams(store) as watching, aclosing(following(watching, game, None)) as others:
        assert (await anext(others)).version == 1
        # As long as the log is not followed, nothing of this has been heard here.
        await games.carry_out(game, c.JoinGame(by="bob"))
        last = await store.version(game)
        async with aclosing(following(watching, game, "bob", after=last)) as events:
            waiting = asyncio.ensure_future(anext(events))
            await asyncio.sleep(0.02)
            await games.carry_out(game, c.StartGame(by="ann"))
            gate.set()
            assert (await waiting).version == last + 1


async def test_as_long_as_nothing_may_have_been_missed_nobody_is_told_so(
    store: Halting, games: CommandHandler
) -> None:
    told: asyncio.Queue[Sequence[RecordedEvent] | None] = asyncio.Queue()
    async with GameStreams(store) as watching:
        with watching.subscribe_to_appends(told.put_nowait):
            await created(games)
            async with asyncio.timeout(WITHIN):
                assert await told.get() is not None


async def test_after_a_failure_the_log_is_followed_again_and_nothing_was_missed(
    store: Halting, games: CommandHandler, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(application.watching.game_streams, "RESTART_AFTER", 0.05)
    failures = [OperationalError("the database is locked")] * 2

    async def fail() -> None:
        if failures:
            raise failures.pop()

    store.before_following = fail
    game = await created(games)
    with caplog.at_level(logging.ERROR):
        async with GameStreams(store) as watching, aclosing(following(watching, game, None)) as events:
            for _ in range(2):
                await anext(events)
            for version, player in enumerate(("bob", "cyd"), start=3):
                waiting = asyncio.ensure_future(anext(events))
                await asyncio.sleep(0.02)
                await games.carry_out(game, c.JoinGame(by=player))
                assert (await waiting).version == version
    assert "the database is locked" in caplog.text


async def test_what_another_process_appends_is_seen(tmp_path: Path) -> None:
    mine, theirs = SQLiteStore(tmp_path / "log.db"), SQLiteStore(tmp_path / "log.db")
    games = CommandHandler(theirs, Croupier(seeded_entropy(1)))
    game = await created(games)
    async with GameStreams(mine) as watching, aclosing(following(watching, game, None)) as events:
        for _ in range(2):
            await anext(events)
        waiting = asyncio.ensure_future(anext(events))
        await asyncio.sleep(0.02)
        await games.carry_out(game, c.JoinGame(by="bob"))
        assert (await waiting).version == 3
    await mine.close()
    await theirs.close()


async def test_hindsight_stops_where_commits_end_also_where_all_came_in_one_moment(
    games: CommandHandler, store: Halting
) -> None:
    game = await begun(games)
    await play(games, store, game, 8)
    log, squeezed = await store.read(game), MemoryStore()
    after, stops = 0, 0
    for version in sorted({each.last or 0 for each in log}):
        events = tuple(each.event for each in log[after:version])
        await squeezed.append(Append(game=game, after=after, events=events, at=log[0].at, by="ann"))
        after = version
    for version in range(1, len(log) + 1):
        known = [await GameStreams(each).hindsight(game, "ann", version, 0) for each in (store, squeezed)]
        assert (known[0] is None) == (known[1] is None)
        stops += known[0] is not None
    assert stops > 5

"""Game streams: missed events first, then new ones, to the end of the game."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from pathlib import Path

import pytest
from eventsourcing.persistence import OperationalError

import application.watching.game_streams
from application.codec import GameId, RecordedEvent, Version
from application.games.command_handler import CommandHandler
from application.games.croupier import Croupier, seeded_entropy
from application.refusals import UnknownGame, UnknownVersion
from application.store.sqlite.store import SQLiteStore
from application.watching.game_streams import GameStreams
from domain import commands as c
from domain import events as e
from domain.cards import Card
from domain.events import PlayerId
from domain.visibility import redact
from tests.application.watching.halting_store import (
    Halting,
    collect,
    created_game,
    finish,
    play,
    started_game,
    versions,
)

WITHIN = 5.0


async def following(
    watching: GameStreams, game: GameId, player: PlayerId | None, after: Version = 0
) -> AsyncGenerator[RecordedEvent]:
    """Follow a game; a late event is an error."""
    async with aclosing(watching.follow(game, player, after)) as events:
        while True:
            try:
                yield await asyncio.wait_for(anext(events), WITHIN)
            except StopAsyncIteration:
                return


async def test_missed_events_come_first_then_new_ones(watching: GameStreams, games: CommandHandler) -> None:
    game = await started_game(games)
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
async def test_a_stream_cannot_resume_after_a_future_version(
    watching: GameStreams, games: CommandHandler, after: Version
) -> None:
    game = await created_game(games)
    with pytest.raises(UnknownVersion):
        await collect(watching, game, "ann", after)


async def test_stream_ends_with_the_game(watching: GameStreams, games: CommandHandler) -> None:
    won, closed = await started_game(games), await created_game(games)
    tasks = [asyncio.ensure_future(collect(watching, game, "ann")) for game in (won, closed)]
    await asyncio.sleep(0.02)
    await finish(games, won)
    await games.carry_out(closed, c.LeaveGame(by="ann"))
    to_the_end = await asyncio.wait_for(asyncio.gather(*tasks), WITHIN)
    assert [type(events[-1].event) for events in to_the_end] == [e.DeckRevealed, e.GameClosed]
    assert await collect(watching, won, None, after=to_the_end[0][-1].version) == []


async def test_subscribers_get_every_event_exactly_once(
    watching: GameStreams, games: CommandHandler, store: Halting
) -> None:
    tables = [await started_game(games, reveal="at_end") for _ in range(3)]
    followers = [
        (game, player, after) for game in tables for player in ("ann", "bob", None) for after in (0, 1, 7)
    ]
    tasks = [asyncio.ensure_future(collect(watching, *each)) for each in followers]

    async def played(game: GameId) -> None:
        await play(games, store, game, 25)
        await finish(games, game)

    playing = asyncio.gather(*map(played, tables))
    # Some subscribe during play.
    late = [(tables[0], "ann", 0), (tables[1], None, 3)]
    await asyncio.sleep(0.01)
    tasks += [asyncio.ensure_future(collect(watching, *each)) for each in late]
    await playing
    received = await asyncio.wait_for(asyncio.gather(*tasks), WITHIN)
    for number, ((game, player, after), events) in enumerate(zip([*followers, *late], received, strict=True)):
        log = await store.read(game)
        assert versions(events) == versions(log)[after:]
        seat = {"ann": 0, "bob": 1, None: None}[player]
        for each, recorded in zip(events, log[after:], strict=True):
            # Public after the reveals at the end; redacted for the seat before.
            assert each.event in (redact(recorded.event, seat), recorded.event)
            # Whoever subscribes during play may be served after the reveals.
            is_early = number < len(followers) and each.version < 20 and after == 0
            if is_early and isinstance(each.event, e.HandDealt):
                assert (Card.FACE_DOWN in each.event.cards) is (seat != each.event.seat)


@pytest.mark.parametrize("how", ["withdrawn", "removed", "declined", "left"])
async def test_losing_access_to_a_private_game_ends_the_stream(
    watching: GameStreams, games: CommandHandler, how: str
) -> None:
    game = await created_game(games, e.Access.PRIVATE)
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


async def test_a_subscriber_that_leaves_is_removed(watching: GameStreams, games: CommandHandler) -> None:
    game = await created_game(games)
    async with aclosing(following(watching, game, None)) as events:
        await anext(events)
        assert watching.followed == 1
    assert watching.followed == 0


async def test_event_appended_before_following_starts_is_not_missed(
    store: Halting, games: CommandHandler
) -> None:
    game = await created_game(games)
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


async def test_a_subscriber_resumes_after_a_version_from_another_process(
    store: Halting, games: CommandHandler
) -> None:
    game = await created_game(games)
    gate = asyncio.Event()
    store.before_following = gate.wait
    async with GameStreams(store) as watching, aclosing(following(watching, game, None)) as others:
        assert (await anext(others)).version == 1
        # While the log is not followed, no event arrives here.
        await games.carry_out(game, c.JoinGame(by="bob"))
        last = await store.version(game)
        async with aclosing(following(watching, game, "bob", after=last)) as events:
            waiting = asyncio.ensure_future(anext(events))
            await asyncio.sleep(0.02)
            await games.carry_out(game, c.StartGame(by="ann"))
            gate.set()
            assert (await waiting).version == last + 1


async def test_listeners_get_none_only_if_events_may_have_been_missed(
    store: Halting, games: CommandHandler
) -> None:
    received: asyncio.Queue[Sequence[RecordedEvent] | None] = asyncio.Queue()
    async with GameStreams(store) as watching:
        with watching.subscribe_to_appends(received.put_nowait):
            await created_game(games)
            async with asyncio.timeout(WITHIN):
                assert await received.get() is not None


async def test_following_resumes_after_a_failure_without_missing_events(
    store: Halting, games: CommandHandler, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(application.watching.game_streams, "RESTART_DELAY", 0.05)
    failures = [OperationalError("the database is locked")] * 2

    async def fail() -> None:
        if failures:
            raise failures.pop()

    store.before_following = fail
    game = await created_game(games)
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


async def test_a_failure_between_two_batches_ends_no_stream(
    store: Halting, games: CommandHandler, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(application.watching.game_streams, "RESTART_DELAY", 0.01)
    failures = [OperationalError("the database is locked")]

    async def fail() -> None:
        if failures:
            raise failures.pop()

    game = await created_game(games)
    async with GameStreams(store) as watching, aclosing(following(watching, game, None, 2)) as events:
        await games.carry_out(game, c.JoinGame(by="bob"))
        assert (await anext(events)).version == 3
        store.before_batch = fail
        await games.carry_out(game, c.JoinGame(by="cyd"))
        assert (await anext(events)).version == 4
        async with asyncio.timeout(5):
            # The subscriber may have read the event itself, before the batch that fails.
            while failures:  # noqa: ASYNC110 - nobody says when
                await asyncio.sleep(0.01)
        await games.carry_out(game, c.JoinGame(by="dan"))
        assert (await anext(events)).version == 5


async def test_events_of_another_process_are_streamed(tmp_path: Path) -> None:
    mine, theirs = SQLiteStore(tmp_path / "log.db"), SQLiteStore(tmp_path / "log.db")
    games = CommandHandler(theirs, Croupier(seeded_entropy(1)))
    game = await created_game(games)
    async with GameStreams(mine) as watching, aclosing(following(watching, game, None)) as events:
        for _ in range(2):
            await anext(events)
        waiting = asyncio.ensure_future(anext(events))
        await asyncio.sleep(0.02)
        await games.carry_out(game, c.JoinGame(by="bob"))
        assert (await waiting).version == 3
    await mine.close()
    await theirs.close()

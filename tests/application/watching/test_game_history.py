"""Past games: events, replays and hindsight, redacted for the player."""

from __future__ import annotations

from uuid import uuid4

import pytest

from application.games.command_handler import CommandHandler
from application.refusals import UnknownGame, UnknownVersion
from application.store.memory import MemoryStore
from application.store.port import Append
from application.watching.game_streams import GameStreams
from domain import events as e
from domain.view import View, reveals
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


async def test_events_are_redacted_for_the_player(
    watching: GameStreams, games: CommandHandler, store: Halting
) -> None:
    game = await started_game(games, reveal="at_end")
    log = await store.read(game)
    for player, seat in (("ann", 0), ("bob", 1), ("cyd", None), (None, None)):
        events = await watching.events(game, player)
        assert [each.event for each in events] == [redact(each.event, seat) for each in log]
        assert versions(list(events)) == versions(log)


async def test_events_of_revealed_shuffles_are_public(
    watching: GameStreams, games: CommandHandler, store: Halting
) -> None:
    game = await started_game(games)
    await finish(games, game)
    log = await store.read(game)
    revealed = reveals(each.event for each in log)
    assert revealed
    for player in ("ann", None):
        events = [each.event for each in await watching.events(game, player)]
        assert events == [redact(each.event, None, revealed) for each in log]


async def test_replay_of_a_seat_is_the_fold_of_its_redacted_events(
    watching: GameStreams, games: CommandHandler, store: Halting
) -> None:
    game = await started_game(games, reveal="at_end")
    await play(games, store, game, 6)
    log = [each.event for each in await store.read(game)]
    for version in range(1, len(log) + 1):
        for player, seat in (("ann", 0), ("bob", 1), (None, None)):
            view = await watching.replay(game, player, version)
            assert view.game == View(viewer=seat).after(log[:version]).game


@pytest.mark.parametrize("player", ["ann", None])
async def test_moments_are_the_replays_at_successive_versions(
    watching: GameStreams, games: CommandHandler, store: Halting, player: str | None
) -> None:
    game = await started_game(games)
    await play(games, store, game, 4)
    last = await store.version(game)
    moments = await watching.moments(game, player, 1, last)
    assert [version for version, _ in moments] == list(range(2, last + 1))
    for version, view in moments:
        assert view == await watching.replay(game, player, version)


async def test_missing_version_cannot_be_replayed(watching: GameStreams, games: CommandHandler) -> None:
    game = await created_game(games)
    for version in (-1, 0, 3):
        with pytest.raises(UnknownVersion) as unknown:
            await watching.replay(game, "ann", version)
        assert (unknown.value.version, unknown.value.last) == (version, 2)


async def test_missing_or_private_game_is_unknown(watching: GameStreams, games: CommandHandler) -> None:
    private = await created_game(games, e.Access.PRIVATE)
    for game, player in ((uuid4(), "ann"), (private, "bob"), (private, None)):
        with pytest.raises(UnknownGame):
            await watching.events(game, player)
        with pytest.raises(UnknownGame):
            await watching.replay(game, player, 1)
        with pytest.raises(UnknownGame):
            await collect(watching, game, player)
    assert await watching.events(private, "ann")


async def test_hindsight_stops_at_the_ends_of_commits_even_at_equal_times(
    games: CommandHandler, store: Halting
) -> None:
    game = await started_game(games)
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

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
    begun,
    collect,
    created,
    finish,
    play,
    versions,
)


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


async def test_a_replay_of_a_seat_is_its_own_fold(
    watching: GameStreams, games: CommandHandler, store: Halting
) -> None:
    game = await begun(games, reveal="at_end")
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
    game = await begun(games)
    await play(games, store, game, 4)
    last = await store.version(game)
    moments = await watching.moments(game, player, 1, last)
    assert [version for version, _ in moments] == list(range(2, last + 1))
    for version, view in moments:
        assert view == await watching.replay(game, player, version)


async def test_a_version_that_the_game_has_not_cannot_be_replayed(
    watching: GameStreams, games: CommandHandler
) -> None:
    game = await created(games)
    for version in (-1, 0, 3):
        with pytest.raises(UnknownVersion) as unknown:
            await watching.replay(game, "ann", version)
        assert (unknown.value.version, unknown.value.last) == (version, 2)


async def test_a_game_that_is_not_there_or_private_is_unknown(
    watching: GameStreams, games: CommandHandler
) -> None:
    private = await created(games, e.Access.PRIVATE)
    for game, player in ((uuid4(), "ann"), (private, "bob"), (private, None)):
        with pytest.raises(UnknownGame):
            await watching.events(game, player)
        with pytest.raises(UnknownGame):
            await watching.replay(game, player, 1)
        with pytest.raises(UnknownGame):
            await collect(watching, game, player)
    assert await watching.events(private, "ann")


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

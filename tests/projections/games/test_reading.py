"""A game is read as in the log, even if a read model still has rows of the log before a restore."""

from __future__ import annotations

from datetime import timedelta

from application.store.memory import MemoryStore
from application.store.port import Append
from domain.events import Access, Event, GameCreated, PlayerJoined
from projections.database.connections import ReadDatabase
from projections.games.current_games import CurrentGames
from projections.games.game_view import GAME_VIEW
from tests.projections.logs import NOON, game_id, project

GAME = game_id(1)


async def log_of(second: str, minutes: int) -> MemoryStore:
    """Return a log of one game that a second player joined so many minutes after noon."""
    store = MemoryStore()
    created = GameCreated(
        variant="president",
        rules_version=1,
        options={},
        access=Access.PUBLIC,
        organizer="ann",
        secret="0" * 64,
    )
    joined = (PlayerJoined(seat=seat, player=player) for seat, player in enumerate(("ann", second)))
    events: tuple[Event, ...] = (created, *joined)
    for after, event in enumerate(events):
        at = NOON + timedelta(minutes=minutes)
        await store.append(Append(game=GAME, after=after, events=(event,), at=at, by="ann"))
    return store


async def test_a_view_of_the_same_version_from_before_a_restore_is_not_shown(database: ReadDatabase) -> None:
    await project(await log_of("bob", 0), database, GAME_VIEW)
    version, view = await CurrentGames(database, await log_of("cyd", 1)).current(GAME, "ann")
    assert version == 3
    assert [seat.player for seat in view.game.seats] == ["ann", "cyd"]

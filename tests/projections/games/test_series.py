"""Series of rematches: their games in order, the scores in them, and who finds them in the lobby."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from application.store.memory import MemoryStore
from domain.events import (
    Access,
    CloseReason,
    GameClosed,
    GameCreated,
    MissingPlayers,
    PlayerInvited,
    RoundScored,
    SeatsReleased,
)
from projections.database.connections import ReadDatabase
from projections.games.game_list import GAME_LIST
from projections.games.game_list_queries import GameFilter, page
from projections.games.lobby import can_be_joined
from projections.games.series import MAX_GAMES, PlayerScore, read_series
from tests.domain.given import NOON, Log
from tests.domain.lobby.test_rematch import won
from tests.domain.tables import HUNDRED_AND_TEN, lobby, started
from tests.projections.logs import append, game_id, project

ON_BOTH = pytest.mark.parametrize("database", ["sqlite", "postgres"], indirect=True)
FIRST = game_id(1)


def rematch_lobby(number: int, players: int = 2, access: Access = Access.PUBLIC) -> Log:
    """Return the lobby of the rematch of the game before a number."""
    created, *joined = lobby(HUNDRED_AND_TEN, players, access=access)
    assert isinstance(created, GameCreated)
    rematch = replace(
        created,
        rematch_of=str(game_id(number - 1)),
        series=str(FIRST),
        seating=("ann", "bob"),
        missing_players=MissingPlayers.OPEN,
        waits_until=NOON,
    )
    return (rematch, *joined)


def end(*scores: int) -> Log:
    return RoundScored(round=0, awards=(), scores=scores), won(len(scores))


async def built(database: ReadDatabase, *logs: Log) -> None:
    store = MemoryStore()
    for number, log in enumerate(logs, 1):
        await append(store, game_id(number), *log)
    await project(store, database, GAME_LIST)


@ON_BOTH
async def test_a_series_has_its_games_in_order_and_the_scores_of_those_that_were_won(
    database: ReadDatabase,
) -> None:
    await built(
        database,
        (*lobby(HUNDRED_AND_TEN, 2), started(2), *end(110, 45)),
        (*rematch_lobby(2), started(2), *end(115, -30)),
        (*rematch_lobby(3), GameClosed(reason=CloseReason.EVERYONE_LEFT)),
        (*rematch_lobby(4), started(2), GameClosed(reason=CloseReason.CLOSED_BY_OPERATOR)),
        (*rematch_lobby(5), started(2)),
        lobby(HUNDRED_AND_TEN, 2),
    )
    found = await database.read(read_series, FIRST, None)
    # A rematch that never started is replaced by the next one.
    assert [game.game.int for game in found.games] == [1, 2, 4, 5]
    assert found.scores == (
        PlayerScore(player="ann", games=2, wins=2, points=225),
        PlayerScore(player="bob", games=2, wins=0, points=15),
    )
    assert [game.rematch_of for game in found.games] == [None, *map(game_id, (1, 3, 4))]


@ON_BOTH
async def test_a_series_shows_each_viewer_the_games_that_it_may_see(database: ReadDatabase) -> None:
    private = Access.PRIVATE
    await built(
        database,
        (*lobby(HUNDRED_AND_TEN, 2, access=private), started(2), *end(110, 45)),
        (*rematch_lobby(2, 2, private), PlayerInvited(player="zoe", inviter="ann")),
    )
    for viewer, seen in (("bob", [1, 2]), ("zoe", [2]), ("eve", []), (None, [])):
        found = await database.read(read_series, FIRST, viewer)
        assert [game.game.int for game in found.games] == seen
        assert bool(found.scores) == (viewer == "bob")


@ON_BOTH
async def test_a_long_series_has_its_newest_games(database: ReadDatabase) -> None:
    rematches = (rematch_lobby(number, 1) for number in range(2, MAX_GAMES + 4))
    await built(database, lobby(HUNDRED_AND_TEN, 1), *rematches)
    found = await database.read(read_series, FIRST, None)
    assert [game.game.int for game in found.games] == list(range(4, MAX_GAMES + 4))


@ON_BOTH
async def test_a_rematch_is_in_the_lobby_of_others_only_once_its_seats_are_released(
    database: ReadDatabase,
) -> None:
    waiting = (*rematch_lobby(1, 1), PlayerInvited(player="bob", inviter="ann", reserved=True))
    await built(database, waiting, (*waiting, SeatsReleased()))
    for viewer, seen in (("bob", [2, 1]), ("ann", [2, 1]), ("zoe", [2]), (None, [2])):
        found = await database.read(page, GameFilter.JOINABLE, viewer)
        assert [game.game.int for game in found.rows] == seen
        assert all(can_be_joined(game, viewer) for game in found.rows)
    of_bob = await database.read(page, GameFilter.JOINABLE, "bob")
    assert [can_be_joined(game, "zoe") for game in of_bob.rows] == [True, False]

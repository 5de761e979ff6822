"""The sums of luck of many games are those of the games, one by one, for any selection."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from math import sqrt
from statistics import mean, pvariance

import pytest
from msgspec.structs import replace
from sqlalchemy import Connection

from application.store.memory import MemoryStore
from domain.events import GameCreated, GameWon
from projections.database.connections import ReadDatabase
from projections.engine.generations import NotBuilt
from projections.luck.projection import LUCK
from projections.luck.queries import SeatLuck, luck_of_game
from projections.luck.sums import LuckSums, luck_sums
from projections.players.boards import Board
from projections.statistics.projection import STATISTICS
from projections.statistics.selection import Selection
from tests.projections.logs import NOON, Log, append, game_id, project
from tests.projections.luck.games import GAMES, game, games

both = pytest.mark.parametrize("database", ["sqlite", "postgres"], indirect=True)
DAY = NOON.date()


def without_table(log: Log) -> Log:
    """Return the game with an option of which there is no table of luck."""
    created = log[0]
    assert isinstance(created, GameCreated)
    return (replace(created, options={"clear_after": "never"}), *log[1:])


async def fill(database: ReadDatabase, logs: Sequence[Log]) -> None:
    store = MemoryStore()
    for number, log in enumerate(logs, 1):
        await append(store, game_id(number), *log)
    for projection in (STATISTICS, LUCK):
        await project(store, database, projection)


def results(connection: Connection, count: int, seats: int | None = None) -> Iterator[SeatLuck]:
    for number in range(1, count + 1):
        found = luck_of_game(connection, game_id(number))
        if seats in (None, len(found)):
            yield from found


def assert_sums(sums: LuckSums, found: Sequence[SeatLuck]) -> None:
    assert sums.known is not None
    above = [each.result - (each.par or 0) for each in found]
    play = [each.play or 0 for each in found]
    assert sums.known.results == len(found)
    assert sums.known.result == pytest.approx(mean(above), abs=1e-12)
    assert sums.known.luck == pytest.approx(mean(each.luck or 0 for each in found), abs=1e-12)
    assert sums.known.play == pytest.approx(mean(play), abs=1e-12)
    error = sqrt(sum((each.play_error or 0) ** 2 for each in found)) / len(found)
    assert sums.known.play_error == pytest.approx(error)
    assert sums.known.explained == pytest.approx(1 - pvariance(play) / pvariance(above))


@both
async def test_sums_are_those_of_the_games_of_the_selection(database: ReadDatabase) -> None:
    logs = [*games(), game("hundred-and-ten", 4, 5)]
    await fill(database, logs)
    with database.reading() as connection:
        for variant in {variant for variant, _, _ in GAMES}:
            of_variant = [
                each for each in results(connection, len(logs)) if (each.luck_table or "").startswith(variant)
            ]
            [sums] = luck_sums(connection, Selection(variant=variant))
            assert (sums.machine, sums.in_points) == (True, variant != "president")
            assert (sums.without_table, sums.not_public) == (0, 0)
            assert_sums(sums, of_variant)
        of_three = Selection(variant="hundred-and-ten", seats=3, board=Board.MACHINES, machine=True)
        [sums] = luck_sums(connection, of_three)
        assert_sums(sums, [*results(connection, len(logs), seats=3)])
        for other in (
            Selection(variant="hundred-and-ten", seats=2),
            Selection(variant="hundred-and-ten", machine=False),
            Selection(variant="hundred-and-ten", board=Board.PEOPLE),
            Selection(variant="hundred-and-ten", since=DAY + timedelta(days=1)),
            Selection(variant="hundred-and-ten", until=DAY),
        ):
            assert luck_sums(connection, other) == ()
        whole = luck_sums(connection, Selection(variant="hundred-and-ten"))
        days = Selection(variant="hundred-and-ten", since=DAY, until=date.fromordinal(DAY.toordinal() + 1))
        assert luck_sums(connection, days) == whole


@both
async def test_results_without_luck_are_counted_by_the_reason(database: ReadDatabase) -> None:
    hidden = game("president", 5, 4, reveal="at_end")
    end = next(number for number, event in enumerate(hidden) if isinstance(event, GameWon))
    await fill(database, [without_table(game("president", 5, 8)), hidden[: end + 1]])
    with database.reading() as connection:
        [sums] = luck_sums(connection, Selection(variant="president"))
    assert (sums.known, sums.without_table, sums.not_public) == (None, 5, 5)


@both
async def test_sums_need_the_read_model(database: ReadDatabase) -> None:
    with database.reading() as connection, pytest.raises(NotBuilt):
        luck_sums(connection, Selection(variant="president"))

"""Pages of a leaderboard: a total order, ranked players first, read by an index."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import pytest
from sqlalchemy import Connection, event, insert, text

from domain.rules import variants
from projections.database.connections import ReadDatabase
from projections.engine.generations import NotBuilt, active_tables, ensure
from projections.engine.projection import Row
from projections.players.boards import Board
from projections.players.eligibility import MIN_GAMES, MIN_GAMES_ALL_TIME
from projections.players.leaderboard import LEADERBOARD
from projections.players.leaderboard_queries import (
    ACTIVE_WITHIN,
    MAX_PAGE_SIZE,
    BoardQuery,
    Place,
    Standing,
    Tier,
    count,
    page,
)
from projections.players.time_windows import InvalidWindowKey, Window

VARIANT = "oh-hell"
NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)
RECENT, LONG_AGO = NOW - timedelta(days=1), NOW - timedelta(days=31)
on_both = pytest.mark.parametrize("database", ["sqlite", "postgres"], indirect=True)


def standing(player: str, ordinal: float, games: int = 20, **values: Any) -> dict[str, Any]:
    row = {
        "variant": VARIANT,
        "board": Board.PEOPLE.value,
        "period": "all",
        "player": player,
        "mu": ordinal + 6,
        "sigma": 2.0,
        "ordinal": ordinal,
        "games": games,
        "opponents": 2,
        "met": '["ben","cleo"]',
        "wins": 5,
        "points": 70,
        "bids_made": 3,
        "bids_failed": 4,
        "streak": 1,
        "best_streak": 2,
        "last_at": RECENT,
        **values,
    }
    row["enough"] = games >= (MIN_GAMES_ALL_TIME if row["period"] == "all" else MIN_GAMES)
    return row


def put(database: ReadDatabase, *rows: Row) -> None:
    with database.writing() as connection:
        ensure(connection, LEADERBOARD)
        connection.execute(insert(active_tables(connection, LEADERBOARD)["standing"]), list(rows))


async def board(
    database: ReadDatabase, now: datetime = NOW, variant: str = VARIANT, **wanted: Any
) -> list[Standing]:
    return list((await database.read(page, BoardQuery(variant=variant, **wanted), now)).rows)


async def places(database: ReadDatabase, now: datetime = NOW, **wanted: Any) -> list[tuple[int | None, str]]:
    return [(row.rank, row.player) for row in await board(database, now, **wanted)]


BOARD = (
    standing("ada", 20.0),
    standing("ben", 21.5),
    standing("cleo", 20.0, games=10),
    standing("dora", 19.0),
    standing("rested", 40.0, last_at=LONG_AGO),
    standing("rusty", 39.0, last_at=LONG_AGO),
    standing("new", 50.0, games=9),
    standing("newer", -3.5, games=1, last_at=LONG_AGO),
)
RANKED = [(1, "ben"), (2, "ada"), (2, "cleo"), (4, "dora")]
PROVISIONAL = [(None, "rested"), (None, "rusty"), (None, "new"), (None, "newer")]


@pytest.fixture(scope="module")
def filled(shared_database: ReadDatabase) -> ReadDatabase:
    """A database with a board, and a standing on another one."""
    put(shared_database, *BOARD, standing("elsewhere", 30.0, board="mixed"))
    return shared_database


async def test_who_is_ranked_comes_first_then_who_rests_then_who_is_new(filled: ReadDatabase) -> None:
    assert await places(filled) == RANKED + PROVISIONAL
    assert await places(filled, ranked=True) == RANKED
    assert await places(filled, ranked=False) == PROVISIONAL
    tiers = [row.tier for row in await board(filled)]
    assert tiers == [Tier.RANKED] * 4 + [Tier.RESTING] * 2 + [Tier.NEW] * 2


@on_both
async def test_a_standing_tells_what_its_row_has(database: ReadDatabase) -> None:
    put(database, standing("ada", 0.1 + 0.2))
    [found] = await board(database)
    assert found == Standing(
        tier=Tier.RANKED,
        rank=1,
        player="ada",
        mu=0.1 + 0.2 + 6,
        sigma=2.0,
        ordinal=0.1 + 0.2,
        games=20,
        opponents=2,
        wins=5,
        points=70,
        bids_made=3,
        bids_failed=4,
        streak=1,
        best_streak=2,
        last_at=RECENT,
    )


@pytest.mark.parametrize("ranked", [None, True, False])
@pytest.mark.parametrize("size", [1, 2, 3, 4, 5, 8])
async def test_pages_go_on_where_the_last_one_ended(
    filled: ReadDatabase, size: int, ranked: bool | None
) -> None:
    wanted, after = BoardQuery(variant=VARIANT, ranked=ranked), None
    found: list[Standing] = []
    while True:
        part = await filled.read(page, wanted, NOW, after, size)
        found += part.rows
        if not part.has_next:
            break
        assert len(part.rows) == size
        after = part.rows[-1].place
    assert found == await board(filled, ranked=ranked)


@on_both
async def test_a_board_counts_the_players_of_all_its_pages(database: ReadDatabase) -> None:
    season = [standing(f"s{number}", float(number), period="2026-Q4") for number in range(3)]
    daily = [standing(f"d{number}", 1.0, games=number, period="2026-11-20") for number in range(1, 8)]
    put(database, *BOARD, *season, *daily, standing("elsewhere", 30.0, board="mixed"))
    for window, whole in ((Window.ALL_TIME, 8), (Window.SEASON, 3), (Window.DAY, 7), (Window.WEEK, 0)):
        for ranked in (None, True, False):
            wanted = BoardQuery(variant=VARIANT, window=window, ranked=ranked)
            listed = (await database.read(page, wanted, NOW)).rows
            assert await database.read(count, wanted, NOW) == len(listed), wanted
            assert ranked is not None or len(listed) == whole


async def test_a_page_begins_after_a_place_that_nobody_holds_any_more(filled: ReadDatabase) -> None:
    after = Place(tier=Tier.RANKED, ordinal=20.0, player="b")
    found = (await filled.read(page, BoardQuery(variant=VARIANT), NOW, after)).rows
    assert [(row.rank, row.player) for row in found] == [(2, "cleo"), (4, "dora"), *PROVISIONAL]


@on_both
async def test_the_last_game_of_who_is_ranked_of_all_time_is_thirty_days_old_at_most(
    database: ReadDatabase,
) -> None:
    put(database, standing("ada", 20.0, last_at=NOW - ACTIVE_WITHIN))
    assert await places(database) == [(1, "ada")]
    assert await places(database, NOW + timedelta(microseconds=1)) == [(None, "ada")]


@on_both
async def test_a_season_that_is_over_is_judged_as_of_its_end(database: ReadDatabase) -> None:
    summer: dict[str, Any] = {"period": "2026-Q3", "games": MIN_GAMES}
    end = datetime(2026, 10, 1, tzinfo=UTC)
    put(
        database,
        standing("ada", 20.0, last_at=end - ACTIVE_WITHIN, **summer),
        standing("ben", 30.0, last_at=end - ACTIVE_WITHIN - timedelta(seconds=1), **summer),
    )
    found = await places(database, window=Window.SEASON, key="2026-Q3")
    assert found == [(1, "ada"), (None, "ben")]


@on_both
@pytest.mark.parametrize(
    ("window", "key"), [(Window.DAY, "2026-11-20"), (Window.WEEK, "2026-W47"), (Window.MONTH, "2026-11")]
)
async def test_in_a_short_window_only_the_number_of_games_matters(
    database: ReadDatabase, window: Window, key: str
) -> None:
    put(
        database,
        standing("ada", 20.0, period=key, games=5, last_at=LONG_AGO),
        standing("ben", 30.0, period=key, games=4),
    )
    assert await places(database, window=window) == [(1, "ada"), (None, "ben")]
    assert await places(database, window=window, key=key) == [(1, "ada"), (None, "ben")]


@on_both
async def test_boards_variants_and_windows_are_apart(database: ReadDatabase) -> None:
    put(
        database,
        standing("ada", 20.0),
        standing("ben", 20.0, board="mixed"),
        standing("cleo", 20.0, variant="president"),
        standing("dora", 20.0, period="2026-Q4"),
    )
    assert await places(database) == [(1, "ada")]
    assert await places(database, board=Board.MIXED) == [(1, "ben")]
    assert await places(database, window=Window.SEASON) == [(1, "dora")]
    assert await places(database, window=Window.SEASON, key="2026-Q3") == []
    assert await places(database, variant="president") == [(1, "cleo")]
    assert await places(database, variant="whist") == []


async def test_a_key_that_names_no_stretch_of_time_is_an_error(filled: ReadDatabase) -> None:
    with pytest.raises(InvalidWindowKey, match="the key of a day is written like"):
        await board(filled, window=Window.DAY, key="2026-W47")


@pytest.mark.parametrize("limit", [-1, MAX_PAGE_SIZE + 1])
async def test_a_page_out_of_bounds_is_an_error(filled: ReadDatabase, limit: int) -> None:
    with pytest.raises(ValueError, match="a page holds 0 to 100 players"):
        await filled.read(page, BoardQuery(variant=VARIANT), NOW, limit=limit)


@on_both
async def test_before_the_first_start_there_is_nothing_to_read(database: ReadDatabase) -> None:
    with pytest.raises(NotBuilt):
        await board(database)


def many(players: int) -> Iterator[Row]:
    chance = Random(1)
    for variant in variants():
        for number in range(players):
            last = NOW - timedelta(days=chance.randint(0, 60))
            games = chance.randint(1, 40)
            for period in ("all", "2026-Q4", "2026-W47"):
                ordinal = chance.gauss(15, 8)
                values = {"variant": variant, "period": period, "last_at": last}
                yield standing(f"player-{number}", ordinal, games, **values)


def plans(connection: Connection, *pages: tuple[BoardQuery, Place | None]) -> list[str]:
    """Return how the database would carry out all that it is asked for pages of the table of standings."""
    asked: list[tuple[str, Any]] = []

    def listen(_c: object, _cursor: object, statement: str, parameters: Any, *_: object) -> None:
        if "leaderboard_standing" in statement:
            asked.append((statement, parameters))

    event.listen(connection, "before_cursor_execute", listen)
    for wanted, after in pages:
        page(connection, wanted, NOW, after, 20)
    event.remove(connection, "before_cursor_execute", listen)
    explain = "EXPLAIN" if connection.dialect.name == "postgresql" else "EXPLAIN QUERY PLAN"
    found = []
    for statement, parameters in asked:
        lines = connection.exec_driver_sql(f"{explain} {statement}", parameters).all()
        found.append("\n".join(str(line[-1]) for line in lines))
    return found


@on_both
async def test_pages_and_ranks_are_found_by_the_index_without_sorting(database: ReadDatabase) -> None:
    put(database, *many(2000))
    with database.writing() as connection:
        connection.execute(text("ANALYZE"))
    asked: Sequence[tuple[BoardQuery, Place | None]] = [
        (BoardQuery(variant=VARIANT, window=window, ranked=ranked), after)
        for window in (Window.ALL_TIME, Window.SEASON, Window.WEEK)
        for ranked in (True, False)
        for after in (None, Place(tier=Tier.RANKED if ranked else Tier.NEW, ordinal=15.0, player="p"))
    ]
    with database.reading() as connection:
        found = plans(connection, *asked)
    assert len(found) > len(asked)
    for plan in found:
        assert "by_place" in plan, plan
        assert not any(word in plan for word in ("Seq Scan", "SCAN leaderboard", "Sort", "B-TREE")), plan

"""PostgreSQL reads each list and search of 100,000 finished games by an index, in milliseconds."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import psycopg
import pytest
from msgspec.structs import replace
from sqlalchemy import Connection, event

from domain.events import Access
from domain.state import Stage
from projections.database.connections import ReadDatabase
from projections.engine.generations import active_tables, ensure
from projections.games.game_list import GAME_LIST, Membership
from projections.games.game_list_queries import GameFilter, Member, count, page
from projections.games.game_search import GameOrder, Place, Search

GAMES = 100_000
CALLS = 50
WITHIN_MS = 20.0
"""Maximum seconds of 19 calls in 20 on an idle machine; on a busy one, of half of them."""
COUNTED_WITHIN_MS = 100.0
"""Maximum milliseconds of the fastest of a few counts."""
FIRST = datetime(2025, 1, 1, tzinfo=UTC)
STEP = timedelta(minutes=5)

# Every seventh game is private, each of a thousand people has some hundred games, and machine-1 has a half.
GAME_ROWS = """
INSERT INTO {game} (game, created, variant, rules_version, access, reserved, stage, organizer, seats_taken,
    most_seats, created_at, started_at, ended_at, version, position, winners, length, scores)
SELECT lpad(to_hex(n), 32, '0')::uuid, n * 100,
    (ARRAY['hundred-and-ten', 'oh-hell', 'president'])[1 + mod(n, 3)::int], 1,
    CASE WHEN mod(n, 7) = 0 THEN '{private}' ELSE '{public}' END, false,
    CASE WHEN n > {games} THEN '{playing}' ELSE '{won}' END, 'p' || mod(n, 1000), 4, 4,
    {first} + n * {step}, {first} + n * {step} + 1000000,
    CASE WHEN n <= {games} THEN {first} + n * {step} + 1000000 * mod(n * 7919, 3600) END,
    60 + mod(n * 7919, 900), n * 100 + 99, to_json(ARRAY['p' || mod(n, 1000)]),
    CASE WHEN n <= {games} THEN 60 + mod(n * 7919, 900) END, '[]'
FROM generate_series(1::bigint, {games} + 500) AS n
"""
MEMBER_ROWS = """
INSERT INTO {member} (game, player, role, seat, machine, created, won)
SELECT lpad(to_hex(n), 32, '0')::uuid,
    CASE WHEN seat = 3 AND mod(n, 2) = 0 THEN 'machine-1' ELSE 'p' || mod(n + seat * 131, 1000) END,
    'seated', seat, seat = 3 AND mod(n, 2) = 0, n * 100, seat = 0 AND n <= {games}
FROM generate_series(1::bigint, {games} + 500) AS n, generate_series(0, 3) AS seat
"""

MOMENT = FIRST + GAMES // 10 * STEP
WON, PLAYING = GameFilter.WON, GameFilter.PLAYING
NEWEST, OLDEST, LONGEST, SHORTEST = GameOrder
A_DAY = Search(started_after=MOMENT, started_before=MOMENT + timedelta(days=1))

BoardQuery = tuple[GameFilter | None, Search, GameOrder]
QUERIES: dict[str, BoardQuery] = {
    "newest": (WON, Search(), NEWEST),
    "oldest": (WON, Search(), OLDEST),
    "longest": (WON, Search(), LONGEST),
    "shortest of a variant": (WON, Search(variant="president"), SHORTEST),
    "newest of a variant": (WON, Search(variant="oh-hell"), NEWEST),
    "of a player": (WON, Search(player="p42"), NEWEST),
    "of a player, longest": (WON, Search(player="p42"), LONGEST),
    "of a player and a variant": (WON, Search(player="p42", variant="president"), OLDEST),
    "of a player who is everywhere": (WON, Search(player="machine-1"), NEWEST),
    "of one who is everywhere, long ago": (WON, replace(A_DAY, player="machine-1"), NEWEST),
    "won by": (WON, Search(won_by="p42"), NEWEST),
    "never won by": (WON, Search(won_by="machine-1"), NEWEST),
    "won against": (WON, Search(won_by="p42", player="p173"), NEWEST),
    "a day long ago": (WON, A_DAY, NEWEST),
    "a day long ago, longest": (WON, A_DAY, LONGEST),
    "ended since then": (WON, Search(ended_after=MOMENT), OLDEST),
    "ended before then": (WON, Search(ended_before=MOMENT), NEWEST),
    "started before then, a variant": (WON, Search(started_before=MOMENT, variant="president"), NEWEST),
    "very long": (WON, Search(least_events=955), NEWEST),
    "of one length": (WON, Search(least_events=500, most_events=500), OLDEST),
    "running": (PLAYING, Search(), NEWEST),
    "running of a player": (PLAYING, Search(player="p42"), NEWEST),
    "running, longest": (PLAYING, Search(), LONGEST),
    "all of one": (None, Search(), NEWEST),
    "all of one, longest": (None, Search(), LONGEST),
}


def fill(database: ReadDatabase, url: str) -> None:
    """Put many games into the list."""
    with database.writing() as connection:
        ensure(connection, GAME_LIST)
        names = {name: table.name for name, table in active_tables(connection, GAME_LIST).items()}
        values = {
            "games": GAMES,
            "first": int(FIRST.timestamp()) * 10**6,
            "step": STEP // timedelta(microseconds=1),
            "private": Access.PRIVATE,
            "public": Access.PUBLIC,
            "playing": Stage.PLAYING,
            "won": Stage.WON,
        }
        for rows in (GAME_ROWS, MEMBER_ROWS):
            connection.exec_driver_sql(rows.format(**names, **values))
    with psycopg.connect(url, autocommit=True) as alone:
        for name in names.values():
            # As the server does by itself in time.
            alone.execute(f"VACUUM ANALYZE kibitz_read.{name}".encode())


@contextmanager
def explained(connection: Connection) -> Iterator[list[str]]:
    """Give the plans of the queries that are asked meanwhile."""
    plans: list[str] = []

    def explain(_: Any, cursor: Any, statement: str, parameters: Any, *__: Any) -> None:
        if statement.startswith("SELECT") and "projections" not in statement:
            with cursor.connection.cursor() as another:
                another.execute(f"EXPLAIN {statement}", parameters)
                plans.append("\n".join(line for (line,) in another.fetchall()))

    event.listen(connection, "before_cursor_execute", explain)
    try:
        yield plans
    finally:
        event.remove(connection, "before_cursor_execute", explain)


@pytest.mark.slow
@pytest.mark.parametrize("database", ["postgres"], indirect=True)
def test_each_search_uses_an_index_and_is_quick(
    database: ReadDatabase, postgres_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    fill(database, postgres_url)
    for name, wanted in QUERIES.items():
        took, found, plans = asked(database, *wanted)
        median, p95 = took[CALLS // 2], took[round(CALLS * 0.95) - 1]
        with capsys.disabled():
            print(f"{name}: median {median:.1f} ms, p95 {p95:.1f} ms, {found} games")  # noqa: T201 - wanted
            print(f"  counted in {(counting := counted(database, *wanted[:2])):.1f} ms")  # noqa: T201 - wanted
        assert counting < COUNTED_WITHIN_MS, name
        for plan in plans:
            assert "Seq Scan" not in plan, (name, plan)
        assert median < WITHIN_MS, (name, plans)
        assert p95 < 10 * WITHIN_MS, (name, plans)
        assert (found > 0) is (name != "never won by")


def counted(database: ReadDatabase, which: GameFilter | None, search: Search) -> float:
    """Return the milliseconds of the fastest of a few counts."""
    took: list[float] = []
    member = Member("p77", Membership.SEATED) if which is None else None
    with database.reading() as connection:
        for _ in range(5):
            began = time.perf_counter()
            count(connection, which, "p77", search, member=member)
            took.append((time.perf_counter() - began) * 1000)
    return min(took)


def asked(
    database: ReadDatabase, which: GameFilter | None, search: Search, order: GameOrder
) -> tuple[list[float], int, list[str]]:
    """Ask from page to page; return what the calls took, shortest first, what was found, and the plans."""
    took: list[float] = []
    found = 0
    place: Place | None = None
    member = Member("p77", Membership.SEATED) if which is None else None
    with database.reading() as connection:
        for _ in range(CALLS):
            began = time.perf_counter()
            got = page(connection, which, "p77", search, order, place, 20, member=member)
            took.append((time.perf_counter() - began) * 1000)
            found += len(got.rows)
            # From the first page again after the last.
            place = got.places[-1] if got.has_next else None
        with explained(connection) as plans:
            page(connection, which, "p77", search, order, None, 20, member=member)
            page(connection, which, "p77", search, order, place, 20, member=member)
    return sorted(took), found, plans

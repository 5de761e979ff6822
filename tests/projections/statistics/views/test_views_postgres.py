"""The SQL views on PostgreSQL: comments, indexes, readers and dependent objects."""

from __future__ import annotations

from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import psycopg
import pytest
from psycopg import sql
from sqlalchemy import BigInteger, DateTime, cast, func, literal_column, select

from application.store.memory import MemoryStore
from application.store.port import Store
from projections.database.connections import ReadDatabase
from projections.database.schemas import VIEWS
from projections.engine import versions
from projections.engine.generations import active_tables, ensure, projections
from projections.engine.rebuild import rebuild
from projections.engine.tracking import versions_of
from projections.engine.versions import TablesInUse
from projections.statistics.projection import STATISTICS
from projections.statistics.views.publication import ViewInUse
from projections.statistics.views.timestamps import moment
from tests.projections.conftest import OpenDatabase
from tests.projections.logs import NOON, append, game_id, generation, invitation
from tests.projections.statistics.views.viewing import Before, all_views, fill, fill_older, kind

pytestmark = pytest.mark.parametrize("database", ["postgres"], indirect=True)


@pytest.fixture
async def filled(
    log: Store, database: ReadDatabase, postgres_url: str
) -> AsyncIterator[psycopg.Connection[Any]]:
    """Give a connection to the database after a few games."""
    await fill(log, database)
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        yield connection


SAID = """
SELECT c.relname, a.attname, format_type(a.atttypid, a.atttypmod),
    obj_description(c.oid, 'pg_class'), col_description(c.oid, a.attnum)
FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
WHERE c.relnamespace = 'kibitz_stats'::regnamespace ORDER BY c.oid, a.attnum
"""


async def test_every_view_and_column_says_in_the_database_what_it_means(
    filled: psycopg.Connection[Any],
) -> None:
    found = filled.execute(SAID).fetchall()
    short = {"timestamp with time zone": "timestamptz", "character varying": "text"}
    assert [(view, column, short.get(of, of), *comments) for view, column, of, *comments in found] == [
        (view.name, seen.name, kind(seen), view.full_comment, seen.comment)
        for view in all_views()
        for seen in view.columns
    ]
    assert all(comment for row in found for comment in row[3:])


def row(name: str, version: int, position: int, **values: Any) -> dict[str, Any]:
    return {
        "name": name,
        "version": version,
        "role": "active",
        "generation": 1,
        "ready": True,
        "position": position,
        "updated_at": NOON,
        "failed_position": None,
        "error": None,
        "tables": [],
        **values,
    }


async def test_the_view_of_the_read_models_says_roughly_how_far_they_are(
    log: Store, database: ReadDatabase, filled: psycopg.Connection[Any]
) -> None:
    await append(log, game_id(50), *map(invitation, range(2000)))
    head = await log.head()
    with database.writing() as connection:
        connection.execute(projections.update().values(updated_at=NOON + timedelta(minutes=59, seconds=7)))
        rows = (
            row("broken", 4, head + 1, failed_position=7, error="the secret card"),
            row("far", 1, head - 1000),
            row("near", 1, head - 999),
            # An old version is not listed, a new one that is not ready is.
            row("old", 1, 1),
            row("old", 2, head),
            row("old", 3, 2, ready=False),
            row("stats", 9, 1, role="rebuild", ready=False),
            # No longer exists.
            row("timeline", 2, 1),
        )
        connection.execute(projections.insert(), rows)
    found = filled.execute("SELECT * FROM kibitz_stats.v_projection ORDER BY name, version").fetchall()
    assert found == [
        ("broken", 4, True, 0, NOON, True),
        ("far", 1, True, 1000, NOON, False),
        ("near", 1, True, 0, NOON, False),
        ("old", 2, True, 0, NOON, False),
        ("old", 3, False, 1000, NOON, False),
        ("stats", STATISTICS.version, True, 1000, NOON, False),
    ]


PLANS: dict[str, tuple[str, str]] = {
    "v_daily_bid": (
        "SELECT sum(made_count) FROM {} "
        "WHERE variant = 'oh-hell' AND day >= '2026-03-01' AND day < '2026-03-08'",
        "_daily_{v}_1_pkey",
    ),
    # As Grafana's $__timeFilter(day) writes it.
    "v_daily_strength": (
        "SELECT sum(hand_count) FROM {} WHERE variant IN ('president', 'oh-hell') "
        "AND day BETWEEN '2026-03-01T00:00:00Z' AND '2026-03-08T00:00:00Z'",
        "_daily_{v}_1_pkey",
    ),
    "v_active": (
        "SELECT count(DISTINCT player) FROM {} WHERE variant = 'oh-hell' AND day = '2026-03-01'",
        "_active_{v}_1_pkey",
    ),
    "v_hourly": (
        "SELECT sum(move_count) FROM {} WHERE hour BETWEEN '2026-03-01T00:00:00Z' AND '2026-03-02T00:00:00Z'",
        "_hourly_by_moment_{v}_1",
    ),
    "v_game": (
        "SELECT count(*) FROM {} WHERE variant = 'oh-hell' "
        "AND ended_at >= '2026-01-01T00:00:00Z' AND ended_at < now() - interval '1 day'",
        "_game_by_moment_{v}_1",
    ),
    "v_play": (
        "SELECT count(*) FROM {} WHERE game = '00000000-0000-0000-0000-000000000007'",
        "_move_{v}_1_pkey",
    ),
}
OF_PLAYS = "Filter: (decision < 16)"
"""What makes plays of the decisions of a game."""
MANY = """
INSERT INTO {daily} (variant, metric, day, board, seats, machine, x, y, count, total)
SELECT variant, metric, date '2026-01-01' + n, 'mixed', 4, false, x, 0, 1, 1
FROM unnest(ARRAY['hundred-and-ten', 'oh-hell', 'president']) AS variant,
    unnest(ARRAY['bid', 'strength', 'seat']) AS metric, generate_series(0, 364) AS n,
    generate_series(0, 9) AS x;
INSERT INTO {active} SELECT 'oh-hell', date '2026-01-01' + n, 'p' || x, 1
FROM generate_series(0, 364) AS n, generate_series(0, 9) AS x;
INSERT INTO {hourly}
SELECT variant, extract(epoch FROM timestamptz '2026-01-01Z')::bigint * 1000000 + n * 3600000000,
    1, 1, 1, 1, 1
FROM unnest(ARRAY['oh-hell', 'president']) AS variant, generate_series(0::bigint, 8759) AS n;
INSERT INTO {game} (game, number, variant, options, created_at, ended_at, rounds, moves)
SELECT lpad(to_hex(n), 32, '0')::uuid, n, 'oh-hell', '{{}}', 0,
    extract(epoch FROM timestamptz '2025-01-01Z')::bigint * 1000000 + n * 3600000000, 1, 1
FROM generate_series(0::bigint, 9999) AS n;
INSERT INTO {move} (game, round, number, seat, decision, place, value, after)
SELECT n, 0, x, 0, 0, x, '5H', 0
FROM generate_series(0, 999) AS n, generate_series(0, 9) AS x
"""


def test_a_filter_on_time_finds_its_rows_by_an_index(database: ReadDatabase) -> None:
    with database.writing() as connection:
        ensure(connection, STATISTICS)
        names = {name: table.name for name, table in active_tables(connection, STATISTICS).items()}
        for statement in MANY.format(**names).split(";"):
            connection.exec_driver_sql(statement)
        connection.exec_driver_sql("ANALYZE")
    with database.reading() as connection:
        for name, (query, index) in PLANS.items():
            asked = query.format(f"{VIEWS}.{name}")
            assert connection.exec_driver_sql(asked).scalar_one(), name
            plan = "\n".join(row[0] for row in connection.exec_driver_sql(f"EXPLAIN {asked}"))
            assert f"stats{index.format(v=STATISTICS.version)}" in plan, plan
            assert "Seq Scan" not in plan, plan
            # The bounds are looked up, not sifted out: of a day's rows none is read that is not counted.
            assert "Filter" not in plan.replace(OF_PLAYS, ""), plan


def test_a_time_in_a_view_is_exact_to_the_microsecond(database: ReadDatabase) -> None:
    # Up to the year 2100.
    number = cast(func.floor(func.random() * 4.1e15), BigInteger).label("number")
    numbers = select(number).select_from(func.generate_series(1, 50_000)).subquery()
    exact = literal_column("timestamptz 'epoch' + number * interval '1 microsecond'", DateTime(timezone=True))
    with database.reading() as connection:
        wrong = connection.execute(select(numbers).where(moment(numbers.c.number) != exact)).all()
    assert wrong == []


async def test_a_reader_that_stays_does_not_hold_up_the_projection_for_ever(
    database: ReadDatabase, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(versions, "LOCK_TIMEOUT", 0.2)
    store = MemoryStore()
    await fill(store, database)
    with psycopg.connect(postgres_url) as reader:
        # Or this test would stay as well, should it fail.
        reader.execute("SET idle_in_transaction_session_timeout = '10s'")
        reader.execute("SELECT * FROM kibitz_stats.v_active")
        with pytest.raises(TablesInUse, match="'stats' is rebuilt, but cannot take its place"):
            await rebuild(store, database, STATISTICS)
        assert generation(database, STATISTICS) == 1
        reader.rollback()
        assert await rebuild(store, database, STATISTICS) == await store.head()
    # The generation that was ready took the place; it was not made once more.
    assert generation(database, STATISTICS) == 2


async def test_what_others_have_built_upon_a_view_outlives_a_rebuild(
    database: ReadDatabase, postgres_url: str
) -> None:
    store = MemoryStore()
    await fill(store, database)
    with psycopg.connect(postgres_url, autocommit=True) as other:
        other.execute("CREATE VIEW public.mine AS SELECT count(*) AS games FROM kibitz_stats.v_game")
        await rebuild(store, database, STATISTICS)
        assert other.execute("SELECT games FROM public.mine").fetchone() == (5,)


@pytest.mark.parametrize("name", ["v_active", "v_gone"])
async def test_what_others_have_built_upon_is_named_where_a_view_changes(
    database: ReadDatabase, postgres_url: str, name: str
) -> None:
    store, older = MemoryStore(), Before()
    await fill_older(store, database, older)
    with psycopg.connect(postgres_url, autocommit=True) as other:
        built = sql.SQL("CREATE VIEW public.mine AS SELECT * FROM kibitz_stats.{}")
        other.execute(built.format(sql.Identifier(name)))
        with pytest.raises(ViewInUse, match=f"{name} has other columns.*view public.mine depends on view"):
            await rebuild(store, database, STATISTICS)
        assert other.execute("SELECT * FROM public.mine").fetchall() == []
        assert active_version(database) == older.version
        other.execute("DROP VIEW public.mine")
        await rebuild(store, database, STATISTICS)
    assert active_version(database) == STATISTICS.version


def active_version(database: ReadDatabase) -> int:
    """Return the version that the views show."""
    with database.reading() as connection:
        return max(row.version for row in versions_of(connection, STATISTICS.name) if row.ready)


def test_several_processes_may_make_the_views_at_once(
    database: ReadDatabase, postgres_url: str, open_database: OpenDatabase
) -> None:
    def open_and_ensure(_: int) -> int:
        with open_database() as opened, opened.writing() as connection:
            return ensure(connection, STATISTICS).generation

    database.close()
    with ThreadPoolExecutor(4) as threads, psycopg.connect(postgres_url, autocommit=True) as other:
        other.execute("DROP SCHEMA kibitz_read, kibitz_stats CASCADE")
        assert [*threads.map(open_and_ensure, range(4))] == [1] * 4
        there = "SELECT FROM pg_views WHERE schemaname = 'kibitz_stats'"
        assert other.execute(there).rowcount == sum(not view.beside_the_log for view in all_views())

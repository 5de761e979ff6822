"""Every figure of the statistics equals a second count straight from the stored log."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from datetime import date, datetime, timedelta
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select

from domain.rules import variants
from projections.engine.generations import active_tables
from projections.engine.projection import Row, rows_of
from projections.players.boards import Board
from projections.statistics.metrics import Metric
from projections.statistics.projection import STATISTICS
from projections.statistics.queries import Lengths, activity, figures, lengths
from projections.statistics.selection import Bucket, Selection
from projections.statistics.views.publication import views
from tests.projections.statistics.named_rows import KEYS, whole_facts
from tests.statistics import facts, grouping, moves, raw, recounted, recounted_players, seat_changes
from tests.statistics.conftest import World
from tests.statistics.simulated_log import BEGINNING

BOARDS = (Board.PEOPLE, Board.MIXED, Board.MACHINES)
HOURLY = ("created", "started", "ended", "moves", "machine_moves")
RATINGS = {
    *("rating_before", "rating_after", "uncertainty_before", "uncertainty_after", "opponents_rating"),
}
FLAGS = ("automatic", "by_machine", "thinking_ms", "legal_count")
FACTS = ("game", "seat", "round", "score", "bid", "trick", "play")


def test_the_second_path_shares_nothing_with_the_first() -> None:
    modules = facts, moves, raw, recounted, recounted_players, seat_changes
    ours = {Path(str(module.__file__)) for module in modules}
    for path in ours:
        tree = ast.parse(path.read_text())
        named = {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
        named |= {name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}
        roots = {name.split(".")[0] for name in named}
        assert roots.isdisjoint({"domain", "application", "projections", "api"})
        assert {name for name in named if name.startswith("tests")} <= {
            f"tests.statistics.{each.stem}" for each in ours
        }


def test_what_is_counted_is_of_every_kind(world: World) -> None:
    kinds: Counter[str] = Counter()
    for game in world.games():
        kinds["private"] += not game.public
        kinds["under way"] += bool(game.of("GameStarted")) and not game.of("GameWon")
        kinds["waiting"] += not game.of("GameStarted", "GameClosed")
        kinds["closed"] += bool(game.of("GameClosed"))
        started = [fact.at for fact in game.of("GameStarted")]
        kinds["handed over"] += any(fact.at > started[0] for fact in game.of("SeatAutomated") if started)
        kinds["shared places"] += any(
            len(equals) > 1 for end in game.of("GameWon") for equals in end.said["ranking"]
        )
        kinds["passed out"] += len(game.of("RoundPassedOut"))
        kinds["moons"] += sum(bid.said["amount"] == 60 for bid in game.of("BidWon"))
        kinds["queued passes"] += sum(bid.said["automatic"] for bid in game.of("TurnPassed"))
    assert all(kinds.values()), kinds
    counted = world.recounted.counts
    assert {(figure.variant, figure.board) for figure in counted} == set(product(variants(), BOARDS))
    assert {figure.metric for figure in counted} == set(Metric)
    assert {figure.machine for figure in counted if figure.metric == "seat"} == {False, True}
    for bucket in (Bucket.WEEK, Bucket.MONTH, Bucket.SEASON, Bucket.YEAR):
        assert len({grouping.begins(bucket, figure.day) for figure in counted}) > 1


def test_the_facts_are_those_of_the_log_row_by_row(world: World) -> None:
    there: Counter[str] = Counter()
    with world.database.reading() as connection:
        tables = whole_facts(active_tables(connection, STATISTICS))
        for game in world.games():
            expected = facts.rows(game)
            assert expected.keys() == set(FACTS)
            for name, rows in expected.items():
                table = tables[name]
                wanted = (
                    select(table)
                    .where(table.c.game == game.id)
                    .order_by(*(table.c[key] for key in KEYS[name]))
                )
                # Ratings follow from all games before: `test_players` counts them.
                found = [without_ratings(row) for row in rows_of(connection, wanted)]
                assert found == rows, f"{name} of {game.variant} {game.id}"
                there[name] += len(rows)
        # Of others, private ones above all, there is nothing.
        for name in FACTS:
            assert connection.scalar(select(func.count()).select_from(tables[name])) == there[name] > 0


def without_ratings(row: Row) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name not in RATINGS}


VIEWS: dict[str, tuple[str, Callable[[raw.Game], Iterator[dict[str, Any]]]]] = {
    "v_move": ("n", moves.moves),
    "v_discard": ("n", moves.discards),
    "v_automation": ("automation_number", seat_changes.automations),
    "v_departure": ("departure_number", seat_changes.departures),
}
"""What numbers the rows of a game in each view, and its second count."""


@pytest.mark.parametrize("name", VIEWS)
def test_the_rows_of_a_view_are_those_of_the_log(world: World, name: str) -> None:
    key, count_again = VIEWS[name]
    kinds: Counter[Any] = Counter()
    with world.database.reading() as connection:
        [view] = [each for each in views(active_tables(connection, STATISTICS)) if each.name == name]
        shown = view.query.subquery()
        for game in world.games():
            expected = [*count_again(game)] if game.public else []
            found = rows_of(connection, select(shown).where(shown.c.game == game.id).order_by(shown.c[key]))
            assert [as_counted(row) for row in found] == expected, f"{game.variant} {game.id}"
            kinds.update((column, row[column] is None) for row in expected for column in row)
        assert connection.scalar(select(func.count()).select_from(shown)) == kinds["game", False] > 0
    nullable = NULL_AT_TIMES[name]
    assert {column for column, is_null in kinds if is_null} == nullable
    assert {column for column, is_null in kinds if not is_null} == {each.name for each in view.columns} - (
        {"reclaimed_at"} if name == "v_automation" else set()
    )


NULL_AT_TIMES = {
    "v_move": {"value", "thinking_ms", "legal_count"},
    "v_discard": {"discarded", "drawn"},
    "v_automation": {"reclaimed_at"},
    "v_departure": set[str](),
}


def as_counted(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a row of a view with its moments, and with cards in no order."""
    found: dict[str, Any] = {
        name: moment_of(value) if name == "at" or name.endswith("_at") else value
        for name, value in row.items()
    }
    for name in ("discarded", "drawn"):
        if found.get(name) is not None:
            found[name] = frozenset(found[name].split())
    return found


def test_as_many_decisions_are_shown_as_moves_are_counted(world: World) -> None:
    kinds: Counter[tuple[str, str]] = Counter()
    for game in world.games():
        made = [*moves.moves(game)]
        kinds.update((game.variant, row["kind"]) for row in made)
        kinds.update((game.variant, name) for row in made for name in FLAGS if row[name])
        opened = {fact.round for fact in game.of("BidsRevealed")}
        secret = sum(fact.round not in opened for fact in game.of("BidCommitted"))
        assert sum(not row["automatic"] for row in made) + secret == len(recounted.moves_of(game))
    assert {*product(variants(), ("play", *FLAGS))} <= kinds.keys()
    assert {kind for _, kind in kinds} - {*FLAGS} == {*moves.KINDS.values()}


def moment_of(shown: Any) -> datetime | None:
    """Return a moment that a view shows: a text on SQLite."""
    found: datetime | None = datetime.fromisoformat(shown) if isinstance(shown, str) else shown
    return found


@pytest.mark.parametrize(
    ("name", "bucket"), [("daily", Bucket.DAY), ("weekly", Bucket.WEEK), ("monthly", Bucket.MONTH)]
)
def test_the_sums_are_those_of_the_log(world: World, name: str, bucket: Bucket) -> None:
    expected: dict[recounted.Figure, tuple[int, int]] = {}
    for figure, count in world.recounted.counts.items():
        first = grouping.begins(bucket, figure.day)
        assert first is not None
        key = figure._replace(day=first)
        before = expected.get(key, (0, 0))
        expected[key] = before[0] + count, before[1] + world.recounted.totals[figure]
    with world.database.reading() as connection:
        found = {
            recounted.Figure(*(row[name] for name in recounted.Figure._fields)): (row["count"], row["total"])
            for row in rows_of(connection, select(active_tables(connection, STATISTICS)[name]))
        }
    assert found == expected


def test_hours_are_those_of_the_log(world: World) -> None:
    with world.database.reading() as connection:
        tables = active_tables(connection, STATISTICS)
        hours = {
            (row["variant"], row["hour"], name): row[name]
            for row in rows_of(connection, select(tables["hourly"]))
            for name in HOURLY
            if row[name]
        }
    assert hours == world.recounted.hourly


@pytest.mark.parametrize(
    ("name", "bucket"),
    [("active", Bucket.DAY), ("active_weekly", Bucket.WEEK), ("active_monthly", Bucket.MONTH)],
)
def test_active_people_are_those_of_the_log(world: World, name: str, bucket: Bucket) -> None:
    expected: Counter[tuple[str, date | None, str]] = Counter()
    for (variant, day, player), number in world.recounted.active.items():
        expected[variant, grouping.begins(bucket, day), player] += number
    with world.database.reading() as connection:
        people = {
            (row["variant"], row["day"], row["player"]): row["moves"]
            for row in rows_of(connection, select(active_tables(connection, STATISTICS)[name]))
        }
    assert people == expected


def test_the_lengths_of_games_are_those_of_the_log(world: World) -> None:
    with world.database.reading() as connection:
        found = {
            recounted.Games(*(row[name] for name in recounted.Games._fields)): {
                name: row[name] for name in ("games", "rounds", "moves", "seconds")
            }
            for row in rows_of(connection, select(active_tables(connection, STATISTICS)["length"]))
        }
    assert found == world.recounted.lengths


# What is read of them


def selections(variant: str) -> Iterator[Selection]:
    """Give questions with each bucket, with each filter by itself, and with all of them together."""
    first = BEGINNING.date()
    some = {"since": first + timedelta(days=3), "until": first + timedelta(days=16)}
    buckets = (None, Bucket.DAY, Bucket.WEEK, Bucket.MONTH, Bucket.SEASON, Bucket.YEAR)
    yield from (Selection(variant=variant, bucket=bucket) for bucket in buckets)
    filters: list[dict[str, Any]] = [{"since": some["since"]}, {"until": some["until"]}]
    filters += [{"board": board} for board in BOARDS]
    filters += [{"machine": machine} for machine in (False, True)]
    filters += [{"seats": seats} for seats in (3, 4)]
    yield from (
        Selection(variant=variant, **each) for each in filters if each != {"seats": 3} or variant != "oh-hell"
    )
    # A whole month, and some days before and after it.
    around: dict[str, Any] = {"since": first + timedelta(days=3), "until": date(2027, 2, 5)}
    yield from (Selection(variant=variant, bucket=bucket, **around) for bucket in (None, Bucket.MONTH))
    for board, machine in product(BOARDS, (False, True)):
        together: dict[str, Any] = {"board": board, "machine": machine, "seats": 4, **some}
        yield Selection(variant=variant, bucket=Bucket.WEEK, **together)


@pytest.mark.parametrize("variant", list(variants()))
def test_what_is_read_by_time_and_filter_is_in_the_log(world: World, variant: str) -> None:
    answers = 0
    with world.database.reading() as connection:
        for selection in selections(variant):
            expected = grouping.sums(world.recounted, selection)
            for metric in Metric:
                found = figures(connection, metric, selection)
                rows = [((each.begins, each.x, each.y), (each.count, each.total)) for each in found]
                assert rows == list(expected.get(metric, {}).items()), f"{metric} {selection}"
                answers += len(found)
    assert answers > 300


@pytest.mark.parametrize("variant", list(variants()))
def test_what_is_read_of_lengths_is_in_the_log(world: World, variant: str) -> None:
    with world.database.reading() as connection:
        for selection in selections(variant):
            expected = grouping.lengths(world.recounted, selection)
            assert list(lengths(connection, selection)) == [
                Lengths(begins=start, **found) for start, found in expected.items()
            ]


@pytest.mark.parametrize("variant", list(variants()))
def test_what_is_read_of_activity_is_in_the_log(world: World, variant: str) -> None:
    first = BEGINNING.date()
    some: dict[str, Any] = {"since": first + timedelta(days=3), "until": first + timedelta(days=9)}
    # A whole month, whole weeks, and some days before and after them.
    around: dict[str, Any] = {"since": first + timedelta(days=3), "until": date(2027, 2, 5)}
    with world.database.reading() as connection:
        for bucket, within in product((None, *Bucket), ({}, some, around)):
            selection = Selection(variant=variant, bucket=bucket, **within)
            expected = grouping.activity(world.recounted, selection)
            people = grouping.people(world.recounted, selection)
            found = activity(connection, selection)
            assert [each.begins for each in found] == list(expected)
            for each in found:
                assert {name: getattr(each, name) for name in HOURLY} == {
                    name: expected[each.begins][name] for name in HOURLY
                }
                by_day = None if each.begins is None else each.begins.date()
                assert each.people == (None if bucket is Bucket.HOUR else len(people.get(by_day, ())))
            assert found

"""Views, API, terminal and dashboards show the same figures, to the digit, and each says which rounds count.

The figures are computed from the facts with one plain statement, and compared with what each of the others
shows: of finished games the rounds that were dealt, of rounds the points and bids of those that were scored.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from decimal import ROUND_HALF_EVEN, Decimal
from fractions import Fraction
from typing import Any, Final

import httpx
import psycopg
import pytest
from typer.testing import CliRunner

from api.app import application, services_of
from api.cli import app
from domain.rules import rules_of, variants
from tests.api.harness.callers import Client, Json
from tests.grafana.committed_dashboards import FILES, Panel, all_chosen, panels
from tests.grafana.macro_expansion import Range, expand
from tests.statistics.conftest import World

WEEK: Final = 7 * 24 * 60 * 60
EVER: Final = Range(datetime(2026, 1, 1, tzinfo=UTC), datetime(2030, 1, 1, tzinfo=UTC))
MONDAY: Final = datetime(2026, 12, 14, tzinfo=UTC)

VARIANTS: Final = pytest.mark.parametrize("variant", list(variants()))
WITH_DASHBOARD: Final = pytest.mark.parametrize(
    "variant", [each for each in variants() if each in {file.stem for file in FILES}]
)
"""Compares what a dashboard of the game shows; a game may have none."""

ASK: Final = """query ($variant: String!) { statistics(variant: $variant, rows: 600) {
    lengths { games rounds moves averageRounds averageMoves averageSeconds }
    averagePoints { rounds points average }
    bids { bids made }
    fromDealer { fromDealer rounds points averagePoints }
    fromDealerAndPlayerCount { playerCount fromDealer rounds averagePoints }
} }"""
WEEKS: Final = """query ($variant: String!) { statistics(variant: $variant, bucket: WEEK) {
    lengths { begins games averageRounds averageSeconds }
    activity { begins moves }
} }"""


OF_FINISHED: Final = "game IN (SELECT game FROM kibitz_stats.v_seat WHERE won)"

Row = dict[str, Any]
Asked = Callable[..., list[Row]]


@pytest.fixture(scope="session")
def asked(served: World) -> Iterator[Asked]:
    """Run a statement on the views, and return its rows."""
    with (
        psycopg.connect(served.log, autocommit=True) as connection,
        psycopg.ClientCursor(connection) as cursor,
    ):

        def ask(statement: str, *given: object) -> list[Row]:
            cursor.execute(statement.replace("OF_FINISHED", OF_FINISHED).encode(), given or None)
            assert cursor.description is not None
            names = [column.name for column in cursor.description]
            return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]

        yield ask


def answered(served: World, document: str, **variables: str) -> Json:
    """Ask the API."""

    async def ask() -> Json:
        async with services_of(served.settings) as services:
            transport = httpx.ASGITransport(application(services))
            async with httpx.AsyncClient(
                transport=transport, base_url="http://[::1]", trust_env=False
            ) as http:
                found: Json = (await Client(http).data(document, **variables))["statistics"]
                return found

    return asyncio.run(ask())


def shown(
    asked: Asked, dashboard: str, title: str, kind: str, variant: str, interval: str = "7d"
) -> list[Row]:
    """Run the query of a panel like Grafana, with all values of its variables but those of the game."""
    [panel] = [each for each in panels() if is_panel(each, dashboard, title, kind)]
    chosen = dict(all_chosen(panel.dashboard))
    if "variant" in chosen:
        chosen["variant"] = [variant]
    return asked(expand(panel.sql, chosen, EVER, interval))


def is_panel(panel: Panel, dashboard: str, title: str, kind: str) -> bool:
    return (panel.dashboard["uid"], panel.title, panel.kind) == (f"kibitz-{dashboard}", title, kind)


def digits(value: Fraction, places: int) -> str:
    """Return a number as the terminal prints it."""
    exact = Decimal(float(value))
    return f"{exact.quantize(Decimal(1).scaleb(-places), ROUND_HALF_EVEN):,}"


def same(shown: object, exact: Fraction) -> bool:
    """Return whether a number is the exact one, as far as its type can show it."""
    return float(str(shown)) == pytest.approx(float(exact), rel=1e-14)


def weighted(values: Iterable[tuple[int, Fraction]]) -> Fraction:
    """Return the mean of values by their numbers of cases."""
    found = list(values)
    return sum((count * value for count, value in found), Fraction()) / sum(count for count, _ in found)


def terminal(served: World, variant: str) -> str:
    done = CliRunner().invoke(
        app, ["stats", variant, "--database-url", served.log, "--data-dir", str(served.settings.data_dir)]
    )
    assert done.exit_code == 0, done.output
    return done.output


def cells(output: str, title: str) -> list[list[str]]:
    """Return the cells of a table in the terminal, with its head."""
    [table] = re.findall(rf"(?m)^{re.escape(title)} *\n((?:[┏┃┡│└].*\n)+)", output)
    lines = [line for line in table.splitlines() if line[0] in "┃│"]
    return [[cell.strip() for cell in re.split("[┃│]", line)[1:-1]] for line in lines]


@VARIANTS
def test_lengths_of_finished_games_are_the_same_everywhere(served: World, asked: Asked, variant: str) -> None:
    finished = (
        "SELECT count(*) AS games, sum(rounds_dealt) AS rounds, sum(moves_made) AS moves, "
        "sum(duration_seconds) AS seconds FROM kibitz_stats.v_game WHERE variant = %s AND OF_FINISHED"
    )
    [facts] = asked(finished, variant)
    games, dealt = facts["games"], Fraction(int(facts["rounds"]), facts["games"])
    moves, seconds = Fraction(int(facts["moves"]), games), Fraction(int(facts["seconds"]), games)
    [sums] = asked(
        "SELECT sum(game_count) AS games, sum(rounds_dealt_sum) AS rounds, sum(move_count) AS moves, "
        "sum(duration_seconds_sum) AS seconds FROM kibitz_stats.v_daily_moves WHERE variant = %s", variant,
    )  # fmt: skip
    assert sums == facts
    [by_length] = asked(
        "SELECT sum(game_count) AS games, sum(rounds_dealt * game_count) AS rounds, "
        "sum(duration_seconds_sum) AS seconds FROM kibitz_stats.v_daily_game WHERE variant = %s", variant,
    )  # fmt: skip
    assert by_length == {name: facts[name] for name in ("games", "rounds", "seconds")}
    dealt_rounds = (
        "SELECT count(*) AS rounds FROM kibitz_stats.v_round AS round JOIN kibitz_stats.v_game AS game "
        "USING (game) WHERE game.variant = %s AND OF_FINISHED"
    )
    assert asked(dealt_rounds, variant) == [{"rounds": facts["rounds"]}]

    [api] = answered(served, ASK, variant=variant)["lengths"]
    assert {name: api[name] for name in ("games", "rounds", "moves")} == {
        name: facts[name] for name in ("games", "rounds", "moves")
    }
    assert same(api["averageRounds"], dealt)
    assert same(api["averageMoves"], moves)
    assert same(api["averageSeconds"], seconds)

    heading = terminal(served, variant).splitlines()[0]
    assert heading.startswith(f"{rules_of(variant).title}: {games:,} finished games; ")
    assert f"; {digits(dealt, 1)} rounds dealt, {digits(moves, 1)} moves and " in heading

    [figure] = shown(asked, "overview", "Games", "stat", variant)
    assert figure == {"Games": games, "moves in them": facts["moves"]}
    [figure] = shown(asked, "overview", "Moves per game", "stat", variant)
    assert same(figure["Moves"], moves)
    by_seats = shown(asked, "overview", "Duration of games by kind", "table", variant)
    assert sum(row["Games"] for row in by_seats) == games
    assert round(sum(row["Rounds dealt"] * row["Games"] for row in by_seats)) == facts["rounds"]


@VARIANTS
def test_weeks_begin_on_monday_in_dashboards_as_in_the_api(served: World, asked: Asked, variant: str) -> None:
    weeks = answered(served, WEEKS, variant=variant)
    by_day = {datetime.fromisoformat(each["begins"]).replace(tzinfo=UTC): each for each in weeks["lengths"]}
    assert len(by_day) > 1
    assert all((begins - MONDAY).total_seconds() % WEEK == 0 for begins in by_day)
    for title, name in (("Rounds dealt per game", "averageRounds"), ("Duration of games", "averageSeconds")):
        series = shown(asked, "overview", title, "timeseries", variant)
        assert {
            datetime.fromtimestamp(float(row["time"]), UTC): row["metric"] for row in series
        } == dict.fromkeys(by_day, variant)
        for row in series:
            average = by_day[datetime.fromtimestamp(float(row["time"]), UTC)][name]
            assert float(row["value"]) == pytest.approx(average, rel=1e-14)
    moves = shown(asked, "overview", "Moves", "timeseries", variant)
    assert {
        datetime.fromtimestamp(float(row["time"]), UTC): row["People"] + row["Machines"] for row in moves
    } == {
        datetime.fromisoformat(each["begins"]): each["moves"] for each in weeks["activity"] if each["moves"]
    }


@WITH_DASHBOARD
def test_points_and_bids_are_of_rounds_that_were_scored_everywhere(
    served: World, asked: Asked, variant: str
) -> None:
    api = answered(served, ASK, variant=variant)
    of_scored = (
        "SELECT from_dealer, count(*) AS rounds, sum(points) AS points, count(made) AS bids, "
        "count(*) FILTER (WHERE made) AS made FROM kibitz_stats.v_score WHERE variant = %s AND OF_FINISHED "
        "GROUP BY from_dealer ORDER BY from_dealer"
    )
    facts = asked(of_scored, variant)
    if not facts:
        # President has no points.
        assert api["averagePoints"] == api["fromDealer"] == api["bids"] == []
        return
    rounds, points = (sum(row[name] for row in facts) for name in ("rounds", "points"))
    bids, made = (sum(row[name] for row in facts) for name in ("bids", "made"))
    scored = asked(
        "SELECT sum(round.seats) AS rounds FROM kibitz_stats.v_round AS round WHERE variant = %s "
        "AND outcome = 'scored' AND OF_FINISHED", variant,
    )  # fmt: skip
    assert scored == [{"rounds": rounds}]

    [average] = api["averagePoints"]
    assert (average["rounds"], average["points"]) == (rounds, points)
    assert same(average["average"], Fraction(points, rounds))
    assert sum(row["bids"] for row in api["bids"]) == bids
    assert sum(row["made"] for row in api["bids"]) == made
    dealer = {row["from_dealer"]: Fraction(row["points"], row["rounds"]) for row in facts}
    assert {row["fromDealer"]: row["rounds"] for row in api["fromDealer"]} == {
        row["from_dealer"]: row["rounds"] for row in facts
    }
    for row in api["fromDealer"]:
        assert same(row["averagePoints"], dealer[row["fromDealer"]])

    sized = asked(
        "SELECT seats, from_dealer, count(*) AS rounds, sum(points) AS points "
        "FROM kibitz_stats.v_score JOIN kibitz_stats.v_game USING (game, variant) "
        "WHERE variant = %s AND OF_FINISHED GROUP BY seats, from_dealer ORDER BY seats, from_dealer", variant,
    )  # fmt: skip
    by_size = {
        (row["seats"], row["from_dealer"]): (row["rounds"], Fraction(row["points"], row["rounds"]))
        for row in sized
    }
    of_tables = api["fromDealerAndPlayerCount"]
    assert [(row["playerCount"], row["fromDealer"]) for row in of_tables] == [*by_size]
    for row, (counted, average_points) in zip(of_tables, by_size.values(), strict=True):
        assert row["rounds"] == counted
        assert same(row["averagePoints"], average_points)

    head, *table = cells(terminal(served, variant), "The dealer's advantage")
    assert head[:4] == ["players", "left of the dealer", "rounds scored", "mean points"]
    assert [row[:4] for row in table] == [
        [str(seats), str(place), f"{counted:,}", digits(average_points, 2)]
        for (seats, place), (counted, average_points) in by_size.items()
    ]

    # The dashboards compare seats with others at tables of their size.
    expected = {
        size: weighted(row for (seats, _), row in by_size.items() if seats == size)
        for size in {seats for seats, _ in by_size}
    }
    points_by_place = shown(asked, variant, "Points by place from the dealer", "trend", variant)
    for row, from_dealer in zip(points_by_place, dealer, strict=True):
        place, value, low, high = row.values()
        assert place == from_dealer
        above = [
            (counted, average - expected[seats])
            for (seats, away), (counted, average) in by_size.items()
            if away == from_dealer
        ]
        assert float(value) == pytest.approx(float(weighted(above)), rel=1e-12, abs=1e-12)
        assert low < value < high
    [answer] = shown(asked, variant, "Dealer's advantage", "stat", variant)
    assert facts[0]["rounds"] in answer.values()
    advantage = weighted(
        (counted, (own - expected[size]) * size / (size - 1))
        for (size, away), (counted, own) in by_size.items()
        if away == 0
    )
    assert float(answer["Points"]) == pytest.approx(float(advantage), rel=1e-12, abs=1e-12)

"""Statistics page: intervals, distributions, bases of averages, and the age of the figures."""

from __future__ import annotations

import re
from math import sqrt
from statistics import fmean, stdev
from typing import Any, Final

import pytest
from playwright.sync_api import Page, Route, expect

from tests.web.charts.chart_reader import NORMAL_95, figure, format_hundredths, wait_for_statistics
from tests.web.charts.statistics_lists import api_rows
from tests.web.conftest import SignIn
from tests.web.harness.visitors import Visitors

_REFERENCES: Final = """async (rows) => {
    const main = document.querySelector('script[type=module]').src;
    const { totalPanels } = await import(main.replace('main.js', 'charts/statistics/aggregation.js'));
    const { GAME_LISTS } = await import(main.replace('main.js', 'charts/statistics/game-lists.js'));
    const lists = [GAME_LISTS.bySeatAndPlayerCount, GAME_LISTS.startingHandsAndPlayerCount];
    const panels = lists.flatMap((list) => totalPanels(list, rows, new Map()));
    return panels.map(({ chartData }) => chartData.reference);
}"""
"""Returns the values of the dashed lines of the charts of places at tables."""
_HIGHS: Final = """async ([points, rows]) => {
    const main = document.querySelector('script[type=module]').src;
    const charts = await import(main.replace('main.js', 'charts/statistics/aggregation.js'));
    const { ROUND_LISTS } = await import(main.replace('main.js', 'charts/statistics/round-lists.js'));
    const list = ROUND_LISTS.fromDealerAndPlayerCount;
    const panels = charts.totalPanels(list, rows, charts.pointsDeviations(points));
    return panels.flatMap(({ chartData }) => chartData.series[0].highs);
}"""
"""Returns the upper ends of the intervals of the points by distance from the dealer."""


def test_each_chart_states_its_base(signed_in: SignIn) -> None:
    reader = signed_in("Reader")
    page = wait_for_statistics(reader.open("/statistics?variant=hundred-and-ten"))
    bids = sum(int(row[2]) for row in api_rows(reader, "Bids made", "hundred-and-ten"))
    expect(figure(page, "Bids made")).to_contain_text(
        f"Of {bids} bids that counted when their rounds were scored."
    )
    games = sum(int(row[1]) for row in api_rows(reader, "Rounds in a game", "hundred-and-ten"))
    expect(figure(page, "Rounds in a game")).to_contain_text(f"Of {games} finished games.")


def test_the_interval_of_the_average_points_is_that_of_their_distribution(signed_in: SignIn) -> None:
    reader = signed_in("Reader")
    page = wait_for_statistics(reader.open("/statistics?variant=hundred-and-ten"))
    rows = reader.ask('{ statistics(variant: "hundred-and-ten") { points { points rounds } } }')["statistics"]
    points = [row["points"] for row in rows["points"] for _ in range(row["rounds"])]
    reach = NORMAL_95 * stdev(points) / sqrt(len(points))
    expected = f"{format_hundredths(fmean(points) - reach)} to {format_hundredths(fmean(points) + reach)}"
    fact = figure(page, "Average points in a round").locator(".figure-facts > div", has_text="95 % interval")
    assert fact.locator("dd").inner_text() == expected


def test_distributions_are_small_charts_for_each_bid_and_number_of_players(signed_in: SignIn) -> None:
    reader = signed_in("Reader")
    page = wait_for_statistics(reader.open("/statistics?variant=oh-hell"))
    bids = sorted({int(row[0]) for row in api_rows(reader, "Tricks by bid", "oh-hell")})
    names = figure(page, "Tricks by bid").locator(".figure-name")
    assert names.all_inner_texts() == [f"Bid {amount}" for amount in bids]
    assert figure(page, "Tricks by bid").get_by_role("img").count() == len(bids)
    sizes = sorted({int(row[0]) for row in api_rows(reader, "Wins by seat", "oh-hell")})
    for title in ("Wins by seat", "Points by distance from the dealer"):
        names = figure(page, title).locator(".figure-name")
        assert names.all_inner_texts() == [f"{size} players" for size in sizes]


def test_an_equal_share_is_that_of_all_seats_also_of_those_without_rows(page: Page) -> None:
    # Only machines were chosen, and none of them ever had the first seat.
    rows = [
        {"playerCount": 3, "seat": seat, "strengthPlace": seat, "place": 1, "games": 2} for seat in (1, 2)
    ]
    lines = page.evaluate(_REFERENCES, rows)
    assert lines == [1 / 3, 1 / 3]


def test_the_interval_of_a_mean_is_from_the_spread_at_tables_of_the_same_size(page: Page) -> None:
    points = [
        {"playerCount": size, "points": sign * 10 * size, "rounds": 50} for size in (2, 4) for sign in (-1, 1)
    ]
    rows = [{"playerCount": size, "fromDealer": 0, "points": 0, "rounds": 100} for size in (2, 4)]
    reaches = {size: NORMAL_95 * stdev([-10 * size, 10 * size] * 50) / 10 for size in (2, 4)}
    highs = page.evaluate(_HIGHS, [points, rows])
    assert highs == pytest.approx([reaches[2], reaches[4]])


@pytest.mark.parametrize(
    ("age", "text"),
    [
        ({"current": True}, r"As of \w+ \d+, \d{4}, \d+:\d\d [AP]M\.$"),
        (
            {"hour": "2026-04-01T12:00:00.000000Z"},
            r"Up to Apr 1, 2026, \d+:\d\d [AP]M: later figures are missing\.$",
        ),
        ({"stopped": True}, r"The latest figures are missing\. No more are added until the operator"),
        ({"current": True, "rebuilding": True}, r"As of .+\. The figures are being rebuilt\."),
    ],
)
def test_the_page_says_up_to_when_its_figures_are_complete(
    site: str, visitors: Visitors, age: dict[str, Any], text: str
) -> None:
    def older(route: Route) -> None:
        answer = route.fetch()
        body = answer.json()
        statistics = (body.get("data") or {}).get("statistics") or {}
        if "asOf" in statistics:
            statistics["asOf"] |= {"current": False, "hour": None, **age}
        route.fulfill(response=answer, json=body)

    page = visitors.context().new_page()
    page.route("**/graphql", older)
    page.goto(f"{site}/statistics?variant=president")
    expect(wait_for_statistics(page).get_by_text(re.compile(text))).to_be_visible()

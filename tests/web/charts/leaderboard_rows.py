"""Rows of a leaderboard: as the API returns them, as the page formats them, and as it shows them."""

from __future__ import annotations

from typing import Any, Final

from playwright.sync_api import Page, expect

from tests.web.charts.chart_reader import (
    cells,
    format_hundredths,
    format_integer,
    format_percent,
    format_tenths,
    nodes,
)
from tests.web.harness.visitors import Person

BOARD: Final = """query ($variant: String!, $window: Window!, $board: Board!, $key: String, $first: Int!) {
    leaderboard(variant: $variant, window: $window, board: $board, key: $key, first: $first) {
        edges { node {
            rank rating { mean uncertainty ordinal }
            totals { games wins winRate points bidsMade bidsFailed } streaks { winning longestWinning }
            player { id name }
        } }
    }
}"""


def api_rows(
    person: Person,
    variant: str,
    *,
    window: str = "ALL_TIME",
    board: str = "PEOPLE",
    key: str | None = None,
    first: int = 50,
) -> list[Any]:
    """Return the leaderboard rows of the API."""
    given = {"variant": variant, "window": window, "board": board, "key": key, "first": first}
    return nodes(person.ask(BOARD, **given)["leaderboard"])


def expected_row(entry: Any, variant: str) -> list[str]:
    """Return a row as the page formats it, without the time of the last game."""
    totals, streaks = entry["totals"], entry["streaks"]
    judged = totals["bidsMade"] + totals["bidsFailed"]
    made = format_integer(totals["bidsMade"])
    bids = [] if variant == "president" else [f"{made} of {format_integer(judged)}"]
    return [
        "– not ranked" if entry["rank"] is None else str(entry["rank"]),
        entry["player"]["name"],
        format_hundredths(entry["rating"]["ordinal"]),
        f"{format_tenths(entry['rating']['mean'])} ± {format_tenths(entry['rating']['uncertainty'])}",
        format_integer(totals["games"]),
        format_integer(totals["wins"]),
        format_percent(totals["winRate"]),
        *([] if variant == "president" else [format_integer(totals["points"])]),
        format_integer(streaks["winning"]),
        format_integer(streaks["longestWinning"]),
        *bids,
    ]


def shown_rows(page: Page) -> list[list[str]]:
    """Return the rows that the page shows, without the time of the last game."""
    expect(page.get_by_role("table")).to_be_visible()
    return [row[:-1] for row in cells(page.get_by_role("table"))]

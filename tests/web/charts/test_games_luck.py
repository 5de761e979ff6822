"""The list of a player's games: the luck and play of each result, or in words why they are not known."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import pytest
from playwright.sync_api import Route, expect

from tests.web.charts.chart_reader import cells, format_hundredths, format_tenths, nodes, table
from tests.web.conftest import SignIn
from tests.web.harness.replayed_games import variants
from tests.web.harness.visitors import Visitors

GAMES: Final = """query ($player: ID!, $variant: String!) {
    player(id: $player) { profile(variant: $variant, board: PEOPLE) { games(first: 20) {
        edges { node { points luck { result par luck play playError } } }
    } } }
}"""
CAPTION: Final = "Finished games, the latest first"


def expected_game_luck(game: Any) -> list[str]:
    """Return the luck of a game as the page formats it: above average, luck and play."""
    luck, in_points = game["luck"], game["points"] is not None
    unsigned, digits = (format_tenths, 1) if in_points else (format_hundredths, 2)

    def signed(value: float) -> str:
        return ("+" if round(value, digits) > 0 else "") + unsigned(value)

    return [
        signed(luck["result"] - luck["par"]),
        signed(luck["luck"]),
        f"{signed(luck['play'])} ± {unsigned(1.96 * luck['playError'])}",
    ]


@pytest.mark.parametrize("variant", variants("hundred-and-ten", "president"))
def test_games_show_how_much_of_their_result_was_luck(
    signed_in: SignIn, people: Mapping[str, str], variant: str
) -> None:
    reader = signed_in("Reader")
    found = reader.ask(GAMES, player=people["Ann"], variant=variant)["player"]["profile"]["games"]
    page = reader.open(f"/players/{people['Ann']}?variant={variant}&board=PEOPLE")
    expect(table(page, CAPTION).locator("tbody tr")).to_have_count(len(nodes(found)))
    before = 2 if variant == "president" else 3
    assert [row[before : before + 3] for row in cells(table(page, CAPTION))] == [
        expected_game_luck(game) for game in nodes(found)
    ]


@pytest.mark.parametrize(
    ("luck", "text"),
    [
        (None, "Not counted yet"),
        ({"machine": True}, "A machine played on"),
        ({"luck": None, "play": None}, "Hands not public yet"),
        ({"luck": None, "play": None, "par": None, "luckTable": None}, "No table for these rules"),
    ],
)
def test_games_without_luck_say_why(
    site: str, visitors: Visitors, people: Mapping[str, str], luck: dict[str, bool | None] | None, text: str
) -> None:
    def without(route: Route) -> None:
        answer = route.fetch()
        body = answer.json()
        player = (body.get("data") or {}).get("player") or {}
        for edge in ((player.get("profile") or {}).get("games") or {}).get("edges", ()):
            edge["node"]["luck"] = luck if luck is None else edge["node"]["luck"] | luck
        route.fulfill(response=answer, json=body)

    page = visitors.context().new_page()
    page.route("**/graphql", without)
    page.goto(f"{site}/players/{people['Ann']}?variant=oh-hell&board=PEOPLE")
    games = table(page, CAPTION)
    expect(games.locator("tbody tr").first).to_be_visible()
    known = luck is not None and luck.keys().isdisjoint(("machine", "par"))
    for row in cells(games):
        assert (row[3] != "–", row[4], row[5]) == (known, text, "–")

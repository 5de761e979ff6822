"""Leaderboard page: further players, below the first fifty."""

from __future__ import annotations

from typing import Final

from playwright.sync_api import Route, expect

from tests.web.charts.leaderboard_rows import api_rows, expected_row, shown_rows
from tests.web.conftest import SignIn

EVERYBODY: Final = 100


def test_more_players_button_loads_the_remaining_rows(signed_in: SignIn) -> None:
    reader = signed_in("Reader")
    page = reader.open("/leaderboards?variant=president&board=PEOPLE")
    all_players = [
        expected_row(entry, "president") for entry in api_rows(reader, "president", first=EVERYBODY)
    ]
    assert shown_rows(page) == all_players[:50]
    page.get_by_role("button", name="More players").click()
    expect(page.get_by_role("button", name="More players")).to_have_count(0)
    assert shown_rows(page) == all_players
    # The button disappears, so the focus moves to the list.
    expect(page.get_by_role("region", name="President, all time")).to_be_focused()


def test_more_players_are_loaded_after_an_update_that_is_under_way(signed_in: SignIn) -> None:
    reader = signed_in("Reader")
    page = reader.context.new_page()
    held: list[Route] = []
    asked: list[int] = []

    def hold_second(route: Route) -> None:
        body = route.request.post_data_json
        if not body or "first" not in (variables := body.get("variables") or {}):
            return route.continue_()
        asked.append(variables["first"])
        # The first answer fills the table, the second belongs to the start of the live updates.
        return held.append(route) if len(asked) == 2 else route.continue_()

    page.route("**/graphql", hold_second)
    page.goto(f"{reader.site}/leaderboards?variant=president&board=PEOPLE")
    button = page.get_by_role("button", name="More players")
    expect(page.get_by_role("table")).to_be_visible()
    # An update sets the state to busy and is held until the button has been pressed.
    expect(button).to_have_attribute("aria-busy", "true")
    button.click()
    held[0].continue_()
    expect(button).to_have_count(0)
    assert len(shown_rows(page)) == len(api_rows(reader, "president", first=EVERYBODY))
    assert asked == [50, 50, 50]

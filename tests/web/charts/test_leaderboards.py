"""Leaderboard page: rows, filters, periods and live updates."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date, timedelta
from typing import Final

import pytest
from playwright.sync_api import expect

from tests.processes.polling import wait_for
from tests.web.charts.leaderboard_rows import api_rows, expected_row, shown_rows
from tests.web.charts.past_games import GUESTS
from tests.web.conftest import SignIn
from tests.web.harness.axe import violations
from tests.web.harness.screens import NARROW, SCHEMES, fits_viewport
from tests.web.harness.visitors import Visitors

COUNTED: Final = """query ($player: ID!) {
    player(id: $player) { profile(variant: "president", board: MIXED) { totals { games } } }
}"""


@pytest.mark.parametrize(
    ("variant", "board"), [("president", "PEOPLE"), ("hundred-and-ten", "MIXED"), ("oh-hell", "PEOPLE")]
)
def test_leaderboard_shows_the_rows_of_the_api(signed_in: SignIn, variant: str, board: str) -> None:
    reader = signed_in("Reader")
    page = reader.open(f"/leaderboards?variant={variant}&board={board}")
    entries = api_rows(reader, variant, board=board)
    assert entries
    assert shown_rows(page) == [expected_row(entry, variant) for entry in entries]
    groups = page.locator("tr.figure-group").all_inner_texts()
    ranked = [entry["rank"] is not None for entry in entries]
    expected = ["Ranked"] * any(ranked) + [
        "Provisional: fewer than 10 games, none in the last 30 days, or too few opponents"
    ] * (not all(ranked))
    assert groups == expected


def test_filters_are_in_the_address_and_the_link_restores_them(signed_in: SignIn) -> None:
    reader = signed_in("Reader")
    page = reader.open("/leaderboards")
    page.get_by_label("Game", exact=True).select_option(label="President")
    page.get_by_label("Time", exact=True).select_option(label="Season")
    page.get_by_label("Who played").select_option(label="With machines at the table")
    expect(page.get_by_role("table", name="President, Season")).to_be_visible()
    assert page.url.endswith("/leaderboards?variant=president&window=SEASON&board=MIXED")
    rows = shown_rows(page)
    assert rows == [
        expected_row(entry, "president")
        for entry in api_rows(reader, "president", window="SEASON", board="MIXED")
    ]
    again = reader.open(page.url.removeprefix(reader.site))
    assert shown_rows(again) == rows


def test_buttons_step_to_earlier_and_later_periods(signed_in: SignIn, today: date) -> None:
    reader = signed_in("Reader")
    day, before = (f"{today - timedelta(days=back)}" for back in (1, 2))
    page = reader.open(f"/leaderboards?variant=president&window=DAY&key={day}")
    first = shown_rows(page)
    assert first == [
        expected_row(each, "president") for each in api_rows(reader, "president", window="DAY", key=day)
    ]
    page.get_by_role("button", name="Previous").click()
    expect(page).to_have_url(f"{reader.site}/leaderboards?variant=president&window=DAY&key={before}")
    expect(page.get_by_role("link", name=GUESTS[-1])).to_be_visible()
    second = api_rows(reader, "president", window="DAY", key=before)
    assert shown_rows(page) == [expected_row(each, "president") for each in second]
    page.get_by_role("button", name="Next").click()
    expect(page.get_by_role("link", name="Ann")).to_be_visible()
    assert shown_rows(page) == first
    page.get_by_role("button", name="Now", exact=True).click()
    expect(page.get_by_text("(now)")).to_be_visible()
    assert "key" not in page.url
    expect(page.get_by_role("button", name="Next")).to_have_attribute("aria-disabled", "true")


def test_steps_cross_the_ends_of_years(site: str, visitors: Visitors) -> None:
    page = visitors.context().new_page()
    for window, key, before, words in (
        ("WEEK", "2026-W01", "2025-W52", "Week 1 of 2026, Dec 29, 2025 – Jan 4, 2026"),
        ("WEEK", "2021-W01", "2020-W53", "Week 1 of 2021, Jan 4 – 10, 2021"),
        ("MONTH", "2026-01", "2025-12", "January 2026"),
        ("SEASON", "2026-Q1", "2025-Q4", "Season 1 of 2026, January – March 2026"),
        ("DAY", "2024-03-01", "2024-02-29", "Friday, March 1, 2024"),
    ):
        page.goto(f"{site}/leaderboards?window={window}&key={key}")
        # Ranges are written with thin spaces.
        shown = re.compile(re.escape(words).replace("\\ –\\ ", r"\s–\s"))
        expect(page.locator(".figure-steps strong")).to_have_text(shown)
        expect(page.get_by_text("Nobody has finished such a game")).to_be_visible()
        page.get_by_role("button", name="Previous").click()
        expect(page).to_have_url(f"{site}/leaderboards?window={window}&key={before}")


def test_finished_game_updates_the_open_leaderboard(signed_in: SignIn) -> None:
    reader, newcomer = signed_in("Reader"), signed_in("Newcomer")
    # Early in a week there are no other games.
    newcomer.play(newcomer.create("president", machines=7), 200)
    page = reader.open("/leaderboards?variant=president&board=MIXED&window=WEEK")
    expect(page.get_by_role("table")).to_be_visible()
    first = page.get_by_role("table").get_by_role("link").first
    first.focus()
    name = first.inner_text()
    game = newcomer.create("president", machines=7)
    newcomer.play(game, 200)
    row = page.get_by_role("row").filter(has=page.get_by_role("link", name="Newcomer"))
    expect(row.get_by_role("cell").nth(3)).to_have_text("2")
    expect(page.get_by_role("log")).to_contain_text("The leaderboard has changed")
    assert page.evaluate("document.activeElement.innerText") == name
    assert shown_rows(page) == [
        expected_row(each, "president")
        for each in api_rows(reader, "president", window="WEEK", board="MIXED")
    ]


def test_leaderboards_open_where_the_viewer_has_played(signed_in: SignIn) -> None:
    player = signed_in("Solo")
    player.play(player.create("president", machines=7), 200)
    # The page does not wait for the read model of profiles.
    wait_for(lambda: player.ask(COUNTED, player=player.player)["player"]["profile"])
    page = player.open("/leaderboards")
    expect(page.get_by_label("Game", exact=True)).to_have_value("president")
    expect(page.get_by_label("Who played")).to_have_value("MIXED")
    expect(page.locator("tr.figure-own")).to_contain_text("Solo you")
    # The address names no board, so another game may have another one.
    page.get_by_label("Game", exact=True).select_option(label="Oh Hell")
    expect(page.get_by_label("Who played")).to_have_value("PEOPLE")
    expect(page.get_by_role("link", name="Emil")).to_be_visible()
    named = player.open("/leaderboards?variant=president&board=PEOPLE")
    expect(named.get_by_label("Who played")).to_have_value("PEOPLE")
    expect(named.get_by_role("table", name="President, all time, people")).to_be_visible()


def test_viewer_s_own_row_is_marked(signed_in: SignIn) -> None:
    player = signed_in("Player")
    game = player.create("president", machines=7)
    player.play(game, 200)
    page = player.open("/leaderboards?variant=president&board=MIXED")
    own = page.locator("tr.figure-own")
    expect(own).to_have_count(1)
    expect(own).to_contain_text("Player you")


def test_player_name_links_to_the_profile_in_the_same_variant(
    site: str, visitors: Visitors, people: Mapping[str, str]
) -> None:
    page = visitors.context().new_page()
    page.goto(f"{site}/leaderboards?variant=oh-hell")
    page.get_by_role("link", name="Emil").click()
    expect(page).to_have_url(f"{site}/players/{people['Emil']}?variant=oh-hell&board=PEOPLE")
    expect(page.get_by_role("heading", name="Emil")).to_be_visible()


def test_invalid_filter_values_show_an_error(site: str, visitors: Visitors) -> None:
    page = visitors.context().new_page()
    for query, message in (
        ("window=DAY&key=yesterday", "the key of a day is written like"),
        ("variant=whist", "whist"),
        ("window=FORTNIGHT", "window is invalid"),
    ):
        page.goto(f"{site}/leaderboards?{query}")
        expect(page.get_by_role("alert")).to_contain_text(message)
        assert page.get_by_role("table").count() == 0
    page.get_by_label("Time", exact=True).select_option(label="All time")
    page.get_by_label("Game", exact=True).select_option(label="President")
    expect(page.get_by_role("table")).to_be_visible()
    expect(page.get_by_role("alert")).to_be_empty()


def test_expired_sign_in_still_shows_public_pages(
    signed_in: SignIn, visitors: Visitors, people: Mapping[str, str]
) -> None:
    for path in "/leaderboards", "/statistics", f"/players/{people['Ann']}":
        late = signed_in("Late").in_another_browser(visitors, token="of last year")
        page = late.open(path)
        expect(page.locator("table, canvas").first).to_be_visible()
        expect(page.locator(".figure-wrong p")).to_have_count(0)


def test_leaderboard_is_accessible_and_fits_a_narrow_screen(site: str, visitors: Visitors) -> None:
    page = visitors.context(viewport=NARROW).new_page()
    page.goto(f"{site}/leaderboards?variant=president&window=SEASON")
    expect(page.get_by_role("table")).to_be_visible()
    page.get_by_text("How the ranking works").click()
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        assert violations(page) == []
        assert fits_viewport(page)


def test_all_columns_are_visible_on_a_wide_screen(site: str, visitors: Visitors) -> None:
    page = visitors.context(viewport={"width": 1280, "height": 900}).new_page()
    page.goto(f"{site}/leaderboards?variant=hundred-and-ten&window=ALL_TIME")
    expect(page.get_by_role("row").nth(2)).to_be_visible()
    last = page.get_by_role("columnheader").last
    expect(last).to_have_text("Last game")
    expect(last).to_be_in_viewport(ratio=1)

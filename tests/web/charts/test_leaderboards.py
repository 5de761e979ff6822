"""Leaderboards on the page: what the server answers, in the reader's hands, and as it changes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from tests.web.charts.chart_reader import (
    NARROW,
    SCHEMES,
    cells,
    fits,
    hundredths,
    nodes,
    share,
    tenths,
    whole,
)
from tests.web.charts.past_games import GUESTS
from tests.web.conftest import SignIn
from tests.web.harness.axe import violations
from tests.web.harness.visitors import Person, Visitors

BOARD: Final = """query ($variant: String!, $window: Window!, $board: Board!, $key: String, $first: Int!) {
    leaderboard(variant: $variant, window: $window, board: $board, key: $key, first: $first) {
        edges { node {
            rank rating uncertainty ordinal games wins winRate points streak bestStreak bidsMade bidsFailed
            player { id name }
        } }
    }
}"""
EVERYBODY: Final = 100


def answered(
    person: Person,
    variant: str,
    *,
    window: str = "ALL_TIME",
    board: str = "PEOPLE",
    key: str | None = None,
    first: int = 50,
) -> list[Any]:
    """Return what the API says."""
    given = {"variant": variant, "window": window, "board": board, "key": key, "first": first}
    return nodes(person.ask(BOARD, **given)["leaderboard"])


def told(entry: Any, variant: str) -> list[str]:
    """Return a row as it is to be shown, without the time of the last game."""
    judged = entry["bidsMade"] + entry["bidsFailed"]
    bids = [] if variant == "president" else [f"{whole(entry['bidsMade'])} of {whole(judged)}"]
    return [
        "– not ranked" if entry["rank"] is None else str(entry["rank"]),
        entry["player"]["name"],
        hundredths(entry["ordinal"]),
        f"{tenths(entry['rating'])} ± {tenths(entry['uncertainty'])}",
        whole(entry["games"]),
        whole(entry["wins"]),
        share(entry["winRate"]),
        *([] if variant == "president" else [whole(entry["points"])]),
        whole(entry["streak"]),
        whole(entry["bestStreak"]),
        *bids,
    ]


def shown(page: Page) -> list[list[str]]:
    """Return what the page says, without the time of the last game."""
    expect(page.get_by_role("table")).to_be_visible()
    return [row[:-1] for row in cells(page.get_by_role("table"))]


@pytest.mark.parametrize(
    ("variant", "board"), [("president", "PEOPLE"), ("hundred-and-ten", "MIXED"), ("oh-hell", "PEOPLE")]
)
def test_a_leaderboard_shows_what_the_api_answers(signed_in: SignIn, variant: str, board: str) -> None:
    reader = signed_in("Reader")
    page = reader.open(f"/leaderboards?variant={variant}&board={board}")
    entries = answered(reader, variant, board=board)
    assert entries
    assert shown(page) == [told(entry, variant) for entry in entries]
    groups = page.locator("tr.figure-group").all_inner_texts()
    ranked = [entry["rank"] is not None for entry in entries]
    expected = ["Ranked"] * any(ranked) + ["Provisional: fewer than 10 games, or none lately"] * (
        not all(ranked)
    )
    assert groups == expected


def test_a_choice_is_in_the_address_and_its_link_shows_the_same(signed_in: SignIn) -> None:
    reader = signed_in("Reader")
    page = reader.open("/leaderboards")
    page.get_by_label("Game", exact=True).select_option(label="President")
    page.get_by_label("Time", exact=True).select_option(label="Season")
    page.get_by_label("Who plays").select_option(label="With machines at the table")
    expect(page.get_by_role("table", name="President, Season")).to_be_visible()
    assert page.url.endswith("/leaderboards?variant=president&window=SEASON&board=MIXED")
    seen = shown(page)
    assert seen == [
        told(entry, "president") for entry in answered(reader, "president", window="SEASON", board="MIXED")
    ]
    again = reader.open(page.url.removeprefix(reader.site))
    assert shown(again) == seen


def test_earlier_times_are_a_step_away(signed_in: SignIn, today: date) -> None:
    reader = signed_in("Reader")
    day, before = (f"{today - timedelta(days=back)}" for back in (1, 2))
    page = reader.open(f"/leaderboards?variant=president&window=DAY&key={day}")
    first = shown(page)
    assert first == [told(each, "president") for each in answered(reader, "president", window="DAY", key=day)]
    page.get_by_role("button", name="Before").click()
    expect(page).to_have_url(f"{reader.site}/leaderboards?variant=president&window=DAY&key={before}")
    expect(page.get_by_role("link", name=GUESTS[-1])).to_be_visible()
    second = answered(reader, "president", window="DAY", key=before)
    assert shown(page) == [told(each, "president") for each in second]
    page.get_by_role("button", name="After").click()
    expect(page.get_by_role("link", name="Ann")).to_be_visible()
    assert shown(page) == first
    page.get_by_role("button", name="Now", exact=True).click()
    expect(page.get_by_text("(now)")).to_be_visible()
    assert "key" not in page.url
    expect(page.get_by_role("button", name="After")).to_have_attribute("aria-disabled", "true")


def test_steps_lead_over_the_ends_of_years(site: str, visitors: Visitors) -> None:
    page = visitors.context().new_page()
    for window, key, before, words in (
        ("WEEK", "2026-W01", "2025-W52", "Week 1 of 2026, Dec 29, 2025 – Jan 4, 2026"),
        ("WEEK", "2021-W01", "2020-W53", "Week 1 of 2021, Jan 4 – 10, 2021"),
        ("MONTH", "2026-01", "2025-12", "January 2026"),
        ("SEASON", "2026-Q1", "2025-Q4", "Season 1 of 2026, January – March 2026"),
        ("DAY", "2024-03-01", "2024-02-29", "Friday, March 1, 2024"),
    ):
        page.goto(f"{site}/leaderboards?window={window}&key={key}")
        # Between the ends of a range there are thin spaces.
        shown = re.compile(re.escape(words).replace("\\ –\\ ", r"\s–\s"))
        expect(page.locator(".figure-steps strong")).to_have_text(shown)
        expect(page.get_by_text("Nobody has finished such a game")).to_be_visible()
        page.get_by_role("button", name="Before").click()
        expect(page).to_have_url(f"{site}/leaderboards?window={window}&key={before}")


def test_more_players_come_when_asked_for(signed_in: SignIn) -> None:
    reader = signed_in("Reader")
    page = reader.open("/leaderboards?variant=president&board=PEOPLE")
    everybody = [told(entry, "president") for entry in answered(reader, "president", first=EVERYBODY)]
    assert shown(page) == everybody[:50]
    page.get_by_role("button", name="More players").click()
    expect(page.get_by_role("button", name="More players")).to_have_count(0)
    assert shown(page) == everybody
    # The button is gone; the keyboard is not lost.
    expect(page.get_by_role("region", name="President, all time")).to_be_focused()


def test_a_finished_game_changes_the_leaderboard_under_the_readers_eyes(signed_in: SignIn) -> None:
    reader, newcomer = signed_in("Reader"), signed_in("Newcomer")
    # Early in a week nobody else has played in it.
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
    assert shown(page) == [
        told(each, "president") for each in answered(reader, "president", window="WEEK", board="MIXED")
    ]


def test_ones_own_row_is_marked(signed_in: SignIn) -> None:
    player = signed_in("Player")
    game = player.create("president", machines=7)
    player.play(game, 200)
    page = player.open("/leaderboards?variant=president&board=MIXED")
    own = page.locator("tr.figure-own")
    expect(own).to_have_count(1)
    expect(own).to_contain_text("Player you")


def test_a_name_leads_to_the_profile_in_the_same_game(
    site: str, visitors: Visitors, people: Mapping[str, str]
) -> None:
    page = visitors.context().new_page()
    page.goto(f"{site}/leaderboards?variant=oh-hell")
    page.get_by_role("link", name="Emil").click()
    expect(page).to_have_url(f"{site}/players/{people['Emil']}?variant=oh-hell&board=PEOPLE")
    expect(page.get_by_role("heading", name="Emil")).to_be_visible()


def test_what_makes_no_sense_is_told_at_the_filter(site: str, visitors: Visitors) -> None:
    page = visitors.context().new_page()
    for asked, told in (
        ("window=DAY&key=yesterday", "'yesterday' is no day"),
        ("variant=whist", "whist"),
        ("window=FORTNIGHT", "FORTNIGHT"),
    ):
        page.goto(f"{site}/leaderboards?{asked}")
        expect(page.get_by_role("alert")).to_contain_text(told)
        assert page.get_by_role("table").count() == 0
    page.get_by_label("Time", exact=True).select_option(label="All time")
    page.get_by_label("Game", exact=True).select_option(label="President")
    expect(page.get_by_role("table")).to_be_visible()
    expect(page.get_by_role("alert")).to_be_empty()


@pytest.mark.parametrize("path", ["/leaderboards", "/statistics", "/players/{ann}"])
def test_who_was_signed_in_too_long_sees_it_as_an_onlooker(
    signed_in: SignIn, visitors: Visitors, people: Mapping[str, str], path: str
) -> None:
    late = signed_in("Late").elsewhere(visitors, token="of last year")
    page = late.open(path.format(ann=people["Ann"]))
    expect(page.locator("table, canvas").first).to_be_visible()
    expect(page.locator(".figure-wrong p")).to_have_count(0)


def test_it_is_for_everyone(site: str, visitors: Visitors) -> None:
    page = visitors.context(viewport=NARROW).new_page()
    page.goto(f"{site}/leaderboards?variant=president&window=SEASON")
    expect(page.get_by_role("table")).to_be_visible()
    page.get_by_text("How places come about").click()
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        assert violations(page) == []
        assert fits(page)

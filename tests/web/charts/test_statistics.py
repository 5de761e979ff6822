"""Statistics on the page: charts, the numbers behind them, and what is chosen in the address."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from datetime import date, timedelta
from typing import Any, Final

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.long_form import usually
from tests.web.charts.chart_reader import (
    NARROW,
    SCHEMES,
    drawn,
    figure,
    fits,
    hundredths,
    numbers,
    share,
    tenths,
    whole,
    word,
)
from tests.web.conftest import SignIn
from tests.web.harness.axe import violations
from tests.web.harness.visitors import Person, Visitors

QUERY: Final = """query (
    $variant: String!, $since: Date, $until: Date, $bucket: Bucket, $board: Board, $seats: Int,
    $machine: Boolean
) {
    statistics(
        variant: $variant, since: $since, until: $until, bucket: $bucket, board: $board, seats: $seats,
        machine: $machine
    ) { LIST }
}"""


def _seat(seat: int) -> str:
    return f"Seat {seat}"


def _from_dealer(distance: int) -> str:
    return f"{distance} to the left" if distance else "Dealer"


def _next(number: int) -> str:
    return whole(number + 1)


def _duration(seconds: float) -> str:
    minutes = round(seconds / 60)
    return f"{seconds:,.1f} s" if seconds < 60 else f"{minutes} min"


Written = Callable[[Any], str]
LISTS: Final[Mapping[str, tuple[str, Mapping[str, Written]]]] = {
    "Games and their lengths": (
        "lengths",
        {
            "games": whole,
            "rounds": whole,
            "moves": whole,
            "averageRounds": tenths,
            "averageMoves": tenths,
            "averageSeconds": _duration,
        },
    ),
    "Bids made good": ("bids", {"amount": whole, "seat": _seat, "bids": whole, "made": whole, "rate": share}),
    "Bids in the course of the game": (
        "bidsByRound",
        {"round": _next, "cards": whole, "bids": whole, "made": whole, "rate": share},
    ),
    "Tricks by bid": (
        "tricksByBid",
        {"amount": whole, "tricks": whole, "bids": whole, "share": share, "averagePoints": hundredths},
    ),
    "Highest bids": (
        "contracts",
        {"amount": whole, "rounds": whole, "share": share, "made": whole, "rate": share},
    ),
    "Highest bids by distance from the dealer": (
        "contractsFromDealer",
        {"amount": whole, "fromDealer": _from_dealer, "rounds": whole, "made": whole, "rate": share},
    ),
    "Points by distance from the dealer": (
        "fromDealer",
        {"fromDealer": _from_dealer, "rounds": whole, "points": whole, "averagePoints": hundredths},
    ),
    "Trump suits": ("trumps", {"suit": word, "rounds": whole, "share": share, "made": whole}),
    "Points in a round": ("points", {"points": whole, "rounds": whole, "share": share}),
    "Points in a round on average": (
        "averagePoints",
        {"rounds": whole, "points": whole, "average": hundredths},
    ),
    "Wins by seat": (
        "seats",
        {"seat": _seat, "place": whole, "games": whole, "share": share, "averagePoints": hundredths},
    ),
    "Wins by starting hand": (
        "startingHands",
        {
            "strengthPlace": whole,
            "place": whole,
            "games": whole,
            "share": share,
            "averageStrength": hundredths,
        },
    ),
    "Ranks played": (
        "ranksPlayed",
        {"rank": word, "place": whole, "plays": whole, "cards": whole, "averageCards": hundredths},
    ),
}
"""By the title on the page: the list, and how its fields are written."""
MISSING: Final = {
    "hundred-and-ten": "wins by starting hand, ranks played",
    "oh-hell": "highest bids, highest bids by distance from the dealer, wins by starting hand, ranks played",
    "president": (
        "bids made good, bids in the course of the game, tricks by bid, highest bids, "
        "highest bids by distance from the dealer, points by distance from the dealer, trump suits, "
        "points in a round, points in a round on average"
    ),
}
"""What a variant does not have."""
HOLLOW: Final = {("oh-hell", "trumps"): ("made",), ("president", "seats"): ("averagePoints",)}
"""What would always be nought in a list."""


def answered(person: Person, title: str, variant: str, **given: Any) -> list[list[str]]:
    """Return the API's numbers as they are to be shown."""
    name, fields = LISTS[title]
    document = QUERY.replace("LIST", f"list: {name} {{ {' '.join(fields)} }}")
    rows = person.ask(document, variant=variant, **given)["statistics"]["list"]
    fields = {field: write for field, write in fields.items() if field not in HOLLOW.get((variant, name), ())}
    return [[write(row[field]) for field, write in fields.items()] for row in rows]


def loaded(page: Page) -> Page:
    """Wait until the figures are there."""
    expect(page.locator("section.figure").first).to_be_visible()
    expect(page.locator('[aria-busy="true"]')).to_have_count(0)
    return page


def day(page: Page, label: str) -> Locator:
    """Return the field of a day."""
    return page.get_by_role("group", name="What is shown").get_by_label(label)


@pytest.mark.parametrize("variant", usually(MISSING, "hundred-and-ten"))
def test_the_numbers_are_those_that_the_api_answers(signed_in: SignIn, variant: str) -> None:
    reader = signed_in("Reader")
    page = loaded(reader.open(f"/statistics?variant={variant}"))
    for title in LISTS:
        expected = answered(reader, title, variant)
        assert bool(expected) == bool(figure(page, title).count()), title
        if expected:
            assert numbers(page, title) == expected, title
    expect(page.get_by_text("Without numbers here:")).to_have_text(
        f"Without numbers here: {MISSING[variant]}."
    )


@pytest.mark.parametrize(
    "asked",
    usually(["variant=hundred-and-ten", "variant=president&bucket=MONTH"], "variant=president&bucket=MONTH"),
)
def test_every_chart_is_drawn_and_said_and_has_its_table(site: str, visitors: Visitors, asked: str) -> None:
    page = visitors.context().new_page()
    page.goto(f"{site}/statistics?{asked}")
    charts = loaded(page).get_by_role("img", name="chart:")
    assert charts.count() >= 5
    for chart in charts.all():
        assert drawn(chart)
        title, numbers_told = str(chart.get_attribute("aria-label")).split("chart: ")[1].split(". ", 1)
        assert any(sign.isdigit() for sign in numbers_told)
        assert numbers(page, title)


def test_a_chart_says_what_its_table_does(signed_in: SignIn) -> None:
    reader = signed_in("Reader")
    page = loaded(reader.open("/statistics?variant=hundred-and-ten"))
    suits = ", ".join(
        f"{suit} {part}" for suit, _, part, *_ in answered(reader, "Trump suits", "hundred-and-ten")
    )
    expected = f"Bar chart: Trump suits. Part of rounds: {suits}. The table has all numbers."
    assert figure(page, "Trump suits").get_by_role("img").get_attribute("aria-label") == expected


def test_what_is_chosen_is_in_the_address_and_its_link_shows_the_same(signed_in: SignIn) -> None:
    reader = signed_in("Reader", permissions=["clipboard-read", "clipboard-write"])
    page = loaded(reader.open("/statistics?variant=hundred-and-ten"))
    everybody = numbers(page, "Bids made good")
    page.get_by_label("Whose doings").select_option(label="Machines")
    page.get_by_label("Who played").select_option(label="With machines at the table")
    page.get_by_label("At the table").select_option(label="4 players")
    expect(page).to_have_url(
        f"{reader.site}/statistics?variant=hundred-and-ten&machine=machines&board=MIXED&seats=4"
    )
    expected = answered(reader, "Bids made good", "hundred-and-ten", machine=True, board="MIXED", seats=4)
    loaded(page)
    assert expected != everybody
    assert numbers(page, "Bids made good") == expected
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_text("✓ Copied")).to_be_visible()
    again = loaded(reader.open(page.evaluate("navigator.clipboard.readText()").removeprefix(reader.site)))
    assert numbers(again, "Bids made good") == expected
    expect(again.get_by_label("Whose doings")).to_have_value("machines")


def test_days_bound_the_time(signed_in: SignIn, today: date) -> None:
    reader = signed_in("Reader")
    page = loaded(reader.open("/statistics?variant=president"))
    since, until = f"{today - timedelta(days=100)}", f"{today - timedelta(days=1)}"
    day(page, "From").fill(since)
    day(page, "Before").fill(until)
    day(page, "Before").press("Enter")
    expect(page).to_have_url(f"{reader.site}/statistics?variant=president&since={since}&until={until}")
    loaded(page)
    expected = answered(reader, "Wins by seat", "president", since=since, until=until)
    assert numbers(page, "Wins by seat") == expected != answered(reader, "Wins by seat", "president")


def test_the_course_of_time_is_told_stretch_by_stretch(signed_in: SignIn) -> None:
    reader = signed_in("Reader")
    page = loaded(reader.open("/statistics?variant=oh-hell&bucket=WEEK"))
    shown = numbers(page, "Trump suits")
    assert [row[1:] for row in shown] == answered(reader, "Trump suits", "oh-hell", bucket="WEEK")
    weeks = reader.ask('{ statistics(variant: "oh-hell", bucket: WEEK) { trumps { begins } } }')[
        "statistics"
    ]["trumps"]
    days = [date.fromisoformat(week["begins"]) for week in weeks]
    assert [row[0] for row in shown] == [f"{each:%b} {each.day}, {each.year}" for each in days]
    label = figure(page, "Trump suits").get_by_role("img").get_attribute("aria-label")
    assert str(label).startswith("Line chart: Trump suits. Hearts: ")
    assert figure(page, "Trump suits").locator(".figure-legend").inner_text().split() == [
        *("Hearts", "Clubs", "Spades", "Diamonds")
    ]


def test_by_the_hour_there_is_activity_alone(signed_in: SignIn) -> None:
    reader = signed_in("Reader")
    page = loaded(reader.open("/statistics?variant=oh-hell&bucket=HOUR"))
    assert page.locator("section.figure").count() == 1
    hours = reader.ask(
        """{ statistics(variant: "oh-hell", bucket: HOUR) {
            activity { created started ended moves machineMoves }
        } }"""
    )["statistics"]["activity"]
    shown = numbers(page, "Activity")
    assert [row[1:6] for row in shown] == [[whole(hour[field]) for field in hour] for hour in hours]
    expect(page.get_by_text("By the hour only activity is counted.")).to_be_visible()


def test_what_makes_no_sense_is_told_at_the_filter(site: str, visitors: Visitors) -> None:
    page = visitors.context().new_page()
    for asked, told in (
        ("since=2026-04-02&until=2026-04-01", "2026-04-02"),
        ("since=2026-02-30", "is not a day"),
        ("bucket=HOUR&since=2016-01-01&until=2026-01-01", "stretches of an hour"),
        ("bucket=FORTNIGHT", "FORTNIGHT"),
        ("seats=1", "not 1"),
        ("variant=whist", "whist"),
        ("machine=both", "both"),
    ):
        page.goto(f"{site}/statistics?{asked}")
        expect(page.get_by_role("alert")).to_contain_text(told)
        assert page.locator("section.figure").count() == 0


def test_a_range_can_be_put_right(site: str, visitors: Visitors) -> None:
    page = visitors.context().new_page()
    page.goto(f"{site}/statistics?variant=president&since=2026-04-02&until=2026-04-01")
    expect(page.get_by_role("alert")).to_contain_text("2026-04-02")
    expect(day(page, "From")).to_have_attribute("aria-invalid", "true")
    day(page, "Before").fill("")
    day(page, "Before").blur()
    loaded(page)
    expect(page.get_by_role("alert")).to_be_empty()


def test_a_list_that_is_too_long_takes_nothing_else_away(site: str, visitors: Visitors) -> None:
    def fewer(route: Route) -> None:
        sent = json.loads(route.request.post_data or "{}")
        if "rows" in sent["variables"]:
            sent["variables"]["rows"] = 4
        route.continue_(post_data=json.dumps(sent))

    page = visitors.context().new_page()
    page.route("**/graphql", fewer)
    page.goto(f"{site}/statistics?variant=hundred-and-ten")
    expect(page.get_by_role("alert")).to_contain_text("Left out for having more than")
    expect(page.get_by_role("alert")).to_contain_text("Points in a round")
    assert figure(loaded(page), "Points in a round").count() == 0
    assert len(numbers(page, "Trump suits")) == 4


def test_where_nothing_was_played_it_says_so(site: str, visitors: Visitors) -> None:
    page = visitors.context().new_page()
    page.goto(f"{site}/statistics?variant=president&until=2001-01-01")
    expect(page.get_by_text("No game of President that fits was played to its end.")).to_be_visible()


def test_who_points_at_a_bar_is_told_what_it_is(signed_in: SignIn) -> None:
    reader = signed_in("Reader")
    page = loaded(reader.open("/statistics?variant=hundred-and-ten"))
    figure(page, "Trump suits").get_by_role("img").hover()
    suits = {f"{suit}: {part}" for suit, _, part, *_ in answered(reader, "Trump suits", "hundred-and-ten")}
    assert figure(page, "Trump suits").locator(".figure-pointed").inner_text() in suits


def test_charts_have_the_colours_that_the_page_has(site: str, visitors: Visitors) -> None:
    page = visitors.context(color_scheme="light").new_page()
    page.goto(f"{site}/statistics?variant=hundred-and-ten")
    chart = figure(loaded(page), "Trump suits").get_by_role("img")
    assert drawn(chart, "light")
    page.emulate_media(color_scheme="dark")
    page.wait_for_function(
        "chart => getComputedStyle(chart).color === 'rgb(237, 240, 239)'", arg=chart.element_handle()
    )
    expect(chart.locator("canvas")).to_have_count(1)
    assert drawn(chart, "dark")
    assert not drawn(chart, "light")


def test_it_is_for_everyone(site: str, visitors: Visitors) -> None:
    page = visitors.context(viewport=NARROW).new_page()
    page.goto(f"{site}/statistics?variant=hundred-and-ten&bucket=MONTH")
    loaded(page)
    for title in ("Activity", "Trump suits"):
        assert numbers(page, title)
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        assert violations(page) == []
        assert fits(page)

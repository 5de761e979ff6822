"""Statistics page: charts, their tables, and filters in the address."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime, timedelta

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.long_form import usually
from tests.web.charts.chart_reader import (
    figure,
    format_integer,
    is_drawn,
    numbers,
    wait_for_statistics,
    wait_until_drawn,
)
from tests.web.charts.statistics_lists import EMPTY_LISTS, LISTS, api_rows
from tests.web.conftest import SignIn
from tests.web.harness.axe import violations
from tests.web.harness.screens import NARROW, SCHEMES, fits_viewport
from tests.web.harness.visitors import Visitors


def date_field(page: Page, label: str) -> Locator:
    """Return a date field of the filter."""
    return page.get_by_role("group", name="Filters").get_by_label(label)


@pytest.mark.parametrize("variant", usually(EMPTY_LISTS, "hundred-and-ten"))
def test_tables_show_the_values_of_the_api(signed_in: SignIn, variant: str) -> None:
    reader = signed_in("Reader")
    page = wait_for_statistics(reader.open(f"/statistics?variant={variant}"))
    for title in LISTS:
        expected = api_rows(reader, title, variant)
        assert bool(expected) == bool(figure(page, title).count()), title
        if expected:
            assert numbers(page, title) == expected, title
    expect(page.get_by_text("No data for these filters:")).to_have_text(
        f"No data for these filters: {EMPTY_LISTS[variant]}.", ignore_case=True
    )


@pytest.mark.parametrize(
    "query",
    usually(["variant=hundred-and-ten", "variant=president&bucket=MONTH"], "variant=president&bucket=MONTH"),
)
def test_every_chart_is_drawn_and_has_a_text_alternative_and_a_table(
    site: str, visitors: Visitors, query: str
) -> None:
    page = visitors.context().new_page()
    page.goto(f"{site}/statistics?{query}")
    charts = wait_for_statistics(page).get_by_role("img", name="chart:")
    # Places at the table are shown for each number of players, which over time is only in numbers.
    assert charts.count() >= (3 if "bucket" in query else 5)
    for chart in charts.all():
        wait_until_drawn(chart)
        title, numbers_told = str(chart.get_attribute("aria-label")).split("chart: ")[1].split(". ", 1)
        assert any(sign.isdigit() for sign in numbers_told)
        assert numbers(page, title)


def test_a_value_alone_is_drawn_though_it_has_no_line(site: str, visitors: Visitors) -> None:
    until = datetime.now(UTC).date().replace(day=1)
    since = (until - timedelta(days=1)).replace(day=1)
    page = visitors.context().new_page()
    page.goto(f"{site}/statistics?variant=president&bucket=MONTH&since={since}&until={until}")
    charts = wait_for_statistics(page).get_by_role("img", name="Line chart:")
    assert charts.count() >= 3
    for chart in charts.all():
        wait_until_drawn(chart)


def test_text_alternative_of_a_chart_matches_its_table(signed_in: SignIn) -> None:
    reader = signed_in("Reader")
    page = wait_for_statistics(reader.open("/statistics?variant=hundred-and-ten"))
    suits = ", ".join(
        f"{suit} {part} ({interval})"
        for suit, _, part, interval, *_ in api_rows(reader, "Trump suits", "hundred-and-ten")
    )
    expected = f"Dot chart: Trump suits. Share of rounds scored: {suits}. The table has all numbers."
    assert figure(page, "Trump suits").get_by_role("img").get_attribute("aria-label") == expected


def test_filters_are_in_the_address_and_the_link_restores_them(signed_in: SignIn) -> None:
    reader = signed_in("Reader", permissions=["clipboard-read", "clipboard-write"])
    page = wait_for_statistics(reader.open("/statistics?variant=hundred-and-ten"))
    unfiltered = numbers(page, "Bids made")
    page.get_by_label("Results of").select_option(label="Machines")
    page.get_by_label("Who played").select_option(label="With machines at the table")
    page.get_by_label("Players at the table").select_option(label="4 players")
    expect(page).to_have_url(
        f"{reader.site}/statistics?variant=hundred-and-ten&machine=machines&board=MIXED&seats=4"
    )
    expected = api_rows(reader, "Bids made", "hundred-and-ten", machine=True, board="MIXED", playerCount=4)
    wait_for_statistics(page)
    assert expected != unfiltered
    assert numbers(page, "Bids made") == expected
    page.get_by_label("Who played").select_option(label="Machines only")
    expected = api_rows(reader, "Bids made", "hundred-and-ten", machine=True, board="MACHINES", playerCount=4)
    wait_for_statistics(page)
    assert numbers(page, "Bids made") == expected != []
    page.get_by_role("button", name="Copy the link").click()
    expect(page.get_by_text("✓ Copied")).to_be_visible()
    again = wait_for_statistics(
        reader.open(page.evaluate("navigator.clipboard.readText()").removeprefix(reader.site))
    )
    assert numbers(again, "Bids made") == expected
    expect(again.get_by_label("Results of")).to_have_value("machines")


def test_from_and_before_limit_the_period(signed_in: SignIn, today: date) -> None:
    reader = signed_in("Reader")
    page = wait_for_statistics(reader.open("/statistics?variant=president"))
    since, until = f"{today - timedelta(days=100)}", f"{today - timedelta(days=1)}"
    date_field(page, "From").fill(since)
    date_field(page, "Before").fill(until)
    date_field(page, "Before").press("Enter")
    expect(page).to_have_url(f"{reader.site}/statistics?variant=president&since={since}&until={until}")
    wait_for_statistics(page)
    expected = api_rows(reader, "Wins by seat", "president", since=since, until=until)
    assert numbers(page, "Wins by seat") == expected != api_rows(reader, "Wins by seat", "president")


def test_weekly_lists_have_one_row_per_week(signed_in: SignIn) -> None:
    reader = signed_in("Reader")
    page = wait_for_statistics(reader.open("/statistics?variant=oh-hell&bucket=WEEK"))
    shown = numbers(page, "Trump suits")
    assert [row[1:] for row in shown] == api_rows(reader, "Trump suits", "oh-hell", bucket="WEEK")
    weeks = reader.ask('{ statistics(variant: "oh-hell", bucket: WEEK) { trumps { begins } } }')[
        "statistics"
    ]["trumps"]
    days = [date.fromisoformat(week["begins"]) for week in weeks]
    assert [row[0] for row in shown] == [f"{each:%b} {each.day}, {each.year}" for each in days]
    # A chart for each suit.
    suits = ["Hearts", "Clubs", "Spades", "Diamonds"]
    assert figure(page, "Trump suits").locator(".figure-name").all_inner_texts() == suits
    charts = figure(page, "Trump suits").get_by_role("img").all()
    for suit, chart in zip(suits, charts, strict=True):
        label = str(chart.get_attribute("aria-label"))
        assert label.startswith(f"Line chart: Trump suits. {suit}, Share of rounds scored: ")


def test_hourly_statistics_show_only_activity(signed_in: SignIn) -> None:
    reader = signed_in("Reader")
    page = wait_for_statistics(reader.open("/statistics?variant=oh-hell&bucket=HOUR"))
    assert page.locator("section.figure").count() == 1
    hours = reader.ask(
        """{ statistics(variant: "oh-hell", bucket: HOUR) {
            activity { created started ended moves machineMoves }
        } }"""
    )["statistics"]["activity"]
    shown = numbers(page, "Activity")
    assert [row[1:6] for row in shown] == [[format_integer(hour[field]) for field in hour] for hour in hours]
    expect(page.get_by_text("Only activity can be shown by hour.")).to_be_visible()


def test_invalid_filter_values_show_an_error(site: str, visitors: Visitors) -> None:
    page = visitors.context().new_page()
    for query, message in (
        ("since=2026-04-02&until=2026-04-01", "2026-04-02"),
        ("since=2026-02-30", "is not a day"),
        ("bucket=HOUR&since=2016-01-01&until=2026-01-01", "periods of an hour"),
        ("bucket=FORTNIGHT", "bucket is invalid"),
        ("seats=1", "not 1"),
        ("variant=whist", "whist"),
        ("machine=both", "machine is invalid"),
    ):
        page.goto(f"{site}/statistics?{query}")
        expect(page.get_by_role("alert")).to_contain_text(message)
        assert page.locator("section.figure").count() == 0


def test_invalid_date_range_can_be_corrected(site: str, visitors: Visitors) -> None:
    page = visitors.context().new_page()
    page.goto(f"{site}/statistics?variant=president&since=2026-04-02&until=2026-04-01")
    expect(page.get_by_role("alert")).to_contain_text("2026-04-02")
    expect(date_field(page, "From")).to_have_attribute("aria-invalid", "true")
    date_field(page, "Before").fill("")
    date_field(page, "Before").blur()
    wait_for_statistics(page)
    expect(page.get_by_role("alert")).to_be_empty()


def test_list_that_is_too_long_is_left_out_and_the_others_are_shown(site: str, visitors: Visitors) -> None:
    def fewer(route: Route) -> None:
        sent = json.loads(route.request.post_data or "{}")
        if "rows" in sent["variables"]:
            sent["variables"]["rows"] = 4
        route.continue_(post_data=json.dumps(sent))

    page = visitors.context().new_page()
    page.route("**/graphql", fewer)
    page.goto(f"{site}/statistics?variant=hundred-and-ten")
    expect(page.get_by_role("alert")).to_contain_text("are left out")
    expect(page.get_by_role("alert")).to_contain_text("Points in a round")
    assert figure(wait_for_statistics(page), "Points in a round").count() == 0
    assert len(numbers(page, "Trump suits")) == 4


def test_period_without_games_says_so(site: str, visitors: Visitors) -> None:
    page = visitors.context().new_page()
    page.goto(f"{site}/statistics?variant=president&until=2001-01-01")
    expect(page.get_by_text("No finished game of President matches the filters.")).to_be_visible()


def test_hovering_over_a_bar_shows_its_value(signed_in: SignIn) -> None:
    reader = signed_in("Reader")
    page = wait_for_statistics(reader.open("/statistics?variant=hundred-and-ten"))
    figure(page, "Trump suits").get_by_role("img").hover()
    rows = api_rows(reader, "Trump suits", "hundred-and-ten")
    base = sum(int(rounds) for _, rounds, *_ in rows)
    suits = {f"{suit}: {part} (95 % interval {interval}, n = {base})" for suit, _, part, interval, *_ in rows}
    assert figure(page, "Trump suits").locator(".figure-pointed").inner_text() in suits


def test_charts_follow_the_colour_scheme(site: str, visitors: Visitors) -> None:
    page = visitors.context(color_scheme="light").new_page()
    page.goto(f"{site}/statistics?variant=hundred-and-ten")
    chart = figure(wait_for_statistics(page), "Trump suits").get_by_role("img")
    wait_until_drawn(chart, "light")
    page.emulate_media(color_scheme="dark")
    page.wait_for_function(
        "chart => getComputedStyle(chart).color === 'rgb(237, 240, 239)'", arg=chart.element_handle()
    )
    expect(chart.locator("canvas")).to_have_count(1)
    wait_until_drawn(chart, "dark")
    assert not is_drawn(chart, "light")


def test_filters_of_a_phone_are_behind_a_summary_that_names_them(site: str, visitors: Visitors) -> None:
    page = visitors.context(viewport=NARROW).new_page()
    page.goto(f"{site}/statistics?variant=hundred-and-ten&bucket=MONTH&since=2020-04-02&machine=people")
    wait_for_statistics(page)
    filters = page.get_by_text("Filters: By month, From Apr 2, 2020, People")
    expect(filters).to_be_visible()
    expect(page.get_by_label("Results of")).to_be_hidden()
    assert page.locator(".figure-chart").first.evaluate("each => each.getBoundingClientRect().top") < 600
    filters.click()
    page.get_by_label("Results of").select_option(label="All players")
    expect(page.get_by_text("Filters: By month, From Apr 2, 2020", exact=True)).to_be_visible()
    # A choice does not close them.
    expect(page.get_by_label("Results of")).to_be_visible()
    date_field(page, "Before").fill("2020-04-01")
    date_field(page, "Before").press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("2020-04-02")
    page.reload()
    # An invalid date opens them.
    expect(date_field(page, "From")).to_have_attribute("aria-invalid", "true")
    expect(date_field(page, "From")).to_be_visible()


def test_statistics_are_accessible_and_fit_a_narrow_screen(site: str, visitors: Visitors) -> None:
    page = visitors.context(viewport=NARROW).new_page()
    page.goto(f"{site}/statistics?variant=hundred-and-ten&bucket=MONTH")
    wait_for_statistics(page)
    for title in ("Activity", "Trump suits"):
        assert numbers(page, title)
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        assert violations(page) == []
        assert fits_viewport(page)

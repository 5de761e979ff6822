"""Play now: from the landing page to the first decision with one click, as a guest with a made-up name."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tests.api.harness.server_processes import Server, Spawner
from tests.web.conftest import SignIn
from tests.web.harness.axe import violations
from tests.web.harness.screens import NARROW, fits_viewport
from tests.web.harness.table_player import open_panel, wait_for_turn
from tests.web.harness.visitors import Visitors

_SHIFTS = """window.shifted = 0;
new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => (window.shifted += value)))
    .observe({ type: 'layout-shift', buffered: true });"""
STABLE = 0.1
"""Maximum sum of layout shifts, the limit of a good page by https://web.dev/articles/cls."""
DESKTOP = {"width": 1280, "height": 800}
VARIANTS = ["Hundred and Ten", "Oh Hell", "President"]


def hold_modules(page: Page) -> None:
    """Leave the requests of modules without an answer; the script of the settings is none."""
    page.route("**/*.js", lambda route: route.continue_() if "initial" in route.request.url else None)


def play(page: Page, title: str) -> None:
    page.get_by_role("button", name=f"Play {title}").click()
    page.wait_for_url("**/games/*")


@pytest.mark.parametrize("viewport", [DESKTOP, NARROW], ids=["desktop", "phone"])
@pytest.mark.parametrize("title", VARIANTS)
def test_one_click_leads_to_the_first_decision(
    site: str, visitors: Visitors, title: str, viewport: dict[str, int]
) -> None:
    page = visitors.context(viewport=viewport).new_page()
    page.goto(site)
    expect(page.get_by_label("You play as")).to_have_value(re.compile(r"^\w+ \w+$"))
    name = page.get_by_label("You play as").input_value()
    assert violations(page) == []
    assert fits_viewport(page)
    play(page, title)
    turn = wait_for_turn(page)
    assert turn.buttons or turn.legal
    expect(page.get_by_text(f"Signed in as {name}")).to_be_attached()
    open_panel(page, "Fair deals")
    expect(page.get_by_text("Your seed")).to_be_visible()


def test_guest_chooses_another_name_which_the_browser_keeps(site: str, visitors: Visitors) -> None:
    context = visitors.context()
    page = context.new_page()
    page.goto(site)
    page.get_by_label("You play as").fill("Mo")
    page.reload()
    expect(page.get_by_label("You play as")).to_have_value("Mo")
    page.get_by_label("You play as").fill("\u200b")
    page.get_by_role("button", name="Play President").click()
    expect(page.get_by_role("alert")).to_be_visible()
    page.get_by_label("You play as").fill("Mo")
    play(page, "President")
    expect(page.get_by_role("banner")).to_contain_text("Mo")


def test_player_who_is_signed_in_plays_under_its_name(signed_in: SignIn) -> None:
    ann = signed_in("Ann")
    page = ann.open("/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Tables")
    expect(page.get_by_label("You play as")).to_have_count(0)
    play(page, "Oh Hell")
    wait_for_turn(page)
    games = ann.ask("{ me { games(first: 5) { nodes { players { name } } } } }")["me"]["games"]["nodes"]
    assert [each["name"] for each in games[0]["players"]] == ["Ann", "machine-1", "machine-2", "machine-3"]


def test_play_leads_to_sign_in_without_guests(spawner: Spawner, tmp_path: Path, visitors: Visitors) -> None:
    server = Server(spawner, tmp_path)
    server.start(KIBITZ_GUESTS="false")
    try:
        page = visitors.context().new_page()
        page.goto(server.url.removesuffix("/graphql"))
        page.get_by_role("button", name="Play President").click()
        expect(page.get_by_role("dialog", name="Sign in")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.get_by_role("button", name="Play President")).to_have_attribute("aria-busy", "false")
        assert page.url.endswith("/")
    finally:
        server.end()


def test_lost_answers_start_one_game(site: str, visitors: Visitors) -> None:
    page = visitors.context().new_page()
    lost: set[str] = set()

    def lose_first_answer(route: Route) -> None:
        sent = route.request.post_data or ""
        kind = re.search(r'"(variant|count|commitment)":', sent)
        if kind and kind[1] not in lost:
            lost.add(kind[1])
            route.fetch()
            route.abort()
        else:
            route.continue_()

    page.route("**/graphql", lose_first_answer)
    page.goto(site)
    play(page, "President")
    wait_for_turn(page)
    assert lost >= {"count", "commitment"}
    page.goto(site)
    own_games = page.get_by_role("region", name="Your games")
    expect(own_games.get_by_role("link", name="President")).to_have_count(1)


@pytest.mark.parametrize("viewport", [NARROW, DESKTOP], ids=["phone", "desktop"])
def test_landing_page_is_stable_while_it_loads(
    site: str, signed_in: SignIn, visitors: Visitors, viewport: dict[str, int]
) -> None:
    page = visitors.context(viewport=viewport).new_page()
    # The welcome is in the page itself, and is there before any module.
    hold_modules(page)
    page.goto(site, wait_until="commit")
    expect(page.get_by_role("heading", name="A card table in your browser")).to_be_visible()
    expect(page.get_by_role("link", name="Rules")).to_be_visible()
    ann = signed_in("Ann", viewport=viewport)
    for each in visitors.context(viewport=viewport).new_page(), ann.context.new_page():
        each.add_init_script(_SHIFTS)
        each.goto(site)
        expect(each.get_by_text("to 8 players")).to_be_visible()
        each.wait_for_load_state("networkidle")
        assert each.evaluate("window.shifted") < STABLE


def test_players_do_not_see_the_welcome(signed_in: SignIn) -> None:
    ann = signed_in("Ann")
    page = ann.context.new_page()
    hold_modules(page)
    page.goto(ann.site, wait_until="commit")
    expect(page.get_by_role("link", name="Rules")).to_be_visible()
    expect(page.get_by_role("heading", name="A card table in your browser")).to_be_hidden()

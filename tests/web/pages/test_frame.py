"""Frame around all pages: navigation, errors, waiting, colour scheme and keyboard."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect

from tests.web.conftest import SignIn
from tests.web.harness.axe import violations
from tests.web.harness.screens import NARROW, SCHEMES, fits_viewport
from tests.web.harness.table_player import wait_until
from tests.web.harness.visitors import Visitors

LANDING = "A card table in your browser"
"""The heading of the landing page, for visitors who are not signed in."""


def open_page(visitors: Visitors, address: str, **context: object) -> Page:
    """Open an address in a new browser profile."""
    page = visitors.context(**context).new_page()
    page.goto(address)
    return page


def follow_link(page: Page, address: str) -> None:
    """Click a link to an address of the site."""
    page.evaluate(
        """address => {
            const link = Object.assign(document.createElement('a'), { href: address });
            document.querySelector('main').append(link);
            link.click();
            link.remove();
        }""",
        address,
    )


def test_links_change_the_page_without_a_reload(site: str, visitors: Visitors) -> None:
    page = open_page(visitors, site)
    page.evaluate("window.here = true")
    page.get_by_role("link", name="Leaderboards").click()
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text("Leaderboards")
    expect(heading).to_be_focused()
    expect(page).to_have_title("Leaderboards · Kibitz")
    expect(page.get_by_role("link", name="Leaderboards")).to_have_attribute("aria-current", "page")
    page.go_back()
    expect(heading).to_have_text(LANDING)
    expect(heading).to_be_focused()
    page.go_forward()
    expect(heading).to_have_text("Leaderboards")
    assert page.evaluate("window.here") is True


def test_going_back_restores_the_scroll_position(signed_in: SignIn) -> None:
    ann = signed_in("Ann", viewport={"width": 800, "height": 300})
    for _ in range(4):
        ann.create("president")
    ann.create("oh-hell", machines=3)
    page = ann.open("/")
    own = page.get_by_role("region", name="Your games").get_by_role("listitem")
    expect(own).to_have_count(5)
    page.evaluate("scrollTo(0, 200)")
    page.get_by_role("link", name="Statistics").evaluate("link => link.click()")
    expect(page.get_by_role("heading", level=1)).to_have_text("Statistics")
    assert page.evaluate("scrollY") == 0

    # The viewer's own games arrive last, and above the visible part of the page.
    held: list[tuple[WebSocketRoute, str | bytes]] = []

    def hold(socket: WebSocketRoute) -> None:
        socket.connect_to_server().on_message(
            lambda text: held.append((socket, text)) if '"myGames"' in str(text) else socket.send(text)
        )

    page.route_web_socket("**/graphql", hold)
    page.go_back()
    page.wait_for_function("() => scrollY === 200")
    wait_until(page, lambda: held)
    expect(own).to_have_count(0)
    for socket, text in held:
        socket.send(text)
    expect(own).to_have_count(5)
    page.wait_for_function("() => scrollY === 200")

    # After the viewer scrolls, the position is no longer restored.
    page.mouse.wheel(0, 50)
    page.wait_for_function("() => scrollY === 250")


def test_link_to_an_unknown_page_shows_no_such_page(site: str, visitors: Visitors) -> None:
    page = open_page(visitors, site)
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text(LANDING)
    for address in "/nothing", "/games/1/2/3", "/join/%E0%A4%A":
        follow_link(page, address)
        expect(heading).to_have_text("There is no such page")
        expect(page).to_have_title("No such page · Kibitz")
        assert violations(page) == []
        page.get_by_role("link", name="Go to the tables").click()
        expect(heading).to_have_text(LANDING)


def test_unknown_address_answers_404_with_a_page(site: str, visitors: Visitors) -> None:
    page = visitors.context().new_page()
    answer = page.goto(site + "/nothing/at/all")
    assert answer is not None
    assert answer.status == 404
    expect(page.get_by_role("heading", level=1)).to_have_text("There is no such page")


def test_page_that_throws_shows_an_error_and_other_pages_work(site: str, visitors: Visitors) -> None:
    page = visitors.context().new_page()
    broken = "export default () => { throw new Error('a card fell under the table'); }"
    page.route(
        "**/pages/statistics.js", lambda route: route.fulfill(body=broken, content_type="text/javascript")
    )
    page.goto(site + "/statistics")
    expect(page.get_by_role("heading", level=1)).to_have_text("Something went wrong on this page")
    page.get_by_text("Details").click()
    expect(page.get_by_role("alert")).to_contain_text("a card fell under the table")
    assert violations(page) == []
    page.get_by_role("link", name="Leaderboards").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Leaderboards")
    # The page logs the error.
    assert visitors.errors
    visitors.errors.clear()


def test_page_that_cannot_be_loaded_can_be_retried(site: str, visitors: Visitors) -> None:
    page = visitors.context().new_page()
    page.route("**/pages/statistics.js", lambda route: route.abort())
    page.goto(site + "/statistics")
    expect(page.get_by_role("heading", level=1)).to_have_text("This page could not be loaded")
    assert visitors.errors
    visitors.errors.clear()
    page.unroute("**/pages/statistics.js")
    page.get_by_role("button", name="Reload the page").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Statistics")


def test_lobby_offers_a_newer_version_of_the_page(site: str, visitors: Visitors) -> None:
    page = visitors.context().new_page()

    def outdated(route: Route) -> None:
        error = {
            "message": "There is no trusted document with this id.",
            "extensions": {"code": "UNKNOWN_DOCUMENT"},
        }
        route.fulfill(
            status=400, content_type="application/graphql-response+json", body=json.dumps({"errors": [error]})
        )

    page.route("**/graphql", outdated)
    page.goto(site)
    banner = page.get_by_role("alert").filter(has_text="The server has a newer version of this page.")
    expect(banner).to_be_visible()
    assert violations(page) == []
    page.unroute("**/graphql")
    banner.get_by_role("button", name="Reload the page").click()
    expect(page.get_by_role("link", name="President", exact=True)).to_be_visible()
    expect(banner).to_have_count(0)


def test_long_wait_names_the_awaited_content(site: str, visitors: Visitors) -> None:
    page = visitors.context().new_page()
    page.clock.install()
    page.route("**/graphql", lambda route: None)
    page.goto(site + "/new")
    expect(page.get_by_role("heading", level=1)).to_have_text("New table")
    page.clock.run_for(500)
    expect(page.get_by_text("Loading the games…")).to_be_visible()
    page.clock.run_for(6_000)
    notice = page.get_by_role("status").filter(has_text="Still waiting for the games.")
    expect(notice).to_be_visible()
    expect(notice.get_by_role("button", name="Reload the page")).to_be_visible()
    # The page recovers as soon as the response arrives.
    page.unroute("**/graphql")
    expect(page.get_by_role("radio", name="President")).to_be_visible()


def test_colour_scheme_follows_the_system_or_the_choice(site: str, visitors: Visitors) -> None:
    page = open_page(visitors, site, color_scheme="dark")
    paper = "getComputedStyle(document.body).backgroundColor"
    dark = page.evaluate(paper)
    page.get_by_role("button", name="Colours: same as the system").click()
    assert page.evaluate(paper) != dark
    page.reload()
    button = page.get_by_role("button", name="Colours: light")
    expect(button).to_be_visible()
    assert page.evaluate(paper) != dark
    other = page.context.new_page()
    other.goto(site)
    button.click()
    expect(page.get_by_role("button", name="Colours: dark")).to_be_focused()
    expect(other.get_by_role("button", name="Colours: dark")).to_be_visible()
    assert page.evaluate(paper) == other.evaluate(paper) == dark
    page.get_by_role("button", name="Colours: dark").click()
    assert page.evaluate("localStorage.getItem('kibitz.scheme')") is None


def test_keyboard_can_skip_to_the_content(site: str, visitors: Visitors) -> None:
    page = open_page(visitors, site)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("main")).to_be_focused()
    expect(page.get_by_role("heading", level=1)).to_have_text(LANDING)


@pytest.mark.parametrize("path", ["/", "/new"])
def test_pages_fit_a_narrow_screen(site: str, visitors: Visitors, path: str) -> None:
    page = open_page(visitors, site + path, viewport=NARROW)
    expect(page.get_by_text("President", exact=True).first).to_be_visible()
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        assert fits_viewport(page)
        assert violations(page) == []


def test_frame_is_in_the_page_itself(site: str, visitors: Visitors) -> None:
    page = visitors.context(java_script_enabled=False).new_page()
    page.goto(f"{site}/statistics")
    loaded = open_page(visitors, site)
    frame = """() => [...document.querySelectorAll('.skip, .top a')].map((link) => [
        link.textContent, link.getAttribute('href')])"""
    assert loaded.evaluate(frame) == [
        [link.text_content(), link.get_attribute("href")] for link in page.locator(".skip, .top a").all()
    ]


def test_first_rendering_keeps_the_focus(site: str, visitors: Visitors) -> None:
    page = visitors.context().new_page()
    page.add_init_script(
        "addEventListener('DOMContentLoaded', () => document.querySelector('.top nav a').focus())"
    )
    page.goto(site)
    expect(page.get_by_role("button", name="Play Oh Hell")).to_be_enabled()
    expect(page.get_by_role("link", name="Tables")).to_be_focused()


def test_page_that_is_slow_to_load_says_so(site: str, visitors: Visitors) -> None:
    page = visitors.context().new_page()
    page.route("**/pages/statistics.js", lambda route: None)
    page.goto(f"{site}/statistics", wait_until="commit")
    expect(page.get_by_text("Loading the page…")).to_be_visible()
    expect(page.get_by_role("banner").get_by_role("button", name="Sign in")).to_be_visible()
    expect(page.get_by_role("banner")).to_have_count(1)


def test_page_whose_modules_are_missing_says_so(site: str, visitors: Visitors) -> None:
    page = visitors.context().new_page()
    page.route("**/locales/en.js", lambda route: route.abort())
    page.goto(site)
    notice = page.get_by_role("alert")
    expect(notice).to_contain_text("The server cannot be reached, or has a newer version of the page.")
    page.unroute("**/locales/en.js")
    notice.get_by_role("link", name="Reload the page").click()
    expect(page.get_by_role("button", name="Play Oh Hell")).to_be_enabled()
    expect(notice).to_have_count(0)

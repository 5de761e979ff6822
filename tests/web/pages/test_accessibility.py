"""Accessibility of every page in both colour schemes; in the long form also on a large screen.

The states and drawers of pages are checked in `test_states.py`, and the chart pages in `tests/web/charts`,
on a server with past games.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import SignIn
from tests.web.harness.axe import scheme_violations, screen_violations, violations
from tests.web.harness.screens import PHONE
from tests.web.harness.table_player import click_card, open_menu, open_panel, wait_for_turn
from tests.web.harness.visitors import Person, Visitors

LARGE: Final = {"width": 1600, "height": 1000}
SCREENS = pytest.mark.parametrize(
    "screen",
    [
        pytest.param(PHONE, id="phone-and-desktop"),
        pytest.param(LARGE, id="1600", marks=pytest.mark.slow),
    ],
)


def lobby(ann: Person) -> Page:
    ann.create("oh-hell")
    ann.create("president", machines=3)
    page = ann.open("/")
    page.get_by_role("region", name="Your games").get_by_role("link").first.wait_for()
    return page


def account(ann: Person) -> Page:
    page = ann.open("/")
    page.get_by_role("button", name="Your account").click()
    page.get_by_role("dialog").wait_for()
    return page


def new_table(ann: Person) -> Page:
    page = ann.open("/new?variant=oh-hell")
    page.get_by_role("button", name="Set up the table").wait_for()
    return page


def rules(ann: Person) -> Page:
    page = ann.open("/rules/hundred-and-ten")
    page.get_by_role("article").wait_for()
    return page


def waiting(ann: Person) -> Page:
    page = ann.open(f"/games/{ann.create('hundred-and-ten', access='PRIVATE')}")
    page.get_by_role("button", name="Start the game").wait_for()
    return page


def handing_over(ann: Person) -> Page:
    page = ann.open(f"/games/{ann.create('president', machines=3)}")
    open_menu(page)
    page.get_by_role("button", name="Hand over to the machine").click()
    page.get_by_role("dialog").wait_for()
    return page


def refused(ann: Person) -> Page:
    page = before_move("hundred-and-ten", "playCard")(ann)
    for card in page.locator(".hand-card[aria-disabled=true] [data-card]").all()[:1]:
        click_card(page, card.get_attribute("data-card") or "")
        page.locator(".mine-refusal").wait_for()
    return page


def before_move(variant: str, mutation: str) -> Callable[[Person], Page]:
    """Return a function that opens a table at Ann's first move of a kind."""

    def table(ann: Person) -> Page:
        game = ann.create(variant, machines=3)
        while (move := ann.suggested(game)) and move[0] != mutation:
            ann.play(game)
        page = ann.open(f"/games/{game}")
        wait_for_turn(page)
        return page

    return table


def after_end(variant: str, path: str, shown: str) -> Callable[[Person], Page]:
    """Return a function that opens a page of a finished game."""

    def page(ann: Person) -> Page:
        game = ann.create(variant, machines=3)
        ann.command("automateSeat", game=game)
        opened = ann.open(path.format(game=game, player=ann.player))
        opened.locator(shown).first.wait_for()
        return opened

    return page


def fair_deals(ann: Person) -> Page:
    page = after_end("president", "/games/{game}", ".ended")(ann)
    open_panel(page, "Fair deals")
    page.get_by_role("button", name="Check the game").click()
    page.get_by_text("Each shuffle", exact=True).click()
    return page


STATES: Final[dict[str, Callable[[Person], Page]]] = {
    "lobby": lobby,
    "account": account,
    "new table": new_table,
    "rules": rules,
    "waiting": waiting,
    "Hundred and Ten, bidding": before_move("hundred-and-ten", "passTurn"),
    "Hundred and Ten, discards": before_move("hundred-and-ten", "discardCards"),
    "Hundred and Ten, a card that is refused": refused,
    "Oh Hell, blind bids": before_move("oh-hell", "placeBid"),
    "Oh Hell, tricks": before_move("oh-hell", "playCard"),
    "President": before_move("president", "playCards"),
    "handing over": handing_over,
    "fair deals": fair_deals,
    "the end": after_end("president", "/games/{game}", ".ended"),
    "replay": after_end("president", "/games/{game}/replay", "[data-version]"),
}


@SCREENS
@pytest.mark.parametrize("state", STATES)
def test_page_has_no_accessibility_violations(state: str, screen: dict[str, int], signed_in: SignIn) -> None:
    page = STATES[state](signed_in("Ann", viewport=screen))
    assert (screen_violations if screen == PHONE else scheme_violations)(page) == []
    assert page.locator("h1").count() == 1
    assert page.title().endswith("Kibitz")


def test_sign_in_dialog_has_no_accessibility_violations(site: str, visitors: Visitors) -> None:
    page = visitors.context(viewport=PHONE).new_page()
    page.goto(site)
    page.get_by_role("banner").get_by_role("button", name="Sign in").click()
    page.get_by_label("Your name").wait_for()
    assert screen_violations(page) == []
    page.get_by_text("I am signed in on another device").click()
    page.get_by_label("Code", exact=True).wait_for()
    assert screen_violations(page) == []


@pytest.mark.parametrize(
    ("variant", "mutation"),
    [("hundred-and-ten", "passTurn"), ("oh-hell", "placeBid"), ("president", "playCards")],
)
def test_hand_and_buttons_fit_a_low_screen_without_scrolling(
    variant: str, mutation: str, signed_in: SignIn
) -> None:
    page = before_move(variant, mutation)(signed_in("Ann", viewport={"width": 1280, "height": 720}))
    mine = page.locator(".mine")
    for card in mine.locator(".hand > *").all():
        # Only the lower edge of a card may be below the screen.
        expect(card).to_be_in_viewport(ratio=0.75)
    for button in mine.locator("button:not(.hand-card)").all():
        expect(button).to_be_in_viewport(ratio=1)


def test_axe_finds_planted_violations(signed_in: SignIn) -> None:
    page = signed_in("Ann").open("/")
    page.locator("h1").wait_for()
    page.evaluate("""() => {
        const heading = document.querySelector('h1');
        const button = document.createElement('button');
        button.style.cssText = 'min-height: 0; height: 10px; width: 10px; padding: 0';
        heading.before(button);
        heading.style.color = '#aaa';
    }""")
    found = violations(page)
    assert {"button-name", "color-contrast"} <= {each.split()[0] for each in found}

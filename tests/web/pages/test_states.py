"""Accessibility of the states and drawers of pages, each in both colour schemes on a phone and on a desktop.

States with tests of their own are checked there: round summaries and podiums in `tests/web/results`,
the QR code in `tests/web/company`, the settings in `tests/web/cards`, the rules in `tests/web/rules`, the
suggestions of a replay in `tests/web/replay`, and the page without a connection in `tests/web/attention`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.web.conftest import SignIn
from tests.web.harness.account_dialogs import account_button, dialog
from tests.web.harness.axe import scheme_violations, screen_violations
from tests.web.harness.screens import DESKTOP, PHONE
from tests.web.harness.table_player import (
    Turn,
    click_card,
    close_panel,
    open_menu,
    open_panel,
    press_button,
    wait_for_turn,
)
from tests.web.harness.visitors import Person, Visitors

SCREENS = pytest.mark.parametrize(
    "screen", [pytest.param(PHONE, id="phone"), pytest.param(DESKTOP, id="desktop")]
)
MAX_TURNS: Final = 300


class States:
    """Collects the violations of a page's states."""

    def __init__(self, page: Page, check: Callable[[Page], list[str]] = scheme_violations) -> None:
        self.page, self._check = page, check
        self.found: list[str] = []

    def check(self, state: str) -> None:
        """Check the state that the page shows."""
        self.found += [f"{state}: {each}" for each in self._check(self.page)]


def check_drawers(states: States) -> None:
    """Check the tabs of the panel, the menu of the table, and the order of the trumps."""
    page = states.page
    for tab in "Log", "Scores", "Talk", "Fair deals":
        open_panel(page, tab)
        states.check(tab)
    close_panel(page)
    open_menu(page)
    expect(page.get_by_role("button", name="Hand over to the machine")).to_be_visible()
    states.check("menu")
    page.keyboard.press("Escape")
    order = page.locator(".ladder summary")
    order.click()
    expect(page.locator(".ladder-suits")).to_be_visible()
    states.check("order of trumps")
    order.click()


def check_hint(states: States, state: str) -> None:
    states.page.get_by_role("button", name="Hint", exact=True).click()
    expect(states.page.locator(".hint-text")).to_be_visible()
    states.check(f"hint for {state}")


def restricted_turn(ann: Person, game: str, page: Page, turn: Turn) -> tuple[Turn, str]:
    """Play, in new games if need be, until some cards are illegal; return the turn and one of these cards."""
    for _ in range(MAX_TURNS):
        illegal = [card for card in turn.hand if card is not None and card not in turn.legal]
        if turn.legal and illegal and not turn.over:
            return turn, illegal[0]
        if turn.over:
            game = ann.create("hundred-and-ten", machines=3)
            page.goto(f"{ann.site}/games/{game}")
            turn = wait_for_turn(page)
        else:
            ann.play(game)
            turn = wait_for_turn(page, turn.version)
    raise AssertionError("every card could always be played")


@SCREENS
def test_table_has_no_violations_in_any_state(screen: ViewportSize, signed_in: SignIn) -> None:
    ann = signed_in("Ann", viewport=screen)
    game = ann.create("hundred-and-ten", machines=3)
    page = ann.open(f"/games/{game}")
    states = States(page)
    turn = wait_for_turn(page)
    states.check("bidding")
    check_drawers(states)
    check_hint(states, "bid")
    press_button(page, "Shoot the moon (60)")
    expect(page.get_by_role("group", name="Trump")).to_be_visible()
    states.check("naming trump")
    page.get_by_role("group", name="Trump").get_by_role("button").first.click()
    expect(page.get_by_role("button", name="Keep all cards")).to_be_visible()
    turn = wait_for_turn(page, turn.version)
    states.check("discarding")
    click_card(page, turn.legal[0])
    expect(page.get_by_role("button", name="Discard one card")).to_be_visible()
    states.check("a card to discard")
    check_drawers(states)
    check_hint(states, "discards")
    press_button(page, "Discard one card")
    turn = wait_for_turn(page, turn.version)
    turn, illegal = restricted_turn(ann, game, page, turn)
    states.check("trick")
    click_card(page, illegal)
    expect(page.locator(".mine-refusal")).to_be_visible()
    states.check("refused card")
    check_hint(states, "trick")
    assert states.found == []


@SCREENS
@pytest.mark.parametrize("variant", ["oh-hell", "president"])
def test_drawers_of_other_games_have_no_violations(
    variant: str, screen: ViewportSize, signed_in: SignIn
) -> None:
    ann = signed_in("Ann", viewport=screen)
    page = ann.open(f"/games/{ann.create(variant, machines=3)}")
    states = States(page)
    wait_for_turn(page)
    for tab in "Scores", "Talk":
        open_panel(page, tab)
        states.check(tab)
    close_panel(page)
    states.check("decision")
    check_hint(states, "decision")
    assert states.found == []


def test_account_dialog_has_no_violations_in_any_step(signed_in: SignIn) -> None:
    page = signed_in("Ann", viewport=PHONE).open("/")
    states = States(page, screen_violations)
    account_button(page).click()
    states.check("account")
    for step in (
        "Use on another device",
        "Where you are signed in",
        "Sign out…",
        "Erase me",
    ):
        dialog(page).get_by_role("button", name=step).click()
        page.wait_for_load_state("networkidle")
        states.check(step)
        page.keyboard.press("Escape")
        account_button(page).click()
    assert states.found == []


def test_lobby_has_no_violations_while_you_look_for_a_game(signed_in: SignIn) -> None:
    page = signed_in("Ann", viewport=PHONE).open("/")
    states = States(page, screen_violations)
    page.get_by_role("button", name="Find a game").click()
    search = page.get_by_role("region", name="Find a game")
    search.get_by_label("Machine players may join").select_option("Never")
    states.check("form of the search")
    search.get_by_role("button", name="Look for a game").click()
    expect(page.get_by_role("button", name="Cancel the search")).to_be_visible()
    states.check("search")
    assert states.found == []


def test_waiting_room_has_no_violations_for_guests(signed_in: SignIn, visitors: Visitors, site: str) -> None:
    ann, bert = signed_in("Ann", viewport=PHONE), signed_in("Bert")
    game = ann.create("president")
    bert.command("joinGame", game=game)
    page = ann.open(f"/games/{game}")
    states = States(page, screen_violations)
    expect(page.get_by_role("list", name="Seats")).to_contain_text("Bert")
    states.check("organizer")
    guest = visitors.context(viewport=PHONE).new_page()
    guest.goto(f"{site}/games/{game}")
    spectator = States(guest, screen_violations)
    guest.get_by_role("button", name="Take a seat").click()
    expect(dialog(guest).get_by_label("Your name")).to_be_visible()
    spectator.check("name of a guest")
    assert [*states.found, *spectator.found] == []

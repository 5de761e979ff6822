"""The order of the cards on the table page: sorted hands, the ladder, marks of trumps, refusals and hints."""

from __future__ import annotations

from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import SignIn
from tests.web.harness.axe import violations
from tests.web.harness.page_modules import evaluate_in_module
from tests.web.harness.screens import NARROW, fits_viewport
from tests.web.harness.table_player import announcements, click_card, wait_for_turn, wait_until
from tests.web.queued_moves.waiting_tables import must_play_trump, table_at_tricks

MODULE: Final = "text/card-order.js"
STATE: Final = """query ($game: ID!) { game(id: $game) {
    you seats { hand } table { cardOrder { trumps gone suits } } hint { reason { text } }
} }"""
EMPTY: Final[dict[str, list[str]]] = {
    "trumps": [],
    "gone": [],
    "suits": [],
    "ranks": [],
    "alwaysPlayable": [],
}


@pytest.mark.parametrize(
    ("order", "hand", "expected"),
    [
        (None, "QD JOKER 2S KH", "JOKER KH QD 2S"),
        ({"trumps": "JOKER AH", "suits": ["KH", "AS 2S"]}, "2S KH JOKER AS AH", "JOKER AH KH AS 2S"),
        ({"trumps": "5S JOKER AH 2S 9S", "suits": ["KH", "TD"]}, "9S KH JOKER 2S TD", "JOKER 2S 9S KH TD"),
        ({"ranks": "ACE FOUR THREE TWO", "alwaysPlayable": "TWO THREE"}, "2H 3D AS 4C 4H", "4H 4C AS 3D 2H"),
        ({"trumps": "5S"}, "?? ?? 5S", "?? ?? 5S"),
    ],
)  # fmt: skip
def test_a_hand_is_sorted_in_the_order_of_the_server(
    order: dict[str, Any] | None, hand: str, expected: str, site: str, signed_in: SignIn
) -> None:
    page = signed_in("Ann").open("/")
    stated = None
    if order is not None:
        parts = {name: part.split() if isinstance(part, str) else part for name, part in order.items()}
        parts |= {"suits": [suit.split() for suit in order.get("suits", [])]}
        stated = {**EMPTY, **parts}
    given = {"hand": hand.split(), "order": stated}
    found = evaluate_in_module(page, MODULE, "module.sortHand(given.hand, given.order)", given)
    assert found == expected.split()


def test_the_ladder_shows_the_trumps_and_a_refusal_and_a_hint_say_why(signed_in: SignIn) -> None:
    table, led, plain = table_at_tricks(signed_in, must_play_trump)
    page = table.page
    table.bert.command("playCard", game=table.game, card=led)
    turn = wait_for_turn(page)
    state = table.ann.ask(STATE, game=table.game)["game"]
    order, hand = state["table"]["cardOrder"], state["seats"][state["you"]]["hand"]
    line = [*order["trumps"], *(card for suit in order["suits"] for card in suit)]
    assert turn.hand == sorted(hand, key=line.index)
    assert steps(page) == order["trumps"]
    assert steps(page, ".ladder-gone") == order["gone"] == [led]
    trumps = [card for card in turn.hand if card is not None and card in order["trumps"]]
    assert set(trumps) == set(turn.legal)
    assert steps(page, ".ladder-held") == trumps
    marked = page.locator(".mine .hand-card:has(.hand-trump) .card")
    assert [each.get_attribute("data-card") for each in marked.all()] == trumps
    expect(page.locator(".mine .hand-card").first).to_contain_text("(trump)")

    click_card(page, plain)
    expect(page.locator(".refusal")).to_contain_text("not possible. A trump was led, the ")
    expect(page.locator(".refusal")).to_contain_text(
        "a trump: play it." if len(trumps) == 1 else "play one of them."
    )
    wait_until(page, lambda: any("A trump was led" in each for each in announcements(page)))
    page.get_by_role("button", name="Hint", exact=True).click()
    expect(page.locator(".hint-text")).to_contain_text(state["hint"]["reason"]["text"])
    assert violations(page) == []


def test_the_other_suits_open_below_the_ladder_and_close_with_escape(signed_in: SignIn) -> None:
    table, _, _ = table_at_tricks(signed_in, must_play_trump)
    page = table.page
    page.set_viewport_size(NARROW)
    suits = page.locator(".ladder-suits")
    expect(suits).to_be_hidden()
    page.locator(".ladder summary").focus()
    page.keyboard.press("Enter")
    expect(suits.locator("li")).to_have_count(3)
    assert fits_viewport(page)
    assert violations(page) == []
    page.keyboard.press("Escape")
    expect(suits).to_be_hidden()


def steps(page: Page, kind: str = "") -> list[str | None]:
    """Return the cards of the ladder, or those of a kind."""
    found = page.locator(f".ladder summary .ladder-step{kind}").all()
    return [each.get_attribute("data-step") for each in found]

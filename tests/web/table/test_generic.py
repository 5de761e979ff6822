"""Generic table of a game without a page module: its state in words, its moves as buttons."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any, Final

from playwright.sync_api import Page, Route, expect

from tests.web.conftest import SignIn
from tests.web.harness.axe import violations
from tests.web.harness.page_modules import evaluate_in_module
from tests.web.harness.table_player import make_move
from tests.web.harness.visitors import Person

GENERIC: Final = "games/generic.js"
PLAIN: Final = "export { default } from './generic.js';"
MAX_MOVES: Final = 40


def _use_generic_module(person: Person, variant: str) -> None:
    """Serve the generic module in place of a game's own."""

    def without(route: Route) -> None:
        route.fulfill(body=PLAIN, content_type="text/javascript")

    person.context.route(f"**/games/{variant}.js", without)


def _move_buttons(page: Page) -> Any:
    return page.locator(".generic-moves").get_by_role("button")


def test_generic_table_plays_bids_trumps_discards_and_tricks(signed_in: SignIn) -> None:
    ann = signed_in("Ann")
    _use_generic_module(ann, "hundred-and-ten")
    page = ann.open(f"/games/{ann.create('hundred-and-ten', machines=1)}")
    log = page.get_by_role("region", name="Log")
    make_move(page, page.get_by_role("button", name=re.compile("^Bid (60|30)$")).last)
    expect(log).to_contain_text(re.compile("You bid (60|30)"))
    hand = page.get_by_role("toolbar", name="Your hand").get_by_role("button")
    scored = log.get_by_text(re.compile(r"Round 1: (you|Machine 1) score"))
    for _ in range(MAX_MOVES):
        if scored.count():
            break
        expect(page.get_by_text("Loading your moves…")).to_have_count(0)
        if page.get_by_text("Pick a card from your hand").count():
            make_move(page, page.locator(".hand button:not([aria-disabled='true'])").first)
        else:
            make_move(page, _move_buttons(page).last)
    expect(log).to_contain_text(re.compile("You name (hearts|diamonds|clubs|spades) trump|Machine 1 names"))
    expect(log).to_contain_text(re.compile("You (discard the|keep all)"))
    expect(log).to_contain_text(re.compile(r"Round 1: (you|Machine 1) score"))
    assert hand.count()
    assert violations(page) == []


def test_generic_table_shows_every_present_field_and_no_absent_one(signed_in: SignIn) -> None:
    ann = signed_in("Ann")
    _use_generic_module(ann, "hundred-and-ten")
    page = ann.open(f"/games/{ann.create('hundred-and-ten', machines=2)}")
    board = page.get_by_role("region", name="Table")
    expect(board).to_contain_text(re.compile("Round:? *1"))
    expect(board).to_contain_text(re.compile("Stock:? *38 cards"))
    expect(board).to_contain_text("Discards: Dealer first")
    expect(board).to_contain_text("No cards lie on the table.")
    expect(board).not_to_contain_text(re.compile("null|undefined|NaN|Passes|Clockwise|Turn up|false"))


_SHOW: Final = """import(main.replace('main.js', 'ui/html.js')).then(({ html, render }) => {
    const room = document.getElementById('page');
    render(null, room);
    window.acted = [];
    const makeMove = (mutation, input) => window.acted.push([mutation, input]);
    const { Controls } = module.default;
    render(html`<main><h1>Moves</h1>
        <${Controls} ...${given} makeMove=${makeMove} isBusy=${false} /></main>`, room);
})"""


def _show(page: Page, offers: Sequence[Mapping[str, Any]], *answers: Mapping[str, Any]) -> None:
    """Show the moves of a fictitious game, with given server responses."""
    left = list(answers)

    def answer(route: Route) -> None:
        if json.loads(route.request.post_data or "{}").get("variables") == {"game": "none"}:
            route.fulfill(body=json.dumps(left.pop(0)), content_type="application/json")
        else:
            route.continue_()

    page.route("**/graphql", answer)
    evaluate_in_module(page, GENERIC, _SHOW, {"game": {"id": "none", "version": 7}, "offers": offers})


def test_many_moves_are_chosen_from_one_list_for_each_offer(signed_in: SignIn) -> None:
    cards = ["5H", "KS", "JOKER", "2D", "7C", "9C"]
    subsets = [chosen for count in range(7) for chosen in combinations(cards, count)]
    swap = {"__typename": "SwapOffer", "mutation": "swapCards", "anySubsetOf": cards}
    fold = {"__typename": "FoldOffer", "mutation": "foldHand"}
    swaps = [{"__typename": "SwapCards", "mutation": "swapCards", "cards": chosen} for chosen in subsets]
    folds = [{"__typename": "FoldHand", "mutation": "foldHand"}]
    legal = [{**swap, "moves": swaps}, {**fold, "moves": folds}]
    page = signed_in("Ann").open("/")
    _show(page, [swap, fold], {"data": {"game": {"legalMoves": legal}}})
    chosen = page.get_by_label("Swap cards")
    expect(chosen.get_by_role("option")).to_have_count(len(subsets))
    assert violations(page) == []
    chosen.select_option("Swap cards (cards five of hearts and joker)")
    page.get_by_role("button", name="Make the move").click()
    page.get_by_role("button", name="Fold hand").click()
    assert page.evaluate("window.acted") == [["swapCards", {"cards": ["5H", "JOKER"]}], ["foldHand", {}]]


def test_moves_that_fail_to_load_can_be_retried(signed_in: SignIn) -> None:
    offer = {"__typename": "FoldOffer", "mutation": "foldHand"}
    moves = [{"__typename": "FoldHand", "mutation": "foldHand"}]
    page = signed_in("Ann").open("/")
    failed = {"errors": [{"message": "It is too much.", "extensions": {"code": "TOO_COMPLEX"}}]}
    _show(page, [offer], failed, {"data": {"game": {"legalMoves": [{**offer, "moves": moves}]}}})
    expect(page.get_by_text("Your moves could not be loaded. It is too much.")).to_be_visible()
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("button", name="Fold hand")).to_be_visible()

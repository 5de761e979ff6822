"""Card names, and the hand's mouse and keyboard control."""

from __future__ import annotations

from itertools import product
from typing import Any, Final

from playwright.sync_api import Page, expect

from tests.web.harness.axe import violations
from tests.web.harness.page_modules import evaluate_in_module

HAND, CARD_NAMES = "table/hand.js", "text/card-names.js"
RANKS: Final = {
    "2": "two", "3": "three", "4": "four", "5": "five", "6": "six", "7": "seven", "8": "eight", "9": "nine",
    "T": "ten", "J": "jack", "Q": "queen", "K": "king", "A": "ace",
}  # fmt: skip
SUITS: Final = {"H": "hearts", "D": "diamonds", "C": "clubs", "S": "spades"}
NAMES: Final = {
    **{rank + suit: f"{RANKS[rank]} of {SUITS[suit]}" for suit, rank in product(SUITS, RANKS)},
    "JOKER": "joker",
    "??": "card face down",
}
_SHOW: Final = """import(main.replace('main.js', 'ui/html.js')).then(({ html, render }) => {
    render(null, document.getElementById('page'));
    const room = document.getElementById('page');
    const Shown = module[given.component];
    window.picked = [];
    window.refused = [];
    const onPick = (card) => window.picked.push(card);
    const onRejectedPick = (card) => window.refused.push(card);
    const set = (cards) => cards && new Set(cards);
    const sets = ({ playable, selected, suggested }) =>
        ({ playable: set(playable), selected: set(selected), suggested: set(suggested) });
    const all = (props) => props.each ?? [props];
    window.show = (props) => render(html`<main><h1>Cards</h1>
        ${all(props).map((one) => html`<${Shown} ...${one} onPick=${onPick}
            onRejectedPick=${onRejectedPick} ...${sets(one)} />`)}</main>`, room);
    window.show(given.props);
})"""


def _show(page: Page, path: str, component: str, **props: Any) -> None:
    page.reload()
    evaluate_in_module(page, path, _SHOW, {"component": component, "props": props})


def _focused(page: Page) -> str | None:
    name: str | None = page.evaluate("document.activeElement.textContent")
    return name


def test_every_card_has_a_name(page: Page) -> None:
    assert evaluate_in_module(page, CARD_NAMES, "given.map(module.cardName)", list(NAMES)) == list(
        NAMES.values()
    )


def test_several_cards_are_named_together_and_hidden_cards_are_counted(page: Page) -> None:
    cases: dict[str, list[str]] = {
        "five of hearts": ["5H"],
        "five of hearts and king of spades": ["5H", "KS"],
        "five of hearts, king of spades and joker": ["5H", "KS", "JOKER"],
        "three cards": ["??"] * 3,
        "one card": ["??"],
        "five of hearts and two more cards": ["??", "5H", "??"],
    }
    assert evaluate_in_module(page, CARD_NAMES, "given.map(module.cardNames)", list(cases.values())) == list(
        cases
    )


def test_hand_is_one_tab_stop_with_arrow_navigation(page: Page) -> None:
    _show(page, HAND, "Hand", cards=["5H", "KS", "JOKER"], playable=["5H", "KS"], label="Your hand")
    bar = page.get_by_role("toolbar", name="Your hand")
    expect(bar.get_by_role("button")).to_have_count(3)
    assert bar.locator("button[tabindex='0']").count() == 1
    bar.get_by_role("button", name="five of hearts").focus()
    for key, name in (
        ("ArrowRight", "king of spades"), ("ArrowRight", "joker"), ("ArrowRight", "five of hearts"),
        ("ArrowLeft", "joker"), ("Home", "five of hearts"), ("End", "joker"), ("ArrowUp", "king of spades"),
        ("ArrowDown", "joker"),
    ):  # fmt: skip
        page.keyboard.press(key)
        assert _focused(page) is not None
        expect(bar.get_by_role("button", name=name)).to_be_focused()
    assert bar.locator("button[tabindex='0']").count() == 1
    assert violations(page) == []


def test_enter_space_and_click_pick_a_card_and_report_an_illegal_one(
    page: Page,
) -> None:
    _show(page, HAND, "Hand", cards=["5H", "KS", "JOKER"], playable=["5H", "KS"], label="Your hand")
    bar = page.get_by_role("toolbar", name="Your hand")
    bar.get_by_role("button", name="five of hearts").press("Enter")
    bar.get_by_role("button", name="king of spades").press("Space")
    bar.get_by_role("button", name="five of hearts").click()
    joker = bar.get_by_role("button", name="joker")
    expect(joker).to_have_attribute("aria-disabled", "true")
    joker.press("Enter")
    assert page.evaluate("window.picked") == ["5H", "KS", "5H"]
    assert page.evaluate("window.refused") == ["JOKER"]
    assert joker.get_attribute("aria-pressed") is None, "it is played at once, not chosen"


def test_cards_expose_their_selection_and_suggestion(
    page: Page,
) -> None:
    _show(
        page, HAND, "Hand", cards=["5H", "KS", "JOKER"], playable=["5H", "KS"], selected=["KS"],
        suggested=["5H"], label="Your hand",
    )  # fmt: skip
    bar = page.get_by_role("toolbar", name="Your hand")
    expect(bar.get_by_role("button", name="king of spades", pressed=True)).to_be_visible()
    expect(bar.get_by_role("button", name="five of hearts (suggested)", pressed=False)).to_be_visible()
    assert violations(page) == []


def test_focus_stays_in_the_hand_when_the_focused_card_leaves(page: Page) -> None:
    cards = ["5H", "KS", "JOKER"]
    _show(page, HAND, "Hand", cards=cards, playable=cards, label="Your hand")
    bar = page.get_by_role("toolbar", name="Your hand")
    for at, left in ((1, ["5H", "JOKER"]), (1, ["5H"])):
        bar.get_by_role("button").nth(at).focus()
        page.evaluate("(cards) => window.show({ cards, playable: cards, label: 'Your hand' })", left)
        expect(bar.get_by_role("button").last).to_be_focused()


def test_blind_hand_is_a_list_of_face_down_cards(page: Page) -> None:
    _show(page, HAND, "Hand", cards=["??", "??"], playable=[], label="Your hand")
    assert page.get_by_role("button").count() == 0
    expect(page.get_by_role("list", name="Your hand").get_by_role("listitem")).to_have_count(2)
    assert violations(page) == []


def test_illegal_cards_look_different_unless_the_whole_hand_is_illegal(
    page: Page,
) -> None:
    look = (
        "[...document.querySelectorAll('.hand .card')].map((card) => getComputedStyle(card).borderTopStyle)"
    )
    cards = ["5H", "KS", "JOKER"]
    _show(page, HAND, "Hand", cards=cards, playable=["5H"], label="Your hand")
    assert page.evaluate(look) == ["solid", "dashed", "dashed"], "not by colour alone"
    _show(page, HAND, "Hand", cards=cards, playable=[], label="Your hand")
    assert page.evaluate(look) == ["solid"] * 3

"""Drawn cards: indices, pips and figures, their colours, and their geometry at each size."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any, Final

import pytest
from playwright.sync_api import Page

from tests.web.harness.axe import violations
from tests.web.harness.page_modules import evaluate_in_module

RANKS: Final = "A23456789TJQK"
SUITS: Final = "HDCS"
CARDS: Final = [*(rank + suit for suit, rank in product(SUITS, RANKS)), "JOKER", "??"]
PIP_COUNTS: Final = {"A": 1, "T": 10, **{str(number): number for number in range(2, 10)}}
RED, BLACK, BLUE, GREEN = "rgb(195, 16, 43)", "rgb(21, 24, 26)", "rgb(18, 88, 184)", "rgb(15, 107, 53)"
_SHOW: Final = """import(main.replace('main.js', 'ui/html.js')).then(({ html, render }) => {
    const root = document.getElementById('page');
    render(null, root);
    document.documentElement.style.setProperty('--card-width', `${given.width}px`);
    Object.assign(document.documentElement.dataset, given.settings);
    render(html`<main><h1>Cards</h1>
        ${given.cards.map((card) => html`<${module.Card} card=${card} />`)}</main>`, root);
})"""
_READ: Final = """() => [...document.querySelectorAll('.card')].map((card) => {
    const outer = card.getBoundingClientRect();
    const shown = [...card.querySelectorAll('svg path')]
        .filter((each) => each.getBoundingClientRect().width > 0);
    const box = (each) => {
        // The box of a path leaves out its line.
        const line = each.matches('.card-index') ? 2.3 * each.getScreenCTM().a : 0;
        const { left, right, top, bottom } = each.getBoundingClientRect();
        const across = [left - line - outer.left, right + line - outer.left];
        return [...across, top - line - outer.top, bottom + line - outer.top];
    };
    const corner = [...card.querySelectorAll('.card-corner path')];
    return {
        card: card.dataset.card ?? null,
        name: card.textContent.trim(),
        hidden: card.querySelector('svg').getAttribute('aria-hidden'),
        width: outer.width, height: outer.height,
        colour: getComputedStyle(card).color,
        paper: getComputedStyle(card).backgroundColor,
        corner: corner.map((each) => each.getAttribute('d')),
        cornerBoxes: corner.map(box),
        boxes: shown.filter((each) => !each.closest('.card-figure')).map(box),
        pips: [...card.querySelectorAll(':scope > svg > path.card-usual:not(.card-inlay)')]
            .map((each) => each.getAttribute('d').match(/M/g).length),
        drawing: shown.map((each) => each.getAttribute('d')).join(),
    };
})"""


@pytest.fixture(autouse=True)
def _restore(page: Page) -> Iterator[None]:
    yield
    page.emulate_media(forced_colors="none", color_scheme="no-preference", media="screen")
    page.reload()


def show(page: Page, cards: list[str], width: int = 56, **settings: str) -> list[dict[str, Any]]:
    """Show cards of a width, and return what is drawn of each."""
    given = {"cards": cards, "width": width, "settings": settings}
    evaluate_in_module(page, "table/card.js", _SHOW, given)
    drawn: list[dict[str, Any]] = page.evaluate(_READ)
    assert len(drawn) == len(cards)
    return drawn


def test_every_card_differs_and_numbers_have_as_many_pips_as_their_rank(page: Page) -> None:
    drawn = show(page, CARDS)
    assert len({each["drawing"] for each in drawn}) == len(CARDS)
    for card, face in zip(CARDS, drawn, strict=True):
        assert face["hidden"] == "true", "it has its name in words already"
        assert face["name"]
        assert face["card"] == (None if card == "??" else card)
        if card[0] in PIP_COUNTS:
            assert face["pips"] == [PIP_COUNTS[card[0]]], card
    indices = {card: tuple(face["corner"]) for card, face in zip(CARDS[:-2], drawn, strict=False)}
    assert len(set(indices.values())) == len(indices)
    for rank in RANKS:
        assert len({indices[rank + suit][0] for suit in SUITS}) == 1, "one index for a rank"
    for suit in SUITS:
        assert len({indices[rank + suit][1] for rank in RANKS}) == 1, "one shape for a suit"
    assert violations(page) == []


def test_suits_have_two_colours_and_four_by_choice(page: Page) -> None:
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        two = [face["colour"] for face in show(page, [f"5{suit}" for suit in SUITS], deck="two")]
        assert two == [RED, RED, BLACK, BLACK], "cards are light in both schemes, as on a table"
        four = [face["colour"] for face in show(page, [f"5{suit}" for suit in SUITS], deck="four")]
        assert four == [RED, BLUE, GREEN, BLACK]


@pytest.mark.parametrize("index", ["usual", "large"])
@pytest.mark.parametrize("width", [24, 40, 56, 120])
def test_index_is_readable_at_the_left_edge_and_nothing_leaves_the_card(
    page: Page, width: int, index: str
) -> None:
    for face in show(page, CARDS, width, index=index):
        assert face["width"] == width
        assert face["height"] == pytest.approx(width * 1.4, abs=1)
        for left, right, top, bottom in face["boxes"]:
            assert left >= 0, face["card"]
            assert top >= 0, face["card"]
            assert right <= width, face["card"]
            assert bottom <= face["height"], face["card"]
        if face["card"] in (None, "JOKER"):
            continue
        # 24 pixels are visible of a card of 56 pixels in an overlapping hand.
        assert max(right for _, right, _, _ in face["cornerBoxes"]) <= width * 24 / 56
        _, _, top, bottom = face["cornerBoxes"][0]
        is_large = index == "large" or width < 44
        assert bottom - top >= width * (0.4 if is_large else 0.22), "12 pixels of 56, or 24"


def test_forced_colours_keep_suits_and_backs_distinguishable(page: Page) -> None:
    page.emulate_media(forced_colors="active")
    drawn = show(page, ["5H", "5D", "5C", "5S", "KH", "KD", "JOKER", "??"], deck="four")
    assert len({face["colour"] for face in drawn}) == 1
    assert all(face["colour"] != face["paper"] for face in drawn)
    assert len({face["drawing"] for face in drawn}) == len(drawn)


def test_suit_has_a_gap_before_its_name(page: Page) -> None:
    evaluate_in_module(
        page,
        "table/card.js",
        """import(main.replace('main.js', 'ui/html.js')).then(({ html, render }) =>
            render(html`<main><h1>Suit</h1><button><${module.NamedSuit} suit="HEARTS" /></button></main>`,
                document.getElementById('page')))""",
    )
    symbol = page.locator(".named-suit svg").bounding_box()
    word = page.get_by_text("Hearts", exact=True).bounding_box()
    assert symbol is not None
    assert word is not None
    assert 3 <= word["x"] - (symbol["x"] + symbol["width"]) <= 12
    assert page.get_by_role("button", name="hearts", exact=True).count() == 1
    colour = "(each) => getComputedStyle(each).color"
    page.emulate_media(color_scheme="dark")
    assert page.locator(".suit").evaluate(colour) == "rgb(255, 143, 157)"
    page.emulate_media(color_scheme="dark", media="print")
    assert page.locator(".suit").evaluate(colour) == RED, "paper is light"

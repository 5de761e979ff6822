"""A whole game on a phone, by touch alone, from the landing page to the rematch."""

from __future__ import annotations

import re
from typing import Final

from playwright.sync_api import Locator, Page, Position, expect

from tests.web.harness.screens import fits_viewport
from tests.web.harness.table_player import Turn, turns
from tests.web.harness.visitors import Visitors

PHONE: Final = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
MAX_TURNS: Final = 80
PLAYABLE: Final = ".mine .hand-card:not([aria-disabled='true'])"
EDGE: Final[Position] = {"x": 12, "y": 40}
"""The place of a finger on a card: the next card leaves 24 px of it."""
_POINTERS: Final = """() => {
    window.pointers = new Set();
    addEventListener('pointerdown', ({ pointerType }) => pointers.add(pointerType), true);
    addEventListener('keydown', () => pointers.add('key'), true);
    addEventListener('scroll', () => pointers.add('scroll'), true);
}"""


def move(page: Page, turn: Turn) -> None:
    """Play the first playable card, or pass."""
    board = page.locator(f".board[data-version='{turn.version}']")
    if turn.legal:
        page.locator(PLAYABLE).first.tap(position=EDGE)
        page.get_by_role("button", name=re.compile(r"^Play \w+ \w+$")).tap()
    else:
        page.get_by_role("button", name="Pass", exact=True).tap()
    expect(board).to_have_count(0)


def test_whole_game_is_playable_by_touch(site: str, visitors: Visitors) -> None:
    page = visitors.context(reduced_motion="no-preference", **PHONE).new_page()
    page.goto(site)
    page.get_by_role("button", name="Play President").tap()
    page.locator(PLAYABLE).first.wait_for()
    page.evaluate(_POINTERS)
    played = 0
    for turn in turns(page, MAX_TURNS):
        assert fits_viewport(page)
        assert page.evaluate("[scrollX, scrollY]") == [0, 0]
        if turn.over:
            break
        move(page, turn)
        played += 1
    assert played >= 4
    expect(result(page)).to_be_visible()
    page.get_by_role("button", name="Close and look at the table").tap()
    expect(result(page)).to_have_count(0)
    page.get_by_role("button", name="Show the result").tap()
    assert page.evaluate("[...pointers]") == ["touch"]
    former = page.url
    page.get_by_role("button", name="Rematch").tap()
    page.wait_for_url(lambda address: address != former)


def result(page: Page) -> Locator:
    return page.get_by_role("region", name="Result")

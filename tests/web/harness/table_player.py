"""Plays through the table page: reads the offered moves, presses buttons and cards, opens the panel."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from msgspec import Struct, convert
from playwright.sync_api import Locator, Page, expect

# Null until the page is past a version, and it is its player's turn or the game is over.
_TURN: Final = """after => {
    const board = document.querySelector('.board');
    if (!board || Number(board.dataset.version) <= after) return null;
    const over = document.querySelector('.ended') !== null;
    if (!over && !document.querySelector('.turn-mine')) return null;
    const text = found => [...document.querySelectorAll(found)].map(each => each.innerText.trim());
    const cards = found => [...document.querySelectorAll(found)].map(each => each.dataset.card);
    return {
        version: Number(board.dataset.version), over,
        buttons: text('.mine-moves button:not(.hint-button)'),
        legal: cards(".mine .hand-card:not([aria-disabled='true']) .card"),
        hand: cards('.mine .hand .card'),
        text: document.querySelector('.table-main').innerText,
    };
}"""

# A click on a place where a card no longer is would pick another card.
_AT_REST: Final = """hand => Promise.allSettled(
    hand.getAnimations({ subtree: true }).map(animation => animation.finished)
)"""


class Turn(Struct, frozen=True):
    """The table page when it is its player's turn, or after the end of the game."""

    version: int
    over: bool
    buttons: list[str]
    """The texts of the buttons that make a move."""
    legal: list[str]
    """The cards that can be picked."""
    hand: list[str | None]
    """The cards in hand; None for a face-down card."""
    text: str
    """The whole text about the table."""


def wait_for_turn(page: Page, after: int = 0) -> Turn:
    """Wait for a later version in which it is the player's turn or the game is over."""
    return convert(page.wait_for_function(_TURN, arg=after).json_value(), Turn)


def turns(page: Page, most: int) -> Iterator[Turn]:
    """Yield each turn of the player, and last the end of the game. The caller moves in between."""
    after = 0
    for _ in range(most):
        turn = wait_for_turn(page, after)
        yield turn
        if turn.over:
            return
        after = turn.version
    raise AssertionError(f"the game is not over after {most} turns")


def press_button(page: Page, button: str) -> None:
    """Press a button beside the hand."""
    page.locator(".mine-moves").get_by_role("button", name=button, exact=True).click()


def click_card(page: Page, card: str) -> None:
    """Click a card in the hand, even if it is marked as illegal, where the next card does not cover it."""
    page.locator(".mine .hand").evaluate(_AT_REST)
    found = page.locator(f".mine .hand-card:has([data-card='{card}'])")
    box = found.bounding_box()
    assert box is not None
    found.click(force=True, position={"x": 14, "y": box["height"] / 2})


def make_move(page: Page, button: Locator) -> None:
    """Press a button that makes a move, and wait until the table shows a new version."""
    board = page.locator(".board")
    version = board.get_attribute("data-version")
    assert version is not None
    button.click()
    expect(board).not_to_have_attribute("data-version", version)


def open_panel(page: Page, tab: str) -> None:
    """Show a tab of the panel: Log, Scores, Talk or Fair deals. On a narrow screen this opens the drawer."""
    page.locator(".playing").wait_for()
    opener = page.get_by_role("button", name="Panel", exact=True)
    if opener.get_attribute("aria-expanded") == "false":
        opener.click()
    page.get_by_role("tab", name=tab).click()
    # The content of a tab loads when it is first shown.
    page.get_by_role("tabpanel").locator("section").first.wait_for()


def close_panel(page: Page) -> None:
    """Close the panel, which covers the table on a narrow screen."""
    page.get_by_role("button", name="Close the panel").click()


def open_menu(page: Page) -> None:
    """Open the menu of the table, unless it is open."""
    opener = page.get_by_role("button", name="Menu of the table")
    if opener.get_attribute("aria-expanded") == "false":
        opener.click()


def announcements(page: Page) -> list[str]:
    """Return the latest texts in the live region for screen readers."""
    texts: list[str] = page.get_by_role("log", name="Announcements").locator("p").all_text_contents()
    return texts


def wait_until(page: Page, condition: Callable[[], Any], *, within: int = 150) -> None:
    """Poll a condition while the page runs, at most `within` tenths of a second."""
    for _ in range(within):
        if condition():
            return
        page.wait_for_timeout(100)
    raise AssertionError("the condition did not hold in time")


def wait_for_announcement(page: Page, text: str) -> None:
    """Wait until the live region for screen readers has a text that contains this one."""
    log = page.get_by_role("log", name="Announcements")
    expect(log.locator("p").filter(has_text=text).first).to_be_attached()

"""Plays at a table as a person does: looks at what the page offers, and presses it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from msgspec import Struct, convert
from playwright.sync_api import Page

# A page that waits for its player, or shows how the game ended, after a version; null until then.
_LOOK: Final = """after => {
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


class Turn(Struct, frozen=True):
    """What the page shows when its player is to move, or the game is over."""

    version: int
    over: bool
    buttons: list[str]
    """What stands on the buttons that make a move."""
    legal: list[str]
    """The cards that can be picked."""
    hand: list[str | None]
    """The cards in hand; None for one that lies face down."""
    text: str
    """All that the page says about the table."""


def look(page: Page, after: int = 0) -> Turn:
    """Wait until a page shows a later version, and its player is to move or the game is over."""
    return convert(page.wait_for_function(_LOOK, arg=after).json_value(), Turn)


def turns(page: Page, most: int) -> Iterator[Turn]:
    """Give each turn of a player, whoever asks for the next having moved, and the end of the game last."""
    after = 0
    for _ in range(most):
        turn = look(page, after)
        yield turn
        if turn.over:
            return
        after = turn.version
    raise AssertionError(f"the game is not over after {most} turns")


def press(page: Page, button: str) -> None:
    """Press one of the buttons beside the hand."""
    page.locator(".mine-moves").get_by_role("button", name=button, exact=True).click()


def pick(page: Page, card: str) -> None:
    """Press a card of the hand, also one that is marked as not to be played."""
    page.locator(f".mine .hand-card:has([data-card='{card}'])").click(force=True)


def heard(page: Page) -> list[str]:
    """Return what a screen reader was told lately."""
    told: list[str] = page.get_by_role("log", name="What happens").locator("p").all_text_contents()
    return told


def until(page: Page, true: Callable[[], Any], *, within: int = 50) -> None:
    """Let a page go on until something is true, at most so many tenths of a second."""
    for _ in range(within):
        if true():
            return
        page.wait_for_timeout(100)
    raise AssertionError("it did not come true in time")

"""Reads where the parts of a table are on the screen."""

from __future__ import annotations

from typing import Any, Final

from msgspec import Struct, convert
from playwright.sync_api import Page

_MEASURE: Final = """() => {
    const box = (element) => {
        const { left, top, right, bottom } = element.getBoundingClientRect();
        return { left, top, right, bottom };
    };
    const boxes = (found) => [...document.querySelectorAll(found)].filter(isShown).map(box);
    const isCut = (element) => getComputedStyle(element).clipPath !== 'none';
    const isShown = (element) =>
        element.getClientRects().length > 0 && !element.closest('.unseen') && !isCut(element);
    const texts = [];
    for (const seat of document.querySelectorAll('.seats > .seat')) {
        const walker = document.createTreeWalker(seat, NodeFilter.SHOW_TEXT);
        while (walker.nextNode()) {
            const parent = walker.currentNode.parentElement;
            const text = walker.currentNode.data.trim();
            if (!text || parent.closest('.unseen, .card') || !isShown(parent)) continue;
            const range = document.createRange();
            range.selectNodeContents(walker.currentNode);
            const isInside = parent.closest('.seat-name, .seat-counts') !== null;
            const outer = isInside ? seat.getBoundingClientRect() : null;
            const { left, right } = box(range);
            const cut = parent.closest('.seat-name') !== null;
            texts.push({
                ...box(range), ...(cut ? { right: Math.min(right, outer.right) } : {}), text,
                leaves: outer !== null && !cut && (left < outer.left || right > outer.right),
            });
        }
    }
    const { scrollWidth, scrollHeight, clientWidth, clientHeight } = document.documentElement;
    return {
        seats: boxes('.seats > .seat'), texts,
        trick: boxes('.middle .card'), hand: boxes('.mine .hand .card'),
        open_hands: boxes('.seat-cards .card'), controls: boxes('.mine-moves button'),
        width: innerWidth, height: innerHeight,
        scrolls: scrollWidth > clientWidth || scrollHeight > clientHeight
            || [...document.querySelectorAll('.table-main, .board')].some((each) => each.scrollTop > 0),
    };
}"""


class Box(Struct, frozen=True):
    """A rectangle on the screen, in pixels."""

    left: float
    top: float
    right: float
    bottom: float
    text: str = ""
    leaves: bool = False
    """Whether a text is wider than its seat."""

    def overlaps(self, other: Box, *, by: float = 1.5) -> bool:
        """Return whether two boxes share more than a border of `by` pixels."""
        return (
            min(self.right, other.right) - max(self.left, other.left) > by
            and min(self.bottom, other.bottom) - max(self.top, other.top) > by
        )


class Measured(Struct, frozen=True):
    """The parts of a table on the screen."""

    seats: list[Box]
    texts: list[Box]
    """The visible words and numbers of the seats."""
    trick: list[Box]
    """The cards in the middle."""
    hand: list[Box]
    open_hands: list[Box]
    """The visible cards of other players' hands."""
    controls: list[Box]
    width: float
    height: float
    scrolls: bool
    """Whether the page can be scrolled, or its felt is."""

    def outside(self, boxes: list[Box], *, below: float = 1) -> list[Box]:
        """Return the boxes that are not on the screen; they may reach below it by a number of pixels."""
        return [
            each
            for each in boxes
            if each.left < -1
            or each.top < -1
            or each.right > self.width + 1
            or each.bottom > self.height + below
        ]


def measured(page: Page) -> Measured:
    """Measure a table once nothing moves any more."""
    page.evaluate("document.fonts.ready")
    found: Any = page.evaluate(_MEASURE)
    return convert(found, Measured)

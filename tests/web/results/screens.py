"""Screens of the results, and the parts that are cut there."""

from __future__ import annotations

from typing import Any, Final

from playwright.sync_api import Page, ViewportSize

SIZES: Final[tuple[ViewportSize, ...]] = (
    {"width": 1280, "height": 800},
    {"width": 390, "height": 844},
    {"width": 844, "height": 390},
    {"width": 360, "height": 640},
)
_CUT: Final = """(found) => {
    const cut = [];
    const { scrollWidth, scrollHeight, clientWidth, clientHeight } = document.documentElement;
    if (scrollWidth > clientWidth || scrollHeight > clientHeight) cut.push('the page scrolls');
    const box = document.querySelector(found);
    if (box.scrollHeight > box.clientHeight + 1 || box.scrollWidth > box.clientWidth + 1) {
        cut.push(`${found} scrolls: ${box.scrollHeight} in ${box.clientHeight}`);
    }
    for (const each of [box, ...box.querySelectorAll('p, strong, li, button, a')]) {
        if (each.closest('.unseen')) continue;
        const { left, top, right, bottom } = each.getBoundingClientRect();
        if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1) {
            cut.push(each.textContent);
        }
        const isInline = getComputedStyle(each).display === 'inline';
        if (each !== box && !isInline && each.scrollWidth > each.clientWidth + 1) {
            cut.push(`${each.textContent} is wider than its place`);
        }
    }
    return cut;
}"""


def cut_parts(page: Page, box: str) -> list[str]:
    """Return what of a box is not fully visible without scrolling."""
    # Nothing moves any more.
    page.wait_for_function(
        "!document.getAnimations().some(({ effect }) => isFinite(effect.getTiming().iterations))"
    )
    found: Any = page.evaluate(_CUT, box)
    return list(found)

"""The smallest supported screen, the colour schemes, and the check that a page fits its screen."""

from __future__ import annotations

from typing import Final, Literal

from playwright.sync_api import Page, ViewportSize

NARROW: Final[ViewportSize] = {"width": 360, "height": 740}
SCHEMES: Final[tuple[Literal["light", "dark"], ...]] = ("light", "dark")


def fits_viewport(page: Page) -> bool:
    """Return whether the page needs no horizontal scrolling."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"))

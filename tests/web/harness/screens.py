"""Screens and colour schemes of the tests, and the check that a page fits its screen."""

from __future__ import annotations

from typing import Final, Literal

from playwright.sync_api import Page, ViewportSize

NARROW: Final[ViewportSize] = {"width": 360, "height": 740}
PHONE: Final[ViewportSize] = {"width": 360, "height": 640}
DESKTOP: Final[ViewportSize] = {"width": 1280, "height": 800}
SCHEMES: Final[tuple[Literal["light", "dark"], ...]] = ("light", "dark")


def fits_viewport(page: Page) -> bool:
    """Return whether the page needs no horizontal scrolling."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"))

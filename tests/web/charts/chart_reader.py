"""What stands on a page of figures: its tables, its charts, and numbers as it writes them."""

from __future__ import annotations

from collections import Counter
from decimal import ROUND_HALF_UP, Decimal
from typing import Any, Final, Literal

from playwright.sync_api import Locator, Page, expect

NARROW: Final = {"width": 360, "height": 740}
"""The smallest screen."""
SCHEMES: Final[tuple[Literal["light", "dark"], ...]] = ("light", "dark")
_CELLS: Final = """table => [...table.querySelectorAll('tbody tr:not(.figure-group)')].map(row =>
    [...row.cells].map(cell => cell.innerText.replace(/\\s+/g, ' ').trim()))"""
_INKS: Final = """chart => {
    const canvas = chart.querySelector('canvas');
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d');
    copy.drawImage(canvas, 0, 0);
    const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
    const inks = {};
    for (let at = 0; at < data.length; at += 4) {
        const ink = data.slice(at, at + 3).join();
        if (data[at + 3] === 255) inks[ink] = (inks[ink] ?? 0) + 1;
    }
    return inks;
}"""
GREEN: Final = {"light": "20,101,59", "dark": "111,214,160"}
"""What the first series is drawn in."""


def cells(table: Locator) -> list[list[str]]:
    """Return what a table tells, row by row."""
    found: list[list[str]] = table.evaluate(_CELLS)
    return found


def table(page: Page, caption: str) -> Locator:
    """Return the table of a caption."""
    return page.get_by_role("table", name=caption, exact=True)


def figure(page: Page, title: str) -> Locator:
    """Return the part of the page about something."""
    return page.locator("section.figure").filter(has=page.get_by_role("heading", name=title, exact=True))


def numbers(page: Page, title: str) -> list[list[str]]:
    """Return the numbers behind a chart, which are shown when they are asked for."""
    found = figure(page, title)
    if not found.get_by_role("table").count():
        found.get_by_text("The numbers").click()
    expect(found.get_by_role("table")).to_be_visible()
    return cells(found.get_by_role("table"))


def inks(chart: Locator) -> Counter[str]:
    """Return the colours that a chart is drawn in, each with how many pixels have it."""
    return Counter(chart.evaluate(_INKS))


def drawn(chart: Locator, scheme: str = "light") -> bool:
    """Tell whether there is more on a chart than its axes."""
    green = GREEN[scheme]
    # Lines have soft edges.
    return sum(count for ink, count in inks(chart).items() if _like(ink, green)) > 20


def fits(page: Page) -> bool:
    """Tell whether the page is no wider than the screen."""
    wide: bool = page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    return wide


def whole(number: int | None) -> str:
    return "–" if number is None else f"{number:,}"


def hundredths(number: float | None) -> str:
    return "–" if number is None else f"{_rounded(number, 2):,}"


def tenths(number: float | None) -> str:
    return "–" if number is None else f"{_rounded(number, 1):,}"


def share(number: float | None) -> str:
    return "–" if number is None else f"{_rounded(100 * Decimal(str(number)), 1)}%".replace(".0%", "%")


def _like(ink: str, other: str) -> bool:
    pairs = zip(map(int, ink.split(",")), map(int, other.split(",")), strict=True)
    return all(abs(one - another) <= 25 for one, another in pairs)


def _rounded(number: float | Decimal, places: int) -> Decimal:
    # As browsers do: halves go up, of the number as it is written; Python rounds to even, and what is stored.
    return Decimal(str(number)).quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)


def word(name: str) -> str:
    return name.capitalize().replace("_", " ")


def nodes(connection: Any) -> list[Any]:
    return [edge["node"] for edge in connection["edges"]]

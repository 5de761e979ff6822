"""Readers of the tables and charts of a page, and numbers in the format of the pages."""

from __future__ import annotations

from collections import Counter
from decimal import ROUND_HALF_UP, Decimal
from math import sqrt
from typing import Any, Final

from playwright.sync_api import Locator, Page, expect

_CELLS: Final = """table => [...table.querySelectorAll('tbody tr:not(.figure-group)')].map(row =>
    [...row.cells].map(cell => cell.innerText.replace(/\\s+/g, ' ').trim()))"""
_COLOUR_COUNTS: Final = """chart => {
    const canvas = chart.querySelector('canvas');
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d');
    copy.drawImage(canvas, 0, 0);
    const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
    const counts = {};
    for (let at = 0; at < data.length; at += 4) {
        const colour = data.slice(at, at + 3).join();
        if (data[at + 3] === 255) counts[colour] = (counts[colour] ?? 0) + 1;
    }
    return counts;
}"""
_TWO_FRAMES: Final = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
_PLACE: Final = """([chart, colour]) => {
    const canvas = chart.querySelector('canvas');
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d');
    copy.drawImage(canvas, 0, 0);
    const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
    const places = [];
    for (let at = 0; at < data.length; at += 4) {
        const isSimilar = [0, 1, 2].every(part => Math.abs(data[at + part] - colour[part]) <= 25);
        if (data[at + 3] > 128 && isSimilar) places.push((at / 4) % canvas.width / canvas.width);
    }
    return [Math.min(...places), Math.max(...places)];
}"""
DRAWINGS: Final = 50
"""Tenths of a second after which a chart counts as not drawn."""
NORMAL_95: Final = 1.96
GREEN: Final = {"light": "20,101,59", "dark": "111,214,160"}
"""The colour of the first series, by colour scheme."""


def cells(table: Locator) -> list[list[str]]:
    """Return the texts of a table's cells, row by row."""
    found: list[list[str]] = table.evaluate(_CELLS)
    return found


def wait_for_statistics(page: Page) -> Page:
    """Wait until the statistics have loaded."""
    expect(page.locator("section.figure").first).to_be_visible()
    expect(page.locator('[aria-busy="true"]')).to_have_count(0)
    return page


def table(page: Page, caption: str) -> Locator:
    """Return the table with a caption."""
    return page.get_by_role("table", name=caption, exact=True)


def figure(page: Page, title: str) -> Locator:
    """Return the panel with a title."""
    return page.locator("section.figure").filter(has=page.get_by_role("heading", name=title, exact=True))


def numbers(page: Page, title: str) -> list[list[str]]:
    """Open the table of a chart's numbers, and return its cells."""
    found = figure(page, title)
    if not found.get_by_role("table").count():
        found.get_by_text("The numbers").click()
    expect(found.get_by_role("table")).to_be_visible()
    return cells(found.get_by_role("table"))


def colour_counts(chart: Locator) -> Counter[str]:
    """Return the number of opaque pixels of a chart by colour."""
    expect(chart.locator("canvas")).to_have_count(1)
    # A chart whose width has changed is empty until the next frame.
    chart.page.evaluate(_TWO_FRAMES)
    return Counter(chart.evaluate(_COLOUR_COUNTS))


def is_drawn(chart: Locator, scheme: str = "light") -> bool:
    """Return whether a chart shows its first series, not only its axes."""
    green = GREEN[scheme]
    # Lines are antialiased.
    return sum(count for colour, count in colour_counts(chart).items() if _is_similar(colour, green)) > 20


def wait_until_drawn(chart: Locator, scheme: str = "light") -> None:
    """Wait until a chart shows its first series."""
    for _ in range(DRAWINGS):
        if is_drawn(chart, scheme):
            return
        chart.page.wait_for_timeout(100)
    raise AssertionError(f"not drawn: {chart.get_attribute('aria-label')}")


def horizontal_extent(chart: Locator) -> tuple[float, float]:
    """Return where the first series begins and ends, as fractions of the chart's width."""
    expect(chart.locator("canvas")).to_have_count(1)
    first, last = chart.page.evaluate(
        _PLACE, [chart.element_handle(), [*map(int, GREEN["light"].split(","))]]
    )
    return first, last


def format_integer(number: int | None) -> str:
    return "–" if number is None else _signed(f"{number:,}")


def format_hundredths(number: float | None) -> str:
    return "–" if number is None else _signed(f"{_rounded(number, 2):,}")


def format_tenths(number: float | None) -> str:
    return "–" if number is None else _signed(f"{_rounded(number, 1):,}")


def format_percent(number: float | None) -> str:
    return "–" if number is None else f"{_rounded(100 * Decimal(str(number)), 1)}%".replace(".0%", "%")


def format_interval(hits: int, count: int) -> str:
    """Return the 95 % interval of a share by Wilson's method: where it lies 1.96 standard errors away."""
    # The ends solve (share - end)² = 1.96² end (1 - end) / count.
    square = NORMAL_95**2 / count
    a, b, c = 1 + square, -(2 * hits / count + square), (hits / count) ** 2
    reach = sqrt(max(0.0, b * b - 4 * a * c))
    low, high = (-b - reach) / (2 * a), (-b + reach) / (2 * a)
    return f"{format_percent(max(0.0, low))} to {format_percent(min(1.0, high))}"


def _signed(text: str) -> str:
    return text.replace("-", "−")


def _is_similar(colour: str, other: str) -> bool:
    pairs = zip(map(int, colour.split(",")), map(int, other.split(",")), strict=True)
    return all(abs(one - another) <= 25 for one, another in pairs)


def _rounded(number: float | Decimal, places: int) -> Decimal:
    # Browsers round half up in decimal; Python rounds half to even in binary.
    return Decimal(str(number)).quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)


def format_enum(name: str) -> str:
    return name.capitalize().replace("_", " ")


def nodes(connection: Any) -> list[Any]:
    return [edge["node"] for edge in connection["edges"]]

"""Avatars: the same for a player everywhere, different for others, and visible in both schemes."""

from __future__ import annotations

from typing import Final
from uuid import UUID

from playwright.sync_api import Page, expect

from tests.web.conftest import SignIn
from tests.web.harness.page_modules import evaluate_in_module

PAGES: Final = ("#ffffff", "#f6f5f1", "#1e2427", "#14181a")
"""The surfaces of the pages in both schemes, as in `base.css`."""
_DRAW: Final = """import(main.replace('main.js', 'ui/html.js')).then(
    ({ html, render }) => given.map((props) => {
    const room = document.createElement('div');
    render(html`<${module.Avatar} ...${props} />`, room);
    return room.innerHTML;
}))"""


def drawn(page: Page, *given: tuple[str | None, bool]) -> list[str]:
    """Return the drawings of ids, each of a person or a machine."""
    props = [{"id": player, "isMachine": is_machine} for player, is_machine in given]
    found: list[str] = evaluate_in_module(page, "ui/avatar.js", _DRAW, props)
    return found


def test_figures_follow_from_the_id_and_differ(page: Page) -> None:
    ids = [UUID(int=number * 0x9E3779B97F4A7C15F39CC0605CEDC835 % 2**128).hex for number in range(1, 301)]
    figures = drawn(page, *((each, False) for each in ids))
    assert figures == drawn(page, *((each, False) for each in ids))
    assert len(set(figures)) >= 295
    machines = drawn(page, *((f"Machine {number}", True) for number in range(1, 6)))
    assert len(set(machines)) == 5
    assert not set(machines) & set(figures)
    nobody = drawn(page, (None, False))[0]
    assert nobody not in figures
    assert all('aria-hidden="true"' in each for each in [*figures, *machines, nobody])


def test_tiles_are_visible_on_pages_and_behind_figures_in_both_schemes(page: Page) -> None:
    tiles, heads, ink = evaluate_in_module(page, "ui/avatar.js", "[module.TILES, module.HEADS, module.INK]")
    for tile in tiles:
        for other in (*PAGES, *heads):
            assert contrast(tile, other) >= 3, (tile, other)
    assert all(contrast(ink, head) >= 7 for head in heads)


def test_player_has_the_same_figure_in_the_account_button_and_the_profile(signed_in: SignIn) -> None:
    ann = signed_in("Ann")
    page = ann.open(f"/players/{ann.player}")
    heading = page.get_by_role("heading", name="Ann")
    expect(heading.locator(".avatar")).to_be_visible()
    inner = "(svg) => svg.innerHTML"
    own = page.get_by_role("button", name="Your account: Ann").locator(".avatar")
    assert own.evaluate(inner) == heading.locator(".avatar").evaluate(inner)


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours by WCAG."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour such as `#c2493d`."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue

"""The settings of the deck: they persist, hold in other tabs at once, and work without storage."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import SignIn
from tests.web.harness.axe import violations
from tests.web.harness.screens import DESKTOP, NARROW, fits_viewport
from tests.web.harness.visitors import Visitors

BLOCKED: Final = """Object.defineProperty(window, 'localStorage', {
    get() { throw new DOMException('', 'SecurityError'); },
});"""
_LOOK: Final = (
    """(({ deck, index }) => [deck ?? 'two', index ?? 'usual'])(document.documentElement.dataset)"""
)


def open_settings(page: Page) -> None:
    """Open the dialog of the settings."""
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("dialog", name="Settings")).to_be_visible()


def look(page: Page) -> list[str]:
    """Return the deck and the index that a page shows."""
    found: list[str] = page.evaluate(_LOOK)
    return found


def test_settings_persist_and_hold_at_once_in_a_second_tab(site: str, visitors: Visitors) -> None:
    context = visitors.context()
    page, other = context.new_page(), context.new_page()
    page.goto(site)
    other.goto(f"{site}/leaderboards")
    open_settings(other)
    open_settings(page)
    page.get_by_role("radio", name="Four colours").check()
    page.get_by_role("radio", name="Large").check()
    assert look(page) == ["four", "large"]
    expect(other.get_by_role("radio", name="Four colours")).to_be_checked()
    expect(other.get_by_role("radio", name="Large")).to_be_checked()
    assert look(other) == ["four", "large"]
    page.reload()
    # The settings hold before any module has run.
    assert look(page) == ["four", "large"]
    open_settings(page)
    expect(page.get_by_role("radio", name="Four colours")).to_be_checked()
    page.get_by_role("radio", name="Two colours").check()
    page.get_by_role("radio", name="Normal").check()
    expect(other.get_by_role("radio", name="Two colours")).to_be_checked()
    assert page.evaluate("[localStorage['kibitz.deck'], localStorage['kibitz.index']]") == [None, None]


def test_cleared_storage_resets_the_other_tabs(site: str, visitors: Visitors) -> None:
    context = visitors.context()
    page, other = context.new_page(), context.new_page()
    page.goto(site)
    other.goto(site)
    open_settings(page)
    page.get_by_role("radio", name="Four colours").check()
    expect(other.locator("html")).to_have_attribute("data-deck", "four")
    page.evaluate("localStorage.clear()")
    expect(other.locator("html[data-deck]")).to_have_count(0)


def test_settings_hold_until_a_reload_if_storage_is_blocked(site: str, visitors: Visitors) -> None:
    context = visitors.context()
    context.add_init_script(BLOCKED)
    page = context.new_page()
    page.goto(site)
    open_settings(page)
    page.get_by_role("radio", name="Four colours").check()
    assert look(page) == ["four", "usual"]
    expect(page.get_by_role("status").filter(has_text="Your browser stores nothing")).to_be_visible()
    page.get_by_role("button", name="Close").click()
    open_settings(page)
    expect(page.get_by_role("radio", name="Four colours")).to_be_checked()
    page.reload()
    expect(page.get_by_role("button", name="Settings")).to_be_visible()
    assert look(page) == ["two", "usual"]


def test_hand_changes_under_the_open_dialog(signed_in: SignIn) -> None:
    ann = signed_in("Ann")
    game = ann.create("hundred-and-ten", machines=3)
    page = ann.open(f"/games/{game}")
    pips = page.locator(".mine .hand-card .card-usual").first
    expect(pips).to_be_visible()
    open_settings(page)
    page.get_by_role("radio", name="Large").check()
    expect(pips).to_be_hidden()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Settings")).to_be_focused()
    expect(page.locator(".mine .hand-card .card-corner").first).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_dialog_is_accessible_on_a_narrow_screen(site: str, visitors: Visitors, scheme: str) -> None:
    page = visitors.context(viewport=NARROW, color_scheme=scheme).new_page()
    page.goto(site)
    expect(page.get_by_text("President", exact=True).first).to_be_visible()
    open_settings(page)
    for size in DESKTOP, NARROW:
        page.set_viewport_size(size)
        assert fits_viewport(page)
        assert violations(page) == []
    page.get_by_role("radio", name="Two colours").press("ArrowDown")
    assert look(page) == ["four", "usual"], "by the keyboard too"

"""The parts of a table's page that are behind a button: the tabs of the panel, and the menu."""

from __future__ import annotations

from playwright.sync_api import Page


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

"""Pages of a table: set up, joined and read by people."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests.web.harness.table_player import open_panel
from tests.web.harness.visitors import Person


def set_up_table(person: Person, variant: str, numbers: dict[str, str], choices: dict[str, str]) -> Page:
    """Set up a table with a clock for each move, and return its page."""
    page = person.open(f"/new?variant={variant}")
    page.get_by_text("Advanced").click()
    page.get_by_label("Clock", exact=True).select_option("per_move")
    for label, value in numbers.items():
        page.get_by_label(label).fill(value)
    for label, value in choices.items():
        page.get_by_label(label).select_option(value)
    page.get_by_role("button", name="Set up the table").click()
    page.wait_for_url("**/games/*")
    return page


def take_seat(person: Person, table: Page) -> Page:
    """Open a table that another player has set up, and take a seat."""
    page = person.open(path_of(table))
    page.get_by_role("button", name="Take a seat").click()
    expect(page.get_by_text("starts the game.")).to_be_visible()
    expect(table.get_by_role("list", name="Seats")).to_contain_text(person.name)
    return page


def path_of(page: Page) -> str:
    return "/games/" + page.url.rsplit("/", 1)[1]


def seat(page: Page, name: str) -> Locator:
    return page.get_by_role("list", name="Seats").locator("> li").filter(has_text=name)


def log(page: Page) -> Locator:
    """Show the log, and return it."""
    open_panel(page, "Log")
    return page.get_by_role("region", name="Log")

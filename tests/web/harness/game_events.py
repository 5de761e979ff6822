"""The events of a game from the API, and the versions and log lines that a page shows."""

from __future__ import annotations

from typing import Any, Final

from playwright.sync_api import Page, expect

from tests.web.harness.table_player import open_panel
from tests.web.harness.visitors import Person

RECORD_VERSIONS: Final = """() => {
    window.shown = [];
    const board = document.querySelector('.board');
    new MutationObserver(() => window.shown.push([Number(board.dataset.version), Date.now()]))
        .observe(board, { attributes: true, attributeFilter: ['data-version'] });
}"""
_EVENTS: Final = """query ($game: ID!, $after: Cursor) { game(id: $game) {
    events(first: 500, after: $after) {
        edges { node { __typename version at } } pageInfo { hasNextPage endCursor }
    }
} }"""


def game_events(person: Person, game: str) -> list[dict[str, Any]]:
    found = person.ask(_EVENTS, game=game)["game"]["events"]
    assert not found["pageInfo"]["hasNextPage"]
    return [edge["node"] for edge in found["edges"]]


def event_types(person: Person, game: str) -> list[tuple[int, str]]:
    return [(event["version"], event["__typename"]) for event in game_events(person, game)]


def wait_for_version(page: Page, version: int) -> None:
    """Wait until the board shows a version."""
    expect(page.locator(".board")).to_have_attribute("data-version", str(version))


def log_lines(page: Page) -> list[str]:
    """Return the whole log of a page."""
    open_panel(page, "Log")
    log = page.get_by_role("region", name="Log")
    log.get_by_role("listitem").first.wait_for()
    if (everything := log.get_by_role("button", name="Show all")).count():
        everything.click()
    return log.get_by_role("listitem").all_text_contents()

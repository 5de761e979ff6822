"""Pages without content: unknown, private and closed tables, outdated pages, unreachable servers."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.api.harness.server_processes import Server, Spawner
from tests.long_form import usually
from tests.web.conftest import SignIn
from tests.web.harness.axe import violations
from tests.web.harness.visitors import Visitors

NO_ANSWER = re.compile("The server has not answered yet|The server cannot be reached")
RETRY = re.compile("Try again|Reload the page")
OUTDATED = json.dumps({"errors": [{"message": "Unknown.", "extensions": {"code": "UNKNOWN_DOCUMENT"}}]})


def connection_lost(page: Page) -> Locator:
    """Return the banner about a lost connection."""
    return page.locator(".trouble").filter(has_text="The connection is lost")


def test_unknown_game_address_shows_no_such_table(site: str, visitors: Visitors) -> None:
    page = visitors.context().new_page()
    for address in "nonsense", "0" * 32, "00000000-0000-4000-8000-000000000000":
        page.goto(f"{site}/games/{address}")
        expect(page.get_by_role("heading", name="There is no such table", level=1)).to_be_visible()


def test_private_table_is_hidden_from_others(signed_in: SignIn, visitors: Visitors) -> None:
    ann, bert = signed_in("Ann"), signed_in("Bert")
    game = ann.create("oh-hell", machines=3, access="PRIVATE")
    waiting = ann.create("hundred-and-ten", access="PRIVATE")
    spectator = visitors.context().new_page()
    spectator.goto(f"{ann.site}/games/{game}")
    for page in spectator, bert.open(f"/games/{waiting}"):
        expect(page.get_by_role("heading", name="There is no such table", level=1)).to_be_visible()
        assert violations(page) == []


def test_table_that_everyone_leaves_is_shown_as_closed(signed_in: SignIn, visitors: Visitors) -> None:
    ann = signed_in("Ann")
    game = ann.create("president")
    page = visitors.context().new_page()
    page.goto(f"{ann.site}/games/{game}")
    page.get_by_role("list", name="Seats").wait_for()
    ann.command("leaveGame", game=game)
    expect(
        page.get_by_role("main").get_by_text("Everyone has left, and the table is closed.")
    ).to_be_visible()
    assert violations(page) == []


@pytest.mark.parametrize("started", usually([False, True], True))
def test_table_closed_by_an_operator_asks_for_no_move(
    started: bool, server: Server, spawner: Spawner, signed_in: SignIn
) -> None:
    ann = signed_in("Ann")
    game = ann.create("president", machines=3 if started else 0)
    page = ann.open(f"/games/{game}")
    expect(page.get_by_role("list", name="Seats")).to_be_visible()
    closed = spawner.run("game", "close", game, "--yes", "--data-dir", server.data_dir)
    assert closed.returncode == 0, closed.stderr
    main = page.get_by_role("main")
    expect(main.get_by_text("An operator of this server has closed the table.").first).to_be_visible()
    for gone in "Your turn", "To move", "Hand over to the machine", "It is your turn":
        expect(main.get_by_text(gone)).to_have_count(0)
    assert violations(page) == []


@pytest.mark.parametrize(
    "path", usually(["/", "/games/{game}", "/leaderboards", "/statistics"], "/games/{game}")
)
def test_outdated_page_offers_the_newer_version(path: str, signed_in: SignIn) -> None:
    ann = signed_in("Ann")
    game = ann.create("president", machines=3)
    page = ann.context.new_page()
    page.route("**/graphql", lambda route: route.fulfill(body=OUTDATED, content_type="application/json"))
    page.goto(ann.site + path.format(game=game))
    banner = page.get_by_role("alert").filter(has_text="newer version")
    expect(banner).to_be_visible()
    assert violations(page) == []
    page.unroute("**/graphql")
    banner.get_by_role("button", name="Reload the page").click()
    expect(banner).to_have_count(0)


@pytest.mark.parametrize(
    "path", usually(["/", "/games/{game}", "/leaderboards", "/players/{player}"], "/", "/games/{game}")
)
def test_page_reports_a_server_that_does_not_answer(path: str, signed_in: SignIn) -> None:
    ann = signed_in("Ann")
    game = ann.create("president", machines=3)
    page = ann.context.new_page()
    page.clock.install()
    page.route("**/graphql", lambda route: route.abort())
    page.goto(ann.site + path.format(game=game, player=ann.player))
    main = page.get_by_role("main")
    page.locator("h1").wait_for()
    for _ in range(30):
        page.clock.run_for(2_000)
    expect(main).to_contain_text(NO_ANSWER)
    expect(main.get_by_role("button", name=RETRY).first).to_be_visible()
    expect(connection_lost(page)).to_be_visible()
    assert violations(page) == []


def test_page_with_missing_files_offers_to_load_again(site: str, visitors: Visitors) -> None:
    page = visitors.context().new_page()
    page.route("**/pages/statistics.js", lambda route: route.abort())
    page.goto(f"{site}/leaderboards")
    page.get_by_role("link", name="Statistics").click()
    expect(page.get_by_role("heading", name="This page could not be loaded")).to_be_visible()
    # The page logs the reason.
    assert [error for error in visitors.errors if "statistics.js" not in error] == []
    visitors.errors.clear()
    assert violations(page) == []

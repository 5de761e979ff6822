"""The game of docs/how-to/add-a-game.md in the browser, without a module of its own in `web/`."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Request, expect

from tests.adding_a_game.conftest import tree  # noqa: F401 - the fixture
from tests.processes.polling import wait_for
from tests.web.harness.axe import violations
from tests.web.harness.table_player import make_move, open_panel
from tests.web.harness.visitors import Person, Visitors

START_WITHIN: Final = 90.0
MAX_MOVES: Final = 30


@pytest.fixture
def fourth_game_site(tree: Path, tmp_path: Path) -> Iterator[str]:  # noqa: F811
    """Serve the source tree with the added game, and return its address."""
    variables = {name: value for name, value in os.environ.items() if not name.startswith("KIBITZ_")}
    output, errors = tmp_path / "out", tmp_path / "err"
    with output.open("w") as out, errors.open("w") as log:
        server = subprocess.Popen(
            [sys.executable, "-m", "api", "serve", "--port", "0", "--data-dir", str(tmp_path / "data")],
            cwd=tree,
            env={**variables, "PYTHONPATH": str(tree), "PYTHONUTF8": "1"},
            stdout=out,
            stderr=log,
        )
    try:
        yield _address(server, output, errors)
        assert server.poll() is None, errors.read_text()
    finally:
        server.terminate()
        server.wait(20)
    assert "Traceback" not in errors.read_text(), errors.read_text()


def _address(server: subprocess.Popen[bytes], output: Path, errors: Path) -> str:
    def printed_address() -> str | None:
        assert server.poll() is None, f"the server did not start: {errors.read_text()}"
        found = re.search(r"http://[^/\s]+", output.read_text())
        return found[0] if found else None

    return wait_for(printed_address, START_WITHIN)


def test_game_without_a_page_module_is_played_to_its_end(fourth_game_site: str, visitors: Visitors) -> None:
    ann = Person.sign_in(fourth_game_site, "Ann", visitors)
    game = ann.create("highest-card", machines=2)
    page = ann.open(f"/games/{game}")
    expect(page.get_by_role("heading", level=1)).to_have_text("Highest Card")
    over, board, log = (page.get_by_role("region", name=name) for name in ("Result", "Table", "Log"))
    expect(board).to_contain_text("Limit: 3")
    hand = page.get_by_role("toolbar", name="Your hand").get_by_role("button")
    raising = page.get_by_role("button", name=re.compile("^Raise stake"))
    waits = page.get_by_text("Loading your moves…")
    raised = 0
    assert violations(page) == []
    for _ in range(MAX_MOVES):
        expect(over.or_(hand).first).to_be_visible()
        if over.is_visible():
            break
        expect(waits).to_have_count(0)
        if raising.count():
            stake = re.search(r"stake (\d)", raising.inner_text())
            assert stake is not None
            make_move(page, raising.first)
            expect(board).to_contain_text(re.compile(f"Bid:? *{stake[1]}"))
            expect(log).to_contain_text(f"You: stake raised (stake {stake[1]}).")
            raised += 1
        else:
            name = hand.first.locator(".unseen").inner_text()
            make_move(page, page.get_by_role("button", name=name).first)
            expect(log).to_contain_text(f"You play the {name}.")
    assert raised
    expect(over).to_contain_text("All rounds are played.")
    final = ann.ask("query ($game: ID!) { game(id: $game) { stage result { ranking } } }", game=game)["game"]
    assert final["stage"] == "WON"
    expect(over.get_by_role("listitem")).to_have_count(3)
    open_panel(page, "Scores")
    expect(page.get_by_role("row", name=re.compile("^Total"))).to_be_visible()
    assert violations(page) == []
    page = ann.open(f"/games/{game}/replay")
    page.get_by_role("button", name="Review the play").click()
    refused = "This game has no review, because no machine player thinks ahead in it."
    expect(page.get_by_role("alert")).to_have_text(refused)


def test_game_whose_machine_plays_at_one_level_offers_no_choice(
    fourth_game_site: str, visitors: Visitors
) -> None:
    ann = Person.sign_in(fourth_game_site, "Ann", visitors)
    page = ann.open("/")
    page.get_by_label("Machine players").select_option("Expert")
    expect(page.get_by_text("In Highest Card they play at the level Standard.")).to_be_visible()
    page = ann.open(f"/games/{ann.create('highest-card')}")
    page.get_by_label("Machine players").wait_for()
    expect(page.get_by_label("How well they play")).to_have_count(0)
    # A server may have lost the level since the page asked for it.
    page.route("**/graphql", lambda route: route.continue_(post_data=_with_expert(route.request)))
    page.get_by_role("button", name="Start the game").click()
    refused = "The machine does not play this game at that level. Choose another level."
    expect(page.get_by_role("alert")).to_have_text(refused)
    page.unroute_all()
    page.get_by_role("button", name="Start the game").click()
    expect(page.get_by_role("list", name="Seats")).to_contain_text("Machine 1")
    expect(page.locator(".level-badge")).to_have_count(0)


def _with_expert(request: Request) -> str:
    return (request.post_data or "").replace('"PUBLISHED"', '"EXPERT"')


def test_game_without_a_text_of_its_rules_shows_its_options(
    fourth_game_site: str, visitors: Visitors
) -> None:
    page = visitors.context().new_page()
    page.goto(f"{fourth_game_site}/rules")
    page.get_by_role("link", name="Highest Card").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Rules of Highest Card")
    main = page.get_by_role("main")
    expect(main).to_contain_text("The rules of Highest Card are not written yet.")
    expect(main).to_contain_text("2 to 6 players")
    expect(main).to_contain_text("The rank of an ace. High (default), Low")
    expect(main).not_to_contain_text("Clock")
    assert violations(page) == []

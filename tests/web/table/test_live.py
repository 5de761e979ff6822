"""Live updates of the table: prompt moves, several tabs, and tabs that are behind."""

from __future__ import annotations

from datetime import datetime
from statistics import median

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import SignIn
from tests.web.harness.conversation import Conversation
from tests.web.harness.game_events import (
    RECORD_VERSIONS,
    game_events,
    log_lines,
    wait_for_version,
)
from tests.web.harness.table_player import press_button, wait_for_turn, wait_until
from tests.web.harness.visitors import Person, Visitors


def _commit_times(person: Person, game: str) -> list[tuple[int, str]]:
    return [(event["version"], event["at"]) for event in game_events(person, game)]


def _milliseconds(at: str) -> float:
    return datetime.fromisoformat(at).timestamp() * 1000


def _start_for_two(signed_in: SignIn, variant: str = "hundred-and-ten") -> tuple[Person, Person, str]:
    ann, bert = signed_in("Ann"), signed_in("Bert")
    game = ann.create(variant)
    bert.command("joinGame", game=game)
    ann.command("startGame", game=game)
    return ann, bert, game


def test_move_is_on_screen_soon_after_its_commit(signed_in: SignIn) -> None:
    ann, bert, game = _start_for_two(signed_in)
    page = ann.open(f"/games/{game}")
    expect(page.get_by_role("button", name="Pass when my turn comes")).to_be_visible()
    page.evaluate(RECORD_VERSIONS)
    for mutation, given in (("placeBid", {"amount": 15}), *[("queuePass", {}), ("unqueuePass", {})] * 4):
        wait_for_version(page, bert.command(mutation, game=game, **given)["version"])
    before = ann.version(game)
    press_button(page, "Bid 20")
    # Only a committed move is shown: from then on the API returns its version.
    expect(page.locator(".board")).not_to_have_attribute("data-version", str(before))
    wait_for_version(page, ann.version(game))
    shown = dict(page.evaluate("window.shown"))
    waits = [
        shown[version] - _milliseconds(at) for version, at in _commit_times(ann, game) if version in shown
    ]
    assert len(waits) >= 10
    # About 100 ms on an idle machine, as benchmarks.web measures.
    assert 0 <= median(waits) < 1_000


def test_two_tabs_of_a_player_advance_together(signed_in: SignIn) -> None:
    ann, bert, game = _start_for_two(signed_in)
    bert.command("passTurn", game=game)
    page, other = ann.open(f"/games/{game}"), ann.open(f"/games/{game}")
    wait_for_turn(other)
    press_button(page, "Bid 20")
    expect(other.get_by_role("group", name="Trump")).to_be_visible()
    naming = wait_for_turn(other)
    press_button(other, "hearts")
    turn = wait_for_turn(page, naming.version)
    assert "Keep all cards" in turn.buttons
    assert log_lines(page) == log_lines(other)


def _open_stale_tab(person: Person, game: str) -> Page:
    """Open a game in a tab that receives no further updates."""
    page = person.context.new_page()
    page.route_web_socket("**/graphql", lambda _: None)
    page.goto(f"{person.site}/games/{game}")
    wait_for_turn(page)
    # The log loads after the board, and would include later events.
    log_lines(page)
    return page


def test_move_from_a_stale_tab_is_refused(visitors: Visitors, signed_in: SignIn) -> None:
    ann, bert, game = _start_for_two(signed_in)
    bert.command("passTurn", game=game)
    stale = _open_stale_tab(ann, game)
    ann.command("placeBid", game=game, amount=15)
    press_button(stale, "Bid 20")
    expect(stale.locator(".refusal")).to_contain_text("The game went on before your move arrived.")
    expect(stale.get_by_role("group", name="Trump")).to_be_visible()
    bids = "query ($game: ID!) { game(id: $game) { seats { bid } } }"
    assert ann.ask(bids, game=game)["game"]["seats"][0]["bid"] == 15


def test_secret_bid_of_another_player_does_not_refuse_a_move(signed_in: SignIn) -> None:
    people = [signed_in(name) for name in ("Ann", "Bert", "Cleo", "Dora")]
    game = people[0].create("oh-hell")
    for each in people[1:]:
        each.command("joinGame", game=game)
    people[0].command("startGame", game=game)
    stale = _open_stale_tab(people[0], game)
    people[1].command("placeBid", game=game, amount=0)
    press_button(stale, "Bid 1")
    expect(stale.locator(".seat[data-seat='0']")).to_contain_text("Bid 1, still secret")
    expect(stale.locator(".seat[data-seat='1']")).to_contain_text("Has bid")
    expect(stale.locator(".refusal")).to_have_count(0)


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_own_move_is_one_request_and_one_message(motion: str, signed_in: SignIn) -> None:
    ann = signed_in("Ann", reduced_motion=motion)
    game = ann.create("hundred-and-ten", machines=3)
    page = ann.context.new_page()
    seen = Conversation(page)
    page.goto(f"{ann.site}/games/{game}")
    turn = wait_for_turn(page)
    seen.settle()
    assert [each["snapshot"] for each in seen.updates()] == [True]
    seen.requests.clear()
    seen.received.clear()
    press_button(page, turn.buttons[0])
    wait_for_turn(page, turn.version)
    assert seen.api_requests() == len(seen.updates()) == 1
    [update] = seen.updates()
    # Machine players have moved too. The page shows the events one by one, or only the game after them.
    assert len(update["events"]) > 1
    assert ("moments" in update, "game" in update) == (motion == "no-preference", motion == "reduce")


def test_lost_connection_resumes_by_cursor_without_a_snapshot(signed_in: SignIn) -> None:
    ann, bert, game = _start_for_two(signed_in)
    page = ann.context.new_page()
    seen = Conversation(page)
    page.goto(f"{ann.site}/games/{game}")
    wait_until(page, seen.updates)
    wait_for_version(page, bert.command("placeBid", game=game, amount=15)["version"])
    seen.settle()
    cursor = seen.updates()[-1]["cursor"]
    requests = seen.api_requests()
    seen.cut()
    version = ann.command("placeBid", game=game, amount=20)["version"]
    seen.is_cut = False
    wait_for_version(page, version)
    assert seen.subscribed()[-1]["after"] == cursor
    assert [each["snapshot"] for each in seen.updates()] == [True, False, False]
    assert seen.api_requests() == requests

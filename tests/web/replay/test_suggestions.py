"""Comparison of a player's decisions with the machine's suggestions."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from playwright.sync_api import Page, expect

from tests.web.conftest import SignIn
from tests.web.harness.page_modules import evaluate_in_module
from tests.web.harness.replayed_games import events, finished_game, wait_for_moment
from tests.web.harness.visitors import TIMEOUT


def test_panel_compares_decisions_with_the_machine_s_suggestions(signed_in: SignIn) -> None:
    ann = signed_in("Ann")
    game = finished_game(ann, "hundred-and-ten", moves=8)
    page = ann.open(f"/games/{game}/replay?at=1")
    page.get_by_role("button", name="Show the machine’s moves").click()
    panel = page.get_by_role("region", name="What the machine would do")
    panel.get_by_role("button", name="Next decision").click()
    terms = ["Your move", "The machine’s move", "The machine’s reason", "Comparison"]
    expect(panel.locator("dt")).to_have_text(terms)
    expect(panel.locator("dd").last).to_have_text("✓ The same move")
    # Machine players are not compared with themselves.
    expect(panel.get_by_label("Player").locator("option")).to_have_text(["You"])
    panel.get_by_role("button", name="Compare all decisions").click()
    expect(panel.locator(".suggested-summary")).to_have_text(
        "The same move as the machine in 8 of 8 decisions (100%).", timeout=TIMEOUT
    )
    page.get_by_role("button", name="To the end").click()
    panel.get_by_role("button", name="Previous decision").click()
    expect(panel.locator("dd").last).to_have_text("✓ The same move")
    handed = [each["version"] for each in events(ann, game) if each["__typename"] == "SeatAutomated"][-1]
    page.get_by_label("Moment").fill(str(handed))
    expect(panel.get_by_text("The machine makes this decision for")).to_be_visible()


def test_panel_finds_a_decision_that_differs(signed_in: SignIn) -> None:
    ann = signed_in("Ann")
    game = ann.create("oh-hell", machines=3)
    suggested = ann.suggested(game)
    assert suggested is not None
    other = 1 - suggested[1]["amount"]
    ann.command("placeBid", game=game, amount=other)
    ann.command("automateSeat", game=game)
    bid = next(
        each["version"]
        for each in events(ann, game)
        if each["__typename"] == "BidCommitted" and each["seat"] == 0
    )
    page = ann.open(f"/games/{game}/replay?at={bid - 1}")
    page.get_by_role("button", name="Show the machine’s moves").click()
    panel = page.get_by_role("region", name="What the machine would do")
    expect(panel.locator(".suggested-move")).to_have_text(
        re.compile(
            rf"Your move\s*Bid {other}\s*The machine’s move\s*Bid {1 - other}\s*"
            r"The machine’s reason\s*\d+ of the \d+ cards that you could hold win .*\s*"
            r"Comparison\s*≠"
        )
    )
    panel.get_by_role("button", name="Compare all decisions").click()
    expect(panel.locator("summary")).to_have_text("Moves that differ (1)", timeout=TIMEOUT)
    page.get_by_role("button", name="To the end").click()
    panel.locator("summary").click()
    panel.get_by_role("button", name=f"Bid {other}; machine: Bid {1 - other}").click()
    wait_for_moment(page, bid - 1)


def test_comparison_of_a_whole_game_can_be_cancelled(signed_in: SignIn) -> None:
    ann = signed_in("Ann")
    game = finished_game(ann, "oh-hell", moves=6)
    page = ann.open(f"/games/{game}/replay")
    page.get_by_role("button", name="Show the machine’s moves").click()
    compare = page.get_by_role("button", name="Compare all decisions")
    expect(compare).to_be_visible()
    # The moments around the shown one load in advance.
    page.wait_for_load_state("networkidle")
    under_way: list[Mapping[str, Any]] = []
    # What a cancelled request has sent is no longer known.
    page.route("**/graphql", lambda route: under_way.append(route.request.post_data_json["variables"]))
    compare.click()
    page.get_by_role("button", name="Cancel").click()
    expect(compare).to_be_visible()
    # Only a few requests were sent before the first response.
    assert 1 <= sum("seat" in each for each in under_way) <= 5
    expect(page.locator(".suggested-summary")).to_have_count(0)


def test_machine_decides_while_a_seat_is_automated_and_for_moves_whose_time_was_over(page: Page) -> None:
    kinds = [
        "GameStarted",
        "SeatMovedByClock",
        "CardPlayed",
        "ClockStopped",
        "SeatAutomated",
        "SeatReclaimed",
    ]
    events = [
        {"__typename": kind, "version": version, **({} if version == 1 else {"seat": 1})}
        for version, kind in enumerate(kinds, start=1)
    ]
    assert deciders(page, events, 1) == ["player", "machine", "machine", "player", "machine", "player"]
    assert deciders(page, events, 0) == ["player"] * 6
    assert deciders(page, events, 0, automated=True) == ["machine"] * 6
    # Handed over before the start, and taken back in the game.
    reclaimed = [events[0], *events[5:]]
    assert deciders(page, reclaimed, 1) == ["machine", "machine", "machine", "machine", "machine", "player"]


def deciders(page: Page, events: list[dict[str, Any]], seat: int, *, automated: bool = False) -> Any:
    """Return who decides for a seat after each of six versions."""
    given = {"events": events, "seat": seat, "automated": automated}
    seats = "seats: [0, 1].map(() => ({ machine: false, automated: given.automated }))"
    times = f"module.machineTimes(given.events, {{ {seats} }}, given.seat)"
    body = f"[1, 2, 3, 4, 5, 6].map((each) => {times}.isMachineAt(each) ? 'machine' : 'player')"
    return evaluate_in_module(page, "replay/decisions.js", body, given)

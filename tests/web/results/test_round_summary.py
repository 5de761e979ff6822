"""The summary of a round: its numbers, its time, how it is closed, and that it fits its screen."""

from __future__ import annotations

import re
import time

from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.web.conftest import SignIn
from tests.web.harness.axe import scheme_violations
from tests.web.harness.game_events import wait_for_version
from tests.web.harness.table_player import open_panel, press_button, wait_for_turn
from tests.web.harness.visitors import Person, Visitors
from tests.web.results.rounds import RoundEnd, end_round, play_to_last_card
from tests.web.results.screens import SIZES, cut_parts

MOTION = "no-preference"


def test_summary_tells_what_the_events_say_and_continue_goes_on(signed_in: SignIn) -> None:
    ann = signed_in("Ann", reduced_motion=MOTION)
    game, page = _open_game(ann, "hundred-and-ten")
    end = end_round(ann, game)
    summary = _summary(page)
    _assert_shows(summary, end)
    expect(summary).to_contain_text("The game goes to 110 points")
    _assert_holds(page, end)
    summary.get_by_role("button", name="Continue").click()
    expect(summary).to_have_count(0)
    assert wait_for_turn(page, end.version).version > end.version
    # Closing the summary does not skip what follows, and the next round has one again, which a key closes.
    play_to_last_card(ann, game)
    wait_for_version(page, ann.version(game))
    end = end_round(ann, game)
    _assert_shows(summary, end)
    page.keyboard.press("Enter")
    expect(summary).to_have_count(0)
    wait_for_turn(page, end.version)


def test_summary_goes_on_by_itself_also_for_spectators(signed_in: SignIn, visitors: Visitors) -> None:
    ann, eve = signed_in("Ann", reduced_motion=MOTION), signed_in("Eve", reduced_motion=MOTION)
    game, page = _open_game(ann, "oh-hell")
    watched = eve.open(f"/games/{game}")
    watched.locator(".board").wait_for()
    end = end_round(ann, game)
    _assert_shows(_summary(watched), end)
    expect(_summary(watched)).to_contain_text("18 rounds left")
    start = time.monotonic()
    # A page that is opened later shows the table as it is.
    late = ann.in_another_browser(visitors, reduced_motion=MOTION).open(f"/games/{game}")
    assert wait_for_turn(late).version > end.version
    expect(_summary(late)).to_have_count(0)
    expect(_summary(watched)).to_have_count(0)
    expect(_summary(page)).to_have_count(0)
    assert 4 < time.monotonic() - start < 9
    wait_for_turn(page, end.version)


def test_summary_is_shorter_while_your_clock_runs(signed_in: SignIn) -> None:
    ann = signed_in("Ann", reduced_motion=MOTION)
    game, page = _open_game(ann, "oh-hell", clock="per_move", move_seconds="60")
    end_round(ann, game)
    expect(_summary(page)).to_be_visible()
    start = time.monotonic()
    expect(_summary(page)).to_have_count(0)
    assert 1.5 < time.monotonic() - start < 4.5


def test_with_reduced_motion_the_summary_blocks_no_move(signed_in: SignIn) -> None:
    ann = signed_in("Ann")
    game, page = _open_game(ann, "oh-hell")
    end = end_round(ann, game)
    _assert_shows(_summary(page), end)
    # The table is already further, and its chip says so.
    turn = wait_for_turn(page, end.version)
    expect(page.locator(".turn-chip")).to_contain_text("Your turn")
    press_button(page, "Bid 0")
    expect(_summary(page)).to_have_count(0)
    expect(page.locator(".mine-moves")).not_to_contain_text("Bid 0")
    assert ann.version(game) > turn.version


def test_summary_fits_its_screen_and_is_accessible(signed_in: SignIn, visitors: Visitors) -> None:
    ann = signed_in("Ann")
    game = ann.create("hundred-and-ten", machines=3)
    for size in SIZES:
        play_to_last_card(ann, game)
        page = _at_size(ann, visitors, size).open(f"/games/{game}")
        wait_for_turn(page)
        end = end_round(ann, game)
        _assert_shows(_summary(page), end)
        # First, because the table goes on after a few seconds.
        _assert_holds(page, end)
        assert cut_parts(page, ".round-end") == []
        assert scheme_violations(page) == []
        page.close()


def _at_size(ann: Person, visitors: Visitors, size: ViewportSize) -> Person:
    return ann.in_another_browser(visitors, viewport=size, reduced_motion=MOTION)


def _open_game(ann: Person, variant: str, **options: str) -> tuple[str, Page]:
    game = ann.create(variant, machines=3, **options)
    play_to_last_card(ann, game)
    page = ann.open(f"/games/{game}")
    wait_for_turn(page)
    return game, page


def _summary(page: Page) -> Locator:
    return page.get_by_role("region", name=re.compile(r"^Round \d+$"))


def _assert_shows(summary: Locator, end: RoundEnd) -> None:
    expect(summary.get_by_role("heading")).to_have_text(f"Round {end.round + 1}")
    for seat, entry in enumerate(end.seats):
        shown = summary.locator(f"[data-result='{seat}']")
        points = f"−{-entry.points}" if entry.points < 0 else f"+{entry.points}"
        total = f"−{-entry.total}" if entry.total < 0 else str(entry.total)
        expect(shown.locator(".round-end-points")).to_contain_text(points)
        # The number counts up.
        expect(shown.locator(".round-end-total [aria-hidden]")).to_have_text(total)
        expect(shown).to_contain_text(f"took {entry.tricks}", ignore_case=True)
        outcome = {"MADE": "✓ made", "FAILED": "✗ failed"}.get(entry.outcome)
        if outcome:
            expect(shown).to_contain_text(outcome)
        else:
            expect(shown).not_to_contain_text("made")
        if entry.bid is None:
            expect(shown).not_to_contain_text("Bid")
        else:
            expect(shown).to_contain_text(f"Bid {entry.bid},")


def _assert_holds(page: Page, end: RoundEnd) -> None:
    """Assert that the table waits at the end of the round, and says nothing else."""
    expect(page.locator(".board")).to_have_attribute("data-version", str(end.version))
    expect(page.locator(".turn-chip")).to_have_text("The round is over")
    if page.get_by_role("tabpanel").count():
        open_panel(page, "Scores")
        assert page.locator(".scores tbody tr").count() == end.round + 1

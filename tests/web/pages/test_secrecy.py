"""Secrecy of the pages: two players and a spectator receive no card that they may not see."""

from __future__ import annotations

import time
from collections.abc import Sequence

import pytest

from domain.events import RoundDealt
from domain.visibility import SPECTATOR
from tests.api.harness.server_processes import Server
from tests.web.conftest import SignIn
from tests.web.harness.log_reader import GameLog
from tests.web.harness.page_secrecy import PageMonitor
from tests.web.harness.visitors import TIMEOUT, Person, Visitors


@pytest.mark.parametrize("variant", ["hundred-and-ten", "oh-hell", "president"])
def test_pages_receive_no_card_unseen_by_their_viewer(
    variant: str, signed_in: SignIn, visitors: Visitors, server: Server
) -> None:
    ann, bob = signed_in("Ann"), signed_in("Bob")
    game = start_game(ann, bob, variant)
    game_log = GameLog(server.data_dir, game)
    spectator = visitors.context()
    viewers = [(ann.context, 0), (bob.context, 1), (spectator, SPECTATOR)]
    pages = [PageMonitor(context.new_page(), game_log, viewer) for context, viewer in viewers]
    for each in pages:
        each.page.goto(f"{ann.site}/games/{game}")
    check_until_current(pages, game_log)
    # President has only one round.
    while rounds_dealt(game_log) <= 1 and (ann.play(game) or bob.play(game)):
        check_until_current(pages, game_log)
        if rounds_dealt(game_log) == 1:
            assert [each.unseen_cards() for each in pages] == [[], [], []]
    assert rounds_dealt(game_log) == 1 + (variant != "president")
    for each in pages:
        assert each.checked_count > len(game_log.events)
    for context, viewer in viewers:
        replay = PageMonitor(context.new_page(), game_log, viewer)
        replay.page.goto(f"{ann.site}/games/{game}/replay")
        replay.page.locator("[data-version]").first.wait_for()
        replay.page.wait_for_load_state("networkidle")
        assert replay.leaks() == []
    assert [found for each in pages for found in each.leaks()] == []


def test_monitor_finds_cards_that_the_viewer_may_not_see(signed_in: SignIn, server: Server) -> None:
    ann, bob = signed_in("Ann"), signed_in("Bob")
    game = start_game(ann, bob, "hundred-and-ten")
    game_log = GameLog(server.data_dir, game)
    page = PageMonitor(bob.context.new_page(), game_log, SPECTATOR)
    page.page.goto(f"{ann.site}/games/{game}")
    page.page.wait_for_load_state("networkidle")
    found = page.leaks()
    assert any("in the game at" in each for each in found)
    assert any("HandDealt at" in each for each in found)
    assert page.unseen_cards() != []


def test_monitor_finds_a_secret_bid(signed_in: SignIn, server: Server) -> None:
    ann, bob = signed_in("Ann"), signed_in("Bob")
    game = start_game(ann, bob, "oh-hell")
    game_log = GameLog(server.data_dir, game)
    page = PageMonitor(ann.context.new_page(), game_log, 1)
    ann.play(game)
    page.page.goto(f"{ann.site}/games/{game}")
    page.page.wait_for_load_state("networkidle")
    version = game_log.read()
    found = page.leaks()
    assert f"the bid of seat 0 in the game at {version}" in found
    assert any(each.startswith("committedAmount of BidCommitted") for each in found)


def start_game(ann: Person, bob: Person, variant: str) -> str:
    """Start a game of two players and two machine players."""
    game = ann.create(variant)
    bob.command("joinGame", game=game)
    ann.command("fillSeats", game=game, count=2)
    ann.command("startGame", game=game)
    return game


def check_until_current(pages: Sequence[PageMonitor], game_log: GameLog) -> None:
    """Wait until all pages have received all events, and check what they received."""
    version = game_log.read()
    deadline = time.monotonic() + TIMEOUT / 1000
    for each in pages:
        assert each.leaks() == []
        while each.latest_version < version:
            assert time.monotonic() < deadline, (
                f"the page received version {each.latest_version}, not {version}"
            )
            each.page.wait_for_timeout(10)
            assert each.leaks() == []


def rounds_dealt(game_log: GameLog) -> int:
    """Return the number of rounds dealt."""
    return sum(isinstance(event, RoundDealt) for event in game_log.events)

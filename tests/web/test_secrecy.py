"""Two players and an onlooker at one table: no page is sent, shows or keeps a card unseen by its viewer."""

from __future__ import annotations

import time
from collections.abc import Sequence

import pytest

from domain.events import RoundDealt
from domain.visibility import SPECTATOR
from tests.api.harness.server_processes import Server
from tests.web.conftest import SignIn
from tests.web.overhearing import Overhearing
from tests.web.people import TIMEOUT, Person, Visitors
from tests.web.truth import Truth


@pytest.mark.parametrize(
    "variant", [pytest.param("hundred-and-ten", marks=pytest.mark.always), "oh-hell", "president"]
)
def test_no_page_learns_of_a_card_before_its_viewer_does(
    variant: str, signed_in: SignIn, visitors: Visitors, server: Server
) -> None:
    ann, bob = signed_in("Ann"), signed_in("Bob")
    game = table(ann, bob, variant)
    truth = Truth(server.data_dir, game)
    onlooker = visitors.context()
    viewers = [(ann.context, 0), (bob.context, 1), (onlooker, SPECTATOR)]
    pages = [Overhearing(context.new_page(), truth, viewer) for context, viewer in viewers]
    for each in pages:
        each.page.goto(f"{ann.site}/games/{game}")
    watch(pages, truth)
    # Until a second round is dealt; President has none.
    while rounds(truth) <= 1 and (ann.play(game) or bob.play(game)):
        watch(pages, truth)
        if rounds(truth) == 1:
            assert [each.shown() for each in pages] == [[], [], []]
    assert rounds(truth) == 1 + (variant != "president")
    for each in pages:
        assert each.checked > len(truth.events)
    for context, viewer in viewers:
        replay = Overhearing(context.new_page(), truth, viewer)
        replay.page.goto(f"{ann.site}/games/{game}/replay")
        replay.page.locator("[data-version]").first.wait_for()
        replay.page.wait_for_load_state("networkidle")
        assert replay.found() == []
    assert [found for each in pages for found in each.found()] == []


@pytest.mark.always
def test_a_page_that_learns_too_much_is_found(signed_in: SignIn, server: Server) -> None:
    ann, bob = signed_in("Ann"), signed_in("Bob")
    game = table(ann, bob, "hundred-and-ten")
    truth = Truth(server.data_dir, game)
    page = Overhearing(bob.context.new_page(), truth, SPECTATOR)
    page.page.goto(f"{ann.site}/games/{game}")
    page.page.wait_for_load_state("networkidle")
    found = page.found()
    assert any("in the game at" in each for each in found)
    assert any("HandDealt at" in each for each in found)
    assert page.shown() != []


@pytest.mark.always
def test_a_secret_bid_would_be_found(signed_in: SignIn, server: Server) -> None:
    ann, bob = signed_in("Ann"), signed_in("Bob")
    game = table(ann, bob, "oh-hell")
    truth = Truth(server.data_dir, game)
    page = Overhearing(ann.context.new_page(), truth, 1)
    ann.play(game)
    page.page.goto(f"{ann.site}/games/{game}")
    page.page.wait_for_load_state("networkidle")
    version = truth.read()
    found = page.found()
    assert f"the bid of seat 0 in the game at {version}" in found
    assert any(each.startswith("committedAmount of BidCommitted") for each in found)


def table(ann: Person, bob: Person, variant: str) -> str:
    """Seat the two at a new table, with two machine players."""
    game = ann.create(variant)
    bob.command("joinGame", game=game)
    ann.command("fillSeats", game=game, count=2)
    ann.command("startGame", game=game)
    return game


def watch(pages: Sequence[Overhearing], truth: Truth) -> None:
    """Wait until all pages have been told of all that has happened, and look at what they were sent."""
    version = truth.read()
    deadline = time.monotonic() + TIMEOUT / 1000
    for each in pages:
        assert each.found() == []
        while each.heard < version:
            assert time.monotonic() < deadline, f"the page has heard of {each.heard}, not of {version}"
            each.page.wait_for_timeout(10)
            assert each.found() == []


def rounds(truth: Truth) -> int:
    """Return how many rounds have been dealt."""
    return sum(isinstance(event, RoundDealt) for event in truth.events)

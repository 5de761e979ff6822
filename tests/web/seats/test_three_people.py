"""A game of three people from its table to the rematch, by the pages alone.

One of them closes the page in the middle, returns, and takes the seat back.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.conftest import SignIn
from tests.web.harness.screens import NARROW
from tests.web.harness.table_player import make_move, wait_until
from tests.web.harness.visitors import Visitors
from tests.web.seats.table_pages import log, path_of, seat, set_up_table, take_seat

MAX_MOVES: Final = 120
CLOCK_TIMEOUT: Final = 20_000
"""Milliseconds in which a clock of ten seconds runs out."""
AUTOMATED: Final = "Played by the machine"


@pytest.mark.timeout(180)
def test_three_people_play_leave_return_finish_and_play_again(signed_in: SignIn, visitors: Visitors) -> None:
    ann, ben, cleo = signed_in("Ann"), signed_in("Ben"), signed_in("Cleo", viewport=NARROW)
    anns = set_up_table(
        ann, "president", {"Seconds for each move": "10"}, {"Missed moves until the machine takes over": "1"}
    )
    bens, cleos = (take_seat(each, anns) for each in (ben, cleo))
    anns.get_by_label("Machine players").select_option("None")
    anns.get_by_role("button", name="Start the game").click()
    play((anns, bens, cleos), until=lambda: is_to_move(bens))

    bens.close()
    expect(log(anns)).to_contain_text("The machine plays for Ben from now on.", timeout=CLOCK_TIMEOUT)
    expect(seat(cleos, "Ben")).to_contain_text(AUTOMATED)
    made = play((anns, cleos), until=lambda: log(anns).inner_text().count("Ben") >= 4, least=4)
    assert not is_over(anns), f"the game ended after {made} moves without Ben"

    bens = ben.open(path_of(anns))
    bens.get_by_role("button", name="Take your seat back").click()
    expect(seat(anns, "Ben")).not_to_contain_text(AUTOMATED)
    pages = anns, bens, cleos
    play(pages, until=lambda: is_over(anns))
    for page in pages:
        expect(page.get_by_role("region", name="Result").get_by_role("listitem")).to_have_count(3)
        expect(page.get_by_text(AUTOMATED)).to_have_count(0)

    first = path_of(anns)
    cleos.get_by_role("region", name="Play again").get_by_role("button", name="Rematch").click()
    for page in anns, bens:
        page.get_by_role("button", name="Join the rematch").click()
    waiting = cleos.get_by_role("region", name="Before the start")
    expect(waiting).to_contain_text("Nobody is missing.")
    waiting.get_by_role("button", name="Start the game").click()
    for page in pages:
        page.wait_for_url(lambda url: first not in url)
        expect(page.locator(".board")).to_be_visible()
    assert len({path_of(page) for page in pages}) == 1
    play(pages, until=lambda: False, least=1, most=3)


def play(pages: Sequence[Page], *, until: Callable[[], bool], least: int = 0, most: int = MAX_MOVES) -> int:
    """Move on the page whose turn it is until the condition holds, and return the number of moves."""
    for made in range(most):
        wait_until(pages[0], lambda: is_over(pages[0]) or any(map(is_to_move, pages)))
        if is_over(pages[0]) or (made >= least and until()):
            return made
        move(next(page for page in pages if is_to_move(page)))
    return most


def move(page: Page) -> None:
    """Play the lowest cards that can be played, or pass."""
    playable = page.get_by_role("toolbar", name="Your hand").locator("button:not([aria-disabled='true'])")
    if playable.count():
        playable.first.click(position={"x": 12, "y": 40})
        make_move(page, button(page, "Play"))
    else:
        make_move(page, button(page, "Pass"))


def is_to_move(page: Page) -> bool:
    return page.locator(".turn-mine").count() > 0


def is_over(page: Page) -> bool:
    return page.locator(".ended").count() > 0


def button(page: Page, text: str) -> Locator:
    """Return the button of a move, which says for a play what is played."""
    return page.locator(".mine-moves").get_by_role("button", name=re.compile(rf"^{text}\b"))

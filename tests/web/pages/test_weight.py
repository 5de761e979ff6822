"""Download size of a table until the hand is visible, on the first and the second visit."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

import pytest

from tests.web.conftest import SignIn
from tests.web.harness.replayed_games import variants
from tests.web.harness.transfer_sizes import Wire
from tests.web.harness.visitors import Person

MAX_BYTES: Final = 150_000
"""Largest download of a first visit to a table, in bytes."""
CARD: Final = ".hand-card"


@pytest.mark.parametrize("variant", variants("hundred-and-ten"))
def test_first_visit_stays_within_the_size_limit(variant: str, signed_in: SignIn) -> None:
    ann = signed_in("Ann")
    game = game_with_visible_hand(ann, variant)
    page = ann.context.new_page()
    wire = Wire(page)
    page.goto(f"{ann.site}/games/{game}")
    page.locator(CARD).first.wait_for()
    wire.end_of_first_view()
    page.wait_for_load_state("networkidle")
    assert 20_000 < wire.bytes <= MAX_BYTES
    assert {urlsplit(each).netloc for each in wire.requests} == {urlsplit(ann.site).netloc}


def test_second_visit_downloads_no_file_again(signed_in: SignIn) -> None:
    ann = signed_in("Ann")
    game = game_with_visible_hand(ann, "hundred-and-ten")
    ann.open(f"/games/{game}").locator(CARD).first.wait_for()
    page = ann.context.new_page()
    wire = Wire(page)
    page.goto(f"{ann.site}/games/{game}")
    page.locator(CARD).first.wait_for()
    page.wait_for_load_state("networkidle")
    assert 500 < wire.bytes <= MAX_BYTES // 5


def game_with_visible_hand(ann: Person, variant: str) -> str:
    """Return a started game in which Ann sees her own hand."""
    game = ann.create(variant, machines=3)
    # The first hand of Oh Hell is blind until all players have bid.
    if variant == "oh-hell":
        ann.play(game)
    return game

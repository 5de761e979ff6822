"""Pages over plain HTTP, to which browsers offer no Web Crypto: they add seeds and check games, too."""

from __future__ import annotations

from urllib.parse import urlsplit

from playwright.sync_api import expect

from tests.web.conftest import PLAIN_HOST, SignIn
from tests.web.deals.test_seeds import WARNING, start, wait_for_commitments
from tests.web.harness.seeds import seats


def test_page_over_plain_http_adds_a_seed_and_checks_the_game(signed_in: SignIn) -> None:
    ann = signed_in("Ann")
    game = ann.create("president")
    ann.command("fillSeats", game=game, count=3)
    page = ann.context.new_page()
    page.goto(f"http://{PLAIN_HOST}:{urlsplit(ann.site).port}/games/{game}")
    assert page.evaluate("[isSecureContext, crypto.subtle === undefined]") == [False, True]
    wait_for_commitments(ann, game=game, pages=[page])
    start(page)
    expect(page.locator(".board")).to_be_visible()
    assert seats(ann, game)[0]["seed"]
    expect(page.locator(WARNING)).to_have_count(0)
    page.get_by_text("Fair deals", exact=True).click()
    page.get_by_role("button", name="Check the game").click()
    expect(page.get_by_text("✓ The deals are correct, as far as they can be checked now.")).to_be_visible()
    ann.command("automateSeat", game=game)
    page.get_by_role("button", name="Check again").click()
    expect(page.get_by_text("✓ The deals are correct.")).to_be_visible()

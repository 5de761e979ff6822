"""Verification of shuffles in the browser, by their commitments and reveals."""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import sha256
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.web.conftest import SignIn
from tests.web.harness.replayed_games import events, finished_game, variants

Change = Callable[[list[dict[str, Any]]], None]


@pytest.mark.parametrize("variant", variants("president"))
def test_every_shuffle_of_an_honest_game_verifies(variant: str, signed_in: SignIn) -> None:
    ann = signed_in("Ann")
    game = finished_game(ann, variant)
    shuffles = [each for each in events(ann, game) if each["__typename"] == "DeckRevealed"]
    page = ann.open(f"/games/{game}/replay")
    deals = fair_deals(page)
    expect(outcomes(page)).to_have_count(len(shuffles))
    assert set(outcomes(page).all_inner_texts()) == {"✓ Opened and right"}
    few = "1 shuffle" if len(shuffles) == 1 else f"{len(shuffles)} shuffles"
    expect(deals.locator(".deals-summary")).to_have_text(f"{few}: {len(shuffles)} opened and right.")
    # The page shows the hashed text, whose digest is the commitment.
    first = deals.locator(".deals-details").first
    first.locator("summary").click()
    commitment = first.locator("code").first.inner_text()
    text = first.locator(".deals-text").inner_text()
    assert sha256(text.encode()).hexdigest() == commitment
    assert text == " ".join([*shuffles[0]["order"], shuffles[0]["salt"]])
    assert first.locator("[data-card]").count() == len(shuffles[0]["order"])
    deals.get_by_role("button", name=f"Event {shuffles[0]['version']}", exact=True).click()
    expect(page.locator(".replay-position")).to_contain_text(f"Event {shuffles[0]['version']} of")


def test_changed_salt_is_detected(signed_in: SignIn) -> None:
    def change(events_shown: list[dict[str, Any]]) -> None:
        opening = events_of_type(events_shown, "DeckRevealed")[1]
        opening["salt"] = opening["salt"][:-1] + ("0" if opening["salt"][-1] != "0" else "1")

    found = outcomes_after(signed_in, "oh-hell", change)
    assert found == ["right", "wrong", *["right"] * (len(found) - 2)]


def test_two_swapped_cards_are_detected(signed_in: SignIn) -> None:
    def change(events_shown: list[dict[str, Any]]) -> None:
        order = events_of_type(events_shown, "DeckRevealed")[0]["order"]
        order[3], order[4] = order[4], order[3]

    assert outcomes_after(signed_in, "president", change) == ["wrong"]


def test_changed_commitment_is_detected(signed_in: SignIn) -> None:
    def change(events_shown: list[dict[str, Any]]) -> None:
        events_of_type(events_shown, "DeckShuffled")[0]["commitment"] = "0" * 64

    assert outcomes_after(signed_in, "president", change) == ["wrong"]


def test_card_dealt_twice_is_detected(signed_in: SignIn) -> None:
    def change(events_shown: list[dict[str, Any]]) -> None:
        one, other = events_of_type(events_shown, "HandDealt")[:2]
        one["cards"][0] = other["cards"][0]

    assert outcomes_after(signed_in, "president", change) == ["dealt"]


def test_drawn_card_that_is_not_in_the_deck_is_detected(signed_in: SignIn) -> None:
    def change(events_shown: list[dict[str, Any]]) -> None:
        giving = [*events_of_type(events_shown, "HandDealt"), *events_of_type(events_shown, "CardsDrawn")]
        given = {(each["shuffle"], card) for each in giving for card in each["cards"]}
        # The card may not come from the previous shuffle either, which some games deal on from.
        drawn, card = next(
            (drawn, card)
            for drawn in events_of_type(events_shown, "CardsDrawn")
            for number, card in given
            if drawn["cards"] and number == drawn["shuffle"] and card not in drawn["cards"]
            if number == 0 or (number - 1, card) in given
        )
        drawn["cards"][0] = card

    assert outcomes_after(signed_in, "hundred-and-ten", change).count("dealt") == 1


def test_sealed_shuffle_is_checked_as_soon_as_it_is_revealed(signed_in: SignIn) -> None:
    ann = signed_in("Ann")
    game = ann.create("president", machines=3)
    page = ann.open(f"/games/{game}/replay")
    fair_deals(page)
    expect(outcomes(page)).to_have_text(["Sealed still"])
    page.get_by_text("Shuffle 1", exact=True).click()
    expect(page.get_by_text("Its order and its salt are sealed.")).to_be_visible()
    ann.command("automateSeat", game=game)
    expect(outcomes(page)).to_have_text(["✓ Opened and right"])


def test_page_without_web_crypto_shows_the_text_to_hash(signed_in: SignIn) -> None:
    ann = signed_in("Ann")
    game = finished_game(ann, "president")
    page = ann.context.new_page()
    # Browsers deny Web Crypto to pages served over plain HTTP.
    page.add_init_script("Object.defineProperty(Crypto.prototype, 'subtle', { value: undefined })")
    page.goto(f"{ann.site}/games/{game}/replay")
    expect(outcomes(page)).to_have_text(["Opened, not checked here"])
    expect(page.get_by_text("Browsers compute SHA-256 only on pages that came by HTTPS")).to_be_visible()
    page.get_by_text("Shuffle 1", exact=True).click()
    first = page.locator(".deals-details").first
    text = first.locator(".deals-text").inner_text()
    assert sha256(text.encode()).hexdigest() == first.locator("code").first.inner_text()


def outcomes_after(signed_in: SignIn, variant: str, change: Change) -> list[str]:
    """Return the outcome of each shuffle on a page that receives altered events."""
    ann = signed_in("Ann")
    game = finished_game(ann, variant)
    page = ann.context.new_page()

    def alter(route: Route) -> None:
        response = route.fetch()
        answer = response.json()
        # The first page of events comes with the game.
        if (found := answer["data"].get("game")) and "seats" in found and "events" in found:
            change(found["events"]["nodes"])
        route.fulfill(response=response, body=json.dumps(answer))

    page.route("**/graphql", alter)
    page.goto(f"{ann.site}/games/{game}/replay")
    expect(page.locator(".deals-wrong[role=alert]")).to_contain_text(
        "not what the server had committed itself to"
    )
    page.unroute_all(behavior="wait")
    return [str(each.get_attribute("data-outcome")) for each in outcomes(page).all()]


def events_of_type(events_shown: list[dict[str, Any]], kind: str) -> list[dict[str, Any]]:
    """Return the events of a type."""
    return [each for each in events_shown if each["__typename"] == kind]


def outcomes(page: Page) -> Locator:
    """Return the cells with the outcome of each shuffle."""
    return page.locator("[data-outcome]")


def fair_deals(page: Page) -> Locator:
    """Open the details of the fairness panel, and return the panel."""
    deals = page.get_by_role("region", name="Fair deals")
    deals.get_by_text("Each shuffle", exact=True).click()
    return deals

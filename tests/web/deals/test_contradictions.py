"""Servers whose records contradict what they have shown on the page: the check says "Wrong"."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final

import pytest
from playwright.sync_api import Page, Route, expect

from application.records.canonical_json import canonical
from tests.web.conftest import SignIn
from tests.web.deals.test_seeds import start, wait_for_commitments
from tests.web.harness.replayed_games import events, finished_game, variants
from tests.web.harness.visitors import Person

Records = list[dict[str, Any]]
Lie = Callable[[Records], Records]

_RECORDS: Final = """query ($game: ID!, $after: Cursor) { game(id: $game) {
    events(first: 500, after: $after) { nodes { record } pageInfo { hasNextPage endCursor } }
} }"""


def records(person: Person, game: str) -> Records:
    """Return the records of a game."""
    found: Records = []
    after = None
    while True:
        events = person.ask(_RECORDS, game=game, after=after)["game"]["events"]
        found += [json.loads(node["record"]) for node in events["nodes"]]
        if not events["pageInfo"]["hasNextPage"]:
            return found
        after = events["pageInfo"]["endCursor"]


def serve(page: Page, served: Records) -> None:
    """Answer a page's requests for records with these."""

    def answer(route: Route) -> None:
        response = route.fetch()
        body = response.json()
        events = ((body.get("data") or {}).get("game") or {}).get("events") or {}
        if (events.get("nodes") or [{}])[0].get("record"):
            events["nodes"] = [{"record": canonical(each).decode()} for each in served]
            events["pageInfo"]["hasNextPage"] = False
        route.fulfill(response=response, body=json.dumps(body))

    page.route("**/graphql", answer)


def check(page: Page, expected: str) -> None:
    deals = page.get_by_role("region", name="Fair deals")
    deals.get_by_role("button", name="Check the game").click()
    alert = deals.get_by_role("alert").filter(has_text="✗ Wrong at event")
    expect(alert).to_contain_text(expected)
    expect(deals.get_by_text("✓ The deals are correct.")).to_have_count(0)


def of_type(found: Records, kind: str) -> dict[str, Any]:
    return next(each for each in found if each["event"]["type"] == kind)


def renamed(found: Records, game: str) -> Records:
    """Return the records of an honest game with the id of another."""
    return [each | {"game": game} for each in found]


@pytest.mark.parametrize("variant", variants("hundred-and-ten", "oh-hell", "president"))
def test_honest_records_do_not_contradict_the_page(variant: str, signed_in: SignIn) -> None:
    ann = signed_in("Ann")
    game = finished_game(ann, variant, moves=2)
    page = ann.open(f"/games/{game}/replay")
    page.get_by_role("button", name="Check the game").click()
    expect(page.get_by_text("✓ The deals are correct.")).to_be_visible()


def test_records_of_another_honest_game_are_wrong(signed_in: SignIn) -> None:
    ann = signed_in("Ann")
    game, other = (finished_game(ann, "president") for _ in range(2))
    served = records(ann, other)
    page = ann.context.new_page()
    serve(page, served)
    page.goto(f"{ann.site}/games/{game}/replay")
    check(page, "The records are those of another game.")


def test_records_of_another_game_under_the_same_id_are_wrong(signed_in: SignIn) -> None:
    ann = signed_in("Ann")
    game, other = (finished_game(ann, "president") for _ in range(2))
    served = renamed(records(ann, other), game)
    page = ann.context.new_page()
    serve(page, served)
    page.goto(f"{ann.site}/games/{game}/replay")
    check(page, "The fingerprint of the records is not the one on this page.")
    deals = page.get_by_role("region", name="Fair deals")
    expect(deals).to_contain_text("The commitment of the shuffle is not the one on this page.")
    expect(page.locator("[data-verdict]")).to_contain_text(["✗ Wrong"])


def other_hand(found: Records) -> Records:
    cards = of_type(found, "HandDealt")["open"]["cards"][1]
    cards.reverse()
    return found


def missing_hand(found: Records) -> Records:
    del of_type(found, "HandDealt")["open"]
    return found


def hidden_hand(found: Records) -> Records:
    """Put another hand where the verifier reads it, and the one on the page beside it."""
    record = of_type(found, "HandDealt")
    _, cards = record.pop("open")["cards"]
    record["event"] |= {"cards": cards, "open.cards": cards[::-1]}
    return found


def other_commitment(found: Records) -> Records:
    of_type(found, "DeckShuffled")["event"]["commitment"] = "0" * 64
    return found


def other_player(found: Records) -> Records:
    """Exchange a player everywhere, so that the records agree with each other."""
    changed: Records = json.loads(json.dumps(found).replace("machine-1", "machine-9"))
    return changed


def other_trump(found: Records) -> Records:
    card = of_type(found, "TrumpTurned")["event"]
    card["card"] = "2C" if card["card"] != "2C" else "3C"
    return found


def other_dealer(found: Records) -> Records:
    of_type(found, "RoundDealt")["event"]["dealer"] += 1
    return found


def cut(found: Records) -> Records:
    return found[:-1]


def other_type(found: Records) -> Records:
    of_type(found, "HandDealt")["event"]["type"] = "HandDreamt"
    return found


@pytest.mark.parametrize(
    ("lie", "expected"),
    [
        (other_hand, "The cards in the record are not those on this page."),
        (missing_hand, "The cards in the record are not those on this page."),
        (hidden_hand, "The cards in the record are not those on this page."),
        (other_commitment, "The commitment of the shuffle is not the one on this page."),
        (other_player, "The players in the records are not those on this page."),
        (cut, "The records end before the events on this page."),
        (other_type, "The record is not that of the event on this page."),
    ],
)
def test_records_that_contradict_the_page_are_wrong(lie: Lie, expected: str, signed_in: SignIn) -> None:
    ann = signed_in("Ann")
    # The shuffle is not revealed: the verifier alone cannot tell the places of the cards.
    game = ann.create("president", machines=3)
    served = lie(records(ann, game))
    page = ann.context.new_page()
    serve(page, served)
    page.goto(f"{ann.site}/games/{game}/replay")
    check(page, expected)


@pytest.mark.parametrize("lie", [other_trump, other_dealer])
def test_records_that_tell_an_open_event_otherwise_are_wrong(lie: Lie, signed_in: SignIn) -> None:
    ann = signed_in("Ann")
    game = ann.create("oh-hell", machines=3)
    served = lie(records(ann, game))
    page = ann.context.new_page()
    serve(page, served)
    page.goto(f"{ann.site}/games/{game}/replay")
    check(page, "The record tells the event otherwise than this page.")


def test_commitment_is_sent_with_the_request_for_a_seat(signed_in: SignIn) -> None:
    ann, bert = signed_in("Ann"), signed_in("Bert")
    game = ann.create("hundred-and-ten")
    page, other = ann.open(f"/games/{game}"), bert.open(f"/games/{game}")
    other.get_by_role("button", name="Take a seat").click()
    wait_for_commitments(ann, bert, game=game, pages=[page])
    *_, joined, committed = (
        each
        for each in events(ann, game)
        if each["__typename"] in {"PlayerJoined", "SeedCommitted"} and each["player"]["id"] == bert.player
    )
    assert (joined["__typename"], committed["__typename"]) == ("PlayerJoined", "SeedCommitted")
    assert (committed["version"], committed["at"]) == (joined["version"] + 1, joined["at"])
    start(page)
    expect(other.locator(".board")).to_be_visible()

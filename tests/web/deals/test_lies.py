"""Servers that lie about seats and seeds: the page keeps its seed secret and says why."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import SignIn
from tests.web.deals.test_seeds import WARNING, start, wait_for_commitments
from tests.web.harness.axe import violations
from tests.web.harness.seeds import Event, change_events, seats
from tests.web.harness.visitors import Person

OTHER: Final = "0" * 64


def changed_roll(event: Event) -> Event:
    return event | {"roll": OTHER} if event["__typename"] == "SeatsClosed" else event


def dropped_commitment(event: Event) -> Event:
    if event["__typename"] != "SeedCommitted":
        return event
    return {"__typename": "InvitationDeclined", "version": event["version"], "player": event["player"]}


def replaced_commitment(event: Event) -> Event:
    return event | {"commitment": OTHER} if event["__typename"] == "SeedCommitted" else event


def changed_fingerprint(event: Event) -> Event:
    return event | {"fingerprint": OTHER} if event["__typename"] == "GameStarted" else event


@pytest.mark.parametrize(
    ("lie", "reason"),
    [
        (changed_roll, "The server has closed the seats with other players or seeds than it shows you."),
        (dropped_commitment, "The server had confirmed your seed, and then closed the seats without it."),
        (replaced_commitment, "Another seed is at your seat, which this browser did not make."),
    ],
)
def test_lying_server_gets_no_seed(lie: object, reason: str, signed_in: SignIn) -> None:
    ann = signed_in("Ann")
    game, page = table_of_one(ann, lie)
    start(page)
    expect(page.locator(WARNING)).to_contain_text(f"The deal will not use your seed. {reason}")
    # The game starts without it after a second, and the page says so again.
    expect(page.locator(".board")).to_be_visible()
    expect(page.locator(WARNING)).to_contain_text(f"The deal does not use your seed. {reason}")
    assert violations(page) == []
    assert seats(ann, game)[0]["seed"] is None


def test_seed_is_revealed_to_one_roll_only(signed_in: SignIn) -> None:
    ann = signed_in("Ann")
    game, page = table_of_one(ann, lambda event: event)
    # The seed has been revealed to another roll, which the server showed before it lost its memory.
    page.evaluate(
        """other => {
            const key = Object.keys(localStorage).find((each) => each.startsWith('kibitz.seed.'));
            localStorage[key] = JSON.stringify({ ...JSON.parse(localStorage[key]), roll: other });
        }""",
        OTHER,
    )
    start(page)
    expect(page.locator(WARNING)).to_contain_text("The server has closed the seats a second time")
    expect(page.locator(".board")).to_be_visible()
    assert seats(ann, game)[0]["seed"] is None


def test_wrong_fingerprint_is_reported_before_the_first_move(signed_in: SignIn) -> None:
    ann = signed_in("Ann")
    _, page = table_of_one(ann, changed_fingerprint)
    start(page)
    expect(page.locator(WARNING)).to_contain_text("The fingerprint of this game is not that of the seeds")
    page.get_by_text("Fair deals", exact=True).click()
    expect(page.locator(".fingerprint")).to_contain_text("This is not the fingerprint of the seats and seeds")


def table_of_one(ann: Person, lie: object) -> tuple[str, Page]:
    """Return a table of Ann and machine players, and her page, which receives changed events."""
    game = ann.create("president")
    ann.command("fillSeats", game=game, count=3)
    page = ann.context.new_page()
    change_events(page, lie)  # type: ignore[arg-type]
    page.goto(f"{ann.site}/games/{game}")
    wait_for_commitments(ann, game=game, pages=[page])
    page.wait_for_load_state("networkidle")
    return game, page

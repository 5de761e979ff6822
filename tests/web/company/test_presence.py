"""Presence: the marks at the seats, and the seat of an absent player that the organizer hands over."""

from __future__ import annotations

from typing import Final

from playwright.sync_api import Locator, Page, expect

from tests.web.conftest import SignIn
from tests.web.harness.axe import violations
from tests.web.harness.screens import NARROW, fits_viewport
from tests.web.harness.table_player import wait_for_announcement
from tests.web.harness.visitors import Person, Visitors

PRESENT: Final = "Bea is present, so nobody else can hand over the seat."


def start(ann: Person, *others: Person) -> str:
    """Start a game of Oh Hell of these people and machine players."""
    game = ann.create("oh-hell")
    for person in others:
        person.command("joinGame", game=game)
    ann.command("fillSeats", game=game, count=3 - len(others))
    ann.command("startGame", game=game)
    return game


def name(page: Page, seat: int) -> Locator:
    """Return the name of a player, with the word for its mark."""
    return page.locator(f"[data-seat='{seat}'] .seat-name")


def test_players_see_who_is_here_and_spectators_do_not(signed_in: SignIn, visitors: Visitors) -> None:
    ann, bea = signed_in("Ann", viewport=NARROW), signed_in("Bea")
    game = start(ann, bea)
    page = ann.open(f"/games/{game}")
    expect(name(page, 0)).to_have_text("You, here")
    expect(name(page, 1)).to_have_text("Bea, away")
    expect(page.locator(".presence")).to_have_count(2)
    away = page.get_by_role("list", name="Players who are away")
    expect(away).to_contain_text("Bea is away.")
    assert violations(page) == []
    assert fits_viewport(page)
    theirs = bea.open(f"/games/{game}")
    expect(name(page, 1)).to_have_text("Bea, here")
    expect(away).to_have_count(0)
    wait_for_announcement(page, "Bea is here.")
    expect(name(theirs, 0)).to_have_text("Ann, here")
    spectator = visitors.context().new_page()
    spectator.goto(f"{ann.site}/games/{game}")
    spectator.locator(".board").wait_for()
    expect(spectator.locator(".presence")).to_have_count(0)


def test_organizer_lets_the_machine_play_for_absent_players_only(signed_in: SignIn) -> None:
    ann, bea, cem = signed_in("Ann"), signed_in("Bea"), signed_in("Cem")
    game = start(ann, bea, cem)
    page = ann.open(f"/games/{game}")
    page.get_by_role("button", name="Let the machine play for Bea").click()
    dialog = page.get_by_role("dialog", name="Let the machine play for Bea?")
    # Bea comes back while the dialog is open.
    theirs = bea.open(f"/games/{game}")
    expect(name(page, 1)).to_have_text("Bea, here")
    expect(theirs.locator(".presence")).to_have_count(3)
    expect(theirs.get_by_role("list", name="Players who are away")).to_have_count(0)
    dialog.get_by_role("button", name="Let the machine play").click()
    expect(dialog.get_by_role("alert")).to_have_text(PRESENT)
    assert violations(page) == []
    dialog.get_by_role("button", name="Wait for Bea").click()
    page.get_by_role("button", name="Let the machine play for Cem").click()
    page.get_by_role("dialog").get_by_role("button", name="Let the machine play").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator("[data-seat='2']")).to_contain_text("Played by the machine")
    expect(page.get_by_role("list", name="Players who are away")).to_have_count(0)

"""Talk: phrases and emotes of players and spectators, muted players, and tables without talk."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.web.conftest import SignIn
from tests.web.harness.axe import violations
from tests.web.harness.screens import NARROW, fits_viewport
from tests.web.harness.table_player import open_panel
from tests.web.harness.visitors import Person


def start(ann: Person, bea: Person, talk: str = "true") -> str:
    """Start a game of Hundred and Ten of the two."""
    game = ann.create("hundred-and-ten", talk=talk)
    bea.command("joinGame", game=game)
    ann.command("startGame", game=game)
    return game


def said(page: Page, by: str = "at the table") -> Locator:
    """Show the talk, and return the list of what was said."""
    open_panel(page, "Talk")
    return page.get_by_role("log", name=f"Said {by}")


def say(page: Page, phrase: str) -> None:
    """Press the button of a phrase or an emote."""
    open_panel(page, "Talk")
    page.get_by_role("group", name="Say something").get_by_role("button", name=phrase).click()


def test_players_and_spectators_talk_apart(signed_in: SignIn) -> None:
    ann, bea, eve = signed_in("Ann"), signed_in("Bea", viewport=NARROW), signed_in("Eve")
    game = start(ann, bea)
    page, theirs, watching = (person.open(f"/games/{game}") for person in (ann, bea, eve))
    open_panel(page, "Talk")
    group = page.get_by_role("group", name="Say something")
    expect(group.get_by_role("button")).to_have_count(12 + 6)
    say(page, "Good luck")
    for each in page, theirs, watching:
        expect(said(each)).to_contain_text("Good luck")
    expect(said(page)).to_contain_text("You Good luck just now")
    expect(said(theirs)).to_contain_text("Ann Good luck")
    assert fits_viewport(theirs)
    say(watching, "Applause")
    expect(said(watching, "by spectators")).to_contain_text("You")
    expect(said(watching, "by spectators")).to_contain_text("Applause")
    say(theirs, "Thanks")
    expect(said(page)).to_contain_text("Bea Thanks")
    expect(said(watching)).to_contain_text("Bea Thanks")
    # Bea's phrase came after Eve's applause, which the players do not see.
    for each in page, theirs:
        expect(said(each)).not_to_contain_text("Applause")
        expect(said(each, "by spectators")).to_have_count(0)
    for each in page, theirs, watching:
        assert violations(each) == []
    for person in ann, bea:
        person.command("automateSeat", game=game)
    expect(said(page, "by spectators")).to_contain_text("Eve")


def test_muted_player_is_not_seen_until_unmuted(signed_in: SignIn) -> None:
    ann, bea = signed_in("Ann"), signed_in("Bea")
    game = start(ann, bea)
    page, theirs = ann.open(f"/games/{game}"), bea.open(f"/games/{game}")
    say(theirs, "Over to you")
    expect(said(page)).to_contain_text("Bea Over to you")
    page.get_by_text("Muted players", exact=True).click()
    page.get_by_role("button", name="Mute Bea").click()
    expect(said(page)).not_to_contain_text("Bea")
    say(theirs, "Sorry")
    expect(said(theirs)).to_contain_text("You Sorry")
    say(page, "Hello")
    expect(said(page)).to_contain_text("You Hello")
    expect(said(page)).not_to_contain_text("Sorry")
    assert violations(page) == []
    page.get_by_role("button", name="Unmute Bea").click()
    expect(said(page)).to_contain_text(re.compile("Over to you.*Sorry.*Hello", re.DOTALL))
    expect(page.get_by_role("button", name="Mute Bea", exact=True)).to_be_visible()


def test_table_without_talk_and_rounds_without_it(signed_in: SignIn) -> None:
    ann, bea = signed_in("Ann"), signed_in("Bea")
    page = ann.open(f"/games/{start(ann, bea, talk='false')}")
    page.locator(".board").wait_for()
    page.get_by_role("region", name="Log").wait_for()
    expect(page.get_by_role("tab", name="Talk")).to_have_count(0)
    # The first round of Oh Hell is blind: a phrase could tell a player its card.
    blind = ann.open(f"/games/{ann.create('oh-hell', machines=3)}")
    say(blind, "Smile")
    talk = blind.get_by_role("region", name="Talk")
    expect(talk.get_by_role("status")).to_contain_text("until the bids are revealed")
    assert violations(blind) == []

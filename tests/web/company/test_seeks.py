"""Finding a game: two people meet, machine players join, and the search survives a reload."""

from __future__ import annotations

import re
from typing import Final

from playwright.sync_api import Locator, Page, Route, expect

from tests.web.conftest import SignIn
from tests.web.harness.axe import violations
from tests.web.harness.screens import NARROW, fits_viewport
from tests.web.harness.table_player import wait_for_announcement
from tests.web.harness.visitors import Visitors

AT_A_TABLE: Final = re.compile("/games/")
SEEKS: Final = "{ me { seeks { minPlayers maxPlayers machinesAfter ratingRange } } }"


def search(page: Page) -> Locator:
    """Return the part of the lobby about the search for a game."""
    return page.get_by_role("region", name="Find a game")


def seek(page: Page, **chosen: str) -> None:
    """Look for a game by the form, with choices by the labels of its fields."""
    page.get_by_role("button", name="Find a game").click()
    for label, choice in chosen.items():
        search(page).get_by_label(label.replace("_", " ")).select_option(choice)
    search(page).get_by_role("button", name="Look for a game").click()


def test_two_people_find_each_other_and_play(signed_in: SignIn) -> None:
    ann, bea = signed_in("Ann"), signed_in("Bea", viewport=NARROW)
    page, theirs = ann.open("/?variant=hundred-and-ten"), bea.open("/")
    page.get_by_role("button", name="Find a game").click()
    expect(search(page).get_by_label("Game")).to_have_value("hundred-and-ten")
    assert violations(page) == []
    page.get_by_role("button", name="Find a game").click()
    seek(page, At_most="2", Machine_players_may_join="Never")
    expect(search(page)).to_contain_text("Looking for a game of Hundred and Ten")
    expect(search(page)).to_contain_text("Nobody else is looking for this game yet")
    expect(page.get_by_role("heading", name="Find a game")).to_be_focused()
    assert violations(page) == []
    assert ann.ask(SEEKS)["me"]["seeks"] == [
        {"minPlayers": 2, "maxPlayers": 2, "machinesAfter": None, "ratingRange": None}
    ]
    # The search survives a reload.
    page.reload()
    expect(search(page)).to_contain_text(re.compile(r"Waiting time: 0:\d\d"))
    seek(theirs, Game="hundred-and-ten", At_most="2", Machine_players_may_join="Never")
    for each in page, theirs:
        each.wait_for_url(AT_A_TABLE)
        expect(each.locator(".board")).to_be_visible()
    assert page.url == theirs.url
    assert fits_viewport(theirs)
    # Both browsers have added their seeds.
    page.get_by_role("tab", name="Fair deals").click()
    expect(page.get_by_text("Seed missing")).to_have_count(0)
    assert ann.ask(SEEKS)["me"]["seeks"] == []


def test_search_goes_on_when_another_player_does_not_sit_down(signed_in: SignIn) -> None:
    ann, bea = signed_in("Ann"), signed_in("Bea")
    page, theirs = ann.open("/"), bea.open("/")

    def lose_joining(route: Route) -> None:
        joins = "commitment" in (route.request.post_data or "")
        (route.abort if joins else route.continue_)()

    theirs.route("**/graphql", lose_joining)
    for each in page, theirs:
        seek(each, Game="hundred-and-ten", At_most="2", Machine_players_may_join="Never")
        expect(search(each)).to_be_visible()
    page.wait_for_url(AT_A_TABLE)
    waiting = page.get_by_role("region", name="Before the start")
    expect(waiting).to_contain_text("The game starts by itself when all of them have taken their seats.")
    expect(waiting.get_by_role("list").filter(has_text="Bea")).to_be_visible()
    expect(search(theirs)).to_contain_text("A table of Hundred and Ten has formed")
    bea.command("declineInvitation", game=page.url.split("/")[-1])
    expect(search(page)).to_contain_text("Looking for a game of Hundred and Ten")
    wait_for_announcement(page, "The table did not fill. The search goes on.")
    page.get_by_role("button", name="Cancel the search").click()
    expect(search(page)).to_have_count(0)


def test_search_is_cancelled_or_ends_with_machine_players(signed_in: SignIn) -> None:
    ann = signed_in("Ann", viewport=NARROW)
    page = ann.open("/")
    seek(page, Game="oh-hell", Opponents="4")
    expect(search(page)).to_contain_text("Looking for a game of Oh Hell")
    # A live update can show the search before the answer to the form, which closes it.
    expect(search(page).get_by_role("button", name="Look for a game")).to_have_count(0)
    seek(page, Game="president", Machine_players_may_join="10")
    entries = search(page).get_by_role("listitem")
    expect(entries).to_have_count(2)
    expect(entries.nth(0)).to_contain_text("Opponents rated 21 to 29 at first")
    assert violations(page) == []
    assert fits_viewport(page)
    page.get_by_role("button", name="Cancel the search for Oh Hell").click()
    expect(entries).to_have_count(1)
    page.wait_for_url(AT_A_TABLE)
    expect(page.get_by_role("heading", name="President", level=1)).to_be_visible()
    expect(page.locator(".board")).to_be_visible()
    expect(page.locator("[data-seat]")).to_have_count(3)


def test_spectator_signs_in_to_look_for_a_game(site: str, visitors: Visitors) -> None:
    page = visitors.context().new_page()
    page.goto(site)
    seek(page, Game="oh-hell", Machine_players_may_join="Never")
    page.get_by_role("dialog").get_by_label("Your name").fill("Neuer")
    page.keyboard.press("Enter")
    expect(search(page)).to_contain_text("Looking for a game of Oh Hell")
    page.get_by_role("button", name="Cancel the search for Oh Hell").click()
    expect(search(page)).to_have_count(0)

"""Rematch: asked for at the end of a game, joined by the others, and the score of the series."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, WebSocketRoute, expect

from tests.web.conftest import SignIn
from tests.web.harness.axe import violations
from tests.web.harness.screens import NARROW, fits_viewport
from tests.web.harness.table_player import wait_for_announcement
from tests.web.harness.visitors import Person, Visitors


def finished_game(ann: Person, *others: Person) -> str:
    """Return a game of President that machines have finished for these people."""
    game = ann.create("president")
    for person in others:
        person.command("joinGame", game=game)
    ann.command("fillSeats", game=game, count=1)
    ann.command("startGame", game=game)
    hand_over(game, ann, *others)
    return game


def hand_over(game: str, *people: Person) -> None:
    """Let machines play for these people; the last one lets them finish the game."""
    for person in people:
        person.command("automateSeat", game=game)


def play_again(page: Page) -> Locator:
    """Return the part of the page about the rematch."""
    return page.get_by_role("region", name="Play again")


def test_two_of_three_play_again_from_the_finished_table(signed_in: SignIn, visitors: Visitors) -> None:
    ann, bea, cem = signed_in("Ann"), signed_in("Bea", viewport=NARROW), signed_in("Cem")
    game = finished_game(ann, bea, cem)
    page, theirs = ann.open(f"/games/{game}"), bea.open(f"/games/{game}")
    expect(play_again(theirs).get_by_role("button", name="Rematch")).to_be_visible()
    play_again(page).get_by_text("If a player does not join").click()
    expect(page.get_by_label("The seats of missing players")).to_have_value("MACHINES")
    page.get_by_label("The seats of missing players").select_option("FEWER")
    assert violations(page) == []
    play_again(page).get_by_role("button", name="Rematch").click()
    page.wait_for_url(lambda url: game not in url)
    waiting = page.get_by_role("region", name="Before the start")
    expect(waiting).to_contain_text("The rematch waits for Bea and Cem.")
    expect(waiting).to_contain_text(re.compile(r"The seats are kept for (1:00|0:\d\d)\."))
    expect(waiting).to_contain_text("Then the game starts without the missing players")
    expect(waiting.get_by_label("Machine players")).to_have_count(0)
    assert violations(page) == []
    waiting.get_by_label("The seats of missing players").select_option("MACHINES")
    expect(waiting).to_contain_text("Then machine players take the seats")
    # Bea learns of the rematch on the page of the finished game.
    expect(play_again(theirs)).to_contain_text("Ann wants to play again. A rematch waits for you.")
    wait_for_announcement(theirs, "Ann wants to play again. A rematch waits for you.")
    assert violations(theirs) == []
    assert fits_viewport(theirs)
    play_again(theirs).get_by_role("button", name="Join the rematch").click()
    expect(waiting).to_contain_text("The rematch waits for Cem.")
    theirs.get_by_text("The rematch waits for Cem.").wait_for()
    assert fits_viewport(theirs)
    spectator = visitors.context().new_page()
    spectator.goto(page.url)
    expect(spectator.get_by_text("The free seats are kept for invited players.")).to_be_visible()
    waiting.get_by_role("button", name="Start the game").click()
    expect(page.locator(".board")).to_be_visible()
    expect(theirs.locator(".board")).to_be_visible()
    hand_over(page.url.split("/")[-1], ann, bea)
    score = play_again(page).get_by_role("table", name="After 2 games in this series")
    expect(score.get_by_role("row")).to_have_count(1 + 4)
    expect(score.get_by_role("row", name="Cem")).to_contain_text("of 1")
    assert violations(page) == []


def test_spectator_follows_to_the_rematch(signed_in: SignIn) -> None:
    ann, bea, eve = signed_in("Ann"), signed_in("Bea"), signed_in("Eve")
    game = finished_game(ann, bea)
    page = eve.open(f"/games/{game}")
    expect(play_again(page).get_by_role("button", name="Another game with the same options")).to_be_visible()
    rematch = ann.command("rematch", game=game)["id"]
    page.reload()
    link = play_again(page).get_by_role("link", name="Watch the rematch")
    expect(link).to_have_attribute("href", f"/games/{rematch}")
    # Bea comes back when the rematch is about to be played without her.
    theirs = bea.open(f"/games/{game}")
    play_again(theirs).get_by_role("button", name="Join the rematch").click()
    theirs.wait_for_url(f"**/games/{rematch}")
    theirs.go_back()
    expect(play_again(theirs).get_by_role("link", name="Go to the rematch")).to_be_visible()


def test_rematch_asked_for_before_live_updates_begin_is_shown(signed_in: SignIn) -> None:
    ann, bea = signed_in("Ann"), signed_in("Bea")
    game = finished_game(ann, bea)
    page = bea.context.new_page()
    held: list[Callable[[], None]] = []
    is_held = True

    def hold(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def send(message: str | bytes) -> None:
            if is_held:
                held.append(lambda: server.send(message))
            else:
                server.send(message)

        socket.on_message(send)

    page.route_web_socket("**/graphql", hold)
    page.goto(f"{bea.site}/games/{game}")
    expect(play_again(page).get_by_role("button", name="Rematch")).to_be_visible()
    ann.command("rematch", game=game)
    # The first message of the live updates is of a time after the rematch.
    bea.ask("{ me { games(upToDate: true, first: 1) { nodes { id } } } }")
    is_held = False
    for sent in held:
        sent()
    expect(play_again(page).get_by_role("button", name="Join the rematch")).to_be_visible()

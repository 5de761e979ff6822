"""Waiting room: seats, invitations, machine players and the start of the game."""

from __future__ import annotations

from typing import Any, Final

from playwright.sync_api import Locator, Page, Route, expect

from tests.web.conftest import SignIn
from tests.web.harness.axe import violations
from tests.web.harness.screens import NARROW, fits_viewport
from tests.web.harness.table_player import wait_until
from tests.web.harness.visitors import Person, Visitors

GAME: Final = """query ($game: ID!) { game(id: $game) {
    stage invited { name } seats { machine automated player { name } }
} }"""


def seat_items(page: Page) -> Locator:
    """Return the list items of the seats, taken and free."""
    return page.get_by_role("list", name="Seats").get_by_role("listitem")


def game_state(person: Person, game: str) -> Any:
    """Return the game from the API."""
    return person.ask(GAME, game=game)["game"]


def seated_names(person: Person, game: str) -> list[str]:
    """Return the names of the seated players."""
    return [seat["player"]["name"] for seat in game_state(person, game)["seats"]]


def test_player_takes_and_leaves_a_seat(signed_in: SignIn) -> None:
    ann, bert = signed_in("Ann"), signed_in("Bert", viewport=NARROW)
    game = ann.create("oh-hell")
    page = bert.open(f"/games/{game}")
    expect(seat_items(page)).to_have_count(2)
    expect(seat_items(page).nth(0)).to_contain_text("Ann")
    expect(seat_items(page).nth(0)).to_contain_text("Organizer")
    expect(seat_items(page).nth(1)).to_contain_text("3 seats are free")
    assert violations(page) == []
    page.get_by_role("button", name="Take a seat").click()
    expect(seat_items(page).nth(1)).to_contain_text("Bert")
    expect(seat_items(page).nth(1)).to_contain_text("You")
    expect(page.get_by_text("Ann starts the game.")).to_be_visible()
    # The button disappears, so the focus moves to the heading.
    expect(page.get_by_role("heading", name="Waiting for players")).to_be_focused()
    page.get_by_text("Your seat", exact=True).click()
    assert violations(page) == []
    assert fits_viewport(page)
    page.get_by_role("button", name="Leave the table").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Tables")
    assert seated_names(ann, game) == ["Ann"]


def test_spectator_gives_a_name_to_take_a_seat(signed_in: SignIn, visitors: Visitors) -> None:
    ann = signed_in("Ann")
    game = ann.create("oh-hell")
    page = visitors.context().new_page()
    page.goto(f"{ann.site}/games/{game}")
    page.get_by_role("button", name="Take a seat").click()
    page.get_by_role("dialog").get_by_label("Your name").fill("Neuer")
    page.keyboard.press("Enter")
    expect(seat_items(page).nth(1)).to_contain_text("Neuer")
    assert seated_names(ann, game) == ["Ann", "Neuer"]


def test_organizer_fills_seats_removes_a_player_and_starts(signed_in: SignIn) -> None:
    ann, bert = signed_in("Ann"), signed_in("Bert")
    game = ann.create("president")
    bert.command("joinGame", game=game)
    page = ann.open(f"/games/{game}")
    commands: list[str] = []
    page.on("request", lambda sent: commands.append(sent.post_data or ""))
    start = page.get_by_role("button", name="Start the game")
    machines = page.get_by_label("Machine players")
    # They make up the usual number of four players.
    expect(machines).to_have_value("2")
    machines.select_option("None")
    expect(start).to_have_attribute("aria-disabled", "true")
    expect(start).to_have_accessible_description("1 more player is needed to start.")
    assert violations(page) == []
    start.click(force=True)
    page.get_by_role("button", name="Remove Bert").click()
    expect(seat_items(page).filter(has_text="Bert")).to_have_count(0)
    sent = [each for each in commands if "commandId" in each and "commitment" not in each]
    assert len(sent) == 1, "the page does not send an impossible start"
    machines.select_option("2")
    expect(start).not_to_have_attribute("aria-disabled", "true")
    assert game_state(ann, game)["stage"] == "WAITING_FOR_PLAYERS"
    assert violations(page) == []
    start.click()
    expect(page.locator(".board")).to_be_visible()
    assert len(seated_names(ann, game)) == 3
    expect(page.get_by_role("heading", name="Waiting for players")).to_have_count(0)
    # The page still has to reveal its seed.
    wait_until(page, lambda: game_state(ann, game)["stage"] == "PLAYING")


def test_refusal_is_shown_in_the_panel_of_the_command(signed_in: SignIn) -> None:
    ann, bert = signed_in("Ann"), signed_in("Bert")
    game = ann.create("oh-hell")
    page = ann.open(f"/games/{game}")
    start = page.get_by_role("button", name="Start the game")
    expect(page.get_by_label("Machine players")).to_have_value("3")

    # Bert joins while the command is in flight.
    def join_first(route: Route) -> None:
        if '"count"' in (route.request.post_data or ""):
            bert.command("joinGame", game=game)
        route.continue_()

    page.route("**/graphql", join_first)
    start.click()
    alert = page.locator(".start").get_by_role("alert")
    expect(alert).to_have_text("You cannot fill 3 seats; choose a number from 1 to 2.")
    expect(start).to_have_attribute("aria-busy", "false")
    expect(page.get_by_label("Machine players")).to_have_value("2")


def test_invitation_can_be_declined_and_withdrawn(signed_in: SignIn) -> None:
    ann, bert, cleo = signed_in("Ann"), signed_in("Bert"), signed_in("Cleo")
    game = ann.create("oh-hell", access="PRIVATE")
    for each in (bert, cleo):
        ann.command("invitePlayer", game=game, player=each.player)
    page, other = ann.open(f"/games/{game}"), bert.open(f"/games/{game}")
    expect(other.get_by_text("You are invited to this table.")).to_be_visible()
    assert violations(other) == []
    other.get_by_role("button", name="Decline").click()
    expect(other.get_by_role("heading", level=1)).to_have_text("Tables")
    withdraw = page.get_by_role("button", name="Withdraw the invitation of Cleo")
    expect(page.get_by_role("button", name="Withdraw the invitation of Bert")).to_have_count(0)
    withdraw.click()
    expect(withdraw).to_have_count(0)
    assert game_state(ann, game)["invited"] == []


def test_seat_can_be_handed_to_the_machine_and_taken_back_before_the_start(signed_in: SignIn) -> None:
    ann = signed_in("Ann")
    game = ann.create("president")
    page = ann.open(f"/games/{game}")
    page.get_by_text("Your seat", exact=True).click()
    expect(page.get_by_text("the game counts as lost for you")).to_be_visible()
    page.get_by_role("button", name="Hand over to the machine").click()
    expect(seat_items(page).nth(0)).to_contain_text("Played by the machine")
    assert [seat["automated"] for seat in game_state(ann, game)["seats"]] == [True]
    page.get_by_role("button", name="Take your seat back").click()
    expect(seat_items(page).nth(0)).not_to_contain_text("Played by the machine")
    assert [seat["automated"] for seat in game_state(ann, game)["seats"]] == [False]

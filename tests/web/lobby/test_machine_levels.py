"""Levels of machine players: chosen on the pages, remembered by the browser, and shown at the seats."""

from __future__ import annotations

from typing import Final

from playwright.sync_api import Page, expect

from tests.web.conftest import SignIn
from tests.web.harness.axe import violations
from tests.web.harness.screens import NARROW, fits_viewport
from tests.web.harness.table_player import open_menu, wait_for_turn
from tests.web.harness.visitors import Person, Visitors
from tests.web.seats.table_pages import log, path_of, seat

CHOICE: Final = "How well they play"
LEVELS: Final = ["Beginner", "Standard", "Skilled", "Expert"]
SEATS: Final = "query ($game: ID!) { game(id: $game) { seats { level } } }"


def levels(person: Person, page: Page) -> list[str | None]:
    """Return the level of each seat of the game that a page shows."""
    seats = person.ask(SEATS, game=path_of(page).rsplit("/", 1)[1])["game"]["seats"]
    return [each["level"] for each in seats]


def test_organizer_chooses_a_level_that_seats_and_log_show(signed_in: SignIn) -> None:
    ann, ben = signed_in("Ann", viewport=NARROW), signed_in("Ben")
    game = ann.create("president")
    ann.command("fillSeats", game=game, count=1)
    page = ann.open(f"/games/{game}")
    expect(page.get_by_role("list", name="Seats")).to_contain_text("Standard")
    choice = page.get_by_label(CHOICE)
    expect(choice.get_by_role("option")).to_have_text(LEVELS)
    expect(choice).to_have_value("PUBLISHED")
    choice.select_option("Expert")
    expect(choice).to_have_accessible_description("Thinks ahead thoroughly before each move.")
    assert violations(page) == []
    assert fits_viewport(page)
    page.get_by_label("Machine players").select_option("None")
    expect(choice).to_have_count(0)
    page.get_by_label("Machine players").select_option("2")
    expect(choice).to_have_value("EXPERT")
    page.get_by_role("button", name="Start the game").click()
    page.locator(".board").wait_for()
    assert levels(ann, page) == [None, "PUBLISHED", "EXPERT", "EXPERT"]
    expect(seat(page, "Machine 3")).to_contain_text("Level: Expert")
    # The level for which nobody has chosen another is only a title.
    expect(seat(page, "Machine 1")).not_to_contain_text("Level")
    expect(seat(page, "Machine 1").get_by_title("Played by the machine: Standard")).to_be_visible()
    assert violations(page) == []
    other = ben.open(f"/games/{game}")
    expect(log(other)).to_contain_text("Machine 2 plays at the level Expert.")
    expect(log(other)).not_to_contain_text("Machine 1 plays at")
    page = ann.open(f"/games/{ann.create('oh-hell')}")
    expect(page.get_by_label(CHOICE)).to_have_value("EXPERT")


def test_game_of_one_click_has_the_level_that_the_browser_keeps(site: str, visitors: Visitors) -> None:
    page = visitors.context(viewport=NARROW).new_page()
    page.goto(site)
    page.get_by_label("Machine players").select_option("Beginner")
    page.reload()
    expect(page.get_by_label("Machine players")).to_have_value("BEGINNER")
    assert violations(page) == []
    assert fits_viewport(page)
    page.get_by_role("button", name="Play President").click()
    page.wait_for_url("**/games/*")
    wait_for_turn(page)
    for number in 1, 2, 3:
        expect(seat(page, f"Machine {number}")).to_contain_text("Level: Beginner")


def test_seat_is_handed_over_at_a_level_until_it_is_taken_back(signed_in: SignIn) -> None:
    ann, ben = signed_in("Ann"), signed_in("Ben")
    # Blank pages have no storage.
    ann.context.add_init_script("if (location.host) localStorage['kibitz.machine-level'] = 'BEGINNER'")
    game = ann.create("president")
    ben.command("joinGame", game=game)
    ann.command("fillSeats", game=game, count=1)
    ann.command("startGame", game=game)
    page, other = ann.open(f"/games/{game}"), ben.open(f"/games/{game}")
    page.locator(".board").wait_for()
    open_menu(page)
    page.get_by_role("button", name="Hand over to the machine").click()
    dialog = page.get_by_role("dialog", name="Hand your seat to the machine?")
    choice = dialog.get_by_label("How well it plays for you")
    # The preference is for opponents.
    expect(choice).to_have_value("PUBLISHED")
    choice.select_option("Skilled")
    assert violations(page) == []
    dialog.get_by_role("button", name="Hand over", exact=True).click()
    expect(seat(other, "Ann")).to_contain_text("Level: Skilled")
    expect(log(other)).to_contain_text("The machine plays for Ann from now on. Its level is Skilled.")
    assert levels(ann, page) == ["SKILLED", None, "PUBLISHED"]
    page.get_by_role("button", name="Take your seat back").click()
    expect(seat(other, "Ann")).not_to_contain_text("Level")


def test_log_and_replay_say_that_the_key_of_the_machine_players_is_revealed(signed_in: SignIn) -> None:
    ann = signed_in("Ann")
    game = ann.create("president")
    ann.command("fillSeats", game=game, count=2, level="BEGINNER")
    ann.command("startGame", game=game)
    ann.command("automateSeat", game=game)
    revealed = "The key of the machine players is revealed: their moves can be checked now."
    expect(log(ann.open(f"/games/{game}"))).to_contain_text(revealed)
    replay = ann.open(f"/games/{game}/replay?at={ann.version(game)}")
    expect(replay.get_by_role("region", name="Log")).to_contain_text(revealed)
    expect(seat(replay, "Machine 2")).to_contain_text("Level: Beginner")

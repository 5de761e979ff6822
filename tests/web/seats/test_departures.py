"""People who leave a game: their clocks, their return, resignation, and the vote to abandon the game."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from playwright.sync_api import Page, expect

from tests.web.conftest import SignIn
from tests.web.harness.axe import violations
from tests.web.harness.game_events import event_types, log_lines
from tests.web.harness.screens import NARROW, fits_viewport
from tests.web.harness.table_player import (
    announcements,
    click_card,
    close_panel,
    open_menu,
    wait_for_announcement,
    wait_for_turn,
    wait_until,
)
from tests.web.harness.visitors import Person
from tests.web.seats.table_pages import log, path_of, seat, set_up_table, take_seat

CLOCK_TIMEOUT: Final = 20_000
"""Milliseconds in which a clock of ten seconds runs out."""
SEATS: Final = """query ($game: ID!) { game(id: $game) {
    stage seats { automated givenUp votesToAbandon player { name } }
} }"""


def test_person_closes_the_page_returns_and_takes_the_seat_back(signed_in: SignIn) -> None:
    ann, ben, cleo = signed_in("Ann"), signed_in("Ben"), signed_in("Cleo", viewport=NARROW)
    anns = set_up_table(
        ann,
        "hundred-and-ten",
        {"Seconds for each move": "10"},
        {"Missed moves until the machine takes over": "1"},
    )
    bens, cleos = (take_seat(each, anns) for each in (ben, cleo))
    anns.get_by_label("Machine players").select_option("None")
    anns.get_by_role("button", name="Start the game").click()
    expect(seat(anns, "Ben").get_by_role("timer")).to_be_visible()
    bens.close()
    # Ben bids first, so the others go on when his time is over.
    expect(log(anns)).to_contain_text(
        "Ben missed too many moves. The machine plays for Ben from now on.", timeout=CLOCK_TIMEOUT
    )
    expect(seat(anns, "Ben")).to_contain_text("Played by the machine")
    expect(seat(anns, "Ben").get_by_role("timer")).to_have_count(0)
    play_turn(cleos)
    play_turn(anns)
    expect(log(anns)).to_contain_text("Cleo")
    bens = ben.open(path_of(anns))
    back = bens.get_by_role("button", name="Take your seat back")
    expect(bens.locator(".mine")).to_contain_text("The machine plays your seat until you take it back.")
    assert violations(bens) == []
    back.click()
    expect(back).to_have_count(0)
    expect(log(anns)).to_contain_text("Ben takes the seat back from the machine.")
    expect(seat(anns, "Ben")).not_to_contain_text("Played by the machine")
    play_until((anns, bens, cleos), bens)
    assert fits_viewport(cleos)
    assert "You take your seat back from the machine." in log_lines(bens)


def test_game_waits_for_the_last_person_and_goes_on_with_a_move(signed_in: SignIn) -> None:
    ann, ben = signed_in("Ann", viewport=NARROW), signed_in("Ben")
    game = started_game(ann, ben, clock="per_move", move_seconds="10", timeouts_in_a_row="1")
    page = ann.open(f"/games/{game}")
    ben.command("automateSeat", game=game)
    clock = page.locator(".mine").get_by_role("timer")
    expect(clock).to_have_text(re.compile(r"Hurry! Your time: 0:\d\d"))
    expect(clock).to_have_attribute("aria-live", "off")
    assert violations(page) == []
    banner = page.locator(".turn")
    expect(banner).to_contain_text("The game waits for you: make your move to go on.", timeout=CLOCK_TIMEOUT)
    expect(clock).to_have_count(0)
    spoken = [text for text in announcements(page) if "seconds are left" in text]
    assert len(spoken) == 1, spoken
    wait_for_announcement(page, "The game is paused until a player returns.")
    assert violations(page) == []
    other = ben.open(f"/games/{game}")
    expect(other.locator(".turn")).to_have_text(
        re.compile("The game waits for Ann to return, or for you to take your seat back.")
    )
    assert fits_viewport(page)
    play_turn(page)
    expect(log(page)).to_contain_text("The game goes on.")
    expect(banner).not_to_contain_text("Paused")


def test_machine_moves_once_for_a_late_player(signed_in: SignIn) -> None:
    # Ann's page shows the events of an update one by one.
    ann, ben = signed_in("Ann", reduced_motion="no-preference"), signed_in("Ben")
    game = started_game(ann, ben, clock="per_move", move_seconds="10")
    page, other = ann.open(f"/games/{game}"), ben.open(f"/games/{game}")
    late = "Ben runs out of time. The machine moves for Ben."
    expect(log(page)).to_contain_text(late, timeout=CLOCK_TIMEOUT)
    expect(seat(page, "Ben")).to_contain_text("Ran out of time")
    expect(seat(page, "Ben").get_by_role("timer")).to_have_count(0)
    expect(page.locator(".mine").get_by_role("timer")).to_have_text(re.compile(r"0:\d\d"))
    expect(other.locator(".mine")).to_contain_text(
        "Your time ran out, and the machine moved for you. "
        "After 3 missed moves in a row it takes over your seat."
    )
    assert "You run out of time. The machine moves for you." in log_lines(other)
    assert violations(other) == []
    # Its decision is the machine's in the replay, and the next one is the player's again.
    versions = {name: version for version, name in event_types(ann, game)}
    replay = ann.open(f"/games/{game}/replay?at={versions['SeatMovedByClock']}")
    replay.get_by_role("button", name="Show the machine’s moves").click()
    expect(replay.get_by_text("The machine makes this decision for Ben.")).to_be_visible()
    expect(replay.get_by_role("timer")).to_have_count(0)


def test_clock_does_not_depend_on_the_browser_s_own(signed_in: SignIn) -> None:
    ann, ben = signed_in("Ann"), signed_in("Ben")
    game = started_game(ann, ben, clock="bank", move_seconds="60", bank_seconds="90")
    ann.context.add_init_script("const now = Date.now; Date.now = () => now() + 3_600_000;")
    page = ann.open(f"/games/{game}")
    expect(seat(page, "Ben").get_by_role("timer")).to_have_text(re.compile(r"2:[23]\d$"))
    expect(page.locator(".mine .clock")).to_have_text("Your bank: 1:30")


def test_player_resigns_for_good_after_confirmation(signed_in: SignIn) -> None:
    ann, ben = signed_in("Ann"), signed_in("Ben")
    game = started_game(ann, ben)
    page, other = ann.open(f"/games/{game}"), ben.open(f"/games/{game}")
    open_menu(page)
    page.get_by_role("button", name="Resign").click()
    dialog = page.get_by_role("dialog", name="Resign the game?")
    expect(dialog).to_contain_text("You cannot take your seat back.")
    assert violations(page) == []
    dialog.get_by_role("button", name="Go on playing").click()
    assert not any(each["automated"] for each in state(ann, game)["seats"])
    open_menu(page)
    page.get_by_role("button", name="Resign").click()
    dialog.get_by_role("button", name="Resign").click()
    expect(dialog).to_have_count(0)
    expect(page.locator(".mine")).to_contain_text("You resigned. The machine plays your seat to the end.")
    open_menu(page)
    for gone in "Take your seat back", "Resign", "Hand over to the machine", "Abandon the game":
        expect(page.get_by_role("button", name=gone)).to_have_count(0)
    expect(seat(other, "Ann")).to_contain_text("Resigned")
    expect(log(other)).to_contain_text("Ann resigns. The machine plays the seat to the end.")
    # Ben is the only person left, who could only resign.
    open_menu(other)
    expect(other.get_by_role("button", name="Abandon the game")).to_have_count(0)
    assert violations(other) == []


def test_game_is_abandoned_when_all_people_agree(signed_in: SignIn) -> None:
    ann, ben = signed_in("Ann"), signed_in("Ben", viewport=NARROW)
    game = started_game(ann, ben)
    page, other = ann.open(f"/games/{game}"), ben.open(f"/games/{game}")
    vote_of = [each.get_by_role("region", name="Vote to abandon the game") for each in (page, other)]
    for _ in range(2):
        open_menu(page)
        page.get_by_role("button", name="Abandon the game").click()
        page.get_by_role("dialog").get_by_role("button", name="Vote to abandon").click()
        expect(vote_of[1]).to_contain_text("In favour: Ann. Not yet: you.")
        withdraw = vote_of[0].get_by_role("button", name="Withdraw your vote")
        expect(withdraw).to_be_visible()
        if not any("withdraws" in line for line in log_lines(other)):
            withdraw.click()
            expect(vote_of[1]).to_have_count(0)
            expect(log(other)).to_contain_text("Ann withdraws the vote to abandon the game.")
    expect(seat(other, "Ann")).to_contain_text("Votes to abandon")
    assert violations(other) == []
    assert fits_viewport(other)
    close_panel(other)
    vote_of[1].get_by_role("button", name="Agree to abandon").click()
    for each in page, other:
        expect(each.locator(".turn")).to_have_text(
            "All people at the table agreed to abandon the game. It has no result."
        )
        expect(each.locator(".mine")).to_have_count(0)
        assert violations(each) == []
    assert state(ann, game)["stage"] == "CLOSED"


def started_game(ann: Person, ben: Person, **options: Any) -> str:
    """Start a game of Hundred and Ten in which Ben bids first."""
    game = ann.create("hundred-and-ten", **options)
    ben.command("joinGame", game=game)
    ann.command("startGame", game=game)
    return game


def play_turn(page: Page) -> None:
    """Make the last of the offered moves when it is the page's turn."""
    turn = wait_for_turn(page)
    if turn.buttons:
        page.locator(".mine-moves button:not(.hint-button)").last.click()
    else:
        click_card(page, turn.legal[0])
    expect(page.locator(".board")).not_to_have_attribute("data-version", str(turn.version))


def play_until(pages: Sequence[Page], last: Page) -> None:
    """Play in turn until one of the pages has made a move."""
    for _ in range(20):
        wait_until(last, lambda: any(page.locator(".turn-mine").count() for page in pages))
        page = next(page for page in pages if page.locator(".turn-mine").count())
        play_turn(page)
        if page is last:
            return
    raise AssertionError("it was never the turn of the last page")


def state(person: Person, game: str) -> Any:
    return person.ask(SEATS, game=game)["game"]

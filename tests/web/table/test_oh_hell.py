"""Oh Hell through the page: secret bids, blind rounds, and nineteen rounds to the end."""

from __future__ import annotations

import re
from typing import Final

import pytest
from playwright.sync_api import expect

from tests.long_form import usually
from tests.web.conftest import SignIn
from tests.web.harness.axe import violations
from tests.web.harness.table_player import (
    announcements,
    click_card,
    open_panel,
    press_button,
    turns,
    wait_for_turn,
    wait_until,
)
from tests.web.harness.visitors import Person

ROUNDS: Final = 19
MAX_TURNS: Final = 200


def play_up_to_round(person: Person, game: str, last: int) -> None:
    """Play over the API until the last rounds begin, which is faster than through the page."""
    query = "query ($game: ID!) { game(id: $game) { table { round } } }"
    while person.ask(query, game=game)["game"]["table"]["round"] < last - 1:
        person.play(game)


@pytest.mark.parametrize("every_round", usually([False, True], False))
def test_game_is_played_through_the_page(every_round: bool, signed_in: SignIn) -> None:
    ann = signed_in("Ann")
    game = ann.create("oh-hell", machines=3)
    page = ann.open(f"/games/{game}")
    blind = ran_out = 0
    may_skip = not every_round
    for turn in turns(page, MAX_TURNS):
        if turn.over:
            break
        if turn.buttons and turn.buttons[0].startswith("Bid"):
            # In a blind round your own cards lie face down.
            assert ("A blind round" in turn.text) == (None in turn.hand)
            blind += None in turn.hand
            press_button(page, turn.buttons[min(1, len(turn.buttons) - 1)].replace("\n", " "))
        else:
            ran_out += "The deck has too few cards" in turn.text
            if ran_out and may_skip:
                may_skip = False
                page.goto("about:blank")
                play_up_to_round(ann, game, ROUNDS - 1)
                page.goto(f"{ann.site}/games/{game}")
                continue
            click_card(page, turn.legal[0])
    assert blind == 2
    assert ran_out
    final = ann.ask(
        "query ($game: ID!) { game(id: $game) { result { ranking } seats { score } } }", game=game
    )["game"]
    open_panel(page, "Scores")
    sheet = page.get_by_role("table", name="Points by round")
    assert sheet.locator("tbody tr").count() == ROUNDS
    assert sheet.locator("tfoot td").all_text_contents() == [str(each["score"]) for each in final["seats"]]
    winners = final["result"]["ranking"][0]
    expect(page.get_by_role("region", name="Result").get_by_role("listitem").first).to_contain_text(
        "You" if winners[0] == 0 else f"Machine {winners[0]}"
    )


def test_bids_are_secret_until_all_players_have_bid(signed_in: SignIn) -> None:
    people = [signed_in(name) for name in ("Ann", "Bert", "Cleo", "Dora")]
    game = people[0].create("oh-hell")
    for each in people[1:]:
        each.command("joinGame", game=game)
    people[0].command("startGame", game=game)
    page, other = (each.open(f"/games/{game}") for each in people[:2])
    expect(page.locator(".middle")).to_contain_text("A blind round")
    # In a blind round the other hands are visible and your own is not.
    expect(page.locator(".mine .card [class='card-back']")).to_have_count(1)
    expect(page.locator(".seat-cards [data-card]")).to_have_count(3)
    press_button(page, "Bid 1")
    expect(page.locator(".seat[data-seat='0']")).to_contain_text("Bid 1, still secret")
    expect(other.locator(".seat[data-seat='0']")).to_contain_text("Has bid")
    assert "Bid 1, still secret" not in other.content()
    expect(page.locator(".turn")).to_contain_text("Your bid is made.")
    assert violations(page) == []
    # A secret bid of another player does not remove the focused button.
    button = other.locator(".mine-moves").get_by_role("button", name="Bid 0")
    button.focus()
    people[2].command("placeBid", game=game, amount=0)
    expect(other.locator(".seat[data-seat='2']")).to_contain_text("Has bid")
    expect(button).to_be_focused()
    other.keyboard.press("Enter")
    expect(page.locator(".seat[data-seat='1']")).to_contain_text("Has bid")
    people[3].command("placeBid", game=game, amount=0)
    expect(page.locator(".seat[data-seat='1']")).to_contain_text(re.compile("Bid 0, took 0"))
    expect(page.locator(".mine [data-card]")).to_have_count(1)
    revealed = "The bids are revealed: you bid 1, Bert bid 0, Cleo bid 0 and Dora bid 0."
    wait_until(page, lambda: revealed in announcements(page))
    click_card(page, wait_for_turn(page).legal[0])
    expect(page.locator(".trick [data-card]")).to_have_count(1)

"""Hundred and Ten through the page: bids, queued passes, trump, discards and tricks."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.sync_api import expect

from tests.long_form import usually
from tests.web.conftest import SignIn
from tests.web.harness.axe import violations
from tests.web.harness.table_player import (
    Turn,
    announcements,
    click_card,
    open_panel,
    press_button,
    turns,
    wait_for_turn,
    wait_until,
)

MAX_TURNS: Final = 400
MAX_MOVES: Final = 2_000
KINDS: Final = {"bid", "trump", "discard", "play"}
SUITS: Final = ("hearts", "clubs", "spades", "diamonds")


@pytest.mark.parametrize("every_round", usually([False, True], False))
def test_game_is_played_through_the_page(every_round: bool, signed_in: SignIn) -> None:
    ann = signed_in("Ann")
    game = ann.create("hundred-and-ten", machines=3)
    page = ann.open(f"/games/{game}")
    done: set[str] = set()
    for turn in turns(page, MAX_TURNS):
        if turn.over:
            break
        if done == KINDS and not every_round:
            page.goto("about:blank")
            ann.play(game, MAX_MOVES)
            page.goto(f"{ann.site}/games/{game}")
            continue
        done.add(_kind_of(turn))
        match _kind_of(turn):
            case "bid":
                press_button(page, "Bid 15" if "Bid 15" in turn.buttons else "Pass")
            case "trump":
                press_button(page, _longest(turn))
            case "discard":
                held = [card for card in turn.hand if card]
                click_card(page, held[-1])
                press_button(page, "Discard one card")
            case "play":
                click_card(page, turn.legal[0])
    assert done == KINDS
    seats = ann.ask("query ($game: ID!) { game(id: $game) { seats { score } } }", game=game)["game"]["seats"]
    scores = [each["score"] for each in seats]
    assert max(scores) >= 110
    own = page.get_by_role("region", name="Result").get_by_role("listitem").filter(has_text="You")
    expect(own.locator(".podium-score .unseen")).to_have_text(_points(scores[0]))
    open_panel(page, "Scores")
    totals = page.get_by_role("table", name="Points by round").locator("tfoot td").all_text_contents()
    assert totals == [_signed(score) for score in scores]


def _kind_of(turn: Turn) -> str:
    """Return the kind of move that a turn requires."""
    if "Pass" in turn.buttons:
        return "bid"
    if any("Hearts" in button for button in turn.buttons):
        return "trump"
    return "discard" if "Keep all cards" in turn.buttons else "play"


def _longest(turn: Turn) -> str:
    """Return the longest suit of a hand."""
    return max(
        SUITS, key=lambda suit: sum(card is not None and card[-1].lower() == suit[0] for card in turn.hand)
    )


def _signed(points: int) -> str:
    return f"−{-points}" if points < 0 else str(points)


def _points(points: int) -> str:
    return f"{_signed(points)} point{'' if abs(points) == 1 else 's'}"


def test_pass_can_be_queued_before_your_turn_and_withdrawn(signed_in: SignIn) -> None:
    ann, bert = signed_in("Ann"), signed_in("Bert")
    game = ann.create("hundred-and-ten")
    bert.command("joinGame", game=game)
    ann.command("startGame", game=game)
    # Seat 0 deals, so Bert bids first.
    page, other = ann.open(f"/games/{game}"), bert.open(f"/games/{game}")
    page.get_by_role("button", name="Pass when my turn comes").click()
    seat = page.locator(".seat[data-seat='0']")
    expect(seat).to_contain_text("Will pass")
    expect(other.locator(".seat[data-seat='0']")).to_contain_text("Will pass")
    # The focus stays on the button.
    expect(page.get_by_role("button", name="Cancel the announced pass")).to_be_focused()
    page.keyboard.press("Enter")
    expect(seat).not_to_contain_text("Will pass")
    page.get_by_role("button", name="Pass when my turn comes").click()
    other.get_by_role("button", name="Bid 15").click()
    expect(seat).to_contain_text("Passed")
    # All others have passed, so Bert names the trump.
    wait_for_turn(other)
    expect(page.get_by_role("button", name="Pass when my turn comes")).to_have_count(0)
    wait_until(page, lambda: "Bert bids 15." in announcements(page))
    assert violations(other) == []


def test_players_discard_some_or_no_cards(signed_in: SignIn) -> None:
    ann, bert = signed_in("Ann"), signed_in("Bert")
    game = ann.create("hundred-and-ten")
    bert.command("joinGame", game=game)
    ann.command("startGame", game=game)
    page, other = ann.open(f"/games/{game}"), bert.open(f"/games/{game}")
    press_button(other, "Pass")
    wait_for_turn(page)
    turn = wait_for_turn(page)
    page.get_by_role("button", name="Bid 15").press("Enter")
    assert len(wait_for_turn(page, turn.version).buttons) == len(SUITS)
    # The focused button disappears, so the focus moves to its region.
    expect(page.get_by_role("region", name="Your seat")).to_be_focused()
    assert violations(page) == []
    press_button(page, "hearts")
    expect(page.locator(".board-facts")).to_contain_text("hearts")
    # The dealer discards first. The table can show the trump before it shows the turn.
    expect(page.get_by_role("group", name="Discard")).to_be_visible()
    first, second = [card for card in wait_for_turn(page).hand if card][:2]
    click_card(page, first)
    click_card(page, second)
    expect(page.get_by_role("button", name="Discard two cards")).to_be_visible()
    click_card(page, second)
    press_button(page, "Discard one card")
    expect(page.locator(".seat[data-seat='0']")).to_contain_text("Discarded 1")
    expect(page.locator(f".mine [data-card='{first}']")).to_have_count(0)
    expect(page.locator(f".mine [data-card='{second}']")).to_have_count(1)
    wait_for_turn(other)
    press_button(other, "Keep all cards")
    expect(page.locator(".seat[data-seat='1']")).to_contain_text("Discarded 0")

"""Table page: refusals, hints, hand-over to the machine, spectators, log, score sheet and result."""

from __future__ import annotations

from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import SignIn
from tests.web.harness.axe import violations
from tests.web.harness.page_modules import evaluate_in_module
from tests.web.harness.table_player import (
    announcements,
    click_card,
    open_menu,
    open_panel,
    press_button,
    wait_for_turn,
    wait_until,
)
from tests.web.harness.visitors import Person, Visitors

_STATE: Final = """query ($game: ID!) { game(id: $game) {
    table { phase } you seats { hand score } legalMoves { __typename ... on PlayOffer { cards } }
} }"""
_MAX_MOVES: Final = 60


def _state(person: Person, game: str) -> Any:
    return person.ask(_STATE, game=game)["game"]


def _play_until_restricted(person: Person, game: str) -> tuple[list[str], list[str]]:
    """Play until some cards are illegal; return the legal and the illegal cards."""
    for _ in range(_MAX_MOVES):
        state = _state(person, game)
        legal = [card for offer in state["legalMoves"] for card in offer.get("cards", [])]
        others = [card for card in state["seats"][state["you"]]["hand"] if card not in legal]
        if legal and others:
            return legal, others
        person.play(game)
    raise AssertionError("every card could always be played")


def test_illegal_card_shows_the_reason(signed_in: SignIn) -> None:
    ann = signed_in("Ann")
    game = ann.create("oh-hell", machines=3)
    legal, others = _play_until_restricted(ann, game)
    page = ann.open(f"/games/{game}")
    before = wait_for_turn(page)
    assert sorted(before.legal) == sorted(legal)
    click_card(page, others[0])
    refusal = page.locator(".refusal")
    expect(refusal).to_contain_text("not possible")
    expect(refusal).to_contain_text("were led and you hold the ")
    wait_until(page, lambda: any("were led and you hold" in each for each in announcements(page)))
    assert violations(page) == []
    assert wait_for_turn(page).version == before.version
    # A legal card clears the refusal.
    click_card(page, legal[0])
    expect(refusal).to_have_count(0)
    assert wait_for_turn(page, before.version).version > before.version


def test_card_picked_out_of_turn_names_the_player_to_move(signed_in: SignIn) -> None:
    ann, bert = signed_in("Ann"), signed_in("Bert")
    game = ann.create("hundred-and-ten")
    bert.command("joinGame", game=game)
    ann.command("startGame", game=game)
    page = ann.open(f"/games/{game}")
    expect(page.locator(".turn")).to_contain_text("Waiting for Bert")
    assert not page.title().startswith("Your turn")
    page.locator(".mine .hand-card").first.click(force=True)
    expect(page.locator(".refusal")).to_contain_text("Waiting for Bert to bid")
    bert.command("passTurn", game=game)
    expect(page).to_have_title("Your turn · Hundred and Ten · Kibitz")
    expect(page.locator(".refusal")).to_have_count(0)
    expect(page.locator(".turn")).to_contain_text("It is your turn")
    wait_until(page, lambda: "You can pass or bid 15, 20, 25, 30 or 60." in announcements(page))


def test_hint_button_shows_the_suggested_move(signed_in: SignIn) -> None:
    ann = signed_in("Ann")
    game = ann.create("oh-hell", machines=3)
    _play_until_restricted(ann, game)
    wanted = ann.suggested(game)
    assert wanted is not None
    page = ann.open(f"/games/{game}")
    wait_for_turn(page)
    expect(page.locator(".hint-text")).to_have_count(0)
    expect(page.locator(".hand-hint")).to_have_count(0)
    page.get_by_role("button", name="Hint", exact=True).click()
    expect(page.locator(".hint-text")).to_contain_text("The machine suggests: Play the")
    card = wanted[1]["card"]
    expect(page.locator(f".mine .hand-card:has([data-card='{card}']) .hand-hint")).to_have_count(1)
    assert violations(page) == []
    click_card(page, card)
    expect(page.locator(".hint-text")).to_have_count(0)


def test_seat_is_handed_to_the_machine_after_confirmation(signed_in: SignIn) -> None:
    ann = signed_in("Ann")
    game = ann.create("hundred-and-ten", machines=3)
    page = ann.open(f"/games/{game}")
    before = wait_for_turn(page)
    hand_over = page.get_by_role("button", name="Hand over to the machine")
    open_menu(page)
    hand_over.click()
    dialog = page.get_by_role("dialog", name="Hand your seat to the machine?")
    assert violations(page) == []
    dialog.get_by_role("button", name="Go on playing").click()
    expect(dialog).to_have_count(0)
    expect(hand_over).to_be_focused()
    assert _state(ann, game)["table"]["phase"] == "BIDDING"
    hand_over.click()
    dialog.get_by_role("button", name="Hand over", exact=True).click()
    # Machines finish the game within the same command.
    assert wait_for_turn(page, before.version).over
    expect(hand_over).to_have_count(0)
    assert violations(page) == []
    scores = [each["score"] for each in _state(ann, game)["seats"]]
    open_panel(page, "Scores")
    totals = page.get_by_role("table", name="Points by round").locator("tfoot td").all_text_contents()
    assert [int(total.replace("−", "-")) for total in totals] == scores


def test_finished_game_links_to_the_replay_and_its_rematch(signed_in: SignIn) -> None:
    ann = signed_in("Ann")
    game = ann.create("president", machines=3, clear_after="all_others")
    ann.command("automateSeat", game=game)
    page = ann.open(f"/games/{game}")
    assert wait_for_turn(page).over
    result = page.get_by_role("region", name="Result")
    expect(result.get_by_role("listitem")).to_have_count(4)
    expect(page.get_by_role("link", name="Watch the replay")).to_have_attribute(
        "href", f"/games/{game}/replay"
    )
    page.get_by_role("button", name="Rematch").click()
    page.wait_for_url(lambda url: game not in url)
    expect(page.get_by_role("heading", name="President", level=1)).to_be_visible()
    options = ann.ask(
        "query ($game: ID!) { game(id: $game) { options { name value } } }", game=page.url.split("/")[-1]
    )
    assert {"name": "clear_after", "value": "all_others"} in options["game"]["options"]


@pytest.mark.parametrize("variant", ["hundred-and-ten", "president"])
def test_spectator_sees_no_hands(site: str, visitors: Visitors, signed_in: SignIn, variant: str) -> None:
    ann = signed_in("Ann")
    game = ann.create(variant, machines=3)
    page = visitors.context().new_page()
    page.goto(f"{site}/games/{game}")
    expect(page.get_by_text("You are watching")).to_be_visible()
    expect(page.locator(".seat-hand")).to_have_count(4)
    expect(page.locator(".mine")).to_have_count(0)
    expect(page.locator(".seat [data-card]")).to_have_count(0)
    open_menu(page)
    expect(page.get_by_role("button", name="Hand over to the machine")).to_have_count(0)
    assert violations(page) == []
    _check_update(ann, game, page)


def _check_update(person: Person, game: str, page: Page) -> None:
    """Check that a page shows the moves of another player."""
    done = person.play(game)
    assert done
    expect(page.locator(".board")).to_have_attribute("data-version", str(person.version(game)))


def test_log_describes_every_event(signed_in: SignIn) -> None:
    ann = signed_in("Ann")
    game = ann.create("hundred-and-ten", machines=3)
    page = ann.open(f"/games/{game}")
    log = page.get_by_role("region", name="Log")
    wait_for_turn(page)
    expect(log).to_contain_text("Round 1: you deal five cards each.")
    press_button(page, "Pass")
    expect(log).to_contain_text("You pass.")
    for _ in range(_MAX_MOVES):
        if not ann.play(game, 20) or "you score" in log.inner_text():
            break
    open_panel(page, "Scores")
    expect(page.get_by_role("table", name="Points by round")).to_be_visible()
    open_panel(page, "Log")
    everything = log.get_by_role("button", name="Show all")
    if everything.count():
        everything.click()
    expect(log.get_by_role("listitem").first).to_have_text("You set up the table.")


def test_score_sheet_is_computed_from_the_events(site: str, signed_in: SignIn) -> None:
    page = signed_in("Ann").open("/")
    given = [
        {"__typename": "RoundDealt"},
        {"__typename": "BidsRevealed", "bids": [1, 0]},
        {"__typename": "TrickWon", "seat": 1},
        {
            "__typename": "RoundScored",
            "version": 9,
            "round": 0,
            "scores": [0, 1],
            "bidsMade": ["FAILED", "FAILED"],
        },
        {"__typename": "RoundDealt"},
        {"__typename": "BidWon", "seat": 0, "amount": 15},
        {
            "__typename": "RoundScored",
            "version": 19,
            "round": 1,
            "scores": [-15, 11],
            "bidsMade": ["FAILED", "NONE"],
        },
        {"__typename": "RoundDealt"},
        {"__typename": "RoundPassedOut", "version": 29, "round": 2},
    ]
    found = evaluate_in_module(page, "table/score-sheet.js", "module.scoreRows(given)", given)

    def entry(points: int, total: int, bid: int | None, tricks: int, outcome: str | None) -> dict[str, Any]:
        return {"points": points, "total": total, "bid": bid, "tricks": tricks, "outcome": outcome}

    assert found == [
        {"version": 9, "round": 0, "entries": [entry(0, 0, 1, 0, "FAILED"), entry(1, 1, 0, 1, "FAILED")]},
        {
            "version": 19,
            "round": 1,
            "entries": [entry(-15, -15, 15, 0, "FAILED"), entry(10, 11, None, 0, None)],
        },
        {"version": 29, "round": 2, "entries": None},
    ]


def test_last_trick_button_shows_the_last_trick(signed_in: SignIn) -> None:
    ann = signed_in("Ann")
    game = ann.create("oh-hell", machines=3)
    found = "query ($game: ID!) { game(id: $game) { table { trick { card } lastTrick { card } } } }"
    for _ in range(_MAX_MOVES):
        table = ann.ask(found, game=game)["game"]["table"]
        if table["trick"] and table["lastTrick"]:
            break
        ann.play(game)
    page = ann.open(f"/games/{game}")
    wait_for_turn(page)
    trick = page.locator(".trick-cards [data-card]")

    def shown() -> list[str | None]:
        return [each.get_attribute("data-card") for each in trick.all()]

    assert shown() == [each["card"] for each in table["trick"]]
    button = page.get_by_role("button", name="Last trick")
    button.click()
    assert shown() == [each["card"] for each in table["lastTrick"]]
    assert violations(page) == []
    page.get_by_role("button", name="Back to this trick").click()
    assert shown() == [each["card"] for each in table["trick"]]

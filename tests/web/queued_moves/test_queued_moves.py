"""Queued moves: picked before the turn, kept by the page, and sent once when it comes, or dropped."""

from __future__ import annotations

from typing import Final

from playwright.sync_api import Route, expect

from tests.web.conftest import SignIn
from tests.web.harness.axe import violations
from tests.web.harness.game_events import wait_for_version
from tests.web.harness.screens import NARROW, fits_viewport
from tests.web.harness.table_player import announcements, click_card, wait_for_turn, wait_until
from tests.web.queued_moves.waiting_tables import (
    hand_of,
    must_play_trump,
    notice,
    queued,
    same_suit,
    table_at_tricks,
    table_of_two,
)

# The time of the first request, and the versions that the table shows with their times.
_RECORDER: Final = """() => {
    window.shown = [];
    new MutationObserver(([{ target }]) => shown.push([Number(target.dataset.version), performance.now()]))
        .observe(document.body, { subtree: true, attributes: true, attributeFilter: ['data-version'] });
    const { fetch } = window;
    window.fetch = (...given) => {
        window.sent ??= performance.now();
        return fetch(...given);
    };
}"""


def test_queued_card_is_sent_once_when_the_turn_comes(signed_in: SignIn) -> None:
    table, led, card = table_at_tricks(signed_in, same_suit)
    page = table.page
    table.seen.settle()
    requests, messages = table.seen.api_requests(), len(table.seen.sent)
    click_card(page, card)
    button = page.locator(f".mine .hand-card:has([data-card='{card}'])")
    expect(button).to_have_attribute("aria-pressed", "true")
    expect(button).to_contain_text("Queued")
    expect(queued(page)).to_contain_text("Queued for your turn: Play the")
    wait_until(page, lambda: any(each.startswith("Queued for your turn") for each in announcements(page)))
    assert violations(page) == []
    # The move is nowhere but in this page.
    page.wait_for_timeout(300)
    assert (table.seen.api_requests(), len(table.seen.sent)) == (requests, messages)
    version = table.bert.command("playCard", game=table.game, card=led)["version"]
    wait_until(page, lambda: table.events_of_ann("CardPlayed"))
    wait_for_version(page, table.ann.version(table.game))
    expect(queued(page)).to_have_count(0)
    assert table.sent_commands() == [{"card": card}]
    assert table.seen.commands[0]["expectedVersion"] == version
    assert [each["card"] for each in table.events_of_ann("CardPlayed")] == [card]
    expect(notice(page)).to_have_count(0)


def test_illegal_card_is_dropped_with_a_notice(signed_in: SignIn) -> None:
    table, led, card = table_at_tricks(signed_in, must_play_trump)
    click_card(table.page, card)
    expect(queued(table.page)).to_be_visible()
    table.bert.command("playCard", game=table.game, card=led)
    turn = wait_for_turn(table.page)
    expect(notice(table.page)).to_contain_text("It is not possible now.")
    wait_until(table.page, lambda: any("No longer queued" in each for each in announcements(table.page)))
    assert violations(table.page) == []
    assert table.commands() == []
    click_card(table.page, turn.legal[0])
    expect(notice(table.page)).to_have_count(0)


def test_queued_card_is_cancelled_by_another_click_and_replaced_by_another_card(signed_in: SignIn) -> None:
    table, led, card = table_at_tricks(signed_in, same_suit)
    page, pressed = table.page, table.page.locator(".mine .hand-card[aria-pressed='true']")
    other = next(each for each in hand_of(table.ann, table.game) if each != card)
    click_card(page, other)
    click_card(page, card)
    expect(pressed).to_have_count(1)
    expect(pressed).to_be_focused()
    page.keyboard.press("Enter")
    expect(pressed).to_have_count(0)
    click_card(page, card)
    page.get_by_role("button", name="Cancel the queued move").click()
    table.bert.command("playCard", game=table.game, card=led)
    wait_for_turn(page)
    assert (table.commands(), queued(page).count(), notice(page).count()) == ([], 0, 0)


def test_bid_is_queued_on_a_narrow_screen_unseen_by_others(signed_in: SignIn) -> None:
    table = table_of_two(signed_in, viewport=NARROW)
    table.queue_bid("20")
    assert violations(table.page) == []
    assert fits_viewport(table.page)
    table.bert.command("placeBid", game=table.game, amount=15)
    wait_until(table.page, lambda: table.events_of_ann("BidPlaced"))
    assert table.sent_commands() == [{"amount": 20}]


def test_announced_pass_replaces_the_queued_bid(signed_in: SignIn) -> None:
    table = table_of_two(signed_in)
    table.queue_bid("20")
    table.page.get_by_role("button", name="Pass when my turn comes").click()
    expect(notice(table.page)).to_contain_text("Your seat made another move.")
    table.bert.command("placeBid", game=table.game, amount=15)
    wait_until(table.page, lambda: table.events_of_ann("TurnPassed"))
    assert table.sent_commands() == [{}]


def test_move_of_another_device_drops_the_queued_move(signed_in: SignIn) -> None:
    table, led, card = table_at_tricks(signed_in, same_suit)
    click_card(table.page, card)
    # The turn comes and goes while this page is not connected.
    table.seen.cut()
    wait_until(table.page, lambda: table.seen.rejected)
    table.bert.command("playCard", game=table.game, card=led)
    other = next(each for each in hand_of(table.ann, table.game) if each != card)
    table.ann.command("playCard", game=table.game, card=other)
    table.seen.is_cut = False
    expect(notice(table.page)).to_contain_text("Your seat made another move.")
    assert [each["card"] for each in table.events_of_ann("CardPlayed")] == [other]


def test_automated_seat_drops_the_queued_move(signed_in: SignIn) -> None:
    table = table_of_two(signed_in)
    table.queue_bid("20")
    table.ann.command("automateSeat", game=table.game)
    expect(notice(table.page)).to_contain_text("The machine plays your seat.")
    assert table.commands() == []


def test_queued_move_survives_a_lost_connection_and_a_lost_answer(signed_in: SignIn) -> None:
    table, led, card = table_at_tricks(signed_in, same_suit)
    click_card(table.page, card)
    lost: list[str] = []

    def lose_first_answer(route: Route) -> None:
        if "commandId" in (route.request.post_data or "") and not lost:
            lost.append(route.fetch().text())
            route.abort()
        else:
            route.continue_()

    table.page.route("**/graphql", lose_first_answer)
    table.seen.cut()
    wait_until(table.page, lambda: table.seen.rejected)
    table.bert.command("playCard", game=table.game, card=led)
    table.seen.is_cut = False
    wait_until(table.page, lambda: len(table.seen.commands) == 2)
    expect(queued(table.page)).to_have_count(0)
    assert len({each["commandId"] for each in table.seen.commands}) == 1
    assert [each["card"] for each in table.events_of_ann("CardPlayed")] == [card]


def test_queued_move_does_not_wait_for_the_steps_on_screen(signed_in: SignIn) -> None:
    table, led, card = table_at_tricks(signed_in, same_suit, machines=1, reduced_motion="no-preference")
    click_card(table.page, card)
    expect(queued(table.page)).to_be_visible()
    table.page.evaluate(_RECORDER)
    # The machine plays in the same commit, so that the page shows two cards one after the other.
    version = table.bert.command("playCard", game=table.game, card=led)["version"]
    wait_until(table.page, lambda: table.events_of_ann("CardPlayed") and table.seen.commands)
    assert table.seen.commands[0]["expectedVersion"] == version
    wait_for_version(table.page, table.ann.version(table.game))
    assert table.sent_commands() == [{"card": card}]
    sent, shown = table.page.evaluate("[sent, shown]")
    assert sent < min(time for shown_version, time in shown if shown_version >= version)

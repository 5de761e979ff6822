"""Playback of simultaneous events, one step at a time unless motion is reduced."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import WebSocketRoute, expect

from tests.web.conftest import SignIn
from tests.web.harness.game_events import (
    RECORD_VERSIONS,
    event_types,
)
from tests.web.harness.page_modules import evaluate_in_module
from tests.web.harness.table_player import press_button, wait_for_turn, wait_until
from tests.web.harness.visitors import Person


def test_simultaneous_events_are_shown_step_by_step(signed_in: SignIn) -> None:
    ann = signed_in("Ann", reduced_motion="no-preference")
    game, before = _game_before_own_discard(ann)
    page = ann.open(f"/games/{game}")
    wait_for_turn(page)
    page.evaluate(RECORD_VERSIONS)
    pressed_at = page.evaluate("Date.now()")
    press_button(page, "Keep all cards")
    expect(page.get_by_role("button", name="Show all at once")).to_be_visible()
    # During the steps the player cannot move, and the log is no further than the board.
    assert not page.title().startswith("Your turn")
    assert "Machine 3 plays" not in page.get_by_role("region", name="Log").inner_text()
    turn = wait_for_turn(page, before)
    shown = page.evaluate("window.shown")
    assert turn.version == ann.version(game)
    visible = [
        version
        for version, name in event_types(ann, game)
        if version > before and name in ("CardsDiscarded", "CardPlayed")
    ]
    assert len(visible) >= 6
    assert set(visible) <= {version for version, _ in shown}
    # A slow machine makes the steps longer, never shorter: each but the last stays for at least 350 ms.
    assert shown[-1][1] - pressed_at > 340 * (len(visible) - 1)
    assert shown[-1][1] - pressed_at < 10_000


def test_show_all_button_skips_the_steps(signed_in: SignIn) -> None:
    ann = signed_in("Ann", reduced_motion="no-preference")
    game, before = _game_before_own_discard(ann)
    page = ann.open(f"/games/{game}")
    wait_for_turn(page)
    page.evaluate(RECORD_VERSIONS)
    press_button(page, "Keep all cards")
    page.get_by_role("button", name="Show all at once").click()
    wait_for_turn(page, before)
    shown = page.evaluate("window.shown")
    played = [
        version for version, name in event_types(ann, game) if version > before and name == "CardPlayed"
    ]
    assert not set(played) <= {version for version, _ in shown}


def test_button_pressed_again_before_the_update_arrives_sends_no_second_move(signed_in: SignIn) -> None:
    ann = signed_in("Ann", reduced_motion="no-preference")
    game, before = _game_before_own_discard(ann)
    page = ann.context.new_page()
    held: list[str | bytes] = []
    is_holding = False

    def forward(socket: WebSocketRoute) -> None:
        def on_message(message: str | bytes) -> None:
            sockets[:] = [socket]
            held.append(message) if is_holding else socket.send(message)

        socket.connect_to_server().on_message(on_message)

    sockets: list[WebSocketRoute] = []
    page.route_web_socket("**/graphql", forward)
    page.goto(f"{ann.site}/games/{game}")
    wait_for_turn(page)
    is_holding = True
    press_button(page, "Keep all cards")
    wait_until(page, lambda: held)
    assert page.locator(".board").get_attribute("data-version") == str(before)
    # The second press counts as the same move.
    press_button(page, "Keep all cards")
    expect(page.locator(".mine-moves button[aria-busy=true]")).to_be_visible()
    expect(page.locator(".mine-refusal")).to_have_count(0)
    is_holding = False
    for message in held:
        sockets[0].send(message)
    wait_for_turn(page, before)
    assert [name for _, name in event_types(ann, game)].count("CardsDiscarded") == 4


def test_steps_hide_hands_that_were_revealed_later(site: str, signed_in: SignIn) -> None:
    page = signed_in("Ann").open("/")
    hands = [["5H", "??"], ["KH"], []]

    def masked(blind: bool, *before: list[str]) -> list[list[str]]:
        given = {
            "moment": {
                "you": 0,
                "table": {"blind": blind},
                "seats": [{"hand": each} for each in hands],
            },
            "before": {"seats": [{"hand": each} for each in before]},
        }
        found: dict[str, Any] = evaluate_in_module(
            page, "table/playback-steps.js", "module.maskMoment(given.moment, given.before)", given
        )
        return [seat["hand"] for seat in found["seats"]]

    assert masked(False, ["??"], ["??"], ["??"]) == [["5H", "??"], ["??"], []]
    assert masked(False, ["??"], ["KH", "2S"], ["??"]) == [["5H", "??"], ["KH"], []]
    assert masked(True, ["??"], ["KH", "2S"], []) == [["??", "??"], ["KH"], []]


def _game_before_own_discard(ann: Person) -> tuple[str, int]:
    """Return a game in which Ann's discard lets three machines discard and play, and its version."""
    while True:
        game = ann.create("hundred-and-ten", machines=3)
        # Seat 0 deals, so it discards first; when it names the trump, the seat to its left leads.
        ann.command("placeBid", game=game, amount=60)
        shown = ann.ask("query ($game: ID!) { game(id: $game) { table { phase } } }", game=game)
        if shown["game"]["table"]["phase"] == "TRUMP_SELECTION":
            ann.command("selectTrump", game=game, suit="HEARTS")
            return game, ann.version(game)

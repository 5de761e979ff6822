"""Moves while the server or the network fails: every move counts once, and the page recovers."""

from __future__ import annotations

import json
import time

import jwt
import pytest
from playwright.sync_api import APIResponse, Locator, Page, Route, expect

from domain.events import CardPlayed
from tests.api.harness.server_processes import Server
from tests.web.conftest import SignIn
from tests.web.harness.axe import violations
from tests.web.harness.log_reader import GameLog
from tests.web.harness.table_player import Turn, click_card, wait_for_turn, wait_until
from tests.web.harness.transfer_sizes import Wire
from tests.web.harness.visitors import Person, Visitors


@pytest.fixture
def ann_on_own_server(own_server: Server, visitors: Visitors) -> Person:
    """Sign Ann in at a server that the test may stop."""
    return Person.sign_in(own_server.url.removesuffix("/graphql"), "Ann", visitors)


def game_at_first_trick(ann: Person) -> str:
    """Return a game with machine players in which Ann's next move is a card."""
    game = ann.create("hundred-and-ten", machines=3)
    while (move := ann.suggested(game)) and move[0] != "playCard":
        ann.play(game)
    return game


def played_cards(server: Server, game: str) -> list[str]:
    """Return the cards that seat 0 has played according to the server's log."""
    game_log = GameLog(server.data_dir, game)
    game_log.read()
    return [event.card for event in game_log.events if isinstance(event, CardPlayed) and event.seat == 0]


def connection_lost(page: Page) -> Locator:
    """Return the banner about a lost connection."""
    return page.locator(".trouble").filter(has_text="The connection is lost")


def wait_for_next_turn(page: Page, after: Turn) -> Turn:
    """Wait for the next turn in the same round, which has five cards."""
    return wait_for_turn(page, after.version)


def test_move_made_while_the_server_is_down_counts_once_after_the_restart(
    own_server: Server, ann_on_own_server: Person
) -> None:
    game = game_at_first_trick(ann_on_own_server)
    page = ann_on_own_server.open(f"/games/{game}")
    turn = wait_for_turn(page)
    own_server.kill()
    card = turn.legal[0]
    click_card(page, card)
    expect(connection_lost(page)).to_be_visible()
    expect(page.locator(".mine").get_by_text("not confirmed yet")).to_contain_text("counts once")
    assert violations(page) == []
    own_server.start()
    after = wait_for_next_turn(page, turn)
    assert played_cards(own_server, game) == [card]
    expect(connection_lost(page)).to_have_count(0)
    expect(page.locator(".mine").get_by_text("not confirmed yet")).to_have_count(0)
    click_card(page, after.legal[0])
    wait_for_next_turn(page, after)
    assert played_cards(own_server, game) == [card, after.legal[0]]


def test_table_catches_up_after_an_offline_period(signed_in: SignIn, server: Server) -> None:
    ann, bob = signed_in("Ann"), signed_in("Bob")
    game = ann.create("hundred-and-ten")
    bob.command("joinGame", game=game)
    ann.command("startGame", game=game)
    page = ann.open(f"/games/{game}")
    page.locator(".board").wait_for()
    ann.context.set_offline(True)
    bob.play(game)
    version = ann.play(game) and GameLog(server.data_dir, game).read()
    ann.context.set_offline(False)
    expect(page.locator(f".board[data-version='{version}']")).to_be_visible()
    expect(connection_lost(page)).to_have_count(0)


def test_command_with_a_lost_response_is_repeated_with_the_same_id(signed_in: SignIn, server: Server) -> None:
    ann = signed_in("Ann")
    game = game_at_first_trick(ann)
    page = ann.open(f"/games/{game}")
    turn = wait_for_turn(page)
    sent: list[str] = []

    def lose(route: Route) -> None:
        variables = json.loads(route.request.post_data or "{}").get("variables", {})
        if "commandId" not in variables.get("input", {}):
            route.continue_()
            return
        sent.append(variables["input"]["commandId"])
        if len(sent) == 1:
            # The server carries the command out, and the response is lost.
            route.fetch()
            route.abort()
        else:
            route.continue_()

    page.route("**/graphql", lose)
    click_card(page, turn.legal[0])
    wait_for_next_turn(page, turn)
    wait_until(page, lambda: len(sent) >= 2)
    assert len(set(sent)) == 1
    assert played_cards(server, game) == [turn.legal[0]]


def test_next_move_is_possible_before_the_response_to_the_last_arrives(
    signed_in: SignIn, server: Server
) -> None:
    ann = signed_in("Ann")
    game = game_at_first_trick(ann)
    page = ann.open(f"/games/{game}")
    turn = wait_for_turn(page)
    late: list[tuple[Route, APIResponse]] = []

    def hold(route: Route) -> None:
        if "commandId" in (route.request.post_data or "") and not late:
            late.append((route, route.fetch()))
        else:
            route.continue_()

    page.route("**/graphql", hold)
    click_card(page, turn.legal[0])
    # The subscription has delivered the other players' moves.
    again = wait_for_next_turn(page, turn)
    click_card(page, again.legal[0])
    # A second click counts as the same move.
    click_card(page, again.legal[0])
    route, answer = late[0]
    route.fulfill(response=answer)
    wait_for_next_turn(page, again)
    assert played_cards(server, game) == [turn.legal[0], again.legal[0]]
    expect(page.locator("[aria-busy=true]")).to_have_count(0)


def test_slow_network_neither_loses_nor_doubles_a_move(signed_in: SignIn, server: Server) -> None:
    ann = signed_in("Ann")
    game = game_at_first_trick(ann)
    page = ann.context.new_page()
    wire = Wire(page)
    wire.slow_network(latency=300, kilobits=500)
    page.goto(f"{ann.site}/games/{game}")
    turn = wait_for_turn(page)
    picked = []
    for _ in range(3):
        card = page.locator(f".mine .hand-card:has([data-card='{turn.legal[0]}'])")
        # A double click, as from an impatient player.
        card.dblclick()
        picked.append(turn.legal[0])
        expect(page.locator(".mine [aria-busy=true]").first).to_be_visible()
        turn = wait_for_next_turn(page, turn)
    assert played_cards(server, game) == picked
    expect(page.locator("[aria-busy=true]")).to_have_count(0)


def test_two_tabs_of_one_player_stay_equal_and_move_once(signed_in: SignIn, server: Server) -> None:
    ann = signed_in("Ann")
    game = game_at_first_trick(ann)
    tabs = [ann.open(f"/games/{game}") for _ in range(2)]
    for tab in tabs:
        tab.locator(".presence").wait_for()
    turn, other = (wait_for_turn(tab) for tab in tabs)
    assert turn == other
    at = time.time() * 1000 + 300
    for tab in tabs:
        # Both at once: a moment later the other tab shows the move.
        tab.evaluate(
            """([card, at]) => void setTimeout(
                () => document.querySelector(`.hand-card:has([data-card='${card}'])`).click(), at - Date.now()
            )""",
            [turn.legal[0], at],
        )
    after = [wait_for_next_turn(tab, turn) for tab in tabs]
    assert after[0].version == after[1].version
    assert after[0].legal == after[1].legal
    assert played_cards(server, game) == [turn.legal[0]]
    for tab in tabs:
        expect(tab.locator("[aria-busy=true]")).to_have_count(0)
    click_card(tabs[1], after[0].legal[0])
    assert len({wait_for_next_turn(tab, after[0]).version for tab in tabs}) == 1


def test_expired_sign_in_is_renewed_at_the_table(
    signed_in: SignIn, visitors: Visitors, server: Server
) -> None:
    ann = signed_in("Ann")
    game = game_at_first_trick(ann)
    claims = jwt.decode(ann.token, options={"verify_signature": False})
    secret = (server.data_dir / "secret").read_text()
    soon = jwt.encode({**claims, "exp": int(time.time()) + 3}, secret, "HS256")
    renewing = ann.in_another_browser(visitors, token=soon)
    page = renewing.open(f"/games/{game}")
    banner = page.get_by_role("alert").filter(has_text="has expired")
    expect(banner).to_be_visible()
    assert violations(page) == []
    banner.get_by_role("button", name="Sign in again").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Token", exact=True).fill(ann.token)
    dialog.get_by_role("button", name="Sign in with the token").click()
    expect(banner).to_have_count(0)
    turn = wait_for_turn(page)
    click_card(page, turn.legal[0])
    wait_for_next_turn(page, turn)
    assert played_cards(server, game) == [turn.legal[0]]

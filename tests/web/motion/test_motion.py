"""Motion of cards at a table: what moves, from where to where, and how it is ended."""

from __future__ import annotations

from typing import Any, Final

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from domain.events import CardPlayed
from domain.rules.president import CardsPlayed
from tests.api.harness.server_processes import Server
from tests.web.conftest import SignIn
from tests.web.harness.game_events import wait_for_version
from tests.web.harness.log_reader import GameLog
from tests.web.harness.replayed_games import VARIANTS, finished_game, wait_for_moment
from tests.web.harness.table_player import wait_until
from tests.web.harness.visitors import Person, Visitors
from tests.web.motion.motion_recorder import RECORD, is_near, moving, recorded

_DEALT: Final = """window.dealt = 0;
(function look() {
    const flies = (card) => card.getAnimations({ subtree: true })
        .some(({ effect }) => effect.getKeyframes()[0].opacity === '0');
    window.dealt = Math.max(window.dealt, [...document.querySelectorAll('.hand-card')].filter(flies).length);
    requestAnimationFrame(look);
})();"""
"""Keeps the largest number of cards of the hand that have appeared from the dealer at once."""


@pytest.mark.parametrize("variant", VARIANTS)
def test_cards_fly_from_their_seat_and_only_by_transform_and_opacity(
    variant: str, signed_in: SignIn, server: Server
) -> None:
    ann = signed_in("Ann", reduced_motion="no-preference")
    game = ann.create(variant, machines=3)
    page = open_moving_table(ann, game)
    while len(recorded(page)["flights"]) < 8:
        assert ann.play(game)
        wait_for_version(page, ann.version(game))
        wait_until(page, lambda: not moving(page))
    seen = recorded(page)
    assert seen["most"] > 0
    assert set(seen["properties"]) == {"transform", "opacity"}
    assert page.locator(".motion-layer > *").count() == 0
    log = GameLog(server.data_dir, game)
    log.read()
    players = played_by(log)
    own = 0
    for flight in seen["flights"]:
        seat = players[flight["card"]]
        from_hand = seat == 0 and flight["hand"] is not None
        own += from_hand
        assert is_near(flight["start"], flight["hand"] if from_hand else flight["seats"][str(seat)], 60), (
            flight
        )
        assert flight["place"] is None or is_near(flight["end"], flight["place"]), flight
    assert own > 0
    early = [each for each in seen["cards"] if not was_seen(log, each)]
    assert early == []


def test_first_deal_of_play_now_is_seen(site: str, visitors: Visitors) -> None:
    page = visitors.context(reduced_motion="no-preference").new_page()
    page.add_init_script(_DEALT)
    page.goto(site)
    page.get_by_role("button", name="Play Hundred and Ten").click()
    page.locator(".hand-card").first.wait_for()
    wait_until(page, lambda: page.evaluate("window.dealt") == 5)


def test_nothing_moves_with_reduced_motion(signed_in: SignIn) -> None:
    ann = signed_in("Ann")
    game = ann.create("oh-hell", machines=3)
    page = open_moving_table(ann, game)
    for _ in range(3):
        ann.play(game)
        wait_for_version(page, ann.version(game))
    seen = recorded(page)
    assert seen["properties"] == []
    assert len(seen["cards"]) > 0


@pytest.mark.parametrize("how", ["click", "key"])
def test_input_shows_the_latest_moment_without_motion(how: str, signed_in: SignIn) -> None:
    ann = signed_in("Ann", reduced_motion="no-preference")
    game = ann.create("president", machines=3)
    page = open_moving_table(ann, game)
    play_until_others_follow(ann, page, game)
    wait_until(page, lambda: moving(page))
    assert page.locator(".board").get_attribute("data-version") != str(ann.version(game))
    if how == "click":
        page.locator(".felt").click(position={"x": 5, "y": 5})
    else:
        page.keyboard.press("a")
    # The step to the latest moment is a jump.
    page.wait_for_function(
        "version => document.querySelector('.board').dataset.version === version",
        arg=str(ann.version(game)),
        timeout=400,
    )
    assert moving(page) == 0
    assert page.locator(".motion-layer > *").count() == 0


def test_table_that_is_loaded_anew_ends_flights(signed_in: SignIn) -> None:
    ann = signed_in("Ann", reduced_motion="no-preference")
    game = ann.create("oh-hell", machines=3)
    held: list[str | bytes] = []
    sockets: list[WebSocketRoute] = []
    page = ann.context.new_page()
    page.add_init_script(RECORD)

    def forward(socket: WebSocketRoute) -> None:
        def on_message(message: str | bytes) -> None:
            sockets[:] = [socket]
            held.append(message) if '"snapshot":false' in str(message) else socket.send(message)

        socket.connect_to_server().on_message(on_message)

    page.route_web_socket("**/graphql", forward)
    page.goto(f"{ann.site}/games/{game}")
    page.locator(".mine").wait_for()
    wait_for_motion(page)
    for count in range(1, 4):
        ann.play(game)
        wait_until(page, lambda count=count: len(held) >= count)  # type: ignore[misc]
    sockets[0].send(held[0])
    wait_until(page, lambda: moving(page))
    # Without the second update the page must load the table.
    sockets[0].send(held[2])
    wait_for_version(page, ann.version(game))
    assert moving(page) == 0
    assert page.locator(".motion-layer > *").count() == 0


def test_replay_moves_forward_only(signed_in: SignIn) -> None:
    ann = signed_in("Ann", reduced_motion="no-preference")
    game = finished_game(ann, "hundred-and-ten")
    kinds: list[Any] = ann.ask(
        "query ($game: ID!) { game(id: $game) { events(first: 100) { nodes { __typename version } } } }",
        game=game,
    )["game"]["events"]["nodes"]
    won = next(each["version"] for each in kinds if each["__typename"] == "TrickWon")
    page = ann.context.new_page()
    page.add_init_script(RECORD)
    page.goto(f"{ann.site}/games/{game}/replay?at={won - 2}")
    wait_for_moment(page, won - 2)
    wait_for_motion(page)
    step = page.get_by_role("button", name="Next event")
    step.click()
    wait_until(page, lambda: recorded(page)["most"] >= 1)
    wait_for_moment(page, won - 1)
    wait_until(page, lambda: not moving(page))
    step.click()
    wait_until(page, lambda: recorded(page)["most"] >= 4)
    page.get_by_role("button", name="Previous event").click()
    wait_for_moment(page, won - 1)
    assert moving(page) == 0
    page.evaluate("recorded.most = 0")
    page.get_by_role("button", name="Previous event").click()
    wait_for_moment(page, won - 2)
    page.get_by_role("button", name="Next trick").click()
    expect(page.locator(f".replay-board[data-version='{won - 2}']")).to_have_count(0)
    page.wait_for_timeout(100)
    assert recorded(page)["most"] == 0


def open_moving_table(ann: Person, game: str) -> Page:
    """Open a table in which motion is recorded, and wait until cards can move."""
    page = ann.context.new_page()
    page.add_init_script(RECORD)
    page.goto(f"{ann.site}/games/{game}")
    page.locator(".mine").wait_for()
    wait_for_motion(page)
    return page


def play_until_others_follow(ann: Person, page: Page, game: str) -> None:
    """Make moves until others follow one in several steps."""
    for _ in range(10):
        before = ann.version(game)
        ann.play(game)
        if ann.version(game) - before > 4:
            return
        wait_for_version(page, ann.version(game))
    raise AssertionError("no move was followed by others")


def wait_for_motion(page: Page) -> None:
    """Wait until the module that moves cards is loaded, or would be."""
    page.wait_for_timeout(1_500)
    if not page.evaluate("matchMedia('(prefers-reduced-motion: reduce)').matches"):
        page.wait_for_function(
            "() => performance.getEntriesByType('resource')"
            ".some(({ name }) => name.endsWith('/moment-changes.js'))"
        )
        page.wait_for_timeout(200)


def played_by(log: GameLog) -> dict[str, int]:
    """Return the seat that played each card last."""
    players: dict[str, int] = {}
    for event in log.events:
        match event:
            case CardPlayed(seat=seat, card=card):
                players[card.value] = seat
            case CardsPlayed(seat=seat, cards=cards):
                players.update((card.value, seat) for card in cards)
    return players


def was_seen(log: GameLog, shown: str) -> bool:
    """Return whether a card shown at a version had been seen by seat 0 at that version."""
    version, card = shown.split()
    return card in log.seen_cards(int(version), 0)

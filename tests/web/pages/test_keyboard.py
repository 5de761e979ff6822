"""Keyboard play, screen reader announcements and reduced motion."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.web.conftest import SignIn
from tests.web.harness.table_player import wait_for_turn, wait_until
from tests.web.harness.visitors import Person

MAX_STEPS = 60
"""Largest number of Tab presses to reach an element."""
MAX_TURNS = 60
_FOCUSED = """() => {
    const on = document.activeElement;
    if (on === document.body) return '';
    return (on.getAttribute('aria-label') ?? on.labels?.[0]?.innerText ?? on.innerText).trim();
}"""
_RECORD = """() => {
    window.announced = [];
    const region = document.querySelector('[role=log][aria-label="Announcements"]');
    new MutationObserver((changes) => {
        for (const { addedNodes } of changes) for (const node of addedNodes) announced.push(node.textContent);
    }).observe(region, { childList: true });
}"""
_SHOWN = """() => {
    window.shown = new Set();
    new MutationObserver(() => shown.add(document.querySelector('.board').dataset.version))
        .observe(document.querySelector('main'), { subtree: true, childList: true, attributes: true });
}"""
_EVENTS = """query ($game: ID!) { game(id: $game) { events(first: 500) {
    edges { node { __typename version } }
} } }"""


def focused_name(page: Page) -> str:
    """Return the name of the focused element."""
    return str(page.evaluate(_FOCUSED))


def tab_to(page: Page, *names: str) -> str:
    """Press Tab until the focused element's name starts with one of the names."""
    passed = []
    for _ in range(MAX_STEPS):
        page.keyboard.press("Tab")
        passed.append(focused_name(page))
        if passed[-1].startswith(names):
            return passed[-1]
    raise AssertionError(f"none of {names} is reached, only {passed}")


def test_whole_game_is_playable_by_keyboard(signed_in: SignIn) -> None:
    page = signed_in("Ann").open("/")
    page.get_by_role("link", name="New table").wait_for()
    tab_to(page, "New table")
    page.keyboard.press("Enter")
    page.get_by_role("radio", name="President").wait_for()
    expect(page.locator("h1")).to_be_focused()
    tab_to(page, "Hundred and Ten")
    # A radio group is one tab stop; the arrow keys select.
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("radio", name="President")).to_be_checked()
    tab_to(page, "Set up the table")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Start the game").wait_for()
    tab_to(page, "Machine players")
    page.keyboard.press("End")
    expect(page.get_by_label("Machine players")).to_have_value("7")
    tab_to(page, "Start the game")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Start the game")).to_have_count(0)
    expect(page.locator("h1")).to_be_focused()
    after = 0
    for _ in range(MAX_TURNS):
        turn = wait_for_turn(page, after)
        if turn.over:
            break
        after = turn.version
        if turn.legal:
            select_card(page, turn.legal[0])
            tab_to(page, "Play ")
        else:
            tab_to(page, "Pass")
        page.keyboard.press("Enter")
    assert turn.over
    expect(page.locator(".ended")).to_contain_text(re.compile("wins?"))


def select_card(page: Page, card: str) -> None:
    """Select a card of the hand by keyboard."""
    hand = page.get_by_role("toolbar", name="Your hand")
    for _ in range(MAX_STEPS):
        if hand.locator(":focus").count():
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Home")
    while not hand.locator(f":focus [data-card='{card}']").count():
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")


def test_live_region_announces_events_in_order_and_available_moves(signed_in: SignIn) -> None:
    ann, bob = signed_in("Ann"), signed_in("Bob")
    game = ann.create("oh-hell")
    bob.command("joinGame", game=game)
    ann.command("fillSeats", game=game, count=2)
    page = ann.open(f"/games/{game}")
    page.get_by_role("button", name="Start the game").wait_for()
    page.evaluate(_RECORD)

    def seen() -> None:
        version = ann.version(game)
        page.locator(f".board[data-version='{version}']").wait_for()

    ann.command("startGame", game=game)
    # The page adds its seed first, and the game begins only then.
    wait_for_turn(page)
    for person in (bob, ann) * 6:
        person.play(game)
        # The page announces available moves only for versions that it shows.
        seen()
    logged = [each.strip() for each in page.locator(".log-lines li").all_inner_texts()]
    # The log shows the latest events; those before the start were not recorded.
    latest = logged[-30:]
    assert len(latest) == 30

    def unannounced() -> list[str]:
        remaining = iter(page.evaluate("announced"))
        return [each for each in latest if each not in remaining]

    # The region follows the board a moment later.
    wait_until(page, lambda: not unannounced())
    announced: list[str] = page.evaluate("announced")
    assert any(each.startswith("You can bid 0 or 1") for each in announced)
    assert any(each.startswith("You can play ") for each in announced)


def test_reduced_motion_shows_the_result_at_once(signed_in: SignIn) -> None:
    ann = signed_in("Ann")
    game = ann.create("oh-hell", machines=3)
    page = ann.open(f"/games/{game}")
    turn = wait_for_turn(page)
    page.evaluate(_SHOWN)
    ann.play(game)
    after = wait_for_turn(page, turn.version)
    assert page.evaluate("document.getAnimations().length") == 0
    assert set(page.evaluate("[...shown]")) <= {str(turn.version), str(after.version)}


def test_normal_motion_shows_the_events_step_by_step(signed_in: SignIn) -> None:
    ann = signed_in("Ann", reduced_motion="no-preference")
    game = ann.create("president", machines=7)
    page = ann.open(f"/games/{game}")
    # A slow machine skips steps: the page does not delay old events. It has several chances.
    assert any(shows_first_move(ann, game, page) for _ in range(4))


def shows_first_move(ann: Person, game: str, page: Page) -> bool:
    """Play for a player, and return whether the page shows the first move as a step of its own."""
    before = wait_for_turn(page).version
    page.evaluate(_SHOWN)
    ann.play(game)
    events = [each["node"] for each in ann.ask(_EVENTS, game=game)["game"]["events"]["edges"]]
    expect(page.locator(".board")).to_have_attribute("data-version", str(events[-1]["version"]))
    moves = [
        each["version"]
        for each in events
        if each["version"] > before and each["__typename"] in ("CardsPlayed", "TurnPassed")
    ]
    return min(moves) in page.evaluate("[...shown].map(Number)")

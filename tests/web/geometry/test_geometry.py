"""Seats, trick and hand on five screens with two to eight players: nothing overlaps, hides or scrolls."""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import SignIn
from tests.web.geometry.measured_table import Measured, measured
from tests.web.harness.table_player import click_card, wait_for_turn
from tests.web.harness.visitors import Person, Visitors

SCREENS: Final = {
    "desktop": (1280, 800),
    "upright-phone": (390, 844),
    "lying-phone": (844, 390),
    "small-phone": (360, 640),
    "large-desktop": (1920, 1080),
}
TABLES: Final[dict[int, str]] = {
    2: "hundred-and-ten",
    3: "president",
    4: "oh-hell",
    5: "president",
    6: "president",
    7: "president",
    8: "president",
}
"""The game that is measured with a number of seats."""
LEAST_WIDTH: Final = 56
LEAST_STRIP: Final = 24
"""Pixels of a card that the next one leaves free, for a finger."""
_STATE: Final = """query ($game: ID!) { game(id: $game) {
    result { reason } seats { hand } table { phase round toMove trick { card } toBeat lastTrick { card } }
} }"""

_SIGNS: Final = """query ($game: ID!) { game(id: $game) { moments(after: 0, first: 25) {
    version table { phase } seats { bid automated discarded }
} } }"""
_CUT_SIGNS: Final = """() => {
    const bid = document.querySelector('.seat-bid').getBoundingClientRect();
    return [...document.querySelectorAll('.seat-signs > span')].map((sign) => {
        const { top, right } = sign.getBoundingClientRect();
        const isCovered = top < bid.bottom - 1 && right > bid.left + 1;
        return isCovered || sign.scrollWidth > sign.clientWidth;
    });
}"""


def state(person: Person, game: str) -> Any:
    return person.ask(_STATE, game=game)["game"]


def game_with_cards_on_the_table(person: Person, seats: int) -> str:
    """Return a game in which it is the person's turn and cards lie in the middle."""
    while True:
        game = person.create(TABLES[seats], machines=seats - 1)
        for _ in range(200):
            shown = state(person, game)
            if shown["result"]:
                break
            table = shown["table"]
            has_cards = table["toBeat"] or (table["trick"] and table["phase"] == "TRICKS")
            # The tenth round of Oh Hell has the longest hands.
            if has_cards and (TABLES[seats] != "oh-hell" or table["round"] >= 7):
                return game
            person.play(game)


def on_screen(visitors: Visitors, person: Person, name: str) -> Person:
    width, height = SCREENS[name]
    return person.in_another_browser(visitors, viewport={"width": width, "height": height})


def check(found: Measured, seats: int) -> None:
    """Check what holds at any moment of play."""
    assert len(found.seats) == seats
    assert [pair for pair in combinations(found.seats, 2) if pair[0].overlaps(pair[1])] == []
    cards = [*found.trick, *found.hand]
    assert [(card, text) for card in cards for text in found.texts if card.overlaps(text)] == []
    assert [(card, seat) for card in cards for seat in found.seats if card.overlaps(seat)] == []
    shown = [*found.trick, *found.open_hands]
    assert [(card, text) for card in shown for text in found.texts if card.overlaps(text)] == []
    assert [
        pair for pair in ((a, b) for a in found.controls for b in found.seats) if pair[0].overlaps(pair[1])
    ] == []
    assert found.outside([*found.seats, *found.trick, *found.open_hands, *found.controls, *found.texts]) == []
    assert [text for text in found.texts if text.leaves] == []
    assert not found.scrolls


def check_hand(found: Measured) -> None:
    """Check that each card of the hand can be seen and touched; its lower edge may be below the screen."""
    width = found.hand[0].right - found.hand[0].left
    assert found.outside(found.hand, below=0.3 * width) == []
    assert width >= LEAST_WIDTH
    if found.width >= 1280:
        # A turned card is a little wider than it is.
        assert 90 <= width <= 135
    rows = [
        (one, other) for one, other in pairwise(found.hand) if abs(one.top - other.top) < 0.5 * LEAST_WIDTH
    ]
    assert min((other.left - one.left for one, other in rows), default=LEAST_STRIP) >= LEAST_STRIP - 1


@pytest.mark.parametrize("seats", TABLES)
def test_nothing_overlaps_and_nothing_scrolls(seats: int, signed_in: SignIn, visitors: Visitors) -> None:
    ann = signed_in("Ann")
    game = game_with_cards_on_the_table(ann, seats)
    for name in SCREENS:
        page = on_screen(visitors, ann, name).open(f"/games/{game}")
        wait_for_turn(page)
        found = measured(page)
        check(found, seats)
        assert found.trick, name
        assert found.hand, name
        check_hand(found)
        page.context.close()


def test_spectators_see_every_seat_and_the_trick(signed_in: SignIn, visitors: Visitors) -> None:
    ann, zoe = signed_in("Ann"), signed_in("Zoe")
    for seats in (4, 8):
        game = game_with_cards_on_the_table(ann, seats)
        for name in SCREENS:
            page = on_screen(visitors, zoe, name).open(f"/games/{game}")
            expect(page.locator(".middle .card").first).to_be_visible()
            check(measured(page), seats)
            page.context.close()


def test_every_decision_of_hundred_and_ten_fits_the_screen(signed_in: SignIn, visitors: Visitors) -> None:
    ann = signed_in("Ann")
    for mutation in ("placeBid", "discardCards"):
        game = ann.create("hundred-and-ten", machines=3)
        while (move := ann.suggested(game)) and move[0] != mutation and mutation != "placeBid":
            ann.play(game)
        for name in SCREENS:
            page = on_screen(visitors, ann, name).open(f"/games/{game}")
            wait_for_turn(page)
            check(measured(page), 4)
            page.context.close()


def test_open_hands_of_a_blind_round_lie_beside_the_names(signed_in: SignIn, visitors: Visitors) -> None:
    ann = signed_in("Ann")
    game = ann.create("oh-hell", machines=3)
    for name in SCREENS:
        page = on_screen(visitors, ann, name).open(f"/games/{game}")
        wait_for_turn(page)
        found = measured(page)
        check(found, 4)
        assert len(found.open_hands) == 3
        page.context.close()


@pytest.mark.parametrize(("variant", "seats"), [("oh-hell", 4), ("president", 8)])
def test_open_hands_of_a_replay_cover_no_seat(
    variant: str, seats: int, signed_in: SignIn, visitors: Visitors
) -> None:
    ann, bert = signed_in("Ann"), signed_in("Bert")
    game = ann.create(variant)
    # The seat at the left has a sign: it is played by a machine.
    bert.command("joinGame", game=game)
    ann.command("fillSeats", game=game, count=seats - 2)
    ann.command("startGame", game=game)
    for person in bert, ann:
        person.command("automateSeat", game=game)
    for name in SCREENS:
        page = on_screen(visitors, ann, name).open(f"/games/{game}/replay?at=40")
        expect(page.locator(".replay-board[data-version='40'] .seat-cards").first).to_be_visible()
        found = measured(page)
        cards = [*found.trick, *found.open_hands]
        assert [pair for pair in combinations(found.seats, 2) if pair[0].overlaps(pair[1])] == []
        assert [(card, seat) for card in cards for seat in found.seats if card.overlaps(seat, by=4)] == [], (
            name
        )
        assert [(card, text) for card in cards for text in found.texts if card.overlaps(text)] == [], name
        assert [text for text in found.texts if text.leaves] == []
        # Bar and head leave more than half of a phone's screen to the felt.
        top = page.locator(".felt").evaluate("felt => felt.getBoundingClientRect().top")
        assert top < 0.5 * found.height, name
        page.context.close()


def test_two_signs_and_a_bid_of_a_replay_are_not_cut(signed_in: SignIn, visitors: Visitors) -> None:
    ann = signed_in("Ann")
    while True:
        game = ann.create("hundred-and-ten", machines=3)
        ann.command("automateSeat", game=game)
        shown = ann.ask(_SIGNS, game=game)["game"]["moments"]
        found = [each["version"] for each in shown if each["table"] and has_two_signs(each["seats"][0])]
        if found:
            break
    for name in SCREENS:
        page = on_screen(visitors, ann, name).open(f"/games/{game}/replay?at={found[0]}")
        expect(page.locator(f".replay-board[data-version='{found[0]}'] .seat-cards").first).to_be_visible()
        assert page.evaluate(_CUT_SIGNS) == [False, False], name
        page.context.close()


def has_two_signs(seat: Any) -> bool:
    """Return whether a seat has a bid and two signs: played by a machine, and its discards."""
    return bool(seat["automated"] and seat["bid"] and seat["discarded"] is not None)


@pytest.mark.parametrize("variant", ["hundred-and-ten", "president"])
def test_point_of_view_of_a_replay_is_readable_on_a_phone(
    variant: str, signed_in: SignIn, visitors: Visitors
) -> None:
    ann = signed_in("Ann")
    game = ann.create(variant, machines=3)
    page = on_screen(visitors, ann, "small-phone").open(f"/games/{game}/replay")
    room = """(select) => {
        const free = select.cloneNode(true);
        free.style.cssText = 'width: max-content; max-width: none; flex: none';
        select.after(free);
        return select.clientWidth - free.clientWidth;
    }"""
    assert page.get_by_label("Point of view").evaluate(room) >= 0


@pytest.mark.parametrize("name", ["small-phone", "lying-phone", "desktop"])
def test_playing_a_card_does_not_scroll(name: str, signed_in: SignIn, visitors: Visitors) -> None:
    ann = signed_in("Ann")
    game = game_with_cards_on_the_table(ann, 4)
    page = on_screen(visitors, ann, name).open(f"/games/{game}")
    page.evaluate("addEventListener('scroll', () => (window.scrolled = true), true)")
    turn = wait_for_turn(page)
    before = bar(page)
    click_card(page, turn.legal[0])
    turn = wait_for_turn(page, turn.version)
    if turn.legal:
        # The focus moves to the next card when the focused one is gone.
        page.locator(".mine .hand-card:not([aria-disabled='true'])").first.press("Enter")
        wait_for_turn(page, turn.version)
    moved = page.evaluate("""() => [scrollX, scrollY,
        ...['main', '.playing', '.table-main', '.board', '.felt', '.mine']
        .map((found) => document.querySelector(found).scrollTop)]""")
    assert set(moved) == {0}
    assert bar(page) == before


def bar(page: Page) -> Any:
    """Return the size of the bar, and the top of the felt."""
    return page.evaluate("""() => [document.querySelector('.turn').offsetHeight,
        document.querySelector('.felt').getBoundingClientRect().top]""")

"""The chip of twenty recorded games: at each moment it says what the next event proves."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

import pytest
from playwright.sync_api import Page

from tests.web.conftest import SignIn
from tests.web.harness.page_modules import evaluate_in_module
from tests.web.harness.replayed_games import events
from tests.web.harness.visitors import Person

GAMES: Final = {"hundred-and-ten": 8, "oh-hell": 4, "president": 8}
ACTIONS: Final = {
    "BidPlaced", "BidCommitted", "TurnPassed", "TrumpSelected", "CardsDiscarded", "CardPlayed", "CardsPlayed",
}  # fmt: skip
"""The events that are a seat's move."""
ASIDE: Final = {"HandShown", "SeatAutomated"}
"""Events that do not decide who is waited for."""
SUITS: Final = {"H": "hearts", "D": "diamonds", "C": "clubs", "S": "spades"}
_MOMENTS: Final = """query ($game: ID!, $after: Version!) { game(id: $game) {
    moments(after: $after, first: 25) {
        version stage paused you
        result { reason ranking }
        seats { index hand committed player { id name erased } }
        table { phase toMove bid bidder trick { seat card } winning toBeat ledBy lastTrick { seat card } }
    }
} }"""
_CHIPS: Final = """import(main.replace('main.js', 'text/player-names.js')).then(({ playerNames }) =>
    given.map((game) => (game.table ? module.chipText(game, playerNames(game)) : null)))"""


@pytest.mark.parametrize("variant", GAMES)
@pytest.mark.timeout(300)
def test_chip_is_true_at_every_moment(variant: str, page: Page, signed_in: SignIn) -> None:
    ann = signed_in("Ann")
    seats = {"hundred-and-ten": (2, 3, 4), "oh-hell": (4,), "president": (3, 5, 8)}[variant]
    full_tricks = waits = 0
    for number in range(GAMES[variant]):
        game = ann.create(variant, machines=seats[number % len(seats)] - 1)
        ann.play(game, 2)
        ann.command("automateSeat", game=game)
        told = [event for event in events(ann, game) if event["__typename"] not in ASIDE]
        shown = moments(ann, game)
        chips = evaluate_in_module(page, "text/turn-chip-text.js", _CHIPS, shown)
        for moment, chip in zip(shown, chips, strict=True):
            if chip is None:
                continue
            following = next((event for event in told if event["version"] > moment["version"]), None)
            fault = check(moment, re.sub(r"\s", " ", chip), following)
            assert fault is None, f"{variant} {moment['version']}: {chip!r}: {fault}"
            full_tricks += "wins the trick" in chip or "win the trick" in chip
            waits += chip.startswith(("Your turn", "Waiting for"))
    assert waits > 100
    assert full_tricks > 20 or variant == "president"


def check(moment: Mapping[str, Any], chip: str, following: Mapping[str, Any] | None) -> str | None:
    """Return what is false about a chip, given the event after the moment."""
    table, kind = moment["table"], following and following["__typename"]
    turn, *rest = chip.split(" · ")
    is_waiting = turn == "Your turn" or turn.startswith("Waiting for")
    if moment["result"]:
        return None if turn.endswith((" win", " wins")) else "it does not say who has won"
    if kind in ACTIONS and following is not None:
        # The opening play of President is part of the deal.
        if (
            not is_waiting
            and kind == "CardsPlayed"
            and sum(len(seat["hand"]) for seat in moment["seats"]) == 52
        ):
            return None
        if not is_waiting:
            return f"seat {following['seat']} moves next"
        if not is_named(following["seat"], turn, moment):
            return f"it does not name seat {following['seat']}, which moves next"
        if any(not moment["seats"][seat]["hand"] for seat in table["toMove"]):
            return "it waits for a seat without cards"
    elif is_waiting:
        return f"nobody is waited for, but {kind} follows"
    if kind == "TrickWon" and following is not None:
        name = name_of(following["seat"], moment)
        wins = f"{name} win the trick" if name == "You" else f"{name} wins the trick"
        return None if chip == wins else f"the trick is won by {name}"
    if is_waiting and table["trick"]:
        suit = (
            SUITS.get(table["trick"][0]["card"][-1:], "joker")
            if table["trick"][0]["card"] != "JOKER"
            else "joker"
        )
        return None if rest[0] == f"{suit} led" else f"{suit} was led"
    return None


def test_chip_tells_what_to_play_only_on_your_own_turn(page: Page) -> None:
    situations: list[tuple[list[int], int | None, list[str], str]] = [
        ([0], 0, [], "Your turn · lead"),
        ([0], 0, ["4H"], "Your turn · beat the four"),
        ([0], 0, ["4H", "4S"], "Your turn · beat two fours"),
        ([1], 0, [], "Waiting for Bert"),
        ([1], 0, ["4H"], "Waiting for Bert"),
        ([1], None, ["4H", "4S"], "Waiting for Bert"),
    ]
    table: dict[str, Any] = {"phase": "PLAY", "trick": [], "winning": None}
    given = [
        {"you": you, "game": {"result": None, "table": {**table, "toMove": to_move, "toBeat": cards}}}
        for to_move, you, cards, _ in situations
    ]
    names = "{ you: each.you, seat: (seat) => (seat === each.you ? 'You' : ['Ann', 'Bert'][seat]) }"
    body = f"given.map((each) => module.chipText(each.game, {names}))"
    chips = evaluate_in_module(page, "text/turn-chip-text.js", body, given)
    assert [re.sub(r"\s", " ", chip) for chip in chips] == [expected for *_, expected in situations]


def is_named(seat: int, turn: str, moment: Mapping[str, Any]) -> bool:
    if seat == moment["you"]:
        return turn == "Your turn"
    if turn == "Your turn":
        return seat in moment["table"]["toMove"]
    return name_of(seat, moment) in turn or turn.endswith("players")


def name_of(seat: int, moment: Mapping[str, Any]) -> str:
    if seat == moment["you"]:
        return "You"
    name: str = moment["seats"][seat]["player"]["name"]
    return re.sub(r"^machine-(\d+)$", r"Machine \1", name)


def moments(person: Person, game: str) -> list[Any]:
    found: list[Any] = []
    while True:
        more = person.ask(_MOMENTS, game=game, after=len(found))["game"]["moments"]
        if not more:
            return found
        found += more

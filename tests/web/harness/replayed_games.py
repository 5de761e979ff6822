"""Finished games for the replay tests, and readers of the replay page."""

from __future__ import annotations

import re
from math import inf
from typing import Any, Final

from playwright.sync_api import Page, Request, expect

from tests.api.harness import full_documents as d
from tests.long_form import usually
from tests.web.harness.visitors import Person

VARIANTS: Final = ("hundred-and-ten", "oh-hell", "president")
_MOMENTS: Final = """query ($game: ID!, $after: Version!) {
    game(id: $game) { moments(after: $after, first: 25) {
        version you legalMoves { mutation } seats { index hand bid committed score }
        table { toBeat trick { seat card } }
    } }
}"""
_EVENTS: Final = f"""query ($game: ID!, $after: Cursor) {{
    game(id: $game) {{ events(after: $after, first: 500) {{
        edges {{ node {d.everything("GameEvent")} }} pageInfo {{ hasNextPage endCursor }}
    }} }}
}}"""
_SHOWN: Final = """() => {
    const cards = (root) => [...root.querySelectorAll('[data-card]')].map((card) => card.dataset.card);
    const hands = {};
    for (const seat of document.querySelectorAll('.replay-board [data-seat]')) {
        const own = seat.matches('.replay-hand');
        if (!own && seat.matches('.seat-own')) continue;
        const backs = own ? seat.querySelectorAll('.card:not([data-card])').length : 0;
        const count = /(\\d+)\\s+cards?$/.exec(seat.querySelector('.seat-hand')?.innerText.trim() ?? '');
        hands[seat.dataset.seat] = { seen: cards(seat), hidden: backs || Number(count?.[1] ?? 0) };
    }
    const number = (cell) => Number(cell.innerText.replace('−', '-'));
    const totals = [...document.querySelectorAll('.scores tfoot td')].map(number);
    return { hands, middle: cards(document.querySelector('.middle') ?? document.body), totals };
}"""


def variants(*usual: str) -> list[Any]:
    """Return all variants as parameters; those not named are tested only in the long form."""
    return usually(VARIANTS, *usual)


def finished_game(person: Person, variant: str, moves: int = 0) -> str:
    """Create a game, make that many moves as the person, and let machines finish it."""
    game = person.create(variant, machines=3)
    person.play(game, moves)
    person.command("automateSeat", game=game)
    return game


def moments(person: Person, game: str, after: int = 0, up_to: float = inf) -> list[Any]:
    """Return the person's view of a game at each version after `after` and up to `up_to`."""
    found: list[Any] = []
    while after + len(found) < up_to:
        more = person.ask(_MOMENTS, game=game, after=after + len(found))["game"]["moments"]
        if not more:
            break
        found += more
    return found


def events(person: Person, game: str) -> list[Any]:
    """Return all events of a game that the person may read."""
    found: list[Any] = []
    after = None
    while True:
        page = person.ask(_EVENTS, game=game, after=after)["game"]["events"]
        found += [edge["node"] for edge in page["edges"]]
        if not page["pageInfo"]["hasNextPage"]:
            return found
        after = page["pageInfo"]["endCursor"]


def variables(request: Request) -> Any:
    """Return the variables of a GraphQL request, and none for other requests."""
    sent = request.post_data_json if request.method == "POST" else None
    return sent["variables"] if sent else {}


def wait_for_moment(page: Page, version: int) -> None:
    """Wait until the replay shows a version."""
    expect(page.locator(f".replay-board[data-version='{version}']")).to_have_attribute("aria-busy", "false")
    expect(page.locator(".replay-position")).to_have_text(re.compile(rf"Event {version} of "))


def shown_table(page: Page) -> Any:
    """Return the hands, the cards in the middle and the scores that the replay shows."""
    return page.evaluate(_SHOWN)


def expected_hands(game: Any) -> Any:
    """Return the hands of a game in the form of `shown_table`."""
    return {
        str(seat["index"]): {
            "seen": sorted(card for card in seat["hand"] if card != "??"),
            "hidden": seat["hand"].count("??"),
        }
        for seat in game["seats"]
    }


def sort_hands(hands: Any) -> Any:
    """Sort the cards of each hand, for comparisons that ignore their order."""
    return {seat: {**hand, "seen": sorted(hand["seen"])} for seat, hand in hands.items()}

"""Games to be replayed, and what a page shows of a moment."""

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
    moments(game: $game, after: $after, first: 25) {
        version you legalMoves { mutation } seats { index hand bid committed score }
        table { toBeat trick { seat card } }
    }
}"""
_EVENTS: Final = f"""query ($game: ID!, $after: Cursor) {{
    events(game: $game, after: $after, first: 500) {{
        edges {{ node {d.everything("GameEvent")} }} pageInfo {{ hasNextPage endCursor }}
    }}
}}"""
_SHOWN: Final = """() => {
    const cards = (root) => [...root.querySelectorAll('[data-card]')].map((card) => card.dataset.card);
    const hands = {};
    for (const seat of document.querySelectorAll('.replay-board [data-seat]')) {
        const own = seat.matches('.replay-hand');
        if (!own && seat.matches('.seat-own')) continue;
        const backs = own ? seat.querySelectorAll('.card:not([data-card])').length : 0;
        const count = /(\\d+) cards?$/.exec(seat.querySelector('.seat-hand')?.innerText.trim() ?? '');
        hands[seat.dataset.seat] = { seen: cards(seat), hidden: backs || Number(count?.[1] ?? 0) };
    }
    const number = (cell) => Number(cell.innerText.replace('−', '-'));
    const totals = [...document.querySelectorAll('.scores tfoot td')].map(number);
    return { hands, middle: cards(document.querySelector('.middle') ?? document.body), totals };
}"""


def variants(*usual: str) -> list[Any]:
    """Return all variants to be tested with; those that are not named are tested in the long form alone."""
    return usually(VARIANTS, *usual)


def finished(person: Person, variant: str, moves: int = 0) -> str:
    """Return a game that the person played so many moves of, and machines the rest."""
    game = person.create(variant, machines=3)
    person.play(game, moves)
    person.command("automateSeat", game=game)
    return game


def moments(person: Person, game: str, after: int = 0, upto: float = inf) -> list[Any]:
    """Return a game as it stood after each of some events, or all, from the person's seat."""
    found: list[Any] = []
    while after + len(found) < upto:
        more = person.ask(_MOMENTS, game=game, after=after + len(found))["moments"]
        if not more:
            break
        found += more
    return found


def events(person: Person, game: str) -> list[Any]:
    """Return all events of a game as the person may read them."""
    found: list[Any] = []
    after = None
    while True:
        page = person.ask(_EVENTS, game=game, after=after)["events"]
        found += [edge["node"] for edge in page["edges"]]
        if not page["pageInfo"]["hasNextPage"]:
            return found
        after = page["pageInfo"]["endCursor"]


def variables(request: Request) -> Any:
    """Return what a page sent along with an operation; nothing for what asks no question."""
    sent = request.post_data_json if request.method == "POST" else None
    return sent["variables"] if sent else {}


def at(page: Page, version: int) -> None:
    """Wait until a page shows a moment."""
    expect(page.locator(f".replay-board[data-version='{version}']")).to_have_attribute("aria-busy", "false")
    expect(page.locator(".replay-position")).to_have_text(re.compile(rf"Event {version} of "))


def shown(page: Page) -> Any:
    """Return what a page shows of a table: the cards in hand, those in the middle, and the scores."""
    return page.evaluate(_SHOWN)


def expected(game: Any) -> Any:
    """Return the hands that are to be shown of a game, as `shown` gives them."""
    return {
        str(seat["index"]): {
            "seen": sorted(card for card in seat["hand"] if card != "??"),
            "hidden": seat["hand"].count("??"),
        }
        for seat in game["seats"]
    }


def by_card(hands: Any) -> Any:
    """Return hands in an order of their own: what is in them counts, not how it is laid."""
    return {seat: {**hand, "seen": sorted(hand["seen"])} for seat, hand in hands.items()}

"""Pages to measure: a table, a bare page, and a table of three players who make moves."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Final

from msgspec import Struct
from playwright.sync_api import Page

from benchmarks.web.browser import Browser, LoadTimes
from tests.web.harness.transfer_sizes import Wire
from tests.web.harness.visitors import Person, Visitors

BARE: Final = "a bare page"
CARD: Final = ".hand-card"
PLAYABLE: Final = ".hand-card:not([aria-disabled=true])"
"""A card that may be played now."""
MOVES_PER_TABLE: Final = 24
"""Moves within a round of any bids; a new table is used before a card is played a second time."""
POLLS: Final = 500
"""Polls for a card, each after a hundredth of a second."""
_BARE: Final = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Hand</title><link rel="icon" href="data:,">
<h1>Hand</h1><div id="hand"></div>
<script type="module">
  const { token } = JSON.parse(localStorage['kibitz.session']);
  const answer = await fetch('/graphql', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify({
      query: 'query ($game: ID!) { game(id: $game) { you seats { hand } } }',
      variables: { game: GAME },
    }),
  });
  const { data: { game: { seats, you } } } = await answer.json();
  for (const card of seats[you].hand) {
    const button = document.createElement('button');
    button.className = 'hand-card';
    button.textContent = card;
    document.getElementById('hand').append(button);
  }
</script></html>"""
_SHOWN: Final = """(() => {
    window.shownAt = {};
    const look = () => {
        const cards = document.querySelectorAll('.middle [data-card]');
        const fresh = [...cards].map((card) => card.dataset.card).filter((card) => !(card in shownAt));
        // Measured in the next frame, after it was painted.
        if (fresh.length) requestAnimationFrame(() => setTimeout(() => {
            for (const card of fresh) shownAt[card] ??= performance.timeOrigin + performance.now();
        }));
    };
    new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
})()"""
_PLAYED: Final = """query ($game: ID!) { game(id: $game) { events(last: 30) {
    edges { node { version at ... on CardPlayed { seat card } } }
} } }"""


class OpenTable(Struct, frozen=True):
    """A player at a table whose cards can be clicked."""

    person: Person
    game: str

    @property
    def address(self) -> str:
        """The URL of the table."""
        return f"{self.person.site}/games/{self.game}"

    def visits(self, browser: Browser, slowed: float) -> list[LoadTimes]:
        """Open the table with an empty cache, and once again."""
        return browser.visits(self.address, selector=PLAYABLE, kept=self.person.kept, slowed=slowed, times=2)

    def bare_visit(self, browser: Browser, slowed: float) -> LoadTimes:
        """Open the bare page with an empty cache."""
        [found] = browser.visits(
            f"{self.person.site}/bare",
            selector=PLAYABLE,
            kept=self.person.kept,
            slowed=slowed,
            times=1,
            html=_BARE.replace("GAME", json.dumps(self.game)),
        )
        return found

    def traffic(self) -> Wire:
        """Open the table with an empty cache, and return its network traffic."""
        page = self.person.context.new_page()
        wire = Wire(page)
        page.goto(self.address)
        page.locator(PLAYABLE).first.wait_for()
        page.wait_for_load_state("networkidle")
        page.close()
        return wire


def open_table(site: str, visitors: Visitors) -> OpenTable:
    """Seat a player at a table of Hundred and Ten, and play until it is the player's turn to play a card."""
    ann = Person.sign_in(site, "Ann", visitors)
    game = ann.create("hundred-and-ten", machines=3)
    play_to_the_tricks(ann, game)
    return OpenTable(ann, game)


def play_to_the_tricks(person: Person, game: str) -> None:
    """Make a player's moves until a card can be played."""
    while (move := person.suggested(game)) is None or move[0] != "playCard":
        person.play(game)


class ThreePlayerTable:
    """A table of three players, two of whom have its page open."""

    def __init__(self, people: Sequence[Person]) -> None:
        """Seat the players and start the game."""
        self.people = people
        self.game = people[0].create("hundred-and-ten")
        for each in people[1:]:
            each.command("joinGame", game=self.game)
        people[0].command("startGame", game=self.game)
        self.pages = [self._open_page(each) for each in people[:2]]

    def _open_page(self, person: Person) -> Page:
        page = person.context.new_page()
        page.add_init_script(_SHOWN)
        page.goto(f"{person.site}/games/{self.game}")
        page.locator(CARD).first.wait_for()
        page.wait_for_load_state("networkidle")
        return page

    def move(self) -> tuple[int, str]:
        """Make the next move, cards by clicking on a page; returns the seat and the card."""
        for seat, person in enumerate(self.people):
            if (move := person.suggested(self.game)) is None:
                continue
            name, values = move
            card = str(values.get("card", ""))
            # The pages show a finished trick for a while; wait until both show the current version.
            now = person.version(self.game)
            for page in self.pages:
                page.locator(f".board[data-version='{now}']").wait_for()
            if card and seat < len(self.pages):
                face = self.pages[seat].locator(f"[data-card='{card}']")
                self.pages[seat].locator(PLAYABLE, has=face).click()
            else:
                person.command(name, game=self.game, **values)
            return seat, card
        raise RuntimeError("no player can move")

    def milliseconds_until_shown(self, card: str) -> list[float]:
        """Return the milliseconds from a card's event until each page showed it."""
        shown = [self._shown(page, card) for page in self.pages]
        played = self.people[0].ask(_PLAYED, game=self.game)["game"]["events"]["edges"]
        committed = max(edge["node"]["at"] for edge in played if edge["node"].get("card") == card)
        return [each - 1e3 * datetime.fromisoformat(committed).timestamp() for each in shown]

    @staticmethod
    def _shown(page: Page, card: str) -> float:
        for _ in range(POLLS):
            if (shown := page.evaluate("card => shownAt[card]", card)) is not None:
                return float(shown)
            page.wait_for_timeout(10)
        raise RuntimeError(f"{card} was not shown")

    def close(self) -> None:
        """Close the pages."""
        for page in self.pages:
            page.close()


def measure_moves(site: str, visitors: Visitors, least: int) -> dict[str, list[float]]:
    """Play rounds and return the milliseconds until each played card was shown, by page."""
    # With reduced motion, a page skips the last card of a round and shows the next deal.
    people = [
        Person.sign_in(site, name, visitors, reduced_motion="no-preference")
        for name in ("Ann", "Bert", "Cleo")
    ]
    own: list[float] = []
    others: list[float] = []
    while len(own) < least:
        table = ThreePlayerTable(people)
        for _ in range(MOVES_PER_TABLE):
            seat, card = table.move()
            if card:
                for page, milliseconds in enumerate(table.milliseconds_until_shown(card)):
                    (own if page == seat else others).append(milliseconds)
        table.close()
    return {"the mover's page": own, "another's page": others}

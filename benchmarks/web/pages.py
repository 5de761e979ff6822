"""What the benchmark of the pages opens: a table, a bare page beside it, and a table where moves are made."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Final

from msgspec import Struct
from playwright.sync_api import Page

from benchmarks.web.browser import Browser, Timed
from tests.web.harness.transfer_sizes import Wire
from tests.web.harness.visitors import Person, Visitors

BARE: Final = "a bare page"
CARD: Final = ".hand-card"
A_ROUND: Final = 24
"""Moves after which a round is over, whatever was bid: another table is taken before the cards come again."""
PATIENCE: Final = 500
"""Hundredths of a second within which a card is to be seen."""
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
        // Measured in the frame after: by then it has been painted.
        if (fresh.length) requestAnimationFrame(() => setTimeout(() => {
            for (const card of fresh) shownAt[card] ??= performance.timeOrigin + performance.now();
        }));
    };
    new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
})()"""
_PLAYED: Final = """query ($game: ID!) { events(game: $game, last: 30) {
    edges { node { version at ... on CardPlayed { seat card } } }
} }"""


class Seated(Struct, frozen=True):
    """Somebody at a table where cards of hers can be clicked."""

    person: Person
    game: str

    @property
    def address(self) -> str:
        """Where the table is."""
        return f"{self.person.site}/games/{self.game}"

    def visits(self, browser: Browser, slowed: float) -> list[Timed]:
        """Open the table with nothing kept from before, and once again."""
        return browser.visits(self.address, selector=CARD, kept=self.person.kept, slowed=slowed, times=2)

    def bare_visit(self, browser: Browser, slowed: float) -> Timed:
        """Open the bare page with nothing kept from before."""
        [found] = browser.visits(
            f"{self.person.site}/bare",
            selector=CARD,
            kept=self.person.kept,
            slowed=slowed,
            times=1,
            html=_BARE.replace("GAME", json.dumps(self.game)),
        )
        return found

    def carried(self) -> Wire:
        """Open the table with nothing kept from before, and return what that took from the network."""
        page = self.person.context.new_page()
        wire = Wire(page)
        page.goto(self.address)
        page.locator(CARD).first.wait_for()
        page.wait_for_load_state("networkidle")
        page.close()
        return wire


def seated(site: str, visitors: Visitors) -> Seated:
    """Seat somebody at a table of Hundred and Ten."""
    ann = Person.sign_in(site, "Ann", visitors)
    return Seated(ann, ann.create("hundred-and-ten", machines=3))


class Watched:
    """A table of three people, two of whom have it open."""

    def __init__(self, people: Sequence[Person]) -> None:
        """Seat them and start."""
        self.people = people
        self.game = people[0].create("hundred-and-ten")
        for each in people[1:]:
            each.command("joinGame", game=self.game)
        people[0].command("startGame", game=self.game)
        self.pages = [self._following(each) for each in people[:2]]

    def _following(self, person: Person) -> Page:
        page = person.context.new_page()
        page.add_init_script(_SHOWN)
        page.goto(f"{person.site}/games/{self.game}")
        page.locator(CARD).first.wait_for()
        page.wait_for_load_state("networkidle")
        return page

    def move(self) -> tuple[int, str]:
        """Make the next move, in the pages where it is a card's; return whose it was, and the card."""
        for seat, person in enumerate(self.people):
            if (move := person.suggested(self.game)) is None:
                continue
            name, values = move
            card = str(values.get("card", ""))
            # A trick that is over stays for a while: as at any table, nobody plays before all have seen it.
            now = person.version(self.game)
            for page in self.pages:
                page.locator(f".board[data-version='{now}']").wait_for()
            if card and seat < len(self.pages):
                face = self.pages[seat].locator(f"[data-card='{card}']")
                self.pages[seat].locator(f"{CARD}:not([aria-disabled=true])", has=face).click()
            else:
                person.command(name, game=self.game, **values)
            return seat, card
        raise RuntimeError("nobody is to move")

    def seen(self, card: str) -> list[float]:
        """Return on each page after how many milliseconds a card was seen that was just played."""
        shown = [self._shown(page, card) for page in self.pages]
        played = self.people[0].ask(_PLAYED, game=self.game)["events"]["edges"]
        committed = max(edge["node"]["at"] for edge in played if edge["node"].get("card") == card)
        return [each - 1e3 * datetime.fromisoformat(committed).timestamp() for each in shown]

    @staticmethod
    def _shown(page: Page, card: str) -> float:
        for _ in range(PATIENCE):
            if (shown := page.evaluate("card => shownAt[card]", card)) is not None:
                return float(shown)
            page.wait_for_timeout(10)
        raise RuntimeError(f"{card} was not seen")

    def leave(self) -> None:
        """Close the pages."""
        for page in self.pages:
            page.close()


def moves_seen(site: str, visitors: Visitors, least: int) -> dict[str, list[float]]:
    """Play rounds and return after how many milliseconds each card that was played was seen, by page."""
    # Who minds motion is not shown the card that ends a round, but the next deal.
    people = [
        Person.sign_in(site, name, visitors, reduced_motion="no-preference")
        for name in ("Ann", "Bert", "Cleo")
    ]
    own: list[float] = []
    others: list[float] = []
    while len(own) < least:
        watched = Watched(people)
        for _ in range(A_ROUND):
            seat, card = watched.move()
            if card:
                for page, after in enumerate(watched.seen(card)):
                    (own if page == seat else others).append(after)
        watched.leave()
    return {"the mover's page": own, "another's page": others}

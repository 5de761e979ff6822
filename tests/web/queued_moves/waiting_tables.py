"""Tables at which Ann's page waits for another player, so that she can queue a move."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from playwright.sync_api import Locator, Page, expect

from tests.web.conftest import SignIn
from tests.web.harness.conversation import Conversation
from tests.web.harness.table_player import wait_until
from tests.web.harness.visitors import Person

HAND: Final = "query ($game: ID!) { game(id: $game) { you seats { hand } table { phase toMove } } }"

EVENTS: Final = """query ($game: ID!) { game(id: $game) { events(first: 200) { nodes {
    __typename ... on CardPlayed { seat card } ... on CardsPlayed { seat } ... on BidPlaced { seat }
    ... on TurnPassed { seat }
} } } }"""

Fits = Callable[[list[str], list[str]], tuple[str, str] | None]
"""Chooses a card that Bert leads and one that Ann queues, from the hands of Ann and Bert."""


class Table:
    """A game in which Ann's page waits for another player."""

    def __init__(self, ann: Person, bert: Person, game: str) -> None:
        self.ann, self.bert, self.game = ann, bert, game
        self.page = ann.context.new_page()
        self.seen = Conversation(self.page)
        self.page.goto(f"{ann.site}/games/{game}")
        expect(self.page.locator(".turn")).to_contain_text(f"Waiting for {bert.name}")

    def queue_bid(self, choice: str) -> None:
        self.page.get_by_label("For my turn").select_option(choice)
        self.page.get_by_role("button", name="Queue", exact=True).click()
        expect(queued(self.page)).to_be_visible()

    def commands(self) -> list[dict[str, Any]]:
        """Return the commands that the page has sent, without what differs in each."""
        varying = ("commandId", "expectedVersion", "game")
        return [{name: sent[name] for name in sent if name not in varying} for sent in self.seen.commands]

    def sent_commands(self) -> list[dict[str, Any]]:
        """Return the commands that the page has sent, of which there must be one.

        The server may have carried it out before the browser's news of the request is here.
        """
        wait_until(self.page, lambda: self.seen.commands)
        return self.commands()

    def events_of_ann(self, name: str) -> list[dict[str, Any]]:
        found = self.ann.ask(EVENTS, game=self.game)["game"]["events"]["nodes"]
        return [each for each in found if each["__typename"] == name and each.get("seat") == 0]


def queued(page: Page) -> Locator:
    return page.locator(".mine-queued")


def notice(page: Page) -> Locator:
    return page.locator(".mine-refusal", has_text="No longer queued")


def hand_of(person: Person, game: str) -> list[str]:
    found = person.ask(HAND, game=game)["game"]
    return list(found["seats"][found["you"]]["hand"])


def started_game(ann: Person, bert: Person, machines: int = 0) -> str:
    """Start a game of Hundred and Ten in which Bert bids first."""
    game = ann.create("hundred-and-ten")
    bert.command("joinGame", game=game)
    if machines:
        ann.command("fillSeats", game=game, count=machines)
    ann.command("startGame", game=game)
    return game


def table_of_two(signed_in: SignIn, **context: object) -> Table:
    ann, bert = signed_in("Ann", **context), signed_in("Bert")
    return Table(ann, bert, started_game(ann, bert))


def table_at_tricks(
    signed_in: SignIn, fits: Fits, machines: int = 0, **context: object
) -> tuple[Table, str, str]:
    """Start a game in which Bert leads; return it with Bert's card and Ann's that `fits` chose."""
    ann, bert = signed_in("Ann", **context), signed_in("Bert")
    while True:
        game = started_game(ann, bert, machines)
        bert.command("passTurn", game=game)
        ann.command("placeBid", game=game, amount=60)
        ann.command("selectTrump", game=game, suit="CLUBS")
        chosen = fits(hand_of(ann, game), hand_of(bert, game))
        if chosen is None:
            continue
        while (table := ann.ask(HAND, game=game)["game"]["table"])["phase"] == "DISCARD":
            mover = ann if table["toMove"] == [0] else bert
            mover.command("discardCards", game=game, cards=[])
        return Table(ann, bert, game), *chosen


def plain(cards: list[str]) -> list[str]:
    """Return the cards that are trumps in no way."""
    return [card for card in cards if card != "JOKER" and card != "AH" and card[1] != "C"]


def same_suit(own: list[str], other: list[str]) -> tuple[str, str] | None:
    """Choose cards of one suit, which can always follow."""
    found = [(led, card) for led in plain(other) for card in plain(own) if led[1] == card[1]]
    return found[0] if found else None


def must_play_trump(own: list[str], other: list[str]) -> tuple[str, str] | None:
    """Choose a trump to lead and a card that does not follow, while a trump in hand has to."""
    led = [card for card in other if card[1] == "C"]
    if not led or not {"4C", "6C", "7C", "8C", "9C", "TC"} & set(own) or not plain(own):
        return None
    return led[0], plain(own)[0]

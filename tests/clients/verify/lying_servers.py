"""Servers that lie about the deal: each plays a whole game that fits its lie."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from random import Random
from typing import Any, Final, NamedTuple
from unittest.mock import patch

from msgspec.structs import replace

import application.games.croupier
import domain.game
import domain.shuffles.deal
from domain import events as e
from domain.cards import Card
from domain.game import Game, Settlement
from domain.rules import rules_of, variants
from domain.shuffles.deal import SeedOfSeat
from domain.shuffles.shuffle import nth_permutation
from tests.clients.verify.game_files import PLAYERS, SEEDS, HonestServer, begun
from tests.clients.verify.verifiers import Question

CHEAT_SECRET: Final = "c4" * 32
OWN_SEED: Final = "ee" * 32


class Table(NamedTuple):
    """A table in the lobby."""

    variant: str
    people: int
    machines: int
    seeds: Sequence[str]
    absent: Sequence[str]
    entropy: int

    @classmethod
    def at_random(cls, random: Random) -> Table:
        """Return a table of any variant at which some people add seeds and some of those stay away."""
        variant = random.choice(list(variants()))
        seats = random.choice(rules_of(variant).seats)
        people = random.randint(1, seats)
        seeds = random.sample(PLAYERS[:people], random.randint(1, people))
        absent = random.sample(seeds, random.choice((0, 0, random.randrange(len(seeds)))))
        return cls(variant, people, seats - people, seeds, absent, random.randrange(2**32))

    def play(self) -> HonestServer:
        """Play the game to its end."""
        server = begun(
            self.variant,
            self.seeds,
            self.absent,
            people=self.people,
            machines=self.machines,
            entropy=self.entropy,
        )
        server.play_to_the_end()
        return server

    @property
    def present(self) -> str:
        """A player whose seed counts."""
        return next(player for player in self.seeds if player not in self.absent)


Lie = Callable[[Table], HonestServer]
"""Plays a table's game dishonestly."""


def honest(table: Table) -> HonestServer:
    return table.play()


def chosen_orders(table: Table) -> HonestServer:
    """Deal an order that the server likes, under a right commitment and link."""

    def liked(_fingerprint: str, link: str, _number: int, cards: Any) -> Any:
        orders = (nth_permutation(tuple(cards), int(link, 16) + attempt) for attempt in range(8))
        return max(orders, key=lambda order: order[:5])

    with patch.object(domain.shuffles.deal, "order", liked):
        return table.play()


def ignored_seed(table: Table) -> HonestServer:
    """Leave a revealed seed out of the fingerprint."""
    honest_fingerprint = domain.shuffles.deal.fingerprint

    def without_one(foot: str, seats: Any) -> str:
        left = [
            SeedOfSeat(seat.player, seat.commitment) if seat.player == table.present else seat
            for seat in seats
        ]
        return honest_fingerprint(foot, left)

    with patch.object(domain.shuffles.deal, "fingerprint", without_one):
        return table.play()


def chosen_fingerprint(table: Table) -> HonestServer:
    """Publish a fingerprint that nothing leads to."""
    fingerprint = domain.shuffles.deal.fingerprint

    def chosen(foot: str, seats: Any) -> str:
        listed = list(seats)
        # The roll is the fingerprint without seeds.
        return CHEAT_SECRET if any(seat.seed for seat in listed) else fingerprint(foot, listed)

    with patch.object(domain.shuffles.deal, "fingerprint", chosen):
        return table.play()


@contextmanager
def _links(changed: Callable[[str, int], str]) -> Iterator[None]:
    with patch.object(domain.shuffles.deal, "link", changed):
        yield


def late_chain(table: Table) -> HonestServer:
    """Choose the chain after the seeds: its links do not lead to the foot."""
    link = domain.shuffles.deal.link
    with _links(lambda secret, number: link(CHEAT_SECRET if number else secret, number)):
        return table.play()


def repeated_link(table: Table) -> HonestServer:
    """Open each shuffle with the link of the first, so that later ones are known."""
    link = domain.shuffles.deal.link
    with _links(lambda secret, number: link(secret, 2 if number else 0)):
        return table.play()


def exchanged_cards(table: Table) -> HonestServer:
    """Give two seats each other's last cards of the first deal."""
    settle, done = domain.game.settle, list[bool]()

    def exchanged(game: Game, at: datetime | None = None) -> Settlement:
        events = settle(game, at)
        hands = (
            [each for each in events if "HandDealt" in type(each).__name__]
            if isinstance(events, tuple)
            else []
        )
        if done or not hands:
            return events
        done.append(True)
        one, other = _different(hands)
        return tuple(_exchange(each, one, other) for each in events)  # type: ignore[union-attr]

    with patch.object(application.games.croupier, "settle", exchanged):
        return table.play()


def _different(hands: Sequence[Any]) -> tuple[Card, Card]:
    """Return a card of each of the first two hands; the card that opens President stays where it is."""
    one, other = (next((card for card in hand.cards if card != "4C"), hand.cards[0]) for hand in hands[:2])
    return one, other


def _exchange(event: e.Event, one: Card, other: Card) -> e.Event:
    if "HandDealt" not in type(event).__name__:
        return event
    swaps = {one: other, other: one}
    return replace(event, cards=tuple(swaps.get(card, card) for card in event.cards))  # type: ignore[attr-defined]


def early_start(table: Table) -> HonestServer:
    """Start without missing seeds before their time is over."""
    server = table._replace(absent=table.seeds[:1]).play()
    server.recorded = [
        each._replace(event=replace(each.event, until=each.event.until + timedelta(hours=1)))
        if isinstance(each.event, e.SeatsClosed)
        else each
        for each in server.recorded
    ]
    return server


def forged_seed(table: Table) -> HonestServer:
    """Commit to a seed of the server's own in the name of a player."""
    with patch.dict(SEEDS, {table.present: OWN_SEED}):
        return table.play()


def unheard_seed(table: Table) -> HonestServer:
    """Pretend that a player did not reveal its seed."""
    return table._replace(absent=(*table.absent, table.present)).play()


LIES: Final[dict[str, Lie]] = {
    lie.__name__: lie
    for lie in (
        *(chosen_orders, ignored_seed, chosen_fingerprint, late_chain, repeated_link),
        *(exchanged_cards, early_start, forged_seed, unheard_seed),
    )
}
SEEN_BY_THE_PLAYER: Final = {"forged_seed", "unheard_seed"}
"""Lies of which the game bears no trace but for the player whose seed it was."""


def question_of(name: str, table: Table, text: str) -> Question:
    """Return what a player who adds a seed asks."""
    player = table.present
    return Question(text, SEEDS[player], player) if name in SEEN_BY_THE_PLAYER else Question(text)

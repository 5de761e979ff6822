"""The worlds of Oh Hell contradict nothing that the seat has seen."""

from __future__ import annotations

from collections import Counter

import pytest

from domain import events as e
from domain.cards import FRENCH_DECK, Card, Suit, face_down
from domain.machine.thinking.oh_hell.cards import CardBits, card_bits
from domain.machine.thinking.oh_hell.decisions import Situation
from domain.machine.thinking.oh_hell.memory import Memory
from domain.machine.thinking.oh_hell.worlds import Worlds, doubt
from domain.machine.thinking.random_numbers import RandomNumbers
from domain.rules.oh_hell import BLIND_ROUNDS, DeckRanOut, OhHellOptions, OhHellTable, Phase
from tests.domain.oh_hell.tables import SEATS, phases, table_of
from tests.domain.tables import cards
from tests.domain.thinking.moments import Player, mixed, published, random_player
from tests.domain.thinking.oh_hell_games import Moment, moments

WORLDS = 12


def worlds_of(moment: Moment, worlds: int) -> list[tuple[frozenset[Card], ...]]:
    numbers = RandomNumbers(f"{moment.table.round} {moment.seat}".encode())
    situation = Situation(table_of(moment.view), moment.seat, moment.memory, numbers)
    card = situation.bits.card
    return [
        tuple(frozenset(card[bit] for bit in card if bit & hand) for hand in situation.worlds.draw())
        for _ in range(worlds)
    ]


class Facts:
    """What the moment's seat knows, from the unredacted game: cards that it sees, and what others did."""

    def __init__(self, moment: Moment) -> None:
        self.table, self.seat = moment.table, moment.seat
        self.round = phases(tuple(moment.log))[-1]
        self.blind = self.table.round in BLIND_ROUNDS
        self.plays = [event for event in self.round if isinstance(event, e.CardPlayed)]

    def check(self, world: tuple[frozenset[Card], ...]) -> None:
        table = self.table
        for seat in SEATS:
            assert len(world[seat]) == len(table.hands[seat])
            if self.sees(seat):
                assert world[seat] == frozenset(table.hands[seat])
        held = Counter(card for hand in world for card in hand)
        assert set(held.values()) <= {1}
        seen_by_all = {*table.pile, table.turn_up, *(each.card for each in table.trick)}
        assert not seen_by_all & set(held)
        self.check_suits_followed(world)
        self.check_old_deck(world)

    def sees(self, seat: int) -> bool:
        if not self.blind:
            return seat == self.seat
        return seat != self.seat or self.table.phase is Phase.TRICKS

    def check_suits_followed(self, world: tuple[frozenset[Card], ...]) -> None:
        for place, play in enumerate(self.plays):
            led = self.plays[place // 4 * 4].card.suit
            if play.card.suit is not led:
                assert all(card.suit is not led for card in world[play.seat])

    def check_old_deck(self, world: tuple[frozenset[Card], ...]) -> None:
        """Deal the world's cards again: those of the old deck must have come first."""
        ran_out = [event for event in self.round if isinstance(event, DeckRanOut)]
        shuffled = [event for event in self.round if isinstance(event, e.DeckShuffled)]
        if not ran_out or len(shuffled[0].order) == len(FRENCH_DECK):
            return
        old = frozenset(FRENCH_DECK) - frozenset(shuffled[0].order)
        places = [(self.table.dealer + 1 + place) % 4 for place in range(ran_out[0].dealt)]
        for seat in SEATS:
            dealt = world[seat] | {play.card for play in self.plays if play.seat == seat}
            assert len(dealt & old) == places.count(seat)


@pytest.mark.parametrize(
    ("player", "seed", "options"),
    [
        pytest.param(published, 1, {}, id="published"),
        pytest.param(random_player(5), 5, {"first_dealer": 0}, id="random"),
        pytest.param(mixed(7), 7, {"first_dealer": 2}, id="half random"),
        pytest.param(random_player(8), 8, {"reshuffle": "before_deal"}, id="reshuffled before the deal"),
    ],
)
def test_worlds_agree_with_all_that_the_seat_has_seen(
    player: Player, seed: int, options: dict[str, str | int]
) -> None:
    decisions = after_reshuffle = 0
    for moment in moments(player, seed, **options):
        facts = Facts(moment)
        for world in worlds_of(moment, WORLDS):
            facts.check(world)
        decisions += 1
        after_reshuffle += bool(moment.memory.old_deck)
    assert decisions == 400 + 4 * 14
    assert bool(after_reshuffle) == (options.get("reshuffle") != "before_deal")


def test_the_few_deals_that_agree_with_all_suits_not_followed_are_all_found() -> None:
    hidden = cards("2H 3H 2C 3C 2S 3S")
    own = cards("AD KD")
    out = tuple(card for card in FRENCH_DECK if card not in (*hidden, *own))
    # Seat 1 does not follow hearts, seat 2 not clubs, seat 3 not spades.
    laid = cards("AH 4C 4H 5H AC 5C 4S 6C AS 5S 6S 7C")
    memory = Memory(
        out=frozenset(out),
        turn_up=Card("QD"),
        bids=(3, 0, 0, 0),
        plays=tuple(zip((0, 1, 2, 3) * 3, laid, strict=True)),
        choices=(40,) * 4,
        surprises=(40,) * 4,
    )
    table = OhHellTable(
        options=OhHellOptions(),
        dealer=3,
        round=4,
        phase=Phase.TRICKS,
        hands=(own, *(face_down(2) for _ in range(3))),
        pile=out,
        turn_up=Card("QD"),
    )
    bits = card_bits(Suit.DIAMONDS)
    worlds = Worlds(table, memory, bits, bits.of(out), RandomNumbers(b"few"))
    found = set()
    for _ in range(400):
        hands = worlds.draw()
        found.add(tuple(suits_of(bits, hand) for hand in hands[1:]))
    assert found == {("CC", "SS", "HH"), ("SS", "HH", "CC"), ("CS", "HS", "CH")}


def suits_of(bits: CardBits, hand: int) -> str:
    return "".join(sorted(card.value[1] for card, bit in bits.bit.items() if bit & hand))


def test_what_is_inferred_of_a_published_player_is_true_of_its_hand() -> None:
    excluded = leads = 0
    for moment in moments(published, 21):
        if moment.table.phase is not Phase.TRICKS or moment.table.round in BLIND_ROUNDS:
            continue
        assert moment.table.trump is not None
        bits = card_bits(moment.table.trump)
        for seat, known in enumerate(moment.memory.evidence()):
            hand = bits.of(moment.table.hands[seat])
            assert not hand & (known.void | known.excluded)
            assert known.fits(hand)
            excluded += bool(known.excluded)
            leads += len(known.leads)
        assert moment.memory.surprises == (0, 0, 0, 0)
    assert excluded > 300
    assert leads > 100


def test_most_worlds_fit_the_bids_and_plays_of_published_players_and_few_those_of_others() -> None:
    published_share, random_share = fitting_share(published), fitting_share(random_player(22))
    assert published_share > 0.6
    assert random_share < 0.3


def fitting_share(player: Player) -> float:
    """Return the share of the worlds of a game's later rounds in which all excluded cards are elsewhere."""
    fitting = worlds = 0
    for moment in moments(player, 22):
        if moment.table.phase is Phase.TRICKS and 9 < moment.table.round < 18 and len(moment.table.won) > 2:
            assert moment.table.trump is not None
            bits = card_bits(moment.table.trump)
            excluded = [known.excluded for known in moment.memory.evidence()]
            excluded[moment.seat] = 0
            for world in worlds_of(moment, 4):
                fitting += not any(bits.of(world[seat]) & excluded[seat] for seat in SEATS)
                worlds += 1
    return fitting / worlds


def test_a_seat_is_doubted_more_with_each_choice_that_the_published_player_would_not_have_made() -> None:
    assert doubt(0, 0) == 0.1
    assert doubt(100, 0) < 0.03
    assert doubt(100, 10) > 0.4
    assert doubt(100, 30) == 1

"""Commands, and offers: descriptions that expand to exactly the legal moves."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from domain import commands as c
from domain.cards import Card, Suit
from domain.game import fold
from domain.rules import Rules
from tests.domain.tables import bidding, cards

BY = "ann"
EVERY_OFFER: dict[type[c.Offer], tuple[c.Offer, tuple[c.Move, ...]]] = {
    c.BidOffer: (
        c.BidOffer(amounts=(15, 60)),
        (c.PlaceBid(by=BY, amount=15), c.PlaceBid(by=BY, amount=60)),
    ),
    c.PassOffer: (c.PassOffer(), (c.PassTurn(by=BY),)),
    c.TrumpOffer: (
        c.TrumpOffer(suits=(Suit.CLUBS, Suit.HEARTS)),
        (c.SelectTrump(by=BY, suit=Suit.CLUBS), c.SelectTrump(by=BY, suit=Suit.HEARTS)),
    ),
    c.DiscardOffer: (
        c.DiscardOffer(any_subset_of=cards("5H JH")),
        tuple(c.DiscardCards(by=BY, cards=cards(some)) for some in ("", "5H", "JH", "5H JH")),
    ),
    c.PlayOffer: (
        c.PlayOffer(cards=cards("JH 5H")),
        (c.PlayCard(by=BY, card=Card("JH")), c.PlayCard(by=BY, card=Card("5H"))),
    ),
}


def test_every_common_offer_is_tested() -> None:
    assert set(EVERY_OFFER) == set(c.COMMON_OFFERS)


@pytest.mark.parametrize("offer", c.COMMON_OFFERS)
def test_an_offer_expands_to_its_moves_in_order(offer: type[c.Offer]) -> None:
    described, moves = EVERY_OFFER[offer]
    assert tuple(described.moves(BY)) == moves


@pytest.mark.parametrize("offer", c.COMMON_OFFERS)
def test_fully_accepted_offer_is_kept_and_fully_refused_offer_is_dropped(
    offer: type[c.Offer],
) -> None:
    described, _ = EVERY_OFFER[offer]
    assert described.narrowed(BY, lambda move: True) == described
    assert described.narrowed(BY, lambda move: False) is None


@pytest.mark.parametrize("offer", [c.BidOffer, c.TrumpOffer, c.PlayOffer])
def test_offer_of_single_choices_keeps_the_accepted_ones(offer: type[c.Offer]) -> None:
    described, moves = EVERY_OFFER[offer]
    for kept in moves:
        narrowed = described.narrowed(BY, kept.__eq__)
        assert narrowed is not None
        assert tuple(narrowed.moves(BY)) == (kept,)


def test_partly_refused_discard_offer_is_dropped() -> None:
    described, moves = EVERY_OFFER[c.DiscardOffer]
    assert described.narrowed(BY, lambda move: move != moves[-1]) is None


def test_a_discard_offer_stands_for_every_subset_once() -> None:
    moves = list(c.DiscardOffer(any_subset_of=cards("5H JH KH QH 2S")).moves(BY))
    assert len(moves) == len({frozenset(move.cards) for move in moves}) == 32


def test_an_offer_must_define_its_moves() -> None:
    with pytest.raises(TypeError, match="Offer"):
        c.Offer().moves(BY)


@pytest.mark.parametrize("offer", c.COMMON_OFFERS)
def test_an_encoded_offer_contains_its_tag(offer: type[c.Offer]) -> None:
    described, _ = EVERY_OFFER[offer]
    encoded = msgspec.json.encode(described)
    assert msgspec.json.decode(encoded)["type"] == offer.__name__
    assert msgspec.json.decode(encoded, type=offer) == described


def test_candidates_do_not_depend_on_the_phase() -> None:
    game = fold(bidding("5H JH KH QH 2S", "5C JC KC QC 3S"))
    offered = game.rules.candidates(game.table, 1)
    assert {type(offer) for offer in offered} == set(c.COMMON_OFFERS)


def test_every_command_and_move_is_described_for_the_schema(rules: Rules[Any]) -> None:
    for kind in (c.CreateGame, *c.LOBBY_COMMANDS, *rules.moves):
        assert kind.__doc__
        assert kind.__doc__.rstrip().endswith(".")


def test_every_command_requires_its_player() -> None:
    with pytest.raises(TypeError, match="by"):
        c.PassTurn()  # type: ignore[call-arg]

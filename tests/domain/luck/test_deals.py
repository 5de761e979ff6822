"""The hands that luck is computed from are those that were dealt."""

from __future__ import annotations

from collections.abc import Iterator

from hypothesis import given, settings

from domain.cards import Card, Cards
from domain.events import DeckRevealed, DeckShuffled, Event, HandDealt, RoundDealt
from domain.luck import luck_model
from domain.luck.deals import Deal, DealtCards
from domain.rules.oh_hell import BlindHandDealt, TrumpTurned
from tests.laws.playouts import SEEDS, every_variant_with_luck, playout, same_games


def dealt_by_the_log(log: tuple[Event, ...]) -> Iterator[tuple[Deal, DealtCards]]:
    """Yield the deals of a log with the cards of the events that deal them."""
    shuffle, deal, turn_up = -1, None, None
    hands: dict[int, Cards] = {}
    for event in (*log, RoundDealt(round=-1, dealer=0, hands=(), stock=0)):
        match event:
            case DeckShuffled():
                shuffle = event.shuffle
            case RoundDealt():
                if deal is not None:
                    yield deal, DealtCards(tuple(hands[seat] for seat in sorted(hands)), turn_up)
                deal = Deal(event.round, event.dealer, event.hands, event.stock, shuffle)
                hands, turn_up = {}, None
            case HandDealt() | BlindHandDealt():
                hands[event.seat] = event.cards
            case TrumpTurned():
                turn_up = event.card


@every_variant_with_luck
@same_games
@given(seed=SEEDS)
@settings(max_examples=6)
def test_the_hands_are_found_in_the_revealed_shuffles(variant: str, seed: int) -> None:
    log = playout(variant, seed).log
    model = luck_model(variant, 1)
    assert model is not None
    orders = {event.shuffle: event.order for event in log if isinstance(event, DeckRevealed)}
    for deal, cards in dealt_by_the_log(log):
        found = model.dealt(deal, orders)
        # A deal can wait for its reveal in a game that is not over.
        assert found == (cards if deal.shuffle in orders else None)


@every_variant_with_luck
@same_games
@given(seed=SEEDS)
@settings(max_examples=4)
def test_every_hand_has_features_of_the_model_each_once(variant: str, seed: int) -> None:
    model = luck_model(variant, 1)
    assert model is not None
    first = model.FEATURES.blocks[0]
    for deal, cards in dealt_by_the_log(playout(variant, seed).log):
        for seat in range(len(deal.hands)):
            features = model.features_of(cards, seat)
            assert len(set(features)) == len(features)
            assert all(0 <= feature < model.FEATURES.count for feature in features)
            # The fit puts the mean of all others into the first block.
            assert sum(first.first <= feature <= first.last for feature in features) == 1


def test_a_deck_that_ran_out_in_mid_deal_begins_with_the_rest_of_the_shuffle_before() -> None:
    model = luck_model("oh-hell", 1)
    assert model is not None
    older = tuple(Card(each) for each in ("2H", "3H", "4H", "5H"))
    newer = tuple(Card(each) for each in ("6H", "7H", "8H", "9H", "TH", "JH", "QH", "KH", "AH"))
    deal = Deal(1, 3, (2, 2, 2, 2), 2, 7)
    found = model.dealt(deal, {6: older, 7: newer})
    # The last two cards of the older order were left: 4H 5H, then 6H …
    assert found is not None
    assert found.hands[0] == (Card("4H"), Card("8H"))
    assert found.hands[3] == (Card("7H"), Card("JH"))
    assert found.turn_up == Card("QH")
    assert model.dealt(deal, {7: newer}) is None
    assert model.dealt(deal, {6: older}) is None


def test_a_variant_without_a_model_and_other_versions_have_none() -> None:
    assert luck_model("whist", 1) is None
    assert luck_model("oh-hell", 99) is None

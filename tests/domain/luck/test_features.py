"""Features of hands, by hands of which they are known."""

from __future__ import annotations

from domain.cards import Card
from domain.luck import luck_model
from domain.luck.deals import Deal, DealtCards


def features(variant: str, hand: str, turn_up: str | None = None) -> dict[str, int]:
    """Return the features of a hand: by the name of the block, the number in it."""
    model = luck_model(variant, 1)
    assert model is not None
    cards = DealtCards((tuple(map(Card, hand.split())),), None if turn_up is None else Card(turn_up))
    found = model.features_of(cards, 0)
    return {
        block.name: number - block.first
        for block in model.FEATURES.blocks
        for number in found
        if block.first <= number <= block.last
    }


def test_a_hand_of_hundred_and_ten_is_seen_by_its_best_suit() -> None:
    found = features("hundred-and-ten", "5S JS JOKER 5D KH")
    # 14 + 13 + 12 of spades, with its five: more than the 14 + 12 of diamonds.
    assert found["worth of the best suit"] == 12
    assert found["number of trumps in the best suit"] == 3
    assert [found[f"{honour} of the best suit"] for honour in ("five", "jack", "joker", "ace of hearts")] == [
        1,
        1,
        1,
        0,
    ]
    assert (found["fives of other suits"], found["jacks of other suits"], found["kings of other suits"]) == (
        1,
        0,
        1,
    )


def test_a_suit_without_its_five_is_worth_ten_less() -> None:
    # 13 for the jack and 9 for the king, less 10: in the bin of 9 to 12.
    assert features("hundred-and-ten", "JC KC 2H 3H 4D")["worth of the best suit"] == 3
    # 14 for the five and 9 for the king: in the bin of 23 to 25.
    assert features("hundred-and-ten", "5C KC 2H 3H 4D")["worth of the best suit"] == 7


def test_the_ace_of_hearts_is_the_ace_of_hearts_and_no_other_ace() -> None:
    found = features("hundred-and-ten", "AH KH QH 2C 3D")
    assert found["number of trumps in the best suit"] == 3
    assert (found["ace of hearts of the best suit"], found["ace of the best suit"]) == (1, 0)
    assert (found["king of the best suit"], found["queen of the best suit"]) == (1, 1)


def test_a_sure_card_of_oh_hell_is_an_estimated_trick() -> None:
    assert features("oh-hell", "AS", "2S")["estimated tricks"] == 5
    assert features("oh-hell", "AS", "2S")["trump A"] == 1
    # The lowest card wins if nobody has a higher one of its suit and nobody ruffs: about 0.27.
    assert features("oh-hell", "2D", "KS")["estimated tricks"] == 1
    # The unseen ace of trumps is in another hand with a chance of 3 in 50.
    assert features("oh-hell", "KS", "2S")["estimated tricks"] == 5
    assert "plain K" not in features("oh-hell", "KS", "2S")


def test_a_hand_of_oh_hell_counts_trumps_voids_and_plain_ranks() -> None:
    found = features("oh-hell", "AS KS 2S 3S 4S AH AD", "QS")
    assert found["number of trumps"] == 5
    assert found["plain suits without a card"] == 1
    assert found["plain A"] == 2
    # Two long trumps, two high ones, and aces that may be ruffed.
    assert found["estimated tricks"] > 4 * 5


def test_a_hand_of_president_is_seen_by_its_ranks() -> None:
    found = features("president", "2C 2D 3H 4C 4D 5S AH AD AC")
    assert [found[f"cards of rank {rank}"] for rank in "2345KA"] == [2, 1, 2, 1, 0, 3]
    assert (found["number of ranks"], found["ranks held once"]) == (3, 1)
    assert (found["twos and threes"], found["opening card"]) == (3, 1)


def test_groups_compare_hands_of_the_same_place_seats_and_options() -> None:
    def group(variant: str, deal: Deal, seat: int, **options: str) -> str:
        model = luck_model(variant, 1)
        assert model is not None
        return model.group_of(deal, seat, options)

    deal = Deal(3, 1, (5, 5, 5), 38, 0)
    assert group("hundred-and-ten", deal, 0) == "dealer_first 3 2"
    assert group("hundred-and-ten", deal, 1, discards="left_of_dealer") == "left_of_dealer 3 0"
    assert group("oh-hell", Deal(3, 2, (4,) * 4, 35, 0), 3) == "4 1"
    assert group("president", Deal(0, 0, (17, 18, 17), 0, 0), 1, clear_after="all_others") == "all_others 3 1"

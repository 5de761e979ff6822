"""The machine player of Oh Hell bids the tricks that it expects, and plays to win exactly those."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

import pytest

from domain import commands as c
from domain import events as e
from domain.cards import FRENCH_DECK, Card
from domain.game import NEW, decide, fold
from domain.machine.oh_hell import suggest
from domain.rules.oh_hell import BidCommitted, playable
from domain.state import Game
from domain.view import View
from tests.domain.given import NOON, Log
from tests.domain.oh_hell.tables import BLIND, SEATS, SIZES, bidding, table_of, tricks, whole_game
from tests.domain.tables import PLAYERS, played, trick


def suggested(log: Log, seat: int) -> c.Move:
    move = suggest(View(viewer=seat).after(log).game, seat)
    assert move.by == PLAYERS[seat]
    return move


def bid(seat: int, amount: int) -> c.PlaceBid:
    return c.PlaceBid(by=PLAYERS[seat], amount=amount)


def card(seat: int, notation: str) -> c.PlayCard:
    return c.PlayCard(by=PLAYERS[seat], card=Card(notation))


# Every state.


def states(log: Log) -> Iterator[tuple[Game, dict[int, Game]]]:
    """Yield the game before each move, with the views of the seats to move."""
    views = {seat: View(viewer=seat) for seat in SEATS}
    game = NEW
    for event in log:
        if isinstance(event, BidCommitted | e.CardPlayed):
            yield game, {seat: views[seat].game for seat in game.rules.to_move(game.table)}
        game = fold((event,), game)
        views = {seat: view.after((event,)) for seat, view in views.items()}


@pytest.mark.parametrize("reshuffle", ["mid_deal", "before_deal"])
@pytest.mark.parametrize("seed", range(3))
def test_it_bids_within_range_and_plays_only_legal_cards(seed: int, reshuffle: str) -> None:
    bids, plays = set(), 0
    for game, views in states(whole_game(seed, reshuffle=reshuffle)):
        for seat, view in views.items():
            move = suggest(view, seat)
            if isinstance(move, c.PlaceBid):
                size = SIZES[table_of(game).round]
                assert 0 <= move.amount <= size
                assert decide(game, move, NOON) == (BidCommitted(seat=seat, amount=move.amount),)
                bids.add(move.amount)
            else:
                assert isinstance(move, c.PlayCard)
                assert move.card in playable(table_of(game), seat)
                plays += 1
    assert bids >= {0, 1, 2}
    assert plays == 4 * sum(SIZES)


# Bids.

LOW = "2H 3H", "2S 3S", "4H 4S"


@pytest.mark.parametrize(
    ("hand", "amount"),
    [
        ("AC KC", 2),
        ("AC 2D", 1),
        ("KC 2D", 1),
        ("2D 3D", 0),
        ("2D 5H", 0),
        ("AD AS", 1),
    ],
)
def test_it_bids_the_tricks_it_expects_from_sure_trumps_and_high_cards(hand: str, amount: int) -> None:
    assert suggested(bidding(hand, *LOW, top="9C"), 0) == bid(0, amount)


@pytest.mark.parametrize(("trumps", "amount"), [("2C 3C 4C 5C 6C", 2), ("2H 3H 4H 5H 6H", 0)])
def test_it_counts_a_trick_for_each_trump_beyond_the_third(trumps: str, amount: int) -> None:
    others = "2S 3S 4S 5S 6S", "2D 3D 4D 5D 6D", "8S 9S TS JS QS"
    assert suggested(bidding(trumps, *others, top="9C"), 0) == bid(0, amount)


def test_it_never_bids_more_than_the_number_of_tricks() -> None:
    others = "2S 3S 4S 5S 6S", "2D 3D 4D 5D 6D", "8S 9S TS JS QS"
    assert suggested(bidding("AC KC QC JC TC", *others, top="9C"), 0) == bid(0, 5)


def test_card_is_worth_less_if_higher_cards_may_be_in_other_hands() -> None:
    assert suggested(bidding("QC 2D", *LOW, top="AC"), 0) == bid(0, 1)
    assert suggested(bidding("4C 2D", *LOW, top="2C"), 0) == bid(0, 0)


def on_pile(log: Log, *notations: str) -> Log:
    """Return a table after these cards, four per line, were played since the shuffle."""
    dealt = next(at for at, event in enumerate(log) if isinstance(event, e.DeckShuffled)) + 1
    gone = (trick(at, laid, led_by=0, won_by=0) for at, laid in enumerate(notations))
    return (*log[:dealt], *chain.from_iterable(gone), *log[dealt:])


def test_card_is_worth_more_if_higher_cards_are_on_the_pile() -> None:
    log = bidding("4C 2D", *LOW, top="2C")
    assert suggested(log, 0) == bid(0, 0)
    assert suggested(on_pile(log, "AC KC QC JC", "TC 9C 8C 7C"), 0) == bid(0, 1)


# Blind bids.


def blind_bid(own: str, *others: str, top: str, phase: int, dealer: int = 3) -> c.Move:
    """Return the blind bid of the first seat, whose hidden hand is `own`."""
    return suggested(bidding(own, *others, top=top, phase=phase, dealer=dealer), 0)


blind = pytest.mark.parametrize("phase", BLIND)


@blind
def test_blind_it_bids_one_when_the_other_three_cards_are_low(phase: int) -> None:
    assert blind_bid("AC", "2H", "3D", "2S", top="9C", phase=phase) == bid(0, 1)


@blind
def test_blind_it_bids_nothing_when_one_of_the_other_three_is_a_high_trump(phase: int) -> None:
    assert blind_bid("2H", "AC", "3D", "2S", top="9C", phase=phase) == bid(0, 0)
    assert blind_bid("2H", "3D", "KC", "2S", top="9C", phase=phase) == bid(0, 0)


@blind
def test_blind_bid_considers_the_suit_that_another_seat_leads(phase: int) -> None:
    # It leads itself here, and most of its possible cards win.
    led_by_self = blind_bid("5S", "AH", "3H", "4H", top="2C", phase=phase)
    assert led_by_self == bid(0, 1)
    # Bob leads the ace of hearts, which only a trump beats.
    assert blind_bid("5S", "AH", "3H", "4H", top="2C", phase=phase, dealer=0) == bid(0, 0)


@blind
def test_a_blind_machine_excludes_the_cards_of_the_pile(phase: int) -> None:
    # Bob leads the queen of hearts, which the king, the ace and twelve clubs beat.
    log = bidding("5S", "QH", "3D", "2S", top="9C", phase=phase, dealer=0)
    assert suggested(log, 0) == bid(0, 0)
    losers = "2H 3H 4H 5H", "6H 7H 8H 9H", "TH JH 2D 4D", "5D 6D 7D 8D", "9D TD JD QD", "KD AD 3S 4S"
    assert suggested(on_pile(log, *losers), 0) == bid(0, 1)


@blind
def test_blind_its_bid_does_not_depend_on_its_own_card(phase: int) -> None:
    for others, amount in (("2H", "3D", "2S"), 1), (("AC", "3D", "2S"), 0):
        hidden = [own for own in FRENCH_DECK if own not in (*others, "9C")]
        assert len(hidden) == 48
        for own in hidden:
            assert blind_bid(own, *others, top="9C", phase=phase) == bid(0, amount)


# Play: clubs are trump.


def follows(hand: str, *laid: str, wanted: int) -> c.Move:
    """Return the card that a seat plays to a trick that already has some cards."""
    seat, size = len(laid), len(hand.split())
    taken = {*hand.split(), *laid, "9C"}
    rest = iter([other for other in FRENCH_DECK if other not in taken])
    hands = [" ".join([*laid[at : at + 1], *(next(rest) for _ in range(size - 1))]) for at in range(seat)]
    after = [" ".join(next(rest) for _ in range(size)) for _ in range(seat + 1, 4)]
    bids = tuple(wanted if other == seat else 0 for other in SEATS)
    log = tricks(*hands, hand, *after, top="9C", bids=bids, phase=size)
    return suggested((*log, *played(*enumerate(laid))), seat)


def test_when_it_wants_a_trick_it_wins_with_the_cheapest_card_that_does() -> None:
    assert follows("9H 2H AH QH KH", "JH", wanted=1) == card(1, "QH")
    assert follows("9H 2H AH KH 3H", "JH", "QH", wanted=1) == card(2, "KH")


def test_when_it_wants_a_trick_and_cannot_follow_it_ruffs_with_its_lowest_winning_trump() -> None:
    assert follows("AS 4C 2C KC AD", "JH", wanted=2) == card(1, "2C")
    assert follows("AS 4C 2C KC AD", "JH", "3C", wanted=2) == card(2, "4C")


def test_when_it_wants_a_trick_and_cannot_win_this_one_it_plays_its_lowest_card() -> None:
    assert follows("9H 2H QH 3H TH", "KH", wanted=1) == card(1, "2H")
    assert follows("3S 2C AD 7D QD", "KH", "5C", wanted=1) == card(2, "3S")


def test_when_it_wants_none_it_sheds_the_highest_card_that_does_not_win() -> None:
    assert follows("9H 2H AH QH KH", "JH", wanted=0) == card(1, "9H")
    assert follows("9H 2H AH QH KH", "3H", "4C", wanted=0) == card(2, "AH")


def test_when_it_wants_none_and_cannot_follow_it_throws_off_its_highest_card_and_does_not_ruff() -> None:
    assert follows("KS 4C 2C AD QD", "JH", wanted=0) == card(1, "AD")
    assert follows("KS 4C 2C AD QD", "JH", "5C", wanted=0) == card(2, "4C")


def test_when_it_must_win_an_unwanted_trick_it_plays_its_lowest_or_as_the_last_seat_its_highest() -> None:
    assert follows("QH AH KH", "JH", wanted=0) == card(1, "QH")
    assert follows("QH AH KH", "JH", "2H", "3H", wanted=0) == card(3, "AH")


@pytest.mark.parametrize(("wanted", "played_then"), [(1, "5H"), (2, "KC"), (3, "KC")])
def test_tricks_that_it_has_won_count_towards_its_bid(wanted: int, played_then: str) -> None:
    hands = "AH 5H KC", "9H 2H 6S", "JH 7H 3S", "3H 4H 8S"
    log = tricks(*hands, top="9C", bids=(wanted, 0, 0, 0))
    log = (*log, *trick(0, "AH 2H 7H 3H", led_by=0, won_by=0))
    assert suggested(log, 0) == card(0, played_then)


def test_it_leads_its_likeliest_winner_when_it_wants_a_trick_and_its_lowest_card_when_it_does_not() -> None:
    hands = "4D AC KH", "9H 2H 6S", "JH 7H 3S", "3H 4H 8S"
    assert suggested(tricks(*hands, top="9C", bids=(1, 0, 0, 0)), 0) == card(0, "AC")
    assert suggested(tricks(*hands, top="9C", bids=(0, 0, 0, 0)), 0) == card(0, "4D")


# No choice.


def test_nothing_is_suggested_between_the_phases() -> None:
    hands = "AH 5H 2S", "9H 2H 6S", "JH 7H 3S", "3H 4H 8S"
    between = fold((*bidding(*hands, top="9C"), e.RoundScored(round=2, awards=(), scores=(0, 0, 0, 0))))
    with pytest.raises(ValueError, match="ROUND_SCORED"):
        suggest(between, 0)

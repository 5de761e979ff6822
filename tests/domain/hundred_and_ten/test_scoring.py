"""Hundred and Ten: the score of a round, and the winner of the game.

Spades are trump and ann, at seat 0, has dealt and is the bidder, so that bob, at seat 1, leads.
"""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from domain import commands as c
from domain import events as e
from domain import refusals as r
from domain.cards import DECK_WITH_JOKER, Card, Suit
from domain.game import legal
from domain.rules import NeedsShuffle
from domain.state import Stage
from tests.domain.given import Outcome, given
from tests.domain.tables import PLAYERS, clockwise, deck, played, revealed, trick, tricks


class Round:
    """The hands of a round and its tricks: each the winner's seat, then the cards in the order of play."""

    def __init__(self, hands: tuple[str, ...], tricks: tuple[str, ...]) -> None:
        self.hands = hands
        self.tricks = tricks

    def played_out(
        self,
        *,
        bid: int,
        scores: tuple[int, ...] | None = None,
        options: Mapping[str, e.OptionValue] | None = None,
    ) -> Outcome:
        """Play it up to the last card, which is the command."""
        log = tricks(*self.hands, trump=Suit.SPADES, bidder=0, bid=bid, scores=scores, options=options)
        leader = 1
        for number, line in enumerate(self.tricks[:-1]):
            winner, laid = line.split(" ", 1)
            log += trick(number, laid, led_by=leader, won_by=int(winner))
            leader = int(winner)
        laid = self.tricks[-1].split(" ", 1)[1]
        plays = zip(clockwise(leader, len(self.hands)), laid.split(), strict=True)
        *before, (seat, card) = plays
        return given(*log, *played(*before)).when(c.PlayCard(by=PLAYERS[seat], card=Card(card)))


def points(seat: int, number: int, points: int = 5) -> e.Award:
    return e.Award(seat=seat, points=points, trick=number)


def lost(bid: int) -> e.Award:
    return e.Award(seat=0, points=-bid)


def scored(*awards: e.Award, scores: tuple[int, ...], round: int = 0, made: bool = True) -> e.RoundScored:
    """Return the score of a round with ann, at seat 0, as bidder."""
    bids_made = (made, *(None for _ in scores[1:]))
    return e.RoundScored(round=round, awards=awards, scores=scores, bids_made=bids_made)


def won(*ranking: int) -> e.GameWon:
    places = tuple((seat,) for seat in ranking)
    return e.GameWon(winners=places[0], ranking=places, reason=e.EndReason.TARGET_REACHED)


# Ann 20, with the five of trumps in the first trick; bob 10.
FIVE_FIRST = Round(
    ("5S JS JOKER 2D 3D", "AH AD KD 4D 6D"), ("0 AH 5S", "0 JS 4D", "0 JOKER 6D", "1 2D AD", "1 KD 3D")
)
# Ann 20, with the jack of trumps, the highest of this round, in the last trick; bob 10 in the first two.
JACK_LAST = Round(
    ("JS AS KS 2D 3D", "AD KD 4D 6D 7D"), ("1 AD 2D", "1 KD 3D", "0 4D KS", "0 AS 6D", "0 JS 7D")
)
# Bob 20, with the five of trumps; ann 10.
FIVE_FOR_BOB = Round(
    ("JS AS KS 2D 3D", "5S AD KD 4D 6D"), ("1 5S KS", "0 4D JS", "0 AS 6D", "1 2D AD", "1 KD 3D")
)
# Ann wins all the tricks, without a trump.
ALL_PLAIN = Round(
    ("AC KC QC JC AD", "2D 3D 4D 6D 7D"), ("0 2D AD", "0 AC 3D", "0 KC 4D", "0 QC 6D", "0 JC 7D")
)
# Cyd 5 in the first trick, bob 5 in the third; ann 20.
CYD_FIRST = Round(
    ("5S JS AS 2D 3D", "AD 2C 6D 7D 8D", "AC KC 3C 4C 9C"),
    ("2 2C AC 2D", "0 KC JS 6D", "1 3D AD 3C", "0 7D 4C AS", "0 5S 8D 9C"),
)
# Bob 10 in the first trick, which has the five of trumps, and 5 in the last; cyd 5 in the second; ann 10.
BOB_FIRST = Round(
    ("JS AS KS 2D 3D", "5S 2C 6D 7D 8D", "AC KC 3C 4C 9C"),
    ("1 5S 3C KS", "2 2C AC 2D", "0 KC JS 6D", "0 AS 7D 4C", "1 3D 8D 9C"),
)


# Score of a round.


def test_each_trick_scores_five_and_the_one_with_the_highest_trump_five_more() -> None:
    FIVE_FIRST.played_out(bid=20).and_needs(NeedsShuffle(DECK_WITH_JOKER)).then(
        e.CardPlayed(seat=0, card=Card("3D")),
        e.TrickWon(seat=1, trick=4, card=Card("KD")),
        scored(points(0, 0, 10), points(0, 1), points(0, 2), points(1, 3), points(1, 4), scores=(20, 10)),
        revealed(deck(*FIVE_FIRST.hands)),
    )


def test_the_highest_trump_counts_in_whichever_trick_it_was_played() -> None:
    awards = points(1, 0), points(1, 1), points(0, 2), points(0, 3), points(0, 4, 10)
    JACK_LAST.played_out(bid=15).including(scored(*awards, scores=(20, 10)))


def test_failed_bid_scores_minus_the_bid_and_others_keep_their_points() -> None:
    awards = lost(25), points(1, 3), points(1, 4)
    FIVE_FIRST.played_out(bid=25).including(scored(*awards, scores=(-25, 10), made=False))


def test_the_extra_five_points_go_to_the_winner_of_the_trick() -> None:
    awards = lost(15), points(1, 0, 10), points(1, 3), points(1, 4)
    FIVE_FOR_BOB.played_out(bid=15).including(scored(*awards, scores=(-15, 20), made=False))


def test_if_no_trick_was_won_with_a_trump_there_is_no_extra_and_the_round_has_25() -> None:
    awards = tuple(points(0, number) for number in range(5))
    ALL_PLAIN.played_out(bid=25).including(scored(*awards, scores=(25, 0)))
    ALL_PLAIN.played_out(bid=30).including(scored(lost(30), scores=(-30, 0), made=False))


def test_a_moon_that_is_made_scores_exactly_60() -> None:
    ALL_PLAIN.played_out(bid=60).including(scored(e.Award(seat=0, points=60), scores=(60, 0)))


def test_a_moon_that_fails_costs_60_and_others_keep_their_tricks() -> None:
    awards = lost(60), points(1, 3), points(1, 4)
    FIVE_FIRST.played_out(bid=60).including(scored(*awards, scores=(-60, 10), made=False))


def test_scores_add_up_over_the_rounds() -> None:
    awards = lost(25), points(1, 3), points(1, 4)
    over = FIVE_FIRST.played_out(bid=25, scores=(30, -15))
    over.including(scored(*awards, scores=(5, -5), round=1, made=False))


# Winner of the game.


def test_the_game_continues_below_110() -> None:
    awards = points(0, 0, 10), points(0, 1), points(0, 2), points(1, 3), points(1, 4)
    over = FIVE_FIRST.played_out(bid=20, scores=(89, 99)).and_needs(NeedsShuffle(DECK_WITH_JOKER))
    over.including(scored(*awards, scores=(109, 109), round=1))


def test_bidder_at_110_wins_even_if_another_seat_reached_it_first_with_more() -> None:
    over = JACK_LAST.played_out(bid=15, scores=(90, 105))
    awards = points(1, 0), points(1, 1), points(0, 2), points(0, 3), points(0, 4, 10)
    over.including(scored(*awards, scores=(110, 115), round=1), won(0, 1))


def test_a_moon_may_win_the_game() -> None:
    ALL_PLAIN.played_out(bid=60, scores=(50, 109)).including(won(0, 1))


def test_otherwise_the_first_seat_to_reach_110_by_tricks_wins() -> None:
    over = CYD_FIRST.played_out(bid=15, scores=(50, 108, 105))
    over.including(won(2, 1, 0))
    assert over.events[2] == scored(
        *(points(2, 0), points(0, 1), points(1, 2), points(0, 3), points(0, 4, 10)),
        scores=(70, 113, 110),
        round=1,
    )


def test_the_extra_five_count_with_their_trick() -> None:
    over = BOB_FIRST.played_out(bid=15, scores=(50, 100, 105))
    awards = lost(15), points(1, 0, 10), points(2, 1), points(1, 4)
    over.including(scored(*awards, scores=(35, 115, 110), round=1, made=False), won(1, 2, 0))


def test_a_seat_at_110_wins_even_if_the_bidder_failed() -> None:
    over = FIVE_FIRST.played_out(bid=25, scores=(105, 100))
    over.including(won(1, 0))


def test_players_with_equal_totals_share_a_place_behind_the_winner() -> None:
    over = CYD_FIRST.played_out(bid=15, scores=(90, 50, 50))
    over.including(
        e.GameWon(winners=(0,), ranking=((0,), (1, 2)), reason=e.EndReason.TARGET_REACHED),
    )


def test_the_last_deck_is_revealed_after_the_game_was_won_and_nothing_follows() -> None:
    over = FIVE_FIRST.played_out(bid=20, scores=(100, 0))
    assert over.events[-2:] == (won(0, 1), revealed(deck(*FIVE_FIRST.hands)))
    assert over.needs is None
    game = over.including().game
    assert (game.stage, game.outcome) == (Stage.WON, won(0, 1))
    assert all(legal(game, seat) == () for seat in range(2))
    over.including().when(c.PassTurn(by="ann")).refused(r.GameIsOver())


# Reveal of the deck.


def test_by_option_nothing_is_revealed_before_the_end() -> None:
    over = FIVE_FIRST.played_out(bid=20, options={"reveal": "at_end"})
    assert not any(isinstance(event, e.DeckRevealed) for event in over.events)


@pytest.mark.parametrize("reveal", ["each_round", "at_end"])
def test_at_the_end_everything_is_revealed(reveal: str) -> None:
    over = FIVE_FIRST.played_out(bid=20, scores=(100, 0), options={"reveal": reveal})
    assert over.events[-1] == revealed(deck(*FIVE_FIRST.hands))

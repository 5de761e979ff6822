"""Oh Hell: the score of a phase, and the winner of the game."""

from __future__ import annotations

import pytest

from domain import commands as c
from domain import events as e
from domain import refusals as r
from domain.cards import Card
from domain.game import Stage, fold, legal
from domain.rules.oh_hell import BidsRevealed
from tests.domain.given import Outcome, given
from tests.domain.oh_hell.tables import SEATS, deck, last_card, phases, tricks, whole_game
from tests.domain.tables import PLAYERS, revealed

# Ann wins the first trick with the ace, dan the second with a trump.
HANDS = "AH 4S", "2H 5S", "6H 7S", "9H 2C"
LAID = "AH 2H 6H 9H", "4S 5S 7S 2C"


def two_tricks(*bids: int, scores: tuple[int, ...] = (0, 0, 0, 0), phase: int = 2) -> Outcome:
    """Play two tricks, one won by ann and one by dan; the last card is the command."""
    log = tricks(*HANDS, top="9C", bids=bids, scores=scores, phase=phase)
    before, command = last_card(log, *LAID, winners=(0,))
    return given(*before).when(command)


def last_trick(
    *bids: int, scores: tuple[int, ...], phase: int = 19, options: dict[str, e.OptionValue] | None = None
) -> Outcome:
    """Play the only trick of the last phase, won by dan; the last card is the command."""
    log = tricks("AH", "2H", "6H", "2C", top="9C", bids=bids, scores=scores, phase=phase, options=options)
    before, command = last_card(log, "AH 2H 6H 2C")
    return given(*before).when(command)


def scored(
    phase: int, points: tuple[int, ...], *, made: str, scores: tuple[int, ...] | None = None
) -> e.RoundScored:
    """Return the score of a phase; `made` has + for each seat that made its bid, and - for others."""
    return e.RoundScored(
        round=phase - 1,
        awards=tuple(e.Award(seat=seat, points=points[seat]) for seat in SEATS),
        scores=scores or points,
        bids_made=tuple(sign == "+" for sign in made),
    )


def won(*ranking: tuple[int, ...]) -> e.GameWon:
    return e.GameWon(winners=ranking[0], ranking=ranking, reason=e.EndReason.ROUNDS_PLAYED)


# Score of a phase.


@pytest.mark.parametrize(
    ("bids", "points", "made"),
    [
        ((1, 0, 0, 1), (11, 10, 10, 11), "++++"),
        ((0, 0, 0, 0), (1, 10, 10, 1), "-++-"),
        ((2, 2, 2, 2), (1, 0, 0, 1), "----"),
        ((0, 1, 2, 1), (1, 0, 0, 11), "---+"),
        ((1, 1, 0, 2), (11, 0, 10, 1), "+-+-"),
    ],
)
def test_a_phase_scores_the_tricks_won_and_ten_more_when_they_equal_the_bid(
    bids: tuple[int, ...], points: tuple[int, ...], made: str
) -> None:
    two_tricks(*bids).including(
        e.CardPlayed(seat=3, card=Card("2C")),
        e.TrickWon(seat=3, trick=1, card=Card("2C")),
        scored(2, points, made=made),
    )


def test_each_trick_of_a_successful_bid_scores_one_point() -> None:
    hands = "AH KH QH", "2H 5S 6S", "6H 7S 8S", "9H 2S 3S"
    log = tricks(*hands, top="9C", bids=(3, 0, 1, 2))
    before, command = last_card(log, "AH 2H 6H 9H", "KH 5S 7S 2S", "QH 6S 8S 3S", winners=(0, 0))
    given(*before).when(command).including(scored(3, (13, 10, 0, 0), made="++--"))


def test_a_forced_bid_counts_like_any_other() -> None:
    phase = phases(whole_game())[3]
    (revealed_bids,) = (event for event in phase if isinstance(event, BidsRevealed))
    assert revealed_bids == BidsRevealed(bids=(1, 1, 1, 1), forced=True)
    winners = [event.seat for event in phase if isinstance(event, e.TrickWon)]
    (score,) = (event for event in phase if isinstance(event, e.RoundScored))
    tricks_won = [winners.count(seat) for seat in SEATS]
    assert [award.points for award in score.awards] == [11 if n == 1 else n for n in tricks_won]
    assert score.bids_made == tuple(n == 1 for n in tricks_won)


def test_scores_add_up_over_the_phases() -> None:
    points = (11, 0, 10, 1)
    expected = scored(2, points, made="+-+-", scores=(18, 20, 10, 4))
    after = two_tricks(1, 1, 0, 2, scores=(7, 20, 0, 3)).including(expected).game
    assert [place.score for place in after.rules.show(after.table).places] == [18, 20, 10, 4]


@pytest.mark.parametrize("seed", range(3))
def test_the_totals_are_the_sums_of_the_phase_scores(seed: int) -> None:
    totals = [0, 0, 0, 0]
    rounds = [event for event in whole_game(seed) if isinstance(event, e.RoundScored)]
    for score in rounds:
        totals = [total + award.points for total, award in zip(totals, score.awards, strict=True)]
        assert score.scores == tuple(totals)
    assert len(rounds) == 19


# Winners of the game.


def test_the_game_continues_before_phase_19_whatever_the_lead() -> None:
    for over, phase, size in (
        (last_trick(0, 0, 0, 1, scores=(0, 0, 0, 0), phase=1), 1, 2),
        (two_tricks(1, 0, 0, 1, scores=(900, 0, 0, 0), phase=2), 2, 3),
        (two_tricks(1, 0, 0, 1, scores=(900, 0, 0, 0), phase=18), 18, 1),
    ):
        assert not any(isinstance(event, e.GameWon) for event in over.events)
        dealt = next(event for event in over.events if isinstance(event, e.RoundDealt))
        assert (dealt.round, dealt.dealer, dealt.hands) == (phase, 0, (size,) * 4)


def test_after_phase_19_the_highest_total_wins() -> None:
    last_trick(0, 0, 1, 1, scores=(50, 61, 52, 30)).including(
        scored(19, (10, 10, 0, 11), made="++-+", scores=(60, 71, 52, 41)),
        won((1,), (0,), (2,), (3,)),
    )


def test_a_lead_gained_with_the_last_trick_wins() -> None:
    last_trick(1, 0, 1, 1, scores=(60, 40, 52, 50)).including(won((3,), (0,), (2,), (1,)))


def test_seats_with_equal_highest_totals_all_win() -> None:
    over = last_trick(0, 0, 0, 1, scores=(51, 20, 51, 50)).including(won((0, 2, 3), (1,)))
    assert over.game.outcome is not None
    assert over.game.outcome.winners == (0, 2, 3)
    last_trick(0, 0, 0, 1, scores=(51, 51, 51, 50)).including(won((0, 1, 2, 3)))


def test_equal_totals_share_a_place_behind_the_winner_too() -> None:
    last_trick(0, 0, 0, 1, scores=(30, 51, 30, 10)).including(won((1,), (0, 2), (3,)))
    last_trick(0, 0, 0, 1, scores=(30, 51, 51, 29)).including(won((1, 2), (0, 3)))


# The end.


@pytest.mark.parametrize("reveal", ["each_round", "at_end"])
def test_the_last_deck_is_opened_after_the_game_was_won_and_nothing_follows(reveal: str) -> None:
    over = last_trick(0, 0, 0, 1, scores=(50, 61, 52, 30), options={"reveal": reveal})
    assert over.events == (
        e.CardPlayed(seat=3, card=Card("2C")),
        e.TrickWon(seat=3, trick=0, card=Card("2C")),
        scored(19, (10, 10, 10, 11), made="++++", scores=(60, 71, 62, 41)),
        won((1,), (2,), (0,), (3,)),
        revealed(deck("AH", "2H", "6H", "2C", top="9C")),
    )
    assert over.needs is None


def test_no_seat_moves_after_the_end() -> None:
    over = last_trick(0, 0, 0, 1, scores=(50, 61, 52, 30)).including()
    assert over.game.stage is Stage.WON
    shown = over.game.rules.show(over.game.table)
    assert shown.to_move == ()
    assert [place.score for place in shown.places] == [60, 71, 62, 41]
    for seat in SEATS:
        assert legal(over.game, seat) == ()
        over.when(c.PlaceBid(by=PLAYERS[seat], amount=0)).refused(r.GameIsOver())
        over.when(c.PlayCard(by=PLAYERS[seat], card=Card("AH"))).refused(r.GameIsOver())


@pytest.mark.parametrize("seed", range(3))
def test_a_whole_game_is_won_by_all_with_the_highest_total(seed: int) -> None:
    game = fold(whole_game(seed))
    totals = [place.score for place in game.rules.show(game.table).places]
    assert game.outcome is not None
    assert game.outcome.winners == tuple(seat for seat in SEATS if totals[seat] == max(totals))
    places = [totals[place[0]] for place in game.outcome.ranking]
    assert places == sorted(set(totals), reverse=True)

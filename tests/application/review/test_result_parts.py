"""The parts of a result add up to it exactly, and the results of all seats to the sum of their pars."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from application.review.result_parts import result_parts
from application.review.seat_review import Luck, ReviewedDeal, ReviewedDecision, SeatReview
from domain.events import EndReason, GameWon
from domain.machine.thinking.decision_review import DecisionReview
from domain.state import Game, Seat

CHANCES = st.floats(-1, 1)
RANKINGS = [
    ((1,), (0,), (2,)),
    ((0,), (1,), (2,), (3,)),
    ((2, 0), (1,), (3,)),
    ((0, 1, 2), (3,)),
    ((4,), (3,), (2,), (1,), (0,)),
]
VARIANTS = ["hundred-and-ten", "oh-hell", "president"]


def over(variant: str, ranking: tuple[tuple[int, ...], ...] | None) -> Game:
    """Return a game that is over: won, or closed."""
    seats = 3 if ranking is None else sum(map(len, ranking))
    outcome = None
    if ranking is not None:
        outcome = GameWon(winners=ranking[0], ranking=ranking, reason=next(iter(EndReason)))
    named = tuple(Seat(player=f"player {number}") for number in range(seats))
    return Game(variant=variant, rules_version=1, seats=named, outcome=outcome)


def review(lucks: list[float], losses: list[float]) -> SeatReview:
    decisions = [DecisionReview(moves=(), chosen=0, best=0, loss=loss) for loss in losses]
    return SeatReview(
        decisions=tuple(ReviewedDecision(version=7, review=each) for each in decisions),
        deals=tuple(ReviewedDeal(round=0, version=5, luck=Luck(luck, 0.1, 3.0)) for luck in lucks),
    )


@pytest.mark.parametrize("variant", VARIANTS)
@given(
    ranking=st.sampled_from(RANKINGS),
    lucks=st.lists(CHANCES, max_size=30),
    losses=st.lists(st.floats(0, 1), max_size=60),
    data=st.data(),
)
def test_result_less_par_is_luck_less_loss_and_the_rest_exactly(
    variant: str, ranking: Any, lucks: list[float], losses: list[float], data: st.DataObject
) -> None:
    game = over(variant, ranking)
    seat = data.draw(st.integers(0, len(game.seats) - 1))
    parts = result_parts(game, seat, review(lucks, losses))
    assert parts.result is not None
    assert parts.rest is not None
    assert parts.result - parts.par == parts.luck - parts.loss + parts.rest
    assert parts.luck == pytest.approx(sum(lucks))
    assert parts.loss == pytest.approx(sum(losses))


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("ranking", RANKINGS)
def test_par_is_the_mean_result(variant: str, ranking: tuple[tuple[int, ...], ...]) -> None:
    game = over(variant, ranking)
    parts = [result_parts(game, seat, review([], [])) for seat in range(len(game.seats))]
    results = [each.result for each in parts if each.result is not None]
    assert sum(results) / len(game.seats) == pytest.approx(parts[0].par)
    assert all(0 <= each <= 1 for each in results)


def test_the_winner_has_1_and_a_place_counts_in_president() -> None:
    ranking = ((2,), (0,), (1,))
    of = {
        variant: [result_parts(over(variant, ranking), seat, review([], [])).result for seat in range(3)]
        for variant in VARIANTS
    }
    assert of["oh-hell"] == of["hundred-and-ten"] == [0, 0, 1]
    assert of["president"] == [0.5, 0, 1]


def test_a_game_that_was_closed_has_no_result() -> None:
    parts = result_parts(over("oh-hell", None), 0, review([0.25], [0.5]))
    assert (parts.result, parts.rest) == (None, None)
    assert (parts.luck, parts.loss) == (0.25, 0.5)

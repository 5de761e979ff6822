"""A game has one luck: reviews show that of the tables, in their own values."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt

import pytest

from application.review.luck_of_deals import luck_of_deals
from application.review.seat_past import past_of_seat
from application.review.seat_review import ReviewedDeal
from domain.events import DeckRevealed, Event, MachineLevel
from domain.game import fold
from domain.luck.table import UNIT
from domain.machine.thinking.hundred_and_ten.winning_chance import WinningChance
from domain.machine.thinking.oh_hell.winning_chance import winning_chance
from domain.visibility import SPECTATOR, redact
from projections.luck.projection import LUCK
from tests.application.review.test_levels_reviewed import THINKING, played
from tests.projections.given import given

GAMES = {"hundred-and-ten": 12, "oh-hell": 12, "president": 80}
SIGNIFICANT = 2.58
"""Standard errors of a 99 % interval."""


def reviewed(log: list[Event] | tuple[Event, ...], seat: int) -> list[ReviewedDeal]:
    past = past_of_seat(log, seat, seat)
    over = fold(redact(event, SPECTATOR) for event in log)
    return list(luck_of_deals(over, log, seat, past.deals))


@pytest.mark.parametrize("variant", THINKING)
def test_the_luck_of_a_review_is_that_of_the_statistics(variant: str) -> None:
    log = played(variant, MachineLevel.PUBLISHED, 3)
    rows = given(LUCK, log).rows("round_luck")
    for seat in range(2):
        deals = reviewed(log, seat)
        of_seat = [row for row in rows if row["seat"] == seat]
        assert [deal.luck.result * UNIT for deal in deals] == [row["luck"] for row in of_seat] != []
        assert [deal.round for deal in deals] == [row["round"] for row in of_seat]
        for deal, row in zip(deals, of_seat, strict=True):
            # Both are multiplied by what a point or a place was worth.
            worth = deal.luck.value / deal.luck.result if deal.luck.result else 0.0
            assert deal.luck.error == pytest.approx(row["luck_error"] / UNIT * worth)
            assert worth >= 0


def values(variant: str) -> Iterator[float]:
    for seed in range(GAMES[variant]):
        for deal in reviewed(played(variant, MachineLevel.PUBLISHED, seed), 1):
            yield deal.luck.value


@pytest.mark.parametrize("variant", THINKING)
def test_luck_is_0_on_average_in_the_values_of_a_review(variant: str) -> None:
    found = list(values(variant))
    mean = sum(found) / len(found)
    error = sqrt(sum((each - mean) ** 2 for each in found) / (len(found) - 1) / len(found))
    assert len(found) >= GAMES[variant]
    assert 0 < error < 0.1
    assert abs(mean) <= SIGNIFICANT * error


def test_a_point_is_worth_the_chance_to_win_that_it_adds() -> None:
    log = played("hundred-and-ten", MachineLevel.PUBLISHED, 3)
    for past in past_of_seat(log, 0, 0).deals:
        scores = past.view.rules.show(past.view.table).places
        points = tuple(place.score for place in scores)
        [deal] = [each for each in reviewed(log, 0) if each.round == past.round]
        chance = WinningChance(points, 0)
        # A point that the seat scores alone is less than a point above the mean.
        slope = (chance.after_points(5) - chance.after_points(-5)) / 10 * len(points) / (len(points) - 1)
        assert deal.luck.value == pytest.approx(deal.luck.result * slope)


def test_a_point_counts_for_more_at_the_end_of_oh_hell() -> None:
    log = played("oh-hell", MachineLevel.PUBLISHED, 3)
    deals = reviewed(log, 0)
    first = deals[0]
    slope = winning_chance([1, 0, 0, 0], 0, 19) - winning_chance([-1, 0, 0, 0], 0, 19)
    assert first.luck.value == pytest.approx(first.luck.result * slope / 2 * 4 / 3)


def test_a_deal_whose_shuffle_is_not_revealed_has_no_luck() -> None:
    log = [
        event
        for event in played("president", MachineLevel.PUBLISHED, 3)
        if not isinstance(event, DeckRevealed)
    ]
    assert reviewed(log, 0) == []

"""Ratings equal those of the Plackett–Luce model of Weng and Lin."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, sqrt

import pytest
from msgspec.structs import replace

from benchmarks.fit_rating import bits_a_game, fit, simulated, surprise
from domain.events import MachineLevel
from domain.rules import variants
from domain.state import Seat
from projections.players.boards import ranks_of
from projections.players.rating import BETAS, DEFAULT_BETA, UNRATED, Rating, machine_rating, rated

ANN, BOB, CYD, DAN = Rating(31.0, 2.5), Rating(22.0, 4.0), Rating(27.5, 25 / 3), Rating(25.0, 1.25)


def by_the_paper(ratings: Sequence[Rating], places: Sequence[int], beta: float) -> list[Rating]:
    """Return what algorithm 4 of Weng and Lin (2011) makes of a game, with openskill's drift of sigma."""
    drifted = [Rating(mu, sqrt(sigma**2 + (25 / 300) ** 2)) for mu, sigma in ratings]
    c = sqrt(sum(rating.sigma**2 + beta**2 for rating in drifted))
    after = []
    for i, (mu, sigma) in enumerate(drifted):
        omega = delta = 0.0
        for q, place in enumerate(places):
            if place > places[i]:
                continue
            left = sum(exp(drifted[s].mu / c) for s in range(len(drifted)) if places[s] >= place)
            chance = exp(mu / c) / left
            omega += ((q == i) - chance) / places.count(place)
            delta += chance * (1 - chance) / places.count(place)
        delta *= (sigma / c) ** 2 * (sigma / c)
        after.append(Rating(mu + sigma**2 / c * omega, sigma * sqrt(max(1 - delta, 0.0001))))
    return after


@pytest.mark.parametrize("variant", [*variants(), "unheard-of"])
@pytest.mark.parametrize("places", [(1, 2, 3, 4), (4, 3, 2, 1), (2, 1, 4, 3), (1, 4, 2, 3)])
def test_ratings_are_those_of_the_paper(variant: str, places: Sequence[int]) -> None:
    found = rated(variant, [ANN, BOB, CYD, DAN], places)
    expected = by_the_paper([ANN, BOB, CYD, DAN], places, BETAS.get(variant, DEFAULT_BETA))
    for rating, paper in zip(found, expected, strict=True):
        assert rating == pytest.approx(paper, rel=1e-12)


def test_equals_who_share_a_place_stay_equal_and_between_the_others() -> None:
    first, second, equal, last = rated("oh-hell", [UNRATED] * 4, [1, 2, 2, 4])
    assert second == equal
    assert first.mu > second.mu > last.mu


def test_the_whole_table_in_one_place_changes_no_mean_of_equals() -> None:
    after = rated("president", [UNRATED] * 3, [1, 1, 1])
    assert [rating.mu for rating in after] == pytest.approx([25.0] * 3)
    assert all(rating.sigma < UNRATED.sigma for rating in after)


def test_a_rating_needs_somebody_to_compare_with() -> None:
    assert rated("oh-hell", [ANN], [1]) == [ANN]


def test_who_beats_the_machine_learns_more_of_themself_than_who_beats_a_stranger() -> None:
    against_machine = rated("oh-hell", [UNRATED, machine_rating("oh-hell", MachineLevel.PUBLISHED)], [1, 2])[
        0
    ]
    against_stranger = rated("oh-hell", [UNRATED, UNRATED], [1, 2])[0]
    assert against_machine.sigma < against_stranger.sigma


def test_players_are_compared_by_what_they_are_almost_certainly_worth() -> None:
    assert Rating(30.0, 2.0).ordinal == 24.0
    assert UNRATED.ordinal == pytest.approx(0.0)


def test_seats_are_ranked_as_they_finished_and_those_given_up_last() -> None:
    seats = [Seat(player=str(number), automated=number == 2) for number in range(5)]
    assert ranks_of(((2,), (0, 3), (1,)), seats) == [2, 4, 6, 2, 5]
    machines = [replace(seat, machine=True) for seat in seats]
    assert ranks_of(((2,), (0, 3)), machines) == [2, 4, 1, 2, 4]


def test_every_fitted_game_is_one_that_there_is() -> None:
    assert set(BETAS) <= set(variants())
    assert all(beta > 0 for beta in BETAS.values())


def test_an_order_is_the_more_surprising_the_less_the_ratings_speak_for_it() -> None:
    known = [Rating(30.0, 1.0), Rating(20.0, 1.0)]
    assert surprise(known, (1, 2), 4.0) < 1 < surprise(known, (2, 1), 4.0)
    assert surprise([UNRATED] * 4, (1, 2, 3, 4), 4.0) == pytest.approx(4.585, abs=0.001)


def test_the_chance_in_a_game_is_fitted_to_the_games_that_are_simulated() -> None:
    results = list(simulated("president", 60, seed=3))
    assert results == list(simulated("president", 60, seed=3))
    beta, found = fit(results)
    assert beta > 0
    assert bits_a_game(results, beta) <= max(found.values())

"""The review of a decision: what is chance costs nothing, and what is a blunder is named."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

import pytest

from domain import commands as c
from domain.cards import Card, Suit
from domain.machine.thinking.decision import Decision
from domain.machine.thinking.decision_review import compare, review_decision
from domain.machine.thinking.random_numbers import RandomNumbers
from domain.view import View
from tests.domain.tables import PLAYERS, cards, discarding, tricks


class Coins(Decision[list[float]]):
    """Moves that win with fixed chances, each of them independent of the others in a world."""

    def __init__(self, chances: Sequence[float], seed: int) -> None:
        self.moves = [c.PlaceBid(by=PLAYERS[0], amount=number) for number in range(len(chances))]
        self._chances = chances
        self._random = RandomNumbers(seed.to_bytes(4))

    def draw_world(self) -> list[float]:
        return [self._random.random() for _ in self._chances]

    def value(self, world: list[float], move: int) -> float:
        return float(world[move] < self._chances[move])


def test_among_equal_moves_the_best_is_not_priced_too_high() -> None:
    reviews = [compare(Coins([0.5] * 8, seed), chosen=0) for seed in range(200)]
    # The best of eight by its own worlds would be at about 0.6.
    assert abs(fmean(each.moves[each.best].value for each in reviews) - 0.5) < 0.02
    assert sum(each.loss > 0 for each in reviews) < 20


def test_a_large_loss_is_found_without_bias() -> None:
    reviews = [compare(Coins([0.3, 0.8, 0.2], seed), chosen=0) for seed in range(100)]
    assert {each.best for each in reviews} == {1}
    assert abs(fmean(each.loss for each in reviews) - 0.5) < 0.04


def test_the_best_move_loses_nothing() -> None:
    reviews = [compare(Coins([0.9, 0.1], seed), chosen=0) for seed in range(20)]
    assert [(each.chosen, each.best, each.loss) for each in reviews] == [(0, 0, 0.0)] * 20


def test_a_blunder_is_named_and_is_the_same_with_the_same_seed() -> None:
    log = discarding("5H JH AH 3C 4S", "6C 7C 8C 9C 6S", trump=Suit.HEARTS, bidder=0, bid=25)
    view = View(viewer=0, remembers=True).after(log)
    blunder, good = (c.DiscardCards(by=PLAYERS[0], cards=cards(each)) for each in ("5H JH AH", "3C 4S"))
    review = review_decision(view.game, 0, view.memory, blunder, b"seed")
    assert review.moves[review.chosen].move == blunder
    best = review.moves[review.best].move
    assert isinstance(best, c.DiscardCards)
    assert not set(best.cards) & set(blunder.cards)
    assert review.loss > 0.1
    assert review == review_decision(view.game, 0, view.memory, blunder, b"seed")
    assert review_decision(view.game, 0, view.memory, good, b"seed").loss == 0


def test_a_variant_without_a_thinker_is_not_reviewed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("domain.machine.thinking.decision_review.thinker_of", lambda *_: None)
    view = View(viewer=0, remembers=True).after(
        tricks("5H JH AH 3C 4S", "6C 7C 8C 9C 6S", trump=Suit.HEARTS, bidder=1)
    )
    with pytest.raises(LookupError):
        review_decision(view.game, 0, view.memory, c.PlayCard(by=PLAYERS[0], card=Card("5H")), b"")

"""Chance to win Oh Hell from the scores: `SCALE` of the thinker's `winning_chance.py`.

Published players play games. After each round but the last, the model predicts each seat's chance to win from
the scores and the number of rounds left. The best scale makes the seats that won most likely; winners of the
same game share its weight. It is searched for by golden section.

The command prints it with its standard error, from the scales of ten parts of the games, and the bits per
prediction of three models (lower is better): this scale, the scale in use, and equal chances.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import exp, log2, sqrt
from statistics import stdev

from application.games.croupier import Croupier, seeded_entropy
from application.games.simulation import Setup
from domain.events import Event, GameWon, RoundScored
from domain.machine.thinking.oh_hell.winning_chance import SCALE
from domain.rules.oh_hell import ROUNDS, SEATS

PARTS = 10
WIDEST = (0.01, 1.0)

Prediction = tuple[int, tuple[int, ...], tuple[int, ...]]
"""The number of rounds left, the scores, and the winners of the game."""


def predictions(games: int, seed: int) -> Iterator[Prediction]:
    """Play games between published players, and yield what is to be predicted after each round."""
    croupier = Croupier(seeded_entropy(f"oh-hell {seed}"))
    setup = Setup(variant="oh-hell", seats=SEATS)
    for _ in range(games):
        known, _created = croupier.create(setup.creation)
        events: list[Event] = []
        for command in setup.commands:
            known, follows = croupier.carry_out(known, command)
            events += follows
        (won,) = (event for event in events if isinstance(event, GameWon))
        for event in events:
            if isinstance(event, RoundScored) and event.round < ROUNDS - 1:
                yield ROUNDS - 1 - event.round, event.scores, won.winners


def bits(found: Sequence[Prediction], scale: float) -> float:
    """Return the average surprise, in bits, of the model with a scale at the winners."""
    total = 0.0
    for left, scores, winners in found:
        rate = scale / sqrt(left)
        best = max(scores)
        weights = [exp(rate * (score - best)) for score in scores]
        whole = sum(weights)
        total -= sum(log2(weights[seat] / whole) for seat in winners) / len(winners)
    return total / len(found)


def least(function: Callable[[float], float], low: float, high: float) -> float:
    """Return where a function with one valley is least, by golden section."""
    golden = (sqrt(5) - 1) / 2
    left, right = high - golden * (high - low), low + golden * (high - low)
    at_left, at_right = function(left), function(right)
    while high - low > 1e-3:
        if at_left < at_right:
            high, right, at_right = right, left, at_left
            left = high - golden * (high - low)
            at_left = function(left)
        else:
            low, left, at_left = left, right, at_right
            right = low + golden * (high - low)
            at_right = function(right)
    return (low + high) / 2


def fit(found: Sequence[Prediction]) -> float:
    """Return the scale that makes the winners most likely."""
    return least(lambda scale: bits(found, scale), *WIDEST)


def print_fit(games: int, seed: int) -> None:
    """Fit the scale, and print it."""
    found = list(predictions(games, seed))
    best = fit(found)
    size = len(found) // PARTS
    parts = [fit(found[part * size : (part + 1) * size]) for part in range(PARTS)]
    print(f"{games} games: scale {best:.3f} ± {stdev(parts) / sqrt(PARTS):.3f}")
    for name, scale in (("this scale", best), ("the scale in use", SCALE), ("equal chances", 0.0)):
        print(f"{name:17}{bits(found, scale):8.4f} bits")

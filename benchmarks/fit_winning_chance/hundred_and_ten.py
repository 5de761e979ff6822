"""Chance to win Hundred and Ten from the scores: the coefficients of the machine player that searches.

The published player plays games against itself with each possible number of seats. After every round but the
last, the scores and the later winner are a sample. A seat's chance is its share of exp(a x + b x² + c x³),
summed over all seats, with x its score in hundreds of points. The coefficients a, b and c make the winners
most likely; they are found by Newton's method. Copy them to `COEFFICIENTS` in
domain/machine/thinking/hundred_and_ten/winning_chance.py.

The table also shows the bits per sample (lower is better), and those of a model with equal chances.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from math import exp, log, log2

from application.games.croupier import Croupier, CroupierState, seeded_entropy
from application.games.simulation import Setup
from domain.events import Event, GameWon, RoundScored
from domain.rules import rules_of

VARIANT = "hundred-and-ten"
POWERS = range(1, 4)
STEPS = 50

Sample = tuple[tuple[int, ...], int]
"""The scores after a round, and the seat that won the game."""
Row = tuple[float, ...]


def simulated(variant: str, seats: int, games: int, seed: int) -> Iterator[Sample]:
    """Let the published player play games, and yield a sample for every round but the last."""
    croupier = Croupier(seeded_entropy(f"{variant} {seats} {seed}"))
    setup = Setup(variant=variant, seats=seats)
    for _ in range(games):
        known, _ = croupier.create(setup.creation)
        yield from samples_of(_played(croupier, known, setup))


def _played(croupier: Croupier, known: CroupierState, setup: Setup) -> tuple[Event, ...]:
    events: tuple[Event, ...] = ()
    for command in setup.commands:
        known, events = croupier.carry_out(known, command)
    return events


def samples_of(events: tuple[Event, ...]) -> Iterator[Sample]:
    """Yield a sample for every round but the last of a game that was won."""
    [winner] = next(event.winners for event in events if isinstance(event, GameWon))
    rounds = [event for event in events if isinstance(event, RoundScored)]
    for scored in rounds[:-1]:
        yield scored.scores, winner


def fit(samples: Mapping[Sample, int]) -> Row:
    """Return the coefficients under which the winners of the samples are most likely."""
    coefficients: Row = (0.0,) * len(POWERS)
    for _ in range(STEPS):
        step = _newton_step(samples, coefficients)
        coefficients = tuple(old + change for old, change in zip(coefficients, step, strict=True))
        if max(map(abs, step)) < 1e-9:
            return coefficients
    raise ArithmeticError("Newton's method does not converge on these samples")


def _newton_step(samples: Mapping[Sample, int], coefficients: Row) -> Row:
    size = range(len(POWERS))
    gradient = [0.0 for _ in size]
    curvature = [[0.0 for _ in size] for _ in size]
    for (scores, winner), count in samples.items():
        features = [_features(score) for score in scores]
        chances = _chances(features, coefficients)
        means = [_mean(chances, features, i) for i in size]
        for i in size:
            gradient[i] += count * (features[winner][i] - means[i])
            for j in size:
                products = sum(
                    chance * feature[i] * feature[j]
                    for chance, feature in zip(chances, features, strict=True)
                )
                curvature[i][j] += count * (products - means[i] * means[j])
    return solve(curvature, gradient)


def _features(score: int) -> Row:
    return tuple((score / 100) ** power for power in POWERS)


def _mean(chances: Row, features: list[Row], number: int) -> float:
    return sum(chance * feature[number] for chance, feature in zip(chances, features, strict=True))


def _chances(features: list[Row], coefficients: Row) -> Row:
    weights = [exp(sum(a * x for a, x in zip(coefficients, feature, strict=True))) for feature in features]
    total = sum(weights)
    return tuple(weight / total for weight in weights)


def solve(matrix: list[list[float]], right: list[float]) -> Row:
    """Return the solution of a system of linear equations, by Gaussian elimination with pivoting."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for column in range(len(rows)):
        pivot = max(range(column, len(rows)), key=lambda row: abs(rows[row][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        for row in range(len(rows)):
            if row != column:
                factor = rows[row][column] / rows[column][column]
                rows[row] = [a - factor * b for a, b in zip(rows[row], rows[column], strict=True)]
    return tuple(row[-1] / row[place] for place, row in enumerate(rows))


def bits_a_sample(samples: Mapping[Sample, int], coefficients: Row) -> float:
    """Return the average surprise at the winner, in bits."""
    total = 0.0
    for (scores, winner), count in samples.items():
        total -= count * log(_chances([_features(score) for score in scores], coefficients)[winner])
    return total / log(2) / samples_count(samples)


def samples_count(samples: Mapping[Sample, int]) -> int:
    """Return the number of samples."""
    return sum(samples.values())


def print_fit(games: int, seed: int) -> None:
    """Fit the coefficients for each number of seats, and print them."""
    print(f"{VARIANT}, {games} games with each number of seats, seed {seed}")
    print(f"{'seats':>5}{'samples':>9}{'a':>9}{'b':>9}{'c':>9}{'bits':>9}{'equal':>9}")
    for seats in rules_of(VARIANT).seats:
        samples = Counter(simulated(VARIANT, seats, games, seed))
        coefficients = fit(samples)
        found = "".join(f"{value:9.3f}" for value in coefficients)
        bits = bits_a_sample(samples, coefficients)
        print(f"{seats:5}{samples_count(samples):9}{found}{bits:9.4f}{log2(seats):9.4f}", flush=True)

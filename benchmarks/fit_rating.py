"""Fits β of the ratings to each game: the constants in projections/players/rating.py.

    uv run python -m benchmarks.fit_rating [--games 6000] [--seed 1] [--variant oh-hell]

The larger β, the more a game depends on chance. Twelve simulated players of known strength meet at random
tables. The first always plays the machine player's move, the last in half of its moves, the others in equal
steps between; all other moves are random legal ones.

For each β the games are rated in order. Ratings start again after every 240 games, about one or two seasons
of a player. The first fifth of the 240 games only trains the ratings. Before each later game, the model
predicts the probability of the final order that occurs. The best β makes these orders most likely. It is
searched for on a grid, then interpolated between the best value and its neighbours. The table shows the bits
per game (lower is better) for the best β, openskill's default, half and twice the best, and a model with
equally likely orders.

β also depends on the spread of strength and on the length of careers. These figures hold for a club in which
some play well and some attend to half of their moves; longer careers need a larger β. Near the best β the
bits change little: half or twice of it costs little.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from math import exp, log, log2, sqrt
from random import Random

from openskill.models import PlackettLuce

from application.games.croupier import Croupier, seeded_entropy
from application.games.simulation import EndlessGame, Setup, Strategy, Turn, play
from domain.commands import Move
from domain.game import legal
from domain.machine import has_player, player_of
from domain.rules import rules_of, variants
from projections.players.rating import DEFAULT_BETA, UNRATED, Rating

PLAYERS = 12
WEAKEST = 0.5
CAREER = 240
"""CommandHandler after which ratings start again."""
WARMING_UP = CAREER // 5
"""CommandHandler at the start of a career that train the ratings and are not judged."""
GRID = tuple(DEFAULT_BETA * 2 ** (step / 4) for step in range(-12, 17))

Result = tuple[tuple[int, ...], tuple[int, ...]]
"""The players at the table, and their places."""


def attentive_player(variant: str, attention: float, chance: Random) -> Strategy:
    """Return a player who makes the machine player's move with the probability `attention`."""
    suggest = player_of(variant)

    def choose(turn: Turn) -> Move:
        if chance.random() < attention:
            return suggest(turn.view, turn.seat)
        offer = chance.choice(legal(turn.view, turn.seat))
        moves = list(offer.moves(turn.view.seats[turn.seat].player))
        return chance.choice(moves)

    return choose


def simulated(variant: str, games: int, seed: int) -> Iterator[Result]:
    """Play games between the twelve players; endless games are skipped."""
    chance = Random(f"{variant} {seed}")
    steps = [1 - (1 - WEAKEST) * number / (PLAYERS - 1) for number in range(PLAYERS)]
    players = [attentive_player(variant, attention, chance) for attention in steps]
    croupier = Croupier(seeded_entropy(f"{variant} {seed}"))
    for _ in range(games):
        seats = chance.choice(rules_of(variant).seats)
        table = tuple(chance.sample(range(PLAYERS), seats))
        try:
            played = play(croupier, Setup(variant=variant, seats=seats), [players[each] for each in table])
        except EndlessGame:
            continue
        yield table, played.places


def bits_a_game(results: Sequence[Result], beta: float) -> float:
    """Return the average surprise, in bits, of a model with this β at a final order; lower is better."""
    model, total, judged = PlackettLuce(beta=beta), 0.0, 0
    ratings: dict[int, Rating] = {}
    for number, (table, places) in enumerate(results):
        if number % CAREER == 0:
            ratings = dict.fromkeys(range(PLAYERS), UNRATED)
        if number % CAREER >= WARMING_UP:
            total += surprise([ratings[each] for each in table], places, beta)
            judged += 1
        teams = [[model.rating(*ratings[each])] for each in table]
        after = model.rate(teams, ranks=[float(place) for place in places])
        ratings |= {each: Rating(team[0].mu, team[0].sigma) for each, team in zip(table, after, strict=True)}
    return total / max(1, judged)


def surprise(ratings: Sequence[Rating], places: Sequence[int], beta: float) -> float:
    """Return -log2 of the likelihood of a final order by openskill's model; ties share the weight."""
    c = sqrt(sum(rating.sigma**2 + beta**2 for rating in ratings))
    weights = [exp(rating.mu / c) for rating in ratings]
    bits = 0.0
    for weight, place in zip(weights, places, strict=True):
        left = sum(other for other, its in zip(weights, places, strict=True) if its >= place)
        bits -= log2(weight / left) / places.count(place)
    return bits


def fit(results: Sequence[Result]) -> tuple[float, dict[float, float]]:
    """Return the best β of the grid, refined by a parabola through its neighbours, and all figures."""
    found = {beta: bits_a_game(results, beta) for beta in GRID}
    best = min(range(1, len(GRID) - 1), key=lambda number: found[GRID[number]])
    below, at, above = (found[GRID[best + step]] for step in (-1, 0, 1))
    curvature = below - 2 * at + above
    shift = (below - above) / (2 * curvature) if curvature > 0 else 0.0
    return exp(log(GRID[best]) + shift * log(GRID[best + 1] / GRID[best])), found


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=6000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--variant", choices=list(variants()), action="append")
    given = parser.parse_args()
    print(f"{'':17}{'games':>6}{'β':>8}{'its bits':>10}{'β 25/6':>9}{'β/2':>9}{'2β':>9}{'equal':>9}")
    for variant in given.variant or variants():
        if not has_player(variant):
            print(f"{variant:17} has no machine player")
            continue
        results = list(simulated(variant, given.games, given.seed))
        beta, _ = fit(results)
        figures = [bits_a_game(results, each) for each in (beta, DEFAULT_BETA, beta / 2, 2 * beta, 1e9)]
        print(f"{variant:17}{len(results):6}{beta:8.3g}{figures[0]:10.4f}", end="")
        print("".join(f"{figure:9.4f}" for figure in figures[1:]), flush=True)


if __name__ == "__main__":
    main()

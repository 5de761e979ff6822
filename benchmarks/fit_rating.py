"""How much chance is in each game: fits the β of the ratings, the constants in projections/players/rating.py.

    uv run python -m benchmarks.fit_rating [--games 6000] [--seed 1] [--variant oh-hell]

Twelve simulated players of known, different strength meet at tables drawn by lot. The first always plays
what the machine player suggests, the last does so in half of its moves, those between them in equal steps;
all other moves are drawn from the legal ones.

For each β the games are rated one after the other, anew after every 240 of them: by then somebody has played
as much as people do in a season or two. Before each game, once the first fifth of those 240 is over, the
model is asked how likely the finishing order is that came out. The β is the best by which these orders were
the most likely. It is sought on a grid of ratios, then between the best and its neighbours. Beside it stand,
in bits a game (the less the better): it, openskill's own β, half and twice of it, and a model that takes all
orders for equally likely.

β depends on how different the players are, and on how long they are rated, as much as on the chance in a
game: these figures hold for a club in which some play well and some half attend, and longer careers would
want a larger β. Near the best they are flat: half or twice a β costs little.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from math import exp, log, log2, sqrt
from random import Random

from openskill.models import PlackettLuce

from application.games.croupier import Croupier, seeded_entropy
from application.games.simulation import EndlessGame, Strategy, Setup, Turn, play
from domain.commands import Move
from domain.game import legal
from domain.machine import has_player, player_of
from domain.rules import rules_of, variants
from projections.players.rating import DEFAULT_BETA, UNRATED, Rating

PLAYERS = 12
WEAKEST = 0.5
CAREER = 240
"""After how many games of the twelve their ratings begin anew."""
WARMING_UP = CAREER // 5
"""How many of them are rated but not judged: nobody is known yet."""
GRID = tuple(DEFAULT_BETA * 2 ** (step / 4) for step in range(-12, 17))

Result = tuple[tuple[int, ...], tuple[int, ...]]
"""The players at the table, and the place of each."""


def attending(variant: str, attention: float, chance: Random) -> Strategy:
    """Return a player who in this part of the moves does what the machine player would."""
    suggest = player_of(variant)

    def choose(turn: Turn) -> Move:
        if chance.random() < attention:
            return suggest(turn.view, turn.seat)
        offer = chance.choice(legal(turn.view, turn.seat))
        moves = list(offer.moves(turn.view.seats[turn.seat].player))
        return chance.choice(moves)

    return choose


def simulated(variant: str, games: int, seed: int) -> Iterator[Result]:
    """Play games between the twelve; those that come to no end are left out."""
    chance = Random(f"{variant} {seed}")
    steps = [1 - (1 - WEAKEST) * number / (PLAYERS - 1) for number in range(PLAYERS)]
    players = [attending(variant, attention, chance) for attention in steps]
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
    """Return how surprised, in bits, a model with this β is by an order on average: the less the better."""
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
    """Return -log2 of a finishing order's likelihood in openskill's terms; equals share a place's weight."""
    c = sqrt(sum(rating.sigma**2 + beta**2 for rating in ratings))
    weights = [exp(rating.mu / c) for rating in ratings]
    bits = 0.0
    for weight, place in zip(weights, places, strict=True):
        left = sum(other for other, its in zip(weights, places, strict=True) if its >= place)
        bits -= log2(weight / left) / places.count(place)
    return bits


def fit(results: Sequence[Result]) -> tuple[float, dict[float, float]]:
    """Return the best β of the grid, bettered by a parabola through its neighbours, and all figures."""
    found = {beta: bits_a_game(results, beta) for beta in GRID}
    best = min(range(1, len(GRID) - 1), key=lambda number: found[GRID[number]])
    below, at, above = (found[GRID[best + step]] for step in (-1, 0, 1))
    bend = below - 2 * at + above
    shift = (below - above) / (2 * bend) if bend > 0 else 0.0
    return exp(log(GRID[best]) + shift * log(GRID[best + 1] / GRID[best])), found


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=6000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--variant", choices=list(variants()), action="append")
    given = parser.parse_args()
    print(f"{'':17}{'games':>6}{'β':>8}{'its bits':>10}{'β 25/6':>9}{'β/2':>9}{'2β':>9}{'nobody':>9}")
    for variant in given.variant or variants():
        if not has_player(variant):
            print(f"{variant:17} has no machine player to fit with")
            continue
        results = list(simulated(variant, given.games, given.seed))
        beta, _ = fit(results)
        figures = [bits_a_game(results, each) for each in (beta, DEFAULT_BETA, beta / 2, 2 * beta, 1e9)]
        print(f"{variant:17}{len(results):6}{beta:8.3g}{figures[0]:10.4f}", end="")
        print("".join(f"{figure:9.4f}" for figure in figures[1:]), flush=True)


if __name__ == "__main__":
    main()

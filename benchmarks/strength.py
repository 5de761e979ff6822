"""Oh Hell: the machine player of level EXPERT against OpenSpiel's ISMCTS, two seats each.

    uv run --group benchmarks python -m benchmarks.strength [--deals 25] [--simulations 1000] [--workers 2]

Each deal is played four times with the same shuffles, so that each side has every pair of neighbouring seats.
Prints the points of a seat of both sides, their difference with its 95 % interval over deals, and as the last
line the ratio of the points, which is above 1 if EXPERT is ahead.

ISMCTS (Cowling, Powley, Whitehouse: Information Set Monte Carlo Tree Search, 2012) searches OpenSpiel's own
Oh Hell, in which a round is dealt from a full deck and players bid openly in turn, but not the number of
tricks in all. So for its bid the seats before it are taken to bid 0. Where the bids of a round add up to the
number of tricks, it sees another seat's bid changed by 1. It bids on a blind card like the published player.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from hashlib import sha256
from math import sqrt
from multiprocessing import get_context
from random import Random
from statistics import mean, stdev
from typing import Any, Final, cast

from api.cli.local_players.player_lookup import local_player_factory
from application.arena.contest import Contest, StrategyFactory
from application.games.croupier import Croupier, seeded_entropy
from application.games.simulation import Setup, Strategy, Turn, play
from benchmarks.report import NORMAL_95
from domain.cards import FRENCH_DECK, Card
from domain.commands import Move, PlaceBid, PlayCard
from domain.events import PlayerId
from domain.machine.oh_hell import suggest
from domain.machine.thinking.oh_hell.memory import Memory
from domain.rules.oh_hell import SEATS, OhHell, OhHellTable, Phase, hand_size, playable
from domain.rules.seating import left_of

try:
    import pyspiel
except ImportError:
    # Not a dependency on platforms without a wheel; the benchmark prints that it skips the comparison.
    pyspiel = None

ISMCTS: Final = "ismcts"
EXPLORATION: Final = 10.0
"""The constant of UCT: about the points that a round decides."""
FIRST_BID: Final = len(FRENCH_DECK)
"""OpenSpiel's action for a bid of 0; the actions below are the cards."""


@cache
def single_round(size: int) -> Any:
    return pyspiel.load_game("oh_hell", {"num_tricks_fixed": size, "players": SEATS})


@cache
def actions() -> dict[Card, int]:
    """Return OpenSpiel's action for each card, by its name of suit and rank."""
    state = before_deal(1)
    names = {action: state.action_to_string(action) for action in state.legal_actions()}
    return {Card(name[1] + name[0]): action for action, name in names.items()}


def before_deal(size: int) -> Any:
    """Return a state in which the last player deals, so that player 0 bids and leads first."""
    state = single_round(size).new_initial_state()
    state.apply_action(size)
    state.apply_action(SEATS - 1)
    return state


class IsmctsPlayer:
    """Plays Oh Hell by OpenSpiel's ISMCTS, from what its seat has seen."""

    def __init__(self, simulations: int, seed: int) -> None:
        self._random = Random(seed)
        self._bot = pyspiel.ISMCTSBot(
            seed,
            pyspiel.RandomRolloutEvaluator(1, seed),
            EXPLORATION,
            simulations,
            -1,
            pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
            False,
            False,
        )

    def __call__(self, turn: Turn) -> Move:
        table, seat = cast(OhHellTable, turn.view.table), turn.seat
        by = turn.view.seats[seat].player
        if table.phase is Phase.TRICKS:
            cards = playable(table, seat)
            if len(cards) == 1:
                return PlayCard(by=by, card=cards[0])
            action = self._bot.step(self._state(table, seat, turn.memory))
            return PlayCard(by=by, card=next(card for card in cards if actions()[card] == action))
        if Card.FACE_DOWN in table.hands[seat]:
            return suggest(turn.view, seat)
        action = self._bot.step(self._state(table, seat, turn.memory))
        return PlaceBid(by=by, amount=action - FIRST_BID)

    def _state(self, table: OhHellTable, seat: int, memory: Memory) -> Any:
        """Return OpenSpiel's state of the round; ISMCTS deals the hidden cards in it anew."""
        leader, size = left_of(table.dealer, SEATS), hand_size(table.round)
        own = (seat - leader) % SEATS
        hands = self._hands(table, seat, memory, size)
        state = before_deal(size)
        for place in range(size):
            for player in range(SEATS):
                state.apply_action(actions()[hands[(player + leader) % SEATS][place]])
        assert table.turn_up is not None
        state.apply_action(actions()[table.turn_up])
        if table.phase is Phase.BIDDING:
            for _ in range(own):
                state.apply_action(FIRST_BID)
            return state
        bids = [table.bids[(player + leader) % SEATS] or 0 for player in range(SEATS)]
        if sum(bids) == size:
            changed = 0 if own == SEATS - 1 else SEATS - 1
            bids[changed] += 1 if bids[changed] < size else -1
        for bid in bids:
            state.apply_action(FIRST_BID + bid)
        for _, card in memory.plays:
            state.apply_action(actions()[card])
        return state

    def _hands(self, table: OhHellTable, seat: int, memory: Memory, size: int) -> Sequence[Sequence[Card]]:
        """Return whole hands: the seat's own, and for the others what they have played and random cards."""
        hands = [[card for player, card in memory.plays if player == each] for each in range(SEATS)]
        hands[seat] += table.hands[seat]
        known = {table.turn_up, *(card for hand in hands for card in hand)}
        rest = [card for card in FRENCH_DECK if card not in known]
        self._random.shuffle(rest)
        for hand in hands:
            hand += [rest.pop() for _ in range(size - len(hand))]
        return hands


def find_player(name: str, variant: str, seed: str | None) -> StrategyFactory:
    """Return the factory of `ismcts:SIMULATIONS`, or of a player that the command line knows."""
    kind, _, simulations = name.partition(":")
    if kind != ISMCTS:
        return local_player_factory(name, variant, seed)

    def ismcts_player(game: int, seat: int, _names: Mapping[PlayerId, str]) -> Strategy:
        own = sha256(f"{seed}, game {game}, seat {seat}".encode()).digest()
        return IsmctsPlayer(int(simulations), int.from_bytes(own[:3]))

    return ismcts_player


def points_of_deal(contest: Contest, deal: int) -> tuple[float, float]:
    """Play a deal with the candidates at every pair of neighbours; return the mean points of both sides."""
    own: list[int] = []
    others: list[int] = []
    for first in range(SEATS):
        players = [
            find_player(name, contest.setup.variant, contest.seed)(deal, seat, {})
            for seat, name in enumerate(contest.seated(first))
        ]
        croupier = Croupier(seeded_entropy(f"{contest.seed}, deal {deal}"))
        for seat, score in enumerate(play(croupier, contest.setup, players).scores):
            (own if seat in contest.seats_of_candidates(first) else others).append(score)
    return mean(own), mean(others)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--deals", type=int, default=25, help="at least 2")
    parser.add_argument("--simulations", type=int, default=1000)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seed", default="1")
    given = parser.parse_args()
    if pyspiel is None:
        print("OpenSpiel is not installed, so there is nothing to compare with.")
        return
    contest = Contest(
        setup=Setup(variant=OhHell.variant, seats=SEATS),
        candidates=("expert",) * 2,
        opponents=(f"{ISMCTS}:{given.simulations}",) * 2,
        deals=given.deals,
        seed=given.seed,
    )
    with ProcessPoolExecutor(given.workers, mp_context=get_context("spawn")) as pool:
        points = list(pool.map(partial(points_of_deal, contest), range(contest.deals)))
    own, others = (mean(side) for side in zip(*points, strict=True))
    differences = [ours - theirs for ours, theirs in points]
    margin = NORMAL_95 * stdev(differences) / sqrt(len(differences))
    print(
        f"Oh Hell, 2 : 2 seats, {contest.deals} deals in {SEATS * contest.deals} games, seed {contest.seed}"
    )
    print(f"EXPERT                {own:7.1f} points a seat")
    print(f"ISMCTS-{given.simulations:<14}{others:8.1f} points a seat")
    print(f"difference            {mean(differences):+7.1f} ± {margin:.1f} (95 %)")
    print(f"ratio: {own / others:.2f}")


if __name__ == "__main__":
    main()

"""One deal of a contest: a game for each seat of the candidates, all with the same shuffles."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import islice
from time import thread_time_ns

from msgspec import Struct

from application.arena.contest import Contest, PlayerLookup, StrategyFactory
from application.games.croupier import Croupier, seeded_entropy
from application.games.simulation import SimulatedGame, Strategy, Turn, play, player_at
from domain.commands import Move
from domain.game import legal


class DealResult(Struct, frozen=True, kw_only=True):
    """Means over the seats of the candidates, exact so that a player against itself is exactly at par."""

    deal: int
    """The number of the deal."""
    wins: Fraction
    """The share of the games that a candidate won; winners of one game share it."""
    last: Fraction
    """The share of the games in which a candidate was last; players who are last together share it."""
    place: Fraction
    """The place; players who tie have the mean of their places."""
    points: Fraction
    """The points less the mean of the opponents' points."""
    has_points: bool
    """False if nobody scored."""
    thinking: tuple[int, ...]
    """Nanoseconds of processor time for each choice of a candidate among several moves."""


def play_deal(contest: Contest, lookup: PlayerLookup, deal: int) -> DealResult:
    """Play a deal of a contest; raises a Refusal, EndlessGame and the exceptions of the players."""
    thinking: list[int] = []
    finished: list[tuple[SimulatedGame, tuple[int, ...]]] = []
    for first in range(contest.setup.seats):
        candidates = contest.seats_of_candidates(first)
        players = _players(contest, lookup, deal, first)
        for seat in candidates:
            players[seat] = _timed(players[seat], thinking)
        croupier = Croupier(seeded_entropy(f"{contest.seed}, deal {deal}"))
        finished.append((play(croupier, contest.setup, players), candidates))
    results = [(game, seat) for game, seats in finished for seat in seats]
    count = len(results)
    return DealResult(
        deal=deal,
        wins=sum((_share(seat, game.winners) for game, seat in results), Fraction()) / count,
        last=sum((_share(seat, _last(game)) for game, seat in results), Fraction()) / count,
        place=sum((_place(seat, game.places) for game, seat in results), Fraction()) / count,
        points=sum((_lead(game.scores, seats) for game, seats in finished), Fraction()) / len(finished),
        has_points=any(any(game.scores) for game, _ in finished),
        thinking=tuple(thinking),
    )


def _players(contest: Contest, lookup: PlayerLookup, deal: int, first: int) -> list[Strategy]:
    seated, setup = contest.seated(first), contest.setup
    names = {player_at(seat): name for seat, name in enumerate(seated)}
    return [
        # A player's choices depend on the deal and not on the candidates' seats, as the shuffles do.
        _factory(lookup, name, setup.variant, contest.seed)(deal, seat, names)
        for seat, name in enumerate(seated)
    ]


@cache
def _factory(lookup: PlayerLookup, name: str, variant: str, seed: str) -> StrategyFactory:
    return lookup(name, variant, seed)


def _timed(player: Strategy, thinking: list[int]) -> Strategy:
    def choose(turn: Turn) -> Move:
        begun = thread_time_ns()
        move = player(turn)
        taken = thread_time_ns() - begun
        if _has_choice(turn):
            thinking.append(taken)
        return move

    return choose


def _has_choice(turn: Turn) -> bool:
    by = turn.view.seats[turn.seat].player
    moves = (move for offer in legal(turn.view, turn.seat) for move in offer.moves(by=by))
    return len(list(islice(moves, 2))) == 2


def _share(seat: int, seats: Sequence[int]) -> Fraction:
    return Fraction(int(seat in seats), len(seats))


def _last(game: SimulatedGame) -> list[int]:
    lowest = max(game.places)
    return [seat for seat, place in enumerate(game.places) if place == lowest]


def _place(seat: int, places: Sequence[int]) -> Fraction:
    """Return a seat's place from 1, where seats that tie have the mean of the places that they take up."""
    better = sum(place < places[seat] for place in places)
    return better + Fraction(1 + places.count(places[seat]), 2)


def _lead(scores: Sequence[int], candidates: Sequence[int]) -> Fraction:
    own = sum(scores[seat] for seat in candidates)
    others = len(scores) - len(candidates)
    return Fraction(own, len(candidates)) - Fraction(sum(scores) - own, others) if others else Fraction()

"""Games to make profiles of, and their profiles counted apart from the states of the games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import groupby
from random import Random
from typing import Any, Final

from msgspec import Struct

from application.croupier import Croupier, Known, seeded
from application.recorded import Recorded
from domain.cards import Suit
from domain.commands import AutomateSeat, CreateGame, FillSeats, JoinGame, StartGame
from domain.events import Access, GameWon, RoundScored
from domain.game import evolve
from domain.machine import player_of
from domain.rules import rules_of, variants
from domain.state import NEW, Game, Stage
from projections.boards import Board
from projections.profile_reading import FORM, AtSeat, Bid, Sums, Trump, Whose
from projections.projection import by_game
from projections.rating import MACHINE, UNRATED, Rating, rated
from tests.laws.playouts import playout
from tests.projections.logs import Log

PEOPLE: Final = ("ada", "ben", "cleo", "dora", "eve", "finn", "gil", "hana")


@cache
def peopled(variant: str, seed: int) -> Log:
    """Play a game in which people follow the machine's suggestions; in some, machines have seats."""
    chance, croupier = Random(seed), Croupier(seeded(seed))
    seats = chance.choice(rules_of(variant).seats)
    machines = chance.choice((0, 0, 0, 1, 2)) if seats > 2 else 0
    first, *others = chance.sample(PEOPLE, seats - machines)
    tired = chance.choice((None, None, *others))
    known: Known
    known, events = croupier.create(CreateGame(by=first, variant=variant))
    log = list(events)
    filled = [FillSeats(by=first, count=machines)] if machines else []
    for command in (*(JoinGame(by=each) for each in others), *filled, StartGame(by=first)):
        known, events = croupier.carry_out(known, command)
        log += events
    while known.game.stage is Stage.PLAYING:
        if tired is not None and chance.random() < 0.01:
            known, events = croupier.carry_out(known, AutomateSeat(by=tired))
            tired = None
        else:
            seat = known.game.rules.to_move(known.game.table)[0]
            known, events = croupier.carry_out(known, player_of(variant)(known.views[seat].game, seat))
        log += events
    return tuple(log)


@cache
def simulated() -> tuple[Log, ...]:
    """Return the logs of games of all variants, some of them private, closed or with machines."""
    return tuple(
        log
        for variant in variants()
        for log in (
            *(peopled(variant, seed) for seed in range(12)),
            *(playout(variant, seed).log for seed in range(5)),
        )
    )


@cache
def few() -> tuple[Log, ...]:
    """Return some whole games of all variants, and one that is under way."""
    short = [peopled("president", seed) for seed in range(8)]
    long = [peopled("oh-hell", 0), peopled("hundred-and-ten", 5), peopled("hundred-and-ten", 4)]
    return (*long[:2], *short, long[2][:60])


# A count apart: from the states of the games, and from all results of a player at once.


class Result(Struct, frozen=True):
    """How a game ended for a player."""

    game: Game
    position: int
    seat: int
    place: int
    points: int | None
    rounds: int
    tricks: int
    tricks_played: int
    bids: tuple[tuple[int, bool], ...]
    trumps: tuple[Suit, ...]
    rating: Rating

    @property
    def won(self) -> bool:
        assert self.game.outcome is not None
        return self.seat in self.game.outcome.winners


class Round(Struct, frozen=True):
    """What the table showed when a round was over."""

    tricks: tuple[int, ...]
    bids: tuple[tuple[int, int, bool], ...]
    bidder: int | None
    trump: Suit | None


def round_of(before: Game, after: Game) -> Round:
    """Judge a round by the table before and after it was scored."""
    shown, scored = (each.rules.show(each.table) for each in (before, after))
    bids: tuple[tuple[int, int, bool], ...]
    if shown.bidder is not None:
        won = scored.places[shown.bidder].score - shown.places[shown.bidder].score
        bids = ((shown.bidder, shown.bid or 0, won >= (shown.bid or 0)),)
    else:
        bids = tuple(
            (seat, place.bid, place.bid == place.tricks)
            for seat, place in enumerate(shown.places)
            if place.bid is not None
        )
    tricks = tuple(place.tricks for place in shown.places)
    return Round(tricks, bids, shown.bidder, shown.trump)


def by_machine(game: Game, seat: int) -> bool:
    return game.seats[seat].machine or game.seats[seat].automated


def counted_apart(log: Sequence[Recorded]) -> dict[Whose, list[Result]]:
    """Return all results of all players, the first game to end first."""
    ended: list[tuple[int, Game, list[Round]]] = []
    for recorded in by_game(log).values():
        game, rounds = NEW, list[Round]()
        for each in recorded:
            before, game = game, evolve(game, each.event)
            if isinstance(each.event, RoundScored):
                rounds.append(round_of(before, game))
            if isinstance(each.event, GameWon) and game.access is Access.PUBLIC:
                ended.append((each.position, game, rounds))
    results: dict[Whose, list[Result]] = {}
    for position, game, rounds in sorted(ended, key=lambda each: each[0]):
        assert game.outcome is not None
        seats = range(len(game.seats))
        place_of = {
            seat: 1 + sum(map(len, game.outcome.ranking[:number]))
            for number, sharing in enumerate(game.outcome.ranking)
            for seat in sharing
        }
        mixed = any(by_machine(game, seat) for seat in seats)
        board = Board.MIXED if mixed else Board.PEOPLE
        keys = [Whose(game.variant, board, game.seats[seat].player) for seat in seats]
        known = [results[key][-1].rating if key in results else UNRATED for key in keys]
        before_ratings = [MACHINE if by_machine(game, seat) else known[seat] for seat in seats]
        ratings = rated(game.variant, before_ratings, [place_of[seat] for seat in seats])
        shown = game.rules.show(game.table)
        for seat in seats:
            if by_machine(game, seat):
                continue
            result = Result(
                game=game,
                position=position,
                seat=seat,
                place=place_of[seat],
                points=shown.places[seat].score if rounds else None,
                rounds=shown.round + 1,
                tricks=sum(each.tricks[seat] for each in rounds),
                tricks_played=sum(sum(each.tricks) for each in rounds),
                bids=tuple(
                    (amount, made) for each in rounds for who, amount, made in each.bids if who == seat
                ),
                trumps=tuple(each.trump for each in rounds if each.bidder == seat and each.trump is not None),
                rating=ratings[seat],
            )
            results.setdefault(keys[seat], []).append(result)
    return results


def longest(results: Sequence[Result], *, won: bool) -> int:
    return max(
        (len(list(run)) for is_won, run in groupby(each.won for each in results) if is_won is won), default=0
    )


def last(results: Sequence[Result], *, won: bool) -> int:
    return next(
        (number for number, each in enumerate(reversed(results)) if each.won is not won), len(results)
    )


def expected(results: Sequence[Result]) -> dict[str, Any]:
    """Return what a profile must say."""
    bids = Counter(bid for each in results for bid in each.bids)
    ranked = [((each.points or 0, -each.place, len(each.game.seats)), each.position) for each in results]
    at: dict[tuple[int, int], list[Result]] = {}
    for each in results:
        at.setdefault((len(each.game.seats), each.seat), []).append(each)
    return {
        "games": len(results),
        "wins": sum(each.won for each in results),
        "places": sum(each.place for each in results),
        "points": sum(each.points or 0 for each in results),
        "rounds": sum(each.rounds for each in results),
        "tricks": sum(each.tricks for each in results),
        "tricks_played": sum(each.tricks_played for each in results),
        "bids_made": sum(made for each in results for _, made in each.bids),
        "bids_failed": sum(not made for each in results for _, made in each.bids),
        "winning": last(results, won=True),
        "longest_winning": longest(results, won=True),
        "losing": last(results, won=False),
        "longest_losing": longest(results, won=False),
        "mu": results[-1].rating.mu,
        "sigma": results[-1].rating.sigma,
        "best": next(position for rank, position in ranked if rank == max(ranked)[0]),
        "worst": next(position for rank, position in ranked if rank == min(ranked)[0]),
        "recent": [each.position for each in results[: -FORM - 1 : -1]],
        "bids": tuple(
            Bid(amount=amount, made=bids[amount, True], failed=bids[amount, False])
            for amount in sorted({amount for amount, _ in bids})
        ),
        "trumps": tuple(
            Trump(suit=suit, times=times)
            for suit, times in sorted(Counter(suit for each in results for suit in each.trumps).items())
        ),
        "seats": tuple(
            AtSeat(
                seats=seats,
                seat=seat,
                games=len(there),
                wins=sum(each.won for each in there),
                places=sum(each.place for each in there),
            )
            for (seats, seat), there in sorted(at.items())
        ),
    }


def said(sums: Sums) -> dict[str, Any]:
    """Return what a profile says, its games by their keys."""
    values = {name: getattr(sums, name) for name in sums.__struct_fields__}
    recent = [each.ended for each in sums.recent]
    return {**values, "best": sums.best.ended, "worst": sums.worst.ended, "recent": recent}


def expected_opponents(results: Sequence[Result]) -> dict[str | None, tuple[int, int, int]]:
    """Return with whom there were how many games, and in how many the player was ahead and level."""
    found: dict[str | None, list[int]] = {}
    for each in results:
        assert each.game.outcome is not None
        order = [seat for sharing in each.game.outcome.ranking for seat in sharing]
        level = next(sharing for sharing in each.game.outcome.ranking if each.seat in sharing)
        nearest: dict[str | None, int] = {}
        for other in order:
            if other != each.seat:
                who = None if by_machine(each.game, other) else each.game.seats[other].player
                nearest.setdefault(who, other)
        for who, other in nearest.items():
            count = found.setdefault(who, [0, 0, 0])
            count[0] += 1
            count[1] += other not in level and order.index(each.seat) < order.index(other)
            count[2] += other in level
    return {who: (games, ahead, level) for who, (games, ahead, level) in found.items()}

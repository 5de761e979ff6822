"""Simulated games, and their profiles counted independently from the states of the games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import groupby
from random import Random
from typing import Any, Final

from msgspec import Struct

from application.codec import RecordedEvent
from application.games.croupier import Croupier, CroupierState, seeded_entropy
from domain.cards import Suit
from domain.commands import AutomateSeat, CreateGame, FillSeats, JoinGame, StartGame
from domain.events import Access, GameStarted, GameWon, RoundScored
from domain.game import decide, evolve
from domain.lobby.seats import with_vouched_seats
from domain.machine import player_of
from domain.rules import rules_of, variants
from domain.state import NEW, Game, Stage
from projections.engine.projection import by_game
from projections.players.boards import Board
from projections.players.profile_queries import FORM_GAMES, Bid, PlayerTotals, ProfileKey, SeatTotals, Trump
from projections.players.rating import UNRATED, Rating, machine_rating, rated
from tests.domain.given import NOON
from tests.laws.playouts import playout
from tests.projections.logs import Log

PEOPLE: Final = ("ada", "ben", "cleo", "dora", "eve", "finn", "gil", "hana")


@cache
def peopled(variant: str, seed: int) -> Log:
    """Play a game in which people follow the machine's suggestions; in some, machines have seats."""
    chance, croupier = Random(seed), Croupier(seeded_entropy(seed))
    seats = chance.choice(rules_of(variant).seats)
    machines = chance.choice((0, 0, 0, 1, 2)) if seats > 2 else 0
    first, *others = chance.sample(PEOPLE, seats - machines)
    tired = chance.choice((None, None, *others))
    known: CroupierState
    known, events = croupier.create(CreateGame(by=first, variant=variant))
    log = list(events)
    filled = [FillSeats(by=first, count=machines)] if machines else []
    vouched = frozenset(PEOPLE if seed % 3 else PEOPLE[1:])
    for command in (*(JoinGame(by=each) for each in others), *filled, StartGame(by=first)):
        known, events = croupier.settled(
            known, with_vouched_seats(decide(known.game, command, NOON), vouched), NOON
        )
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
    """The result of a game for one player."""

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
        return not given_up(self.game, self.seat) and self.seat in self.game.outcome.winners


class Round(Struct, frozen=True):
    """The table as shown at the end of a round."""

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


def given_up(game: Game, seat: int) -> bool:
    return game.seats[seat].automated and not game.seats[seat].machine


def counted_apart(log: Sequence[RecordedEvent]) -> dict[ProfileKey, list[Result]]:
    """Return all results of all players, the first game to end first."""
    ended: list[tuple[int, Game, list[Round], bool]] = []
    for recorded in by_game(log).values():
        game, rounds, known = NEW, list[Round](), False
        for each in recorded:
            before, game = game, evolve(game, each.event)
            if isinstance(each.event, GameStarted):
                known = len(each.event.vouched) == len(game.seats)
            if isinstance(each.event, RoundScored):
                rounds.append(round_of(before, game))
            if isinstance(each.event, GameWon) and game.access is Access.PUBLIC:
                ended.append((each.position, game, rounds, known))
    results: dict[ProfileKey, list[Result]] = {}
    for position, game, rounds, known in sorted(ended, key=lambda each: each[0]):
        mixed = any(seat.machine for seat in game.seats)
        for board in [Board.MIXED] if mixed else [Board.PEOPLE, Board.VOUCHED][: 1 + known]:
            count_apart(results, board, position, game, rounds)
    return results


def order_of(game: Game) -> dict[int, int]:
    """Return the place of each seat, and 99 for those that were given up."""
    assert game.outcome is not None
    place_of = {
        seat: 1 + sum(map(len, game.outcome.ranking[:number]))
        for number, sharing in enumerate(game.outcome.ranking)
        for seat in sharing
    }
    return {seat: 99 if given_up(game, seat) else place for seat, place in place_of.items()}


def count_apart(
    results: dict[ProfileKey, list[Result]], board: Board, position: int, game: Game, rounds: list[Round]
) -> None:
    """Count a game on a board."""
    seats, place_of = range(len(game.seats)), order_of(game)
    keys = [ProfileKey(game.variant, board, game.seats[seat].player) for seat in seats]
    before_ratings = [
        machine_rating(game.variant, seat.level)
        if seat.machine
        else results[key][-1].rating
        if key in results
        else UNRATED
        for key, seat in zip(keys, game.seats, strict=True)
    ]
    ratings = rated(game.variant, before_ratings, [place_of[seat] for seat in seats])
    shown = game.rules.show(game.table)
    for seat in seats:
        if game.seats[seat].machine:
            continue
        lost = given_up(game, seat)
        own = [] if lost else rounds
        result = Result(
            game=game,
            position=position,
            seat=seat,
            place=min(place_of[seat], len(seats)),
            points=shown.places[seat].score if own else None,
            rounds=0 if lost else shown.round + 1,
            tricks=sum(each.tricks[seat] for each in own),
            tricks_played=sum(sum(each.tricks) for each in own),
            bids=tuple((amount, made) for each in own for who, amount, made in each.bids if who == seat),
            trumps=tuple(each.trump for each in own if each.bidder == seat and each.trump is not None),
            rating=ratings[seat],
        )
        results.setdefault(keys[seat], []).append(result)


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
        "recent": [each.position for each in results[: -FORM_GAMES - 1 : -1]],
        "bids": tuple(
            Bid(amount=amount, made=bids[amount, True], failed=bids[amount, False])
            for amount in sorted({amount for amount, _ in bids})
        ),
        "trumps": tuple(
            Trump(suit=suit, times=times)
            for suit, times in sorted(Counter(suit for each in results for suit in each.trumps).items())
        ),
        "seats": tuple(
            SeatTotals(
                seats=seats,
                seat=seat,
                games=len(there),
                wins=sum(each.won for each in there),
                places=sum(each.place for each in there),
            )
            for (seats, seat), there in sorted(at.items())
        ),
    }


def said(sums: PlayerTotals) -> dict[str, Any]:
    """Return what a profile says, its games by their keys."""
    values = {name: getattr(sums, name) for name in sums.__struct_fields__}
    recent = [each.ended for each in sums.recent]
    return {**values, "best": sums.best.ended, "worst": sums.worst.ended, "recent": recent}


def expected_opponents(results: Sequence[Result]) -> dict[str | None, tuple[int, int, int]]:
    """Return with whom there were how many games, and in how many the player was ahead and level."""
    found: dict[str | None, list[int]] = {}
    for each in results:
        places = order_of(each.game)
        nearest: dict[str | None, int] = {}
        for other in sorted(places, key=places.__getitem__):
            if other != each.seat:
                who = None if each.game.seats[other].machine else each.game.seats[other].player
                nearest.setdefault(who, other)
        for who, other in nearest.items():
            count = found.setdefault(who, [0, 0, 0])
            count[0] += 1
            count[1] += places[each.seat] < places[other]
            count[2] += places[each.seat] == places[other]
    return {who: (games, ahead, level) for who, (games, ahead, level) in found.items()}

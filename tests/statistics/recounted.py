"""Counts every figure of the statistics a second time from the stored log.

It uses no code of the project, so that equal results show that both are right. Starting hands are read from
the deals, which the read model may not do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime
from fractions import Fraction
from typing import NamedTuple

from tests.statistics.raw import Fact, Game

SUITS = ("HEARTS", "CLUBS", "SPADES", "DIAMONDS")
RANKS = dict(zip("23456789TJQKA", range(2, 15), strict=True))
PRESIDENT_VALUES = dict(zip("456789TJQKA32", range(13), strict=True))
"""The strength of each rank in President."""

MOVES = (
    *("BidPlaced", "BidCommitted", "TurnPassed", "PassQueued", "PassUnqueued"),
    *("TrumpSelected", "CardsDiscarded", "CardPlayed", "CardsPlayed"),
)
"""The events of moves, unless they are marked as automatic."""


class Line(NamedTuple):
    """One thing that is counted: what it is, and what it adds to the total."""

    machine: bool
    x: int
    y: int
    total: int


class Figure(NamedTuple):
    """Under what a line is counted."""

    variant: str
    metric: str
    day: date
    board: str
    seats: int
    machine: bool
    x: int
    y: int


class Games(NamedTuple):
    """Games whose lengths are added up."""

    variant: str
    day: date
    board: str
    seats: int


def figures(game: Game) -> Iterator[tuple[Figure, int]]:
    """Give each thing that a game adds, with its total: nothing unless it is public and was won."""
    if not game.public or not (won := game.of("GameWon")):
        return
    (end,) = won
    board = board_of(game, end)
    for metric, question in QUESTIONS.items():
        for machine, x, y, total in question(game):
            seats = len(end.seats)
            yield Figure(game.variant, metric, end.at.date(), board, seats, machine, x, y), total


def board_of(game: Game, end: Fact) -> str:
    if all(seat.machine for seat in game.of("GameStarted")[0].seats) and not game.of("SeatReclaimed"):
        return "machines"
    return "mixed" if any(seat.filled for seat in end.seats) else "people"


# How good are bids?


def bid(game: Game) -> Iterator[Line]:
    """Count the bids that were made, by amount and seat."""
    for scored, seat, amount, made in judged(game):
        yield Line(scored.seats[seat].machine, amount, seat, made)


def bid_by_round(game: Game) -> Iterator[Line]:
    """Count the bids that were made, by round."""
    for scored, seat, _, made in judged(game):
        dealt = max(dealing(game, scored).said["hands"])
        yield Line(scored.seats[seat].machine, scored.round, dealt, made)


def tricks_by_bid(game: Game) -> Iterator[Line]:
    """Count tricks and points by bid."""
    for scored, seat, amount, _ in judged(game):
        yield Line(scored.seats[seat].machine, amount, tricks(game, scored, seat), points(scored, seat))


def contract(game: Game) -> Iterator[Line]:
    """Count the highest bids that were made, by amount and distance of the bidder from the dealer."""
    for scored in game.of("RoundScored"):
        for highest in game.of("BidWon"):
            if highest.round == scored.round:
                bidder = highest.said["seat"]
                made = scored.said["bids_made"][bidder]
                away = from_dealer(game, scored, bidder)
                yield Line(scored.seats[bidder].machine, highest.said["amount"], away, made)


def judged(game: Game) -> Iterator[tuple[Fact, int, int, bool]]:
    """Give the score, the seat, the amount and whether it was made, for each bid that was judged."""
    bids: dict[int, int] = {}
    for fact in game.facts:
        match fact.topic:
            case "RoundDealt":
                bids = {}
            case "BidPlaced":
                bids[fact.said["seat"]] = fact.said["amount"]
            case "BidsRevealed":
                bids = dict(enumerate(fact.said["bids"]))
            case "RoundScored":
                for seat, made in enumerate(fact.said.get("bids_made", ())):
                    if made is not None:
                        yield fact, seat, bids[seat], made


# What does a round bring?


def dealer(game: Game) -> Iterator[Line]:
    """Count the points of a seat by its distance from the dealer."""
    for scored in game.of("RoundScored"):
        for number, seat in enumerate(scored.seats):
            yield Line(seat.machine, from_dealer(game, scored, number), 0, points(scored, number))


def points_scored(game: Game) -> Iterator[Line]:
    """Count rounds by the points of a seat."""
    for scored in game.of("RoundScored"):
        for number, seat in enumerate(scored.seats):
            yield Line(seat.machine, points(scored, number), 0, points(scored, number))


def trump(game: Game) -> Iterator[Line]:
    """Count rounds by trump suit, and those in which the highest bid was made."""
    for scored in game.of("RoundScored"):
        made = [line.said["seat"] for line in game.of("BidWon") if line.round == scored.round]
        suits = {trump_of(fact) for fact in game.of("TrumpSelected", "TrumpTurned") if same(fact, scored)}
        assert len(suits) <= 1
        for suit in suits:
            yield Line(False, SUITS.index(suit), 0, sum(scored.said["bids_made"][seat] for seat in made))


# How do games end?


def seat(game: Game) -> Iterator[Line]:
    """Count the places and points of each seat."""
    (end,) = game.of("GameWon")
    scored = game.of("RoundScored")
    for number, sitting in enumerate(end.seats):
        total = scored[-1].said["scores"][number] if scored else 0
        yield Line(sitting.machine, number, place(end, number), total)


def strength(game: Game) -> Iterator[Line]:
    """Count places by the strength of the starting hand among the hands of the game."""
    (end,) = game.of("GameWon")
    found = strengths(game)
    for number, value in found.items():
        stronger = sum(other > value for other in found.values())
        line = end.seats[number].machine, stronger + 1, place(end, number), round(100 * float(value))
        yield Line(*line)


def strengths(game: Game) -> dict[int, Fraction]:
    """Return how strong the hand was that each seat was dealt, in games where hands can be compared."""
    if game.variant != "president":
        return {}
    return {
        dealt.said["seat"]: Fraction(
            sum(PRESIDENT_VALUES[card[0]] for card in dealt.said["cards"]), len(dealt.said["cards"])
        )
        for dealt in game.of("HandDealt")
    }


def rank_played(game: Game) -> Iterator[Line]:
    """Count plays of groups by rank and place; the total is the number of cards."""
    (end,) = game.of("GameWon")
    for play in game.of("CardsPlayed"):
        number, cards = play.said["seat"], play.said["cards"]
        yield Line(play.seats[number].machine, RANKS[cards[0][0]], place(end, number), len(cards))


def length(game: Game) -> Iterator[Line]:
    """Count games by rounds; the total is their seconds."""
    yield Line(False, len(game.of("RoundDealt")), 0, seconds(game))


QUESTIONS: dict[str, Callable[[Game], Iterator[Line]]] = {
    "bid": bid,
    "bid_by_round": bid_by_round,
    "tricks_by_bid": tricks_by_bid,
    "dealer": dealer,
    "seat": seat,
    "trump": trump,
    "points": points_scored,
    "contract": contract,
    "strength": strength,
    "rank_played": rank_played,
    "game": length,
}


def lengths(game: Game) -> Iterator[tuple[Games, dict[str, int]]]:
    """Give what a game adds to the lengths of all: nothing unless it is public and was won."""
    if game.public:
        for end in game.of("GameWon"):
            rounds, made = len(game.of("RoundDealt")), len(moves_of(game))
            counted = {"games": 1, "rounds": rounds, "moves": made, "seconds": seconds(game)}
            yield Games(game.variant, end.at.date(), board_of(game, end), len(end.seats)), counted


def seconds(game: Game) -> int:
    (start,), (end,) = game.of("GameStarted"), game.of("GameWon")
    return int((end.at - start.at).total_seconds())


# When is played, and who plays?


def hours(game: Game) -> Iterator[tuple[datetime, str]]:
    """Give what counts in which hour: games that begin and end, moves, and those of the machine's seats."""
    told = {"GameCreated": "created", "GameStarted": "started", "GameWon": "ended", "GameClosed": "ended"}
    for fact in game.facts:
        if fact.topic in told:
            yield hour(fact), told[fact.topic]
    for move in moves_of(game):
        yield hour(move), "moves"
        if move.seats[move.said["seat"]].machine:
            yield hour(move), "machine_moves"


def active(game: Game) -> Iterator[tuple[date, str]]:
    """Give the day and the player of each move by a person."""
    for move in moves_of(game):
        mover = move.seats[move.said["seat"]]
        if not mover.machine:
            yield move.at.date(), mover.player


def moves_of(game: Game) -> list[Fact]:
    return [fact for fact in game.of(*MOVES) if not fact.said.get("automatic", False)]


def hour(fact: Fact) -> datetime:
    return datetime(fact.at.year, fact.at.month, fact.at.day, fact.at.hour, tzinfo=UTC)


def same(fact: Fact, other: Fact) -> bool:
    return fact.round == other.round


def dealing(game: Game, of: Fact) -> Fact:
    (dealt,) = (fact for fact in game.of("RoundDealt") if same(fact, of))
    return dealt


def from_dealer(game: Game, scored: Fact, seat: int) -> int:
    """Return how many places to the left of the dealer a seat is."""
    away: int = seat - dealing(game, scored).said["dealer"]
    return away if away >= 0 else away + len(scored.seats)


def tricks(game: Game, scored: Fact, seat: int) -> int:
    return sum(same(won, scored) and won.said["seat"] == seat for won in game.of("TrickWon"))


def points(scored: Fact, seat: int) -> int:
    return sum(award["points"] for award in scored.said["awards"] if award["seat"] == seat)


def trump_of(fact: Fact) -> str:
    if fact.topic == "TrumpSelected":
        named: str = fact.said["suit"]
        return named
    letter = fact.said["card"][1]
    (turned,) = (suit for suit in SUITS if suit[0] == letter)
    return turned


def place(end: Fact, seat: int) -> int:
    """Return one more than how many seats are before a seat."""
    before = 0
    for equals in end.said["ranking"]:
        if seat in equals:
            return before + 1
        before += len(equals)
    raise AssertionError(f"seat {seat} has no place")

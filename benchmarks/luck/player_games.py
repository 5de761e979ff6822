"""Seeded games of the published players by the rules themselves, and their fingerprint."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Final

from msgspec import Struct

from application.games.croupier import Croupier, seeded_entropy
from application.games.simulation import Setup
from domain.cards import Cards
from domain.events import DeckRevealed, DeckShuffled, Event, GameWon, OptionValue, RoundDealt, RoundScored
from domain.luck.deals import Deal
from domain.rules import rules_of

FINGERPRINT_GAMES: Final = 3
"""The number of games of each number of seats that the fingerprint is made from."""


class PlayedRound(Struct, frozen=True):
    """A round of a game with the result of each seat, in points or places less the mean of the table."""

    deal: Deal
    results: tuple[float, ...]


class PlayedGame(Struct, frozen=True):
    """A game by its log."""

    rounds: tuple[PlayedRound, ...]
    orders: Mapping[int, Cards]
    """The orders of its shuffles."""


def logs(
    variant: str, seats: int, options: Mapping[str, OptionValue], seed: str
) -> Iterator[Sequence[Event]]:
    """Yield the logs of games without end; the machine plays every seat."""
    setup, number = Setup(variant=variant, seats=seats, options=options), 0
    while True:
        croupier = Croupier(seeded_entropy(f"{seed}, game {number}"))
        known, events = croupier.create(setup.creation)
        log = [*events]
        for command in setup.commands:
            known, events = croupier.carry_out(known, command)
            log += events
        yield log
        number += 1


def fingerprint(variant: str) -> str:
    """Return the hash of the published player's results in some games of each number of seats."""
    hashed = sha256()
    for seats in rules_of(variant).seats:
        for log, _ in zip(logs(variant, seats, {}, "fingerprint"), range(FINGERPRINT_GAMES), strict=False):
            scores = [each.scores for each in log if isinstance(each, RoundScored)]
            rankings = [each.ranking for each in log if isinstance(each, GameWon)]
            hashed.update(f"{len(log)} {scores} {rankings}\n".encode())
    return hashed.hexdigest()


def played(log: Sequence[Event]) -> PlayedGame:
    """Return the rounds of a finished game, with the results that they led to."""
    shuffle, seats = -1, 0
    deals: list[Deal] = []
    points: list[Sequence[float]] = []
    totals: Sequence[int] = ()
    orders: dict[int, Cards] = {}
    for event in log:
        match event:
            case DeckShuffled():
                shuffle = event.shuffle
            case DeckRevealed():
                orders[event.shuffle] = event.order
            case RoundDealt():
                seats = len(event.hands)
                deals.append(Deal(event.round, event.dealer, event.hands, event.stock, shuffle))
                points.append((0,) * seats)
            case RoundScored():
                before = totals or (0,) * seats
                points[-1] = [new - old for new, old in zip(event.scores, before, strict=True)]
                totals = event.scores
            case GameWon() if not totals:
                place = {seat: number for number, tied in enumerate(event.ranking, 1) for seat in tied}
                points[-1] = [-place[seat] for seat in range(seats)]
    return PlayedGame(
        tuple(
            PlayedRound(deal, tuple(each - sum(of) / seats for each in of))
            for deal, of in zip(deals, points, strict=True)
        ),
        orders,
    )

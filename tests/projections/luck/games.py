"""Games for the tests of luck, and their luck computed from the events that dealt the hands."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache

from application.luck.deal_luck import game_table
from domain.cards import Cards
from domain.commands import AutomateSeat, CreateGame, FillSeats, StartGame
from domain.events import Access, Event, GameCreated, GameWon, HandDealt, OptionValue, RoundDealt, RoundScored
from domain.luck import luck_model
from domain.luck.deals import Deal, DealtCards
from domain.rules.oh_hell import BlindHandDealt, TrumpTurned
from tests.projections.logs import Log, played


@cache
def game(
    variant: str, seats: int, seed: int, access: Access = Access.PUBLIC, reveal: str = "each_round"
) -> Log:
    """Return a game that machines play to its end."""
    options: dict[str, OptionValue] = {"reveal": reveal}
    return played(
        seed,
        CreateGame(by="ada", variant=variant, access=access, options=options),
        FillSeats(by="ada", count=seats - 1),
        AutomateSeat(by="ada"),
        StartGame(by="ada"),
    )


GAMES = (("hundred-and-ten", 3, 1), ("hundred-and-ten", 4, 2), ("oh-hell", 4, 3), ("president", 5, 4))
"""Variant, number of seats and seed of some games."""


def games(reveal: str = "each_round") -> list[Log]:
    """Return a game of each of GAMES."""
    return [game(variant, seats, seed, reveal=reveal) for variant, seats, seed in GAMES]


def luck_by_the_hands(log: Sequence[Event]) -> list[list[int]]:
    """Return the luck of each seat in each round, from the cards in the events that dealt them."""
    created = next(event for event in log if isinstance(event, GameCreated))
    table = game_table(created.variant, created.rules_version, created.options)
    model = luck_model(created.variant, created.rules_version)
    assert table is not None
    assert model is not None
    rounds: list[tuple[Deal, dict[int, Cards]]] = []
    turned = []
    for event in log:
        match event:
            case RoundDealt():
                rounds.append((Deal(event.round, event.dealer, event.hands, event.stock, -1), {}))
            case HandDealt() | BlindHandDealt():
                rounds[-1][1][event.seat] = event.cards
            case TrumpTurned():
                turned.append(event.card)
    found = []
    for number, (deal, hands) in enumerate(rounds):
        cards = DealtCards(tuple(hands[seat] for seat in sorted(hands)), turned[number] if turned else None)
        groups = [table.group(deal, seat) for seat in range(len(hands))]
        found.append(
            [
                group.luck_of(model.features_of(cards, seat))
                for seat, group in enumerate(groups)
                if group is not None
            ]
        )
    return found


def results_by_the_scores(log: Sequence[Event]) -> list[Fraction]:
    """Return the result of each seat: points less their mean, or the middle place less the place."""
    scores = [event.scores for event in log if isinstance(event, RoundScored)]
    won = next(event for event in log if isinstance(event, GameWon))
    if scores:
        last = scores[-1]
        return [points - Fraction(sum(last), len(last)) for points in last]
    place = {seat: number for number, tied in enumerate(won.ranking, 1) for seat in tied}
    return [Fraction(len(place) + 1, 2) - place[seat] for seat in range(len(place))]

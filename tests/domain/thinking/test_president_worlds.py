"""The worlds of President: they contradict nothing that the seat has seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import pytest
from msgspec import Struct
from msgspec.structs import replace

from domain import commands as c
from domain import events as e
from domain.cards import Card, Cards, Rank
from domain.machine.president import suggest
from domain.machine.thinking.president import decision
from domain.machine.thinking.president.cards import RANKS
from domain.machine.thinking.random_numbers import RandomNumbers
from domain.rules.president import PlayCards, PresidentTable
from domain.state import Game
from tests.domain.thinking.moments import published
from tests.domain.thinking.president_games import OPTIONS, Moment, decisions, mixed_players

every_table = pytest.mark.parametrize("options", OPTIONS, ids=["full circle", "all others"])
every_number_of_seats = pytest.mark.parametrize("seats", range(3, 9))


class Made(Struct, frozen=True):
    """A move that was made, and the game before it."""

    game: Game
    seat: int
    move: c.Move


def table_of(game: Game) -> PresidentTable:
    assert isinstance(game.table, PresidentTable)
    return game.table


def worlds_at(moment: Moment, count: int) -> list[list[Counter[Rank]]]:
    """Return the ranks of each seat's hand in some worlds."""
    numbers = RandomNumbers(f"worlds {moment.seat}".encode())
    turn = decision(moment.view, moment.seat, moment.memory, numbers)
    return [[ranks_in(hand) for hand in turn.draw_world()] for _ in range(count)]


def ranks_in(hand: int) -> Counter[Rank]:
    """Read a set of bits, by its bits alone."""
    places = range(hand.bit_length())
    return Counter(RANKS[place % len(RANKS)] for place in places if hand >> place & 1)


def ranks_of(cards: Cards) -> Counter[Rank | None]:
    return Counter(card.rank for card in cards)


def as_dealt(world: list[Counter[Rank]], moment: Moment) -> tuple[Cards, ...]:
    """Return cards for the hands of a world: the seat's own hand, and unseen cards of the right ranks."""
    table = table_of(moment.game)
    own = table.hands[moment.seat]
    unseen = [card for hand in table.hands if hand is not own for card in hand]
    hands: list[Cards] = []
    for seat, ranks in enumerate(world):
        hand: list[Card] = []
        for rank, count in ranks.items() if seat != moment.seat else ():
            hand += [card for card in unseen if card.rank is rank][:count]
        unseen = [card for card in unseen if card not in hand]
        hands.append(own if seat == moment.seat else tuple(hand))
    assert not unseen, "each unseen card is in a hand"
    return tuple(hands)


def fits_published_player(world: list[Counter[Rank]], moment: Moment, course: list[Made]) -> bool:
    """Return whether the published player would have moved as the others did with the hands of a world."""
    hands = list(as_dealt(world, moment))
    for made in reversed(course):
        if isinstance(made.move, PlayCards):
            hands[made.seat] = (*hands[made.seat], *made.move.cards)
        if made.seat == moment.seat:
            continue
        table = replace(table_of(made.game), hands=tuple(hands))
        chosen = suggest(replace(made.game, table=table), made.seat)
        if shown_by(chosen) != shown_by(made.move):
            return False
    return True


def shown_by(move: c.Move) -> Counter[Rank | None]:
    return ranks_of(move.cards) if isinstance(move, PlayCards) else Counter()


@every_table
@every_number_of_seats
@pytest.mark.parametrize("seed", range(4))
def test_worlds_have_the_own_hand_the_sizes_of_all_hands_and_the_unseen_cards(
    seats: int, seed: int, options: Mapping[str, e.OptionValue]
) -> None:
    for moment, _ in decisions(mixed_players(seats, seed), seed, options):
        table = table_of(moment.game)
        unseen = ranks_of(tuple(card for hand in table.hands for card in hand))
        for world in worlds_at(moment, 3):
            assert world[moment.seat] == ranks_of(table.hands[moment.seat])
            assert [hand.total() for hand in world] == [len(hand) for hand in table.hands]
            assert sum(world, Counter()) == unseen


@every_table
@pytest.mark.parametrize("seats", [3, 4, 8])
def test_most_worlds_fit_the_moves_of_published_players(
    seats: int, options: Mapping[str, e.OptionValue]
) -> None:
    fitting = drawn = 0
    course: list[Made] = []
    for number, (moment, move) in enumerate(decisions([published] * seats, 5, options)):
        if number % 3 == 0:
            for world in worlds_at(moment, 8):
                drawn += 1
                fitting += fits_published_player(world, moment, course)
        course.append(Made(moment.game, moment.seat, move))
    # Each of the other seats is taken for something else than the published player in a tenth of the worlds.
    assert fitting / drawn > 0.9 ** (seats - 1) - 0.1


@every_table
@every_number_of_seats
def test_limits_hold_for_the_hands_of_published_players(
    seats: int, options: Mapping[str, e.OptionValue]
) -> None:
    for seed in range(5):
        for moment, _ in decisions([published] * seats, seed, options):
            hands = table_of(moment.game).hands
            assert moment.memory.deviations == (0,) * seats
            for seat, limits in enumerate(moment.memory.limits):
                held = ranks_of(hands[seat])
                if seat != moment.seat:
                    assert all(held[rank] <= limit for rank, limit in zip(RANKS, limits, strict=True))


def test_seats_that_move_at_random_are_noticed() -> None:
    noticed = 0
    for seed in range(1, 6):
        *_, (last, _) = decisions(mixed_players(4, seed), seed, {})
        noticed += sum(last.memory.deviations)
    assert noticed > 5


def test_a_move_leaves_the_world_as_it_is() -> None:
    for moment, _ in decisions([published] * 4, 1, {}):
        turn = decision(moment.view, moment.seat, moment.memory, RandomNumbers(b"one"))
        world = turn.draw_world()
        before = list(world)
        for move in range(len(turn.moves)):
            turn.value(world, move)
        assert world == before

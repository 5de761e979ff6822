"""Games of Hundred and Ten, decision by decision, with what each seat sees and remembers."""

from __future__ import annotations

from collections.abc import Iterator

from domain import events as e
from domain.commands import Move
from domain.machine.thinking.decision import choose
from domain.machine.thinking.hundred_and_ten import decision
from domain.machine.thinking.hundred_and_ten.memory import Memory
from domain.machine.thinking.random_numbers import RandomNumbers
from domain.rules.hundred_and_ten import HundredAndTenTable
from tests.domain.tables import HUNDRED_AND_TEN
from tests.domain.thinking import moments as any_variant
from tests.domain.thinking.moments import Player

Moment = any_variant.Moment[HundredAndTenTable, Memory]


def thinker(seed: int, worlds: int) -> Player:
    def think(moment: Moment) -> Move:
        numbers = RandomNumbers(f"{seed} {moment.number}".encode())
        return choose(decision(moment.view, moment.seat, moment.memory, numbers), worlds)

    return think


def moments(*players: Player, seed: int, rounds: int = 1000, **options: e.OptionValue) -> Iterator[Moment]:
    """Play a game to its end or for some rounds, and yield each moment at which a seat is to move.

    There is a player for each seat.
    """
    for moment, _ in any_variant.decisions(HUNDRED_AND_TEN, players, seed, options):
        if moment.table.round == rounds:
            return
        yield moment

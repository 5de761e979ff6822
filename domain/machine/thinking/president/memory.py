"""Memory of a seat of President: the cards that are gone, and what the others can hold by their play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from domain import events as e
from domain.cards import Rank
from domain.machine.thinking.president.cards import COPIES, NUMBERS, ORDINARY, RANKS
from domain.rules.president import CardsPlayed, TableCleared
from domain.rules.seating import with_place

_TWOS: Final = NUMBERS[Rank.TWO]
_THREES: Final = NUMBERS[Rank.THREE]


class PresidentMemory(Struct, frozen=True):
    """The cards that are gone, and what the seats can hold if they play as the published player does.

    That player plays the lowest whole group that it may play, then a two, then a three, then passes. So each
    move shows of some ranks how many cards at most are in the hand.
    """

    gone: tuple[int, ...]
    """The number of cards of each rank that have been played."""
    limits: tuple[tuple[int, ...], ...]
    """By seat: of each rank, the largest number of cards that the published player can hold."""
    deviations: tuple[int, ...]
    """By seat: the number of moves that the published player would not have made with any hand."""
    agreements: tuple[int, ...]
    """By seat: the number of moves that the published player would have made with some hand."""
    lying: int = 0
    """The number of cards on the table."""
    value: int = 0
    """The number of their rank."""


def remember(memory: PresidentMemory | None, events: Sequence[e.Event]) -> PresidentMemory | None:
    """Return the memory after further events of the seat's stream; None before the deal."""
    for event in events:
        if isinstance(event, e.RoundDealt):
            seats = len(event.hands)
            ranks = len(RANKS)
            none = (0,) * seats
            memory = PresidentMemory((0,) * ranks, ((COPIES,) * ranks,) * seats, none, none)
        elif memory is not None:
            memory = _after(memory, event)
    return memory


def _after(memory: PresidentMemory, event: e.Event) -> PresidentMemory:
    match event:
        case CardsPlayed(seat=seat, cards=cards, automatic=automatic):
            return _after_play(memory, seat, NUMBERS[cards[0].rank], len(cards), automatic=automatic)
        case e.TurnPassed(seat=seat):
            limits = list(memory.limits[seat])
            _limit(limits, ORDINARY, memory)
            limits[_TWOS] = limits[_THREES] = 0
            return _judged(memory, seat, limits)
        case TableCleared():
            return replace(memory, lying=0, value=0)
    return memory


def _after_play(
    memory: PresidentMemory, seat: int, rank: int, count: int, *, automatic: bool
) -> PresidentMemory:
    gone = with_place(memory.gone, rank, memory.gone[rank] + count)
    after = replace(memory, gone=gone, lying=count, value=rank)
    if automatic:
        return after
    limits = list(memory.limits[seat])
    deviates = count > limits[rank] or (rank >= ORDINARY and count > 1)
    _limit(limits, min(rank, ORDINARY), memory)
    if rank < ORDINARY:
        limits[rank] = 0
    elif rank == _THREES:
        limits[_TWOS] = 0
    return _judged(after, seat, limits, deviates=deviates)


def _limit(limits: list[int], ranks: int, memory: PresidentMemory) -> None:
    """Lower the limits of the first ranks to what is not a whole group that may be played."""
    lying = memory.lying
    for rank in range(ranks):
        if not lying:
            most = 0
        elif memory.value >= ORDINARY or rank >= memory.value:
            most = lying - 1
        else:
            most = lying
        if most < limits[rank]:
            limits[rank] = most


def _judged(
    memory: PresidentMemory, seat: int, limits: list[int], *, deviates: bool = False
) -> PresidentMemory:
    deviations, agreements = memory.deviations, memory.agreements
    if deviates:
        deviations = with_place(deviations, seat, deviations[seat] + 1)
    else:
        agreements = with_place(agreements, seat, agreements[seat] + 1)
    limits_of_all = with_place(memory.limits, seat, tuple(limits))
    return replace(memory, limits=limits_of_all, deviations=deviations, agreements=agreements)

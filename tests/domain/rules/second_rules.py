"""A second version of Hundred and Ten: without queued passes, and the last possible bidder must bid.

As a program it prints the schema of a server that has both versions.
"""

from __future__ import annotations

from typing import Any, ClassVar

from domain import commands as c
from domain import events as e
from domain import machine
from domain import refusals as r
from domain.machine.hundred_and_ten import suggest
from domain.rules import register
from domain.rules.hundred_and_ten import (
    BidWon,
    HundredAndTen,
    HundredAndTenTable,
    RoundPassedOut,
    available_bids,
)
from domain.state import Game


class SecondHundredAndTen(HundredAndTen):
    """The rules without passed-out rounds and without two moves."""

    version: ClassVar = 2
    moves: ClassVar[Any] = {
        move: refusals
        for move, refusals in HundredAndTen.moves.items()
        if move not in (c.QueuePass, c.UnqueuePass)
    } | {c.PassTurn: (*HundredAndTen.moves[c.PassTurn], r.BidNotAvailable)}
    out_of_turn: ClassVar[Any] = ()
    events: ClassVar[Any] = (BidWon,)
    evolvers: ClassVar = {
        event: remember for event, remember in HundredAndTen.evolvers.items() if event is not RoundPassedOut
    }

    def decide(self, table: HundredAndTenTable, seat: int, move: c.Move) -> tuple[e.Event, ...]:
        if type(move) is c.PassTurn and _must_bid(table):
            raise r.BidNotAvailable(0, available_bids(table, seat))
        return super().decide(table, seat, move)


def _must_bid(table: HundredAndTenTable) -> bool:
    return table.bidder is None and len(table.passed) == table.seats - 1


def suggest_second(view: Game, seat: int) -> c.Move:
    """Choose as in the first version, but bid instead of passing last."""
    move = suggest(view, seat)
    assert isinstance(view.table, HundredAndTenTable)
    if type(move) is c.PassTurn and _must_bid(view.table):
        return c.PlaceBid(by=move.by, amount=15)
    return move


def register_second() -> None:
    """Register the second version and its machine player."""
    register(SecondHundredAndTen())
    machine.register("hundred-and-ten", range(2, 3), suggest_second)


if __name__ == "__main__":
    register_second()
    from api.graphql.schema import sdl

    print(sdl(), end="")  # noqa: T201 - what the program is for

"""The bidding of Hundred and Ten as the published player bids."""

from __future__ import annotations

from collections.abc import Sequence

from domain.machine.thinking.hundred_and_ten.cards import ceiling_of
from domain.rules.hundred_and_ten import BIDS, HundredAndTenTable
from domain.rules.seating import next_in_play


def end_of_bidding(
    table: HundredAndTenTable, worths: Sequence[int], amount: int | None = None
) -> tuple[int, int] | None:
    """Return the seat that wins the bidding and its bid; None if everyone passes.

    All bid like the published player on hands of these worths. Only the next bid is `amount` if that is given
    (0: a pass).
    """
    seats, dealer = table.seats, table.dealer
    passed, bid, bidder, turn = set(table.passed), table.bid, table.bidder, table.turn
    while True:
        if amount is None:
            amount = 0
            if turn not in table.queued:
                least, ceiling = bid if turn == dealer else bid + 1, ceiling_of(worths[turn])
                for possible in BIDS:
                    if least <= possible <= ceiling:
                        amount = possible
                        break
        if amount:
            bid, bidder = amount, turn
        else:
            passed.add(turn)
        bidding = seats - len(passed)
        if bidding == 0 or (bidding == 1 and bidder is not None):
            return None if bidder is None else (bidder, bid)
        turn = next_in_play(turn, seats, passed)
        amount = None

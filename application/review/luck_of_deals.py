"""The luck of a seat's deals in a game that is over: that of the tables, also in the values of decisions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from application.luck.deal_luck import game_table
from application.review.seat_past import PastDeal
from application.review.seat_review import Luck, ReviewedDeal
from domain.cards import Cards
from domain.events import DeckRevealed, DeckShuffled, Event, RoundDealt
from domain.luck.deals import Deal
from domain.luck.table import UNIT
from domain.machine.thinking import thinker_of
from domain.state import Game


def luck_of_deals(
    over: Game, events: Sequence[Event], seat: int, deals: Sequence[PastDeal]
) -> Iterator[ReviewedDeal]:
    """Yield the luck of deals to a seat, from the log of a game and the game as everyone sees it at its end.

    Deals whose shuffles are not revealed are left out; so are all without a table of luck.
    """
    table = game_table(over.variant, over.rules_version, over.options)
    thinker = thinker_of(over.variant, over.rules_version)
    if table is None or thinker is None:
        return
    dealt, orders = _public_facts(events)
    for past in deals:
        deal = dealt[past.round]
        luck, group = table.luck_of_hands(deal, orders), table.group(deal, seat)
        if luck is not None and group is not None:
            # Luck is 0 on average at any scores, because what a point is worth is known before the deal.
            worth = thinker.worth_of_result(past.view, seat)
            result, error = luck[seat] / UNIT, group.error / UNIT
            yield ReviewedDeal(
                round=past.round,
                version=past.version,
                luck=Luck(value=result * worth, error=error * worth, result=result),
            )


def _public_facts(events: Sequence[Event]) -> tuple[dict[int, Deal], dict[int, Cards]]:
    """Return the deals by round, and the orders of the revealed shuffles."""
    shuffle, dealt, orders = -1, dict[int, Deal](), dict[int, Cards]()
    for event in events:
        match event:
            case DeckShuffled():
                shuffle = event.shuffle
            case RoundDealt():
                dealt[event.round] = Deal(event.round, event.dealer, event.hands, event.stock, shuffle)
            case DeckRevealed():
                orders[event.shuffle] = event.order
    return dealt, orders

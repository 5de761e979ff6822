"""The machine player of President: plays the lowest playable whole group, else a 2, a 3 or a pass.

Source: RULES, "President", "Suggested move".
"""

from __future__ import annotations

from typing import cast

from domain import commands as c
from domain.cards import Cards, Rank
from domain.refusals import MoveRefusal
from domain.rules.president import (
    ALWAYS_PLAYABLE,
    PlayCards,
    PresidentTable,
    groups,
    refuse_group,
)
from domain.state import Game


def suggest(view: Game, seat: int) -> c.Move:
    """Choose the lowest playable whole group; play a two or three only when there is none."""
    table = cast(PresidentTable, view.table)
    by = view.seats[seat].player
    held = dict(groups(table.hands[seat]))
    for value, cards in held.items():
        if value not in ALWAYS_PLAYABLE and _goes(table, value, cards):
            return PlayCards(by=by, cards=cards)
    for value in ALWAYS_PLAYABLE:
        if value in held:
            return PlayCards(by=by, cards=held[value][:1])
    return c.PassTurn(by=by)


def _goes(table: PresidentTable, value: Rank, cards: Cards) -> bool:
    try:
        refuse_group(table, value, len(cards))
    except MoveRefusal:
        return False
    return True

"""The machine player of President: plays the lowest playable whole group, else a 2, a 3 or a pass.

Source: RULES, "President", "Suggested move".
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from domain import commands as c
from domain.card_names import listed, ranks_text
from domain.cards import Cards, Rank
from domain.hints import Hint, HintKind, HintReason
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
    return hint(view, seat).move


def hint(view: Game, seat: int) -> Hint:
    """Choose the move, and tell why."""
    table = cast(PresidentTable, view.table)
    by = view.seats[seat].player
    held = dict(groups(table.hands[seat]))
    for value, cards in held.items():
        if value not in ALWAYS_PLAYABLE and _goes(table, value, cards):
            text = (
                f"It is the lowest value that you may play{_aside(held)}, and these are all your cards of it."
            )
            return Hint(PlayCards(by=by, cards=cards), HintReason(HintKind.LOWEST_GROUP, text))
    for value in ALWAYS_PLAYABLE:
        if value in held:
            return Hint(PlayCards(by=by, cards=held[value][:1]), HintReason(HintKind.SPECIAL_CARD, _SPECIAL))
    return Hint(c.PassTurn(by=by), HintReason(HintKind.NOTHING_PLAYABLE, "You may play none of your cards."))


_ALWAYS = listed([ranks_text(value) for value in ALWAYS_PLAYABLE])
_SPECIAL = f"You can play only {_ALWAYS}, which may be played at any time."


def _aside(held: Mapping[Rank, Cards]) -> str:
    return f", {_ALWAYS} aside" if any(value in held for value in ALWAYS_PLAYABLE) else ""


def _goes(table: PresidentTable, value: Rank, cards: Cards) -> bool:
    try:
        refuse_group(table, value, len(cards))
    except MoveRefusal:
        return False
    return True

"""Machine player of Highest Card: raises the stake with a high card, then plays its best card."""

from __future__ import annotations

from domain import commands as c
from domain.game import legal
from domain.state import Game

_ASCENDING = {"high": "23456789TJQKA", "low": "A23456789TJQK"}
_WORTH_A_RAISE = 11


def suggest(view: Game, seat: int) -> c.Move:
    """Choose among the legal moves."""
    by = view.seats[seat].player
    order = _ASCENDING[str(view.options["aces"])]
    moves = [move for offer in legal(view, seat) for move in offer.moves(by)]
    plays = [move for move in moves if isinstance(move, c.PlayCard)]
    raises = [move for move in moves if not isinstance(move, c.PlayCard)]
    best = max(plays, key=lambda play: order.index(play.card[0]))
    return raises[0] if raises and order.index(best.card[0]) >= _WORTH_A_RAISE else best

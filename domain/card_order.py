"""The order of the cards at a table: the trumps, and the cards that beat each other."""

from __future__ import annotations

from msgspec import Struct

from domain.cards import Cards, Rank


class CardOrder(Struct, frozen=True, kw_only=True):
    """The order of the cards at one moment, as the rules judge them, in the parts that a game has."""

    trumps: Cards = ()
    """The trumps, from highest to lowest: each beats those after it, and all other cards.

    Before the trump suit is known, only the cards that are trumps in any case.
    """
    gone: Cards = ()
    """The trumps that nobody can hold any more, as everyone has seen: played, turned up or put aside."""
    suits: tuple[Cards, ...] = ()
    """The other cards by suit, each suit from highest to lowest.

    In a trick only the suit that was led counts. Before the trump suit is known, each suit has the order that
    it has while another suit is trump.
    """
    ranks: tuple[Rank, ...] = ()
    """The ranks from highest to lowest, in games in which the suit does not matter."""
    always_playable: tuple[Rank, ...] = ()
    """The ranks that may be played whatever lies on the table."""

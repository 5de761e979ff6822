"""Moves that several games share; a move of one game is defined in that game's file."""

from __future__ import annotations

from domain.cards import Card, Cards, Suit
from domain.commands.command import Command


class Move(Command, frozen=True, kw_only=True, tag=True):
    """A move in a game that is being played."""


class PlaceBid(Move, frozen=True, kw_only=True):
    """Place a bid."""

    amount: int
    """The amount to bid."""


class PassTurn(Move, frozen=True, kw_only=True):
    """Pass instead of bidding or playing."""


class QueuePass(Move, frozen=True, kw_only=True):
    """Queue a pass before your turn; the server passes for you when your turn comes."""


class UnqueuePass(Move, frozen=True, kw_only=True):
    """Withdraw your queued pass."""


class SelectTrump(Move, frozen=True, kw_only=True):
    """Name the trump suit."""

    suit: Suit
    """The trump suit."""


class DiscardCards(Move, frozen=True, kw_only=True):
    """Discard cards from your hand and draw the same number."""

    cards: Cards
    """The cards to discard; empty to keep the hand."""


class PlayCard(Move, frozen=True, kw_only=True):
    """Play a card to the trick."""

    card: Card
    """The card to play."""

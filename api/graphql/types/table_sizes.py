"""Maximum sizes of the tables of all games."""

from __future__ import annotations

from typing import Final

from domain.cards import DECK_WITH_JOKER, Suit
from domain.rules import all_rules

MAX_SEATS: Final = max(rules.seats[-1] for rules in all_rules())
"""The maximum number of seats at a table."""
MAX_HAND: Final = len(DECK_WITH_JOKER)
"""The maximum number of cards in a hand: those of the largest deck."""
MAX_SUITS: Final = len(Suit)
"""The maximum number of suits beside the trumps."""

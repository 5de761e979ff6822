"""One sentence about each variant, for people who do not know the game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

SUMMARIES: Final[Mapping[str, str]] = {
    "hundred-and-ten": "Bid for the right to name the trump suit, win tricks with five cards each round, "
    "and be the first to reach 110 points.",
    "oh-hell": "In each round, bid in secret how many tricks you will win, and then win exactly that many.",
    "president": "Be the first to get rid of all your cards: beat the cards on the table, or pass.",
}
"""The sentences, by variant."""


def summary_of(variant: str) -> str | None:
    """Return the sentence about a variant, None if there is none."""
    return SUMMARIES.get(variant)

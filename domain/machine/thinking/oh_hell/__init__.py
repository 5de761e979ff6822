"""Thinker of Oh Hell, for version 1 of the rules.

A bid or a card is worth the chance to win the game from the scores after the round, which is played to its
end in each world as the published player would. Worlds agree with all cards seen, the suits that seats are
known to be out of, the number of cards in each hand and, after a reshuffle during the deal, with the number
of cards of the old deck in each hand. Most worlds also agree with what bids and plays tell of the hands, if
the other seats play like the published player; for a seat that has shown otherwise, fewer do.
"""

from __future__ import annotations

from typing import Final

from domain.events import MachineLevel
from domain.machine.thinking.oh_hell.decisions import decision
from domain.machine.thinking.oh_hell.memory import remember
from domain.machine.thinking.oh_hell.winning_chance import worth_of_result

__all__ = ["VALUES_ARE_PLACES", "VERSION", "VERSIONS", "WORLDS", "decision", "remember", "worth_of_result"]

VALUES_ARE_PLACES: Final = False
VERSIONS = range(1, 2)
"""The versions of the rules that it plays."""
VERSION = 1
"""The version of its choices."""

WORLDS: Final = {MachineLevel.SKILLED: 10, MachineLevel.EXPERT: 100}
"""The mean number of worlds in which each move is played out."""

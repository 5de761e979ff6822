"""The thinker of Hundred and Ten.

Each move is tried in worlds: deals that agree with all that the seat has seen. The others, and later the seat
itself, go on like the published player, except that a seat that plays a card chooses its next two plays with
care. A world is worth the chance to win the game from the scores after the round (`winning_chance`).

Bids, discards and plays tell about hands: most worlds are such that the published player would have bid,
kept and played like each opponent (`memory`, `worlds`). The share of worlds that ignore this grows once an
opponent has made a move that the published player cannot have made.

The modules: `cards` and `play_out` are the rules and the published player on sets of bits, `memory` holds
what the view of the table forgets, `worlds` deals, `bidding` and `round_value` value a deal, and
`decisions` has a class for each kind of decision.
"""

from __future__ import annotations

from typing import Final

from domain.events import MachineLevel
from domain.machine.thinking.hundred_and_ten.decisions import decision
from domain.machine.thinking.hundred_and_ten.memory import remember
from domain.machine.thinking.hundred_and_ten.winning_chance import worth_of_result

__all__ = ["VALUES_ARE_PLACES", "VERSION", "VERSIONS", "WORLDS", "decision", "remember", "worth_of_result"]

VALUES_ARE_PLACES: Final = False
VERSIONS: Final = range(1, 2)
VERSION = 1
"""The version of its choices."""

WORLDS: Final = {MachineLevel.SKILLED: 30, MachineLevel.EXPERT: 250}
"""The mean number of worlds in which each move is played out."""

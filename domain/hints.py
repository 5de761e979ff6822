"""Hints: a move that a machine player would make, with the reason for which it chose it."""

from __future__ import annotations

from enum import StrEnum, unique

from msgspec import Struct

from domain.commands import Move


@unique
class HintKind(StrEnum):
    """The reason for a hint; the rules and what the seat has seen prove most of them."""

    ONLY_CARD = "ONLY_CARD"
    """No other card may be played."""
    WINS_TRICK = "WINS_TRICK"
    """The card wins the trick for sure, and no lower one does."""
    LOWEST_TO_BEAT = "LOWEST_TO_BEAT"
    """The card beats those on the table, and no lower one does."""
    CANNOT_WIN = "CANNOT_WIN"
    """No card beats those on the table, so the lowest is given away."""
    TAKES_NO_TRICK = "TAKES_NO_TRICK"
    """No further trick is wanted, and this is the highest card that does not win this one."""
    WINS_ANYWAY = "WINS_ANYWAY"
    """No further trick is wanted, but every card beats those on the table."""
    HIGHEST_TRUMP = "HIGHEST_TRUMP"
    """The lead of the highest trump."""
    LOWEST_LEAD = "LOWEST_LEAD"
    """The lead of the lowest card."""
    BEST_LEAD = "BEST_LEAD"
    """The lead of the card that wins most probably, by the estimate of the machine player."""
    HAND_WORTH_BID = "HAND_WORTH_BID"
    """The machine player estimates that the hand is worth the bid."""
    HAND_TOO_WEAK = "HAND_TOO_WEAK"
    """The machine player estimates that the hand is not worth any bid that is left."""
    EXPECTED_TRICKS = "EXPECTED_TRICKS"
    """The bid is the number of tricks that the machine player expects."""
    STRONGEST_SUIT = "STRONGEST_SUIT"
    """The machine player estimates that the hand is strongest with this suit as trump."""
    KEEPS_TRUMPS = "KEEPS_TRUMPS"
    """The trumps are kept, and all other cards are put away."""
    LOWEST_GROUP = "LOWEST_GROUP"
    """The lowest value that may be played, with all cards of it; special cards are kept."""
    SPECIAL_CARD = "SPECIAL_CARD"
    """Nothing may be played but cards that may always be played."""
    NOTHING_PLAYABLE = "NOTHING_PLAYABLE"
    """No card may be played."""


class HintReason(Struct, frozen=True):
    """The reason for a hint, told from the choice itself."""

    kind: HintKind
    """The kind."""
    text: str
    """The reason as a sentence to the player."""


class Hint(Struct, frozen=True):
    """The move that a machine player would make in a seat, and why."""

    move: Move
    """The move."""
    reason: HintReason | None = None
    """The reason; None where the machine player has none that is true for sure."""

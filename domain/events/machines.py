"""Levels of machine players, and the reveal of the key that their choices follow from."""

from __future__ import annotations

from enum import StrEnum, unique

from domain.events.event import Event


@unique
class MachineLevel(StrEnum):
    """A strength of the machine at a seat."""

    BEGINNER = "BEGINNER"
    """The published player, but three of ten moves other than bids, trumps and discards are random."""
    PUBLISHED = "PUBLISHED"
    """The published player, which the rules describe as the suggested move."""
    SKILLED = "SKILLED"
    """Plays each move out in a few deals that agree with all that the seat has seen."""
    EXPERT = "EXPERT"
    """Plays each move out in many such deals."""


class MachineKeyRevealed(Event, frozen=True, kw_only=True):
    """The key of the machine's choices was revealed, because the game is over and the machine drew numbers.

    Anyone can compute each of the choices again, from the key and what the seat had seen.
    """

    key: str
    """32 bytes in hexadecimal: the HMAC-SHA-256 of `machine/v1 key` under the game's secret."""

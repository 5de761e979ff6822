"""Refusals of talk.

Refusal (domain)
├── TalkIsOff  TalkIsPaused  TalkIsOver
└── CannotMuteYourself  TooManyMuted
"""

from __future__ import annotations

from domain.refusals import Refusal


class TalkIsOff(Refusal):
    """The players of this game do not talk, by the option `talk`."""

    blames = ("game",)


class TalkIsPaused(Refusal):
    """The players do not talk while they see all hands but their own, until the bids are revealed."""

    blames = ("game",)


class TalkIsOver(Refusal):
    """The game is over, and its players have had their time to say goodbye."""

    text = "The game ended more than {minutes} minutes ago."
    blames = ("game",)

    minutes: int
    """Minutes for which players can talk after the end."""


class CannotMuteYourself(Refusal):
    """You cannot mute yourself."""

    blames = ("player",)


class TooManyMuted(Refusal):
    """You have muted as many players as the server allows."""

    text = "You can mute at most {most} players; let one of them talk first."
    blames = ("player",)

    most: int
    """The maximum number of muted players."""

"""Refusals of talk.

Refusal (domain)
├── TalkIsOff  TalkIsPaused  TalkIsOver
└── CannotMuteYourself  TooManyMuted
"""

from __future__ import annotations

from domain.refusals import Refusal


class TalkIsOff(Refusal):
    """Talk is turned off in this game."""

    blames = ("game",)


class TalkIsPaused(Refusal):
    """You cannot talk until the bids are revealed: the players see all hands but their own."""

    blames = ("game",)


class TalkIsOver(Refusal):
    """The game has ended too long ago to talk."""

    text = "The game ended more than {minutes} minutes ago."
    blames = ("game",)

    minutes: int
    """Minutes for which players can talk after the end."""


class CannotMuteYourself(Refusal):
    """You cannot mute yourself."""

    blames = ("player",)


class TooManyMuted(Refusal):
    """You have muted as many players as the server allows."""

    text = "You can mute at most {most} players; unmute one first."
    blames = ("player",)

    most: int
    """The maximum number of muted players."""

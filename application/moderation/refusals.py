"""Refusals of moderation.

Refusal (domain)
├── InvalidReason  InvalidUntil  InvalidAddress
├── CannotBanYourself  PlayerIsOperator  UnknownBan
└── NameFixed  NameWithdrawn
"""

from __future__ import annotations

from datetime import datetime

from domain.refusals import Refusal


class InvalidReason(Refusal):
    """The reason is empty, too long, or has characters that are not printable."""

    text = "A reason has 1 to {most} printable characters."
    blames = ("reason",)

    most: int
    """The maximum number of characters."""


class InvalidUntil(Refusal):
    """The time is in the past, or more than a hundred years ahead."""

    text = "The time must be in the future, and at most {most} years ahead."
    blames = ("until", "name_fixed_until")

    most: int
    """The maximum number of years."""


class InvalidAddress(Refusal):
    """The text is not an address or network that can be banned."""

    text = "{address!r} cannot be banned: {problem}."
    blames = ("address",)

    address: str
    """The text that was given."""
    problem: str
    """The reason why it cannot be banned, as part of a sentence."""


class CannotBanYourself(Refusal):
    """You cannot ban yourself, nor the address that you have now."""

    blames = ("player", "address")


class PlayerIsOperator(Refusal):
    """The player is an operator; take the role away first, and revoke the operator's tokens."""

    text = "This player is an operator; take the role away first."
    blames = ("player",)


class UnknownBan(Refusal):
    """There is no such ban: it has ended, or never existed."""

    text = "There is no such ban."
    blames = ("ban",)


class NameFixed(Refusal):
    """An operator of this server gave you your name, and you cannot change it yet."""

    text = "An operator gave you your name, and you cannot change it yet."

    until: datetime
    """The time from which you can change it."""


class NameWithdrawn(Refusal):
    """An operator of this server took this name from you, or one that can be confused with it."""

    text = "An operator took the name {name!r} from you; choose one that cannot be confused with it."
    blames = ("name",)

    name: str
    """The name that you asked for."""

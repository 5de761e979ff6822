"""Refusals of a new game's variant, rules and options."""

from __future__ import annotations

from domain.events import OptionValue
from domain.refusals.refusal import Refusal, VariantName


class LobbyRefusal(Refusal):
    """The lobby does not allow the command."""


class UnknownVariant(LobbyRefusal):
    """There is no such variant."""

    text = "There is no variant {name!r}; the variants are: {known}."
    blames = ("variant",)

    name: str
    """The name that was given."""
    known: tuple[str, ...]
    """The variants that exist."""


class UnknownRules(Refusal):
    """The game is played under rules that this server does not know; a newer server created it."""

    text = "This server knows the rules of {variant} in the versions {known_versions}, not {rules_version}."

    variant: VariantName
    """The variant of the game."""
    rules_version: int
    """The version of the rules that the game is played under."""
    known_versions: tuple[int, ...]
    """The versions that the server knows."""


class UnknownOption(LobbyRefusal):
    """The variant has no such option."""

    text = "There is no option {option!r}; the options are: {known}."
    blames = ("options",)
    blames_item = "option"

    option: str
    """The option's name."""
    known: tuple[str, ...]
    """The options that exist."""


class InvalidOption(LobbyRefusal):
    """The option cannot have this value."""

    text = "The option {option!r} cannot be {value!r}: {reason}."
    blames = ("options",)
    blames_item = "option"

    option: str
    """The option's name."""
    value: OptionValue
    """The value that was given."""
    reason: str
    """Why the option cannot have the value."""

"""What the application refuses besides the domain's refusals.

Refusal (domain)
├── UnknownGame  UnknownVersion  OptionRepeated
├── VersionConflict  CommandIdReused  TooBusy
├── TooManyOpenTables  TooManyMachineGames
└── UnknownPlayer  InvalidName  ConfusableName  GuestsNotAdmitted
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from application.recorded import Version
from domain.events import PlayerId
from domain.refusals import Refusal

GivenId = Annotated[str, Meta(description="An id as a client gave it, whatever it is.")]


class UnknownGame(Refusal):
    """There is no such game; a private game answers so to those who are not in it."""

    text = "There is no game {given}."

    given: GivenId
    """The id that was given."""


class UnknownVersion(Refusal):
    """The game has not had so many events."""

    text = "The game has no version {version}; the last is {last}."

    version: Version
    """The version that was asked for."""
    last: Version
    """The last version of the game."""


class VersionConflict(Refusal):
    """The game has gone on; the command was not carried out."""

    text = "The command expects version {expected}, but the game stands at {actual}."

    expected: Version
    """The version that the command expects."""
    actual: Version
    """The version at which the game stands."""


class CommandIdReused(Refusal):
    """This command id belongs to another command of yours."""

    text = "The command id {command_id!r} was used for another command."

    command_id: GivenId
    """The id of the command."""


class OptionRepeated(Refusal):
    """An option was given more than one value."""

    text = "The option {option!r} was given more than once."

    option: str
    """The option's name."""


class TooBusy(Refusal):
    """Too many commands wait to be carried out; this one was not."""

    text = "Too many commands are waiting; try again in {retry_after:g} s."

    retry_after: float
    """Seconds after which to try again."""


class TooManyOpenTables(Refusal):
    """You, or all who share your address, have as many tables open as the server takes."""

    text = "At most {most} tables may wait for players; begin one of yours, or leave it."

    most: int
    """How many may be open."""


class TooManyMachineGames(Refusal):
    """You, or all who share your address, have as many games with machine players as the server takes."""

    text = "At most {most} unfinished games may have machine players; finish one of yours first."

    most: int
    """How many may go on."""


class UnknownPlayer(Refusal):
    """The server does not know such a player."""

    text = "There is no player {player}."

    player: PlayerId
    """The player's id."""


class InvalidName(Refusal):
    """This is not a name that a player can have."""

    text = "{name!r} is not a name: {reason}."

    name: str
    """The name that was given."""
    most: int
    """How many characters it takes at most, as people count them."""
    reason: str
    """What is wrong with it, as a part of a sentence."""


class ConfusableName(Refusal):
    """Your name can be taken for that of another player at the table; `rename` gives you another one."""

    text = "Your name {name!r} can be taken for {other!r}, who sits at the table: take another one."

    name: str
    """The name that you have, or want."""
    other: str
    """What the other player is called."""


class GuestsNotAdmitted(Refusal):
    """Nobody can sign in by a name alone here; the operator of the server gives out tokens."""

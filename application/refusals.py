"""Refusals of the application, in addition to the refusals of the domain.

Refusal (domain)
├── UnknownGame  UnknownVersion  OptionRepeated
├── VersionConflict  CommandIdReused  TooBusy
├── GameInProgress  UnknownSeat  NoReviews  UnknownCheckpoint
├── TooManyOpenTables  TooManyMachineGames  PlayerIsPresent
├── UnknownPlayer  InvalidName  ConfusableName  GuestsNotAdmitted
└── InvalidPlayerRange  InvalidRatingRange  InvalidMachinesAfter
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from msgspec import Meta

from application.codec import Position, Version
from domain.events import PlayerId
from domain.refusals import Refusal, VariantName

GivenId = Annotated[str, Meta(description="An id as a client gave it, whatever it is.")]


class UnknownGame(Refusal):
    """There is no such game, or it is private and you are not in it."""

    blames = ("game",)

    given: GivenId
    """The id that was given."""


class UnknownVersion(Refusal):
    """The game has no such version."""

    text = "The game has no version {version}; the last is {last}."

    version: Version
    """The version that was asked for."""
    last: Version
    """The last version of the game."""


class GameInProgress(Refusal):
    """The game is not over, so its decisions cannot be reviewed yet."""

    blames = ("game",)


class UnknownSeat(Refusal):
    """The game has no such seat."""

    text = "The game has no seat {seat}; it has {seats} seats, numbered from 0."
    blames = ("seat",)

    seat: int
    """The seat that was asked for."""
    seats: int
    """The number of the game's seats."""


class NoReviews(Refusal):
    """Games of the variant, or of this version of its rules, have no reviews: no machine player searches."""

    text = "No machine player searches in {variant} by these rules, so the game has no review."
    blames = ("game",)

    variant: VariantName
    """The variant."""


class UnknownCheckpoint(Refusal):
    """There is no signed checkpoint of this size, or it is smaller than the other one."""

    text = "There is no signed checkpoint of {size} events that a proof can lead from or to."

    size: Position
    """The size that was asked for."""


class VersionConflict(Refusal):
    """The game is not at the expected version; the command was not carried out."""

    text = "The command expects version {expected}, but the game is at version {actual}."
    blames = ("expected_version",)

    expected: Version
    """The version that the command expects."""
    actual: Version
    """The version at which the game stands."""


class CommandIdReused(Refusal):
    """This command id belongs to another command of yours."""

    blames = ("command_id",)

    command_id: GivenId
    """The id of the command."""


class OptionRepeated(Refusal):
    """An option was given more than one value."""

    text = "The option {option!r} was given more than once."
    blames = ("options",)
    blames_item = "option"

    option: str
    """The option's name."""


class TooBusy(Refusal):
    """The server has too much to do; the request was not carried out, and nothing is lost."""

    text = "The server has too much to do; nothing is lost, so ask again in {retry_after} s."

    retry_after: float
    """Seconds after which to try again."""


class TooManyOpenTables(Refusal):
    """You, or all players at your address, have as many open tables as the server allows."""

    text = "At most {most} tables may wait for players; start or leave one of yours first."

    most: int
    """The maximum number of open tables."""


class TooManyMachineGames(Refusal):
    """You, or all players at your address, have as many games with machine players as the server allows."""

    text = "At most {most} unfinished games may have machine players; finish one of yours first."

    most: int
    """The maximum number of unfinished games with machine players."""


class PlayerIsPresent(Refusal):
    """The player is present, so only the player can hand over its seat."""

    text = "{player} is present, so nobody else can hand over the seat."
    blames = ("player",)

    player: PlayerId
    """The player."""


class UnknownPlayer(Refusal):
    """There is no such player."""

    blames = ("player",)

    given: GivenId
    """The id that was given."""


class InvalidName(Refusal):
    """The name is not valid for a player."""

    text = "{name!r} is not a valid name: {reason}."
    blames = ("name",)

    name: str
    """The name that was given."""
    most: int
    """The maximum number of characters, as people count them."""
    reason: str
    """The reason why the name is invalid, as part of a sentence."""


class ConfusableName(Refusal):
    """Your name can be confused with that of another player at the table; `rename` changes it."""

    text = "Your name {name!r} can be confused with {other!r}, who is at the table; choose another."
    blames = ("name",)

    name: str
    """Your name, or the name that you asked for."""
    other: str
    """The other player's name."""


class GuestsNotAdmitted(Refusal):
    """You cannot sign in with a name alone; the operator of this server gives out tokens."""


class InvalidPlayerRange(Refusal):
    """The variant is not played by these numbers of players."""

    text = (
        "The game takes {min_players} to {max_players} players; choose numbers from this range, the smaller "
        "first."
    )
    blames = ("min_players", "max_players")

    min_players: int
    """The smallest number of players."""
    max_players: int
    """The largest number of players."""

    @property
    def template(self) -> str:
        """The message, with one number for a variant that takes no other."""
        if self.min_players == self.max_players:
            return "The game takes {max_players} players; choose this number for both."
        return self.text

    def blamed(self, given: Mapping[str, Any]) -> str | None:
        """Return the field of the smallest number if it is invalid by itself, else that of the largest."""
        smallest = given.get("min_players")
        if smallest is not None and not self.min_players <= smallest <= self.max_players:
            return "min_players"
        return "max_players"


class InvalidRatingRange(Refusal):
    """The range of ratings is not valid."""

    text = "A range of ratings is greater than 0 and at most {most}."
    blames = ("rating_range",)

    most: int
    """The largest range."""


class InvalidMachinesAfter(Refusal):
    """The time after which machine players take free seats is not valid."""

    text = "Machine players can take free seats after 0 to {most} seconds."
    blames = ("machines_after",)

    most: int
    """The largest number of seconds."""

"""Typed refusals: the reasons why a command is refused, with the data to explain them.

    Refusal
    ├── LobbyRefusal
    │   ├── UnknownVariant  UnknownOption  InvalidOption
    │   ├── GameAlreadyStarted  GameFull  WrongNumberOfPlayers
    │   ├── NotInvited  AlreadyInvited  AlreadySeated  InvalidPlayer  InvalidInvitation
    │   ├── TooManyInvitations  PlayerHasDeclined  RemovedFromGame
    │   └── InvalidCount  NotOrganizer
    ├── UnknownRules
    ├── NotSeated  NotYourSeat  SeatIsAutomated  AlreadyAutomated  NoMachinePlayer
    ├── GameNotStarted  GameIsOver
    └── MoveRefusal
        ├── MoveNotInGame  NotYourTurn  WrongPhase
        ├── CardNotHeld  CardRepeated  MustFollow
        └── BidNotAvailable  AlreadyPassed  PassAlreadyQueued  NoPassQueued

The application's own refusals are in `application/refusals.py`. A refusal changes nothing, and reveals
nothing about cards that the refused player has not seen.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, ClassVar, dataclass_transform

from domain.cards import Card, Cards
from domain.events import OptionValue, PlayerId


@dataclass_transform()
class Refusal(Exception):
    """A command was understood and refused; nothing has changed."""

    code: ClassVar[str] = "REFUSAL"
    """The stable, machine-readable name of the refusal."""
    __match_args__: ClassVar[tuple[str, ...]] = ()
    text: ClassVar[str] = ""
    """The message template with its fields in braces; where empty, the docstring is the message."""

    def __init_subclass__(cls) -> None:
        dataclass(unsafe_hash=True)(cls)
        cls.code = re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).upper()

    @property
    def message(self) -> str:
        """The reason for the refusal, as a sentence."""
        return self.text.format_map(self.data()) or (type(self).__doc__ or self.code)

    def data(self) -> dict[str, Any]:
        """Return the fields by name, with tuples joined into text."""
        values = {name: getattr(self, name) for name in self.__match_args__}
        return {name: _text(value) for name, value in values.items()}

    def __str__(self) -> str:
        return self.message


def _text(value: Any) -> Any:
    return ", ".join(map(str, value)) or "none" if isinstance(value, tuple) else value


class LobbyRefusal(Refusal):
    """The lobby does not allow the command."""


class UnknownVariant(LobbyRefusal):
    """There is no such variant."""

    text = "There is no variant {variant!r}; known are: {known}."

    variant: str
    """The variant that was requested."""
    known: tuple[str, ...]
    """The variants that exist."""


class UnknownRules(Refusal):
    """The game is played under rules that this server does not know; a newer server created it."""

    text = "Version {rules_version} of the rules of {variant} is not known here; known are: {known_versions}."

    variant: str
    """The variant of the game."""
    rules_version: int
    """The version of the rules that the game is played under."""
    known_versions: tuple[int, ...]
    """The versions that the server knows."""


class UnknownOption(LobbyRefusal):
    """The variant has no such option."""

    text = "There is no option {option!r}; known are: {known}."

    option: str
    """The option's name."""
    known: tuple[str, ...]
    """The options that exist."""


class InvalidOption(LobbyRefusal):
    """The option cannot have this value."""

    text = "The option {option!r} cannot be {value!r}: {reason}."

    option: str
    """The option's name."""
    value: OptionValue
    """The value that was given."""
    reason: str
    """Why the option cannot have the value."""


class InvalidPlayer(LobbyRefusal):
    """The value is not a player's id."""

    text = "{player!r} is not a player's id."

    player: PlayerId
    """The value that was given."""


class GameAlreadyStarted(LobbyRefusal):
    """The game has already started."""


class GameFull(LobbyRefusal):
    """No seat is free."""

    text = "All {seats} seats are taken."

    seats: int
    """The number of seats."""


class WrongNumberOfPlayers(LobbyRefusal):
    """The game cannot be played with this number of players."""

    text = "The game takes {least} to {most} players, not {seated}."

    seated: int
    """The number of seated players."""
    least: int
    """The smallest number of players."""
    most: int
    """The largest number of players."""


class NotInvited(LobbyRefusal):
    """The player is not invited."""

    text = "Player {player} is not invited."

    player: PlayerId
    """The player's id."""


class InvalidInvitation(LobbyRefusal):
    """The invitation is not good, or good no more."""


class AlreadyInvited(LobbyRefusal):
    """The player is already invited."""

    text = "Player {player} is invited already."

    player: PlayerId
    """The player's id."""


class TooManyInvitations(LobbyRefusal):
    """The game has the maximum number of open invitations."""

    text = "The game has {most} open invitations, the most it may have; withdraw one first."

    most: int
    """The maximum number of open invitations."""


class PlayerHasDeclined(LobbyRefusal):
    """The player has declined this game's invitations too often to be invited again."""

    text = "Player {player} has declined to join this game; send an invitation link instead."

    player: PlayerId
    """The player's id."""


class RemovedFromGame(LobbyRefusal):
    """The organizer removed you from this game; you can join again only with a new personal invitation."""


class AlreadySeated(LobbyRefusal):
    """The player already sits at the table."""

    text = "Player {player} sits at the table already."

    player: PlayerId
    """The player's id."""


class InvalidCount(LobbyRefusal):
    """The number of seats to fill must be at least one."""

    text = "{count} is not a number of seats to fill; at least one must be named."

    count: int
    """The number that was given."""


class NotOrganizer(LobbyRefusal):
    """Only the organizer may do this."""

    text = "Only the organizer, player {organizer}, may do this."

    organizer: PlayerId | None
    """The organizer; null when all players have left."""


class NotSeated(Refusal):
    """The player does not sit at this table."""

    text = "Player {player} does not sit at this table."

    player: PlayerId
    """The player's id."""


class NotYourSeat(Refusal):
    """Only the player of a seat can hand it to the machine."""

    text = "Only player {player} can hand this seat to the machine."

    player: PlayerId
    """The player of the seat."""


class SeatIsAutomated(Refusal):
    """The machine plays this seat."""

    text = "Seat {seat} was handed to the machine, which plays it to the end."

    seat: int
    """The seat."""


class AlreadyAutomated(Refusal):
    """The machine already plays this seat."""

    text = "The machine plays seat {seat} already."

    seat: int
    """The seat."""


class NoMachinePlayer(Refusal):
    """The game has no machine player."""

    text = "There is no machine player for {variant}."

    variant: str
    """The variant."""


class GameNotStarted(Refusal):
    """The game has not started."""


class GameIsOver(Refusal):
    """The game is over."""


class MoveRefusal(Refusal):
    """The rules of the game do not allow the move."""


class MoveNotInGame(MoveRefusal):
    """The variant has no such move."""

    text = "There is no {move} in {variant}."

    move: str
    """The name of the move."""
    variant: str
    """The variant."""


class NotYourTurn(MoveRefusal):
    """It is another seat's turn."""

    text = "It is not the turn of seat {seat}; to move: {to_move}."

    seat: int
    """The seat."""
    to_move: tuple[int, ...]
    """The seats that are to move."""


class WrongPhase(MoveRefusal):
    """The move belongs to another phase of the round."""

    text = "{move} is not possible in the phase {phase}."

    move: str
    """The name of the move."""
    phase: str
    """The current phase of the round."""


class CardNotHeld(MoveRefusal):
    """The card is not in your hand."""

    text = "You do not hold {card}."

    card: Card
    """The card."""


class CardRepeated(MoveRefusal):
    """The same card was named more than once."""

    text = "{card} was named more than once."

    card: Card
    """The card."""


class MustFollow(MoveRefusal):
    """You must play another card of your hand."""

    text = "{card} does not follow; you must play one of {playable}."

    card: Card
    """The card."""
    playable: Cards
    """The cards of the hand that may be played."""


class BidNotAvailable(MoveRefusal):
    """This bid cannot be placed now."""

    text = "A bid of {amount} is not possible; available: {available}."

    amount: int
    """The amount that was bid."""
    available: tuple[int, ...]
    """The amounts that could be bid."""


class AlreadyPassed(MoveRefusal):
    """The seat has already passed in this round."""

    text = "Seat {seat} has passed for this round."

    seat: int
    """The seat."""


class PassAlreadyQueued(MoveRefusal):
    """The seat has already queued a pass."""

    text = "Seat {seat} has announced its pass already."

    seat: int
    """The seat."""


class NoPassQueued(MoveRefusal):
    """The seat has not queued a pass."""

    text = "Seat {seat} has announced no pass."

    seat: int
    """The seat."""

"""Why a command was not carried out.

Made by `python -m kibitz_client.generate`: not to be changed by hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from kibitz_client.interfaces import Refusal
from kibitz_client.schema.enums import GameStatus, Rank, RefusalCode
from kibitz_client.values import Value


class AlreadyAutomated(Value, Refusal, frozen=True, kw_only=True):
    """The machine already plays this seat."""

    code: RefusalCode
    message: str
    seat: int
    """The seat."""


class AlreadyInvited(Value, Refusal, frozen=True, kw_only=True):
    """The player is already invited."""

    code: RefusalCode
    message: str
    player: str
    """The player's id."""


class AlreadyPassed(Value, Refusal, frozen=True, kw_only=True):
    """The seat has already passed in this round."""

    code: RefusalCode
    message: str
    seat: int
    """The seat."""


class AlreadySeated(Value, Refusal, frozen=True, kw_only=True):
    """The player already sits at the table."""

    code: RefusalCode
    message: str
    player: str
    """The player's id."""


class BidAlreadyCommitted(Value, Refusal, frozen=True, kw_only=True):
    """A bid cannot be changed once it is made."""

    code: RefusalCode
    message: str
    seat: int
    """The seat."""


class BidNotAvailable(Value, Refusal, frozen=True, kw_only=True):
    """This bid cannot be placed now."""

    amount: int
    """The amount that was bid."""
    available: tuple[int, ...]
    """The amounts that could be bid."""
    code: RefusalCode
    message: str


class CardNotHeld(Value, Refusal, frozen=True, kw_only=True):
    """The card is not in your hand."""

    card: str
    """The card."""
    code: RefusalCode
    message: str


class CardRepeated(Value, Refusal, frozen=True, kw_only=True):
    """The same card was named more than once."""

    card: str
    """The card."""
    code: RefusalCode
    message: str


class CardsUnequal(Value, Refusal, frozen=True, kw_only=True):
    """The cards of a play must be of equal value."""

    cards: tuple[str, ...]
    """The cards."""
    code: RefusalCode
    message: str


class CommandIdReused(Value, Refusal, frozen=True, kw_only=True):
    """This command id belongs to another command of yours."""

    code: RefusalCode
    command_id: str
    """The id of the command."""
    message: str


class ConfusableName(Value, Refusal, frozen=True, kw_only=True):
    """Your name can be confused with that of another player at the table; `rename` changes it."""

    code: RefusalCode
    message: str
    name: str
    """Your name, or the name that you asked for."""
    other: str
    """The other player's name."""


class GameAlreadyStarted(Value, Refusal, frozen=True, kw_only=True):
    """The game has already started."""

    code: RefusalCode
    message: str


class GameFull(Value, Refusal, frozen=True, kw_only=True):
    """No seat is free."""

    code: RefusalCode
    message: str
    seats: int
    """The number of seats."""


class GameIsOver(Value, Refusal, frozen=True, kw_only=True):
    """The game is over."""

    code: RefusalCode
    message: str


class GameNotStarted(Value, Refusal, frozen=True, kw_only=True):
    """The game has not started."""

    code: RefusalCode
    message: str


class GuestsNotAdmitted(Value, Refusal, frozen=True, kw_only=True):
    """Nobody can sign in by a name alone here; the operator of the server gives out tokens."""

    code: RefusalCode
    message: str


class InvalidCount(Value, Refusal, frozen=True, kw_only=True):
    """The number of seats to fill must be at least one."""

    code: RefusalCode
    count: int
    """The number that was given."""
    message: str


class InvalidInvitation(Value, Refusal, frozen=True, kw_only=True):
    """The invitation is not good, or good no more."""

    code: RefusalCode
    message: str


class InvalidName(Value, Refusal, frozen=True, kw_only=True):
    """The name is not valid for a player."""

    code: RefusalCode
    message: str
    most: int
    """The maximum number of characters, as people count them."""
    name: str
    """The name that was given."""
    reason: str
    """The reason why the name is invalid, as part of a sentence."""


class InvalidOption(Value, Refusal, frozen=True, kw_only=True):
    """The option cannot have this value."""

    code: RefusalCode
    message: str
    option: str
    """The option's name."""
    reason: str
    """Why the option cannot have the value."""
    value: str
    """The value that was given."""


class InvalidPlayer(Value, Refusal, frozen=True, kw_only=True):
    """The value is not a player's id."""

    code: RefusalCode
    message: str
    player: str
    """The value that was given."""


class MoveNotInGame(Value, Refusal, frozen=True, kw_only=True):
    """The variant has no such move."""

    code: RefusalCode
    message: str
    move: str
    """The name of the move."""
    variant: str
    """The variant."""


class MustFollow(Value, Refusal, frozen=True, kw_only=True):
    """You must play another card of your hand."""

    card: str
    """The card."""
    code: RefusalCode
    message: str
    playable: tuple[str, ...]
    """The cards of the hand that may be played."""


class MustLead(Value, Refusal, frozen=True, kw_only=True):
    """Who leads to a clear table may not pass."""

    code: RefusalCode
    message: str


class NoCards(Value, Refusal, frozen=True, kw_only=True):
    """A play takes at least one card."""

    code: RefusalCode
    message: str


class NoMachinePlayer(Value, Refusal, frozen=True, kw_only=True):
    """The game has no machine player."""

    code: RefusalCode
    message: str
    variant: str
    """The variant."""


class NoPassQueued(Value, Refusal, frozen=True, kw_only=True):
    """The seat has not queued a pass."""

    code: RefusalCode
    message: str
    seat: int
    """The seat."""


class NotInvited(Value, Refusal, frozen=True, kw_only=True):
    """The player is not invited."""

    code: RefusalCode
    message: str
    player: str
    """The player's id."""


class NotOrganizer(Value, Refusal, frozen=True, kw_only=True):
    """Only the organizer may do this."""

    code: RefusalCode
    message: str
    organizer: str | None = None
    """The organizer; None when all players have left."""


class NotSeated(Value, Refusal, frozen=True, kw_only=True):
    """The player does not sit at this table."""

    code: RefusalCode
    message: str
    player: str
    """The player's id."""


class NotYourSeat(Value, Refusal, frozen=True, kw_only=True):
    """Only the player of a seat can hand it to the machine."""

    code: RefusalCode
    message: str
    player: str
    """The player of the seat."""


class NotYourTurn(Value, Refusal, frozen=True, kw_only=True):
    """It is another seat's turn."""

    code: RefusalCode
    message: str
    seat: int
    """The seat."""
    to_move: tuple[int, ...]
    """The seats that are to move."""


class OptionRepeated(Value, Refusal, frozen=True, kw_only=True):
    """An option was given more than one value."""

    code: RefusalCode
    message: str
    option: str
    """The option's name."""


class PassAlreadyQueued(Value, Refusal, frozen=True, kw_only=True):
    """The seat has already queued a pass."""

    code: RefusalCode
    message: str
    seat: int
    """The seat."""


class PlayerHasDeclined(Value, Refusal, frozen=True, kw_only=True):
    """The player has declined this game's invitations too often to be invited again."""

    code: RefusalCode
    message: str
    player: str
    """The player's id."""


class RemovedFromGame(Value, Refusal, frozen=True, kw_only=True):
    """The organizer removed you from this game; you can join again only with a new personal invitation."""

    code: RefusalCode
    message: str


class SeatIsAutomated(Value, Refusal, frozen=True, kw_only=True):
    """The machine plays this seat."""

    code: RefusalCode
    message: str
    seat: int
    """The seat."""


class TooBusy(Value, Refusal, frozen=True, kw_only=True):
    """Too many commands are waiting; this one was not carried out."""

    code: RefusalCode
    message: str
    retry_after: float
    """Seconds after which to try again."""


class TooFewCards(Value, Refusal, frozen=True, kw_only=True):
    """More cards are needed to beat those on the table."""

    code: RefusalCode
    count: int
    """The number of cards in the refused play."""
    least: int
    """The smallest number of cards that can be played."""
    message: str


class TooManyInvitations(Value, Refusal, frozen=True, kw_only=True):
    """The game has the maximum number of open invitations."""

    code: RefusalCode
    message: str
    most: int
    """The maximum number of open invitations."""


class TooManyMachineGames(Value, Refusal, frozen=True, kw_only=True):
    """You, or all players at your address, have as many games with machine players as the server allows."""

    code: RefusalCode
    message: str
    most: int
    """The maximum number of unfinished games with machine players."""


class TooManyOpenTables(Value, Refusal, frozen=True, kw_only=True):
    """You, or all players at your address, have as many open tables as the server allows."""

    code: RefusalCode
    message: str
    most: int
    """The maximum number of open tables."""


class UnknownGame(Value, Refusal, frozen=True, kw_only=True):
    """There is no such game, or it is private and you are not in it."""

    code: RefusalCode
    given: str
    """The id that was given."""
    message: str


class UnknownOption(Value, Refusal, frozen=True, kw_only=True):
    """The variant has no such option."""

    code: RefusalCode
    known: tuple[str, ...]
    """The options that exist."""
    message: str
    option: str
    """The option's name."""


class UnknownPlayer(Value, Refusal, frozen=True, kw_only=True):
    """There is no such player."""

    code: RefusalCode
    message: str
    player: str
    """The player's id."""


class UnknownRules(Value, Refusal, frozen=True, kw_only=True):
    """The game is played under rules that this server does not know; a newer server created it."""

    code: RefusalCode
    known_versions: tuple[int, ...]
    """The versions that the server knows."""
    message: str
    rules_version: int
    """The version of the rules that the game is played under."""
    variant: str
    """The variant of the game."""


class UnknownVariant(Value, Refusal, frozen=True, kw_only=True):
    """There is no such variant."""

    code: RefusalCode
    known: tuple[str, ...]
    """The variants that exist."""
    message: str
    variant: str
    """The variant that was requested."""


class ValueTooLow(Value, Refusal, frozen=True, kw_only=True):
    """A play of as many cards as lie on the table must be at least as high as those."""

    code: RefusalCode
    lowest: Rank
    """The value of the cards on the table."""
    message: str
    played: Rank
    """The value of the cards in the refused play."""


class VersionConflict(Value, Refusal, frozen=True, kw_only=True):
    """The game is not at the expected version; the command was not carried out."""

    actual: int
    """The version at which the game stands."""
    code: RefusalCode
    expected: int
    """The version that the command expects."""
    message: str


class WrongNumberOfPlayers(Value, Refusal, frozen=True, kw_only=True):
    """The game cannot be played with this number of players."""

    code: RefusalCode
    least: int
    """The smallest number of players."""
    message: str
    most: int
    """The largest number of players."""
    seated: int
    """The number of seated players."""


class WrongPhase(Value, Refusal, frozen=True, kw_only=True):
    """The move belongs to another phase of the round."""

    code: RefusalCode
    message: str
    move: str
    """The name of the move."""
    phase: GameStatus
    """The phase of the round, as in the game's `status`."""


REFUSALS: Final[Mapping[str, type[Refusal]]] = MappingProxyType(
    {
        "AlreadyAutomated": AlreadyAutomated,
        "AlreadyInvited": AlreadyInvited,
        "AlreadyPassed": AlreadyPassed,
        "AlreadySeated": AlreadySeated,
        "BidAlreadyCommitted": BidAlreadyCommitted,
        "BidNotAvailable": BidNotAvailable,
        "CardNotHeld": CardNotHeld,
        "CardRepeated": CardRepeated,
        "CardsUnequal": CardsUnequal,
        "CommandIdReused": CommandIdReused,
        "ConfusableName": ConfusableName,
        "GameAlreadyStarted": GameAlreadyStarted,
        "GameFull": GameFull,
        "GameIsOver": GameIsOver,
        "GameNotStarted": GameNotStarted,
        "GuestsNotAdmitted": GuestsNotAdmitted,
        "InvalidCount": InvalidCount,
        "InvalidInvitation": InvalidInvitation,
        "InvalidName": InvalidName,
        "InvalidOption": InvalidOption,
        "InvalidPlayer": InvalidPlayer,
        "MoveNotInGame": MoveNotInGame,
        "MustFollow": MustFollow,
        "MustLead": MustLead,
        "NoCards": NoCards,
        "NoMachinePlayer": NoMachinePlayer,
        "NoPassQueued": NoPassQueued,
        "NotInvited": NotInvited,
        "NotOrganizer": NotOrganizer,
        "NotSeated": NotSeated,
        "NotYourSeat": NotYourSeat,
        "NotYourTurn": NotYourTurn,
        "OptionRepeated": OptionRepeated,
        "PassAlreadyQueued": PassAlreadyQueued,
        "PlayerHasDeclined": PlayerHasDeclined,
        "RemovedFromGame": RemovedFromGame,
        "SeatIsAutomated": SeatIsAutomated,
        "TooBusy": TooBusy,
        "TooFewCards": TooFewCards,
        "TooManyInvitations": TooManyInvitations,
        "TooManyMachineGames": TooManyMachineGames,
        "TooManyOpenTables": TooManyOpenTables,
        "UnknownGame": UnknownGame,
        "UnknownOption": UnknownOption,
        "UnknownPlayer": UnknownPlayer,
        "UnknownRules": UnknownRules,
        "UnknownVariant": UnknownVariant,
        "ValueTooLow": ValueTooLow,
        "VersionConflict": VersionConflict,
        "WrongNumberOfPlayers": WrongNumberOfPlayers,
        "WrongPhase": WrongPhase,
    }
)
"""All of them, by their names in the schema."""

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
    """The machine plays this seat already."""

    code: RefusalCode
    message: str
    seat: int
    """The seat."""


class AlreadyInvited(Value, Refusal, frozen=True, kw_only=True):
    """The player is invited already."""

    code: RefusalCode
    message: str
    player: str
    """The player's id."""


class AlreadyPassed(Value, Refusal, frozen=True, kw_only=True):
    """The seat has passed for this round."""

    code: RefusalCode
    message: str
    seat: int
    """The seat."""


class AlreadySeated(Value, Refusal, frozen=True, kw_only=True):
    """The player sits at the table already."""

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
    """The card is not in the hand."""

    card: str
    """The card."""
    code: RefusalCode
    message: str


class CardRepeated(Value, Refusal, frozen=True, kw_only=True):
    """The same card was named twice."""

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
    """Your name can be taken for that of another player at the table; `rename` gives you another one."""

    code: RefusalCode
    message: str
    name: str
    """The name that you have, or want."""
    other: str
    """What the other player is called."""


class GameAlreadyStarted(Value, Refusal, frozen=True, kw_only=True):
    """The game has already started."""

    code: RefusalCode
    message: str


class GameFull(Value, Refusal, frozen=True, kw_only=True):
    """No seat is free."""

    code: RefusalCode
    message: str
    seats: int
    """How many seats there are."""


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
    """This is not a number of seats to fill."""

    code: RefusalCode
    count: int
    """The number that was given."""
    message: str


class InvalidInvitation(Value, Refusal, frozen=True, kw_only=True):
    """The invitation is not good, or good no more."""

    code: RefusalCode
    message: str


class InvalidName(Value, Refusal, frozen=True, kw_only=True):
    """This is not a name that a player can have."""

    code: RefusalCode
    message: str
    most: int
    """How many characters it takes at most, as people count them."""
    name: str
    """The name that was given."""
    reason: str
    """What is wrong with it, as a part of a sentence."""


class InvalidOption(Value, Refusal, frozen=True, kw_only=True):
    """The option cannot have this value."""

    code: RefusalCode
    message: str
    option: str
    """The option's name."""
    reason: str
    """Why it cannot be."""
    value: str
    """The value that was given."""


class InvalidPlayer(Value, Refusal, frozen=True, kw_only=True):
    """This is not a player's id."""

    code: RefusalCode
    message: str
    player: str
    """The player's id."""


class MoveNotInGame(Value, Refusal, frozen=True, kw_only=True):
    """The game knows no such move."""

    code: RefusalCode
    message: str
    move: str
    """The move."""
    variant: str
    """The variant."""


class MustFollow(Value, Refusal, frozen=True, kw_only=True):
    """Another card of the hand must be played."""

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
    """The seat has announced no pass."""

    code: RefusalCode
    message: str
    seat: int
    """The seat."""


class NotInvited(Value, Refusal, frozen=True, kw_only=True):
    """There is no invitation for this player."""

    code: RefusalCode
    message: str
    player: str
    """The player's id."""


class NotOrganizer(Value, Refusal, frozen=True, kw_only=True):
    """Only the organizer may do this."""

    code: RefusalCode
    message: str
    organizer: str | None = None
    """Who the organizer is; None when all have left."""


class NotSeated(Value, Refusal, frozen=True, kw_only=True):
    """The player does not sit at this table."""

    code: RefusalCode
    message: str
    player: str
    """The player's id."""


class NotYourSeat(Value, Refusal, frozen=True, kw_only=True):
    """Only its own player can hand a seat to the machine."""

    code: RefusalCode
    message: str
    player: str
    """The player whose seat it is."""


class NotYourTurn(Value, Refusal, frozen=True, kw_only=True):
    """Another seat is to move."""

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
    """The seat has announced its pass already."""

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
    """Too many commands wait to be carried out; this one was not."""

    code: RefusalCode
    message: str
    retry_after: float
    """Seconds after which to try again."""


class TooFewCards(Value, Refusal, frozen=True, kw_only=True):
    """More cards are needed to beat those on the table."""

    code: RefusalCode
    count: int
    """How many cards were to be played."""
    least: int
    """How many it takes at least."""
    message: str


class TooManyInvitations(Value, Refusal, frozen=True, kw_only=True):
    """The game has as many open invitations as it may have."""

    code: RefusalCode
    message: str
    most: int
    """How many invitations may be open at the same time."""


class TooManyMachineGames(Value, Refusal, frozen=True, kw_only=True):
    """You, or all who share your address, have as many games with machine players as the server takes."""

    code: RefusalCode
    message: str
    most: int
    """How many may go on."""


class TooManyOpenTables(Value, Refusal, frozen=True, kw_only=True):
    """You, or all who share your address, have as many tables open as the server takes."""

    code: RefusalCode
    message: str
    most: int
    """How many may be open."""


class UnknownGame(Value, Refusal, frozen=True, kw_only=True):
    """There is no such game; a private game answers so to those who are not in it."""

    code: RefusalCode
    given: str
    """The id that was given."""
    message: str


class UnknownOption(Value, Refusal, frozen=True, kw_only=True):
    """The variant has no such option."""

    code: RefusalCode
    known: tuple[str, ...]
    """What there is instead."""
    message: str
    option: str
    """The option's name."""


class UnknownPlayer(Value, Refusal, frozen=True, kw_only=True):
    """The server does not know such a player."""

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
    """The variant."""


class UnknownVariant(Value, Refusal, frozen=True, kw_only=True):
    """There is no such variant."""

    code: RefusalCode
    known: tuple[str, ...]
    """What there is instead."""
    message: str
    variant: str
    """The variant."""


class ValueTooLow(Value, Refusal, frozen=True, kw_only=True):
    """As many cards as lie on the table must be at least as high."""

    code: RefusalCode
    lowest: Rank
    """The value of the cards on the table."""
    message: str
    played: Rank
    """The value of the cards that were to be played."""


class VersionConflict(Value, Refusal, frozen=True, kw_only=True):
    """The game has gone on; the command was not carried out."""

    actual: int
    """The version at which the game stands."""
    code: RefusalCode
    expected: int
    """The version that the command expects."""
    message: str


class WrongNumberOfPlayers(Value, Refusal, frozen=True, kw_only=True):
    """The game cannot be played by so many."""

    code: RefusalCode
    least: int
    """How many it takes at least."""
    message: str
    most: int
    """How many it takes at most."""
    seated: int
    """How many are seated."""


class WrongPhase(Value, Refusal, frozen=True, kw_only=True):
    """The move belongs to another phase of the round."""

    code: RefusalCode
    message: str
    move: str
    """The move."""
    phase: GameStatus
    """The phase that the round is in, as the game's `status`."""


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

"""Refusals of lobby commands."""

from __future__ import annotations

from datetime import datetime

from domain.events import PlayerId
from domain.refusals.creation import LobbyRefusal
from domain.refusals.refusal import SeatNumber


class InvalidPlayer(LobbyRefusal):
    """The value is not a player's id."""

    text = "This is not a player's id."
    blames = ("player",)

    given: PlayerId
    """The value that was given."""


class GameAlreadyStarted(LobbyRefusal):
    """The game has already started."""


class SeatsAreClosed(LobbyRefusal):
    """The seats are closed: the game starts as soon as the players have revealed their seeds."""


class SeatsNotClosed(LobbyRefusal):
    """The seats are not closed yet: reveal your seed only once they are."""


class SeedsAwaited(LobbyRefusal):
    """Players can still reveal their seeds; the game cannot start without them yet."""

    text = "The game waits until {until} for the seeds of {awaited}."

    awaited: tuple[SeatNumber, ...]
    """The seats whose seeds are missing."""
    until: datetime
    """The time from which the game can start without them."""


class SeedsNotSupported(LobbyRefusal):
    """This game was created before players could add seeds to the deal."""


class InvalidCommitment(LobbyRefusal):
    """A commitment to a seed is 64 hexadecimal digits in lower case."""

    blames = ("commitment",)


class NoSeedCommitted(LobbyRefusal):
    """You have not committed to a seed, so you cannot reveal one."""


class SeedAlreadyRevealed(LobbyRefusal):
    """You have already revealed your seed."""


class WrongSeed(LobbyRefusal):
    """This is not the seed that you committed to."""

    blames = ("seed",)


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

    @property
    def template(self) -> str:
        """The message, with one number for a game that takes no other."""
        return "The game takes {most} players, not {seated}." if self.least == self.most else self.text


class NotInvited(LobbyRefusal):
    """The player is not invited."""

    text = "{player} is not invited."
    text_to_player = "You are not invited."
    blames = ("player",)

    player: PlayerId
    """The player."""


class InvalidInvitationLink(LobbyRefusal):
    """The invitation link is invalid or no longer valid."""

    blames = ("token",)


class AlreadyInvited(LobbyRefusal):
    """The player is already invited."""

    text = "{player} is already invited."
    text_to_player = "You are already invited."
    blames = ("player",)

    player: PlayerId
    """The player."""


class TooManyInvitations(LobbyRefusal):
    """The game has the maximum number of open invitations."""

    text = "The game has {most} open invitations, the maximum; withdraw one first."

    most: int
    """The maximum number of open invitations."""


class PlayerHasDeclined(LobbyRefusal):
    """The player has declined this game's invitations too often to be invited again."""

    text = "{player} has declined to join this game; send an invitation link instead."
    blames = ("player",)

    player: PlayerId
    """The player."""


class CannotRemoveYourself(LobbyRefusal):
    """You cannot remove yourself from a game; leave it instead."""

    blames = ("player",)


class RemovedFromGame(LobbyRefusal):
    """You were removed from this game; you can join again only with a new personal invitation."""


class PlayersAwaited(LobbyRefusal):
    """Players whose seats are reserved have not joined yet; wait for them."""


class SeatsReserved(LobbyRefusal):
    """The free seats are reserved for players who have not joined yet."""

    text = "The free seats are reserved for other players."

    reserved_until: datetime | None
    """The time until which seats of a rematch are reserved; null for a table that formed from seeks."""


class AlreadySeated(LobbyRefusal):
    """The player already has a seat in this game."""

    text = "{player} already has a seat in this game."
    text_to_player = "You already have a seat in this game."
    blames = ("player",)

    player: PlayerId
    """The player."""


class InvalidCount(LobbyRefusal):
    """At least one seat must be filled, and no more than are free."""

    text = "You cannot fill {count} seats; choose a number from 1 to {free}."
    blames = ("count",)

    count: int
    """The number that was given."""
    free: int
    """The number of free seats."""


class NotOrganizer(LobbyRefusal):
    """Only the organizer of the game may do this."""

    text = "Only {organizer}, the organizer of the game, may do this."

    organizer: PlayerId | None
    """The organizer; null when all players have left."""

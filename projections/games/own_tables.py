"""The tables of one player: those that a subscriber has received, and what happened there since."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum, unique

from msgspec import Struct

from application.codec import GameId, Position
from domain.events import PlayerId
from domain.state import BEFORE_START, OVER, Stage
from projections.games.game_list import Membership
from projections.games.game_list_queries import Listed


@unique
class MyGameChange(StrEnum):
    """A change at one of the player's tables."""

    INVITED = "invited"
    """You were invited."""
    JOINED = "joined"
    """You took a seat."""
    PLAYERS_CHANGED = "players_changed"
    """Other players joined or left, or were invited, or the organizer changed."""
    STARTED = "started"
    """The game started."""
    YOUR_TURN = "your_turn"
    """It is your turn."""
    TURN_OVER = "turn_over"
    """It is no longer your turn."""
    ENDED = "ended"
    """The game ended or was closed; it is not yours to play any longer."""


class Table(Struct, frozen=True, kw_only=True):
    """A game with the seats that are to move, which are public."""

    listed: Listed
    to_move: tuple[int, ...]

    def membership(self, player: PlayerId) -> Membership | None:
        """Return the player's relation to the game, None for none and for an invitation to a started game."""
        if any(seat.player == player for seat in self.listed.seats):
            return Membership.SEATED
        waits = self.listed.stage is Stage.WAITING_FOR_PLAYERS
        return Membership.INVITED if waits and player in self.listed.invited else None

    def is_turn_of(self, player: PlayerId) -> bool:
        """Return whether the player is to move."""
        return any(self.listed.seats[seat].player == player for seat in self.to_move)

    @property
    def has_ended(self) -> bool:
        """True if the game was won or closed."""
        return self.listed.stage in OVER


class Tables(Struct, frozen=True, kw_only=True):
    """Games as the read models have them at a position; not filtered for a player."""

    position: Position
    tables: tuple[Table, ...]


class OwnTable(Struct, frozen=True, kw_only=True):
    """A table of a player, and what happened there since the last message."""

    table: Table
    changes: tuple[MyGameChange, ...] = ()


class OwnTables:
    """The tables that a subscriber has received."""

    def __init__(self, player: PlayerId) -> None:
        self.player = player
        self._known: dict[GameId, Table] = {}
        self._position: Position = 0

    @property
    def games(self) -> Iterable[GameId]:
        """The games of the tables."""
        return self._known.keys()

    def replace(self, tables: Tables) -> list[OwnTable]:
        """Replace the known tables; return the new ones."""
        self._position = tables.position
        self._known = {each.listed.game: each for each in tables.tables if self._is_shown(each)}
        return [OwnTable(table=each) for each in self._known.values()]

    def apply(self, tables: Tables) -> tuple[list[OwnTable], list[GameId]]:
        """Return the changed tables, and the games in which the player has no place any longer."""
        if tables.position <= self._position:
            # The tables that the subscriber has are newer.
            return [], []
        changed: list[OwnTable] = []
        gone: list[GameId] = []
        for table in tables.tables:
            game = table.listed.game
            before = self._known.get(game)
            if table.membership(self.player) is None:
                if self._known.pop(game, None) is not None:
                    gone.append(game)
                continue
            if before is None and table.has_ended:
                continue
            changes = tuple(_changes(before, table, self.player))
            if table.has_ended:
                self._known.pop(game, None)
            else:
                self._known[game] = table
            if changes:
                changed.append(OwnTable(table=table, changes=changes))
        return changed, gone

    def _is_shown(self, table: Table) -> bool:
        return table.membership(self.player) is not None and not table.has_ended


def _changes(before: Table | None, after: Table, player: PlayerId) -> Iterator[MyGameChange]:
    """Yield what happened at a table between two states of it."""
    membership = after.membership(player)
    if before is None or before.membership(player) is not membership:
        yield MyGameChange.JOINED if membership is Membership.SEATED else MyGameChange.INVITED
    elif _people(before) != _people(after) and not after.has_ended:
        yield MyGameChange.PLAYERS_CHANGED
    was_waiting = before is None or before.listed.stage in BEFORE_START
    if was_waiting and after.listed.started_at is not None:
        yield MyGameChange.STARTED
    if after.has_ended:
        yield MyGameChange.ENDED
        return
    had_turn = before is not None and before.is_turn_of(player)
    if after.is_turn_of(player) != had_turn:
        yield MyGameChange.TURN_OVER if had_turn else MyGameChange.YOUR_TURN


def _people(table: Table) -> object:
    return table.listed.seats, table.listed.invited, table.listed.organizer

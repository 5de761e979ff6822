"""Announces leaderboard changes: the players whose standings a finished game has changed, by board."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from itertools import product
from typing import Final

from msgspec import Struct

from application.codec import GameId, RecordedEvent
from application.store.port import Store
from application.watching.game_streams import GameStreams
from domain.events import Access, Event, GameCreated, GameStarted, GameWon, PlayerId
from domain.state import Seat
from projections.change_announcer import Announcer
from projections.engine.projector import Projector
from projections.players.boards import SEATING, Board, played_by_machines, ranked_boards, seats_after
from projections.players.leaderboard import LEADERBOARD
from projections.players.time_windows import Window, key

_EVENT_CLASSES: Final[frozenset[type[Event]]] = frozenset({GameWon})


class BoardWindow(Struct, frozen=True):
    """A board in one period of a window, for example in this week."""

    variant: str
    board: Board
    window: Window
    key: str
    """The key of the day, week, month or season."""


class BoardChanges(Struct, frozen=True, kw_only=True):
    """The players whose standings have changed, by board and window."""

    players: Mapping[BoardWindow, frozenset[PlayerId]]


Boards = Announcer[BoardChanges]


def board_announcer(watching: GameStreams, projector: Projector, store: Store) -> Boards:
    """Return the announcer of leaderboard changes."""

    async def query(games: frozenset[GameId]) -> BoardChanges:
        changed: defaultdict[BoardWindow, frozenset[PlayerId]] = defaultdict(frozenset)
        for game in games:
            recorded = await store.read(game)
            for window, counted in _counted(recorded).items():
                changed[window] |= counted
        return BoardChanges(players=changed)

    return Announcer(watching, projector, (LEADERBOARD.name,), _EVENT_CLASSES, query)


def _counted(recorded: list[RecordedEvent]) -> Mapping[BoardWindow, frozenset[PlayerId]]:
    """Return the players for whom a won game counts, by board and window."""
    seats: tuple[Seat, ...] = ()
    vouched: tuple[int, ...] = ()
    machines_only = False
    for each in recorded:
        event = each.event
        if type(event) in SEATING:
            seats = seats_after(seats, event)
            machines_only = machines_only and played_by_machines(seats)
        elif isinstance(event, GameStarted):
            vouched, machines_only = event.vouched, played_by_machines(seats)
    [created] = (each.event for each in recorded if isinstance(each.event, GameCreated))
    [at] = (each.at for each in recorded if isinstance(each.event, GameWon))
    people = frozenset(seat.player for seat in seats if not seat.machine)
    if created.access is Access.PRIVATE or not people:
        return {}
    boards = ranked_boards(seats, vouched, machines_only=machines_only)
    return {
        BoardWindow(created.variant, board, window, key(window, at)): people
        for board, window in product(boards, Window)
    }

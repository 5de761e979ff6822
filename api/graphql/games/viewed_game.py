"""The value behind the types `Game` and `GameMoment`: what is selected is computed when it is read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final, Protocol

from api.graphql.context import Context, Services
from api.graphql.execution.immediate_values import NotAtHand
from api.graphql.games.game_courses import Course, read_courses
from api.graphql.games.view_values import ResultValue, SeatValue, TableValue, seats_of, table_of
from api.graphql.types.derivation import OptionSetting, settings
from api.graphql.types.game_names import Title
from application.codec import GameId, Version, text_of
from domain.commands import Offer
from domain.events import Access, PlayerId
from domain.game import legal
from domain.state import BEFORE_START, OVER, Deal, Stage
from domain.state import Game as State
from domain.table import TableView
from domain.view import View

_UNREAD: Final = -1
"""Stands for a seat that was not looked up yet."""


class HasView(Protocol):
    """A value that can make a view when it is asked for it."""

    @property
    def view(self) -> View:
        """The view."""
        ...


class ViewedGame:
    """A game at a version, as a viewer sees it."""

    __slots__ = (
        "_before",
        "_course",
        "_is_current",
        "_seats",
        "_table",
        "_view",
        "_you",
        "game",
        "version",
        "viewer",
    )

    def __init__(
        self,
        game: GameId,
        version: Version,
        view: View | HasView,
        viewer: PlayerId | None,
        before: ViewedGame | None = None,
        *,
        is_current: bool = False,
    ) -> None:
        """Create the game at a version; `before` is the moment before it, if it is known.

        `is_current` is true for the latest version, of which is told who is present now.
        """
        self.game = game
        self.version = version
        self.viewer = viewer
        self._view = view
        self._before = before
        self._is_current = is_current
        self._course: Course | None = None
        self._you: int | None = _UNREAD
        self._table: TableView | None = None
        self._seats: list[SeatValue] | None = None

    @property
    def view(self) -> View:
        """The viewer's view of the game."""
        view = self._view
        if not isinstance(view, View):
            view = self._view = view.view
        return view

    @property
    def state(self) -> State:
        """The game as the viewer sees it."""
        return self.view.game

    @property
    def you(self) -> int | None:
        """The viewer's seat."""
        if self._you == _UNREAD:
            self._you = self.state.seat_of(self.viewer)
        return self._you

    @property
    def id(self) -> str:
        """The game's id."""
        return text_of(self.game)

    @property
    def variant(self) -> str:
        """The name of the variant."""
        return self.state.variant

    @property
    def access(self) -> Access:
        """The players who may find and join the game."""
        return self.state.access

    @property
    def options(self) -> Sequence[OptionSetting]:
        """The options of the game."""
        return settings(self.state.options)

    @property
    def stage(self) -> Stage:
        """The stage."""
        return self.state.stage

    @property
    def paused(self) -> bool:
        """True while the game waits for a person to return."""
        return self.state.is_paused

    @property
    def organizer(self) -> PlayerId | None:
        """The organizer."""
        return self.state.organizer

    @property
    def invited(self) -> tuple[PlayerId, ...]:
        """The invited players."""
        return self.state.invited

    @property
    def players(self) -> list[PlayerId]:
        """The seated players."""
        return [seat.player for seat in self.state.seats]

    @property
    def max_players(self) -> int:
        """The number of seats at the table."""
        return self.state.rules.seats[-1]

    @property
    def winners(self) -> list[PlayerId]:
        """The winners."""
        outcome = self.state.outcome
        return [] if outcome is None else [self.state.seats[seat].player for seat in outcome.winners]

    @property
    def seats(self) -> list[SeatValue]:
        """The seats with what the viewer sees of their cards."""
        if self._seats is None:
            table, shows_presence = self._table_view, self._is_current and self.you is not None
            at = self.game if shows_presence and self.stage not in OVER else None
            self._seats = seats_of(self.state, table.places if table is not None else None, at)
        return self._seats

    @property
    def changed_seats(self) -> list[SeatValue]:
        """The seats that differ from the moment before; all of them if that is unknown."""
        seats = self.seats
        if self._before is None:
            return seats
        former = self._before.seats
        if len(former) != len(seats):
            return [seat for seat in seats if seat not in former[seat.index : seat.index + 1]]
        return [seat for seat, before in zip(seats, former, strict=True) if seat != before]

    @property
    def table(self) -> TableValue | None:
        """The table; None before the start."""
        table = self._table_view
        return None if table is None else table_of(table, self.state, self.you)

    @property
    def deal(self) -> Deal | None:
        """The game's part in deal/v1; None in games from before it."""
        return self.state.deal

    @property
    def result(self) -> ResultValue | None:
        """The result; None before the game is won."""
        outcome = self.state.outcome
        if outcome is None:
            return None
        titles = self.state.rules.titles_by_seat(outcome.ranking)
        return ResultValue(self.winners, outcome.ranking, outcome.reason, tuple(map(Title, titles)))

    @property
    def legal_moves(self) -> tuple[Offer, ...]:
        """The offers for the viewer's seat."""
        return legal(self.state, self.you) if self.you is not None else ()

    @property
    def created_at(self) -> datetime:
        """The time of the game's first event."""
        return self._known_course().created

    @property
    def started_at(self) -> datetime | None:
        """The time of the start; None at a version before it."""
        return None if self.state.stage in BEFORE_START else self._known_course().started

    @property
    def ended_at(self) -> datetime | None:
        """The time of the end; None at a version before it."""
        return self._known_course().ended if self.state.stage in OVER else None

    @property
    def length(self) -> Version:
        """The number of events up to the end, or so far."""
        length = self._known_course().length if self.state.stage in OVER else None
        return self.version if length is None else length

    async def completed(self, context: Context) -> ViewedGame:
        """Return the game with its times and its length."""
        if self._course is None:
            self._course = await context.load(read_courses, self)
        return self

    def _known_course(self) -> Course:
        if self._course is None:
            raise NotAtHand(self.game)
        return self._course

    @property
    def _table_view(self) -> TableView | None:
        if self._table is None:
            state = self.state
            self._table = None if state.table is None else state.rules.show(state.table)
        return self._table


def moments_of(
    game: GameId,
    moments: Iterable[tuple[Version, View]],
    viewer: PlayerId | None,
    before: ViewedGame | None = None,
) -> list[ViewedGame]:
    """Return consecutive moments of a game; `before` is the moment before the first, if it is known."""
    viewed: list[ViewedGame] = []
    for version, view in moments:
        before = ViewedGame(game, version, view, viewer, before)
        viewed.append(before)
    return viewed


def is_finished_public_game(node: object) -> bool:
    """Return whether a node is a public game that is over, so that it changes no more but for names."""
    return isinstance(node, ViewedGame) and node.access is Access.PUBLIC and node.state.stage in OVER


async def read_game(services: Services, game: GameId, viewer: PlayerId | None) -> ViewedGame:
    """Return a game at its latest version, as the viewer sees it; raises UnknownGame."""
    version, view = await services.reading.current(game, viewer)
    return ViewedGame(game, version, view, viewer, is_current=True)

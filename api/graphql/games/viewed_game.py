"""The value behind the types `Game` and `GameMoment`: what is selected is computed when it is read."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from functools import cached_property
from typing import Any

from msgspec import Struct

from api.graphql.context import Context, Services
from api.graphql.execution.immediate_values import NotAtHand
from api.graphql.games.view_fields import Deal, Result
from api.graphql.types.derivation import OptionSetting, settings
from api.graphql.types.game_names import Title
from api.graphql.types.tables import Seat, Table
from application.codec import GameId, RecordedEvent, Version
from domain.events import Access, GameClosed, GameStarted, GameWon, PlayerId
from domain.game import legal
from domain.state import BEFORE_START, OVER, Stage
from domain.table import Place, TableView
from domain.view import View
from projections.engine.generations import NotBuilt
from projections.games.game_list_queries import listed

EMPTY_PLACE = Place(hand=(), score=0)


class Course(Struct, frozen=True, kw_only=True):
    """When a game was created, started and ended, and its length; each None before."""

    created: datetime
    started: datetime | None
    ended: datetime | None
    length: Version | None


class ViewedGame:
    """A game at a version, as a viewer sees it."""

    def __init__(
        self,
        game: GameId,
        version: Version,
        view: View,
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
        self.view = view
        self.viewer = viewer
        self.state = view.game
        self.you = view.game.seat_of(viewer)
        self._before = before
        self._is_current = is_current
        self._course: Course | None = None

    @property
    def id(self) -> str:
        """The game's id."""
        return str(self.game)

    @property
    def variant(self) -> str:
        """The name of the variant."""
        return self.state.variant

    @property
    def access(self) -> Access:
        """The players who may find and join the game."""
        return self.state.access

    @property
    def options(self) -> list[OptionSetting]:
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

    @cached_property
    def seats(self) -> list[Seat]:
        """The seats with what the viewer sees of their cards."""
        table = self._table_view
        places = table.places if table else (EMPTY_PLACE,) * len(self.state.seats)
        shows_presence = self._is_current and self.you is not None and self.stage not in OVER
        at = self.game if shows_presence else None
        return [Seat.of(index, self.state, place, at) for index, place in enumerate(places)]

    @property
    def changed_seats(self) -> list[Seat]:
        """The seats that differ from the moment before; all of them if that is unknown."""
        former = self._before.seats if self._before is not None else []
        return [seat for seat in self.seats if seat not in former[seat.index : seat.index + 1]]

    @property
    def table(self) -> Table | None:
        """The table; None before the start."""
        table = self._table_view
        return Table.of(table, self.state, self.you) if table else None

    @property
    def deal(self) -> Deal | None:
        """The game's part in deal/v1; None in games from before it."""
        deal = self.state.deal
        if deal is None:
            return None
        return Deal(
            foot=deal.foot, roll=deal.roll, seeds_until=deal.seeds_until, fingerprint=deal.fingerprint
        )

    @property
    def result(self) -> Result | None:
        """The result; None before the game is won."""
        outcome = self.state.outcome
        if outcome is None:
            return None
        return Result(
            winners=self.winners,
            ranking=[list(place) for place in outcome.ranking],
            reason=outcome.reason,
            titles=[Title(title) for title in self.state.rules.titles_by_seat(outcome.ranking)],
        )

    @property
    def legal_moves(self) -> list[Any]:
        """The offers for the viewer's seat."""
        return list(legal(self.state, self.you)) if self.you is not None else []

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
            self._course = await context.load(_read_courses, self)
        return self

    def _known_course(self) -> Course:
        if self._course is None:
            raise NotAtHand(self.game)
        return self._course

    @cached_property
    def _table_view(self) -> TableView | None:
        return None if self.state.table is None else self.state.rules.show(self.state.table)


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


async def _read_courses(services: Services, games: list[ViewedGame]) -> list[Course]:
    """Return the courses of games: from the game list or, where that is behind the game, from the log."""
    try:
        rows = await services.read_database.read(listed, {each.game for each in games})
    except NotBuilt:
        rows = ()
    known = {
        row.game: Course(
            created=row.created_at, started=row.started_at, ended=row.ended_at, length=row.length
        )
        for row in rows
    }
    return [
        course
        if (course := known.get(each.game)) is not None and _is_complete(course, each.state.stage)
        else _course_of(await services.store.read(each.game, upto=each.version))
        for each in games
    ]


def _is_complete(course: Course, stage: Stage) -> bool:
    if stage in OVER:
        return course.ended is not None
    return stage in BEFORE_START or course.started is not None


def _course_of(recorded: list[RecordedEvent]) -> Course:
    started = next((each for each in recorded if isinstance(each.event, GameStarted)), None)
    ended = next((each for each in recorded if isinstance(each.event, GameWon | GameClosed)), None)
    return Course(
        created=recorded[0].at,
        started=started.at if started else None,
        ended=ended.at if ended else None,
        length=ended.version if ended else None,
    )

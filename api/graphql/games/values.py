"""The values behind the type `Game`: what is selected is computed when it is read."""

from __future__ import annotations

from datetime import datetime
from functools import cached_property
from typing import Any

from msgspec import Struct

from api.graphql.context import Context, Services
from api.graphql.execution.immediate_values import NotAtHand
from api.graphql.games.view_fields import Result
from api.graphql.types.derivation import OptionSetting, settings
from api.graphql.types.game_status import GameStatus
from api.graphql.types.tables import Seat, Table
from application.codec import GameId, RecordedEvent, Version
from domain.events import Access, GameClosed, GameStarted, GameWon, PlayerId
from domain.game import legal
from domain.state import Stage
from domain.table import Place, TableView
from domain.view import View
from projections.engine.generations import NotBuilt
from projections.games.game_list_queries import listed

EMPTY_PLACE = Place(hand=(), score=0)
_OVER = (Stage.WON, Stage.CLOSED)


class Times(Struct, frozen=True, kw_only=True):
    """When a game was created, started and ended, each None before."""

    created: datetime
    started: datetime | None
    ended: datetime | None


class ViewedGame:
    """A game at a version, as a viewer sees it."""

    def __init__(self, game: GameId, version: Version, view: View, viewer: PlayerId | None) -> None:
        self.game = game
        self.version = version
        self.view = view
        self.viewer = viewer
        self.state = view.game
        self.you = view.game.seat_of(viewer)
        self._times: Times | None = None

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
        """Who may find and join the game."""
        return self.state.access

    @property
    def options(self) -> list[OptionSetting]:
        """The options of the game."""
        return settings(self.state.options)

    @property
    def status(self) -> Any:
        """The stage or, while the game is played, the phase."""
        return GameStatus(self.state.status)

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
    def seats(self) -> list[Seat]:
        """The seats with what the viewer sees of their cards."""
        table = self._table_view
        places = table.places if table else (EMPTY_PLACE,) * len(self.state.seats)
        return [
            Seat.of(index, seat, place)
            for index, (seat, place) in enumerate(zip(self.state.seats, places, strict=True))
        ]

    @property
    def table(self) -> Table | None:
        """The table; None before the start."""
        table = self._table_view
        return Table.of(table, self.state.stage) if table else None

    @property
    def result(self) -> Result | None:
        """The result; None before the game is won."""
        outcome = self.state.outcome
        if outcome is None:
            return None
        return Result(
            winners=[self.state.seats[seat].player for seat in outcome.winners],
            ranking=[list(place) for place in outcome.ranking],
            reason=outcome.reason,
        )

    @property
    def legal_moves(self) -> list[Any]:
        """The offers for the viewer's seat."""
        return list(legal(self.state, self.you)) if self.you is not None else []

    @property
    def created_at(self) -> datetime:
        """The time of the game's first event."""
        return self._known_times().created

    @property
    def started_at(self) -> datetime | None:
        """The time of the start; None at a version before it."""
        return None if self.state.stage is Stage.WAITING_FOR_PLAYERS else self._known_times().started

    @property
    def ended_at(self) -> datetime | None:
        """The time of the end; None at a version before it."""
        return self._known_times().ended if self.state.stage in _OVER else None

    async def completed(self, context: Context) -> ViewedGame:
        """Return the game with its times."""
        if self._times is None:
            self._times = await context.load(_read_times, self)
        return self

    def _known_times(self) -> Times:
        if self._times is None:
            raise NotAtHand(self.game)
        return self._times

    @cached_property
    def _table_view(self) -> TableView | None:
        return None if self.state.table is None else self.state.rules.show(self.state.table)


async def _read_times(services: Services, games: list[ViewedGame]) -> list[Times]:
    """Return the times of games: from the game list or, where that is behind the game, from the log."""
    try:
        rows = await services.read_database.read(listed, {each.game for each in games})
    except NotBuilt:
        rows = ()
    known = {
        row.game: Times(created=row.created_at, started=row.started_at, ended=row.ended_at) for row in rows
    }
    return [
        times
        if (times := known.get(each.game)) is not None and _is_complete(times, each.state.stage)
        else _times_of(await services.store.read(each.game, upto=each.version))
        for each in games
    ]


def _is_complete(times: Times, stage: Stage) -> bool:
    if stage in _OVER:
        return times.ended is not None
    return stage is Stage.WAITING_FOR_PLAYERS or times.started is not None


def _times_of(recorded: list[RecordedEvent]) -> Times:
    started = (each.at for each in recorded if isinstance(each.event, GameStarted))
    ended = (each.at for each in recorded if isinstance(each.event, GameWon | GameClosed))
    return Times(created=recorded[0].at, started=next(started, None), ended=next(ended, None))

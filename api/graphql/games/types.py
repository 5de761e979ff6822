"""The types `Game`, from which a client reaches all that belongs to a game, and `GameMoment`, its past."""

from __future__ import annotations

from copy import copy
from datetime import datetime
from typing import Annotated, Any

import strawberry

from api.graphql.context import Info
from api.graphql.errors.faults import or_fault
from api.graphql.errors.null_fields import null_beside_error
from api.graphql.execution.answer_marks import public_for
from api.graphql.execution.field_price import price, shared_price
from api.graphql.execution.list_sizes import Sliced, at_most, page_size
from api.graphql.games.game_reference import GameReference
from api.graphql.games.listed_game import FROM_VIEW, ListedGame
from api.graphql.games.reading import (
    DEFAULT_EVENTS,
    DEFAULT_MOMENTS,
    MAX_EVENTS,
    MAX_MOMENTS,
    events_page,
    moments_after,
    past_game,
    suggestion_at,
    suggestion_for,
)
from api.graphql.games.talk import PhraseSaid, talk_of
from api.graphql.games.view_fields import Deal, GameView
from api.graphql.games.viewed_game import ViewedGame
from api.graphql.pagination.connections import After, Before, Connection, First, Last, Paging
from api.graphql.types.derivation import described, enum_type
from api.graphql.types.events import GameEvent
from api.graphql.types.moves_and_offers import Hint, Move
from api.graphql.types.node import Node
from api.graphql.types.scalars import Version
from api.graphql.types.tables import Seat
from application.games.machine_moves import suggested_hint, suggested_move
from application.refusals import UnknownVersion
from application.talk.talk import MAX_LISTED
from domain.events import Access

enum_type(Access)
_START = Version(0)
VIEW_PRICE = 600
"""The price of reading the view of one game."""
TALK_PRICE = 1_000
"""The price of reading what was said at a table, and who may see it now."""
TALK_AGE = 10
"""Seconds for which caches may keep the talk of a finished public game."""

VersionArgument = Annotated[
    Version, strawberry.argument(description="The version: the number of events up to that moment.")
]
AfterVersion = Annotated[
    Version, strawberry.argument(description="The version after which the events start.")
]
MomentCount = Annotated[int, strawberry.argument(description="The maximum number of events.")]
MOMENTS = f"{DEFAULT_MOMENTS} events by default, and at most {MAX_MOMENTS}"


def _is_viewed(value: object, _info: object) -> bool:
    return isinstance(value, ViewedGame)


def _is_game(value: object, _info: object) -> bool:
    return isinstance(value, ViewedGame | ListedGame | GameReference)


@strawberry.type(
    description="A game after one of its events, as you may see it today: with the shuffles that have been "
    "revealed since."
)
class GameMoment(GameView):
    """A past state of a game; `self` is a `ViewedGame`."""

    is_type_of = staticmethod(_is_viewed)

    changed_seats: list[Seat] = described(
        "The seats that differ from the moment before: in an update those that the event has changed; all "
        "seats in `at` and in the first moment of other lists."
    )

    @strawberry.field(
        metadata=price(2_500),
        graphql_type=Move | None,
        description="The move that the machine player would have made for a seat, with the seat's knowledge "
        "at that time. Null when it was not the seat's turn, and when you may still not see all that the "
        "seat knew, such as a hand that was never revealed. "
        f"{null_beside_error('the game has no machine player')}",
    )
    async def suggestion(
        self, info: Info, seat: Annotated[int, strawberry.argument(description="The seat that was to move.")]
    ) -> Any:
        """Return the machine's move for a seat."""
        moment: Any = self
        return await or_fault(suggestion_at(info.context, moment.game, moment.version, seat, suggested_move))

    @strawberry.field(
        metadata=price(2_500),
        graphql_type=Hint | None,
        description="The `suggestion` for a seat with the reason for it. "
        f"{null_beside_error('the game has no machine player')}",
    )
    async def hint(
        self, info: Info, seat: Annotated[int, strawberry.argument(description="The seat that was to move.")]
    ) -> Any:
        """Return the machine's move for a seat, with its reason."""
        moment: Any = self
        return await or_fault(suggestion_at(info.context, moment.game, moment.version, seat, suggested_hint))


@strawberry.type(description="A game as you may see it.")
class Game(GameView, Node):
    """A game; `self` is a `ViewedGame`, a `ListedGame` or a `GameReference`."""

    is_type_of = staticmethod(_is_game)

    access: Access = described("The players who may find and join the game.")
    deal: Deal | None = described(
        "The public part of the deal, to which players can add seeds; null in games created before that."
    )
    created_at: datetime = described("The time at which the game was created.")
    started_at: datetime | None = described("The time at which the game started; null before.")
    ended_at: datetime | None = described("The time at which the game was won or closed; null before.")
    length: int = described(
        "The number of events up to the end of the game, by which searches and orders compare games; the "
        "`version` until then. Reveals of shuffles follow the end, so that `version` can be greater."
    )

    @strawberry.field(
        metadata=price(500),
        graphql_type=Move | None,
        description="The move that the machine player would make in your seat with your knowledge; null when"
        f" it is not your turn. {null_beside_error('the game has no machine player')}",
    )
    async def suggestion(self, info: Info) -> Any:
        """Return the machine's move for the caller."""
        game: Any = self
        return await or_fault(suggestion_for(info.context, game, suggested_move))

    @strawberry.field(
        metadata=price(500),
        graphql_type=Hint | None,
        description="The `suggestion` with the reason for it; null when it is not your turn. "
        f"{null_beside_error('the game has no machine player')}",
    )
    async def hint(self, info: Info) -> Any:
        """Return the machine's move for the caller, with its reason."""
        game: Any = self
        return await or_fault(suggestion_for(info.context, game, suggested_hint))

    @strawberry.field(
        metadata=price(1_000),
        directives=[page_size(MAX_EVENTS, default=DEFAULT_EVENTS)],
        description=f"The events of the game up to now, as you may see them. {null_beside_error()}",
    )
    async def events(
        self,
        info: Info,
        first: First = None,
        after: After = None,
        last: Last = None,
        before: Before = None,
    ) -> Connection[GameEvent] | None:
        """Return a page of the game's events."""
        game: Any = self
        return await or_fault(events_page(info.context, game, Paging(first, after, last, before)))

    @strawberry.field(
        metadata={**price(TALK_PRICE), **public_for(TALK_AGE)},
        directives=[at_most(MAX_LISTED)],
        description="What was said at the table in the last 30 days, the newest last: the last "
        f"{MAX_LISTED} phrases that you may see, but for those of players whom you have muted. "
        f"{null_beside_error()}",
    )
    async def talk(self, info: Info) -> list[PhraseSaid] | None:
        """Return the phrases that were said."""
        game: Any = self
        return await or_fault(talk_of(info.context, game))

    @strawberry.field(
        metadata=price(2_500),
        graphql_type=GameMoment | None,
        description=f"The game as it stood at a version. {null_beside_error('the game has no such version')}",
    )
    async def at(self, info: Info, version: VersionArgument) -> Any:
        """Return the game at a version."""
        game: Any = self
        return await or_fault(past_game(info.context, game.game, version), at={UnknownVersion: "version"})

    @strawberry.field(
        metadata=price(4_000),
        graphql_type=list[GameMoment] | None,
        directives=[Sliced(MAX_MOMENTS, "first")],
        description=f"The game after each of the next events: {MOMENTS}. "
        f"{null_beside_error('the game has no such version')}",
    )
    async def moments(
        self, info: Info, after: AfterVersion = _START, first: MomentCount = DEFAULT_MOMENTS
    ) -> Any:
        """Return the game after each of the next events."""
        game: Any = self
        moments = moments_after(info.context, game.game, after, first)
        return await or_fault(moments, at={UnknownVersion: "after"})


def _price_views() -> None:
    """Price the fields for which a game of a list loads a view; a moment has its view already."""
    fields = Game.__strawberry_definition__.fields  # type: ignore[attr-defined]
    for index, field in enumerate(fields):
        if field.python_name in FROM_VIEW:
            # A copy, because the field belongs to the interface.
            fields[index] = priced = copy(field)
            priced.metadata = shared_price(VIEW_PRICE)


_price_views()

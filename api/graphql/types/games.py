"""Games in the schema: written by hand, as a contract that is independent of the domain's types."""

from __future__ import annotations

from typing import Any

import strawberry

from api.graphql.types.derivation import OptionSetting, described, enum_type, settings
from api.graphql.types.game_status import GameStatus
from api.graphql.types.moves_and_offers import Offer
from api.graphql.types.node import Node
from api.graphql.types.players import Player
from api.graphql.types.scalars import Version
from api.graphql.types.tables import Seat, Table
from application.codec import GameId
from domain.events import Access, EndReason, PlayerId
from domain.game import legal
from domain.state import Game as GameState
from domain.table import Place, TableView
from domain.view import View

for shared_enum in (Access, EndReason):
    enum_type(shared_enum)


@strawberry.type(description="The result of a game.")
class Result:
    """The winners, and the ranking of all seats."""

    winners: list[PlayerId] = described(
        "The winners; more than one when players with equal scores win together.", list[Player]
    )
    ranking: list[list[int]] = described(
        "All seats from first to last place; seats that share a place stand together."
    )
    reason: EndReason = described("The reason why the game ended.")


@strawberry.type(description="A game as you may see it.")
class Game(Node):
    """A game at one version, as its viewer sees it."""

    version: Version = described("The version: the number of events of the game.")
    variant: str = described("The name of the variant.")
    options: list[OptionSetting] = described("All options of the variant with their values.")
    access: Access = described("Who may find and join the game.")
    status: Any = strawberry.field(
        graphql_type=GameStatus,
        description="The stage of the game or, while it is played, the phase of its round.",
    )
    organizer: PlayerId | None = described(
        "The player who created the game or took over from its creator; null when all players have left.",
        Player | None,
    )
    invited: list[PlayerId] = described("The invited players who have not answered yet.", list[Player])
    seats: list[Seat] = described("The occupied seats, from 0 clockwise.")
    you: int | None = described("Your seat; null if you have none.")
    table: Table | None = described("The table; null before the game has started.")
    result: Result | None = described("The result; null before the game has ended, and when it was closed.")
    legal_moves: list[Any] = strawberry.field(
        graphql_type=list[Offer],
        description="The moves that you may make now; each offer stands for exactly the moves that would be "
        "accepted. Empty when it is not your turn.",
    )

    @classmethod
    def of(cls, game: GameId, version: int, view: View, player: PlayerId | None) -> Game:
        """Return a game as a view shows it to a player or, without one, to a spectator."""
        state, table = view.game, table_view(view.game)
        seat = state.seat_of(player)
        return cls(
            id=strawberry.ID(str(game)),
            version=Version(version),
            variant=state.variant,
            options=settings(state.options),
            access=state.access,
            status=GameStatus(state.status),
            organizer=state.organizer,
            invited=list(state.invited),
            seats=[
                Seat.of(index, each, table.places[index] if table else EMPTY_PLACE)
                for index, each in enumerate(state.seats)
            ],
            you=seat,
            table=Table.of(table, state.stage) if table else None,
            result=_result(state),
            legal_moves=list(legal(state, seat)) if seat is not None else [],
        )


EMPTY_PLACE = Place(hand=(), score=0)


def table_view(game: GameState) -> TableView | None:
    """Return the view of a game's table that all variants share; None before the game has started."""
    return None if game.table is None else game.rules.show(game.table)


def _result(game: GameState) -> Result | None:
    if game.outcome is None:
        return None
    return Result(
        winners=[game.seats[seat].player for seat in game.outcome.winners],
        ranking=[list(place) for place in game.outcome.ranking],
        reason=game.outcome.reason,
    )

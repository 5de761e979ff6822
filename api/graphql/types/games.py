"""Games in the schema: written by hand, as a contract that is independent of the domain's types."""

from __future__ import annotations

from typing import Any

import strawberry

from api.graphql.types.derivation import OptionSetting, described, enum_type, settings
from api.graphql.types.game_status import GameStatus
from api.graphql.types.moves_and_offers import Offer
from api.graphql.types.node import Node
from api.graphql.types.players import Names, Player
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


@strawberry.type(description="How a game ended.")
class Result:
    """The winners, and the ranking of all seats."""

    winners: list[Player] = described("Who won; more than one when equal totals win together.")
    ranking: list[list[int]] = described("All seats from first place to last; equals stand together.")
    reason: EndReason = described("Why the game ended.")


@strawberry.type(description="A game as you may see it.")
class Game(Node):
    """A game at one version, as its viewer sees it."""

    version: Version = described("How many events the game has had.")
    variant: str = described("Which game is played.")
    options: list[OptionSetting] = described("Every option of the variant with its value.")
    access: Access = described("Who may find and join the game.")
    status: Any = strawberry.field(
        graphql_type=GameStatus, description="How far the game has come; in play, the phase of the round."
    )
    organizer: Player | None = described("Who set the game up, or inherited that; null when all have left.")
    invited: list[Player] = described("Who is invited and has not answered.")
    seats: list[Seat] = described("The seats that are taken, from 0 clockwise.")
    you: int | None = described("Your own seat; null if you have none.")
    table: Table | None = described("The table; null before the game has started.")
    result: Result | None = described("How the game ended; null before, and when it was closed.")
    legal_moves: list[Any] = strawberry.field(
        graphql_type=list[Offer],
        description="What you may do now: each offer stands for exactly the moves that would be accepted. "
        "Empty when you are not to move.",
    )

    @classmethod
    def of(cls, game: GameId, version: int, view: View, player: PlayerId | None, names: Names) -> Game:
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
            organizer=Player.of(state.organizer, names) if state.organizer else None,
            invited=[Player.of(each, names) for each in state.invited],
            seats=[
                Seat.of(index, each, table.places[index] if table else EMPTY_PLACE, names)
                for index, each in enumerate(state.seats)
            ],
            you=seat,
            table=Table.of(table, state.stage) if table else None,
            result=_result(state, names),
            legal_moves=list(legal(state, seat)) if seat is not None else [],
        )


EMPTY_PLACE = Place(hand=(), score=0)


def table_view(game: GameState) -> TableView | None:
    """Return the view of a game's table that all variants share; None before the game has started."""
    return None if game.table is None else game.rules.show(game.table)


def players_in(view: View) -> set[PlayerId]:
    """Return all players in a view of a game: seated, invited, and the organizer."""
    game = view.game
    organizer = {game.organizer} if game.organizer else set()
    return {seat.player for seat in game.seats} | set(game.invited) | organizer


def _result(game: GameState, names: Names) -> Result | None:
    if game.outcome is None:
        return None
    return Result(
        winners=[Player.of(game.seats[seat].player, names) for seat in game.outcome.winners],
        ranking=[list(place) for place in game.outcome.ranking],
        reason=game.outcome.reason,
    )

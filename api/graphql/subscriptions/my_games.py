"""The subscription to the caller's own tables: first all of them, then what happens there."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence

import strawberry

from api.graphql.context import Context
from api.graphql.errors.faults import fault
from api.graphql.errors.null_fields import null_beside_error
from api.graphql.games.listed_game import ListedGame
from api.graphql.games.types import Game
from api.graphql.subscriptions.snapshot_parts import SNAPSHOT_TEXT, snapshot_parts
from api.graphql.subscriptions.stream_errors import Progress, fair_turn, resumable
from api.graphql.types.derivation import enum_type
from application.codec import GameId
from domain.events import PlayerId
from projections.engine.generations import NotBuilt
from projections.games.game_list import Membership
from projections.games.own_tables import MyGameChange, OwnTable, Tables

enum_type(MyGameChange)


@strawberry.type(description="A game in which you have a seat, or to which you are invited.")
class MyGame:
    """A game of the subscriber, and what happened in it."""

    game: ListedGame = strawberry.field(
        graphql_type=Game | None,
        description="The game. "
        f"{null_beside_error('you lose access to it before all that you select is read')}",
    )
    your_turn: bool = strawberry.field(description="Whether it is your turn.")
    invited: bool = strawberry.field(description="Whether you are invited and have no seat.")
    changes: list[MyGameChange] = strawberry.field(
        description="What happened since the last message about the game; empty in a snapshot."
    )


@strawberry.type(description="Your games, or changes among them.")
class MyGamesUpdate:
    """A part of the subscriber's games, or changes of them."""

    snapshot: bool = strawberry.field(description=SNAPSHOT_TEXT)
    games: list[MyGame] = strawberry.field(
        description="The new and changed games. A game that has ended comes once more, and then no longer."
    )
    gone: list[strawberry.ID] = strawberry.field(
        description="The games in which you no longer have a seat or an open invitation."
    )


async def my_games(context: Context) -> AsyncGenerator[MyGamesUpdate]:
    """Yield the caller's unfinished games, then their changes; failures are top-level errors."""
    player, own_games = await context.require_player(), context.services.own_games
    with resumable(Progress(), context), own_games.subscription_of(player) as subscriber:
        news: object = None
        while True:
            if isinstance(news, Tables):
                tables, gone = own_games.apply(subscriber, news)
                if tables or gone:
                    await fair_turn(context)
                    yield _update(tables, player, gone)
            else:
                try:
                    tables = await own_games.read(subscriber)
                except NotBuilt as not_built:
                    raise fault(
                        "NOT_READY", "The list of games is being built; try again soon."
                    ) from not_built
                for part in snapshot_parts(tables):
                    yield _update(part.games, player, snapshot=part.is_first)
            news = await subscriber.next()
            if news is None:
                return


def _update(
    tables: Sequence[OwnTable],
    player: PlayerId,
    gone: Sequence[GameId] = (),
    *,
    snapshot: bool = False,
) -> MyGamesUpdate:
    return MyGamesUpdate(
        snapshot=snapshot,
        games=[
            MyGame(
                game=ListedGame(each.table.listed, player),
                your_turn=each.table.is_turn_of(player),
                invited=each.table.membership(player) is Membership.INVITED,
                changes=list(each.changes),
            )
            for each in tables
        ],
        gone=[strawberry.ID(str(game)) for game in gone],
    )

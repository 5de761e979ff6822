"""Subscriptions to a game's events, the lobby and the leaderboards: the current state, then changes."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Annotated

import strawberry

from api.graphql.context import GameArgument, Info, game_id
from api.graphql.execution.field_price import price
from api.graphql.queries.leaderboard import BoardArgument
from api.graphql.seeks.subscription import MySeeksUpdate, my_seeks
from api.graphql.seeks.types import GRACE_SECONDS
from api.graphql.subscriptions.direct_delivery import at_once
from api.graphql.subscriptions.game_updates import AfterCursor, GameUpdate, game_updates
from api.graphql.subscriptions.leaderboard import LeaderboardUpdate, leaderboard_updates
from api.graphql.subscriptions.lobby import LobbyUpdate, lobby_updates
from api.graphql.subscriptions.my_games import MyGamesUpdate, my_games
from api.graphql.subscriptions.stream_errors import Progress, fair_turn, resumable
from api.graphql.subscriptions.table_signals import TableSignal, table_signals
from api.graphql.types.events import GameEvent
from api.graphql.types.scalars import Version
from application.refusals import UnknownGame, UnknownVersion
from projections.games.own_games import MAX_GAMES
from projections.players.boards import Board
from projections.players.time_windows import Window

_START = Version(0)


@strawberry.type(description="All subscriptions.")
class Subscription:
    """The root of all subscriptions."""

    @strawberry.subscription(
        metadata=price(600),
        description="The updates of a game, with all that a client shows: first a snapshot or, with a "
        "cursor, all updates after it, without gaps or repeats; then an update for each command that changes "
        "the game. The stream ends with the game. If you are disconnected, subscribe again after the last "
        "cursor that you have.",
    )
    async def game_updates(
        self, info: Info, game: GameArgument, after: AfterCursor = None
    ) -> AsyncGenerator[GameUpdate, None]:
        """Yield a game's updates, as the caller may see them."""
        async with aclosing(game_updates(info.context, game, after)) as updates:
            async for update in updates:
                yield update

    @strawberry.subscription(
        description="The single events of a game, as you may see them, for auditors and programs that keep "
        "their own state: first all events after a version, without gaps or repeats, then each new event. "
        "The stream ends with the game. If you are disconnected, subscribe again after the last version "
        "that you have."
    )
    async def game_events(
        self,
        info: Info,
        game: GameArgument,
        after: Annotated[
            Version, strawberry.argument(description="The last version that you have.")
        ] = _START,
    ) -> AsyncGenerator[GameEvent, None]:
        """Yield a game's events, redacted for the caller."""
        player = await info.context.player()
        progress = Progress(after)
        with resumable(progress, info.context, at={UnknownGame: "game", UnknownVersion: "after"}):
            take = at_once(info.context, progress, lambda recorded: recorded)
            events = info.context.services.watching.follow(game_id(game), player, after, take)
            async with aclosing(events):
                async for recorded in events:
                    await fair_turn(info.context)
                    progress.after = recorded.version
                    yield recorded  # type: ignore[misc]

    @strawberry.subscription(
        metadata=price(1_000),
        description="What happens at a game's table beside the game: who comes and goes, for those with a "
        "seat, and what is said. First the table as it is, then changes. The stream goes on after the end "
        "of the game. After a reconnection it starts again.",
    )
    async def table_signals(self, info: Info, game: GameArgument) -> AsyncGenerator[TableSignal, None]:
        """Yield the signals of a table, as the caller may see them."""
        async with aclosing(table_signals(info.context, game)) as signals:
            async for signal in signals:
                yield signal

    @strawberry.subscription(
        metadata=price(500),
        description="Your unfinished games: first those in which you have a seat and your invitations, up to "
        f"{MAX_GAMES} of each, the newest first; then what happens in them: your turns, invitations, starts "
        "and ends. Changes within a moment are combined. After a reconnection the list starts again.",
    )
    async def my_games(self, info: Info) -> AsyncGenerator[MyGamesUpdate, None]:
        """Yield the caller's games and their changes."""
        async with aclosing(my_games(info.context)) as updates:
            async for update in updates:
                yield update

    @strawberry.subscription(
        metadata=price(500),
        description="Your seeks: first as they are, then after each change, such as a table that has formed. "
        f"Your seeks stay open while you follow this subscription, and for {GRACE_SECONDS} seconds after you "
        "lost it. After a reconnection the first message has them all.",
    )
    async def my_seeks(self, info: Info) -> AsyncGenerator[MySeeksUpdate, None]:
        """Yield the caller's seeks and their changes."""
        async with aclosing(my_seeks(info.context)) as updates:
            async for update in updates:
                yield update

    @strawberry.subscription(
        description="The games that can be joined; private games only for their players and invited players. "
        "First the newest games, with the cursor at which the list continues, then changes. After a "
        "reconnection the list starts again."
    )
    async def lobby(
        self,
        info: Info,
        variant: Annotated[
            str | None, strawberry.argument(description="Return only games of this variant.")
        ] = None,
    ) -> AsyncGenerator[LobbyUpdate, None]:
        """Yield the lobby and its changes."""
        async with aclosing(lobby_updates(info.context, variant)) as changes:
            async for change in changes:
                yield change

    @strawberry.subscription(
        description="A message for each change of a leaderboard, as soon as queries show it; changes within "
        "a moment are combined. The first message comes at once, so that you read the leaderboard again "
        "after a reconnection."
    )
    async def leaderboard(
        self,
        info: Info,
        variant: Annotated[str, strawberry.argument(description="The name of the variant.")],
        window: Annotated[
            Window, strawberry.argument(description="The length of the window.")
        ] = Window.ALL_TIME,
        board: BoardArgument = Board.PEOPLE,
    ) -> AsyncGenerator[LeaderboardUpdate, None]:
        """Yield each change of a leaderboard."""
        async with aclosing(leaderboard_updates(info.context, variant, window, board)) as changes:
            async for change in changes:
                yield change

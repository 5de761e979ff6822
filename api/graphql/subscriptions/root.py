"""Subscriptions to a game's events, the lobby and the leaderboards: the current state, then changes."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Annotated

import strawberry

from api.graphql.context import GameArgument, Info, game_id
from api.graphql.subscriptions.leaderboard import LeaderboardChange, board_changes
from api.graphql.subscriptions.lobby import LobbyChange, lobby_changes
from api.graphql.subscriptions.stream_errors import Progress, fair_turn, resumable
from api.graphql.types.events import GameEvent
from api.graphql.types.scalars import Version
from projections.players.boards import Board
from projections.players.time_windows import Window

_START = Version(0)


@strawberry.type(description="What can be followed.")
class Subscription:
    """The root of all subscriptions."""

    @strawberry.subscription(
        description="What happens in a game, as you may read it: first what came after a version, without "
        "gap or repetition, then each event as it comes; ends with the game. Who is cut off before that goes "
        "on after the last version it has."
    )
    async def game_events(
        self,
        info: Info,
        game: GameArgument,
        after: Annotated[Version, strawberry.argument(description="The last version you have.")] = _START,
    ) -> AsyncGenerator[GameEvent, None]:
        """Yield a game's events, redacted for the caller."""
        player = await info.context.player()
        progress = Progress(after)
        with resumable(progress, info.context):
            events = info.context.services.watching.follow(game_id(game), player, after)
            async with aclosing(events):
                async for recorded in events:
                    await fair_turn(info.context)
                    progress.after = recorded.version
                    yield recorded  # type: ignore[misc]

    @strawberry.subscription(
        description="The games that can be joined, private ones only for those who are in them: first the "
        "newest of them, and where the list of games has the others, then what changes. Nobody has to go on "
        "from anywhere: who comes back is told anew."
    )
    async def lobby(
        self,
        info: Info,
        variant: Annotated[str | None, strawberry.argument(description="Only games of this variant.")] = None,
    ) -> AsyncGenerator[LobbyChange, None]:
        """Yield the lobby and its changes."""
        async with aclosing(lobby_changes(info.context, variant)) as changes:
            async for change in changes:
                yield change

    @strawberry.subscription(
        description="That a leaderboard has changed, once queries show it; what happens within a moment is "
        "told together. The first message comes at once, so that who comes back reads the leaderboard anew."
    )
    async def leaderboard_changed(
        self,
        info: Info,
        variant: Annotated[str, strawberry.argument(description="Which game.")],
        window: Annotated[
            Window, strawberry.argument(description="How long a time is counted together.")
        ] = Window.ALL_TIME,
        board: Annotated[
            Board, strawberry.argument(description="Which games are counted together.")
        ] = Board.PEOPLE,
    ) -> AsyncGenerator[LeaderboardChange, None]:
        """Yield each change of a leaderboard."""
        async with aclosing(board_changes(info.context, variant, window, board)) as changes:
            async for change in changes:
                yield change

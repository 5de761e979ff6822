"""Subscriptions: a game's events, first those that were missed, then each as it comes."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import Annotated

import strawberry

from api.graphql.context import GameArgument, Info, game_id, refused
from api.graphql.events import GameEvent
from api.graphql.scalars import Version
from domain.refusals import Refusal

_FROM_THE_START = Version(0)


@strawberry.type(description="What can be followed.")
class Subscription:
    """The root of all subscriptions."""

    @strawberry.subscription(
        description="What happens in a game, as you may read it: first what came after a version, without "
        "gap or repetition, then each event as it comes; ends with the game."
    )
    async def game_events(
        self,
        info: Info,
        game: GameArgument,
        after: Annotated[
            Version, strawberry.argument(description="The last version you have.")
        ] = _FROM_THE_START,
    ) -> AsyncGenerator[GameEvent, None]:
        """Yield a game's events as the caller may read them."""
        player = await info.context.player()
        try:
            async for recorded in info.context.services.watching.follow(game_id(game), player, after):
                yield recorded  # type: ignore[misc]
        except Refusal as refusal:
            raise refused(refusal) from refusal

"""The subscription to the caller's own seeks, which keeps them open."""

from __future__ import annotations

from collections.abc import AsyncGenerator

import strawberry

from api.graphql.context import Context
from api.graphql.seeks.types import Seek, shown_seeks
from api.graphql.subscriptions.stream_errors import Progress, fair_turn, resumable


@strawberry.type(description="Your seeks as they are now; replace what you have.")
class MySeeksUpdate:
    """All seeks of the subscriber."""

    seeks: list[Seek] = strawberry.field(
        description="Your seeks, the oldest first. A seek is gone when its game has started, when you cancel "
        "it, and when you do not take your seat in time."
    )


async def my_seeks(context: Context) -> AsyncGenerator[MySeeksUpdate]:
    """Yield the caller's seeks, then again after each change; failures are top-level errors."""
    player = await context.require_player()
    with (
        resumable(Progress(), context),
        context.services.seeks.subscription_of(player, context.account.address) as follower,
    ):
        while True:
            states = await follower.next()
            await fair_turn(context)
            yield MySeeksUpdate(seeks=shown_seeks(context, player, states))

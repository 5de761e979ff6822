"""Read-your-writes on request: queries can wait until read models have caught up with the log."""

from __future__ import annotations

from typing import Annotated, Final

import strawberry

from api.graphql.context import Context
from api.graphql.errors.faults import fault
from projections.engine.projector import NotFresh, ProjectionStopped

FRESH_TIMEOUT: Final = 2.0
"""Maximum seconds that a query waits for its read models to catch up with the log."""

UpToDateArgument = Annotated[
    bool,
    strawberry.argument(
        description="Wait until the answer includes all that happened before the query, "
        f"at most {FRESH_TIMEOUT:.0f} seconds; otherwise the answer may be a moment old."
    ),
]


async def wait_until_up_to_date(context: Context, *names: str) -> None:
    """Wait until read models have caught up with the log's current end; a timeout is a top-level error."""
    context.cacheable = False
    try:
        await context.services.projector.fresh(FRESH_TIMEOUT, *names)
    except (NotFresh, ProjectionStopped) as error:
        text = "The answer cannot be brought up to date now: ask without `upToDate`, or try again soon."
        raise fault("NOT_UP_TO_DATE", text) from error
    context.services.read_model_states.expire()

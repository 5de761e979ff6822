"""Age of the results of read models: the hour up to which they are complete.

Positions in the log, and exact moments, would tell when something happened in private games.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final

import strawberry

from api.graphql.context import Context
from api.graphql.types.derivation import described
from projections.engine.status import Condition, ProjectionStatus

CURRENT_WITHIN: Final = 60.0
"""Seconds for which a read model may lack an event and still count as current. A shorter time would tell a
caller who asks often at which moment something happened in a private game."""


@strawberry.type(
    description="How complete a result is. It is computed from records that follow the log of all games, "
    "as a rule within a fraction of a second."
)
class AsOf:
    """The age of a result."""

    current: bool = described("Whether the result includes all that happened until a minute ago.")
    hour: datetime | None = described(
        "The hour, in UTC, before whose beginning nothing is missing; null if the result is current, and if "
        "the hour cannot be told."
    )
    rebuilding: bool = described(
        "Whether the records are being built anew. Until they are complete, the result is computed from the "
        "former ones, which still follow the log."
    )
    stopped: bool = described(
        "Whether the records do not follow the log any more, until an operator mends them."
    )

    @classmethod
    def of(cls, *states: ProjectionStatus) -> AsOf:
        """Return the age of a result that is computed from all these read models."""
        late = [each for each in states if each.behind is None or each.behind > CURRENT_WITHIN]
        missing = [each.missing_at for each in late if each.missing_at is not None]
        is_known = len(missing) == len(late) > 0
        return cls(
            current=not late,
            hour=min(missing).replace(minute=0, second=0, microsecond=0) if is_known else None,
            rebuilding=any(each.condition is Condition.REBUILDING for each in states),
            stopped=any(each.failed_position is not None for each in states),
        )


async def as_of(context: Context, *names: str) -> AsOf:
    """Return the age of a result of read models. Read it before their rows, which are not older then."""
    return AsOf.of(*await context.services.read_model_states.of(*names))

"""The log in the schema: its signed checkpoints, and proofs that it only grows."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Final

import strawberry

from api.graphql.context import Info, or_not_ready
from api.graphql.errors.faults import refused
from api.graphql.errors.null_fields import null_beside_error
from api.graphql.execution.field_price import price
from api.graphql.execution.list_sizes import at_most
from api.graphql.types.derivation import described
from api.graphql.types.scalars import Position
from application.refusals import UnknownCheckpoint
from application.transparency.checkpoint_table import SignedCheckpoint
from projections.transparency.log_proofs import SignedLogProofs

TREE: Final = "The tree of the log"
"""The name of the read model of proofs in errors."""
CHECKPOINT_PRICE: Final = 100
GROWTH_PRICE: Final = 500
MAX_HASHES: Final = 80
"""More hashes than the proof of any log that can be stored has."""

_FromSize = Annotated[
    Position, strawberry.argument(name="from", description="The size of the earlier checkpoint.")
]
_ToSize = Annotated[Position, strawberry.argument(name="to", description="The size of the later checkpoint.")]


@strawberry.type(
    description="A statement of the server about its log: how many events it had, and a hash of them all. It "
    "is signed at fixed times. Who keeps one can later see whether the server has changed anything before it."
)
class Checkpoint:
    """A signed checkpoint."""

    size: Position = described("The number of events in the log.")
    note: str = described("The signed note: https://c2sp.org/tlog-checkpoint.")
    signed_at: datetime = described("The time at which this size was signed first.")

    @classmethod
    def of(cls, signed: SignedCheckpoint) -> Checkpoint:
        """Return a signed checkpoint as the schema shows it."""
        return cls(size=Position(signed.size), note=signed.note, signed_at=signed.at)


@strawberry.type(description="The log of all events of all games, as far as everyone may know of it.")
class Log:
    """The server's log."""

    verifier_key: str = described(
        "The key that verifies the notes of checkpoints: https://c2sp.org/signed-note. When its "
        "name changes, the log was restored from a backup or has lost its key."
    )
    checkpoint: Checkpoint | None = strawberry.field(
        metadata=price(CHECKPOINT_PRICE), description="The latest checkpoint; null until one is signed."
    )

    @classmethod
    async def read(cls, proofs: SignedLogProofs) -> Log:
        """Return the log as it is now."""
        state = await proofs.state()
        latest = state.checkpoint
        return cls(
            verifier_key=state.verifier_key, checkpoint=None if latest is None else Checkpoint.of(latest)
        )

    @strawberry.field(
        metadata=price(GROWTH_PRICE),
        directives=[at_most(MAX_HASHES)],
        description="The proof that the log of one checkpoint is the beginning of that of another: hashes in "
        "Base64, as in RFC 9162, section 2.1.4. Empty for equal sizes. "
        + null_beside_error("no checkpoint of one of the sizes was signed, or the first one is larger"),
    )
    async def consistency(self, info: Info, old: _FromSize, new: _ToSize) -> list[str] | None:
        """Return the consistency proof between two signed sizes."""
        growth = info.context.services.log_proofs.growth(old, new)
        try:
            return list(await or_not_ready(TREE, growth))
        except UnknownCheckpoint as unknown:
            raise refused(unknown, at=("to" if unknown.size == new else "from",)) from unknown

"""The field `Game.proof`: the proof that a finished game is in the log."""

from __future__ import annotations

from typing import Any, Final

import strawberry

from api.graphql.context import Context, Info, or_not_ready
from api.graphql.execution.field_price import price
from api.graphql.games.game_reference import GameReference
from api.graphql.games.listed_game import ListedGame
from api.graphql.games.types import Game
from api.graphql.games.viewed_game import ViewedGame
from api.graphql.log.log_fields import TREE, Checkpoint
from api.graphql.types.added_fields import add_fields
from api.graphql.types.derivation import described
from api.graphql.types.scalars import Version
from domain.state import OVER

PRICE: Final = 100
"""The price of reading the hashes of a proof."""


@strawberry.type(
    description="The proof that a game is in the log. Who has the records of the game can compute its head, "
    "and with the proof the root of the checkpoint."
)
class GameProof:
    """A proof in the form of C2SP."""

    version: Version = described("The version of the game whose head is proven.")
    text: str = described("The proof: https://c2sp.org/tlog-proof. Its leaf is the head of the game.")
    checkpoint: Checkpoint = described("The checkpoint in which the game is.")


async def proof_of(context: Context, game: Any) -> GameProof | None:
    """Return the proof of a game, None until all of it is in a checkpoint."""
    shown: ViewedGame | ListedGame = (
        await game.completed(context) if isinstance(game, GameReference) else game
    )
    if shown.stage not in OVER:
        return None
    found = await or_not_ready(TREE, context.services.log_proofs.of_game(shown.game))
    if found is None or found.version != shown.version:
        # The tree does not have the last events yet, and nothing is proven of a game that goes on.
        return None
    return GameProof(
        version=Version(found.version), text=found.text, checkpoint=Checkpoint.of(found.checkpoint)
    )


class _Proofs:
    """The proof of a game; `self` is a `ViewedGame`, a `ListedGame` or a `GameReference`."""

    @strawberry.field(
        metadata=price(PRICE),
        description="The proof that the game is in the log, up to its last event; null until the game is "
        "over and in a checkpoint, which takes a minute.",
    )
    async def proof(self, info: Info) -> GameProof | None:
        """Return the proof of the game."""
        return await proof_of(info.context, self)


add_fields(Game, _Proofs)

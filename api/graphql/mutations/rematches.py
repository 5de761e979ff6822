"""The mutation `rematch`, which creates the rematch of a game or takes a seat in it."""

from __future__ import annotations

from typing import Annotated, Any, Final

import strawberry

from api.graphql.context import Context, Info, command_key, game_id
from api.graphql.limits.rates import CallKind
from api.graphql.mutations.payloads import command_payload
from api.graphql.mutations.table_names import sit_down
from api.graphql.types.derivation import description, enum_type, field_descriptions
from application.codec import GameId
from application.games.command_handler import CommandOutcome
from domain.events import MissingPlayers
from domain.refusals import Refusal
from domain.rematch.command import Rematch

enum_type(MissingPlayers)
_TEXTS: Final = field_descriptions(Rematch)


@strawberry.input(description=description(Rematch))
class RematchInput:
    """The game to play again."""

    game: strawberry.ID = strawberry.field(description="The game that is over.")
    missing: MissingPlayers | None = strawberry.field(default=None, description=_TEXTS["missing"])
    commitment: str | None = strawberry.field(default=None, description=_TEXTS["commitment"])
    command_id: strawberry.ID | None = strawberry.field(
        default=None,
        description="An id of your choice for this command, unique among your commands in the rematch. A "
        "repeat with the same id returns the first result again.",
    )


REMATCH: Final = command_payload(Rematch)


async def _rematch(
    info: Info, input: Annotated[RematchInput, strawberry.argument(description="The fields of the mutation.")]
) -> Any:
    context = info.context
    player = await context.charge_mutation(CallKind.LOBBY)
    command_id = command_key(input.command_id)
    try:
        command = Rematch(by=player, missing=input.missing, commitment=input.commitment)
        outcome = await _carry_out(context, game_id(input.game), command, command_id)
    except Refusal as refusal:
        context.note_refusal(refusal)
        return REMATCH.refused(refusal, input)
    return REMATCH.accepted.of(outcome, player)


async def _carry_out(
    context: Context, previous: GameId, command: Rematch, command_id: str | None
) -> CommandOutcome:
    """Join the rematch, or create it within the rates and quotas of new tables; raises a Refusal."""
    rematches, quotas = context.services.rematches, context.services.quotas

    async def join(game: GameId, command: Rematch, command_id: str | None) -> CommandOutcome:
        return await sit_down(context, game, command, command_id, None)

    game, exists = await rematches.find(previous, command.by)
    if exists:
        return await rematches.join(previous, game, command, command_id, join)
    await context.charge(CallKind.TABLES)
    caller = command.by, context.account.address
    async with quotas.tables.reserve(*caller) as table, quotas.machines.reserve(*caller) as with_machines:
        outcome = await rematches.carry_out(previous, command, command_id, join=join)
        created = outcome.view.game
        if created.organizer == command.by:
            table(outcome.game)
            if any(seat.machine for seat in created.seats):
                with_machines(outcome.game)
        return outcome


def rematch_mutations() -> dict[str, Any]:
    """Return the mutation of rematches, keyed by its Python name."""
    return {"rematch": REMATCH.field(_rematch, description(Rematch))}

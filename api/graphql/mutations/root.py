"""Mutations: one for each intention; mutations in a game are derived from the domain's commands."""

from __future__ import annotations

import types
from collections.abc import Iterator
from functools import partial
from typing import Annotated, Any

import msgspec
import strawberry
from msgspec import NODEFAULT

from api.graphql.context import Info, command_key, game_id
from api.graphql.games.reading import current_game
from api.graphql.invitations.mutations import invitation_mutations
from api.graphql.limits.rates import CallKind
from api.graphql.mutations.accounts.account import account_mutations
from api.graphql.mutations.accounts.account_links import account_link_mutations
from api.graphql.mutations.accounts.device_codes import device_code_mutations
from api.graphql.mutations.accounts.sessions import session_mutations
from api.graphql.mutations.commands import carry_out, create, kind_of
from api.graphql.mutations.moderation.actions import moderation_mutations
from api.graphql.mutations.moderation.game_commands import reason_field, recorded
from api.graphql.mutations.payloads import command_payload
from api.graphql.mutations.rematches import rematch_mutations
from api.graphql.mutations.talk import talk_mutations
from api.graphql.seeks.mutations import seek_mutations
from api.graphql.types.derivation import description, fields
from api.graphql.types.moves_and_offers import commands, own_fields
from api.graphql.types.option_inputs import OptionInput, options_of
from api.graphql.types.scalars import Version
from application.refusals import UnknownPlayer
from domain.commands import OPERATOR_COMMANDS, Command, CreateGame, InvitePlayer, command_name
from domain.events import Access
from domain.lobby.invitations import require_may_invite
from domain.refusals import Refusal

_COMMAND_ID = (
    "An id of your choice for this command, unique among your commands in the game. A repeat with the same "
    "id returns the first result again, so you can safely repeat a command when its answer was lost."
)


@strawberry.input(description=description(CreateGame))
class CreateGameInput:
    """The settings of a new game."""

    variant: str = strawberry.field(description="The name of the variant to play.")
    access: Access = strawberry.field(
        default=Access.PUBLIC, description="The players who may find and join the game."
    )
    options: list[OptionInput] = strawberry.field(
        default_factory=list, description="Options by name; options that you omit have their defaults."
    )
    command_id: strawberry.ID | None = strawberry.field(
        default=None, description=_COMMAND_ID.replace(" in the game", " for new games")
    )


CREATE_GAME = command_payload(CreateGame)


async def _create_game(
    info: Info,
    input: Annotated[CreateGameInput, strawberry.argument(description="The fields of the mutation.")],
) -> Any:
    context = info.context
    player = await context.charge_mutation(CallKind.TABLES)
    command_id = command_key(input.command_id)
    try:
        options = options_of(input.options)
        command = CreateGame(by=player, variant=input.variant, access=input.access, options=options)
        outcome = await create(context, command, command_id)
    except Refusal as refusal:
        context.note_refusal(refusal)
        return CREATE_GAME.refused(refusal, input)
    return CREATE_GAME.accepted.of(outcome, player)


def _input_type(command: type[Command]) -> type:
    own = [field for field in msgspec.structs.fields(command) if field.name != "by"]
    body = fields(command, names=tuple(field.name for field in own), player=strawberry.ID)
    for field in own:
        if field.default is not NODEFAULT:
            body[field.name].default = field.default
            if field.default is not None:
                # The default of a nullable field is not in the schema: to omit it is the same as null.
                body[field.name].default_value = field.default
    body |= {
        "game": strawberry.field(description="The game."),
        "command_id": strawberry.field(default=None, description=_COMMAND_ID),
        "expected_version": strawberry.field(
            default=None,
            description="The version that the game must have; otherwise the command is refused with "
            "VersionConflict.",
        ),
    }
    body["__annotations__"] |= {
        "game": strawberry.ID,
        "command_id": strawberry.ID | None,
        "expected_version": Version | None,
    }
    if command in OPERATOR_COMMANDS:
        body["__annotations__"]["reason"], body["reason"] = reason_field(command)
    made = types.new_class(f"{command.__name__}Input", (), {}, lambda space: space.update(body))
    return strawberry.input(made, description=description(command))


async def _check_player(info: Info, game: strawberry.ID, command: Command) -> None:
    if isinstance(command, InvitePlayer) and await info.context.services.players.get(command.player) is None:
        # The game first: a caller who may not know of it, or may not invite, learns only that.
        require_may_invite((await current_game(info.context, game)).state, command.by)
        raise UnknownPlayer(command.player)


def _mutation(command: type[Command]) -> Any:
    input_type = _input_type(command)
    own = own_fields(command)
    kind = kind_of(command)
    payload = command_payload(command)

    async def resolve(info: Info, input: Any) -> Any:
        context = info.context
        player = await context.charge_mutation(kind)
        if command in OPERATOR_COMMANDS:
            await context.require_operator()
        given = {
            name: tuple(value) if isinstance(value := getattr(input, name), list) else value for name in own
        }
        request = command(by=player, **given)
        command_id = command_key(input.command_id)
        try:
            await _check_player(info, input.game, request)
            game = game_id(input.game)
            work = partial(carry_out, context, game, request, command_id, input.expected_version)
            if command in OPERATOR_COMMANDS:
                outcome = await recorded(context, game, request, input.reason, command_id, work)
            else:
                outcome = await work()
        except Refusal as refusal:
            context.note_refusal(refusal)
            return payload.refused(refusal, input)
        return payload.accepted.of(outcome, player)

    annotated_input: Any = Annotated[
        input_type,
        strawberry.argument(description="The fields of the mutation."),
    ]
    resolve.__annotations__ = {"info": Info, "input": annotated_input, "return": Any}
    return payload.field(resolve, description(command))


def _body() -> Iterator[tuple[str, Any]]:
    yield from account_mutations().items()
    yield from session_mutations().items()
    yield from device_code_mutations().items()
    yield from account_link_mutations().items()
    yield from invitation_mutations().items()
    yield from talk_mutations().items()
    yield from seek_mutations().items()
    yield from moderation_mutations().items()
    yield "create_game", CREATE_GAME.field(_create_game, description(CreateGame))
    yield from rematch_mutations().items()
    for command in commands():
        yield command_name(command), _mutation(command)


def mutation_type() -> type:
    """Return the root of all mutations."""
    made = types.new_class("Mutation", (), {}, lambda space: space.update(dict(_body())))
    return strawberry.type(made, description="All mutations.")

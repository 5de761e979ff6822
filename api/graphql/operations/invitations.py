"""Invitations by link: seated players create them; anyone who has the link can view or accept one."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

import strawberry

from api.graphql.context import Context, Info, command_key, game_id
from api.graphql.limits.rates import Kind
from api.graphql.operations.table_names import sit_down
from api.graphql.types.derivation import OptionSetting, description, settings
from api.graphql.types.field_values import Refused
from api.graphql.types.games import Player, people
from api.graphql.types.mutation_results import REFUSALS, CommandAccepted, CommandResult, union
from api.graphql.types.scalars import Version
from api.identity.invitations import Invitation as Token
from application.refusals import UnknownGame
from domain.commands import AcceptInvitation
from domain.events import Access
from domain.lobby import admits_by_link, require_may_invite
from domain.refusals import GameAlreadyStarted, GameIsOver, InvalidInvitation, NotSeated, Refusal
from domain.state import Game, Stage


@strawberry.type(description="An invitation by link.")
class InvitationLink:
    """A new invitation by link, for the inviter to share."""

    token: str = strawberry.field(
        description="Lets in whoever sends it with `acceptInvitation`, as often as there are seats, as long "
        "as you sit at the table and the game has not started. The page is at `/join/TOKEN`."
    )
    expires_at: datetime = strawberry.field(description="When it is good no more.")


@strawberry.input(description="Invite by a link.")
class CreateInvitationLinkInput:
    """The game to invite to."""

    game: strawberry.ID = strawberry.field(description="The game.")


@strawberry.input(description=description(AcceptInvitation))
class AcceptInvitationInput:
    """The invitation to accept."""

    token: str = strawberry.field(description="The invitation.")
    command_id: strawberry.ID | None = strawberry.field(
        default=None,
        description="An id of your choice for this command; a repeat gives the first outcome again.",
    )
    expected_version: Version | None = strawberry.field(
        default=None,
        description="Refuse the command with a VersionConflict unless the game stands at this version.",
    )


@strawberry.type(description="What an invitation by link leads to.")
class Invitation:
    """The game of an invitation, as a spectator sees it."""

    game: strawberry.ID = strawberry.field(description="The game.")
    variant: str = strawberry.field(description="Which game is played.")
    options: list[OptionSetting] = strawberry.field(description="Every option of the variant with its value.")
    access: Access = strawberry.field(description="Who may find and join the game.")
    organizer: Player | None = strawberry.field(
        description="Who set the game up, or inherited that; null when all have left."
    )
    inviter: Player = strawberry.field(description="Who invites.")
    players: list[Player] = strawberry.field(description="Who sits at the table, from seat 0 on.")
    seats: int = strawberry.field(description="How many seats there are.")
    seated: bool = strawberry.field(description="Whether you sit there already.")
    expires_at: datetime = strawberry.field(description="When the invitation is good no more.")


InvitationLinkResult: Any = union(
    "InvitationLinkResult",
    (
        InvitationLink,
        *(REFUSALS[each] for each in (GameAlreadyStarted, GameIsOver, NotSeated, UnknownGame)),
    ),
    "What became of the wish for an invitation by link.",
)


async def invitation_of(
    info: Info, token: Annotated[str, strawberry.argument(description="The invitation.")]
) -> Invitation | None:
    """Return the game of an invitation, None for an invalid invitation."""
    context = info.context
    player = await context.player()
    try:
        said = context.services.identity.invitations.read(token)
        # Read as the inviter, since the caller may not see a private game yet; the answer has only what a
        # spectator would see.
        _, view = await context.services.reading.current(said.game, said.inviter)
    except (InvalidInvitation, UnknownGame):
        return None
    game = view.game
    seated = game.seat_of(player) is not None
    if not seated and not (_is_open(game, said) and admits_by_link(game, player) and await _is_good(context, said)):
        return None
    names = await context.names({*people(view), said.inviter})
    return Invitation(
        game=strawberry.ID(str(said.game)),
        variant=game.variant,
        options=settings(game.options),
        access=game.access,
        organizer=Player.of(game.organizer, names) if game.organizer else None,
        inviter=Player.of(said.inviter, names),
        players=[Player.of(seat.player, names) for seat in game.seats],
        seats=game.rules.seats[-1],
        seated=seated,
        expires_at=said.expires_at,
    )


def _is_open(game: Game, said: Token) -> bool:
    return game.stage is Stage.WAITING_FOR_PLAYERS and game.seat_of(said.inviter) is not None


async def _is_good(context: Context, said: Token) -> bool:
    """Return whether an invitation has not expired and its inviter has not been erased."""
    return not said.expired and await context.services.players.get(said.inviter) is not None


async def _create_link(
    info: Info,
    input: Annotated[CreateInvitationLinkInput, strawberry.argument(description="What is wanted.")],
) -> Any:
    context = info.context
    player = await context.commanding(Kind.LOBBY)
    try:
        game = game_id(input.game)
        _, view = await context.services.reading.current(game, player)
        require_may_invite(view.game, player)
    except Refusal as refusal:
        return Refused(refusal)
    token, expires_at = context.services.identity.invitations.token(game, player)
    return InvitationLink(token=token, expires_at=expires_at)


async def _accept(
    info: Info,
    input: Annotated[AcceptInvitationInput, strawberry.argument(description="What is wanted.")],
) -> Any:
    context = info.context
    games = context.services.games
    player, command_id = await context.commanding(Kind.LOBBY), command_key(input.command_id)
    try:
        said = context.services.identity.invitations.read(input.token)
        command = AcceptInvitation(by=player, inviter=said.inviter)
        if await _is_good(context, said):
            outcome = await sit_down(context, said.game, command, command_id, input.expected_version)
        elif (repeated := await games.repeated(said.game, command, command_id)) is not None:
            outcome = repeated
        else:
            raise InvalidInvitation
    except Refusal as refusal:
        return Refused(refusal)
    return await CommandAccepted.of(outcome, player, context)


def invitation_mutations() -> dict[str, Any]:
    """Return the mutations of invitations by link, keyed by their Python names."""
    return {
        "create_invitation_link": strawberry.mutation(
            _create_link,
            graphql_type=InvitationLinkResult,
            description="Make an invitation that lets in whoever has it, also to a private game; any seated "
            "player may before the start. Nothing is recorded until somebody accepts it.",
        ),
        "accept_invitation": strawberry.mutation(
            _accept, graphql_type=CommandResult, description=description(AcceptInvitation)
        ),
    }

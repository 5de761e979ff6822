"""Mutations of invitations by link: seated players create them; anyone who has the link can accept one."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

import strawberry

from api.graphql.context import Info, command_key, game_id
from api.graphql.execution.answer_marks import SECRET
from api.graphql.limits.rates import CallKind
from api.graphql.mutations.payloads import command_payload, payload
from api.graphql.mutations.table_names import sit_down
from api.graphql.queries.invitations import is_valid
from api.graphql.types.derivation import description
from api.graphql.types.scalars import Version
from application.refusals import UnknownGame
from domain.commands import AcceptInvitationLink
from domain.lobby.invitations import MAY_NOT_INVITE, require_may_invite
from domain.refusals import InvalidInvitationLink, Refusal, UnknownRules


@strawberry.type(description="An invitation by link.")
class InvitationLink:
    """A new invitation by link, for the inviter to share."""

    token: str = strawberry.field(
        metadata=SECRET,
        description="A secret that lets anyone join with `acceptInvitationLink` while there are free seats, "
        "you sit at the table and the game has not started. The page of the invitation is "
        "`/join/TOKEN`.",
    )
    expires_at: datetime = strawberry.field(description="The time at which the invitation expires.")


@strawberry.type(description="The invitation by link is created.")
class CreateInvitationLinkAccepted:
    """A new invitation by link."""

    invitation_link: InvitationLink = strawberry.field(description="The invitation.")


@strawberry.input(description="Create an invitation by link.")
class CreateInvitationLinkInput:
    """The game to invite to."""

    game: strawberry.ID = strawberry.field(description="The game.")


@strawberry.input(description=description(AcceptInvitationLink))
class AcceptInvitationLinkInput:
    """The invitation to accept."""

    token: str = strawberry.field(description="The token of the invitation.")
    command_id: strawberry.ID | None = strawberry.field(
        default=None,
        description="An id of your choice for this command. A repeat with the same id returns the first "
        "result again.",
    )
    expected_version: Version | None = strawberry.field(
        default=None,
        description="The version that the game must have; otherwise the command is refused with "
        "VersionConflict.",
    )


CREATE_INVITATION_LINK = payload(
    "createInvitationLink", CreateInvitationLinkAccepted, (UnknownGame, UnknownRules, *MAY_NOT_INVITE)
)
ACCEPT_INVITATION_LINK = command_payload(AcceptInvitationLink)


async def _create_link(
    info: Info,
    input: Annotated[
        CreateInvitationLinkInput, strawberry.argument(description="The fields of the mutation.")
    ],
) -> Any:
    context = info.context
    player = await context.charge_mutation(CallKind.LOBBY)
    try:
        game = game_id(input.game)
        _, view = await context.services.reading.current(game, player)
        require_may_invite(view.game, player)
    except Refusal as refusal:
        return CREATE_INVITATION_LINK.refused(refusal, input)
    token, expires_at = context.services.identity.invitations.token(game, player)
    return CreateInvitationLinkAccepted(invitation_link=InvitationLink(token=token, expires_at=expires_at))


async def _accept(
    info: Info,
    input: Annotated[
        AcceptInvitationLinkInput, strawberry.argument(description="The fields of the mutation.")
    ],
) -> Any:
    context = info.context
    games = context.services.games
    player, command_id = await context.charge_mutation(CallKind.LOBBY), command_key(input.command_id)
    game = None
    try:
        invitation = context.services.identity.invitations.read(input.token)
        game = str(invitation.game)
        command = AcceptInvitationLink(by=player, inviter=invitation.inviter)
        if await is_valid(context, invitation):
            outcome = await sit_down(context, invitation.game, command, command_id, input.expected_version)
        elif (repeated := await games.repeated(invitation.game, command, command_id)) is not None:
            outcome = repeated
        else:
            raise InvalidInvitationLink
    except Refusal as refusal:
        context.note_refusal(refusal)
        return ACCEPT_INVITATION_LINK.refused(refusal, input, game=game)
    return ACCEPT_INVITATION_LINK.accepted.of(outcome, player)


def invitation_mutations() -> dict[str, Any]:
    """Return the mutations of invitations by link, keyed by their Python names."""
    return {
        "create_invitation_link": CREATE_INVITATION_LINK.field(
            _create_link,
            "Create an invitation that lets anyone with its link join, even a private game. "
            "Every seated player may do this before the game starts. Nothing is recorded until a"
            " player accepts.",
        ),
        "accept_invitation_link": ACCEPT_INVITATION_LINK.field(
            _accept,
            description(AcceptInvitationLink),
        ),
    }

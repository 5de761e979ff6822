"""Mutations of invitations by link: seated players create them; anyone who has the link can accept one."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

import strawberry

from api.graphql.context import Info, Services, command_key, game_id
from api.graphql.execution.answer_marks import SECRET
from api.graphql.invitations.lookup import is_valid, open_invitation, read_invitation
from api.graphql.limits.rates import CallKind
from api.graphql.mutations.accounts.sessions import still_signed_in
from api.graphql.mutations.payloads import command_payload, payload
from api.graphql.mutations.table_names import sit_down
from api.graphql.types.derivation import description
from api.graphql.types.scalars import Version
from api.identity.invitations import Invitation
from application.refusals import UnknownGame
from domain.commands import AcceptInvitationLink
from domain.events import PlayerId
from domain.lobby.invitations import MAY_NOT_INVITE, require_may_invite
from domain.refusals import InvalidInvitationLink, Refusal, UnknownRules


@strawberry.type(description="An invitation by link.")
class InvitationLink:
    """A new invitation by link, for the inviter to share."""

    code: str = strawberry.field(
        metadata=SECRET,
        description="A secret of 12 letters and digits that lets anyone join with `acceptInvitationLink` "
        "while there are free seats. The page of the invitation is `/j/CODE`. Until it expires you get the "
        "same code each time. It ends for ever when you leave the table, and when the game starts.",
    )
    token: str = strawberry.field(
        metadata=SECRET,
        description="A longer secret for the same, with the page `/join/TOKEN`. It is valid while you sit at "
        "the table and the game has not started.",
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

    token: str = strawberry.field(description="The code of the invitation, or the token of an older link.")
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
        version, view = await context.services.reading.current(game, player)
        require_may_invite(view.game, player)
        code = await still_signed_in(context.services.invitation_codes.create(game, version, player))
    except Refusal as refusal:
        return CREATE_INVITATION_LINK.refused(refusal, input)
    token, expires_at = context.services.identity.invitations.token(game, player)
    link = InvitationLink(code=code.text, token=token, expires_at=min(code.expires_at, expires_at))
    return CreateInvitationLinkAccepted(invitation_link=link)


async def _accept(
    info: Info,
    input: Annotated[
        AcceptInvitationLinkInput, strawberry.argument(description="The fields of the mutation.")
    ],
) -> Any:
    context = info.context
    services = context.services
    player, command_id = await context.charge_mutation(CallKind.LOBBY), command_key(input.command_id)
    game = None
    try:
        invitation = await read_invitation(services, input.token, context.account.address, player)
        command = AcceptInvitationLink(by=player, inviter=invitation.inviter)
        if await _leads_to_its_game(services, invitation, player):
            game = str(invitation.game)
            outcome = await sit_down(context, invitation.game, command, command_id, input.expected_version)
        elif (repeated := await services.games.repeated(invitation.game, command, command_id)) is not None:
            outcome = repeated
        else:
            raise InvalidInvitationLink
    except Refusal as refusal:
        context.note_refusal(refusal)
        return ACCEPT_INVITATION_LINK.refused(refusal, input, game=game)
    return ACCEPT_INVITATION_LINK.accepted.of(outcome, player)


async def _leads_to_its_game(services: Services, invitation: Invitation, player: PlayerId) -> bool:
    """Return whether a player gets the game's own answer.

    Of a code that is not live, only seated players learn what has become of its game.
    """
    if not invitation.is_code:
        return await is_valid(services, invitation)
    try:
        opened = await open_invitation(services, invitation)
    except InvalidInvitationLink:
        return False
    return opened.is_live or opened.is_seated(player)


def invitation_mutations() -> dict[str, Any]:
    """Return the mutations of invitations by link, keyed by their Python names."""
    return {
        "create_invitation_link": CREATE_INVITATION_LINK.field(
            _create_link,
            "Create an invitation that lets anyone with its link join, even a private game. "
            "Every seated player may do this before the game starts. The log records nothing "
            "until a player accepts.",
        ),
        "accept_invitation_link": ACCEPT_INVITATION_LINK.field(
            _accept,
            description(AcceptInvitationLink),
        ),
    }

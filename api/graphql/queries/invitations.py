"""Invitations by link in the schema: anyone who has a link can view its game."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

import strawberry

from api.graphql.context import Context, Info
from api.graphql.execution.list_sizes import at_most
from api.graphql.games.game_reference import GameReference
from api.graphql.games.types import Game as GameType
from api.graphql.types.derivation import OptionSetting, settings
from api.graphql.types.players import Player
from api.graphql.types.table_sizes import MAX_SEATS
from api.graphql.types.variants import Variant
from api.identity.invitations import Invitation as Token
from application.refusals import UnknownGame
from domain.events import Access, PlayerId
from domain.lobby.seats import admits_by_link
from domain.refusals import InvalidInvitationLink
from domain.state import Game, Stage


@strawberry.type(description="The game that an invitation by link is for.")
class Invitation:
    """The game of an invitation, as a spectator sees it."""

    game: GameReference | None = strawberry.field(
        graphql_type=GameType | None,
        description="The game; null if it is private and you have no seat in it, nor an invitation from "
        "a player to you.",
    )
    variant: str = strawberry.field(graphql_type=Variant, description="The variant.")
    options: list[OptionSetting] = strawberry.field(
        description="All options of the variant with their values."
    )
    access: Access = strawberry.field(description="The players who may find and join the game.")
    organizer: PlayerId | None = strawberry.field(
        graphql_type=Player | None,
        description="The player who created the game or took over from its creator; null when all players "
        "have left.",
    )
    inviter: PlayerId = strawberry.field(graphql_type=Player, description="The player who invites.")
    players: list[PlayerId] = strawberry.field(
        graphql_type=list[Player],
        directives=[at_most(MAX_SEATS)],
        description="The seated players, from seat 0 on.",
    )
    max_players: int = strawberry.field(description="The maximum number of players.")
    seated: bool = strawberry.field(description="Whether you already sit at the table.")
    expires_at: datetime = strawberry.field(description="The time at which the invitation expires.")


async def invitation_of(
    info: Info, token: Annotated[str, strawberry.argument(description="The token of the invitation.")]
) -> Invitation | None:
    """Return the game of an invitation, None for an invalid invitation."""
    context = info.context
    player = await context.player()
    try:
        invitation = context.services.identity.invitations.read(token)
        # Read as the inviter, since the caller may not see a private game yet; the answer has only what a
        # spectator would see.
        _, view = await context.services.reading.current(invitation.game, invitation.inviter)
    except (InvalidInvitationLink, UnknownGame):
        return None
    game = view.game
    seated = game.seat_of(player) is not None
    if not seated and not (
        _is_open(game, invitation) and admits_by_link(game, player) and await is_valid(context, invitation)
    ):
        return None
    return Invitation(
        game=GameReference(invitation.game, player, is_current=True) if game.admits(player) else None,
        variant=game.variant,
        options=settings(game.options),
        access=game.access,
        organizer=game.organizer,
        inviter=invitation.inviter,
        players=[seat.player for seat in game.seats],
        max_players=game.rules.seats[-1],
        seated=seated,
        expires_at=invitation.expires_at,
    )


def _is_open(game: Game, invitation: Token) -> bool:
    return game.stage is Stage.WAITING_FOR_PLAYERS and game.seat_of(invitation.inviter) is not None


async def is_valid(context: Context, invitation: Token) -> bool:
    """Return whether an invitation has not expired and its inviter has not been erased."""
    return not invitation.expired and await context.services.players.get(invitation.inviter) is not None

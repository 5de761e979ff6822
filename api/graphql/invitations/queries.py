"""Invitations by link in the schema: anyone who has a link can view its game."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

import strawberry

from api.graphql.context import Info
from api.graphql.execution.list_sizes import at_most
from api.graphql.games.game_reference import GameReference
from api.graphql.games.types import Game as GameType
from api.graphql.invitations.lookup import open_invitation, read_invitation
from api.graphql.types.derivation import OptionSetting, settings
from api.graphql.types.players import Player
from api.graphql.types.table_sizes import MAX_SEATS
from api.graphql.types.variants import Variant
from domain.events import Access, PlayerId
from domain.refusals import InvalidInvitationLink


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
    info: Info,
    token: Annotated[
        str, strawberry.argument(description="The code of the invitation, or the token of an older link.")
    ],
) -> Invitation | None:
    """Return the game of an invitation, None for an invalid invitation."""
    context = info.context
    player = await context.player()
    try:
        found = await read_invitation(context.services, token, context.account.address, player)
        opened = await open_invitation(context.services, found)
    except InvalidInvitationLink:
        return None
    if not opened.is_shown_to(player):
        return None
    game = opened.game
    return Invitation(
        game=GameReference(found.game, player, is_current=True) if game.admits(player) else None,
        variant=game.variant,
        options=list(settings(game.options)),
        access=game.access,
        organizer=game.organizer,
        inviter=found.inviter,
        players=[seat.player for seat in game.seats],
        max_players=game.rules.seats[-1],
        seated=opened.is_seated(player),
        expires_at=found.expires_at,
    )

"""Reads what an invitation by link is for, from its short code or from the token of an older link.

For callers, a text that is no code is the same as a code that is void, in what they get and in the work.
"""

from __future__ import annotations

from datetime import UTC, datetime
from uuid import uuid4

from msgspec import Struct

from api.graphql.context import Services
from api.identity.invitations import Invitation
from application.refusals import UnknownGame
from domain.events import PlayerId
from domain.lobby.seats import admits_by_link
from domain.refusals import InvalidInvitationLink
from domain.state import Game, Stage


class OpenedInvitation(Struct, frozen=True, kw_only=True):
    """An invitation with its game."""

    invitation: Invitation
    game: Game
    is_live: bool
    """True while the game waits for players, the inviter sits there, and the invitation is valid."""

    def is_seated(self, player: PlayerId | None) -> bool:
        """Return whether a caller sits at the table already."""
        return self.game.seat_of(player) is not None

    def is_shown_to(self, player: PlayerId | None) -> bool:
        """Return whether a caller may see the invitation; a seated player may even if it is not live."""
        return self.is_seated(player) or (self.is_live and admits_by_link(self.game, player))


async def read_invitation(
    services: Services, secret: str, address: str, player: PlayerId | None
) -> Invitation:
    """Return what a token or a code is for, as a caller at an address gives it.

    Raises InvalidInvitationLink for a wrong token, and TooManyRequests for a code. A wrong code is one for a
    game that does not exist.
    """
    # A token is three texts with dots between them.
    if "." in secret:
        return services.identity.invitations.read(secret)
    services.rates.charge_invitation_code(address, player)
    found = await services.invitation_codes.find(secret)
    if found is None:
        now = datetime.now(UTC)
        return Invitation(game=uuid4(), inviter=uuid4().hex, expires_at=now, is_code=True, is_void=True)
    return Invitation(
        game=found.game,
        inviter=found.inviter,
        expires_at=found.expires_at,
        is_code=True,
        is_void=found.has_left,
    )


async def open_invitation(services: Services, invitation: Invitation) -> OpenedInvitation:
    """Return an invitation with its game.

    Raises InvalidInvitationLink if the inviter may not see the game.
    """
    try:
        # As the inviter, since the caller may not see a private game yet. Before the start nothing is private
        # to a seat, and later only a player with a seat gets anything of it.
        _, view = await services.reading.current(invitation.game, invitation.inviter)
    except UnknownGame as unknown:
        raise InvalidInvitationLink from unknown
    game = view.game
    is_open = game.stage is Stage.WAITING_FOR_PLAYERS and game.seat_of(invitation.inviter) is not None
    is_live = is_open and await is_valid(services, invitation)
    return OpenedInvitation(invitation=invitation, game=game, is_live=is_live)


async def is_valid(services: Services, invitation: Invitation) -> bool:
    """Return whether an invitation is neither void nor expired, and its inviter has not been erased."""
    if invitation.is_void or invitation.expired:
        return False
    return await services.players.get(invitation.inviter) is not None

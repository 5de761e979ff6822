"""The preview of an invitation in a chat: Open Graph tags in the page of a live code, and none otherwise."""

from __future__ import annotations

from html import escape
from typing import Final

from starlette.requests import Request

from api.client_address import client_address
from api.graphql.context import Services
from api.graphql.invitations.lookup import OpenedInvitation, open_invitation, read_invitation
from api.graphql.limits.rates import TooManyRequests
from api.variant_summaries import summary_of
from domain.events import PlayerId
from domain.refusals import InvalidInvitationLink

INVITATION_PAGE: Final = "/j/{code}"
"""The address of the page of an invitation."""


class InvitationPreview:
    """Writes previews. They have only what the page of the invitation shows to a spectator."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def tags(self, request: Request, picture: str) -> str:
        """Return the tags for the code in a request's address, nothing unless it is live.

        A caller above the rate of codes gets none either: a preview is not worth an error.
        """
        services = self._services
        try:
            code, address = request.path_params["code"], client_address(request.scope)
            opened = await open_invitation(services, await read_invitation(services, code, address, None))
        except (InvalidInvitationLink, TooManyRequests):
            return ""
        # A token has a longer address, whose page has no preview.
        if not (opened.is_live and opened.invitation.is_code):
            return ""
        origin = str(request.base_url).rstrip("/")
        title, description = await self._texts(opened)
        values = {
            "og:type": "website",
            "og:site_name": "Kibitz",
            "og:title": title,
            "og:description": description,
            "og:image": f"{origin}{picture}",
        }
        return "".join(
            f'<meta property="{name}" content="{escape(text)}">\n  ' for name, text in values.items()
        )

    async def _texts(self, opened: OpenedInvitation) -> tuple[str, str]:
        game, inviter = opened.game, opened.invitation.inviter
        players = [seat.player for seat in game.seats]
        known = await self._services.players.named({*players, inviter})

        def name(player: PlayerId) -> str:
            # Only machine players are not registered; their names are ids such as `machine-1`.
            return known[player].name if player in known else player.replace("-", " ").capitalize()

        most, free = game.rules.seats[-1], game.rules.seats[-1] - len(players)
        seats = (
            f"{free} of {most} seats {'is' if free == 1 else 'are'} free." if free else "All seats are taken."
        )
        sentences = (
            summary_of(game.variant),
            f"At the table: {listed([name(each) for each in players])}.",
            seats,
        )
        return f"{name(inviter)} invites you to play {game.rules.title}", " ".join(filter(None, sentences))


def listed(names: list[str]) -> str:
    """Return names as a list in a sentence: `Ann, Ben and Cy`."""
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last

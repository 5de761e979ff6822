"""The caller's session in the schema."""

from __future__ import annotations

from datetime import datetime

import strawberry

from api.graphql.context import Info
from api.graphql.errors.null_fields import null_beside_error
from api.graphql.execution.field_price import price
from api.graphql.queries.players.player_sessions import PlayerSession, current_session
from api.graphql.types.derivation import enum_type
from api.graphql.types.players import Player
from api.identity.caller import Caller, Role, ordered_roles
from domain.events import PlayerId

enum_type(Role)


@strawberry.type(description="Your session, as your token describes it.")
class Session:
    """A caller's session."""

    caller: strawberry.Private[Caller]
    player: PlayerId = strawberry.field(graphql_type=Player, description="You.")
    roles: list[Role] = strawberry.field(description="Your roles.")
    expires_at: datetime = strawberry.field(
        description="The time at which your token expires; open sockets and streams end then."
    )
    may_link: bool = strawberry.field(
        description="Whether a guest with your token can be linked by `linkAccount`: the server has an "
        "identity provider, and the token is this server's."
    )

    @strawberry.field(
        metadata=price(500),
        description="The session as it is listed in `me.sessions`; null if your identity provider signed you "
        f"in. {null_beside_error()}",
    )
    async def current(self, info: Info) -> PlayerSession | None:
        """Return the session of the caller's token."""
        return await current_session(info, self.caller)


async def session_of(info: Info) -> Session | None:
    """Return the caller with its roles and the expiry of its token, None for a spectator."""
    caller = await info.context.caller()
    if caller is None:
        return None
    return Session(
        caller=caller,
        player=caller.player,
        roles=ordered_roles(caller.roles),
        expires_at=caller.expires_at,
        may_link=info.context.services.identity.may_link(caller),
    )

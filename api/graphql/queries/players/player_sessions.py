"""The caller's sessions: where it is signed in."""

from __future__ import annotations

from datetime import UTC, datetime

import strawberry

from api.graphql.context import Info
from api.graphql.types.derivation import enum_type
from api.identity.caller import Caller, Role
from application.players.sessions import MAX_CLIENT, MAX_LISTED
from application.players.sessions import PlayerSession as StoredSession

enum_type(Role)

SESSIONS_TEXT = (
    f"Your sessions that have not ended, the most recently used first, {MAX_LISTED} at most. Those at an "
    "identity provider are not listed here."
)


@strawberry.type(
    description="A session of yours: it begins when you sign in on a device, and lasts until it expires "
    "without being renewed, or is ended."
)
class PlayerSession:
    """A session of a player."""

    session: strawberry.ID = strawberry.field(description="The session's id, for `endSession`.")
    is_current: bool = strawberry.field(description="Whether this request belongs to the session.")
    client: str | None = strawberry.field(
        description=f"The label that the client gave itself, at most {MAX_CLIENT} characters; null if it "
        "gave none."
    )
    roles: list[Role] = strawberry.field(description="The roles of the session's token.")
    created_at: datetime = strawberry.field(description="The time of the sign-in.")
    renewed_at: datetime | None = strawberry.field(
        description="The time of the last renewal of the token; null if it was not renewed."
    )
    last_used_at: datetime = strawberry.field(
        description="The time at which the session was last used, cut to the hour."
    )
    expires_at: datetime = strawberry.field(
        description="The time at which the session expires unless it is renewed."
    )


async def sessions_of(info: Info) -> list[PlayerSession] | None:
    """Return the caller's sessions, None for a spectator."""
    caller = await info.context.caller()
    return None if caller is None else await sessions_of_caller(info, caller)


async def sessions_of_caller(info: Info, caller: Caller) -> list[PlayerSession]:
    """Return the sessions of a caller, its current one first; it may have ended that a moment ago."""
    current = None if caller.session is None else caller.session.session
    listed = await info.context.services.identity.player_sessions.listed(caller)
    listed.sort(key=lambda each: each.id != current)
    return [_shown(each, current) for each in listed]


def _shown(session: StoredSession, current: str | None) -> PlayerSession:
    return PlayerSession(
        session=strawberry.ID(session.id),
        is_current=session.id == current,
        client=session.client,
        roles=[Role.PLAYER, Role.OPERATOR] if session.operator else [Role.PLAYER],
        created_at=moment(session.created),
        renewed_at=None if session.renewed is None else moment(session.renewed),
        last_used_at=moment(session.used),
        expires_at=moment(session.expires),
    )


def moment(seconds: int) -> datetime:
    """Return a time given in seconds since 1970."""
    return datetime.fromtimestamp(seconds, UTC)

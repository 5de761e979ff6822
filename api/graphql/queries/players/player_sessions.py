"""The caller's sessions: where it is signed in."""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, datetime

import strawberry

from api.graphql.context import Context, Info
from api.graphql.types.derivation import enum_type
from api.graphql.types.node import Node
from api.identity.caller import Caller, Role, ordered_roles
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
class PlayerSession(Node):
    """A session of a player."""

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
        description="The time of the last use, cut to the hour, but not before `createdAt`."
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
    sessions = await _read(info.context, caller)
    sessions.sort(key=lambda each: not each.is_current)
    return sessions


async def current_session(info: Info, caller: Caller) -> PlayerSession | None:
    """Return the session of a caller's token, None for a provider's token or one that has just ended."""
    if caller.session is None:
        return None
    found = await _read(info.context, caller, {caller.session.session})
    return found[0] if found else None


async def own_sessions(context: Context, ids: Collection[str]) -> dict[str, PlayerSession]:
    """Return the caller's sessions among some ids; those of others are as unknown as no sessions."""
    caller = await context.caller() if ids else None
    return {} if caller is None else {str(each.id): each for each in await _read(context, caller, ids)}


async def _read(
    context: Context, caller: Caller, among: Collection[str] | None = None
) -> list[PlayerSession]:
    current = None if caller.session is None else caller.session.session
    listed = await context.services.identity.sessions.listed(caller, among)
    return [_shown(each, current) for each in listed]


def _shown(session: StoredSession, current: str | None) -> PlayerSession:
    return PlayerSession(
        id=strawberry.ID(session.id),
        is_current=session.id == current,
        client=session.client,
        roles=ordered_roles({Role.PLAYER, Role.OPERATOR} if session.operator else {Role.PLAYER}),
        created_at=moment(session.created),
        renewed_at=None if session.renewed is None else moment(session.renewed),
        last_used_at=moment(session.used),
        expires_at=moment(session.expires),
    )


def moment(seconds: int) -> datetime:
    """Return a time given in seconds since 1970."""
    return datetime.fromtimestamp(seconds, UTC)

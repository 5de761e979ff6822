"""Mutations of the caller's sessions: renewal, signing out, and ending others."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Annotated, Any, TypeVar

import strawberry

from api.graphql.context import NOT_SIGNED_IN, Info
from api.graphql.errors.faults import fault
from api.graphql.execution.answer_marks import EVEN_BANNED
from api.graphql.execution.list_sizes import at_most
from api.graphql.limits.rates import CallKind
from api.graphql.mutations.accounts.issued_tokens import TokenIssued
from api.graphql.mutations.payloads import payload
from api.graphql.queries.players.player_sessions import PlayerSession, sessions_of_caller
from api.graphql.types.players import Player
from api.identity.caller import Caller
from api.monitoring.counters import SESSION_CHANGES
from application.identity_refusals import OperatorToken, SignedInByProvider, UnknownSession
from application.players.session_tokens import SessionEnded
from application.players.sessions import MAX_CLIENT, MAX_LISTED
from domain.events import PlayerId
from domain.refusals import Refusal

T = TypeVar("T")

CLIENT_TEXT = (
    "A label of the client for your list of sessions, such as `Firefox on Linux`; what exceeds "
    f"{MAX_CLIENT} characters is cut off."
)


@strawberry.input(description="Renew your token.")
class RenewTokenInput:
    """The renewal of a token."""

    client: str | None = strawberry.field(default=None, description=CLIENT_TEXT)


@strawberry.type(
    description="You have a new token in place of yours. The old one stays valid until you first use the new "
    "one, and for ten minutes after that, but never longer than its own expiry."
)
class RenewTokenAccepted(TokenIssued):
    """A renewed session with its new token."""


@strawberry.type(description="You are signed out: your token and those that it was renewed from are invalid.")
class SignOutAccepted:
    """A player who has signed out."""

    player: PlayerId = strawberry.field(graphql_type=Player, description="The player that you were.")


@strawberry.input(description="End one of your sessions.")
class EndSessionInput:
    """The session to end."""

    session: strawberry.ID = strawberry.field(description="The session's id, from `me.sessions`.")


@strawberry.interface(description="Sessions of yours have ended, and their connections are closed.")
class SessionsEnded:
    """Interface of the ends of sessions by their player."""

    caller: strawberry.Private[Caller]

    @strawberry.field(
        directives=[at_most(MAX_LISTED)],
        description="Your sessions that have not ended, as in `me.sessions`. Null beside an error, when they "
        "cannot be read.",
    )
    async def sessions(self, info: Info) -> list[PlayerSession] | None:
        """Return the remaining sessions."""
        return await sessions_of_caller(info, self.caller)


@strawberry.type(description="The session has ended.")
class EndSessionAccepted(SessionsEnded):
    """An ended session."""


@strawberry.type(description="All of your sessions but this one have ended.")
class EndOtherSessionsAccepted(SessionsEnded):
    """The ends of all other sessions."""


RENEW_TOKEN = payload("renewToken", RenewTokenAccepted, (OperatorToken, SignedInByProvider))
SIGN_OUT = payload("signOut", SignOutAccepted, (UnknownSession,))
END_SESSION = payload("endSession", EndSessionAccepted, (UnknownSession,))
END_OTHER_SESSIONS = payload("endOtherSessions", EndOtherSessionsAccepted, (SignedInByProvider,))


async def charged_caller(
    info: Info, *, kind: CallKind | None = CallKind.SESSIONS, even_banned: bool = False
) -> Caller:
    """Count a mutation and return the caller; raises TooManyRequests.

    Mutations that end sessions are of no kind: a player can always sign out.
    """
    await info.context.charge_mutation(kind, even_banned=even_banned)
    caller = await info.context.caller(even_banned=even_banned)
    if caller is None:
        raise fault("UNAUTHENTICATED", NOT_SIGNED_IN)
    return caller


async def still_signed_in(answer: Awaitable[T]) -> T:
    """Await an answer; a session that has just ended is a top-level error."""
    try:
        return await answer
    except SessionEnded as error:
        raise fault("UNAUTHENTICATED", NOT_SIGNED_IN) from error


async def _renew_token(
    info: Info,
    input: Annotated[RenewTokenInput, strawberry.argument(description="The fields of the mutation.")],
) -> Any:
    # So that a guest's token outlasts the ban.
    caller = await charged_caller(info, even_banned=True)
    sessions = info.context.services.identity.sessions
    try:
        renewed = await still_signed_in(sessions.renew(caller, input.client))
    except Refusal as refusal:
        return RENEW_TOKEN.refused(refusal, input)
    SESSION_CHANGES.labels("renewed").inc()
    return RenewTokenAccepted.of(renewed)


async def _sign_out(info: Info) -> Any:
    caller = await charged_caller(info, kind=None, even_banned=True)
    try:
        await info.context.services.identity.sessions.sign_out(caller)
    except SessionEnded:
        return SIGN_OUT.refused(UnknownSession())
    SESSION_CHANGES.labels("ended").inc()
    return SignOutAccepted(player=caller.player)


async def _end_session(
    info: Info,
    input: Annotated[EndSessionInput, strawberry.argument(description="The fields of the mutation.")],
) -> Any:
    caller = await charged_caller(info, kind=None)
    sessions = info.context.services.identity.sessions
    if not await still_signed_in(sessions.end(caller, input.session)):
        return END_SESSION.refused(UnknownSession(), input)
    SESSION_CHANGES.labels("ended").inc()
    return EndSessionAccepted(caller=caller)


async def _end_other_sessions(info: Info) -> Any:
    caller = await charged_caller(info, kind=None)
    try:
        ended = await still_signed_in(info.context.services.identity.sessions.end_others(caller))
    except Refusal as refusal:
        return END_OTHER_SESSIONS.refused(refusal)
    SESSION_CHANGES.labels("ended").inc(ended)
    return EndOtherSessionsAccepted(caller=caller)


def session_mutations() -> dict[str, Any]:
    """Return the mutations of the caller's sessions, keyed by their Python names."""
    return {
        "renew_token": RENEW_TOKEN.field(
            _renew_token,
            "Get a new token for the same player and session, before yours expires. You can "
            "safely repeat this when the answer was lost: your token stays valid until the new one is used.",
            metadata=EVEN_BANNED,
        ),
        "sign_out": SIGN_OUT.field(
            _sign_out,
            "End this session: your token becomes invalid, and open sockets and streams end. A "
            "guest who has no other session cannot come back. Refused if another request ends the session at "
            "the same time.",
            metadata=EVEN_BANNED,
        ),
        "end_session": END_SESSION.field(
            _end_session,
            "End one of your sessions, for example on a device that you lost.",
        ),
        "end_other_sessions": END_OTHER_SESSIONS.field(
            _end_other_sessions,
            "End all of your sessions but this one, and invalidate your device code.",
        ),
    }

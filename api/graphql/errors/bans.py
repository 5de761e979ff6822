"""The error for banned callers."""

from __future__ import annotations

from datetime import UTC, datetime

from graphql import GraphQLError

from api.graphql.errors.faults import fault
from api.identity.caller import ban_text
from application.moderation.bans import Ban


def banned(ban: Ban) -> GraphQLError:
    """Return the error for a banned caller: until when, and for a player why.

    The reason of an address ban is not given, because it may be about another person there.
    """
    text = ban_text(ban)
    error = fault("BANNED", f"{text[0].upper()}{text[1:]}.")
    until = None if ban.until is None else datetime.fromtimestamp(ban.until, UTC)
    details = {
        "until": None if until is None else f"{until:%Y-%m-%dT%H:%M:%SZ}",
        "reason": None if ban.player is None else ban.reason,
    }
    error.extensions = {**(error.extensions or {}), **details}
    return error

"""Answers that hold a new token: one interface for signing in, by whatever means, and for renewal."""

from __future__ import annotations

from datetime import datetime
from typing import Self

import strawberry

from api.graphql.execution.answer_marks import SECRET
from api.graphql.queries.players.player_sessions import moment
from api.graphql.types.players import Player
from api.identity.player_sessions import SignedToken
from domain.events import PlayerId


@strawberry.interface(description="You have a new token.")
class TokenIssued:
    """Interface of all answers with a new token."""

    token: str = strawberry.field(
        metadata=SECRET, description="Your token; send it with every request: `Authorization: Bearer TOKEN`."
    )
    expires_at: datetime = strawberry.field(
        description="The time at which the token expires unless your session is ended before."
    )
    player: PlayerId = strawberry.field(graphql_type=Player, description="You.")

    @classmethod
    def of(cls, signed: SignedToken) -> Self:
        """Return the answer with a signed token."""
        return cls(token=signed.text, expires_at=moment(signed.expires), player=signed.player)

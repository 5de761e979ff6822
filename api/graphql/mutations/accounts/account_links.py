"""Mutation that links a guest to an account of the identity provider."""

from __future__ import annotations

from typing import Annotated, Any

import strawberry

from api.graphql.context import KEYS_UNAVAILABLE, Info
from api.graphql.errors.faults import fault
from api.graphql.mutations.accounts.sessions import charged_caller, still_signed_in
from api.graphql.mutations.payloads import payload
from api.graphql.types.players import Player
from api.identity.caller import KeysUnavailable
from api.monitoring.counters import SESSION_CHANGES
from application.identity_refusals import (
    AccountHasPlayer,
    AlreadyLinked,
    InvalidProviderToken,
    NoIdentityProvider,
    NotAGuest,
    OperatorToken,
)
from domain.events import PlayerId
from domain.refusals import Refusal


@strawberry.input(description="Link yourself to an account of the identity provider.")
class LinkAccountInput:
    """The account to link to."""

    provider_token: str = strawberry.field(
        description="An access token of the identity provider for this account, which proves that the "
        "account is yours."
    )


@strawberry.type(
    description="You are linked: from now on you sign in with tokens of the identity provider, as the same "
    "player. All tokens that this server gave you are invalid."
)
class LinkAccountAccepted:
    """A guest who has become the player of an account."""

    player: PlayerId = strawberry.field(graphql_type=Player, description="You.")


LINK_ACCOUNT = payload(
    "linkAccount",
    LinkAccountAccepted,
    (AccountHasPlayer, AlreadyLinked, InvalidProviderToken, NoIdentityProvider, NotAGuest, OperatorToken),
)


async def _link_account(
    info: Info,
    input: Annotated[LinkAccountInput, strawberry.argument(description="The fields of the mutation.")],
) -> Any:
    caller = await charged_caller(info)
    try:
        await still_signed_in(info.context.services.identity.link(caller, input.provider_token))
    except KeysUnavailable as error:
        raise fault("UNAVAILABLE", KEYS_UNAVAILABLE) from error
    except Refusal as refusal:
        return LINK_ACCOUNT.refused(refusal, input)
    SESSION_CHANGES.labels("linked").inc()
    return LinkAccountAccepted(player=caller.player)


def account_link_mutations() -> dict[str, Any]:
    """Return the mutation of account links, keyed by its Python name."""
    return {
        "link_account": LINK_ACCOUNT.field(
            _link_account,
            "Link yourself, a guest, to an account of the identity provider: you keep your name, "
            "games and rating, and sign in there from now on. This ends all your sessions on this server.",
        ),
    }

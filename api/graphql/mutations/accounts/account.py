"""Mutations of the caller's account: signing in as a guest, renaming and erasure."""

from __future__ import annotations

from typing import Annotated, Any

import strawberry

from api.graphql.context import NOT_SIGNED_IN, Info
from api.graphql.errors.faults import fault
from api.graphql.execution.answer_marks import EVEN_BANNED, WITHOUT_TOKEN
from api.graphql.limits.rates import CallKind
from api.graphql.mutations.accounts.issued_tokens import TokenIssued
from api.graphql.mutations.accounts.sessions import CLIENT_TEXT
from api.graphql.mutations.payloads import payload
from api.graphql.mutations.table_names import rename
from api.graphql.types.players import Player
from application.moderation.refusals import NameFixed, NameWithdrawn
from application.refusals import ConfusableName, GuestsNotAdmitted, InvalidName, UnknownPlayer
from domain.events import PlayerId
from domain.refusals import Refusal


@strawberry.input(description="A new name for you.")
class RenameInput:
    """The new name."""

    name: str = strawberry.field(description="The name that other players see.")


@strawberry.type(description="Your name has changed, in all games, lists and replays.")
class RenameAccepted:
    """A player with its new name."""

    player: PlayerId = strawberry.field(graphql_type=Player, description="You, with your new name.")


@strawberry.type(
    description="You are erased: your name and your identity at the identity provider are deleted, and your "
    "tokens are invalid. The games that you have finished do not change. A machine player takes "
    "over your seats in games under way, which count as lost for you; you leave games that have "
    "not started."
)
class EraseMeAccepted:
    """An erased player."""

    player: PlayerId = strawberry.field(
        graphql_type=Player, description="You, as others see you from now on."
    )


@strawberry.input(description="Sign in as a guest.")
class SignInInput:
    """The name of a new guest."""

    name: str = strawberry.field(description="The name that other players see.")
    client: str | None = strawberry.field(default=None, description=CLIENT_TEXT)


@strawberry.type(description="You are signed in.")
class SignInAccepted(TokenIssued):
    """A new guest with its token."""


SIGN_IN = payload("signIn", SignInAccepted, (InvalidName, GuestsNotAdmitted))
RENAME = payload("rename", RenameAccepted, (InvalidName, ConfusableName, NameFixed, NameWithdrawn))
ERASE_ME = payload("eraseMe", EraseMeAccepted, (UnknownPlayer,))


async def _sign_in(
    info: Info,
    input: Annotated[SignInInput, strawberry.argument(description="The fields of the mutation.")],
) -> Any:
    services = info.context.services
    try:
        if not services.guests:
            raise GuestsNotAdmitted
        services.rates.charge_address(CallKind.GUESTS, info.context.account.address)
        player = await services.players.guest(input.name)
    except Refusal as refusal:
        return SIGN_IN.refused(refusal, input)
    signed = await services.identity.sessions.begin(player, input.client)
    return SignInAccepted.of(signed)


async def _rename(
    info: Info, input: Annotated[RenameInput, strawberry.argument(description="The fields of the mutation.")]
) -> Any:
    player = await info.context.charge_mutation(CallKind.LOBBY)
    try:
        await rename(info.context, player, input.name)
    except UnknownPlayer as error:
        raise fault("UNAUTHENTICATED", NOT_SIGNED_IN) from error
    except Refusal as refusal:
        return RENAME.refused(refusal, input)
    return RenameAccepted(player=player)


async def _erase_me(info: Info) -> Any:
    player = await info.context.charge_mutation(even_banned=True)
    try:
        await info.context.services.players.erase(player)
    except UnknownPlayer as refusal:
        return ERASE_ME.refused(refusal)
    info.context.services.identity.connections.erase(player)
    info.context.services.erasures.wake()
    return EraseMeAccepted(player=player)


def account_mutations() -> dict[str, Any]:
    """Return the mutations of the caller's own account, keyed by their Python names."""
    return {
        "sign_in": SIGN_IN.field(
            _sign_in,
            "Sign in as a guest, with only a name. Other players may have the same name.",
            metadata=WITHOUT_TOKEN,
        ),
        "rename": RENAME.field(
            _rename,
            "Change your name, in finished games too. The name must not be confusable with "
            "another player's at a table where you sit, nor with one that an operator took from you.",
        ),
        "erase_me": ERASE_ME.field(
            _erase_me,
            "Erase yourself permanently: your name and your identity at an identity provider. "
            "You appear as an erased player in the games that you have played. A machine player "
            "takes over your seats in games under way, and you leave games that have not "
            "started. Refused if another request erases you at the same time.",
            metadata=EVEN_BANNED,
        ),
    }

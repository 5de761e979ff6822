"""Mutations of the caller's account: signing in as a guest, renaming and erasure."""

from __future__ import annotations

from typing import Annotated, Any

import strawberry

from api.graphql.context import NOT_SIGNED_IN, Info
from api.graphql.errors.faults import fault
from api.graphql.limits.rates import CallKind
from api.graphql.mutations.results import SignedIn, SignInResult
from api.graphql.mutations.table_names import rename
from api.graphql.types.field_values import Refused
from api.graphql.types.players import Player
from api.graphql.types.refusals import REFUSALS, union
from application.players.player_names import ERASED_NAME
from application.players.registry import Player as KnownPlayer
from application.refusals import ConfusableName, GuestsNotAdmitted, InvalidName, UnknownPlayer
from domain.refusals import Refusal


@strawberry.input(description="Be called otherwise.")
class RenameInput:
    """The new name."""

    name: str = strawberry.field(description="What you want to be called.")


@strawberry.type(description="You are called otherwise, in all games, lists and replays.")
class Renamed:
    """A player with its new name."""

    player: Player = strawberry.field(description="You, by your new name.")


@strawberry.type(
    description="You are erased: your name is gone, and who you are at the identity provider; your tokens "
    "are good no more. Games that you have played stay as they are. In games under way the machine takes "
    "over your seats, and they count as lost for you; you leave games that have not started."
)
class Erased:
    """An erased player."""

    player: Player = strawberry.field(description="What others see of you from now on.")


RenameResult: Any = union(
    "RenameResult",
    (Renamed, REFUSALS[InvalidName], REFUSALS[ConfusableName]),
    "What became of the wish for another name.",
)


@strawberry.input(description="Sign in as a guest.")
class SignInInput:
    """The name of a new guest."""

    name: str = strawberry.field(description="What you want to be called.")


async def _sign_in(
    info: Info,
    input: Annotated[SignInInput, strawberry.argument(description="What is wanted.")],
) -> Any:
    services = info.context.services
    try:
        if not services.guests:
            raise GuestsNotAdmitted
        services.rates.charge_address(CallKind.GUESTS, info.context.account.address)
        player = await services.players.guest(input.name)
    except Refusal as refusal:
        return Refused(refusal)
    known = Player.of(player.id, {player.id: player})
    return SignedIn(token=services.identity.token(player), player=known)


async def _rename(
    info: Info, input: Annotated[RenameInput, strawberry.argument(description="What is wanted.")]
) -> Any:
    player = await info.context.charge_mutation(CallKind.LOBBY)
    try:
        renamed = await rename(info.context, player, input.name)
    except (InvalidName, ConfusableName) as refusal:
        return Refused(refusal)
    except UnknownPlayer as error:
        raise fault("UNAUTHENTICATED", NOT_SIGNED_IN) from error
    return Renamed(player=Player.of(player, {player: renamed}))


async def _erase_me(info: Info) -> Erased:
    player = await info.context.charge_mutation()
    try:
        await info.context.services.players.erase(player)
    except UnknownPlayer as error:
        raise fault("UNAUTHENTICATED", NOT_SIGNED_IN) from error
    info.context.services.identity.stays.erase(player)
    info.context.services.erasures.wake()
    return Erased(player=Player.of(player, {player: KnownPlayer(id=player, name=ERASED_NAME)}))


def account_mutations() -> dict[str, Any]:
    """Return the mutations of the caller's own account, keyed by their Python names."""
    return {
        "sign_in": strawberry.mutation(
            _sign_in,
            graphql_type=SignInResult,
            description="Sign in as a guest, by a name alone; others may bear the same name.",
        ),
        "rename": strawberry.mutation(
            _rename,
            graphql_type=RenameResult,
            description="Be called otherwise from now on, also in games that are over. The name must not be "
            "one that can be taken for another player's at a table where you sit.",
        ),
        "erase_me": strawberry.mutation(
            _erase_me,
            description="Erase yourself, for good: your name and who you are at an identity provider. In the "
            "games that you have played you are an erased player from now on. The machine takes over your "
            "seats in games under way, and you leave games that have not started.",
        ),
    }

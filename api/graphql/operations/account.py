"""The caller's own account in the schema: session, renaming and erasure."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Union

import strawberry

from api.graphql.context import NOT_SIGNED_IN, Info
from api.graphql.errors.faults import fault
from api.graphql.limits.rates import Kind
from api.graphql.operations.table_names import rename
from api.graphql.types.derivation import enum_type
from api.graphql.types.field_values import Refused
from api.graphql.types.games import Player
from api.graphql.types.mutation_results import REFUSALS
from api.identity.authentication import Role
from application.players.player_names import ERASED_NAME
from application.players.registry import Player as KnownPlayer
from application.refusals import ConfusableName, InvalidName, UnknownPlayer

enum_type(Role)


@strawberry.type(description="Who you are, as your token says.")
class Session:
    """A caller's session."""

    player: Player = strawberry.field(description="The player that you are.")
    roles: list[Role] = strawberry.field(description="What you may do.")
    expires_at: datetime = strawberry.field(
        description="When your token is good no more; open sockets and streams end then."
    )


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


RenameResult: Any = Annotated[
    Union[Renamed, REFUSALS[InvalidName], REFUSALS[ConfusableName]],  # noqa: UP007 - some are variables
    strawberry.union("RenameResult", description="What became of the wish for another name."),
]


async def session_of(info: Info) -> Session | None:
    """Return the caller with its roles and the expiry of its token, None for a spectator."""
    caller = await info.context.caller()
    if caller is None:
        return None
    return Session(
        player=Player.of(caller.player, await info.context.names([caller.player])),
        roles=sorted(caller.roles),
        expires_at=caller.expires_at,
    )


async def _rename(
    info: Info, input: Annotated[RenameInput, strawberry.argument(description="What is wanted.")]
) -> Any:
    player = await info.context.commanding(Kind.LOBBY)
    try:
        renamed = await rename(info.context, player, input.name)
    except (InvalidName, ConfusableName) as refusal:
        return Refused(refusal)
    except UnknownPlayer as error:
        raise fault("UNAUTHENTICATED", NOT_SIGNED_IN) from error
    return Renamed(player=Player.of(player, {player: renamed}))


async def _erase_me(info: Info) -> Erased:
    player = await info.context.commanding()
    try:
        await info.context.services.players.erase(player)
    except UnknownPlayer as error:
        raise fault("UNAUTHENTICATED", NOT_SIGNED_IN) from error
    info.context.services.identity.sessions.erase(player)
    info.context.services.erasures.wake()
    return Erased(player=Player.of(player, {player: KnownPlayer(id=player, name=ERASED_NAME)}))


def people_mutations() -> dict[str, Any]:
    """Return the mutations of the caller's own account, keyed by their Python names."""
    return {
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

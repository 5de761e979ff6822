"""Players in the schema: references by id, whose names are loaded only when they are selected.

The value of a `Player` is the player's id. A name that the registry has in memory is read at once; the others
that an operation needs at the same time are read together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import strawberry

from api.graphql.execution.immediate_values import NotAtHand, immediate
from api.graphql.types.node import Node
from application.players.registry import Player as KnownPlayer
from domain.events import PlayerId
from domain.rules import all_rules

if TYPE_CHECKING:
    from api.graphql.context import Context, Services

UNKNOWN_NAME: Final = "unknown player"
_MACHINE: Final = "machine-"


def shown(player: PlayerId, registered: KnownPlayer | None) -> KnownPlayer:
    """Return a player as the schema shows it: the name of a machine player is its id."""
    name = player if is_machine_id(player) else UNKNOWN_NAME
    return registered or KnownPlayer(id=player, name=name)


def is_machine(player: str) -> bool:
    """Return whether an id is that of a machine player in some variant."""
    most = max(rules.seats[-1] for rules in all_rules())
    return player in {f"{_MACHINE}{number}" for number in range(1, most + 1)}


def _in_memory(player: PlayerId, context: Context) -> KnownPlayer:
    if is_machine_id(player):
        return shown(player, None)
    if (registered := context.services.players.in_memory(player)) is None:
        raise NotAtHand(player)
    return registered


async def _read(services: Services, players: list[PlayerId]) -> list[KnownPlayer]:
    found = await services.players.named(players)
    return [shown(player, found.get(player)) for player in players]


async def _loaded(player: PlayerId, context: Context) -> KnownPlayer:
    return await context.load(_read, player)


async def name_of(player: PlayerId, context: Context) -> str:
    """Return the name of a player, read together with others that are needed at the same time."""
    try:
        return _in_memory(player, context).name
    except NotAtHand:
        return (await _loaded(player, context)).name


def is_machine_id(player: PlayerId) -> bool:
    """Return whether an id has the form of a machine player's."""
    return player.startswith(_MACHINE)


def _id(root: Any) -> strawberry.ID:
    return strawberry.ID(root)


@strawberry.type(description="A player: a person or a machine player.")
class Player(Node):
    """A player; `self` is the player's id."""

    id: strawberry.ID = strawberry.field(
        resolver=_id,
        metadata=immediate(lambda player, _: player),
        description="The player's id, which never changes.",
    )

    @strawberry.field(
        metadata=immediate(lambda player, context: _in_memory(player, context).name, same_for_all=True),
        description="The name of the player; several players may have the same name.",
    )
    async def name(self, info: strawberry.Info[Any, None]) -> str:
        """Return the player's name."""
        return (await _loaded(str(self), info.context)).name

    @strawberry.field(
        metadata=immediate(lambda player, context: _in_memory(player, context).erased, same_for_all=True),
        description="Whether the player is erased.",
    )
    async def erased(self, info: strawberry.Info[Any, None]) -> bool:
        """Return whether the player is erased."""
        return (await _loaded(str(self), info.context)).erased

    @strawberry.field(
        metadata=immediate(lambda player, _: is_machine_id(player), same_for_all=True),
        description="Whether this is a machine player, which the server plays.",
    )
    def machine(self) -> bool:
        """Return whether this is a machine player."""
        return is_machine_id(str(self))

    @classmethod
    def is_type_of(cls, value: object, _info: object) -> bool:
        """Return whether a value is a player: its id."""
        return isinstance(value, str)

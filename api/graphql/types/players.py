"""Players in the schema: ids with names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import strawberry

from api.graphql.types.derivation import described
from api.graphql.types.node import Node
from application.players.registry import Player as KnownPlayer
from domain.events import PlayerId
from domain.rules import all_rules

Names = Mapping[PlayerId, KnownPlayer]
UNKNOWN_NAME: Final = "unknown player"
_MACHINE: Final = "machine-"


@strawberry.type(description="A player: a person or a machine player.")
class Player(Node):
    """A player and its name."""

    name: str = described("The name of the player; several players may have the same name.")
    erased: bool = described("Whether the player is erased.")

    @classmethod
    def of(cls, player: PlayerId, names: Names) -> Player:
        """Return a player with its name; the name of a machine player is its id."""
        registered = names.get(player)
        name = player if player.startswith(_MACHINE) else UNKNOWN_NAME
        return cls(
            id=strawberry.ID(player),
            name=registered.name if registered else name,
            erased=registered is not None and registered.erased,
        )


def is_machine(player: str) -> bool:
    """Return whether an id is that of a machine player in some variant."""
    most = max(rules.seats[-1] for rules in all_rules())
    return player in {f"{_MACHINE}{number}" for number in range(1, most + 1)}

"""Accepted commands in the schema: one interface, and a type for each command."""

from __future__ import annotations

import types
from typing import Any, ClassVar

import strawberry

from api.graphql.errors.null_fields import null_beside_error
from api.graphql.games.types import Game
from api.graphql.games.viewed_game import ViewedGame
from api.graphql.types.events import GameEvent
from api.graphql.types.scalars import Version
from api.monitoring.counters import COMMANDS
from application.codec import RecordedEvent
from application.games.command_handler import CommandOutcome
from domain.events import PlayerId


class AcceptedCommand:
    """The value of an accepted command; what is selected is computed when it is read."""

    __slots__ = ("_outcome", "game")

    def __init__(self, outcome: CommandOutcome, player: PlayerId) -> None:
        """Create the value of a command's outcome for the player who sent the command."""
        COMMANDS.count += 1
        self._outcome = outcome
        self.game = ViewedGame(outcome.game, outcome.version, outcome, player)

    @property
    def version(self) -> int:
        """The version of the game after the command."""
        return self._outcome.version

    @property
    def events(self) -> tuple[RecordedEvent, ...]:
        """The events of the command."""
        return self._outcome.events


@strawberry.interface(description="The command was carried out and its events are stored permanently.")
class CommandAccepted:
    """Interface of all accepted commands: the game after the command, and its events."""

    values: ClassVar[type[AcceptedCommand]] = AcceptedCommand
    """The class of the type's values."""

    # Nullable like the game of a refusal, so that a document can select both without an alias.
    game: ViewedGame | None = strawberry.field(
        graphql_type=Game | None,
        description="The game after the command, as you may see it. "
        f"{null_beside_error('a part of it cannot be read')} The command was carried out nevertheless.",
    )
    version: Version = strawberry.field(description="The version of the game after the command.")
    events: list[GameEvent] = strawberry.field(description="The events of the command, as you may see them.")

    @classmethod
    def of(cls, outcome: CommandOutcome, player: PlayerId) -> AcceptedCommand:
        """Return the outcome of a command, as its caller may see it."""
        return cls.values(outcome, player)


def accepted_type(name: str, mutation: str) -> type[CommandAccepted]:
    """Create the type of an accepted command."""
    # A class for each type, so that a value's class tells its type.
    values = type(f"{name}AcceptedCommand", (AcceptedCommand,), {"__slots__": ()})

    def body(space: dict[str, Any]) -> None:
        space["values"] = values
        space["is_type_of"] = staticmethod(lambda value, _info: type(value) is values)

    made = types.new_class(f"{name}Accepted", (CommandAccepted,), {}, body)
    return strawberry.type(made, description=f"The mutation `{mutation}` was carried out.")

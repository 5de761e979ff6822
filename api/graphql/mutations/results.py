"""Results of mutations: the accepted command, or a typed refusal."""

from __future__ import annotations

from typing import Any

import strawberry

from api.graphql.context import Context
from api.graphql.execution.answer_marks import SECRET
from api.graphql.games.types import Game
from api.graphql.games.values import ViewedGame
from api.graphql.types.events import GameEvent
from api.graphql.types.players import Player
from api.graphql.types.refusals import ONLY_AS_ERRORS, REFUSALS, union
from api.graphql.types.scalars import Version
from api.monitoring.counters import COMMANDS
from application.games.command_handler import CommandOutcome
from application.identity_refusals import IDENTITY_REFUSALS
from application.refusals import GuestsNotAdmitted, InvalidName
from domain.events import PlayerId


@strawberry.type(description="The command was carried out and its events are stored permanently.")
class CommandAccepted:
    """An accepted command: the game after it, and its events."""

    game: ViewedGame = strawberry.field(
        graphql_type=Game, description="The game after the command, as you may see it."
    )
    version: Version = strawberry.field(description="The version of the game after the command.")
    events: list[GameEvent] = strawberry.field(description="The events of the command, as you may see them.")

    @classmethod
    async def of(cls, outcome: CommandOutcome, player: PlayerId, context: Context) -> CommandAccepted:
        """Return the outcome of a command, as its caller may see it."""
        COMMANDS.inc()
        game = ViewedGame(outcome.game, outcome.version, outcome.view, player)
        return cls(game=game, version=Version(outcome.version), events=list(outcome.events))  # type: ignore[arg-type]


@strawberry.type(description="You are signed in.")
class SignedIn:
    """A new guest with its token."""

    token: str = strawberry.field(
        metadata=SECRET, description="Your token; send it with every request: `Authorization: Bearer TOKEN`."
    )
    player: PlayerId = strawberry.field(graphql_type=Player, description="You.")


SIGN_IN_REFUSALS = (InvalidName, GuestsNotAdmitted)
NOT_OF_COMMANDS = (*SIGN_IN_REFUSALS, *IDENTITY_REFUSALS, *ONLY_AS_ERRORS)

CommandResult: Any = union(
    "CommandResult",
    (CommandAccepted, *(made for refusal, made in REFUSALS.items() if refusal not in NOT_OF_COMMANDS)),
    "The result of a command: accepted, or refused with a reason.",
)

SignInResult: Any = union(
    "SignInResult",
    (SignedIn, *(REFUSALS[refusal] for refusal in SIGN_IN_REFUSALS)),
    "The result of signing in.",
)

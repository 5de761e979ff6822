"""Results of mutations: the accepted command, or a typed refusal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import Enum, StrEnum
from importlib import import_module
from typing import Annotated, Any, Final, Union

import strawberry

from api.graphql.context import Context
from api.graphql.types.derivation import description, make_type
from api.graphql.types.events import GameEvent
from api.graphql.types.field_values import Refused
from api.graphql.types.games import Game, GameStatus, Player, game_of
from api.graphql.types.scalars import Version
from api.monitoring.counters import COMMANDS
from application.games.command_handler import CommandOutcome
from application.refusals import GuestsNotAdmitted, InvalidName, UnknownVersion
from domain.events import PlayerId
from domain.refusals import Refusal as AnyRefusal
from domain.rules import all_rules


def _concrete(refusal: type[AnyRefusal]) -> Iterator[type[AnyRefusal]]:
    children = refusal.__subclasses__()
    for child in children:
        yield from _concrete(child)
    if not children:
        yield refusal


ONLY_AS_ERRORS: Final = (UnknownVersion,)
"""Refusals that no mutation returns, so they occur only as top-level errors."""


def refusals() -> list[type[AnyRefusal]]:
    """Return all refusals, sorted by name."""
    # Subclasses are found only if their modules are imported; a game's rules import its own refusals.
    all_rules()
    import_module("application.refusals")
    return sorted(_concrete(AnyRefusal), key=lambda each: each.__name__)


def _code_enum() -> type[Enum]:
    texts = {refusal.code: description(refusal) for refusal in refusals() if refusal not in ONLY_AS_ERRORS}
    codes = StrEnum("RefusalCode", {code: code for code in texts})  # type: ignore[misc]
    made = strawberry.enum(codes, description="The stable names of all refusals, for programs.")
    for value in made.__strawberry_definition__.values:  # type: ignore[attr-defined]
        value.description = texts[value.name]
    return made


RefusalCode: Any = _code_enum()


@strawberry.interface(description="Why a command was not carried out; nothing has changed.")
class Refusal:
    """Interface of all refusals."""

    code: Any = strawberry.field(
        graphql_type=RefusalCode, description="The stable name of the refusal, for programs."
    )
    message: str = strawberry.field(description="What was refused and why, for people.")


@strawberry.type(description="The command was carried out and will not be lost.")
class CommandAccepted:
    """An accepted command: the game after it, and its events."""

    game: Game = strawberry.field(description="The game after the command, as you see it.")
    version: Version = strawberry.field(description="The version of the game after the command.")
    events: list[GameEvent] = strawberry.field(description="What happened, as you may read it.")

    @classmethod
    async def of(cls, outcome: CommandOutcome, player: PlayerId, context: Context) -> CommandAccepted:
        """Return the outcome of a command, as its caller may see it."""
        COMMANDS.inc()
        game = await game_of(context, outcome.game, outcome.version, outcome.view, player)
        return cls(game=game, version=Version(outcome.version), events=list(outcome.events))  # type: ignore[arg-type]


@strawberry.type(description="You are signed in.")
class SignedIn:
    """A new guest with its token."""

    token: str = strawberry.field(description="Send it with every request: `Authorization: Bearer TOKEN`.")
    player: Player = strawberry.field(description="Who you are.")


# Each game has its own phases, but the schema has one enum of all phases.
_INSTEAD: Final[Mapping[str, Mapping[str, Any]]] = {
    "WrongPhase": {
        "phase": strawberry.field(
            graphql_type=GameStatus, description="The phase that the round is in, as the game's `status`."
        )
    }
}


def _derived() -> dict[type[AnyRefusal], type]:
    return {
        refusal: make_type(
            refusal,
            names=refusal.__match_args__,
            of=lambda value, refusal=refusal: type(value) is Refused and type(value.refusal) is refusal,
            bases=(Refusal,),
            instead=_INSTEAD.get(refusal.__name__, {}),
        )
        for refusal in refusals()
    }


REFUSALS = _derived()


def union(name: str, members: tuple[type, ...], text: str) -> Any:
    """Return a union of schema types, with a description."""
    return Annotated[Union[members], strawberry.union(name, description=text)]  # noqa: UP007


SIGN_IN_REFUSALS = (InvalidName, GuestsNotAdmitted)
NOT_OF_COMMANDS = (*SIGN_IN_REFUSALS, *ONLY_AS_ERRORS)

CommandResult: Any = union(
    "CommandResult",
    (CommandAccepted, *(made for refusal, made in REFUSALS.items() if refusal not in NOT_OF_COMMANDS)),
    "What became of a command: carried out, or refused with the reason.",
)

SignInResult: Any = union(
    "SignInResult",
    (SignedIn, *(REFUSALS[refusal] for refusal in SIGN_IN_REFUSALS)),
    "What became of signing in.",
)

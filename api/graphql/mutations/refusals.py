"""Refusals in the schema: derived from the domain's, one type for each and one interface."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import Enum, StrEnum
from importlib import import_module
from typing import Any, Final

import strawberry

from api.graphql.context import Info
from api.graphql.execution.field_price import price, shared_price
from api.graphql.execution.immediate_values import immediate
from api.graphql.games.types import Game
from api.graphql.games.viewed_game import ViewedGame
from api.graphql.mutations.refusal_messages import MessageArgument, game_of, immediate_wording, wording
from api.graphql.types.derivation import description, field_descriptions, make_type
from api.graphql.types.field_values import Refused
from api.graphql.types.game_names import Phase
from api.graphql.types.scalars import PathSegment
from api.graphql.types.variants import Variant
from application.refusals import GameInProgress, NoReviews, UnknownCheckpoint, UnknownSeat, UnknownVersion
from domain.refusals import InvalidPlayer, PhaseName, VariantName, fields_of
from domain.refusals import Refusal as AnyRefusal
from domain.rules import all_rules

WORDING_PRICE: Final = 300
"""The price of the names in a message: of a table, they are read with the game."""


def _concrete(refusal: type[AnyRefusal]) -> Iterator[type[AnyRefusal]]:
    children = refusal.__subclasses__()
    for child in children:
        yield from _concrete(child)
    if not children:
        yield refusal


ONLY_AS_ERRORS: Final = (
    GameInProgress,
    NoReviews,
    UnknownCheckpoint,
    UnknownSeat,
    UnknownVersion,
    # Mutations refuse an invalid id as UnknownPlayer, and every caller is a registered player.
    InvalidPlayer,
)
"""Refusals that no mutation returns, so they occur only as top-level errors."""


def refusals() -> list[type[AnyRefusal]]:
    """Return all refusals, sorted by name."""
    # Subclasses are found only if their modules are imported; a game's rules import its own refusals.
    all_rules()
    import_module("application.refusals")
    import_module("application.identity_refusals")
    import_module("application.talk.refusals")
    import_module("application.moderation.refusals")
    return sorted(_concrete(AnyRefusal), key=lambda each: each.__name__)


def _code_enum() -> type[Enum]:
    texts = {refusal.code: description(refusal) for refusal in refusals() if refusal not in ONLY_AS_ERRORS}
    codes = StrEnum("RefusalCode", {code: code for code in texts})  # type: ignore[misc]
    made = strawberry.enum(codes, description="The stable codes of all refusals, for programs.")
    for value in made.__strawberry_definition__.values:  # type: ignore[attr-defined]
        value.description = texts[value.name]
    return made


RefusalCode: Any = _code_enum()


@strawberry.interface(description="The reason why a command was refused; the game has not changed.")
class Refusal:
    """Interface of all refusals."""

    code: Any = strawberry.field(
        graphql_type=RefusalCode, description="The stable code of the refusal, for programs."
    )

    @strawberry.field(
        metadata={
            **shared_price(WORDING_PRICE),
            **immediate(lambda refused, context: immediate_wording(refused, context).message(None)),
        },
        description="The reason for the refusal, for people, with the names of players. Its text may change.",
    )
    async def message(self, info: Info) -> str:
        """Return the message; `self` is a `Refused`."""
        refused: Any = self
        return (await wording(refused, info.context)).message(await info.context.player())

    @strawberry.field(
        metadata=shared_price(WORDING_PRICE),
        description="The values in the message, so that a client can write it in another language.",
    )
    async def arguments(self, info: Info) -> list[MessageArgument]:
        """Return the arguments of the message; `self` is a `Refused`."""
        refused: Any = self
        return (await wording(refused, info.context)).arguments()

    @strawberry.field(
        metadata=immediate(lambda refused, _: refused.input_path),
        description="The path to the input to blame, from the argument down: names of fields, and indexes in "
        "lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors "
        "has the same form.",
    )
    def input_path(self) -> list[PathSegment]:
        """Return the path of the input to blame; `self` is a `Refused`."""
        refused: Any = self
        return list(refused.input_path)

    @strawberry.field(
        graphql_type=Game | None,
        metadata=price(600),
        description="The game that the mutation was for, as you may see it now; null when there is none, "
        "when you may not see it, and when this server does not know its rules.",
    )
    async def game(self, info: Info) -> ViewedGame | None:
        """Return the current game, read only when it is selected; `self` is a `Refused`."""
        refused: Any = self
        return await game_of(refused, info.context)


def _references(refusal: type[AnyRefusal]) -> Mapping[str, Any]:
    """Return the fields of a refusal that have types of the schema: variants, and the enum of all phases."""
    documented: type = refusal
    texts = field_descriptions(documented)
    return {
        name: strawberry.field(graphql_type=kind, description=texts.get(name))
        for hint, kind in ((VariantName, Variant), (PhaseName, Phase))
        for name in fields_of(refusal, hint)
    }


def _derived() -> dict[type[AnyRefusal], type]:
    return {
        refusal: make_type(
            refusal,
            names=refusal.__match_args__,
            of=lambda value, refusal=refusal: type(value) is Refused and type(value.refusal) is refusal,
            bases=(Refusal,),
            replacements=_references(refusal),
        )
        for refusal in refusals()
    }


REFUSALS = _derived()

"""The variants in the schema: references by name, whose other fields are read only when they are selected.

The value of a `Variant` is the name of the variant.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import strawberry

from api.graphql.execution.immediate_values import immediate
from api.graphql.types.derivation import described, enum_type, field_descriptions, option_text
from api.rules_texts import rules_text
from api.variant_summaries import summary_of
from domain.events import MachineLevel
from domain.machine import has_player
from domain.machine.thinking import levels_of
from domain.options import number_bounds, possible_values
from domain.rules import Rules, rules_of

enum_type(MachineLevel)


@strawberry.type(description="An option of a variant.")
class VariantOption:
    """An option of a variant and its possible values."""

    name: str = described("The option's name.")
    description: str = described("The effect of the option.")
    default: str = described("The default value.")
    values: list[str] = described("The possible values; empty when there are too many to list.")
    least: int | None = described("The smallest value of a number; null for other options.")
    most: int | None = described("The largest value of a number; null for other options.")


def _options(rules: Rules[Any]) -> list[VariantOption]:
    texts = field_descriptions(rules.options)
    return [
        VariantOption(
            name=field.name,
            description=texts.get(field.name, ""),
            default=option_text(field.default),
            values=list(possible_values(field.type)),
            least=bounds[0],
            most=bounds[1],
        )
        for field in msgspec.structs.fields(rules.options)
        for bounds in (number_bounds(field.type),)
    ]


def _of_rules(kind: Any, read: Callable[[Rules[Any]], Any], text: str) -> Any:
    """Return a field that is read from the current rules of the variant."""

    def resolve(root: Any) -> Any:
        return read(rules_of(root))

    metadata = immediate(lambda name, _: read(rules_of(name)))
    return strawberry.field(resolver=resolve, graphql_type=kind, metadata=metadata, description=text)


def _name(root: Any) -> str:
    return str(root)


@strawberry.type(description="A game that you can play on this server.")
class Variant:
    """A variant; `self` is its name."""

    name: str = strawberry.field(
        resolver=_name,
        metadata=immediate(lambda name, _: name),
        description="The variant's name, for creating games.",
    )
    title: str = _of_rules(str, lambda rules: rules.title, "The variant's title, for people.")
    summary: str | None = _of_rules(
        str | None,
        lambda rules: summary_of(rules.variant),
        "One sentence about the game, for people who do not know it; null for a variant without one.",
    )
    rules_version: int = _of_rules(
        int, lambda rules: rules.version, "The version of the rules for new games."
    )
    min_players: int = _of_rules(int, lambda rules: rules.seats[0], "The minimum number of players.")
    max_players: int = _of_rules(int, lambda rules: rules.seats[-1], "The maximum number of players.")
    target_score: int | None = _of_rules(
        int | None,
        lambda rules: rules.target,
        "The points that end the game; null for a game without such a target.",
    )
    rounds: int | None = _of_rules(
        int | None, lambda rules: rules.rounds, "The number of rounds in a game; null if it is not fixed."
    )
    machine_player: bool = _of_rules(
        bool, lambda rules: has_player(rules.variant), "Whether machine players can play the variant."
    )
    levels: list[MachineLevel] = _of_rules(
        list[MachineLevel],
        lambda rules: list(levels_of(rules.variant, rules.version)),
        "The levels at which the machine plays the variant, from the weakest; empty if it does not play it.",
    )
    options: list[VariantOption] = _of_rules(list[VariantOption], _options, "The options of the variant.")
    rules: str | None = _of_rules(
        str | None,
        lambda rules: rules_text(rules.variant),
        "The rules for people, as Markdown with headings, paragraphs, lists, tables and bold text. A card is "
        "its notation in brackets, such as `[5H]`. Null if the game has no such text.",
    )

    @classmethod
    def is_type_of(cls, value: object, _info: object) -> bool:
        """Return whether a value is a variant: its name."""
        return isinstance(value, str)

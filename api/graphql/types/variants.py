"""The variants in the schema: the games that the server offers, with their options."""

from __future__ import annotations

from typing import Any

import msgspec
import strawberry

from api.graphql.types.derivation import described, field_descriptions
from domain.machine import has_player
from domain.rules import Rules


@strawberry.type(description="An option of a variant.")
class VariantOption:
    """An option of a variant and its possible values."""

    name: str = described("The option's name.")
    description: str = described("The effect of the option.")
    default: str = described("The default value.")
    values: list[str] = described("The possible values; empty when there are too many to list.")


def _values(kind: Any) -> list[str]:
    match msgspec.inspect.type_info(kind):
        case msgspec.inspect.EnumType(cls=enum):
            return [str(member.value) for member in enum]
        case msgspec.inspect.IntType(ge=int(least), le=int(most)):
            return [str(value) for value in range(least, most + 1)]
        case msgspec.inspect.BoolType():
            return ["true", "false"]
        case _:
            return []


@strawberry.type(description="A game that you can play on this server.")
class Variant:
    """A variant and its options."""

    name: str = described("The variant's name, for creating games.")
    title: str = described("The variant's title, for people.")
    rules_version: int = described("The version of the rules for new games.")
    min_players: int = described("The minimum number of players.")
    max_players: int = described("The maximum number of players.")
    machine_player: bool = described("Whether machine players can play the variant.")
    options: list[VariantOption] = described("The options of the variant.")

    @classmethod
    def of(cls, rules: Rules[Any]) -> Variant:
        """Return a variant with the descriptions of its options."""
        texts = field_descriptions(rules.options)
        options = [
            VariantOption(
                name=field.name,
                description=texts.get(field.name, ""),
                default=str(field.default),
                values=_values(field.type),
            )
            for field in msgspec.structs.fields(rules.options)
        ]
        return cls(
            name=rules.variant,
            title=rules.title,
            rules_version=rules.version,
            min_players=rules.seats[0],
            max_players=rules.seats[-1],
            machine_player=has_player(rules.variant),
            options=options,
        )

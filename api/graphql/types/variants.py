"""The variants in the schema: the games that the server offers, with their options."""

from __future__ import annotations

from typing import Any

import msgspec
import strawberry

from api.graphql.types.derivation import described, field_descriptions
from domain.machine import has_player
from domain.rules import Rules


@strawberry.type(description="An option that a variant has.")
class VariantOption:
    """An option of a variant and its possible values."""

    name: str = described("The option's name.")
    description: str = described("What the option decides.")
    default: str = described("The value that it has unless another is chosen.")
    values: list[str] = described("The values that it can take; empty when they are without number.")


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


@strawberry.type(description="A game that can be played here.")
class Variant:
    """A variant and its options."""

    name: str = described("The variant's name, by which games of it are created.")
    title: str = described("The variant's name for people.")
    rules_version: int = described("The version of the rules that new games are played under.")
    least_seats: int = described("How many players it takes at least.")
    most_seats: int = described("How many players it takes at most.")
    machine_player: bool = described("Whether machines can play it.")
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
            least_seats=rules.seats[0],
            most_seats=rules.seats[-1],
            machine_player=has_player(rules.variant),
            options=options,
        )

"""Options of a game, chosen at random."""

from __future__ import annotations

from enum import StrEnum
from random import Random
from typing import Any

import msgspec

from domain.events import OptionValue
from domain.options import Options
from domain.rules import Rules

OPTIONS_OF_TIME = frozenset(Options.__struct_fields__) - {"reveal"}
"""The options that do not change what a table does with the moves of its seats."""


def random_options(rules: Rules[Any], random: Random) -> dict[str, OptionValue]:
    """Choose among the values of each option, or leave it to its default; clocks have their own playouts."""
    chosen: dict[str, OptionValue] = {}
    for field in msgspec.structs.fields(rules.options):
        if field.name in OPTIONS_OF_TIME:
            continue
        kind = msgspec.inspect.type_info(field.type)
        match kind:
            case msgspec.inspect.EnumType(cls=cls) if issubclass(cls, StrEnum):
                values: list[OptionValue] = [member.value for member in cls]
            case msgspec.inspect.BoolType():
                values = [False, True]
            case msgspec.inspect.IntType(ge=int(least), le=int(most)):
                values = list(range(least, most + 1))
            case _:
                values = []
        if values and random.random() < 0.7:
            chosen[field.name] = random.choice(values)
    return chosen

"""Options of a variant in the inputs of mutations."""

from __future__ import annotations

from collections.abc import Iterable

import strawberry

from application.refusals import OptionRepeated


@strawberry.input(description="The value of an option.")
class OptionInput:
    """An option and its value."""

    name: str = strawberry.field(description="The option's name.")
    value: str = strawberry.field(description="The value, as text.")


def options_of(inputs: Iterable[OptionInput]) -> dict[str, str]:
    """Return the options by name; raises OptionRepeated."""
    options: dict[str, str] = {}
    for option in inputs:
        if option.name in options:
            raise OptionRepeated(option.name)
        options[option.name] = option.value
    return options

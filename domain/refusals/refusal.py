"""The base class of refusals, which gives each one its code, its message and the input to blame."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from string import Formatter
from typing import Annotated, Any, ClassVar, dataclass_transform, get_type_hints

from msgspec import Meta

from domain.card_names import card_text, listed, ranks_text
from domain.cards import Card, Rank

SeatNumber = Annotated[int, Meta(description="The number of a seat, from 0 clockwise.")]
VariantName = Annotated[str, Meta(description="The name of a variant that the server knows.")]
PhaseName = Annotated[str, Meta(description="The name of a phase of a round.")]


@dataclass_transform()
class Refusal(Exception):
    """A command was understood and refused; nothing has changed."""

    code: ClassVar[str] = "REFUSAL"
    """The stable, machine-readable name of the refusal."""
    __match_args__: ClassVar[tuple[str, ...]] = ()
    text: ClassVar[str] = ""
    """The message template with its fields in braces; where empty, the docstring is the message.

    A list is joined by the word after a colon, as in `{cards:or}`, and by commas without one.
    """
    text_to_player: ClassVar[str] = ""
    """The message to the `player` of the refusal, where it differs from the message to others."""
    blames: ClassVar[tuple[str, ...]] = ()
    """The input fields to blame, each in the commands that have it."""
    blames_item: ClassVar[str] = ""
    """The refusal's field that has the item to blame, if the input field is a list."""

    def __init_subclass__(cls) -> None:
        dataclass(unsafe_hash=True)(cls)
        cls.code = re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).upper()

    @property
    def message(self) -> str:
        """The reason for the refusal, as a sentence; the API has names in it in place of players' ids."""
        return self.sentence(self.texts)

    @property
    def texts(self) -> dict[str, list[str]]:
        """The arguments as people read them, with numbers in place of seats' players."""
        kind = type(self)
        as_text = dict.fromkeys(seat_fields(kind), seat_text) | dict.fromkeys(
            fields_of(kind, PhaseName), _phase_text
        )
        return {
            name: [as_text.get(name, value_text)(each) for each in values]
            for name, values in self.arguments.items()
        }

    @property
    def arguments(self) -> dict[str, tuple[Any, ...]]:
        """The fields by name, each with the values that it lists; a field that is None has no values."""
        values = {name: getattr(self, name) for name in self.__match_args__}
        return {
            name: value if isinstance(value, tuple) else () if value is None else (value,)
            for name, value in values.items()
        }

    def sentence(self, arguments: Mapping[str, Sequence[str]], *, to_player: bool = False) -> str:
        """Return the message with these arguments; `to_player` if the refusal's player reads it."""
        template = (to_player and self.text_to_player) or self.template
        if any(name and getattr(self, name) is None for _, name, _, _ in Formatter().parse(template)):
            template = ""
        joined = {name: _Listed(values) for name, values in arguments.items()}
        return template.format_map(joined) or (type(self).__doc__ or self.code)

    @property
    def template(self) -> str:
        """The template of the message; a refusal may choose it by its fields."""
        return self.text

    def blamed(self, given: Mapping[str, Any]) -> str | None:
        """Return the field to blame of the input that was given, None if there is none."""
        return next((name for name in self.blames if given.get(name) is not None), None)

    def __str__(self) -> str:
        return self.message


class _Listed(str):
    """The values of an argument in a message, joined as its place in the template asks."""

    _values: Sequence[str]

    def __new__(cls, values: Sequence[str]) -> _Listed:
        joined = super().__new__(cls, ", ".join(values) if values else "none")
        joined._values = values
        return joined

    def __format__(self, last: str) -> str:
        return listed(self._values, last) if last and self._values else str(self)


def fields_of(refusal: type[Refusal], *hints: Any) -> frozenset[str]:
    """Return the names of a refusal's fields that are annotated with one of the hints."""
    annotations = get_type_hints(refusal, include_extras=True)
    return frozenset(name for name in refusal.__match_args__ if annotations[name] in hints)


def seat_fields(refusal: type[Refusal]) -> frozenset[str]:
    """Return the names of a refusal's fields that contain numbers of seats."""
    return fields_of(refusal, SeatNumber, tuple[SeatNumber, ...])


def seat_text(seat: int) -> str:
    """Return a seat as people count it: the first is seat 1."""
    return f"seat {seat + 1}"


def _phase_text(phase: str) -> str:
    return phase.replace("_", " ").lower()


def value_text(value: Any) -> str:
    """Return a value as messages have it: cards and ranks by name."""
    if isinstance(value, Card):
        return card_text(value)
    if isinstance(value, Rank):
        return ranks_text(value)
    if isinstance(value, datetime):
        return f"{value:%H:%M:%S} UTC"
    return f"{value:g}" if isinstance(value, float) else str(value)

"""Moves by their names in the API."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from msgspec import Struct
from msgspec.structs import force_setattr

_NONE: Mapping[str, Any] = MappingProxyType({})


class Move(Struct, frozen=True):
    """A move: `Move("PlayCard", {"card": "5H"})`. Equal moves are equal; lists become tuples."""

    name: str
    """The name of its type in the schema: `PlayCard`, `PassTurn`."""
    values: Mapping[str, Any] = _NONE
    """The fields of the move; `move["card"]` is short for `move.values["card"]`."""

    def __post_init__(self) -> None:
        values = {key: tuple(each) if isinstance(each, list) else each for key, each in self.values.items()}
        force_setattr(self, "values", MappingProxyType(values))

    @classmethod
    def from_answer(cls, answer: Mapping[str, Any]) -> Move:
        """Parse a move of an answer."""
        values = field_values(answer)
        return cls(answer["__typename"], {name: values[name] for name in values if name != "mutation"})

    def __getitem__(self, name: str) -> Any:
        return self.values[name]

    def __hash__(self) -> int:
        return hash((self.name, frozenset(self.values.items())))

    def __repr__(self) -> str:
        return f"{self.name}({', '.join(f'{key}={value!r}' for key, value in self.values.items())})"

    def __reduce__(self) -> tuple[type[Move], tuple[str, dict[str, Any]]]:
        return Move, (self.name, dict(self.values))

    @property
    def mutation(self) -> str:
        """The name of the mutation that makes the move."""
        return mutation_name(self.name)


def mutation_name(command: str) -> str:
    """Return the name of a command's mutation."""
    return command[0].lower() + command[1:]


def field_values(answer: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of an object by their names in the schema.

    Fields of unknown types were selected under aliases such as `StakeRaised_stake`.
    """
    kind = answer["__typename"]
    return {name.removeprefix(f"{kind}_"): value for name, value in answer.items() if name != "__typename"}

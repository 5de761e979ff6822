"""A move as the API names it: what kind of move, and its values."""

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
    """What kind of move it is, as the schema calls it: `PlayCard`, `PassTurn`."""
    values: Mapping[str, Any] = _NONE
    """What the move says; `move["card"]` is short for `move.values["card"]`."""

    def __post_init__(self) -> None:
        told = {key: tuple(each) if isinstance(each, list) else each for key, each in self.values.items()}
        force_setattr(self, "values", MappingProxyType(told))

    @classmethod
    def of(cls, answer: Mapping[str, Any]) -> Move:
        """Read a move as the API tells it."""
        values = values_of(answer)
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
        """The mutation that makes the move."""
        return mutation_name(self.name)


def mutation_name(command: str) -> str:
    """Return the name of the mutation that a command has by its own name."""
    return command[0].lower() + command[1:]


def values_of(answer: Mapping[str, Any]) -> dict[str, Any]:
    """Return what was told of something whose type may not be known here, by the names of the schema.

    What only a newer server has is asked for under names that no two types share: `StakeRaised_stake`.
    """
    kind = answer["__typename"]
    return {name.removeprefix(f"{kind}_"): told for name, told in answer.items() if name != "__typename"}

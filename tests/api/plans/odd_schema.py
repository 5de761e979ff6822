"""A schema whose fields often fail: nulls where none may be, values of wrong types, and errors.

A field's value depends on the seed of the context, on its object and on its name alone, so that two
executions of a document see the same values in any order of resolution.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from enum import Enum
from random import Random
from typing import Annotated, Any, Final

import strawberry
from strawberry.dataloader import DataLoader

from api.graphql.execution.immediate_values import NotAtHand, immediate
from api.graphql.execution.planned.policy import PlanPolicy
from api.graphql.limits.request_limits import Limits
from api.graphql.schema import Schema, schema_of

EFFECTS: Final = 3
"""Maximum number of items of a list."""


class OddError(Exception):
    """The error of a field."""


@strawberry.enum
class Color(Enum):
    """An enum."""

    RED = "red"
    GREEN = 2


class Context:
    """The context of one execution: the seed of all values, and a list of what was carried out."""

    def __init__(self, seed: int, trouble: float) -> None:
        self.seed = seed
        self.trouble = trouble
        """The share of values that are not plain."""
        self.effects: list[str] = []
        self.cacheable = False
        self.loader: DataLoader[str, int] = DataLoader(self._load, cache=False)

    async def _load(self, keys: list[str]) -> list[int]:
        return [len(key) for key in keys]

    def value(self, key: str, good: Any, *, others: tuple[Any, ...] = (None, object(), "odd", 1.5)) -> Any:
        """Return a good value or another one, or raise an error."""
        random = Random(f"{self.seed} {key}")
        if random.random() >= self.trouble:
            return good
        other = random.choice([*others, OddError(key), OddError(key)])
        if isinstance(other, OddError):
            raise other
        return other


class Value:
    """The value behind an object: each attribute depends on its path."""

    def __init__(self, context: Context, path: str) -> None:
        self._context = context
        self._path = path

    def __getattr__(self, name: str) -> Any:
        """Return the attribute of a schema's field."""
        if name.startswith("_") or name not in _GOOD:
            raise AttributeError(name)
        key = f"{self._path}.{name}"
        return self._context.value(key, _GOOD[name](self, key, Random(key)))

    def child(self, key: str, random: Random) -> Value:
        """Return a value of one of the two kinds."""
        if random.random() < 0.03:
            return AlienValue(self._context, key)
        return (LeafValue if random.random() < 0.5 else BranchValue)(self._context, key)


class LeafValue(Value):
    """The value behind a leaf."""


class BranchValue(Value):
    """The value behind a branch."""


class AlienValue(Value):
    """The value of no type."""


def _many(make: Any) -> Any:
    return lambda value, key, random: [
        make(value, f"{key}[{at}]", random) for at in range(random.randrange(EFFECTS + 1))
    ]


_NUMBERS: Final = (0, -5, 2**30 - 1, 2**30, -(2**30), 2**31 - 1, 2**31, -(2**31), -(2**31) - 1, True)


def _leaf(value: Value, key: str, _random: Random) -> Value:
    return LeafValue(value._context, key)


_GOOD: Final[dict[str, Any]] = {
    "id": lambda _value, key, _: key,
    "label": lambda _value, key, random: random.choice([key, None]),
    "number": lambda _value, _key, random: random.choice(_NUMBERS),
    "maybe": lambda _value, _key, random: random.choice([None, 7]),
    "ratio": lambda _value, _key, random: random.choice([0.5, 3, float("nan"), 1e300]),
    "flag": lambda _value, _key, random: random.choice([True, False, 1]),
    "color": lambda _value, _key, random: random.choice([None, *Color]),
    "colors": _many(lambda _value, _key, random: random.choice([*Color])),
    "when": lambda _value, _key, random: datetime(
        2026, 1, 2, 3, 4, 5, 6, random.choice([UTC, timezone(timedelta(hours=2))])
    ),
    "grid": _many(_many(lambda _value, _key, random: random.randrange(9))),
    "names": _many(lambda _value, key, random: random.choice([key, None])),
    "left": lambda value, key, random: value.child(key, random),
    "right": lambda value, key, random: value.child(key, random),
    "leaves": _many(_leaf),
    "things": _many(lambda value, key, random: value.child(key, random)),
    "many": lambda value, key, random: tuple(_leaf(value, f"{key}[{at}]", random) for at in range(70)),
}


@strawberry.input
class Where:
    """An input with a list, a default and an input of its own."""

    colors: list[Color]
    depth: int = 3
    label: str | None = None
    inner: Where | None = None


@strawberry.interface
class Node:
    """An interface."""

    id: strawberry.ID
    label: str | None


@strawberry.type
class Leaf(Node):
    """An object of plain fields."""

    number: int
    maybe: int | None
    ratio: float | None
    flag: bool | None
    color: Color | None
    colors: list[Color] | None
    when: datetime | None
    grid: list[list[int]] | None
    names: list[str | None]

    @classmethod
    def is_type_of(cls, value: object, _info: object) -> bool:
        """Return whether a value is a leaf's."""
        return isinstance(value, LeafValue)


def _at_hand(value: Any, context: Context) -> Any:
    if len(value._path) % 2:
        raise NotAtHand(value._path)
    return context.value(f"{value._path}.known", len(value._path))


Argument = Annotated[int, strawberry.argument(description="A factor.")]


@strawberry.type
class Branch(Node):
    """An object with other objects, and with resolvers of all kinds."""

    left: Node | None
    right: Annotated[Leaf | Branch, strawberry.union("Thing")]
    leaves: list[Leaf]
    many: list[Leaf]
    things: list[Annotated[Leaf | Branch, strawberry.union("Thing")] | None] | None

    @classmethod
    def is_type_of(cls, value: object, _info: object) -> bool:
        """Return whether a value is a branch's."""
        return isinstance(value, BranchValue)

    @strawberry.field
    async def later(self, info: strawberry.Info[Context, None]) -> Leaf | None:
        """Return an object after a while."""
        value: Any = self
        key = f"{value._path}.later"
        found: Leaf | None = info.context.value(key, LeafValue(info.context, key))
        return found

    @strawberry.field
    def now(self, info: strawberry.Info[Context, None]) -> int:
        """Return a number at once."""
        value: Any = self
        found: int = info.context.value(f"{value._path}.now", 5)
        return found

    @strawberry.field
    async def scaled(
        self, info: strawberry.Info[Context, None], by: Argument = 2, color: Color | None = None
    ) -> str | None:
        """Return the arguments."""
        value: Any = self
        scaled: str | None = info.context.value(f"{value._path}.scaled", f"{by} {color}")
        return scaled

    @strawberry.field
    async def batched(self, info: strawberry.Info[Context, None]) -> int:
        """Return a number that is read together with others."""
        value: Any = self
        return await info.context.loader.load(value._path)

    @strawberry.field(metadata=immediate(_at_hand))  # type: ignore[untyped-decorator]
    async def known(self, info: strawberry.Info[Context, None]) -> int:
        """Return a number that is often at hand."""
        value: Any = self
        known: int = info.context.value(f"{value._path}.known", len(value._path))
        return known

    @strawberry.field
    def chosen(self, where: Where, others: list[Where] | None = None) -> str:
        """Return an input."""
        return f"{where} {others}"


async def _branch(info: strawberry.Info[Context, None], name: str = "branch") -> Any:
    context = info.context
    return context.value(f"{name}?", BranchValue(context, name))


def _leaf_at_once(info: strawberry.Info[Context, None], name: str) -> Any:
    context = info.context
    return context.value(f"{name}?", LeafValue(context, name))


async def _nodes(info: strawberry.Info[Context, None], first: int = 2, where: Where | None = None) -> Any:
    root = BranchValue(info.context, f"nodes {where}")
    return info.context.value(
        "nodes", [root.child(f"node {at}", Random(at)) for at in range(min(max(first, 0), 5))]
    )


@strawberry.type
class Query:
    """The queries."""

    branch: Branch | None = strawberry.field(resolver=_branch, graphql_type=Branch | None)
    leaf: Leaf = strawberry.field(resolver=_leaf_at_once, graphql_type=Leaf)
    nodes: list[Node] | None = strawberry.field(resolver=_nodes, graphql_type=list[Node] | None)


async def _note(info: strawberry.Info[Context, None], text: str, where: Where | None = None) -> Any:
    info.context.effects.append(f"note {text} {where}")
    return await _branch(info, f"note {text}")


def _mark(info: strawberry.Info[Context, None], text: str) -> Any:
    info.context.effects.append(f"mark {text}")
    return _leaf_at_once(info, text)


@strawberry.type
class Mutation:
    """The mutations; each adds to the effects."""

    note: Branch | None = strawberry.mutation(resolver=_note, graphql_type=Branch | None)
    mark: Leaf = strawberry.mutation(resolver=_mark, graphql_type=Leaf)


def odd_schema() -> Schema:
    """Return the schema."""
    roots = {"query": Query, "mutation": Mutation}
    return schema_of(roots, Limits(), plans=PlanPolicy.FIRST_USE, types=[Leaf, Branch])

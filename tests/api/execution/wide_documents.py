"""Random documents within the limits that are as costly as possible."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final

from graphql import (
    GraphQLArgument,
    GraphQLEnumType,
    GraphQLField,
    GraphQLObjectType,
    GraphQLSchema,
    get_named_type,
    get_nullable_type,
    is_abstract_type,
    is_composite_type,
    is_input_object_type,
    is_required_argument,
)

from domain.rules import variants

DEEPEST: Final = 7
SIZES: Final = (1, 5, 20, 25, 50, 100, 500)
VERSIONS: Final = (1, 2, 50, 200, 600, 5_000, 10_000)


class Maker:
    """Makes up queries over the games and players that there are."""

    def __init__(
        self, schema: GraphQLSchema, random: Random, games: Sequence[str], players: Sequence[str]
    ) -> None:
        self._schema = schema
        self._random = random
        self._ids = {"game": games, "player": players, "id": [*games, *players]}
        assert schema.query_type is not None
        self._query = schema.query_type

    def document(self) -> str:
        """Return a query of one to twenty root fields, which may share what they select."""
        names = list(self._query.fields)
        chosen = self._random.choices(names, k=self._random.choice((1, 1, 2, 3, 5, 10, 20)))
        if self._random.random() < 0.3:
            chosen = chosen[:1] * len(chosen)
        self._wide = self._random.choice((0.2, 0.5, 0.9, 1.0))
        self._deep = self._random.randint(2, DEEPEST)
        fields = " ".join(
            f"r{number}: {self._field(name, self._query.fields[name], 1)}"
            for number, name in enumerate(chosen)
        )
        if self._random.random() < 0.1:
            fields += " __schema { types { name fields { name type { name } args { name } } } }"
        return f"{{ {fields} }}"

    def _field(self, name: str, field: GraphQLField, depth: int) -> str:
        named = get_named_type(field.type)
        selected = f" {{ {self._selection(named, depth)} }}" if is_composite_type(named) else ""
        return f"{name}{self._arguments(field.args)}{selected}"

    def _selection(self, kind: Any, depth: int) -> str:
        if is_abstract_type(kind):
            shared = getattr(kind, "fields", {})
            parts = [self._fields(shared, depth)]
            for member in self._schema.get_possible_types(kind):
                own = {name: field for name, field in member.fields.items() if name not in shared}
                # Those of the members do not share names: fields of one name may be of several types.
                plain = {name: field for name, field in own.items() if not _is_composite(field)}
                if self._random.random() < self._wide and plain:
                    parts.append(f"... on {member.name} {{ {self._renamed(plain, member)} }}")
            return " ".join(filter(None, parts)) or "__typename"
        return self._fields(kind.fields, depth)

    def _renamed(self, fields: Mapping[str, GraphQLField], kind: GraphQLObjectType) -> str:
        return " ".join(f"{kind.name}_{name}: {name}" for name in fields)

    def _fields(self, fields: Mapping[str, GraphQLField], depth: int) -> str:
        asked = [
            self._field(name, field, depth + 1)
            for name, field in fields.items()
            if self._random.random() < self._wide and not (_is_composite(field) and depth >= self._deep)
        ]
        return " ".join(asked) or "__typename"

    def _arguments(self, arguments: Mapping[str, GraphQLArgument]) -> str:
        given = dict(self._given(arguments))
        return f"({', '.join(f'{name}: {value}' for name, value in given.items())})" if given else ""

    def _given(self, arguments: Mapping[str, GraphQLArgument]) -> Iterator[tuple[str, str]]:
        for name, argument in arguments.items():
            if name in self._ids:
                yield name, json.dumps(self._random.choice(self._ids[name]))
            elif name == "variant":
                yield name, json.dumps(self._random.choice(list(variants())))
            elif name in ("version", "after") and get_named_type(argument.type).name == "Version":
                yield name, str(self._random.choice(VERSIONS))
            elif name in ("first", "rows"):
                yield name, str(self._random.choice(SIZES))
            elif name == "seat":
                yield name, str(self._random.randint(0, 3))
            elif isinstance(kind := get_nullable_type(argument.type), GraphQLEnumType):
                yield name, self._random.choice(list(kind.values))
            elif is_required_argument(argument):
                assert not is_input_object_type(get_named_type(argument.type)), f"{name} has to be made up"
                yield name, '"none"'


def _is_composite(field: GraphQLField) -> bool:
    return is_composite_type(get_named_type(field.type))

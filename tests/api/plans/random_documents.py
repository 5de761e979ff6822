"""Makes up documents of a schema, and variables that often do not fit."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from graphql import (
    GraphQLEnumType,
    GraphQLSchema,
    get_named_type,
    is_composite_type,
    is_input_object_type,
    is_list_type,
    is_non_null_type,
    is_required_argument,
)
from graphql.type import is_required_input_field

MAX_DEPTH: Final = 4
_WRONG: Final[tuple[Any, ...]] = (
    None,
    "text",
    3,
    -1,
    2**40,
    1.5,
    True,
    [],
    {},
    [None],
    ["RED"],
    {"colors": "RED"},
    {"odd": 1},
)


class RandomDocument:
    """One made-up document with its variables."""

    def __init__(self, schema: GraphQLSchema, seed: int) -> None:
        self._schema = schema
        self._random = Random(seed)
        self._definitions: dict[str, str] = {}
        self._fragments: list[str] = []
        self._aliases = 0
        self.variables: dict[str, Any] = {}
        is_mutation = self._random.random() < 0.3
        root = schema.mutation_type if is_mutation else schema.query_type
        selection = self._selection(root, 0)
        defined = ", ".join(f"${name}: {kind}" for name, kind in self._definitions.items())
        head = f"{'mutation' if is_mutation else 'query'} Made{f'({defined})' if defined else ''}"
        self.text = "\n".join([f"{head} {selection}", *self._fragments])
        for name in self.variables:
            if self._random.random() < 0.05:
                self.variables[name] = self._random.choice(_WRONG)
        if self.variables and self._random.random() < 0.05:
            del self.variables[self._random.choice(list(self.variables))]

    def _selection(self, kind: Any, depth: int) -> str:
        count = self._random.choice([1, 2, 2, 3, 4])
        return "{ " + " ".join(self._selected(kind, depth) for _ in range(count)) + " }"

    def _selected(self, kind: Any, depth: int) -> str:
        chance = self._random.random()
        if chance < 0.1:
            return self._spread(kind, depth)
        fields = getattr(kind, "fields", {})
        if not fields:
            return "__typename" if chance < 0.3 else self._spread(kind, depth)
        leaves = [name for name, field in fields.items() if not is_composite_type(get_named_type(field.type))]
        names = leaves if depth >= MAX_DEPTH else list(fields)
        if chance < 0.15 or not names:
            return f"__typename{self._condition()}"
        name = self._random.choice(names)
        field = fields[name]
        alias = self._alias(name, has_arguments=bool(field.args))
        inner = get_named_type(field.type)
        selection = f" {self._selection(inner, depth + 1)}" if is_composite_type(inner) else ""
        return f"{alias}{name}{self._arguments(field)}{self._condition()}{selection}"

    def _alias(self, name: str, *, has_arguments: bool) -> str:
        """Return an alias: fields with arguments conflict unless most have names of their own."""
        if has_arguments and self._random.random() < 0.97:
            self._aliases += 1
            return f"a{self._aliases}: "
        return f"{self._random.choice('ab')}{name}: " if self._random.random() < 0.2 else ""

    def _spread(self, kind: Any, depth: int) -> str:
        possible = (
            [kind, *self._schema.get_possible_types(kind)] if not hasattr(kind, "is_type_of") else [kind]
        )
        target = self._random.choice(possible)
        selection = self._selection(target, depth + 1)
        if self._random.random() < 0.5:
            return f"... on {target.name}{self._condition()} {selection}"
        name = f"F{len(self._fragments)}"
        if self._random.random() < 0.01:
            return "... Unknown"
        self._fragments.append(f"fragment {name} on {target.name} {selection}")
        return f"... {name}{self._condition()}"

    def _condition(self) -> str:
        if self._random.random() >= 0.1:
            return ""
        literal = self._random.choice(["true", "false"])
        value = literal if self._random.random() < 0.4 else self._variable("Boolean!", literal == "true")
        return f" @{self._random.choice(['skip', 'include'])}(if: {value})"

    def _arguments(self, field: Any) -> str:
        given = [
            f"{name}: {self._argument(argument.type)}"
            for name, argument in field.args.items()
            if is_required_argument(argument) or self._random.random() < 0.5
        ]
        return f"({', '.join(given)})" if given else ""

    def _argument(self, kind: Any) -> str:
        if self._random.random() < 0.5:
            return self._variable(str(kind), self._value(kind))
        return self._literal(kind)

    def _variable(self, kind: str, value: Any) -> str:
        name = f"v{len(self._definitions)}"
        default = " = null" if not kind.endswith("!") and self._random.random() < 0.2 else ""
        self._definitions[name] = kind + default
        if kind.endswith("!") or self._random.random() < 0.9:
            self.variables[name] = value
        return f"${name}"

    def _value(self, kind: Any) -> Any:
        if self._random.random() < (0.01 if is_non_null_type(kind) else 0.1):
            return None
        if is_non_null_type(kind):
            kind = kind.of_type
        if is_list_type(kind):
            return [self._value(kind.of_type) for _ in range(self._random.randrange(3))]
        if is_input_object_type(kind):
            return {
                name: self._value(field.type)
                for name, field in kind.fields.items()
                if is_required_input_field(field) or self._random.random() < 0.3
            }
        if isinstance(kind, GraphQLEnumType):
            return self._random.choice([*kind.values])
        return {"Int": 3, "String": "tree", "ID": "t", "Boolean": True}[kind.name]

    def _literal(self, kind: Any) -> str:
        if is_non_null_type(kind):
            return self._literal(kind.of_type)
        if is_list_type(kind):
            return (
                "[" + ", ".join(self._literal(kind.of_type) for _ in range(self._random.randrange(3))) + "]"
            )
        if is_input_object_type(kind):
            inner = (
                f"{name}: {self._argument(field.type)}"
                for name, field in kind.fields.items()
                if is_required_input_field(field) or self._random.random() < 0.2
            )
            return "{" + ", ".join(inner) + "}"
        if isinstance(kind, GraphQLEnumType):
            return str(self._random.choice([*kind.values]))
        return {"Int": "4", "String": '"bush"', "ID": '"b"', "Boolean": "false"}[kind.name]

"""GraphQL documents made from the schema: each selects everything that there is to select."""

from __future__ import annotations

from functools import cache

from graphql import (
    GraphQLArgument,
    GraphQLField,
    GraphQLInterfaceType,
    GraphQLObjectType,
    GraphQLSchema,
    GraphQLUnionType,
    OperationType,
    build_schema,
    get_named_type,
    get_nullable_type,
    is_composite_type,
    is_required_argument,
)

from api.graphql.schema import sdl


@cache
def schema() -> GraphQLSchema:
    """Return the schema as clients see it."""
    return build_schema(sdl())


@cache
def everything(name: str, *without: str) -> str:
    """Return the selection of all fields of a type, and of all types that stand behind it.

    `without` names fields to leave out, wherever they are met.
    """
    kind = schema().type_map[name]
    assert is_composite_type(kind)
    if isinstance(kind, GraphQLObjectType):
        return f"{{ __typename {_fields(kind, without)} }}"
    assert isinstance(kind, GraphQLInterfaceType | GraphQLUnionType)
    parts = [
        f"... on {member.name} {{ {_fields(member, without, within=kind)} }}"
        for member in schema().get_possible_types(kind)
        if set(member.fields) - set(without)
    ]
    return f"{{ __typename {' '.join(parts)} }}"


def _fields(
    kind: GraphQLObjectType,
    without: tuple[str, ...],
    within: GraphQLInterfaceType | GraphQLUnionType | None = None,
) -> str:
    selected = []
    for name, field in kind.fields.items():
        if name in without:
            continue
        # Where members of a union differ in a field's type, only an alias keeps them apart.
        alias = f"{kind.name}_{name}: " if within is not None and _differs(name, field, within) else ""
        kind_of_field = get_named_type(field.type)
        inner = everything(kind_of_field.name, *without) if is_composite_type(kind_of_field) else ""
        selected.append(f"{alias}{name} {inner}".strip())
    return " ".join(selected)


def _differs(name: str, field: GraphQLField, within: GraphQLInterfaceType | GraphQLUnionType) -> bool:
    members = schema().get_possible_types(within)
    return any(
        name in member.fields and str(member.fields[name].type) != str(field.type) for member in members
    )


@cache
def operation(kind: str, name: str) -> str:
    """Return the document of a root field; its arguments are variables of the same names."""
    root = schema().get_root_type(OperationType(kind))
    assert root is not None
    field = root.fields[name]
    declared = ", ".join(f"${name}: {_optional(each)}" for name, each in field.args.items())
    given = ", ".join(f"{name}: ${name}" for name in field.args)
    result = everything(get_named_type(field.type).name)
    if not declared:
        return f"{kind} {{ {name} {result} }}"
    return f"{kind}({declared}) {{ {name}({given}) {result} }}"


def _optional(argument: GraphQLArgument) -> str:
    return str(argument.type if is_required_argument(argument) else get_nullable_type(argument.type))


def mutation(name: str) -> str:
    """Return the document of a mutation."""
    return operation("mutation", name)


SIGN_IN = mutation("signIn")
ME = operation("query", "me")
VARIANTS = operation("query", "variants")
GAME = operation("query", "game")
GAMES = operation("query", "games")
LEGAL_MOVES = operation("query", "legalMoves")
SUGGESTION = operation("query", "suggestion")
EVENTS = operation("query", "events")
REPLAY = operation("query", "replay")
FOLLOW = operation("subscription", "gameEvents")

"""GraphQL documents generated from the schema, each with every selectable field."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache

from graphql import (
    GraphQLArgument,
    GraphQLInterfaceType,
    GraphQLObjectType,
    GraphQLSchema,
    GraphQLUnionType,
    OperationType,
    build_schema,
    get_named_type,
    get_nullable_type,
    is_composite_type,
    is_list_type,
    is_required_argument,
    parse,
)

from api.graphql.execution.cost import Cost, cost_of
from api.graphql.execution.validation.document_shape import operations_of
from api.graphql.schema import schema as build
from api.graphql.schema import sdl

SEPARATE = {
    "Game": (
        "at",
        "events",
        "luck",
        # Depends on the moment.
        "luckAsOf",
        "moments",
        # Depends on the moment: whether the game is in a checkpoint yet.
        "proof",
        "ratingChanges",
        "rematch",
        "rematchOf",
        "review",
        "hint",
        "series",
        "suggestion",
        "talk",
    ),
    "GameMoment": ("changedSeats", "hint", "suggestion"),
    "Log": ("consistency",),
    "Me": ("profile", "seeks", "yourTurn"),
    "Player": ("games", "headToHead", "profile"),
    "Profile": ("luck",),
    "ProfileGame": ("game",),
    # Depends on the moment, and not on the version of the game alone.
    "Seat": ("present",),
    "Variant": ("leaderboard", "options", "statistics"),
}
"""Fields of types that only documents of their own select: they lead to other games, events or moves."""
FROM_VIEW = ("options", "paused", "seats", "deal", "table", "result", "legalMoves")
"""Fields for which the games of a list load views."""


@cache
def served() -> GraphQLSchema:
    """Return the schema as it is served: fields have their resolvers and prices."""
    return build()._schema


def cost(text: str) -> Cost:
    """Return the cost of a document's only operation."""
    document = parse(text)
    [operation] = operations_of(document)
    return cost_of(served(), document, operation)


@cache
def schema() -> GraphQLSchema:
    """Return the schema as clients see it."""
    return build_schema(sdl())


def interface(name: str) -> GraphQLInterfaceType:
    """Return an interface of the schema."""
    kind = schema().type_map[name]
    assert isinstance(kind, GraphQLInterfaceType)
    return kind


@cache
def everything(name: str, *without: str) -> str:
    """Return the selection of all fields of a type, and of all types that stand behind it.

    `without` names fields to leave out, wherever they are met.
    """
    kind = schema().type_map[name]
    if isinstance(kind, GraphQLObjectType):
        return f"{{ __typename {_fields(kind, without)} }}"
    assert isinstance(kind, GraphQLInterfaceType | GraphQLUnionType)
    members = schema().get_possible_types(kind)
    # What members share is asked for once.
    shared = dict.fromkeys(interface for member in members for interface in member.interfaces)
    parts = [(interface.name, _fields(interface, without)) for interface in shared]
    parts += [(member.name, _fields(member, without, _names(member.interfaces))) for member in members]
    selected = " ".join(f"... on {each} {{ {fields} }}" for each, fields in parts if fields)
    return f"{{ __typename {selected} }}"


def _names(interfaces: Collection[GraphQLInterfaceType]) -> tuple[str, ...]:
    return tuple(name for interface in interfaces for name in interface.fields)


def _fields(
    kind: GraphQLObjectType | GraphQLInterfaceType, without: tuple[str, ...], told: tuple[str, ...] = ()
) -> str:
    selected = []
    for name, field in kind.fields.items():
        if name in without or name in told or name in SEPARATE.get(kind.name, ()):
            continue
        # A connection has the same items in `edges`.
        if name == "nodes" and "edges" in kind.fields:
            continue
        inner = get_named_type(field.type)
        in_list = inner.name == "Game" and (
            name in ("node", "nodes") or is_list_type(get_nullable_type(field.type))
        )
        left_out = (*without, *FROM_VIEW) if in_list else without
        selection = everything(inner.name, *left_out) if is_composite_type(inner) else ""
        selected.append(f"{name} {selection}".strip())
    return " ".join(selected)


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


def accepted(name: str) -> str:
    """Return the type of a mutation's success."""
    return f"{name[0].upper()}{name[1:]}Accepted"


SIGN_IN = mutation("signIn")
ME = "{ me { player { __typename id name erased } } }"
VARIANTS = f"{{ variants {everything('Variant')[:-1]} options {everything('VariantOption')} }} }}"
GAME = operation("query", "game")
GAMES = operation("query", "games")
NODE = operation("query", "node")


def within(root: str, name: str) -> str:
    """Return the document of a field below a root field.

    The arguments of both are variables; the argument of the root field has the field's name.
    """
    query = schema().query_type
    assert query is not None
    outer = query.fields[root]
    kind = schema().type_map[get_named_type(outer.type).name]
    assert isinstance(kind, GraphQLObjectType)
    inner = kind.fields[name]
    arguments = dict.fromkeys([root], next(iter(outer.args.values()))) if outer.args else {}
    arguments |= inner.args
    declared = ", ".join(f"${each}: {_optional(argument)}" for each, argument in arguments.items())
    above = "".join(f"({each}: ${root})" for each in outer.args)
    given = ", ".join(f"{each}: ${each}" for each in inner.args)
    selected = everything(get_named_type(inner.type).name)
    below = f"{name}{f'({given})' if given else ''} {selected}"
    return f"query{f'({declared})' if declared else ''} {{ {root}{above} {{ {below} }} }}"


GROWTH = "query($from: Position!, $to: Position!) { log { consistency(from: $from, to: $to) } }"
LEGAL_MOVES = within("game", "legalMoves")
SUGGESTION = within("game", "suggestion")
HINT = within("game", "hint")
EVENTS = within("game", "events")
OWN_GAMES = within("me", "games")
INVITATIONS = within("me", "invitations")
YOUR_TURN = within("me", "yourTurn")
GAMES_OF = within("player", "games")
PROFILE = within("player", "profile")
REPLAY = within("game", "at")
REVIEW = within("game", "review")
MOMENTS = within("game", "moments")
CHANGED_SEATS = f"""query($game: ID!, $after: Version!, $first: Int!) {{ game(id: $game) {{
  moments(after: $after, first: $first) {{ changedSeats {everything("Seat")} }}
}} }}"""
PAST_SUGGESTION = f"""query($game: ID!, $version: Version!, $seat: Int!) {{
  game(id: $game) {{ at(version: $version) {{ suggestion(seat: $seat) {everything("Move")} }} }}
}}"""
PAST_HINT = f"""query($game: ID!, $version: Version!, $seat: Int!) {{
  game(id: $game) {{ at(version: $version) {{ hint(seat: $seat) {everything("Hint")} }} }}
}}"""
PRESENCE = """query($game: ID!) { game(id: $game) {
  seats { present } moments(after: 0, first: 5) { seats { present } changedSeats { present } }
} }"""
"""Who is present, now and in the past, of which nothing is told."""
OF_GAMES = f"""query($game: ID!, $version: Version!, $after: Version!, $first: Int!) {{ game(id: $game) {{
  events(first: $first) {{ edges {{ node {everything("GameEvent")} }} }}
  at(version: $version) {everything("GameMoment")}
  moments(after: $after, first: $first) {everything("GameMoment")}
  suggestion {everything("Move")}
  hint {everything("Hint")}
  proof {everything("GameProof")}
}} }}"""
"""What is reached from a game."""
VIEWS_OF_LISTED = f"""query($filter: GameFilter!) {{
  games(filter: $filter, first: 5) {{ nodes {everything("Game")} }}
}}"""
"""The views of listed games."""
VIEWS_OF_OWN = f"""{{ me {{
  games(first: 5) {{ nodes {everything("Game")} }} yourTurn(first: 5) {{ nodes {everything("Game")} }}
}} }}"""
"""The views of the caller's games."""
GAMES_OF_PROFILE = f"""query($player: ID!, $variant: String!, $board: Board!) {{ player(id: $player) {{
  profile(variant: $variant, board: $board) {{
    best {{ game {everything("Game")} }} games(first: 3) {{ nodes {{ game {everything("Game")} }} }}
  }}
}} }}"""
"""The games of a profile, with their views."""
FOLLOW = operation("subscription", "gameEvents")

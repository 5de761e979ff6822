"""The schema as a contract: committed, fully described, and queryable in full."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from graphql import (
    GraphQLEnumType,
    GraphQLField,
    GraphQLInputObjectType,
    GraphQLInterfaceType,
    GraphQLObjectType,
    GraphQLScalarType,
    OperationType,
    get_named_type,
    is_abstract_type,
    is_non_null_type,
)

from api.graphql.schema import sdl
from api.graphql.types.events import NAMES_IN_SCHEMA
from application.codec import all_event_types
from domain.commands import LOBBY_COMMANDS, OPERATOR_COMMANDS
from domain.rules import variants
from tests.api.harness import full_documents as d
from tests.api.harness.server_processes import ROOT

COMMITTED = ROOT / "docs" / "schema.graphql"


def roots(kind: str) -> dict[str, GraphQLField]:
    """Return what can be asked, wanted or followed."""
    root = d.schema().get_root_type(OperationType(kind))
    assert root is not None
    return dict(root.fields)


def described() -> Iterator[tuple[str, str | None]]:
    """Yield the coordinates and the description of every part of the schema."""
    for name, kind in d.schema().type_map.items():
        if name.startswith("__") or name in ("Boolean", "Float", "ID", "Int", "String"):
            continue
        yield name, kind.description
        match kind:
            case GraphQLEnumType():
                yield from ((f"{name}.{value}", each.description) for value, each in kind.values.items())
            case GraphQLInputObjectType():
                yield from ((f"{name}.{field}", each.description) for field, each in kind.fields.items())
            case GraphQLObjectType() | GraphQLInterfaceType():
                for field, each in kind.fields.items():
                    yield f"{name}.{field}", each.description
                    for argument, given in each.args.items():
                        yield f"{name}.{field}({argument}:)", given.description


PARTS = dict(described())


def test_the_committed_schema_is_the_one_that_is_served() -> None:
    assert COMMITTED.read_text(encoding="utf-8") == sdl(), (
        "docs/schema.graphql is not up to date; look at what a new one changes for clients:"
        " `uv run kibitz schema > docs/schema.graphql`"
    )


@pytest.mark.parametrize("kind", sorted({part.partition(".")[0] for part in PARTS}))
def test_everything_in_the_schema_is_described(kind: str) -> None:
    parts = {part: text for part, text in PARTS.items() if part.partition(".")[0] == kind}
    assert [part for part, text in parts.items() if not text] == []


def test_descriptions_are_sentences() -> None:
    texts = {part: text for part, text in PARTS.items() if text}
    assert [part for part, text in texts.items() if not text.endswith((".", ")"))] == []
    assert [part for part, text in texts.items() if "  " in text or "\t" in text] == []


# What a player does besides what it does in a game.
ABOUT_ONESELF = {
    "cancelSeek",
    "createDeviceCode",
    "endOtherSessions",
    "endSession",
    "eraseMe",
    "linkAccount",
    "mutePlayer",
    "rename",
    "renewToken",
    "seek",
    "signIn",
    "signInWithDeviceCode",
    "signOut",
    "unmutePlayer",
}
# What operators do besides what they do in a game.
OF_OPERATORS = {"banAddress", "banPlayer", "forceRename", "liftBan"}
# What leads to a game otherwise than by its id, and what changes nothing in it.
BY_LINK = {"acceptInvitationLink", "createInvitationLink"}
# What happens beside a game, and does not change it.
BESIDE_A_GAME = {"say"}


def test_there_is_one_mutation_for_each_intention_and_no_other() -> None:
    commands = {
        *LOBBY_COMMANDS,
        *OPERATOR_COMMANDS,
        *(move for rules in variants().values() for move in rules.moves),
    }
    names = {command.__name__[0].lower() + command.__name__[1:] for command in commands}
    assert set(roots("mutation")) == {
        *ABOUT_ONESELF,
        *OF_OPERATORS,
        *BESIDE_A_GAME,
        *BY_LINK,
        "createGame",
        "rematch",
        *names,
    }


@pytest.mark.parametrize(
    "name",
    sorted(set(roots("mutation")) - ABOUT_ONESELF - OF_OPERATORS - BESIDE_A_GAME - {"createInvitationLink"}),
)
def test_every_command_takes_an_id_and_the_version_that_it_expects(name: str) -> None:
    argument = roots("mutation")[name].args["input"]
    assert str(argument.type) == f"{name[0].upper()}{name[1:]}Input!"
    kind = get_named_type(argument.type)
    assert isinstance(kind, GraphQLInputObjectType)
    assert str(kind.fields["commandId"].type) == "ID"
    # The game of a rematch is the one before, which does not change.
    if name not in ("createGame", "rematch"):
        assert str(kind.fields["expectedVersion"].type) == "Version"
        assert ("token" if name in BY_LINK else "game") in kind.fields


def test_every_version_has_the_scalar_version() -> None:
    wrong = [
        f"{name}.{field}: {each.type}"
        for name, kind in d.schema().type_map.items()
        if isinstance(kind, GraphQLObjectType) and not name.startswith("__")
        for field, each in kind.fields.items()
        if (
            field.lower().endswith("version")
            or (name == "VersionConflict" and field in ("expected", "actual"))
        )
        and field != "rulesVersion"
        and str(each.type).rstrip("!") != "Version"
    ]
    assert wrong == []


def test_the_schema_names_no_state_of_the_domain() -> None:
    # The views are a contract of their own; what the rules remember inside is not part of it.
    inside = {rules.table.__name__ for rules in variants().values()}
    assert inside.isdisjoint(d.schema().type_map)


# What may be null, and what null means.

# What is there or refused as a whole; each of them names the one thing that it is about, or who may ask.
REFUSABLE = {
    "bans",
    "moderationLog",
    "games",
    "leaderboard",
    "statistics",
    "game",
    "invitation",
    "me",
    "node",
    "player",
    "players",
    "projections",
    "session",
    "variant",
}


def outputs() -> Iterator[tuple[str, GraphQLField]]:
    """Yield the fields of all output types, with their coordinates."""
    for name, kind in d.schema().type_map.items():
        if isinstance(kind, GraphQLObjectType | GraphQLInterfaceType) and not name.startswith("__"):
            yield from ((f"{name}.{field}", each) for field, each in kind.fields.items())


def test_no_list_holds_null() -> None:
    # Neither in what is answered nor in what is taken.
    taken = (
        (f"{name}.{field}", each)
        for name, kind in d.schema().type_map.items()
        if isinstance(kind, GraphQLInputObjectType)
        for field, each in kind.fields.items()
    )
    kinds = {where: str(each.type) for where, each in (*outputs(), *taken)}
    assert any("[" in kind for kind in kinds.values())
    # But for what has no node.
    assert {where: kind for where, kind in kinds.items() if re.search(r"[^!]\]", kind)} == {
        "Query.nodes": "[Node]!"
    }


def test_a_list_that_comes_with_its_object_is_never_null() -> None:
    kinds = {where: str(each.type) for where, each in outputs() if where.partition(".")[0] != "Query"}
    apart = {where for where, kind in kinds.items() if kind.endswith("]")}
    # These are read apart from the object around them, and fail without the rest of it.
    assert {where for where in apart if not where.startswith("Statistics.")} == {
        "EndOtherSessionsAccepted.sessions",
        "EndSessionAccepted.sessions",
        "Game.luck",
        "Game.moments",
        "Game.ratingChanges",
        "Game.talk",
        "Log.consistency",
        "Me.sessions",
        "SessionsEnded.sessions",
    }


def test_nullable_fields_describe_null() -> None:
    silent = [
        where
        for where, each in outputs()
        if not is_non_null_type(each.type) and "null" not in (each.description or "").lower()
    ]
    assert silent == []


def test_a_refused_field_is_null_beside_other_fields() -> None:
    nullable = {name for name, each in roots("query").items() if not is_non_null_type(each.type)}
    assert nullable == REFUSABLE


@pytest.mark.parametrize("kind", ["mutation", "subscription"])
def test_every_command_and_every_stream_has_a_result(kind: str) -> None:
    assert [name for name, each in roots(kind).items() if not is_non_null_type(each.type)] == []


def test_optional_inputs_have_no_null_default() -> None:
    assert "= null" not in sdl()


# What clients select beside each other.


@pytest.mark.parametrize(
    "name", [name for name, kind in d.schema().type_map.items() if is_abstract_type(kind)]
)
def test_one_document_can_select_every_possible_type(name: str) -> None:
    kind = d.schema().type_map[name]
    assert is_abstract_type(kind)
    found: dict[str, set[str]] = {}
    for member in d.schema().get_possible_types(kind):
        for field, each in member.fields.items():
            found.setdefault(field, set()).add(str(each.type))
    assert {field: kinds for field, kinds in found.items() if len(kinds) > 1} == {}


# Moves that can be sent back.


@pytest.mark.parametrize("name", [each.name for each in d.schema().get_possible_types(d.interface("Move"))])
def test_the_fields_of_a_move_are_the_input_of_its_mutation(name: str) -> None:
    move = d.schema().type_map[name]
    taken = d.schema().type_map[f"{name}Input"]
    assert isinstance(move, GraphQLObjectType)
    assert isinstance(taken, GraphQLInputObjectType)
    said = {field: str(each.type) for field, each in move.fields.items() if field != "mutation"}
    around = ("game", "commandId", "expectedVersion")
    assert said == {field: str(each.type) for field, each in taken.fields.items() if field not in around}
    assert f"{name[0].lower()}{name[1:]}" in roots("mutation")


def test_every_code_of_a_refusal_is_one_of_the_enum() -> None:
    kind = d.schema().type_map["RefusalCode"]
    assert isinstance(kind, GraphQLEnumType)
    types = d.schema().get_possible_types(d.interface("Refusal"))
    assert set(kind.values) == {re.sub(r"(?<!^)(?=[A-Z])", "_", each.name).upper() for each in types}


def test_renamed_fields_exist() -> None:
    events = {kind.__name__: kind for kind in all_event_types()}
    for name, called in NAMES_IN_SCHEMA.items():
        assert set(called) <= set(events[name].__struct_fields__)
        told = d.schema().type_map[name]
        assert isinstance(told, GraphQLObjectType)
        assert set(called.values()) <= set(told.fields)
        assert not set(called) & set(told.fields)


@pytest.mark.parametrize("name", ["DateTime", "Cursor"])
def test_scalars_name_their_standard(name: str) -> None:
    kind = d.schema().type_map[name]
    assert isinstance(kind, GraphQLScalarType)
    assert (kind.specified_by_url or "").startswith("https://")

"""Tests of the client's generator and of the generated package."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from graphql import GraphQLObjectType, build_schema, parse, validate

import kibitz_client.schema
from api.graphql.errors.close_codes import CLOSE_CODES
from api.graphql.errors.fault_codes import FAULTS
from kibitz_client.documents import INTROSPECTION, Documents, Operation
from kibitz_client.generate.package_writer import generate_modules
from kibitz_client.generate.schema_reader import CannotGenerate
from kibitz_client.schema import documents, faults
from kibitz_client.schema.mutations import Mutations
from kibitz_client.schema.queries import Queries
from kibitz_client.schema.subscriptions import Subscriptions

DOCS = Path(__file__).parents[2] / "docs"
SDL = (DOCS / "schema.graphql").read_text(encoding="utf-8")
ERRORS = (DOCS / "errors.md").read_text(encoding="utf-8")
FOLDER = Path(kibitz_client.schema.__file__).parent

WITHOUT_METHOD = {"nodes": "all fields of a hundred games exceed the cost limit"}
"""Root fields without a method, each with the reason."""


def test_generated_package_is_up_to_date() -> None:
    generated = generate_modules(SDL, ERRORS)
    assert {path.name for path in FOLDER.glob("*.py")} == generated.keys()
    stale = [name for name, text in generated.items() if (FOLDER / name).read_text(encoding="utf-8") != text]
    command = "python -m kibitz_client.generate docs/schema.graphql docs/errors.md"
    assert not stale, f"{', '.join(stale)}: generated from another schema; run `{command}`"


@pytest.mark.parametrize(
    ("root", "name"), [(Queries, "Query"), (Mutations, "Mutation"), (Subscriptions, "Subscription")]
)
def test_each_root_field_has_a_method_with_its_arguments(root: type[object], name: str) -> None:
    kind = build_schema(SDL).type_map[name]
    assert isinstance(kind, GraphQLObjectType)
    for name_in_schema, field in kind.fields.items():
        if name_in_schema in WITHOUT_METHOD:
            continue
        method = getattr(root, re.sub("([A-Z])", r"_\1", name_in_schema).lower())
        given = {each.replace("_", "") for each in method.__annotations__} - {"return"}
        if name != "Mutation":
            assert given == {each.lower() for each in field.args}
        assert method.__doc__


def test_each_document_is_valid() -> None:
    schema, known = build_schema(SDL), Documents(documents.FRAGMENTS)
    operations = [each for each in vars(documents).values() if isinstance(each, Operation)]
    assert len(operations) > 30
    for operation in (*operations, INTROSPECTION):
        assert validate(schema, parse(known.text(operation))) == []


def test_fault_and_close_codes_are_those_of_the_server() -> None:
    assert {str(each) for each in faults.FaultCode} == FAULTS.keys()
    assert {str(each) for each in faults.RETRYABLE} == {each.code for each in FAULTS.values() if each.again}
    assert {each.code: each.when for each in CLOSE_CODES} == faults.CLOSE_REASONS


@pytest.mark.parametrize(
    ("added", "named"),
    [
        ("interface Named { name: String! } type Stake implements Named { name: String! }", "Named"),
        ("type Gift { stake: Int! } type Loan { stake: Int! } union Stake = Gift | Loan", "Stake"),
        ("type Stake { from: Int! }", "from"),
        ("enum Stake { low }", "Stake.low"),
    ],
)
def test_unsupported_schema_is_rejected(added: str, named: str) -> None:
    with pytest.raises(CannotGenerate, match=named):
        generate_modules(f"{SDL}\n{added}", ERRORS)
    with pytest.raises(CannotGenerate, match="no faults"):
        generate_modules(SDL, "# Errors")

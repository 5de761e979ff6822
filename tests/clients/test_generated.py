"""The generated part of the client: what the schema and the page of errors make, and nothing left out."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from graphql import GraphQLObjectType, build_schema, parse, validate

import kibitz_client.schema
from api.graphql.errors.close_codes import CLOSE_CODES
from api.graphql.errors.fault_codes import FAULTS
from kibitz_client.documents import TYPES, Documents, Operation
from kibitz_client.generate.modules import modules
from kibitz_client.generate.reading import CannotGenerate
from kibitz_client.schema import documents, faults
from kibitz_client.schema.mutations import Mutations
from kibitz_client.schema.queries import Queries
from kibitz_client.schema.subscriptions import Subscriptions

DOCS = Path(__file__).parents[2] / "docs"
SDL = (DOCS / "schema.graphql").read_text(encoding="utf-8")
ERRORS = (DOCS / "errors.md").read_text(encoding="utf-8")
FOLDER = Path(kibitz_client.schema.__file__).parent

LEFT_OUT: dict[str, str] = {}
"""Fields of the roots without a method, each with the reason."""


def test_what_is_generated_is_what_the_schema_and_the_page_of_errors_make() -> None:
    made = modules(SDL, ERRORS)
    assert {path.name for path in FOLDER.glob("*.py")} == made.keys()
    stale = [name for name, text in made.items() if (FOLDER / name).read_text(encoding="utf-8") != text]
    remake = "python -m kibitz_client.generate docs/schema.graphql docs/errors.md"
    assert not stale, f"{', '.join(stale)}: made from another schema; run `{remake}`"


@pytest.mark.parametrize(
    ("root", "name"), [(Queries, "Query"), (Mutations, "Mutation"), (Subscriptions, "Subscription")]
)
def test_each_field_of_a_root_has_a_method_with_its_arguments(root: type[object], name: str) -> None:
    kind = build_schema(SDL).type_map[name]
    assert isinstance(kind, GraphQLObjectType)
    for field, asked in kind.fields.items():
        if field in LEFT_OUT:
            continue
        method = getattr(root, re.sub("([A-Z])", r"_\1", field).lower())
        given = {each.replace("_", "") for each in method.__annotations__} - {"return"}
        if name != "Mutation":
            assert given == {each.lower() for each in asked.args}
        assert method.__doc__


def test_each_document_fits_the_schema() -> None:
    schema, known = build_schema(SDL), Documents(documents.FRAGMENTS)
    operations = [each for each in vars(documents).values() if isinstance(each, Operation)]
    assert len(operations) > 30
    for operation in (*operations, TYPES):
        assert validate(schema, parse(known.text(operation))) == []


def test_the_codes_of_faults_and_sockets_are_those_of_the_server() -> None:
    assert {str(each) for each in faults.FaultCode} == FAULTS.keys()
    assert {str(each) for each in faults.AGAIN} == {each.code for each in FAULTS.values() if each.again}
    assert {each.code: each.when for each in CLOSE_CODES} == faults.CLOSES


@pytest.mark.parametrize(
    ("added", "named"),
    [
        ("interface Named { name: String! } type Stake implements Named { name: String! }", "Named"),
        ("type Gift { stake: Int! } type Loan { stake: Int! } union Stake = Gift | Loan", "Stake"),
        ("type Stake { from: Int! }", "from"),
        ("enum Stake { low }", "Stake.low"),
    ],
)
def test_what_the_client_was_not_made_for_is_not_generated(added: str, named: str) -> None:
    with pytest.raises(CannotGenerate, match=named):
        modules(f"{SDL}\n{added}", ERRORS)
    with pytest.raises(CannotGenerate, match="no faults"):
        modules(SDL, "# Errors")

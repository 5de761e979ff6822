"""All generated modules, by the names of their files."""

from __future__ import annotations

from collections.abc import Iterable

from graphql import GraphQLNamedType

from kibitz_client.generate.documents import documents
from kibitz_client.generate.methods import methods
from kibitz_client.generate.reading import Schema, python_name
from kibitz_client.generate.types import enums, faults, inputs, objects, results
from kibitz_client.generate.writing import header

PACKAGE = "kibitz_client.schema"


def modules(sdl: str, errors: str) -> dict[str, str]:
    """Return the text of each module, from the schema and from the page of errors; raises CannotGenerate."""
    schema = Schema(sdl)
    homes = _homes(schema)
    return {
        "__init__.py": header(
            "The server's schema in Python: types, documents, and a method for all that it has."
        ),
        "documents.py": documents(schema),
        "enums.py": enums(schema),
        "events.py": objects("The events of games.", schema.events, homes, "EVENTS"),
        "faults.py": faults(errors),
        "inputs.py": inputs(schema, homes),
        "mutations.py": methods(schema, "Mutation", homes),
        "offers.py": objects("What may be done: offers of moves.", schema.offers, homes, "OFFERS"),
        "queries.py": methods(schema, "Query", homes),
        "refusals.py": objects("Why a command was not carried out.", schema.refusals, homes, "REFUSALS"),
        "results.py": results(schema, homes),
        "subscriptions.py": methods(schema, "Subscription", homes),
        "types.py": objects("The types of what is asked for.", schema.types, homes),
    }


def _homes(schema: Schema) -> dict[str, str]:
    def at(module: str, kinds: Iterable[GraphQLNamedType]) -> dict[str, str]:
        return {python_name(kind): f"{PACKAGE}.{module}" for kind in kinds}

    return (
        at("enums", schema.enums)
        | at("types", schema.types)
        | at("inputs", schema.inputs)
        | at("results", [*schema.successes, *schema.unions])
    )

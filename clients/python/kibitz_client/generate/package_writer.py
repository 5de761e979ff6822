"""Writes all modules of the package `kibitz_client.schema`."""

from __future__ import annotations

from collections.abc import Iterable

from graphql import GraphQLNamedType

from kibitz_client.generate.code_writer import header
from kibitz_client.generate.document_writer import documents
from kibitz_client.generate.method_writer import methods
from kibitz_client.generate.schema_reader import SUCCESS, Schema, python_name
from kibitz_client.generate.type_writer import enums, faults, inputs, objects, results

PACKAGE = "kibitz_client.schema"


def generate_modules(sdl: str, errors: str) -> dict[str, str]:
    """Return the text of each module by its file name; raises CannotGenerate."""
    schema = Schema(sdl)
    homes = _homes(schema)
    return {
        "__init__.py": header(
            "The server's schema in Python: types, documents, and a method for each operation."
        ),
        "documents.py": documents(schema),
        "enums.py": enums(schema),
        "events.py": objects("The events of games.", schema.events, homes, "EVENTS"),
        "faults.py": faults(errors),
        "inputs.py": inputs(schema, homes),
        "mutations.py": methods(schema, "Mutation", homes),
        "offers.py": objects("Offers: sets of legal moves.", schema.offers, homes, "OFFERS"),
        "queries.py": methods(schema, "Query", homes),
        "refusals.py": objects(
            "Reasons for which the server refuses commands.", schema.refusals, homes, "REFUSALS"
        ),
        "results.py": results(schema, homes),
        "subscriptions.py": methods(schema, "Subscription", homes),
        "types.py": objects("The types of answers.", schema.types, homes),
        "updates.py": objects("Updates of games, with their states.", schema.updates, homes),
    }


def _homes(schema: Schema) -> dict[str, str]:
    def at(module: str, kinds: Iterable[GraphQLNamedType]) -> dict[str, str]:
        return {python_name(kind): f"{PACKAGE}.{module}" for kind in kinds}

    return (
        at("enums", schema.enums)
        | at("types", schema.types)
        | at("updates", schema.updates)
        | at("inputs", schema.inputs)
        | at("results", [schema.interface(SUCCESS), *schema.accounts])
    )

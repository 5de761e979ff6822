"""Prices of fields: the cost besides the values of the answer, declared at the field.

    @strawberry.field(metadata=price(600), description="…")

A price is in values: completing one value takes about 3 µs of processor time, so a field that takes 2 ms
before its answer has any value has a price of 700. Prices are measured with twenty of the field in one
document, over games of 750 events.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from graphql import GraphQLField
from strawberry.schema.schema_converter import GraphQLCoreConverter
from strawberry.types.field import StrawberryField

COMMAND: Final = 500
"""The price of a command: it is judged, and waits for a commit."""
_PRICE: Final = "kibitz.price"


def price(values: int) -> Mapping[str, int]:
    """Return the metadata of a field with a price."""
    return {_PRICE: values}


def price_of(field: GraphQLField) -> int | None:
    """Return the price declared at a field; None where there is none."""
    defined: Any = field.extensions.get(GraphQLCoreConverter.DEFINITION_BACKREF)
    if not isinstance(defined, StrawberryField) or not defined.metadata:
        return None
    found: int | None = defined.metadata.get(_PRICE)
    return found

"""Prices of fields: the cost in addition to the values of the answer, declared on the field.

    @strawberry.field(metadata=price(600), description="…")

The unit of a price is one value: completing a value takes about 3 µs of processor time, so a field that takes
2 ms before its answer has any value has a price of 700. Prices are measured with the field twenty times in
one document, over games of 750 events.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from graphql import GraphQLField

from api.graphql.execution.field_definitions import declared

COMMAND: Final = 500
"""The price of a command: it is decided, and waits for a commit."""
_PRICE: Final = "kibitz.price"
_EACH: Final = "kibitz.price_each"
_SHARED: Final = "kibitz.shared_price"


def price(values: int) -> Mapping[str, int]:
    """Return the field metadata that declares a price."""
    return {_PRICE: values}


def price_each(values: int) -> Mapping[str, int]:
    """Return the metadata of a list that has a price for each of the items requested."""
    return {_EACH: values}


def shared_price(values: int) -> Mapping[str, int]:
    """Return the metadata of fields of an object that together have one price, however many are selected."""
    return {_SHARED: values}


def shared_price_of(field: GraphQLField) -> int:
    """Return the price that a field shares with other fields of its object, 0 without one."""
    return int(declared(field, _SHARED) or 0)


def price_of_each(field: GraphQLField) -> int:
    """Return the price of each item of a list, 0 without one."""
    return int(declared(field, _EACH) or 0)


def price_of(field: GraphQLField) -> int | None:
    """Return the declared price of a field, None without one."""
    found: int | None = declared(field, _PRICE)
    return found

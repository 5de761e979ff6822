"""The scalars of the schema: what a card, a version and a moment look like on the wire."""

from __future__ import annotations

from typing import Any, Final, NewType

import strawberry
from graphql import GraphQLError
from strawberry.types.scalar import ScalarDefinition

from domain.cards import DECK_WITH_JOKER, Card

Version = NewType("Version", int)
CardNotation = NewType("CardNotation", str)
"""Stands for the domain's Card, which the schema would otherwise take for an enum."""

LARGEST_VERSION: Final = 2**53 - 1


_FACES = frozenset(map(str, DECK_WITH_JOKER))


def _card(value: Any) -> Card:
    if isinstance(value, str) and value in _FACES:
        return Card(value)
    raise GraphQLError(
        f"{value!r} is not a card: it takes a rank of 23456789TJQKA and a suit of HCSD, or JOKER"
    )


def _version(value: Any) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= LARGEST_VERSION:
        return value
    raise GraphQLError(f"{value!r} is not a version: it takes a whole number from 0")


SCALARS: Final[dict[object, ScalarDefinition]] = {
    CardNotation: strawberry.scalar(
        name="Card",
        description="A card by its notation: a rank of `23456789TJQKA` and a suit of `HCSD` (`5H`, `TS`), "
        "`JOKER`, or `??` for a card that you cannot see.",
        serialize=str,
        parse_value=_card,
    ),
    Version: strawberry.scalar(
        name="Version",
        description="How many events a game has had: a whole number from 0 without gaps.",
        serialize=int,
        parse_value=_version,
    ),
}
"""What stands for each scalar in Python."""

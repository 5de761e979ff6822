"""Luck of a deal: the hands that were dealt, and the features of a hand that its expected result depends on.

The model of a variant is the module here that is named after the variant. A variant without one has no luck.
The expected results are in tables (`domain.luck.table`); `docs/luck.md` describes the method.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol

from domain.cards import Cards
from domain.events import OptionValue
from domain.luck.deals import Deal, DealtCards
from domain.luck.features import Features


class LuckModel(Protocol):
    """Finds the hands of a deal in the revealed shuffles, and the features of a hand."""

    VERSIONS: range
    """The versions of the variant's rules that it describes."""
    FEATURES: Features
    """The names of the features."""

    def dealt(self, deal: Deal, orders: Mapping[int, Cards]) -> DealtCards | None:
        """Return the cards of a deal; None if the order of a shuffle that it takes cards from is missing."""

    def group_of(self, deal: Deal, seat: int, options: Mapping[str, OptionValue]) -> str:
        """Return the name of the group of deals with which the hand of a seat is compared."""

    def features_of(self, cards: DealtCards, seat: int) -> list[int]:
        """Return the numbers of the features that the hand of a seat has, each of them once."""


@cache
def luck_model(variant: str, version: int) -> LuckModel | None:
    """Return the model of a version of a variant's rules; None if there is none."""
    name = f"{__name__}.{variant.replace('-', '_')}"
    if find_spec(name) is None:
        return None
    model: Any = import_module(name)
    return model if version in model.VERSIONS else None

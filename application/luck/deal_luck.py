"""The luck of the seats in the deals of a game, and its sums over a game, in whole units of the table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import isqrt

from msgspec import Struct

from application.luck.luck_tables import luck_table
from domain.cards import Cards
from domain.events import OptionValue
from domain.luck import luck_model
from domain.luck.deals import Deal
from domain.luck.table import LuckGroup, LuckTable


class Expectation(Struct, frozen=True, kw_only=True):
    """The expected result of a seat in a deal or a game, and the luck of its hands, in units."""

    par: int
    luck: int | None
    """None while a hand is not public."""
    luck_error: int
    """The standard error of the luck."""
    play_error: int
    """The standard deviation of the rest of the result, if the seat plays like the published player."""


class GameTable(Struct, frozen=True):
    """The table of luck for one game with its options."""

    table: LuckTable
    options: Mapping[str, OptionValue]

    def group(self, deal: Deal, seat: int) -> LuckGroup | None:
        """Return the group of a seat's hand; None if the table has no such deals."""
        model = luck_model(self.table.variant, self.table.rules_version)
        assert model is not None, "only rules with a model have a table"
        return self.table.groups.get(model.group_of(deal, seat, self.options))

    def luck_of_hands(self, deal: Deal, orders: Mapping[int, Cards]) -> tuple[int, ...] | None:
        """Return the luck of each seat, given the orders of the revealed shuffles.

        None if they do not show all cards of the deal, or if the table has no such deals.
        """
        model = luck_model(self.table.variant, self.table.rules_version)
        assert model is not None, "only rules with a model have a table"
        cards = model.dealt(deal, orders)
        groups = [self.group(deal, seat) for seat in range(len(deal.hands))]
        if cards is None:
            return None
        found = [
            group.luck_of(model.features_of(cards, seat))
            for seat, group in enumerate(groups)
            if group is not None
        ]
        return tuple(found) if len(found) == len(groups) else None


def game_table(variant: str, rules_version: int, options: Mapping[str, OptionValue]) -> GameTable | None:
    """Return the table for a game; None if its rules have none. Raises DamagedLuckTable."""
    table = luck_table(variant, rules_version)
    return None if table is None else GameTable(table, options)


def of_deal(group: LuckGroup, luck: int | None) -> Expectation:
    """Return the expectation of one deal."""
    return Expectation(par=group.par, luck=luck, luck_error=group.error, play_error=group.deviation)


def of_game(deals: Iterable[tuple[LuckGroup, int | None]]) -> Expectation:
    """Return the expectation of all deals of a game.

    The luck of hands of one group has the same error in the table, so there the errors add up. Errors of
    different groups are independent, and so is what happens in different rounds.
    """
    par, luck, variance = 0, 0, 0
    known = True
    errors: dict[int, int] = {}
    for group, of_hand in deals:
        par += group.par
        known = known and of_hand is not None
        luck += of_hand or 0
        errors[id(group)] = errors.get(id(group), 0) + group.error
        variance += group.deviation**2
    return Expectation(
        par=par,
        luck=luck if known else None,
        luck_error=isqrt(sum(error**2 for error in errors.values())),
        play_error=isqrt(variance),
    )

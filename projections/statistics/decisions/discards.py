"""Finds out which cards were discarded and drawn, once the shuffle of a deal is revealed.

Discards stay private until then. Whoever sees the revealed order can deal it again by the rules: the cards
that a seat was dealt and did not play were discarded, and those that it played and was not dealt were drawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

import msgspec
from msgspec.structs import replace

from domain.cards import Card, Cards
from domain.events import CardPlayed, DeckRevealed, DeckShuffled, HandDealt
from domain.refusals import UnknownRules, UnknownVariant
from domain.rules import NeedsShuffle, Table, rules_of
from projections.statistics.progress import DiscardProgress, StatisticsProgress


def with_plays(discards: Iterable[DiscardProgress], course: Iterable[Any]) -> Iterator[DiscardProgress]:
    """Yield the discards of a round that is over, with the cards that their seats played in it."""
    played: dict[int, list[Card]] = {}
    for event in course:
        if isinstance(event, CardPlayed):
            played.setdefault(event.seat, []).append(event.card)
    for made in discards:
        yield replace(made, played=tuple(played.get(made.seat, ())))


def revealed(
    progress: StatisticsProgress, event: DeckRevealed
) -> Iterator[tuple[DiscardProgress, Cards, Cards]]:
    """Yield the discards from a shuffle, each with the cards discarded and those drawn; forget all of them.

    Those of a round that was not played to its end are left out: the hand is not known.
    """
    of_shuffle = [made for made in progress.discards if made.shuffle == event.shuffle]
    progress.discards = [made for made in progress.discards if made.shuffle != event.shuffle]
    hands = _dealt(progress, event) if of_shuffle else {}
    for made in of_shuffle:
        dealt = hands.get(made.seat, ())
        discarded = tuple(card for card in dealt if card not in made.played)
        drawn = tuple(card for card in made.played if card not in dealt)
        if len(discarded) == len(drawn) == made.count:
            yield made, discarded, drawn


def _dealt(progress: StatisticsProgress, event: DeckRevealed) -> dict[int, Cards]:
    """Deal a revealed deck by the rules; return the hand of each seat."""
    game = progress.game
    try:
        rules = rules_of(game.variant, progress.rules_version)
        table = new_table(game.variant, progress.rules_version, progress.options, len(game.seats))
    except (UnknownVariant, UnknownRules, msgspec.ValidationError):
        return {}
    shuffled = DeckShuffled(shuffle=event.shuffle, commitment="", order=event.order, salt=None)
    due = rules.settle(rules.evolvers[DeckShuffled](table, shuffled))
    if isinstance(due, NeedsShuffle):
        return {}
    return {each.seat: each.cards for each in due if isinstance(each, HandDealt)}


@lru_cache(maxsize=100)
def new_table(variant: str, version: int, options: str, seats: int) -> Table:
    """Return the table before the first deal, under options in the form of JSON.

    Raises UnknownVariant, UnknownRules, or ValidationError for options that the rules do not know.
    """
    rules = rules_of(variant, version)
    table: Table = rules.start(seats, msgspec.json.decode(options, type=rules.options))
    return table

"""The `Rules` interface that each game implements, and the registry that discovers the games.

A game is one module of this package that calls `register` with its `Rules`.
"""

from __future__ import annotations

import pkgutil
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import cache
from importlib import import_module
from typing import Any, ClassVar, Generic, TypeVar

import msgspec
from msgspec import Struct

from domain.card_order import CardOrder
from domain.cards import Card, Cards
from domain.commands import COMMON_OFFERS, Move, Offer
from domain.events import COMMON_EVENTS, CardPlayed, Event, OptionValue
from domain.options import Options as Options
from domain.options import expected_value
from domain.refusals import (
    InvalidOption,
    MoveRefusal,
    NotYourTurn,
    UnknownOption,
    UnknownRules,
    UnknownVariant,
)
from domain.table import TableView
from domain.visibility import marks


class Table(Struct, frozen=True, kw_only=True):
    """The state of a table between moves; each game's subclass adds its own fields."""

    oldest_shuffle: int = 0
    """No shuffle with a lower number has a card in play or still to be dealt."""


class NeedsShuffle(Struct, frozen=True):
    """Request for a shuffle of these cards; play continues once they are shuffled."""

    cards: Cards


NOTHING: tuple[Event, ...] = ()

Evolvers = Mapping[type[Event], Callable[[Any, Any], Any]]
NO_EVOLVERS: Evolvers = {}

T = TypeVar("T", bound=Table)


class Rules(ABC, Generic[T]):
    """The rules of one variant; pure and stateless."""

    variant: ClassVar[str]
    """The variant's name, in lower case with hyphens."""
    version: ClassVar[int]
    """The version of these rules; games keep the one they were created under."""
    title: ClassVar[str]
    """The variant's display name."""
    seats: ClassVar[range]
    """The possible numbers of players."""
    target: ClassVar[int | None] = None
    """The points that end the game; None for a game without such a target."""
    rounds: ClassVar[int | None] = None
    """The number of rounds in a game; None if it is not fixed."""
    options: ClassVar[type[Options]]
    """The class of the options, with their defaults."""
    table: ClassVar[type[Table]]
    """The class of the table's state."""
    phases: ClassVar[type[StrEnum]]
    """The phases of a round."""
    titles: ClassVar[type[StrEnum] | None] = None
    """The titles that players have by their place; None for a game without titles."""
    moves: ClassVar[Mapping[type[Move], tuple[type[MoveRefusal], ...]]]
    """The moves of the game, each with the refusals of `decide` and `not_to_move` for it."""
    out_of_turn: ClassVar[tuple[type[Move], ...]] = ()
    """The moves that a seat may also make out of turn."""
    events: ClassVar[tuple[type[Event], ...]] = ()
    """The events that only this game uses."""
    offers: ClassVar[tuple[type[Offer], ...]] = ()
    """The offers that only this game uses."""
    evolvers: ClassVar[Evolvers]
    """The functions that apply events to the table, by event class: (table, event) -> table.

    They never judge, and never fail on an event that was once decided.
    """

    @abstractmethod
    def start(self, seats: int, options: Any) -> T:
        """Return the table for the given number of seats, before the first deal."""

    @abstractmethod
    def decide(self, table: T, seat: int, move: Move) -> tuple[Event, ...]:
        """Return the events of a move by a seat that may move; raises a `MoveRefusal`."""

    @abstractmethod
    def settle(self, table: T) -> tuple[Event, ...] | NeedsShuffle:
        """Return the automatic consequences; no events when the table waits for a move."""

    @abstractmethod
    def to_move(self, table: T) -> tuple[int, ...]:
        """Return the seats that are to move."""

    def not_to_move(self, table: T, seat: int, move: Move) -> MoveRefusal:
        """Return the refusal for a move by a seat that is not to move."""
        return NotYourTurn(seat, self.to_move(table))

    def allows(self, table: T, move: type[Move]) -> bool:
        """Return whether the phase allows moves of a class; if not, `decide` refuses each of them."""
        return True

    @abstractmethod
    def candidates(self, table: T, seat: int) -> tuple[Offer, ...]:
        """Return offers of every conceivable move of the seat; `decide` judges which are legal."""

    @abstractmethod
    def show(self, table: T) -> TableView:
        """Return the table in the form that all games share."""

    def published(self, event: Event, later: Event) -> Event | None:
        """Return an event, of which fields are hidden, with what a later event tells of them.

        None if the later event tells nothing of them, as always in games that hide no field for ever.
        """
        return None

    def card_order(self, table: T) -> CardOrder | None:
        """Return the order of the cards at the moment, None in games that state none.

        It is derived from what decides tricks and plays. A viewer's table has the same order as the true one.
        """
        return None

    def move_count(self, table: T, seat: int) -> int | None:
        """Return the number of different moves of a seat that is to move.

        None if cards of its hand are face down and the number may depend on them. Moves out of turn do not
        count. A game with many moves overrides it, because this method judges each of them.
        """
        if Card.FACE_DOWN in self.show(table).places[seat].hand:
            return None
        offers = (
            offer
            for offer in self.candidates(table, seat)
            if offer.move in self.moves and self.allows(table, offer.move)
        )
        return sum(self._accepts(table, seat, move) for offer in offers for move in offer.moves(""))

    def play_counts(self, table: T, plays: Sequence[CardPlayed]) -> Iterator[int | None] | None:
        """Count the moves before each of these plays to tricks, as `move_count` does; the first leads.

        They are all that happens from the table on in a round, apart from tricks that are won. None if the
        game has no shorter way than to count at each table.
        """
        return None

    def _accepts(self, table: T, seat: int, move: Move) -> bool:
        try:
            self.decide(table, seat, move)
        except MoveRefusal:
            return False
        return True

    def available_bids(self, table: T, seat: int) -> tuple[int, ...]:
        """Return the amounts that the seat could bid if it were its turn; none outside the bidding."""
        return ()

    def titles_of(self, seats: int) -> tuple[StrEnum, ...]:
        """Return the title of each place, from the first to the last; none in a game without titles."""
        return ()

    def titles_by_seat(self, ranking: Sequence[Sequence[int]]) -> tuple[StrEnum, ...]:
        """Return the title of each seat, in the order of the seats; `ranking` as in `GameWon`."""
        titles = self.titles_of(sum(map(len, ranking)))
        if not titles:
            return ()
        by_seat: dict[int, StrEnum] = {}
        for equals in ranking:
            # Seats that share a place have its title.
            by_seat |= dict.fromkeys(equals, titles[len(by_seat)])
        return tuple(by_seat[seat] for seat in sorted(by_seat))

    def strength(self, hand: Cards) -> float | None:
        """Return the strength of a starting hand, comparable with other hands of the game.

        None when the game has no measure of strength. Only statistics use it; it does not affect play.
        """
        return None


_registry: dict[tuple[str, int], Rules[Any]] = {}
_named: dict[str, type[Struct]] = {each.__name__: each for each in (*COMMON_EVENTS, *COMMON_OFFERS)}
"""The classes by their name in the log and in the schema."""


class NameAlreadyRegistered(ValueError):
    """Two classes share a name or a version, so one of them would not be found."""

    def __init__(self, what: str, first: type, second: type) -> None:
        names = " and ".join(f"{each.__module__}.{each.__qualname__}" for each in (first, second))
        super().__init__(f"{what} is both {names}")
        self.first = first
        self.second = second


def register(rules: Rules[Any]) -> None:
    """Register a version of a game's rules beside the versions that are already registered.

    Raises AlreadyRegistered for a version, an event, a move or an offer whose name is taken, and
    MisplacedMark for an event with a mark that would hide nothing.
    """
    known = _registry.get((rules.variant, rules.version))
    if known is not None:
        raise NameAlreadyRegistered(f"version {rules.version} of {rules.variant}", type(known), type(rules))
    for each in (*rules.events, *rules.moves, *rules.offers):
        if _named.setdefault(each.__name__, each) is not each:
            raise NameAlreadyRegistered(each.__name__, _named[each.__name__], each)
    for event in rules.events:
        marks(event)
    # msgspec inspects a struct when it is first decoded, and records the struct before the inspection ends: a
    # second thread would read incomplete data, and the process would crash. Only one thread registers rules.
    for each in (rules.options, rules.table, *rules.events):
        msgspec.json.Decoder(each)
    _registry[rules.variant, rules.version] = rules
    rules_of.cache_clear()


@cache
def _discover() -> None:
    for module in pkgutil.iter_modules(__path__):
        import_module(f"{__name__}.{module.name}")


def variants() -> Mapping[str, Rules[Any]]:
    """Return the newest rules of each variant, by name; new games are played under them."""
    _discover()
    return {variant: _registry[variant, version] for variant, version in sorted(_registry)}


def all_rules() -> tuple[Rules[Any], ...]:
    """Return every registered version of every variant's rules, the newest version of a variant last."""
    _discover()
    return tuple(_registry[key] for key in sorted(_registry))


def versions_of(variant: str) -> tuple[Rules[Any], ...]:
    """Return every registered version of a variant's rules, the newest last.

    Raises UnknownVariant.
    """
    found = tuple(rules for rules in all_rules() if rules.variant == variant)
    if not found:
        raise UnknownVariant(name=variant, known=tuple(variants()))
    return found


@cache
def rules_of(variant: str, version: int | None = None) -> Rules[Any]:
    """Return the rules of a variant in the given version, or in the newest.

    Raises UnknownVariant, and UnknownRules for a version that is not registered here.
    """
    known = versions_of(variant)
    if version is None:
        return known[-1]
    found = _registry.get((variant, version))
    if found is None:
        raise UnknownRules(variant, version, tuple(rules.version for rules in known))
    return found


def complete_options(rules: Rules[Any], chosen: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    """Return every option of the variant with its chosen or default value.

    A value may also be given as text. Raises UnknownOption and InvalidOption.
    """
    known = {field.name: field for field in msgspec.structs.fields(rules.options)}
    for name, value in chosen.items():
        if name not in known:
            raise UnknownOption(option=name, known=tuple(known))
        try:
            msgspec.convert(value, known[name].type, strict=False)
        except msgspec.ValidationError as error:
            raise InvalidOption(option=name, value=value, reason=expected_value(known[name].type)) from error
    options = msgspec.convert(chosen, rules.options, strict=False)
    built: dict[str, OptionValue] = msgspec.to_builtins(options)
    return built

"""The Rules contract that each game fulfils, and the registry that finds the games by themselves.

A game is one module of this package that calls `register` with its `Rules`.
"""

from __future__ import annotations

import pkgutil
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from enum import StrEnum, unique
from functools import cache
from importlib import import_module
from typing import Any, ClassVar, Generic, TypeVar

import msgspec
from msgspec import Struct

from domain.cards import Cards
from domain.commands import COMMON_OFFERS, Move, Offer
from domain.events import COMMON_EVENTS, Event, OptionValue
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


@unique
class Reveal(StrEnum):
    """When a shuffle is opened for everyone to see and check."""

    EACH_ROUND = "each_round"
    """As soon as none of its cards is in play."""
    AT_END = "at_end"
    """When the game has ended."""


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The options that every variant has; a variant adds its own."""

    reveal: Reveal = Reveal.EACH_ROUND
    """When a shuffle is opened, and with it every card that was dealt from it."""


class Table(Struct, frozen=True, kw_only=True):
    """What a game remembers between moves; each game adds its own."""

    oldest_shuffle: int = 0
    """The number below which no shuffle has a card in play or still to be dealt."""


class NeedsShuffle(Struct, frozen=True):
    """Play goes on once these cards are shuffled."""

    cards: Cards


NOTHING: tuple[Event, ...] = ()

Memories = Mapping[type[Event], Callable[[Any, Any], Any]]
NO_MEMORIES: Memories = {}

T = TypeVar("T", bound=Table)


class Rules(ABC, Generic[T]):
    """How one variant is played; pure, and without memory of its own."""

    variant: ClassVar[str]
    """The variant's name, in lower case with hyphens."""
    version: ClassVar[int]
    """The version of these rules; games keep the one they were created under."""
    title: ClassVar[str]
    """The variant's name for people."""
    seats: ClassVar[range]
    """How many can play."""
    options: ClassVar[type[Options]]
    """The options, with their defaults."""
    table: ClassVar[type[Table]]
    """What the game remembers."""
    phases: ClassVar[type[StrEnum]]
    """The phases of a round."""
    moves: ClassVar[tuple[type[Move], ...]]
    """The moves that the game knows."""
    out_of_turn: ClassVar[tuple[type[Move], ...]] = ()
    """Those of the moves that a seat may make when it is not to move."""
    events: ClassVar[tuple[type[Event], ...]] = ()
    """The facts that only this game knows."""
    offers: ClassVar[tuple[type[Offer], ...]] = ()
    """The descriptions of moves that only this game knows."""
    memories: ClassVar[Memories]
    """How the table remembers each fact that concerns it: a function of table and event to the table.

    None of them judges, and none fails on what was once decided.
    """

    @abstractmethod
    def start(self, seats: int, options: Any) -> T:
        """Return the table at which so many sit down, before the first deal."""

    @abstractmethod
    def decide(self, table: T, seat: int, move: Move) -> tuple[Event, ...]:
        """Judge a move of a seat that may move; raises a `MoveRefusal`."""

    @abstractmethod
    def settle(self, table: T) -> tuple[Event, ...] | NeedsShuffle:
        """Return what follows by itself, nothing when the table waits for a move."""

    @abstractmethod
    def to_move(self, table: T) -> tuple[int, ...]:
        """Return the seats that are to move."""

    def not_to_move(self, table: T, seat: int, move: Move) -> MoveRefusal:
        """Return why a seat that is not to move cannot make the move."""
        return NotYourTurn(seat, self.to_move(table))

    @abstractmethod
    def candidates(self, table: T, seat: int) -> tuple[Offer, ...]:
        """Describe every move that the seat could think of; `decide` judges which are legal."""

    @abstractmethod
    def show(self, table: T) -> TableView:
        """Present the table."""

    def strength(self, hand: Cards) -> float | None:
        """Return how strong a starting hand is, to be compared with others of the game.

        None where the game has no measure of it; it is for those who chart and judges nothing.
        """
        return None


_registry: dict[tuple[str, int], Rules[Any]] = {}
_named: dict[str, type[Struct]] = {each.__name__: each for each in (*COMMON_EVENTS, *COMMON_OFFERS)}
"""The class that has each name in the log or in the schema."""


class AlreadyRegistered(ValueError):
    """Two classes have one name or version, so one of them would not be found."""

    def __init__(self, what: str, first: type, second: type) -> None:
        names = " and ".join(f"{each.__module__}.{each.__qualname__}" for each in (first, second))
        super().__init__(f"{what} is both {names}")
        self.first = first
        self.second = second


def register(rules: Rules[Any]) -> None:
    """Register a version of a game's rules beside the versions that are registered already.

    Raises AlreadyRegistered for a version, an event, a move or an offer whose name is taken, and
    MisplacedMark for an event with a mark that would hide nothing.
    """
    known = _registry.get((rules.variant, rules.version))
    if known is not None:
        raise AlreadyRegistered(f"version {rules.version} of {rules.variant}", type(known), type(rules))
    for each in (*rules.events, *rules.moves, *rules.offers):
        if _named.setdefault(each.__name__, each) is not each:
            raise AlreadyRegistered(each.__name__, _named[each.__name__], each)
    for event in rules.events:
        marks(event)
    # msgspec looks into a struct when it is first decoded, and notes it before it has looked into all of it:
    # a second thread would read what is not there yet, and the process would be gone. Here is only one.
    for each in (rules.options, rules.table, *rules.events):
        msgspec.json.Decoder(each)
    _registry[rules.variant, rules.version] = rules
    rules_of.cache_clear()


@cache
def _discover() -> None:
    for module in pkgutil.iter_modules(__path__):
        import_module(f"{__name__}.{module.name}")


def variants() -> Mapping[str, Rules[Any]]:
    """Return the newest rules of each variant by its name; new games are played under them."""
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
        raise UnknownVariant(variant=variant, known=tuple(variants()))
    return found


@cache
def rules_of(variant: str, version: int | None = None) -> Rules[Any]:
    """Return the rules of a variant, the newest unless a version is named.

    Raises UnknownVariant, and UnknownRules for a version that is not registered here.
    """
    known = versions_of(variant)
    if version is None:
        return known[-1]
    found = _registry.get((variant, version))
    if found is None:
        raise UnknownRules(variant, version, tuple(rules.version for rules in known))
    return found


def chosen_options(rules: Rules[Any], chosen: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    """Return every option of the variant with its value, as chosen or by default.

    A value may also be given as text. Raises UnknownOption and InvalidOption.
    """
    known = {field.name: field for field in msgspec.structs.fields(rules.options)}
    for name, value in chosen.items():
        if name not in known:
            raise UnknownOption(option=name, known=tuple(known))
        try:
            msgspec.convert(value, known[name].type, strict=False)
        except msgspec.ValidationError as error:
            raise InvalidOption(option=name, value=value, reason=str(error)) from error
    options = msgspec.convert(chosen, rules.options, strict=False)
    built: dict[str, OptionValue] = msgspec.to_builtins(options)
    return built

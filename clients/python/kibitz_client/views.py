"""What is seen of a game: the same over the API and in the server's own process."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypeVar

from kibitz_client.converting import convert
from kibitz_client.interfaces import Node
from kibitz_client.moves import Move
from kibitz_client.schema.types import Game, Seat
from kibitz_client.values import Options

T = TypeVar("T")

FACE_DOWN: Final = "??"
"""A card whose face the viewer cannot see."""


class View(Game, frozen=True, kw_only=True):
    """A game as the player of a seat sees it: what a player is given, and all that it is given."""

    you: int
    """The player's own seat."""

    @property
    def seat(self) -> int:
        """The player's own seat."""
        return self.you

    @property
    def own(self) -> Seat:
        """The player's own seat and what lies there."""
        return self.seats[self.you]

    @property
    def hand(self) -> tuple[str, ...]:
        """The cards in the player's own hand."""
        return self.own.hand


class Seen(Node):
    """A look at a game: as a View from a seat, as a Game without one, and what may be done now."""

    __match_args__ = ("game", "legal")
    __slots__ = ("game", "legal")

    def __init__(self, game: Game, legal: tuple[Move, ...] = ()) -> None:
        self.game = game
        self.legal = legal

    @classmethod
    def of(cls, shown: Mapping[str, Any]) -> Seen:
        """Read a game as the API shows it."""
        offers = shown.get("legalMoves", ())
        return cls(read_game(shown), tuple(Move.of(each) for offer in offers for each in offer["moves"]))

    def __repr__(self) -> str:
        return f"Seen({self.game!r}, {self.legal!r})"

    @property
    def id(self) -> str:  # type: ignore[override]
        """The game's id."""
        return self.game.id

    @property
    def view(self) -> View | None:
        """The view from the viewer's own seat, None for an onlooker."""
        return self.game if isinstance(self.game, View) else None


def read_game(shown: Mapping[str, Any]) -> Game:
    """Return a game from the form in which the API shows it: a View for who has a seat."""
    return _read(shown, Game) if shown.get("you") is None else read_view(shown)


def read_view(shown: Mapping[str, Any]) -> View:
    """Return a game as the player of a seat sees it, from the form in which the API shows it."""
    return _read(shown, View)


def _read(shown: Mapping[str, Any], kind: type[T]) -> T:
    return convert(shown, kind, _options)


def _options(kind: type[Any], told: Any) -> Any:
    if kind is not Options:
        raise NotImplementedError(f"a game has nothing of the kind {kind}")
    return Options.of(told)

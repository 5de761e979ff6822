"""A viewer's state of a game; the API and the server's own process give the same."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypeVar

from kibitz_client.moves import Move
from kibitz_client.nodes import Node
from kibitz_client.schema.types import Game, Seat
from kibitz_client.type_conversion import convert
from kibitz_client.values import Options

T = TypeVar("T")

FACE_DOWN: Final = "??"
"""Notation of a card that the viewer cannot see."""


class View(Game, frozen=True, kw_only=True):
    """A game as seen from a seat: all information that a player gets."""

    you: int
    """The index of the player's own seat."""

    @property
    def seat(self) -> int:
        """The index of the player's own seat."""
        return self.you

    @property
    def own(self) -> Seat:
        """The player's own seat."""
        return self.seats[self.you]

    @property
    def hand(self) -> tuple[str, ...]:
        """The cards in the player's own hand."""
        return self.own.hand


class GameState(Node):
    """The state of a game and the legal moves. The game is a View if the viewer has a seat."""

    __match_args__ = ("game", "legal")
    __slots__ = ("game", "legal")

    def __init__(self, game: Game, legal: tuple[Move, ...] = ()) -> None:
        self.game = game
        self.legal = legal

    @classmethod
    def from_answer(cls, answer: Mapping[str, Any]) -> GameState:
        """Parse a game of an answer."""
        offers = answer.get("legalMoves", ())
        moves = tuple(Move.from_answer(each) for offer in offers for each in offer["moves"])
        return cls(parse_game(answer), moves)

    def __repr__(self) -> str:
        return f"GameState({self.game!r}, {self.legal!r})"

    @property
    def id(self) -> str:  # type: ignore[override]
        """The game's id."""
        return self.game.id

    @property
    def view(self) -> View | None:
        """The view from the viewer's own seat, None for a spectator."""
        return self.game if isinstance(self.game, View) else None


def parse_game(answer: Mapping[str, Any]) -> Game:
    """Parse a game; the result is a View if the viewer has a seat."""
    return _parse(answer, Game) if answer.get("you") is None else parse_view(answer)


def parse_view(answer: Mapping[str, Any]) -> View:
    """Parse a game that is seen from a seat."""
    return _parse(answer, View)


def _parse(answer: Mapping[str, Any], kind: type[T]) -> T:
    return convert(answer, kind, _parse_options)


def _parse_options(kind: type[Any], settings: Any) -> Any:
    if kind is not Options:
        raise NotImplementedError(f"a game has no field of the type {kind}")
    return Options.from_answer(settings)

"""Conversion of a game of President to the format of the traces: cards, states, results of turns."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from domain import commands as c
from domain import events as e
from domain.cards import FRENCH_DECK, Card, Cards
from domain.game import legal
from domain.rules.president import (
    CardsPlayed,
    GroupOffer,
    SeatSkipped,
    SeatWentOut,
    TableCleared,
)
from tests.conformance.replayed_game import Moment, ReplayedGame
from tests.conformance.traces import Diverged, TraceError, compare
from tests.conformance.view_comparison import table_view

_VALUES = {str(rank): value for rank, value in zip("23456789TJQKA", range(2, 15), strict=True)}
_CARDS = {f"{_VALUES[card[0]]}{card[1].lower()}": card for card in FRENCH_DECK}
_NOTATIONS = {card: text for text, card in _CARDS.items()}


def card_of(text: str, of: str) -> Card:
    """Parse a card of a trace; raises TraceError for an unknown card."""
    found = _CARDS.get(text)
    if found is None:
        raise TraceError(f"{of} is not well-formed: {text!r} is not a card")
    return found


def notations(cards: Iterable[Card]) -> list[str]:
    """Return cards in the notation of the traces."""
    return [_NOTATIONS[card] for card in cards]


def status(replayed: ReplayedGame) -> dict[str, Any]:
    """Return the fields of the table that traces have before and after a turn."""
    table = table_view(replayed.game)
    return {
        "alive": [seat for seat, place in enumerate(table.places) if place.rank is None],
        "dir": 1 if table.clockwise else -1,
        "table": notations(table.to_beat),
        "passes": table.passes,
        "next": next(iter(table.to_move), None),
    }


def turn_state(replayed: ReplayedGame) -> dict[str, Any]:
    """Return the state before a turn; raises Diverged if the game is over."""
    turn = status(replayed)
    seat = turn.pop("next")
    if seat is None:
        raise Diverged("turns", "another turn", "the end of the game")
    plays, may_pass = _legal(replayed, seat)
    hand = table_view(replayed.view(seat)).places[seat].hand
    return turn | {"seat": seat, "hand": notations(hand), "legal": plays, "may_pass": may_pass}


def _legal(replayed: ReplayedGame, seat: int) -> tuple[list[list[int]], bool]:
    plays: list[list[int]] = []
    may_pass = False
    for offer in legal(replayed.game, seat):
        match offer:
            case GroupOffer(value=value, counts=counts, cards=cards):
                held = tuple(
                    card for card in table_view(replayed.game).places[seat].hand if card.rank is value
                )
                compare("cards that are offered", held, cards)
                plays += ([_VALUES[value], count] for count in counts)
            case c.PassOffer():
                may_pass = True
            case other:
                raise Diverged("legal", "plays and the pass", other)
    return plays, may_pass


class TurnResult:
    """The result of a turn."""

    def __init__(self) -> None:
        self.seat = -1
        self.cards: Cards = ()
        self.automatic = False
        self.went_out: list[int] = []
        self.skipped: list[int] = []
        self.cleared = False

    def consequences(self) -> dict[str, Any]:
        """Return the fields that traces have only after a turn."""
        return {"skip": bool(self.skipped), "cleared": self.cleared}


def turn_result(moments: list[Moment]) -> TurnResult:
    """Return the result of a turn from its events."""
    found = TurnResult()
    for event, _ in moments:
        match event:
            case CardsPlayed(seat=seat, cards=cards, automatic=automatic):
                found.seat, found.cards, found.automatic = seat, cards, automatic
            case e.TurnPassed(seat=seat):
                found.seat = seat
            case SeatWentOut(seat=seat):
                found.went_out.append(seat)
            case SeatSkipped(seat=seat):
                found.skipped.append(seat)
            case TableCleared():
                found.cleared = True
    return found

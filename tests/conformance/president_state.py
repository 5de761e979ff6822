"""Our games of President as their traces write them: cards, the state before a turn and what it led to."""

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
from tests.conformance.playing import Moment, Playing
from tests.conformance.seen import shown
from tests.conformance.traces import Diverged, TraceError, compare

_VALUES = {str(rank): value for rank, value in zip("23456789TJQKA", range(2, 15), strict=True)}
_CARDS = {f"{_VALUES[card[0]]}{card[1].lower()}": card for card in FRENCH_DECK}
_TOLD = {card: text for text, card in _CARDS.items()}


def card_of(text: str, of: str) -> Card:
    """Return ours for a card of a trace; raises TraceError when it names none."""
    found = _CARDS.get(text)
    if found is None:
        raise TraceError(f"{of} is not well-formed: {text!r} is no card")
    return found


def told_all(cards: Iterable[Card]) -> list[str]:
    """Return cards of ours as the traces write them."""
    return [_TOLD[card] for card in cards]


def status(playing: Playing) -> dict[str, Any]:
    """Return what is told of the table both before a turn and after it."""
    table = shown(playing.game)
    return {
        "alive": [seat for seat, place in enumerate(table.places) if place.rank is None],
        "dir": 1 if table.clockwise else -1,
        "table": told_all(table.to_beat),
        "passes": table.passes,
        "next": next(iter(table.to_move), None),
    }


def shown_turn(playing: Playing) -> dict[str, Any]:
    """Return the state before a turn; raises Diverged when nobody is to move."""
    turn = status(playing)
    seat = turn.pop("next")
    if seat is None:
        raise Diverged("turns", "another turn", "the end of the game")
    plays, may_pass = _legal(playing, seat)
    hand = shown(playing.view(seat)).places[seat].hand
    return turn | {"seat": seat, "hand": told_all(hand), "legal": plays, "may_pass": may_pass}


def _legal(playing: Playing, seat: int) -> tuple[list[list[int]], bool]:
    plays: list[list[int]] = []
    may_pass = False
    for offer in legal(playing.game, seat):
        match offer:
            case GroupOffer(value=value, counts=counts, cards=cards):
                held = tuple(card for card in shown(playing.game).places[seat].hand if card.rank is value)
                compare("cards that are offered", held, cards)
                plays += ([_VALUES[value], count] for count in counts)
            case c.PassOffer():
                may_pass = True
            case other:
                raise Diverged("legal", "plays and the pass", other)
    return plays, may_pass


class LedTo:
    """What came of a turn."""

    def __init__(self) -> None:
        self.seat = -1
        self.cards: Cards = ()
        self.automatic = False
        self.went_out: list[int] = []
        self.skipped: list[int] = []
        self.cleared = False

    def consequences(self) -> dict[str, Any]:
        """Return what is told only after a turn."""
        return {"skip": bool(self.skipped), "cleared": self.cleared}


def happened(moments: list[Moment]) -> LedTo:
    """Read what came of a turn from the events that it led to."""
    found = LedTo()
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

"""Tables of President made from events: to lead to, or with cards to beat."""

from __future__ import annotations

from collections.abc import Mapping

from domain import commands as c
from domain import events as e
from domain.cards import FRENCH_DECK, Cards
from domain.rules import rules_of
from domain.rules.president import (
    CardsPlayed,
    DirectionReversed,
    PlayCards,
    SeatSkipped,
    SeatWentOut,
    TableCleared,
)
from tests.domain.given import Given, Log
from tests.domain.tables import PLAYERS, cards, lobby, stacked, started

PRESIDENT = rules_of("president")
PLAY = "PLAY"

ALL_OTHERS: Mapping[str, e.OptionValue] = {"clear_after": "all_others"}

Options = Mapping[str, e.OptionValue] | None


# Commands.


def play(by: str, notations: str) -> PlayCards:
    return PlayCards(by=by, cards=cards(notations))


def pass_(by: str) -> c.PassTurn:
    return c.PassTurn(by=by)


# Facts.


def plays(seat: int, notations: str, *, again: bool = False, automatic: bool = False) -> CardsPlayed:
    return CardsPlayed(seat=seat, cards=cards(notations), again=again, automatic=automatic)


def passes(seat: int) -> e.TurnPassed:
    return e.TurnPassed(seat=seat)


def turns(*, clockwise: bool) -> DirectionReversed:
    return DirectionReversed(clockwise=clockwise)


def skips(seat: int) -> SeatSkipped:
    return SeatSkipped(seat=seat)


def goes_out(seat: int, rank: int = 1) -> SeatWentOut:
    return SeatWentOut(seat=seat, rank=rank)


def clears(leader: int) -> TableCleared:
    return TableCleared(leader=leader)


def wins(*ranking: int) -> e.GameWon:
    """Return the end of a game, with the seats in the order of going out and the loser last."""
    places = tuple((seat,) for seat in ranking)
    return e.GameWon(winners=places[0], ranking=places, reason=e.EndReason.ONE_LEFT)


# Tables.


def leading(*hands: str, clockwise: bool = True, out: tuple[int, ...] = (), options: Options = None) -> Log:
    """Return an empty table to which seat 0 leads; `out` are the seats that went out, in order."""
    return (*_dealt(hands, clockwise, out, options), clears(leader=0))


def beating(
    laid: str, *hands: str, clockwise: bool = True, out: tuple[int, ...] = (), options: Options = None
) -> Log:
    """Return a table at which seat 0 must beat cards that the previous seat has just played."""
    active = [seat for seat in range(len(hands)) if seat not in out]
    before = active[-1] if clockwise else active[1]
    held = tuple(f"{laid} {hand}" if seat == before else hand for seat, hand in enumerate(hands))
    # Threes have set the direction.
    turned = (turns(clockwise=clockwise),) if laid.startswith("3") else ()
    dealt = _dealt(held, clockwise is not bool(turned), out, options)
    return (*dealt, plays(before, laid), *turned)


def deck(*hands: str) -> Cards:
    """Return a deck with these cards on top."""
    named = cards(" ".join(hands))
    assert len(set(named)) == len(named), "a card is named twice"
    return (*named, *(card for card in FRENCH_DECK if card not in named))


def _dealt(hands: tuple[str, ...], clockwise: bool, out: tuple[int, ...], options: Options) -> Log:
    seats = len(hands)
    assert out == tuple(dict.fromkeys(out)), "a seat goes out once"
    assert {seat for seat, hand in enumerate(hands) if not hand} == set(out), "who is out has no cards"
    return (
        *lobby(PRESIDENT, seats, options=options),
        started(seats),
        stacked(deck(*hands)),
        e.RoundDealt(round=0, dealer=0, hands=tuple(len(cards(hand)) for hand in hands), stock=0),
        *(e.HandDealt(seat=seat, cards=cards(hand), shuffle=0) for seat, hand in enumerate(hands)),
        *(goes_out(seat, rank) for rank, seat in enumerate(out, 1)),
        *(() if clockwise else (turns(clockwise=False),)),
    )


# Sequences of moves.


def all_pass(table: Given, *seats: int) -> Given:
    """Let these seats pass in turn, without further consequences."""
    for seat in seats:
        table = table.waits_for(seat, phase=PLAY).when(pass_(PLAYERS[seat])).then(passes(seat))
    return table

"""Traces of single deals of Oh Hell: given hands, trump and bids, then the play."""

from __future__ import annotations

from itertools import chain, zip_longest

from domain import commands as c
from domain import events as e
from domain.cards import FRENCH_DECK, Cards
from domain.rules.oh_hell import SEATS, BidsRevealed, TrumpTurned
from domain.shuffles.shuffle import commitment
from tests.conformance.oh_hell_format import (
    DealTrace,
    card_of,
    cards_of,
    in_playing_order,
    notation,
    notations,
)
from tests.conformance.oh_hell_tricks import Tricks
from tests.conformance.replayed_game import ReplayedGame
from tests.conformance.traces import Kind, Report, TraceError, compare, convert, has_any, name_of, register
from tests.conformance.view_comparison import compare_views

_PLAYERS = tuple(f"p{seat}" for seat in range(SEATS))
_SALT = "22" * 32


def recognises(trace: object) -> bool:
    """Return whether a trace is a deal with its turn-up and tricks."""
    return has_any(trace, "deal_order", "deck_top", "tricks")


def replay(trace: object) -> Report:
    """Replay a deal; raises TraceError if it is not well-formed."""
    report = Report(name_of(trace, "deal"))
    deal = convert(trace, DealTrace, f"game {report.game}")
    facts = _facts(deal, f"game {report.game}")
    with report.watching():
        creation = c.CreateGame(by=_PLAYERS[0], variant="oh-hell")
        # The deal of the next phase is not compared.
        replayed = ReplayedGame(creation, lambda _, cards: cards)
        for player in _PLAYERS[1:]:
            replayed.act(c.JoinGame(by=player))
        replayed.apply_facts(facts)
        _compare_deal(deal, replayed)
        report.states += 1
        Tricks(replayed, deal, report).play()
    return report


def _facts(deal: DealTrace, of: str) -> tuple[e.Event, ...]:
    hands = [cards_of(hand, f"{of}, hands[{seat}]") for seat, hand in enumerate(deal.hands)]
    turn_up = card_of(deal.deck_top, f"{of}, deck_top")
    for seat, hand in enumerate(hands):
        if len(hand) != deal.n:
            raise TraceError(
                f"{of} is not well-formed: hands[{seat}] has {len(hand)} cards where n is {deal.n}"
            )
    order = _deck((*in_playing_order(hands, (deal.dealer + 1) % SEATS), (turn_up,)))
    dealt = deal.n * SEATS + 1
    return (
        e.GameStarted(players=_PLAYERS),
        e.DeckShuffled(shuffle=0, commitment=commitment(order, _SALT), order=order, salt=_SALT),
        # No forced bids or blind hands: the bids are given, and all hands are visible to their owners.
        e.RoundDealt(round=deal.n - 1, dealer=deal.dealer, hands=(deal.n,) * SEATS, stock=len(order) - dealt),
        *(e.HandDealt(seat=seat, cards=hand, shuffle=0) for seat, hand in enumerate(hands)),
        TrumpTurned(card=turn_up),
        BidsRevealed(bids=tuple(deal.bids), forced=False),
    )


def _deck(dealt: tuple[Cards, ...]) -> Cards:
    """Return a whole deck from which these hands are dealt card by card, then the turn-up."""
    *hands, turn_up = dealt
    in_turn = (*chain.from_iterable(zip_longest(*hands)), *turn_up)
    return (*in_turn, *(card for card in FRENCH_DECK if card not in in_turn))


def _compare_deal(deal: DealTrace, replayed: ReplayedGame) -> None:
    table = compare_views(replayed)
    hands = [notations(place.hand) for place in table.places]
    compare("hands", deal.hands, hands)
    compare("deck_top", deal.deck_top, notation(table.turn_up))
    in_order = [*chain.from_iterable(zip(*hands, strict=True)), deal.deck_top]
    compare("deal_order", deal.deal_order, in_order)
    compare("trump", deal.trump, table.trump and table.trump[0])
    compare("dealer", deal.dealer, table.dealer)
    compare("leader", (deal.leader,), table.to_move)
    compare("bids", deal.bids, [place.bid for place in table.places])


register(Kind(name="Oh Hell, a deal", recognises=recognises, replay=replay))

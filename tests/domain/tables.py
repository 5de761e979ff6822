"""Tables made from events: lobbies of any variant, and Hundred and Ten up to the last trick."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain import events as e
from domain.cards import DECK_WITH_JOKER, Card, Cards, Suit
from domain.rules import Rules, complete_options, rules_of
from domain.rules.hundred_and_ten import BidWon, RoundPassedOut
from domain.shuffles.deal import link
from domain.shuffles.shuffle import commitment
from tests.domain.given import SECRET, Log

PLAYERS = ("ann", "bob", "cyd", "dan", "eve", "fay", "gus", "hal")
"""The players at seat 0, 1, …"""

SALT = "a5" * 32
DEAL = link(SECRET, 0)
"""The foot of the chain of links of a game with the secret of the tests."""

HUNDRED_AND_TEN = rules_of("hundred-and-ten")


def cards(notations: str) -> Cards:
    return tuple(map(Card, notations.split()))


def clockwise(first: int, seats: int) -> tuple[int, ...]:
    """Return all seats in turn, the given one first."""
    return tuple((first + step) % seats for step in range(seats))


def lobby(
    rules: Rules[Any],
    players: int = 1,
    *,
    access: e.Access = e.Access.PUBLIC,
    options: Mapping[str, e.OptionValue] | None = None,
    deal: str | None = None,
) -> Log:
    """Return a lobby with some players; the first is the organizer.

    Seats can add seeds only if the foot `deal` of a chain of links is given.
    """
    created = e.GameCreated(
        variant=rules.variant,
        rules_version=rules.version,
        options=complete_options(rules, options or {}),
        access=access,
        organizer=PLAYERS[0],
        secret=SECRET,
        deal=deal,
    )
    return created, *(e.PlayerJoined(seat=seat, player=PLAYERS[seat]) for seat in range(players))


def invited(*players: e.PlayerId) -> Log:
    return tuple(e.PlayerInvited(player=player, inviter=PLAYERS[0]) for player in players)


def filled(*seats: int) -> Log:
    """Return the events of machine players, numbered from 1, taking these seats."""
    log: Log = ()
    for number, seat in enumerate(seats, 1):
        log += e.PlayerJoined(seat=seat, player=f"machine-{number}", machine=True), e.SeatAutomated(seat=seat)
    return log


def handed_over(seat: int) -> e.SeatAutomated:
    """Return the event of a player's seat being automated."""
    return e.SeatAutomated(seat=seat, reason=e.AutomationReason.OWN_CHOICE)


def started(players: int) -> e.GameStarted:
    return e.GameStarted(players=PLAYERS[:players])


def stacked(order: Cards, shuffle: int = 0) -> e.DeckShuffled:
    """Return a shuffle with the given order."""
    return e.DeckShuffled(shuffle=shuffle, commitment=commitment(order, SALT), order=order, salt=SALT)


def revealed(order: Cards, shuffle: int = 0) -> e.DeckRevealed:
    return e.DeckRevealed(shuffle=shuffle, order=order, salt=SALT)


def deck(*hands: str, stock: str = "") -> Cards:
    """Return the deck that deals these hands, and then these drawn cards."""
    chosen = cards(" ".join((*hands, stock)))
    assert len(set(chosen)) == len(chosen), "a card is named twice"
    return (*chosen, *(card for card in DECK_WITH_JOKER if card not in chosen))


def deal(*hands: str, dealer: int = 0, round: int = 0, shuffle: int = 0) -> Log:
    """Return the deal of a round of Hundred and Ten."""
    dealt = e.RoundDealt(round=round, dealer=dealer, hands=(5,) * len(hands), stock=53 - 5 * len(hands))
    assert all(len(cards(hand)) == 5 for hand in hands), "a hand has five cards"
    return dealt, *(
        e.HandDealt(seat=seat, cards=cards(hand), shuffle=shuffle) for seat, hand in enumerate(hands)
    )


def bidding(
    *hands: str,
    dealer: int = 0,
    stock: str = "",
    scores: tuple[int, ...] | None = None,
    options: Mapping[str, e.OptionValue] | None = None,
) -> Log:
    """Return a table during the bidding; with scores, a round has been played before."""
    players = len(hands)
    before = (e.RoundScored(round=0, awards=(), scores=scores),) if scores else ()
    return (
        *lobby(HUNDRED_AND_TEN, players, options=options),
        started(players),
        *before,
        stacked(deck(*hands, stock=stock)),
        *deal(*hands, dealer=dealer, round=len(before)),
    )


def passed_out(*hands: str, dealer: int, round: int, shuffle: int) -> Log:
    """Return a round in which all seats passed, from its shuffle to its reveal."""
    order = deck(*hands)
    return (
        stacked(order, shuffle),
        *deal(*hands, dealer=dealer, round=round, shuffle=shuffle),
        *(e.TurnPassed(seat=seat) for seat in clockwise((dealer + 1) % len(hands), len(hands))),
        RoundPassedOut(round=round),
        revealed(order, shuffle),
    )


def trump_selection(*hands: str, bidder: int, bid: int = 15, dealer: int = 0, stock: str = "") -> Log:
    return _won_bidding(bidding(*hands, dealer=dealer, stock=stock), bidder, bid, len(hands))


def discarding(
    *hands: str,
    trump: Suit,
    bidder: int,
    bid: int = 15,
    dealer: int = 0,
    stock: str = "",
    scores: tuple[int, ...] | None = None,
    options: Mapping[str, e.OptionValue] | None = None,
) -> Log:
    """Return a table at which the first player is to discard."""
    log = bidding(*hands, dealer=dealer, stock=stock, scores=scores, options=options)
    return (*_won_bidding(log, bidder, bid, len(hands)), e.TrumpSelected(seat=bidder, suit=trump))


def tricks(
    *hands: str,
    trump: Suit,
    bidder: int,
    bid: int = 15,
    dealer: int = 0,
    scores: tuple[int, ...] | None = None,
    options: Mapping[str, e.OptionValue] | None = None,
) -> Log:
    """Return a table after discards of no cards, at which the seat left of the bidder leads."""
    return (
        *discarding(
            *hands, trump=trump, bidder=bidder, bid=bid, dealer=dealer, scores=scores, options=options
        ),
        *(e.CardsDiscarded(seat=seat, cards=(), shuffle=0) for seat in clockwise(dealer, len(hands))),
    )


def played(*plays: tuple[int, str]) -> Log:
    """Return plays, each a seat and its card."""
    return tuple(e.CardPlayed(seat=seat, card=Card(card)) for seat, card in plays)


def trick(number: int, notations: str, *, led_by: int, won_by: int) -> Log:
    """Return a whole trick."""
    laid = cards(notations)
    plays = tuple(zip(clockwise(led_by, len(laid)), laid, strict=True))
    won = e.TrickWon(seat=won_by, trick=number, card=dict(plays)[won_by])
    return (*(e.CardPlayed(seat=seat, card=card) for seat, card in plays), won)


def _won_bidding(log: Log, bidder: int, bid: int, players: int) -> Log:
    others = (seat for seat in range(players) if seat != bidder)
    return (
        *log,
        e.BidPlaced(seat=bidder, amount=bid),
        *(e.TurnPassed(seat=seat) for seat in others),
        BidWon(seat=bidder, amount=bid),
    )

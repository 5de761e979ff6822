"""Tables of Oh Hell made from events, and whole random games from a seed."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from random import Random
from typing import TypeVar

from domain import commands as c
from domain import events as e
from domain.cards import FRENCH_DECK, Card, Cards
from domain.game import Game, NeedsMove, Stage, decide, fold, legal
from domain.rules import NeedsShuffle, rules_of
from domain.rules.oh_hell import (
    BidsRevealed,
    BlindHandDealt,
    DeckRanOut,
    HandShown,
    OhHellTable,
    TrumpTurned,
)
from domain.view import View
from domain.visibility import Viewer
from tests.domain.given import NOON, Log, settled
from tests.domain.tables import PLAYERS, cards, clockwise, lobby, played, stacked, started, trick

E = TypeVar("E", bound=e.Event)

OH_HELL = rules_of("oh-hell")
SEATS = range(4)
BLIND = 1, 19
"""The phases, numbered from 1, in which nobody sees its own hand before the bids are known."""
SIZES = (*range(1, 11), *range(9, 0, -1))
"""The number of cards dealt to each seat, by phase."""


def left(seat: int) -> int:
    return (seat + 1) % 4


def deck(*hands: str, top: str, dealer: int = 3) -> Cards:
    """Return the deck that deals these hands, one card at a time, and then the turn-up."""
    dealt = [cards(hand) for hand in hands]
    assert len({len(hand) for hand in dealt}) == 1, "all hands are of one size"
    in_turn = [dealt[seat][place] for place in range(len(dealt[0])) for seat in clockwise(left(dealer), 4)]
    chosen = (*in_turn, Card(top))
    assert len(set(chosen)) == len(chosen), "a card is named twice"
    return (*chosen, *(card for card in FRENCH_DECK if card not in chosen))


def deal(*hands: str, top: str, phase: int | None = None, dealer: int = 3, shuffle: int = 0) -> Log:
    """Return the deal of a phase from a whole deck."""
    dealt = [cards(hand) for hand in hands]
    size = len(dealt[0])
    number = phase or size
    kind = BlindHandDealt if number in BLIND else e.HandDealt
    return (
        e.RoundDealt(round=number - 1, dealer=dealer, hands=(size,) * 4, stock=51 - 4 * size),
        *(kind(seat=seat, cards=hand, shuffle=shuffle) for seat, hand in enumerate(dealt)),
        TrumpTurned(card=Card(top)),
    )


def before(
    phase: int,
    *,
    dealer: int = 3,
    scores: tuple[int, ...] = (0, 0, 0, 0),
    options: Mapping[str, e.OptionValue] | None = None,
) -> Log:
    """Return a game before the deal of a phase from a new shuffle."""
    started_game = (*lobby(OH_HELL, 4, options={"first_dealer": dealer, **(options or {})}), started(4))
    if phase == 1:
        return started_game
    last = phase - 2
    return (
        *started_game,
        e.RoundDealt(round=last, dealer=(dealer - 1) % 4, hands=(0,) * 4, stock=0),
        e.RoundScored(round=last, awards=(), scores=scores),
    )


def bidding(
    *hands: str,
    top: str,
    phase: int | None = None,
    dealer: int = 3,
    scores: tuple[int, ...] = (0, 0, 0, 0),
    options: Mapping[str, e.OptionValue] | None = None,
) -> Log:
    """Return a table after the deal of a phase, by default the first one with that many cards."""
    number = phase or len(cards(hands[0]))
    return (
        *before(number, dealer=dealer, scores=scores, options=options),
        stacked(deck(*hands, top=top, dealer=dealer)),
        *deal(*hands, top=top, phase=number, dealer=dealer),
    )


def tricks(
    *hands: str,
    top: str,
    bids: tuple[int, ...] = (0, 0, 0, 0),
    phase: int | None = None,
    dealer: int = 3,
    scores: tuple[int, ...] = (0, 0, 0, 0),
    options: Mapping[str, e.OptionValue] | None = None,
) -> Log:
    """Return a table after the bids, at which the seat left of the dealer is to lead."""
    number = phase or len(cards(hands[0]))
    return (
        *bidding(*hands, top=top, phase=number, dealer=dealer, scores=scores, options=options),
        BidsRevealed(bids=bids, forced=False),
        *(taken_up(*hands) if number in BLIND else ()),
    )


def taken_up(*hands: str, shuffle: int = 0) -> Log:
    return tuple(HandShown(seat=seat, cards=cards(hand), shuffle=shuffle) for seat, hand in enumerate(hands))


def last_card(log: Log, *laid: str, led_by: int = 0, winners: tuple[int, ...] = ()) -> tuple[Log, c.PlayCard]:
    """Play these tricks up to the last card, which is the command; the last trick has no winner."""
    leader = led_by
    for number, (whole, winner) in enumerate(zip(laid[:-1], winners, strict=True)):
        log += trick(number, whole, led_by=leader, won_by=winner)
        leader = winner
    *plays, (seat, card) = zip(clockwise(leader, 4), laid[-1].split(), strict=True)
    return (*log, *played(*plays)), c.PlayCard(by=PLAYERS[seat], card=Card(card))


def table_of(game: Game) -> OhHellTable:
    assert isinstance(game.table, OhHellTable)
    return game.table


def seen(log: Log, viewer: Viewer) -> Game:
    """Return a viewer's view of the game."""
    return View(viewer=viewer).after(log).game


def hands_seen(log: Log, viewer: Viewer) -> tuple[Cards, ...]:
    game = seen(log, viewer)
    return tuple(place.hand for place in game.rules.show(game.table).places)


# Whole games.

MOST_STEPS = 500
"""A game takes no more than 400 cards, 56 bids and 11 shuffles."""


@cache
def whole_game(
    seed: int = 0, *, first_dealer: int = 3, reshuffle: str = "mid_deal", reveal: str = "each_round"
) -> Log:
    """Play a game to its end with shuffles, bids and cards at random."""
    random = Random(seed)
    options: dict[str, e.OptionValue] = {
        "first_dealer": first_dealer,
        "reshuffle": reshuffle,
        "reveal": reveal,
    }
    log: Log = (*lobby(OH_HELL, 4, options=options), started(4))
    game = fold(log)
    for _ in range(MOST_STEPS):
        follows, needs = settled(game)
        log, game = (*log, *follows), fold(follows, game)
        if game.stage is Stage.WON:
            return log
        chosen = _from_outside(game, needs, random)
        log, game = (*log, *chosen), fold(chosen, game)
    raise AssertionError("the game does not end")


def _from_outside(game: Game, needs: NeedsShuffle | NeedsMove | None, random: Random) -> Log:
    if isinstance(needs, NeedsShuffle):
        return (stacked(tuple(random.sample(needs.cards, len(needs.cards))), game.shuffles),)
    seat = random.choice(game.rules.to_move(game.table))
    (offer,) = legal(game, seat)
    return decide(game, random.choice(list(offer.moves(PLAYERS[seat]))), NOON)


def phases(log: Log) -> tuple[Log, ...]:
    """Return a game's events by phase, each from its deal or shuffle."""
    parts: list[Log] = []
    over = True
    for event in log:
        if over and isinstance(event, DeckRanOut | e.DeckShuffled | e.RoundDealt):
            parts.append(())
            over = False
        if parts:
            parts[-1] += (event,)
        over = over or isinstance(event, e.RoundScored)
    return tuple(parts)


def one(kind: type[E], phase: Log) -> E:
    """Return the one event of a kind."""
    (found,) = (event for event in phase if isinstance(event, kind))
    return found


def round_dealt(phase: Log) -> e.RoundDealt:
    return one(e.RoundDealt, phase)


def hands_dealt(phase: Log) -> tuple[e.HandDealt | BlindHandDealt, ...]:
    return tuple(event for event in phase if isinstance(event, e.HandDealt | BlindHandDealt))


def turn_up(phase: Log) -> Card:
    return one(TrumpTurned, phase).card


def shuffles(log: Log) -> tuple[e.DeckShuffled, ...]:
    return tuple(event for event in log if isinstance(event, e.DeckShuffled))


def up_to_last_card(log: Log, phase: int) -> tuple[Log, c.PlayCard]:
    """Return a game up to the last card of a phase, which is the command."""
    scored = next(at for at, event in enumerate(log) if _scores(event, phase))
    at = scored - 2
    last = log[at]
    assert isinstance(last, e.CardPlayed)
    return log[:at], c.PlayCard(by=PLAYERS[last.seat], card=last.card)


def _scores(event: e.Event, phase: int) -> bool:
    return isinstance(event, e.RoundScored) and event.round == phase - 1

"""Counts the moves that seats had at each decision of a round, from what everyone has seen at its end.

A round is folded again by the rules. The hands are the cards that the seats played in it, so a hand of which
cards were never shown stays face down in part, and its plays have no count. No event with a field that is
not public is needed: cards that were discarded are face down for everyone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum, auto
from functools import cache, reduce
from operator import or_
from typing import Any, Final

import msgspec

from application.codec import all_event_types, topic_of
from domain.cards import DECK_WITH_JOKER, FRENCH_DECK, Card, Cards, face_down
from domain.events import (
    BidPlaced,
    CardPlayed,
    CardsDiscarded,
    CardsDrawn,
    Event,
    HandDealt,
    PassQueued,
    PassUnqueued,
    RoundDealt,
    TrumpSelected,
    TurnPassed,
)
from domain.refusals import UnknownRules, UnknownVariant
from domain.rules import Rules, rules_of
from projections.finished_games.progress import discloses_bids
from projections.statistics.decisions.discards import new_table
from projections.statistics.progress import RoundProgress, StatisticsProgress

UNKNOWN: Final = " "
"""Stands for a decision without a count."""
OFFSET: Final = ord(UNKNOWN)
"""Added to a count to get the code point of its character, which is printable."""

DECKS: Final = {len(deck): deck for deck in (FRENCH_DECK, DECK_WITH_JOKER)}
"""The decks by their number of cards."""


def legal_counts(progress: StatisticsProgress, round: RoundProgress, course: Sequence[Any]) -> str | None:
    """Return a character for each decision of a round; None under rules or options that are unknown here.

    Its code point is OFFSET more than the number of different moves that the seat had. It is UNKNOWN for a
    decision of nobody at the seat, for one out of turn, and where the number depends on cards never shown.
    """
    seats = len(progress.game.seats)
    try:
        rules = rules_of(progress.game.variant, progress.rules_version)
        table = new_table(progress.game.variant, progress.rules_version, progress.options, seats)
    except (UnknownVariant, UnknownRules, msgspec.ValidationError):
        return None
    counts = _counts(rules, table, round, course)
    return "".join([UNKNOWN if count is None else chr(OFFSET + count) for count in counts])


def _counts(
    rules: Rules[Any], table: Any, round: RoundProgress, course: Sequence[Any]
) -> Iterator[int | None]:
    evolvers, decisions = rules.evolvers, _decisions()
    dealt, drawn = _dealt(round, course)
    for event in dealt:
        table = evolvers[type(event)](table, event)
    is_secret = False
    for number, event in enumerate(course):
        kind = type(event)
        decision = decisions.get(kind)
        if decision is None:
            pass
        elif decision is _PLAY:
            plays = [play for play in course[number:] if type(play) is CardPlayed]
            if (counts := rules.play_counts(table, plays)) is not None:
                yield from counts
                return
            yield rules.move_count(table, event.seat)
        elif decision is _GROUP or decision is _PASS:
            yield None if event.automatic else rules.move_count(table, event.seat)
        elif decision is _OUT_OF_TURN:
            yield None
        elif decision is _OPENING:
            if not is_secret:
                # The rules prescribed the bids.
                yield from (None for _ in event.bids)
        else:
            is_secret = is_secret or decision is _SECRET
            yield rules.move_count(table, event.seat)
        if (evolve := evolvers.get(kind)) is not None:
            table = evolve(table, event)
        if kind is CardsDiscarded and event.cards:
            cards = CardsDrawn(seat=event.seat, cards=drawn[event.seat], shuffle=event.shuffle)
            table = evolvers[CardsDrawn](table, cards)


class _Decision(Enum):
    """The kind of decision that an event of a round records."""

    IN_TURN = auto()
    PASS = auto()
    """A decision in turn, unless it is automatic."""
    GROUP = auto()
    """Equal cards were played together, unless this is automatic."""
    DISCARD = auto()
    PLAY = auto()
    """A card was played to a trick."""
    OUT_OF_TURN = auto()
    SECRET = auto()
    """A bid of which the amount is not public yet."""
    OPENING = auto()
    """All bids become public."""


# A name of the module is read faster than a member of the class.
_PLAY: Final = _Decision.PLAY
_GROUP: Final = _Decision.GROUP
_PASS: Final = _Decision.PASS
_OUT_OF_TURN: Final = _Decision.OUT_OF_TURN
_OPENING: Final = _Decision.OPENING
_SECRET: Final = _Decision.SECRET


@cache
def _decisions() -> Mapping[type[Event], _Decision]:
    known = all_event_types()
    named = {"BidCommitted": _Decision.SECRET, "CardsPlayed": _Decision.GROUP}
    return {
        **{event: _Decision.OPENING for event in known if discloses_bids(event)},
        **{event: named[topic_of(event)] for event in known if topic_of(event) in named},
        **dict.fromkeys((BidPlaced, TrumpSelected), _Decision.IN_TURN),
        CardsDiscarded: _Decision.DISCARD,
        CardPlayed: _Decision.PLAY,
        TurnPassed: _Decision.PASS,
        **dict.fromkeys((PassQueued, PassUnqueued), _Decision.OUT_OF_TURN),
    }


def _dealt(round: RoundProgress, course: Sequence[Any]) -> tuple[list[Event], dict[int, Cards]]:
    """Return the deal of a round as it is known at its end, and the cards that each seat drew later."""
    played: dict[int, list[Card]] = {seat: [] for seat in range(len(round.hands))}
    discarded: dict[int, int] = {}
    decisions = _decisions()
    for event in course:
        kind = type(event)
        if kind is CardPlayed:
            played[event.seat].append(event.card)
        elif kind is CardsDiscarded:
            discarded[event.seat] = len(event.cards)
        elif decisions.get(kind) is _GROUP:
            played[event.seat] += event.cards
    if not discarded:
        _add_rest(played, round.hands)
    dealt: list[Event] = [RoundDealt(round=round.number, dealer=round.dealer, hands=round.hands, stock=0)]
    drawn: dict[int, Cards] = {}
    for seat, cards in played.items():
        # Which of the cards were drawn is not known, and makes no difference to a count.
        number = discarded.get(seat, 0)
        kept = round.hands[seat] - number
        drawn[seat] = _filled(cards[kept:], number)
        dealt.append(HandDealt(seat=seat, cards=_filled(cards[:kept], round.hands[seat]), shuffle=0))
    return dealt, drawn


def _add_rest(played: dict[int, list[Card]], hands: Sequence[int]) -> None:
    """Add the rest of the deck to the only hand that was not played to its end, if all cards were dealt."""
    unknown = [seat for seat, cards in played.items() if len(cards) < hands[seat]]
    deck = DECKS.get(sum(hands))
    if deck is not None and len(unknown) == 1:
        known = {card for cards in played.values() for card in cards}
        played[unknown[0]] += (card for card in deck if card not in known)


def _filled(cards: Sequence[Card], number: int) -> Cards:
    missing = number - len(cards)
    return (*cards, *face_down(missing)) if missing > 0 else tuple(cards)


def hidden(event: CardsDiscarded) -> CardsDiscarded:
    """Return a discard as spectators see it, whether or not its shuffle has been revealed."""
    return CardsDiscarded(seat=event.seat, cards=face_down(len(event.cards)), shuffle=event.shuffle)


def restored(round: RoundProgress) -> list[Any]:
    """Return the course of a round, with the events of earlier batches decoded."""
    course: list[Any] = round.course
    encoded = [event for event in course if type(event) is msgspec.Raw]
    if not encoded:
        return course
    # Encoded events come first. One list of them is decoded faster than each alone.
    together = b",".join(map(bytes, encoded))
    return [*_decoder().decode(b"[" + together + b"]"), *course[len(encoded) :]]


@cache
def _decoder() -> msgspec.json.Decoder[list[Event]]:
    return msgspec.json.Decoder(list[reduce(or_, all_event_types())])  # type: ignore[misc]

"""Counts a won game: writes the results of its seats and adds it to the aggregates of the day."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from application.codec import RecordedEvent
from domain.cards import DECK_WITH_JOKER, FRENCH_DECK, Cards
from domain.events import GameWon
from domain.refusals import UnknownVariant
from domain.rules import rules_of
from projections.players.boards import board_of, places
from projections.statistics.facts import Count, Facts, Length
from projections.statistics.game_progress import Course, Scored
from projections.statistics.metrics import RANKS, SUITS, Metric

_RANKS: Final = {rank: number for number, rank in RANKS.items()}
_SUITS: Final = {suit: number for number, suit in enumerate(SUITS)}

_DECKS: Final = {len(deck): deck for deck in (FRENCH_DECK, DECK_WITH_JOKER)}


def count(facts: Facts, course: Course, won: GameWon, recorded: RecordedEvent) -> None:
    """Write the results of a game's seats, and add the game to the aggregates of the day of its end."""
    game, at = recorded.game, recorded.at
    placed = places(won.ranking, len(course.seats))
    strengths = _strengths(course)
    ranked = _descending(strengths)
    for seat in range(len(course.seats)):
        facts.seat(
            game,
            course,
            seat,
            place=placed[seat],
            won=seat in won.winners,
            points=course.scores[seat] if course.scores else None,
            strength=strengths[seat] if strengths else None,
            strength_place=ranked[seat] if ranked else None,
            ended_at=at,
        )
    begun = course.started_at or course.created_at
    length = Length(course.rounds, course.moves, int((at - begun).total_seconds()))
    facts.won(
        (course.variant, at.date(), board_of(course.seats).value, len(course.seats)),
        length,
        _counts(course, length, placed, strengths, ranked),
    )


def _counts(
    course: Course,
    length: Length,
    placed: Sequence[int],
    strengths: Sequence[float],
    ranked: Sequence[int],
) -> Iterator[Count]:
    for scored in course.scored:
        yield from _round_counts(scored)
    for group in course.groups:
        yield Metric.RANK_PLAYED, group.machine, _RANKS[group.rank], placed[group.seat], 1, group.cards
    for seat, ((_, machine), place) in enumerate(zip(course.who, placed, strict=True)):
        yield Metric.SEAT, machine, seat, place, 1, course.scores[seat] if course.scores else 0
        if strengths:
            yield Metric.STRENGTH, machine, ranked[seat], place, 1, round(100 * strengths[seat])
    yield Metric.GAME, False, length.rounds, 0, 1, length.seconds


def _round_counts(scored: Scored) -> Iterator[Count]:
    for seat, part in enumerate(scored.parts):
        machine, points = part.machine, part.points
        yield Metric.DEALER, machine, scored.from_dealer(seat), 0, 1, points
        yield Metric.POINTS, machine, points, 0, 1, points
        if part.made is None:
            continue
        yield Metric.BID_BY_ROUND, machine, scored.number, scored.cards, 1, int(part.made)
        if part.bid is not None:
            yield Metric.BID, machine, part.bid, seat, 1, int(part.made)
            yield Metric.TRICKS_BY_BID, machine, part.bid, part.tricks, 1, points
    bidder, made = scored.bidder, int(bool(scored.made))
    if scored.trump is not None:
        yield Metric.TRUMP, False, _SUITS[scored.trump], 0, 1, made
    if bidder is not None and scored.contract is not None:
        machine = scored.parts[bidder].machine
        yield Metric.CONTRACT, machine, scored.contract, scored.from_dealer(bidder), 1, made


def _strengths(course: Course) -> list[float]:
    """Return the strength of each seat's starting hand; empty unless all of them are known."""
    hands = _starting_hands(course)
    try:
        rules = rules_of(course.variant, course.rules_version)
    except UnknownVariant:
        return []
    found = [strength for hand in hands if (strength := rules.strength(hand)) is not None]
    return found if len(found) == len(course.seats) else []


def _starting_hands(course: Course) -> list[Cards]:
    """Return the hands dealt in the first round, as public cards show them; empty if any is unknown."""
    if course.changed:
        return []
    hands = [tuple(course.played.get(seat, ())) for seat in range(len(course.dealt))]
    unknown = [seat for seat, hand in enumerate(hands) if len(hand) != course.dealt[seat]]
    if unknown:
        # A single unknown hand is the rest of the deck.
        known = {card for hand in hands for card in hand}
        left = tuple(card for card in _DECKS.get(sum(course.dealt), ()) if card not in known)
        [seat, *more] = unknown
        hands[seat] += left
        if more or len(hands[seat]) != course.dealt[seat]:
            return []
    return hands


def _descending(values: Sequence[float]) -> list[int]:
    """Return the place of each value, 1 for the highest; equal values share the better place."""
    return [1 + sum(other > value for other in values) for value in values]

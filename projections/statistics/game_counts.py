"""Counts a won game: writes the results of its seats and adds it to the aggregates of the day."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from domain.cards import DECK_WITH_JOKER, FRENCH_DECK, Cards
from domain.refusals import UnknownVariant
from domain.rules import rules_of
from projections.engine.projection import Row
from projections.finished_games.progress import FinishedGame
from projections.statistics.facts import Count, Facts, Length
from projections.statistics.metrics import RANKS, SUITS, Metric
from projections.statistics.progress import ScoredRound, StatisticsProgress

_RANKS: Final = {rank: number for number, rank in RANKS.items()}
_SUITS: Final = {suit: number for number, suit in enumerate(SUITS)}

_DECKS: Final = {len(deck): deck for deck in (FRENCH_DECK, DECK_WITH_JOKER)}


def count(facts: Facts, progress: StatisticsProgress, finished: FinishedGame, results: Sequence[Row]) -> None:
    """Write the results of a game's seats, and add the game to the aggregates of the day of its end.

    `results` has more columns for the row of each seat.
    """
    game, at = progress.game, finished.recorded.at
    places, strengths = finished.places, _strengths(progress)
    ranked = _descending(strengths)
    for seat, place in enumerate(places):
        facts.seat(
            finished.recorded.game,
            game,
            seat,
            place=place,
            won=seat in finished.won.winners,
            points=game.scores[seat] if game.scores else None,
            strength=strengths[seat] if strengths else None,
            strength_place=ranked[seat] if ranked else None,
            ended_at=at,
            **results[seat],
        )
    begun = progress.started_at or progress.created_at
    length = Length(game.rounds, progress.moves, int((at - begun).total_seconds()))
    facts.add_won(
        (game.variant, at.date(), game.board.value, len(game.seats)),
        length,
        _counts(progress, length, places, strengths, ranked),
    )


def _counts(
    progress: StatisticsProgress,
    length: Length,
    places: Sequence[int],
    strengths: Sequence[float],
    ranked: Sequence[int],
) -> Iterator[Count]:
    game = progress.game
    for scored in progress.scored:
        yield from _round_counts(scored)
    for group in progress.groups:
        yield Metric.RANK_PLAYED, group.machine, _RANKS[group.rank], places[group.seat], 1, group.cards
    for seat, ((_, machine), place) in enumerate(zip(game.players, places, strict=True)):
        yield Metric.SEAT, machine, seat, place, 1, game.scores[seat] if game.scores else 0
        if strengths:
            yield Metric.STRENGTH, machine, ranked[seat], place, 1, round(100 * strengths[seat])
    yield Metric.GAME, False, length.rounds, 0, 1, length.seconds


def _round_counts(scored: ScoredRound) -> Iterator[Count]:
    for seat, score in enumerate(scored.seats):
        machine, points = score.machine, score.points
        yield Metric.DEALER, machine, scored.from_dealer(seat), 0, 1, points
        yield Metric.POINTS, machine, points, 0, 1, points
        if score.made is None:
            continue
        yield Metric.BID_BY_ROUND, machine, scored.number, scored.cards, 1, int(score.made)
        if score.bid is not None:
            yield Metric.BID, machine, score.bid, seat, 1, int(score.made)
            yield Metric.TRICKS_BY_BID, machine, score.bid, score.tricks, 1, points
    bidder, made = scored.bidder, int(bool(scored.made))
    if scored.trump is not None:
        yield Metric.TRUMP, False, _SUITS[scored.trump], 0, 1, made
    if bidder is not None and scored.contract is not None:
        machine = scored.seats[bidder].machine
        yield Metric.CONTRACT, machine, scored.contract, scored.from_dealer(bidder), 1, made


def _strengths(progress: StatisticsProgress) -> list[float]:
    """Return the strength of each seat's starting hand; empty unless all of them are known."""
    hands = _starting_hands(progress)
    try:
        rules = rules_of(progress.game.variant, progress.rules_version)
    except UnknownVariant:
        return []
    found = [strength for hand in hands if (strength := rules.strength(hand)) is not None]
    return found if len(found) == len(progress.game.seats) else []


def _starting_hands(progress: StatisticsProgress) -> list[Cards]:
    """Return the hands dealt in the first round, as public cards show them; empty if any is unknown."""
    if progress.changed:
        return []
    hands = [tuple(progress.played.get(seat, ())) for seat in range(len(progress.dealt))]
    unknown = [seat for seat, hand in enumerate(hands) if len(hand) != progress.dealt[seat]]
    if unknown:
        # A single unknown hand is the rest of the deck.
        known = {card for hand in hands for card in hand}
        left = tuple(card for card in _DECKS.get(sum(progress.dealt), ()) if card not in known)
        [seat, *more] = unknown
        hands[seat] += left
        if more or len(hands[seat]) != progress.dealt[seat]:
            return []
    return hands


def _descending(values: Sequence[float]) -> list[int]:
    """Return the place of each value, 1 for the highest; equal values share the better place."""
    return [1 + sum(other > value for other in values) for value in values]

"""The answers to the questions about facts, computed a second time from the stored log."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final

from tests.statistics import facts, moves, seat_changes
from tests.statistics.questions.answers import grouped, mean, won
from tests.statistics.raw import Game
from tests.statistics.recounted import judged, points
from tests.statistics.recounted_players import Players

Row = tuple[Any, ...]
FEWEST_GAMES: Final = 10


def public(log: Iterable[Game], variant: str | None = None) -> list[Game]:
    return [game for game in log if game.public and variant in (None, game.variant)]


def reasons(log: Sequence[Game]) -> Iterator[Row]:
    counted = Counter(
        (game.variant, end.said["reason"])
        for game in public(log)
        for end in game.of("GameWon", "GameClosed")[:1]
    )
    rows = [(variant, reason, count) for (variant, reason), count in counted.items()]
    yield from sorted(rows, key=lambda row: (row[0], -row[2], row[1]))


def outcomes(log: Sequence[Game]) -> Iterator[Row]:
    counted = Counter((game.variant, outcome) for game in public(log) for outcome in _outcomes(game))
    yield from ((*key, count) for key, count in sorted(counted.items()))


def _outcomes(game: Game) -> Iterator[str]:
    for course in game.rounds:
        if course.of("RoundScored"):
            yield "scored"
        elif course.of("RoundPassedOut"):
            yield "passed out"
        elif game.of("GameWon"):
            yield "finished"
        else:
            yield "abandoned" if game.of("GameClosed") else "under way"


def leaders(log: Sequence[Game]) -> Iterator[Row]:
    tricks = [(game.variant, trick) for game in public(log) for trick in facts.tricks_won(game)]
    for variant, found in grouped(tricks, lambda each: each[0]):
        yield variant, len(found), mean([trick["leader"] == trick["winner"] for _, trick in found])


def worth_of_bids(log: Sequence[Game]) -> Iterator[Row]:
    found = [
        (amount, bool(made), points(scored, seat))
        for game in public(log, "hundred-and-ten")
        for scored, seat, amount, made in judged(game)
    ]
    for (amount, made), of_bid in grouped(found, lambda each: each[:2]):
        yield amount, "made" if made else "set", len(of_bid), mean([each[2] for each in of_bid])


def decisions(log: Sequence[Game]) -> list[tuple[str, dict[str, Any]]]:
    return [(game.variant, row) for game in public(log) for row in moves.moves(game)]


def thinking(log: Sequence[Game]) -> Iterator[Row]:
    found = [
        (variant, row["kind"], row["thinking_ms"])
        for variant, row in decisions(log)
        if row["thinking_ms"] is not None
    ]
    for (variant, kind), of_kind in grouped(found, lambda each: each[:2]):
        yield variant, kind, len(of_kind), mean([each[2] for each in of_kind]) / 1000


def forced(log: Sequence[Game]) -> Iterator[Row]:
    found = [
        (variant, row["legal_count"])
        for variant, row in decisions(log)
        if row["kind"] == "play" and row["legal_count"] is not None
    ]
    for variant, counts in grouped(found, lambda each: each[0]):
        yield variant, len(counts), mean([count == 1 for _, count in counts])


def passes(log: Sequence[Game]) -> Iterator[Row]:
    found = [
        (row["by_machine"], row["kind"])
        for variant, row in decisions(log)
        if variant == "president" and row["kind"] in ("play", "pass")
    ]
    for machine, kinds in grouped(found, lambda each: each[0]):
        yield "machines" if machine else "people", len(kinds), mean([kind == "pass" for _, kind in kinds])


def automations(log: Sequence[Game]) -> Iterator[Row]:
    found = [row for game in public(log) for row in seat_changes.automations(game)]
    by_reason = grouped(
        (row for row in found if row["reason"] not in (None, "MACHINE_PLAYER")), lambda row: row["reason"]
    )
    rows = [(reason, len(of), sum(row["reclaimed_at"] is not None for row in of)) for reason, of in by_reason]
    yield from sorted(rows, key=lambda row: (-row[1], row[0]))


def winners(log: Sequence[Game]) -> Iterator[Row]:
    totals: dict[str, Counter[str]] = {}
    for (person, _), day in Players.of(won(log)).days.items():
        if (person.variant, person.board) == ("president", "people"):
            totals.setdefault(person.player, Counter()).update(day)
    rows = [
        (player, total["games"], total["wins"] / total["games"])
        for player, total in totals.items()
        if total["games"] >= FEWEST_GAMES
    ]
    yield from sorted(rows, key=lambda row: (-row[2], row[0]))[:5]


def meetings(log: Sequence[Game]) -> Iterator[Row]:
    rows = [
        (person.player, opponent, met["games"], met["ahead"])
        for (person, opponent), met in Players.of(won(log)).meetings.items()
        if (person.variant, person.board) == ("oh-hell", "people") and person.player < opponent
    ]
    yield from sorted(rows, key=lambda row: (-row[2], row[0], row[1]))[:5]


def favourites(log: Sequence[Game]) -> Iterator[Row]:
    games = won(log, "president")
    rated = Players.of(won(log)).rated
    found = [
        (rating.before[0] > rating.opponents, number in game.of("GameWon")[0].said["winners"])
        for game in games
        for number in range(len(game.of("GameWon")[0].seats))
        if (rating := rated.get((game.id, number))) is not None and rating.opponents is not None
    ]
    for higher, results in grouped(found, lambda each: each[0]):
        yield "higher" if higher else "not higher", len(results), mean([each for _, each in results])


FACTS: Final[dict[str, Callable[[Sequence[Game]], Iterable[Row]]]] = {
    "Why do games end?": reasons,
    "How do rounds end?": outcomes,
    "Does the leader win the trick?": leaders,
    "What is a bid worth in Hundred and Ten?": worth_of_bids,
    "How long do people think?": thinking,
    "How often is there only one card to play?": forced,
    "Who passes more in President?": passes,
    "Why do machines play seats of people?": automations,
    "Who wins most often?": winners,
    "Who meets whom most often?": meetings,
    "Does the higher rating win?": favourites,
}
"""The answers by the questions on the page; the log has games in the order of their ends."""

"""The answers to the questions about sums, computed a second time from the stored log.

An answer is a list of rows in the order of the statement on the page.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any, Final

from tests.statistics.raw import Fact, Game
from tests.statistics.recounted import (
    SUITS,
    Line,
    active,
    bid,
    bid_by_round,
    contract,
    dealer,
    hours,
    moves_of,
    points_scored,
    rank_played,
    seat,
    seconds,
    strength,
    tricks_by_bid,
    trump,
)

Row = tuple[Any, ...]
Count = Callable[[Game], Iterator[Line]]


def won(log: Iterable[Game], variant: str | None = None) -> list[Game]:
    """Return the public games that were won."""
    return [game for game in log if game.public and game.of("GameWon") and variant in (None, game.variant)]


def lines(log: Iterable[Game], variant: str, count: Count) -> list[Line]:
    return [line for game in won(log, variant) for line in count(game)]


def seats_and_lines(log: Iterable[Game], variant: str, count: Count) -> list[tuple[int, Line]]:
    """Return the lines of games, with the number of seats at their tables."""
    return [(size_of(game), line) for game in won(log, variant) for line in count(game)]


def size_of(game: Game) -> int:
    return len(game.of("GameWon")[0].seats)


def grouped(found: Iterable[Any], key: Callable[[Any], Any]) -> list[tuple[Any, list[Any]]]:
    """Return the values of each key, in the order of the keys."""
    groups = defaultdict(list)
    for each in found:
        groups[key(each)].append(each)
    return sorted(groups.items())


def mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def games_and_hours(log: Sequence[Game]) -> Iterator[Row]:
    for variant, games in grouped(won(log), lambda game: game.variant):
        yield variant, len(games), mean([seconds(game) for game in games]) / 3600


def moves_a_game(log: Sequence[Game]) -> Iterator[Row]:
    by = grouped(won(log), lambda game: (game.variant, size_of(game)))
    for (variant, seats), games in by:
        yield variant, seats, mean([len(moves_of(game)) for game in games])


def rounds_of_a_game(log: Sequence[Game]) -> Iterator[Row]:
    counted = Counter(len(game.of("RoundDealt")) for game in won(log, "hundred-and-ten"))
    yield from sorted(counted.items())


def told(log: Sequence[Game]) -> Iterator[tuple[Game, datetime, str]]:
    for game in log:
        if game.public:
            for hour, what in hours(game):
                yield game, hour, what


def busy_hours(log: Sequence[Game]) -> Iterator[Row]:
    counted = Counter(hour.hour for _, hour, what in told(log) if what == "moves")
    yield from sorted(counted.items(), key=lambda row: (-row[1], row[0]))[:5]


def starts_by_weekday(log: Sequence[Game]) -> Iterator[Row]:
    counted = dict.fromkeys(range(1, 8), 0)
    present = set()
    for _, hour, what in told(log):
        present.add(hour.isoweekday())
        counted[hour.isoweekday()] += what == "started"
    yield from ((number, counted[number]) for number in sorted(present))


def share_of_machines(log: Sequence[Game]) -> Iterator[Row]:
    for variant, found in grouped(told(log), lambda each: each[0].variant):
        counted = Counter(what for _, _, what in found)
        yield variant, counted["moves"], counted["machine_moves"] / counted["moves"]


def people(log: Sequence[Game]) -> Iterator[Row]:
    moves = [(game.variant, player) for game in log if game.public for _, player in active(game)]
    for variant, found in grouped(moves, lambda each: each[0]):
        yield variant, len({player for _, player in found}), len(found)


def bids_made(log: Sequence[Game]) -> Iterator[Row]:
    for amount, found in grouped(lines(log, "hundred-and-ten", bid), lambda line: line.x):
        yield amount, len(found), mean([line.total for line in found])


def bids_of_machines(log: Sequence[Game]) -> Iterator[Row]:
    for machine, found in grouped(lines(log, "oh-hell", bid), lambda line: line.machine):
        yield "machines" if machine else "people", len(found), mean([line.total for line in found])


def dealers_advantage(log: Sequence[Game]) -> Iterator[Row]:
    found = seats_and_lines(log, "hundred-and-ten", dealer)
    for (size, away), of_place in grouped(found, lambda each: (each[0], each[1].x)):
        yield size, away, len(of_place), mean([line.total for _, line in of_place])


def contracts(log: Sequence[Game]) -> Iterator[Row]:
    for amount, found in grouped(lines(log, "hundred-and-ten", contract), lambda line: line.x):
        yield amount, len(found), mean([line.total for line in found])


def contracts_by_place(log: Sequence[Game]) -> Iterator[Row]:
    found = seats_and_lines(log, "hundred-and-ten", contract)
    for (size, away), of_place in grouped(found, lambda each: (each[0], each[1].y)):
        yield size, away, len(of_place), mean([line.total for _, line in of_place])


def trumps(log: Sequence[Game]) -> Iterator[Row]:
    for suit, found in grouped(lines(log, "hundred-and-ten", trump), lambda line: SUITS[line.x]):
        yield suit, len(found), mean([line.total for line in found])


def rounds_without_points(log: Sequence[Game]) -> Iterator[Row]:
    for variant in ("hundred-and-ten", "oh-hell"):
        found = [line.x for line in lines(log, variant, points_scored)]
        yield variant, len(found), mean([each < 0 for each in found]), mean([each == 0 for each in found])


def exact_by_hand_size(log: Sequence[Game]) -> Iterator[Row]:
    for cards, found in grouped(lines(log, "oh-hell", bid_by_round), lambda line: line.y):
        yield cards, len(found), mean([line.total for line in found])


def bids_too_high(log: Sequence[Game]) -> Iterator[Row]:
    for amount, found in grouped(lines(log, "oh-hell", tricks_by_bid), lambda line: line.x):
        over = [line.y - line.x for line in found]
        yield (
            amount,
            len(found),
            mean(over),
            mean([each < 0 for each in over]),
            mean([each > 0 for each in over]),
        )


def wins_by_seat(log: Sequence[Game]) -> Iterator[Row]:
    found = seats_and_lines(log, "president", seat)
    for number, of_seat in grouped(found, lambda each: each[1].x):
        won_share = mean([line.y == 1 for _, line in of_seat])
        yield number, len(of_seat), won_share, mean([1 / size for size, _ in of_seat])


def strong_hands(log: Sequence[Game]) -> Iterator[Row]:
    found = seats_and_lines(log, "president", strength)
    for (size, hand), of_hand in grouped(found, lambda each: (each[0], each[1].x)):
        yield size, hand, len(of_hand), mean([line.y for _, line in of_hand])


def twos(log: Sequence[Game]) -> Iterator[Row]:
    found = [line for line in lines(log, "president", rank_played) if line.x == 2]
    for place, of_place in grouped(found, lambda line: line.y):
        yield place, len(of_place), sum(line.total for line in of_place)


SUMS: Final[dict[str, Callable[[Sequence[Game]], Iterable[Row]]]] = {
    "How many games are finished, and how long do they take?": games_and_hours,
    "How many moves does a game have?": moves_a_game,
    "After how many rounds does a game of Hundred and Ten end?": rounds_of_a_game,
    "At which hours is the server busiest?": busy_hours,
    "On which days of the week do games begin?": starts_by_weekday,
    "What share of the moves do machines make?": share_of_machines,
    "How many people play?": people,
    "How often is a bid made in Hundred and Ten?": bids_made,
    "Do machines bid better than people in Oh Hell?": bids_of_machines,
    "What is dealing worth in Hundred and Ten?": dealers_advantage,
    "Which bids win in Hundred and Ten, and how often are they made?": contracts,
    "Who gets to play for the bid?": contracts_by_place,
    "Does the trump suit matter?": trumps,
    "How many rounds bring nothing, or less?": rounds_without_points,
    "Is an exact bid harder with more cards?": exact_by_hand_size,
    "Do people overbid in Oh Hell?": bids_too_high,
    "Does the seat matter in President?": wins_by_seat,
    "Does a strong hand win in President?": strong_hands,
    "Who plays the twos in President?": twos,
}
"""The answers by the questions on the page."""


def facts_of(log: Iterable[Game], variant: str, *topics: str) -> list[Fact]:
    """Return the facts of some kinds in all public games of a variant."""
    return [fact for game in log if game.public and game.variant == variant for fact in game.of(*topics)]

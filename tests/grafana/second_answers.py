"""The answers of the dashboards' first panels, computed a second time.

They come from the stored log; those about luck from what the API reads for each game.
An answer is the columns of the panel, in their order.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from statistics import mean, median, pvariance
from typing import Any, Final, NamedTuple
from uuid import UUID

from projections.luck.queries import SeatLuck
from tests.statistics.raw import Game
from tests.statistics.recounted import (
    active,
    bid,
    board_of,
    dealer,
    judged,
    moves_of,
    place,
    points,
    rank_played,
    seat,
    seconds,
    strength,
    tricks_by_bid,
)

Answer = tuple[Any, ...]


class Known(NamedTuple):
    """The games of a log, and the luck of their seats."""

    games: Sequence[Game]
    luck: Mapping[UUID, Sequence[SeatLuck]]
    """The luck of the seats of public games that were won."""

    def public(self) -> list[Game]:
        return [game for game in self.games if game.public]

    def won(self, variant: str | None = None) -> list[Game]:
        return [game for game in self.public() if game.of("GameWon") and variant in (None, game.variant)]


def games_and_moves(known: Known) -> Answer:
    return len(known.won()), sum(len(moves_of(game)) for game in known.won())


def came_back(known: Known, last: date = date.max) -> Answer:
    days = defaultdict(set)
    for game in known.public():
        for day, player in active(game):
            if day <= last:
                days[player].add(day)
    return mean(len(each) > 1 for each in days.values()), len(days)


def started(known: Known) -> Answer:
    return mean(bool(game.of("GameStarted")) for game in known.public()), len(known.public())


def duration(known: Known) -> Answer:
    return median(seconds(game) for game in known.won()), len(known.won())


def people_only(known: Known) -> Answer:
    boards = [board_of(game, game.of("GameWon")[0]) for game in known.won()]
    return mean(board == "people" for board in boards), len(boards)


def share_made(variant: str) -> Callable[[Known], Answer]:
    def answer(known: Known) -> Answer:
        made = [line.total for game in known.won(variant) for line in bid(game)]
        return mean(made), len(made)

    return answer


def rounds_with_a_bid(known: Known) -> Answer:
    games = known.won("hundred-and-ten")
    dealt = sum(len(game.of("RoundDealt")) for game in games)
    return sum(len(game.of("RoundScored")) for game in games) / dealt, dealt


def by_table_size(games: Iterable[Game]) -> Iterable[list[Game]]:
    """Return the games of each number of seats."""
    of_sizes = defaultdict[int, list[Game]](list)
    for game in games:
        of_sizes[len(game.of("GameWon")[0].seats)].append(game)
    return of_sizes.values()


def dealing(variant: str) -> Callable[[Known], Answer]:
    def answer(known: Known) -> Answer:
        advantages: list[float] = []
        for games in by_table_size(known.won(variant)):
            lines = [line for game in games for line in dealer(game)]
            own = [line.total for line in lines if line.x == 0]
            advantages += [mean(own) - mean(line.total for line in lines if line.x > 0)] * len(own)
        return mean(advantages), len(advantages)

    return answer


def moons(known: Known) -> Answer:
    scored = [
        points(fact, number)
        for game in known.won("hundred-and-ten")
        for fact, number, amount, _ in judged(game)
        if amount == 60
    ]
    return mean(scored), len(scored)


def overbid(known: Known) -> Answer:
    lines = [line for game in known.won("oh-hell") for line in tricks_by_bid(game)]
    return mean(line.y - line.x for line in lines), len(lines)


def points_of_a_phase(known: Known) -> Answer:
    lines = [line.total for game in known.won("oh-hell") for line in tricks_by_bid(game)]
    return mean(lines), len(lines)


def strongest(known: Known) -> Answer:
    places = [line.y for game in known.won("president") for line in strength(game) if line.x == 1]
    return mean(each == 1 for each in places), len(places)


def twos(known: Known) -> Answer:
    advantages, seats = [], 0
    for games in by_table_size(known.won("president")):
        places = Counter(line.y for game in games for line in seat(game))
        played: Counter[int] = Counter()
        for line in (line for game in games for line in rank_played(game)):
            if line.x == 2:
                played[line.y] += line.total
        others = places.total() - places[1]
        advantage = played[1] / places[1] - (played.total() - played[1]) / others
        advantages += [advantage] * places[1]
        seats += places.total()
    return mean(advantages), seats


def length(known: Known) -> Answer:
    games = known.won("president")
    return mean(len(moves_of(game)) for game in games), len(games)


def by_the_seat(variant: str) -> Callable[[Known], Answer]:
    def answer(known: Known) -> Answer:
        beyond = defaultdict(list)
        for game in known.won(variant):
            [end] = game.of("GameWon")
            for number in range(len(end.seats)):
                beyond[number].append((place(end, number) == 1) - 1 / len(end.seats))
        values = [each for found in beyond.values() for each in found]
        between = sum(len(found) * mean(found) ** 2 for found in beyond.values())
        explained = between / sum(each**2 for each in values)
        return explained, (len(beyond) - 1) / len(values), len(values)

    return answer


def explained(seats: Iterable[SeatLuck]) -> tuple[float, int]:
    """Return the share of the variance of results that luck explains, and the number of results."""
    known = [
        (each.result - each.par, each.luck)
        for each in seats
        if each.par is not None and each.luck is not None
    ]
    rest = pvariance([result - luck for result, luck in known])
    return 1 - rest / pvariance([result for result, _ in known]), len(known)


def luck_of(known: Known, variant: str) -> list[SeatLuck]:
    return [each for game in known.won(variant) for each in known.luck[game.id]]


def by_luck(variant: str) -> Callable[[Known], Answer]:
    return lambda known: explained(luck_of(known, variant))


def by_luck_in_all(known: Known) -> Answer:
    found = [explained(luck_of(known, variant)) for variant in {game.variant for game in known.won()}]
    results = sum(count for _, count in found)
    return sum(share * count for share, count in found) / results, results


ANSWERS: Final[Mapping[tuple[str, str], Callable[[Known], Answer]]] = {
    ("overview", "How much is played?"): games_and_moves,
    ("overview", "Are people coming back?"): came_back,
    ("overview", "Do tables fill?"): started,
    ("overview", "How long does a game take?"): duration,
    ("overview", "Do people play with people?"): people_only,
    ("overview", "How much of a result is luck?"): by_luck_in_all,
    ("hundred-and-ten", "Are bids made?"): share_made("hundred-and-ten"),
    ("hundred-and-ten", "Does anyone dare to bid?"): rounds_with_a_bid,
    ("hundred-and-ten", "What is dealing worth?"): dealing("hundred-and-ten"),
    ("hundred-and-ten", "Is the moon worth a try?"): moons,
    ("hundred-and-ten", "Does the seat decide?"): by_the_seat("hundred-and-ten"),
    ("hundred-and-ten", "How much of a result is luck?"): by_luck("hundred-and-ten"),
    ("oh-hell", "Do people overbid?"): overbid,
    ("oh-hell", "How often is a bid exact?"): share_made("oh-hell"),
    ("oh-hell", "What does a bid bring?"): points_of_a_phase,
    ("oh-hell", "What is dealing worth?"): dealing("oh-hell"),
    ("oh-hell", "Does the seat decide?"): by_the_seat("oh-hell"),
    ("oh-hell", "How much of a result is luck?"): by_luck("oh-hell"),
    ("president", "Is first place luck?"): by_luck("president"),
    ("president", "Does the strongest hand win?"): strongest,
    ("president", "Do twos decide?"): twos,
    ("president", "Does the seat decide?"): by_the_seat("president"),
    ("president", "How long is a game?"): length,
}
"""The answers by the names of the dashboards and the questions of their rows."""

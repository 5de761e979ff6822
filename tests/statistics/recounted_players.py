"""Counts the results of people a second time from the stored log: ratings, days, and meetings.

It uses no code of the project. The ratings are computed by openskill's model itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date
from typing import NamedTuple
from uuid import UUID

from openskill.models import PlackettLuce

from tests.statistics.raw import Fact, Game
from tests.statistics.recounted import board_of, moves_of, place

BETAS = {"hundred-and-ten": 3.6, "oh-hell": 12.0, "president": 17.0}
FIRST = (25.0, 25 / 3)
MACHINE = (25.0, 25 / 30)


class Person(NamedTuple):
    """A person in the games of a variant on one board."""

    player: str
    variant: str
    board: str


class Rated(NamedTuple):
    """The ratings of a seat around a game."""

    before: tuple[float, float]
    after: tuple[float, float]
    opponents: float | None


class Players(NamedTuple):
    """The second count of all people."""

    rated: dict[tuple[UUID, int], Rated]
    """By game and seat."""
    opponents: dict[tuple[UUID, int], float | None]
    """The mean rating of the opponents, of machines' seats too."""
    now: dict[Person, tuple[float, float]]
    days: dict[tuple[Person, date], Counter[str]]
    meetings: dict[tuple[Person, str], Counter[str]]

    @classmethod
    def of(cls, won: Sequence[Game]) -> Players:
        """Count public games, the first to end first."""
        found = cls({}, {}, {}, {}, {})
        for game in won:
            (end,) = game.of("GameWon")
            board = board_of(game, end)
            if board == "machines":
                continue
            people = {
                number: Person(seat.player, game.variant, board)
                for number, seat in enumerate(end.seats)
                if not seat.filled
            }
            found._rate(game, end, people)
            for number, person in people.items():
                found._count(game, end, number, person)
                found._meet(end, number, person)
        return found

    def _rate(self, game: Game, end: Fact, people: dict[int, Person]) -> None:
        model = PlackettLuce(beta=BETAS[game.variant])
        numbers = range(len(end.seats))
        before = [self.now.get(people[seat], FIRST) if seat in people else MACHINE for seat in numbers]
        known = [seat for seat in numbers if seat not in people or people[seat] in self.now]
        teams = [[model.create_rating(list(rating))] for rating in before]
        after = model.rate(teams, ranks=[float(final_place(end, seat)) for seat in numbers])
        for seat in numbers:
            others = [before[other][0] for other in known if other != seat]
            mean = sum(others) / len(others) if others else None
            self.opponents[game.id, seat] = mean
            if seat in people:
                [rating] = after[seat]
                self.rated[game.id, seat] = Rated(before[seat], (rating.mu, rating.sigma), mean)
        for seat, person in people.items():
            self.now[person] = self.rated[game.id, seat].after

    def _count(self, game: Game, end: Fact, seat: int, person: Person) -> None:
        (start,) = game.of("GameStarted")
        scored, lost = game.of("RoundScored"), end.seats[seat].machine
        self.days.setdefault((person, end.at.date()), Counter()).update(
            games=1,
            wins=int(not lost and seat in end.said["winners"]),
            places=min(final_place(end, seat), len(end.seats)),
            opponents=len(end.seats) - 1,
            points=0 if lost or not scored else scored[-1].said["scores"][seat],
            moves=len(made_at(game, seat, machine=False)),
            duration_ms=int((end.at - start.at).total_seconds() * 1000),
        )

    def _meet(self, end: Fact, seat: int, person: Person) -> None:
        own = final_place(end, seat)
        for opponent, best in best_places(end, seat):
            met = self.meetings.setdefault((person, opponent), Counter())
            met.update(games=1, ahead=int(own < best), level=int(own == best))


def made_at(game: Game, seat: int, *, machine: bool) -> list[Fact]:
    """Return the moves at a seat by its person, or by machines."""
    moves = [move for move in moves_of(game) if move.said["seat"] == seat]
    return [move for move in moves if move.seats[seat].machine == machine]


def final_place(end: Fact, seat: int) -> int:
    """Return the place of a seat; a person whose seat a machine plays at the end comes behind all others."""
    given_up = end.seats[seat].machine and not end.seats[seat].filled
    return 99 if given_up else place(end, seat)


def best_places(end: Fact, seat: int) -> Iterator[tuple[str, int]]:
    """Give the opponents of a seat with their places; all machine players are one, with the best place."""
    machines = []
    for other, sitting in enumerate(end.seats):
        if other == seat:
            continue
        if sitting.filled:
            machines.append(final_place(end, other))
        else:
            yield sitting.player, final_place(end, other)
    if machines:
        yield "machine", min(machines)

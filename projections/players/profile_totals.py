"""Counts finished games in profiles: totals, streaks, ratings, and the best and the worst game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct

from application.codec import RecordedEvent
from domain.events import GameWon, PlayerId
from projections.engine.projection import Row
from projections.players.boards import Board
from projections.players.profile_progress import Course
from projections.players.rating import MACHINE, UNRATED, Rating, rated

OF_PLAYER: Final = ("variant", "board", "player")
"""The key of a profile; the keys of all its tables begin with it."""

KEYS: Final[Mapping[str, tuple[str, ...]]] = {
    "player": OF_PLAYER,
    "bid": (*OF_PLAYER, "amount"),
    "trump": (*OF_PLAYER, "suit"),
    "seat": (*OF_PLAYER, "seats", "seat"),
    "opponent": (*OF_PLAYER, "opponent"),
}
"""The tables whose rows grow with each game, and their keys."""

Key = tuple[Any, ...]


class Ended(Struct, frozen=True):
    """A game that was won."""

    course: Course
    recorded: RecordedEvent
    won: GameWon


class Grown:
    """The rows of a table of totals, and those of them that a batch has changed."""

    def __init__(self, key: Sequence[str], rows: Sequence[Row]) -> None:
        self._key = key
        self._rows: dict[Key, dict[str, Any]] = {key_of(key, row): dict(row) for row in rows}
        self.changed: dict[Key, dict[str, Any]] = {}

    def get(self, key: Key) -> Row | None:
        """Return the current row, or None."""
        return self._rows.get(key)

    def add(self, key: Key, **numbers: int) -> dict[str, Any]:
        """Add numbers to a row, or create it with them; return the row."""
        row = self._rows.get(key)
        if row is None:
            row = self._rows[key] = {**dict(zip(self._key, key, strict=True)), **numbers}
        else:
            for name, number in numbers.items():
                row[name] += number
        self.changed[key] = row
        return row


def key_of(key: Sequence[str], row: Row) -> Key:
    """Return a row's key."""
    return tuple([row[part] for part in key])


def count(grown: Mapping[str, Grown], ended: Ended) -> Iterator[Row]:
    """Add a finished game to the rows of the people who had a seat; yield their rows of games.

    Games must be counted in the order of their ends, because ratings and streaks depend on it. A player whose
    seat was handed to the machine has lost and comes last; nothing else that was played at the seat counts.
    """
    course, won = ended.course, ended.won
    ranks = course.ranks(won)
    for board in course.boards if course.people else ():
        ratings = _rated(grown["player"], course, board, ranks)
        for seat, player in course.people.items():
            key = course.variant, board.value, player
            row = grown["player"].add(key, **_result(course, won, seat, ranks[seat]))
            rating = {"mu": ratings[seat].mu, "sigma": ratings[seat].sigma}
            row |= rating
            yield {**_game(grown, key, ended, seat, ranks), **rating}


def _result(course: Course, won: GameWon, seat: int, rank: int) -> dict[str, int]:
    """Return the numbers that a game adds to a player's totals."""
    seats = len(course.seats)
    result = dict.fromkeys(("points", "rounds", "tricks", "tricks_played", "bids_made", "bids_failed"), 0)
    result |= {"games": 1, "wins": 0, "places": min(rank, seats)}
    if course.forfeited(seat):
        return result
    judged = course.judged.get(seat)
    return {
        **result,
        "wins": int(seat in won.winners),
        "points": course.scores[seat] if course.scores else 0,
        "rounds": course.rounds,
        "tricks": course.tricks.get(seat, 0),
        "tricks_played": sum(course.tricks.values()),
        "bids_made": judged.made if judged else 0,
        "bids_failed": judged.failed if judged else 0,
    }


def _game(grown: Mapping[str, Grown], key: Key, ended: Ended, seat: int, ranks: Sequence[int]) -> Row:
    """Add a game to all other rows of a player; return its row among the player's games."""
    course, recorded, won = ended.course, ended.recorded, ended.won
    seats, lost = len(course.seats), course.forfeited(seat)
    place, wins = min(ranks[seat], seats), int(seat in won.winners and not lost)
    points = course.scores[seat] if course.scores and not lost else None
    row = grown["player"].add(key)
    _go_on(row, "winning", goes_on=bool(wins))
    _go_on(row, "losing", goes_on=not wins)
    _compare(row, ended=recorded.position, points=points or 0, place=place, seats=seats)
    for amount, bids in ({} if lost else course.amounts.get(seat, {})).items():
        grown["bid"].add((*key, amount), made=bids.made, failed=bids.failed)
    for suit, times in ({} if lost else course.trumps.get(seat, {})).items():
        grown["trump"].add((*key, suit), times=times)
    grown["seat"].add((*key, seats, seat), games=1, wins=wins, places=place)
    _meet(grown["opponent"], key, course, seat, ranks)
    return {
        **dict(zip(OF_PLAYER, key, strict=True)),
        "ended": recorded.position,
        "game": recorded.game,
        "ended_at": recorded.at,
        "seats": seats,
        "seat": seat,
        "place": place,
        "won": bool(wins),
        "points": points,
    }


def _rated(players: Grown, course: Course, board: Board, ranks: Sequence[int]) -> Sequence[Rating]:
    people = course.people
    before = []
    for seat in range(len(course.seats)):
        row = players.get((course.variant, board.value, people[seat])) if seat in people else None
        unknown = UNRATED if seat in people else MACHINE
        before.append(unknown if row is None else Rating(row["mu"], row["sigma"]))
    return rated(course.variant, before, ranks)


def _go_on(row: dict[str, Any], streak: str, *, goes_on: bool) -> None:
    row[streak] = row.get(streak, 0) + 1 if goes_on else 0
    row[f"longest_{streak}"] = max(row.get(f"longest_{streak}", 0), row[streak])


def _compare(row: dict[str, Any], *, ended: int, points: int, place: int, seats: int) -> None:
    """Record the game as the best or the worst one, unless an earlier game was as good or as bad."""
    rank = _rank(points, place, seats)
    for which in ("best", "worst"):
        names = [f"{which}_{name}" for name in ("points", "place", "seats")]
        if f"{which}_ended" in row:
            known = _rank(*(row[name] for name in names))
            if not (rank > known if which == "best" else rank < known):
                continue
        row |= {f"{which}_ended": ended, **dict(zip(names, (points, place, seats), strict=True))}


def _rank(points: int, place: int, seats: int) -> tuple[int, int, int]:
    """Return the values that games are compared by: points, then place, then number of seats."""
    return points, -place, seats


def _meet(opponents: Grown, key: Key, course: Course, seat: int, ranks: Sequence[int]) -> None:
    """Compare a seat with its opponents; all machines count as one opponent, with their best rank."""
    met: dict[PlayerId, int] = {}
    for other, opponent in course.opponents(seat):
        met[opponent] = min(ranks[other], met.get(opponent, ranks[other]))
    for opponent, place in met.items():
        opponents.add(
            (*key, opponent), games=1, ahead=int(ranks[seat] < place), level=int(ranks[seat] == place)
        )

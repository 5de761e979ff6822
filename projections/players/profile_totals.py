"""Counts finished games in profiles: totals, streaks, ratings, and the best and the worst game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final

from domain.events import PlayerId
from projections.engine.projection import Row
from projections.finished_games.progress import FinishedGame
from projections.players.boards import Board
from projections.players.game_rating import rate
from projections.players.rating import Rating

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


class Totals:
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


def count(totals: Mapping[str, Totals], game: FinishedGame) -> Iterator[Row]:
    """Add a finished game to the rows of the people who had a seat; yield their rows of games.

    Games must be counted in the order of their ends, because ratings and streaks depend on it. A player whose
    seat was handed to the machine has lost and comes last; nothing else that was played at the seat counts.
    """
    progress, ranks = game.progress, game.ranks
    for board in game.boards if progress.people else ():
        ratings = rate(game, partial(_rating, totals["player"], progress.variant, board))
        for seat, player in progress.people.items():
            key = progress.variant, board.value, player
            row = totals["player"].add(key, **_totals(game, seat, ranks[seat]))
            rating = ratings[seat].after._asdict()
            row |= rating
            yield {**_game_row(totals, key, game, seat, ranks), **rating}


def _totals(game: FinishedGame, seat: int, rank: int) -> dict[str, int]:
    """Return the numbers that a game adds to a player's totals."""
    progress, result = game.progress, game.result(seat)
    counts = not game.forfeited(seat)
    return {
        "games": 1,
        "wins": int(result.won),
        "places": min(rank, len(progress.seats)),
        "points": result.points or 0,
        "rounds": progress.rounds if counts else 0,
        "tricks": progress.tricks.get(seat, 0) if counts else 0,
        "tricks_played": sum(progress.tricks.values()) if counts else 0,
        "bids_made": result.bids.made,
        "bids_failed": result.bids.failed,
    }


def _game_row(
    totals: Mapping[str, Totals], key: Key, game: FinishedGame, seat: int, ranks: Sequence[int]
) -> Row:
    """Add a game to all other rows of a player; return its row among the player's games."""
    progress, recorded, result = game.progress, game.recorded, game.result(seat)
    seats, wins = len(progress.seats), int(result.won)
    place = min(ranks[seat], seats)
    row = totals["player"].add(key)
    _extend_streak(row, "winning", extended=bool(wins))
    _extend_streak(row, "losing", extended=not wins)
    _compare(row, ended=recorded.position, points=result.points or 0, place=place, seats=seats)
    if not game.forfeited(seat):
        for amount, bids in progress.bid_counts_by_amount.get(seat, {}).items():
            totals["bid"].add((*key, amount), made=bids.made, failed=bids.failed)
        for suit, times in progress.trumps.get(seat, {}).items():
            totals["trump"].add((*key, suit), times=times)
    totals["seat"].add((*key, seats, seat), games=1, wins=wins, places=place)
    _meet(totals["opponent"], key, game, seat, ranks)
    return {
        **dict(zip(OF_PLAYER, key, strict=True)),
        "ended": recorded.position,
        "game": recorded.game,
        "ended_at": recorded.at,
        "seats": seats,
        "seat": seat,
        "place": place,
        "won": result.won,
        "points": result.points,
    }


def _rating(players: Totals, variant: str, board: Board, player: PlayerId) -> Rating | None:
    row = players.get((variant, board.value, player))
    return None if row is None else Rating(row["mu"], row["sigma"])


def _extend_streak(row: dict[str, Any], streak: str, *, extended: bool) -> None:
    row[streak] = row.get(streak, 0) + 1 if extended else 0
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


def _meet(opponents: Totals, key: Key, game: FinishedGame, seat: int, ranks: Sequence[int]) -> None:
    """Compare a seat with its opponents; all machines count as one opponent, with their best rank."""
    met: dict[PlayerId, int] = {}
    for other, opponent in game.opponents(seat):
        met[opponent] = min(ranks[other], met.get(opponent, ranks[other]))
    for opponent, place in met.items():
        opponents.add(
            (*key, opponent), games=1, ahead=int(ranks[seat] < place), level=int(ranks[seat] == place)
        )

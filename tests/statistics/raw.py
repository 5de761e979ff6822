"""Reads the stored log, rows and their JSON, without the project's own code."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from itertools import groupby
from typing import Any, NamedTuple
from uuid import UUID

import psycopg

SELECT = "SELECT game, topic, state, at FROM {}events ORDER BY game, version"
ENDS = "SELECT game FROM {}events WHERE topic = 'GameWon' ORDER BY position"
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class Seat(NamedTuple):
    """The player of a seat, and whether a machine plays it at that time."""

    player: str
    machine: bool
    filled: bool
    """True if a machine player has had the seat from the start."""


class Fact(NamedTuple):
    """An event as it is stored, with the table as it was when it had happened."""

    topic: str
    said: dict[str, Any]
    at: datetime
    seats: tuple[Seat, ...]
    """The players by seat."""
    round: int
    """The number of the round, -1 before the first."""


class Game(NamedTuple):
    """All that the log has of a game."""

    id: UUID
    facts: list[Fact]

    def of(self, *topics: str) -> list[Fact]:
        """Return the facts of some kinds."""
        return [fact for fact in self.facts if fact.topic in topics]

    @property
    def created(self) -> Fact:
        return self.facts[0]

    @property
    def public(self) -> bool:
        public: bool = self.created.said["access"] == "PUBLIC"
        return public

    @property
    def variant(self) -> str:
        variant: str = self.created.said["variant"]
        return variant

    @property
    def rounds(self) -> list[Game]:
        """The game cut into its rounds; what came before the first is left out."""
        cut = groupby(self.facts, key=lambda fact: fact.round)
        return [Game(self.id, list(facts)) for number, facts in cut if number >= 0]


def games(log: str) -> Iterator[Game]:
    """Read all games of a log: the path of a SQLite file, or the URL of a PostgreSQL database."""
    for game, rows in groupby(_rows(log), key=lambda row: row[0]):
        yield Game(game, list(_facts(rows)))


def ends(log: str) -> list[UUID]:
    """Return the games that were won, in the order of the log in which they ended."""
    if log.startswith("postgresql:"):
        with psycopg.connect(log) as connection:
            return [game for (game,) in connection.execute(ENDS.format("kibitz.").encode())]
    with closing(sqlite3.connect(log)) as file:
        return [UUID(bytes=game) for (game,) in file.execute(ENDS.format(""))]


def _rows(log: str) -> Iterator[tuple[UUID, str, str, int]]:
    if log.startswith("postgresql:"):
        with psycopg.connect(log) as connection, connection.cursor("log") as cursor:
            for game, topic, state, at in cursor.execute(SELECT.format("kibitz.")):
                yield game, topic, bytes(state).decode(), at
    else:
        with closing(sqlite3.connect(log)) as file:
            for game, topic, state, at in file.execute(SELECT.format("")):
                yield UUID(bytes=game), topic, bytes(state).decode(), at


def _facts(rows: Iterator[tuple[UUID, str, str, int]]) -> Iterator[Fact]:
    seats: list[Seat] = []
    taken: tuple[Seat, ...] = ()
    number = -1
    for _, topic, state, at in rows:
        said = json.loads(state)
        match topic:
            case "PlayerJoined":
                seats.append(Seat(said["player"], said["machine"], said["machine"]))
            case "PlayerLeft":
                del seats[said["seat"]]
            case "SeatAutomated":
                owner = seats[said["seat"]]
                seats[said["seat"]] = Seat(owner.player, True, owner.filled)
            case "SeatReclaimed":
                owner = seats[said["seat"]]
                seats[said["seat"]] = Seat(owner.player, False, owner.filled)
            case "RoundDealt":
                number = said["round"]
        if topic in ("PlayerJoined", "PlayerLeft", "SeatAutomated", "SeatReclaimed"):
            taken = tuple(seats)
        yield Fact(topic, said, EPOCH + timedelta(microseconds=at), taken, number)

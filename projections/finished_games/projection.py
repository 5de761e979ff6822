"""Base class of read models that count public games once they are won."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from datetime import datetime
from typing import Final, NamedTuple

from sqlalchemy import Connection, MetaData

from application.codec import GameId, RecordedEvent
from domain.events import Access, GameClosed, GameCreated, GameWon, PlayerId, PlayerJoined
from projections.engine.projection import Change, Naming, Projection, Row, Rows, Tables, by_game
from projections.finished_games.progress import FinishedGame, GameProgress, handlers
from projections.finished_games.storage import (
    UNDER_WAY,
    ProgressCodec,
    ProgressStates,
    load_under_way,
    under_way_table,
)

_CODEC: Final = ProgressCodec(GameProgress)


class Ending(NamedTuple):
    """A public game that a batch ends: what the rows that count it can be found by."""

    variant: str
    people: frozenset[PlayerId]
    """All people who have had a seat."""
    at: datetime


class FinishedGamesProjection(Projection):
    """Counts each public game at its end, in the order of the log; it reveals nothing about other games."""

    def define(self, metadata: MetaData, called: Naming) -> Tables:
        """Define the tables of counts, and one of games in progress."""
        return {**self.define_counts(metadata, called), UNDER_WAY: under_way_table(metadata, called)}

    def load(self, connection: Connection, tables: Tables, batch: Sequence[RecordedEvent]) -> Rows:
        """Return the states of the batch's games, and the counts that the games it ends may change."""
        under_way = load_under_way(connection, tables, batch)
        endings = _endings(under_way, batch)
        counts = self.load_counts(connection, tables, endings)
        return {**counts, UNDER_WAY: under_way}

    def fold(self, rows: Rows, batch: Sequence[RecordedEvent]) -> list[Change]:
        """Update the games in progress, and count those that are won."""
        states, finished, handling = ProgressStates(_CODEC, rows), list[FinishedGame](), handlers()
        for game, recorded in by_game(batch).items():
            progress = states.get(game)
            for each in recorded:
                event = each.event
                if progress is not None and (handle := handling.get(type(event))) is not None:
                    handle(progress, event)
                elif isinstance(event, GameCreated) and event.access is Access.PUBLIC:
                    progress = GameProgress(event.variant)
                elif progress is None:
                    # The game is private, or has ended and only its reveals remain.
                    break
                elif isinstance(event, GameWon):
                    finished.append(FinishedGame(progress, each, event))
                    progress = None
                elif isinstance(event, GameClosed):
                    progress = None
            states.set(game, progress)
        # Games were folded one by one, but count in the order of their ends.
        finished.sort(key=lambda each: each.recorded.position)
        return [*states.changes(), *self.count(rows, finished)]

    @abstractmethod
    def define_counts(self, metadata: MetaData, called: Naming) -> Tables:
        """Define all tables but that of games in progress."""

    @abstractmethod
    def load_counts(self, connection: Connection, tables: Tables, endings: Sequence[Ending]) -> Rows:
        """Return the rows that the ended games may change, for each of the tables that `count` reads."""

    @abstractmethod
    def count(self, rows: Rows, finished: Sequence[FinishedGame]) -> list[Change]:
        """Return the row changes that finished games cause, given the rows of `load_counts`; pure."""


def _endings(under_way: Sequence[Row], batch: Sequence[RecordedEvent]) -> list[Ending]:
    """Return the public games that a batch ends, if people have had seats there."""
    ended = {each.game: each.at for each in batch if isinstance(each.event, GameWon)}
    if not ended:
        return []
    variants: dict[GameId, str] = {}
    people: dict[GameId, set[PlayerId]] = {game: set() for game in ended}
    for row in under_way:
        if (game := row["game"]) in ended:
            progress = _CODEC.decode(row["progress"])
            variants[game] = progress.variant
            people[game].update(progress.people.values())
    for each in batch:
        event = each.event
        if isinstance(event, GameCreated) and event.access is Access.PUBLIC and each.game in ended:
            variants[each.game] = event.variant
        elif isinstance(event, PlayerJoined) and not event.machine and each.game in ended:
            people[each.game].add(event.player)
    return [
        Ending(variant, frozenset(people[game]), ended[game])
        for game, variant in variants.items()
        if people[game]
    ]

"""Builds the statistics tables: facts for public games, aggregates for those that were won."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

import msgspec
from sqlalchemy import Connection, MetaData

from application.codec import RecordedEvent
from application.store.port import EventTypes
from domain.events import Access, GameClosed, GameCreated, GameWon
from projections.engine.projection import Change, Naming, Projection, Rows, Tables, by_game
from projections.finished_games.progress import FinishedGame, GameProgress
from projections.finished_games.storage import (
    UNDER_WAY,
    ProgressCodec,
    ProgressStates,
    load_under_way,
    under_way_table,
)
from projections.statistics.event_handlers import FactWriter, handlers
from projections.statistics.facts import Facts
from projections.statistics.game_counts import count
from projections.statistics.progress import StatisticsProgress
from projections.statistics.tables import define
from projections.statistics.views.publication import publish, views

_CODEC: Final = ProgressCodec(StatisticsProgress)


class Statistics(Projection):
    """Projection of public games to facts for analysts, and to aggregates by day and hour."""

    name = "stats"
    version = 4

    @property
    def kinds(self) -> EventTypes:
        """The public events that carry facts or counts; few of them are about deals or lobbies."""
        return _kinds()

    def define(self, metadata: MetaData, called: Naming) -> Tables:
        """Define the star schema, and a table of games in progress."""
        return {**define(metadata, called), UNDER_WAY: under_way_table(metadata, called)}

    def publish(self, connection: Connection, tables: Tables) -> None:
        """Point the SQL views at these tables."""
        publish(connection, views(tables))

    def load(self, connection: Connection, tables: Tables, batch: Sequence[RecordedEvent]) -> Rows:
        """Return the states of the batch's games."""
        return {UNDER_WAY: load_under_way(connection, tables, batch)}

    def fold(self, rows: Rows, batch: Sequence[RecordedEvent]) -> list[Change]:
        """Return the facts of public games, and the counts of those that are won."""
        states, facts, handling = ProgressStates(_CODEC, rows), Facts(), handlers()
        for game, recorded in by_game(batch).items():
            events = iter(recorded)
            progress = states.get(game)
            if progress is None:
                progress = _begun(facts, next(events))
            if progress is None:
                # The game is private or has ended.
                continue
            writer = FactWriter(facts, game, progress)
            for each in events:
                event = each.event
                if (handle := handling.get(type(event))) is not None:
                    handle(writer, event, each.at)
                elif isinstance(event, GameWon | GameClosed):
                    writer.flush_moves()
                    _ended(facts, progress, event, each)
                    states.set(game, None)
                    break
            else:
                writer.flush_moves()
                facts.game(game, progress)
                states.set(game, progress)
        return [*states.changes(), *facts.changes()]


STATISTICS = Statistics()


@cache
def _kinds() -> EventTypes:
    return frozenset((*handlers(), GameCreated, GameWon, GameClosed))


def _begun(facts: Facts, first: RecordedEvent) -> StatisticsProgress | None:
    event = first.event
    if not isinstance(event, GameCreated) or event.access is not Access.PUBLIC:
        return None
    facts.count_hourly("created", event.variant, first.at)
    return StatisticsProgress(
        game=GameProgress(event.variant),
        rules_version=event.rules_version,
        options=msgspec.json.encode(event.options, order="sorted").decode(),
        created_at=first.at,
    )


def _ended(
    facts: Facts, progress: StatisticsProgress, event: GameWon | GameClosed, last: RecordedEvent
) -> None:
    facts.count_hourly("ended", progress.game.variant, last.at)
    facts.game(last.game, progress, ended_at=last.at, reason=event.reason.value)
    if isinstance(event, GameWon):
        count(facts, progress, FinishedGame(progress.game, last, event))

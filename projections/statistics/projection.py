"""Builds the statistics tables: facts for public games, aggregates for those that were won."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

import msgspec
from sqlalchemy import Connection, MetaData

from application.codec import RecordedEvent
from application.store.port import EventTypes
from domain.events import Access, DeckRevealed, GameClosed, GameCreated, GameWon
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
from projections.statistics.facts import Facts, microseconds
from projections.statistics.game_counts import count
from projections.statistics.player_results import RATED, PlayerResults, load_ratings
from projections.statistics.progress import StatisticsProgress
from projections.statistics.tables import define
from projections.statistics.views.publication import publish, views

_CODEC: Final = ProgressCodec(StatisticsProgress)


class Statistics(Projection):
    """Projection of public games to facts for analysts, and to aggregates by day and hour."""

    name = "stats"
    version = 9
    # On PostgreSQL a catch-up with 4 takes 3 to 20 % less time than with 2, and with 6 no less than with 4.
    slice_factor = 4

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
        """Return the states of the batch's games, and the ratings of people whose games it ends."""
        rows = {UNDER_WAY: load_under_way(connection, tables, batch)}
        states = ProgressStates(_CODEC, rows)
        return {**rows, RATED: load_ratings(connection, tables, batch, states)}

    def fold(self, rows: Rows, batch: Sequence[RecordedEvent]) -> list[Change]:
        """Return the facts of public games, and the counts of those that are won."""
        states, facts, handling = ProgressStates(_CODEC, rows), Facts(), handlers()
        finished: list[tuple[StatisticsProgress, FinishedGame]] = []
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
                handle = handling.get(type(event))
                if progress.is_over:
                    if isinstance(event, DeckRevealed):
                        writer.deck_revealed(event, each.at)
                elif handle is not None:
                    handle(writer, event, each.at)
                elif isinstance(event, GameWon | GameClosed):
                    writer.ended()
                    _ended(facts, progress, event, each)
                    progress.is_over = True
                    if isinstance(event, GameWon):
                        finished.append((progress, FinishedGame(progress.game, each, event)))
            if progress.is_over:
                states.set(game, _awaiting_reveals(progress))
            else:
                facts.game(game, progress)
                states.set(game, progress)
        # Games were folded one by one, but are rated in the order of their ends.
        finished.sort(key=lambda each: each[1].recorded.position)
        results = PlayerResults(rows[RATED])
        for progress, ended in finished:
            count(facts, progress, ended, results.add(progress, ended))
        return [*states.changes(), *facts.changes(), *results.changes()]


STATISTICS = Statistics()


@cache
def _kinds() -> EventTypes:
    return frozenset((*handlers(), GameCreated, GameWon, GameClosed))


def _begun(facts: Facts, first: RecordedEvent) -> StatisticsProgress | None:
    event = first.event
    if not isinstance(event, GameCreated) or event.access is not Access.PUBLIC:
        return None
    facts.hour(event.variant, microseconds(first.at)).created += 1
    return StatisticsProgress(
        game=GameProgress(event.variant),
        rules_version=event.rules_version,
        options=msgspec.json.encode(event.options, order="sorted").decode(),
        created_at=first.at,
        number=first.position,
    )


def _awaiting_reveals(progress: StatisticsProgress) -> StatisticsProgress | None:
    """Return what the reveals after the end of a game need; None if no discard waits for one.

    A batch may end between the end of a game and its reveals, and nothing marks the last of them. So the
    state of a game with discards that no event ever reveals stays, but only this part of it.
    """
    if not progress.discards:
        return None
    return StatisticsProgress(
        game=GameProgress(progress.game.variant, seats=progress.game.seats),
        rules_version=progress.rules_version,
        options=progress.options,
        created_at=progress.created_at,
        number=progress.number,
        discards=progress.discards,
        is_over=True,
    )


def _ended(
    facts: Facts, progress: StatisticsProgress, event: GameWon | GameClosed, last: RecordedEvent
) -> None:
    facts.hour(progress.game.variant, microseconds(last.at)).ended += 1
    facts.game(last.game, progress, ended_at=last.at, reason=event.reason.value)
    if isinstance(event, GameClosed) and progress.started_at is not None:
        for seat in range(len(progress.game.seats)):
            facts.seat(last.game, progress.game, seat, ended_at=last.at)

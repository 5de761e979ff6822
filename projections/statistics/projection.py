"""Builds the statistics tables: facts for public games, aggregates for those that were won."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import msgspec
from sqlalchemy import Connection, MetaData, select

from application.codec import GameId, RecordedEvent
from application.store.port import EventTypes
from domain.events import Access, GameClosed, GameCreated, GameWon
from projections.engine.projection import Change, Naming, Projection, Rows, Tables, by_game, rows_of
from projections.statistics.event_handlers import Teller, tells
from projections.statistics.facts import Facts
from projections.statistics.finished_games import count
from projections.statistics.game_progress import Course, decoded, encoded
from projections.statistics.tables import define
from projections.statistics.views.publication import publish, views


class Statistics(Projection):
    """Projection of public games to facts for analysts, and to aggregates by day and hour."""

    name = "stats"
    version = 3

    @property
    def kinds(self) -> EventTypes:
        """The public events that carry facts or counts; few of them are about deals or lobbies."""
        return _kinds()

    def define(self, metadata: MetaData, called: Naming) -> Tables:
        """Define the star schema."""
        return define(metadata, called)

    def publish(self, connection: Connection, tables: Tables) -> None:
        """Point the SQL views at these tables."""
        publish(connection, views(tables))

    def load(self, connection: Connection, tables: Tables, batch: Sequence[RecordedEvent]) -> Rows:
        """Return the stored courses of the batch's games."""
        under_way = tables["under_way"]
        courses = select(under_way).where(under_way.c.game.in_(by_game(batch)))
        return {"under_way": rows_of(connection, courses)}

    def fold(self, rows: Rows, batch: Sequence[RecordedEvent]) -> list[Change]:
        """Return the facts of public games, and the counts of those that are won."""
        before: dict[GameId, bytes] = {row["game"]: row["course"] for row in rows["under_way"]}
        facts, telling = Facts(), tells()
        for game, recorded in by_game(batch).items():
            events = iter(recorded)
            kept = before.get(game)
            course = _begun(facts, next(events)) if kept is None else decoded(kept)
            if course is None:
                # The game is private or has ended.
                continue
            teller = Teller(facts, game, course)
            for each in events:
                event = each.event
                if (tell := telling.get(type(event))) is not None:
                    tell(teller, event, each.at)
                elif isinstance(event, GameWon | GameClosed):
                    teller.pause()
                    _ended(facts, course, event, each)
                    if kept is not None:
                        facts.over.append({"game": game})
                    break
            else:
                teller.pause()
                facts.game(game, course)
                facts.under_way.append({"game": game, "course": encoded(course)})
        return facts.changes()


STATISTICS = Statistics()


@cache
def _kinds() -> EventTypes:
    return frozenset((*tells(), GameCreated, GameWon, GameClosed))


def _begun(facts: Facts, first: RecordedEvent) -> Course | None:
    event = first.event
    if not isinstance(event, GameCreated) or event.access is not Access.PUBLIC:
        return None
    facts.happened("created", event.variant, first.at)
    return Course(
        variant=event.variant,
        rules_version=event.rules_version,
        options=msgspec.json.encode(event.options, order="sorted").decode(),
        created_at=first.at,
    )


def _ended(facts: Facts, course: Course, event: GameWon | GameClosed, last: RecordedEvent) -> None:
    facts.happened("ended", course.variant, last.at)
    facts.game(last.game, course, ended_at=last.at, reason=event.reason.value)
    if isinstance(event, GameWon):
        count(facts, course, event, last)

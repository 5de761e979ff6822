"""The library's repository and notification log over a Kibitz log."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from uuid import uuid4

import pytest
from eventsourcing.application import AggregateNotFoundError
from eventsourcing.persistence import (
    Notification,
    StoredEvent,
)

from application.codec import CorruptEvent, RecordedEvent
from application.games.simulation import ORGANIZER
from application.store.eventsourcing.application import (
    GameAggregate,
    GameEvent,
    Kibitz,
    project_game,
)
from domain.events import GameWon
from domain.game import fold
from tests.application.store.eventsourcing.logs import GAMES, Log


def game_of(log: Log) -> list[RecordedEvent]:
    """Return the events of the log's first game."""
    recorded = log.recorded()
    return [each for each in recorded if each.game == recorded[0].game]


def test_repository_returns_the_fold_of_each_game(log: Log, kibitz: Kibitz) -> None:
    events = game_of(log)
    found: GameAggregate = kibitz.repository.get(events[0].game)
    assert (found.id, found.version) == (events[0].game, len(events))
    assert found.game == fold(each.event for each in events)
    assert (found.created_on, found.modified_on) == (events[0].at, events[-1].at)


def test_repository_returns_a_game_at_an_earlier_version(log: Log, kibitz: Kibitz) -> None:
    events = game_of(log)
    for version in (1, 7, len(events) - 1):
        found: GameAggregate = kibitz.repository.get(events[0].game, version=version)
        assert found.version == version
        assert found.game == fold(each.event for each in events[:version])
        assert found.modified_on == events[version - 1].at


def test_projector_of_the_library_gives_the_same_game(log: Log, kibitz: Kibitz) -> None:
    events = list(kibitz.events.get(game_of(log)[0].game))
    aggregate: GameAggregate | None = None
    for event in events:
        assert isinstance(event, GameEvent)
        aggregate = event.mutate(aggregate)
    found: GameAggregate = kibitz.repository.get(events[0].originator_id)
    assert aggregate == found
    assert project_game(None, []) is None


def test_unknown_game_is_not_found(kibitz: Kibitz) -> None:
    assert uuid4() not in kibitz.repository
    with pytest.raises(AggregateNotFoundError):
        kibitz.repository.get(uuid4())


def test_cached_game_is_updated_from_the_log(log: Log) -> None:
    env = {**log.env, "AGGREGATE_CACHE_MAXSIZE": "10", "AGGREGATE_CACHE_FASTFORWARD": "n"}
    game = uuid4()
    with Kibitz(env) as kibitz, closing(log.writer()) as writer:
        stored = kibitz.recorder.select_events(game_of(log)[0].game)
        copies = [replace(each, originator_id=game) for each in stored]
        writer.insert_events(copies[:5])
        first: GameAggregate = kibitz.repository.get(game)
        writer.insert_events(copies[5:])
        second: GameAggregate = kibitz.repository.get(game)
    assert (first.version, second.version) == (5, len(copies))
    assert second.game == fold(each.event for each in game_of(log))


def test_a_game_written_by_a_recorder_is_readable(log: Log, kibitz: Kibitz) -> None:
    events, game = game_of(log), uuid4()
    with closing(log.writer()) as writer:
        stored = kibitz.recorder.select_events(events[0].game)
        writer.insert_events([replace(each, originator_id=game) for each in stored])
    copies = [each for each in log.recorded() if each.game == game]
    assert [each.event for each in copies] == [each.event for each in events]
    assert [each.by for each in copies] == [None] * len(copies)


def test_recorder_and_store_can_write_concurrently(log: Log, kibitz: Kibitz) -> None:
    stored = kibitz.recorder.select_events(game_of(log)[0].game)[:20]
    head = len(log.recorded())

    def copied() -> int:
        with closing(log.writer()) as writer:
            for _ in range(20):
                game = uuid4()
                writer.insert_events([replace(each, originator_id=game) for each in stored])
        return 20 * len(stored)

    with ThreadPoolExecutor(1) as thread:
        copying = thread.submit(copied)
        log.play(*range(5))
        added = copying.result()
    recorded = log.recorded()
    assert [each.position for each in recorded] == list(range(1, len(recorded) + 1))
    assert len(recorded) > head + added
    assert sum(isinstance(each.event, GameWon) for each in recorded) == GAMES + 5


def test_notification_log_has_all_recorded_events(log: Log, kibitz: Kibitz) -> None:
    found: list[Notification] = []
    section_id: str | None = "1,10"
    while section_id is not None:
        section = kibitz.notification_log[section_id]
        found += section.items
        section_id = section.next_id
    recorded = log.recorded()
    assert [each.id for each in found] == [each.position for each in recorded]
    read_events = [kibitz.mapper.to_domain_event(each) for each in found]
    expected = [
        GameEvent(
            originator_id=each.game,
            originator_version=each.version,
            event=each.event,
            timestamp=each.at,
            by=each.by,
        )
        for each in recorded
    ]
    assert read_events == expected
    assert {each.by for each in expected} == {ORGANIZER}


def test_notifications_can_be_filtered_by_topic(kibitz: Kibitz) -> None:
    found = kibitz.notification_log.select(1, 10, topics=["GameWon"])
    assert [each.topic for each in found] == ["GameWon"] * GAMES


def test_copied_event_is_stored_unchanged(kibitz: Kibitz) -> None:
    for each in kibitz.notification_log.select(1, 10):
        again = kibitz.mapper.to_stored_event(kibitz.mapper.to_domain_event(each))
        assert (again.originator_id, again.originator_version) == (
            each.originator_id,
            each.originator_version,
        )
        assert (again.topic, again.state) == (each.topic, each.state)


def test_a_corrupt_event_raises_corrupt_event(log: Log, kibitz: Kibitz) -> None:
    with closing(log.writer()) as writer:
        game = uuid4()
        writer.insert_events([StoredEvent(game, 1, "NeverHeardOf", b"{}")])
    with pytest.raises(CorruptEvent, match="NeverHeardOf"):
        kibitz.repository.get(game)

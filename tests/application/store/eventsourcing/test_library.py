"""A log is an application of eventsourcing's: its repository, notification log, projections and refusals."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple
from uuid import UUID, uuid4

import pytest
from eventsourcing.application import AggregateNotFoundError, Application
from eventsourcing.domain import Aggregate
from eventsourcing.persistence import (
    DatabaseError,
    InfrastructureFactory,
    InfrastructureFactoryError,
    Notification,
    NotSupportedError,
    StoredEvent,
    Tracking,
)
from eventsourcing.popo import POPOTrackingRecorder
from eventsourcing.postgres import PostgresTrackingRecorder
from eventsourcing.projection import EventSourcedProjection, Projection, ProjectionRunner
from eventsourcing.sqlite import SQLiteTrackingRecorder

from application.codec import CorruptEvent, RecordedEvent
from application.games.command_handler import CommandHandler
from application.games.croupier import Croupier, seeded_entropy
from application.games.simulation import ORGANIZER, Setup, play_into_log
from application.store.eventsourcing.application import (
    Factory,
    GameAggregate,
    GameEvent,
    GameMapper,
    Kibitz,
    LogIsReadOnly,
    project_game,
)
from application.store.eventsourcing.postgres_recorder import PostgresLogRecorder
from application.store.eventsourcing.recorder import LogRecorder
from application.store.eventsourcing.sqlite_recorder import SQLiteLogRecorder
from application.store.port import Store
from application.store.postgres.store import PostgresStore
from application.store.sqlite.store import SQLiteStore
from domain.events import GameStarted, GameWon, PlayerId
from domain.game import fold

DOCS = Path(__file__).parents[4] / "docs" / "library.md"
BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
SETUP = Setup(variant="hundred-and-ten", seats=2)
GAMES = 2


class Log(NamedTuple):
    """A log of a few games, and where it is."""

    env: dict[str, str]

    @asynccontextmanager
    async def store(self) -> AsyncIterator[Store]:
        url = self.env.get("KIBITZ_DATABASE_URL")
        store = await PostgresStore.open(url) if url else SQLiteStore(self.env["SQLITE_DBNAME"])
        try:
            yield store
        finally:
            await store.close()

    def writer(self) -> LogRecorder:
        if url := self.env.get("KIBITZ_DATABASE_URL"):
            return PostgresLogRecorder(url, writable=True)
        return SQLiteLogRecorder(self.env["SQLITE_DBNAME"], writable=True)

    def play(self, *seeds: int) -> None:
        """Let machines play a game for each seed to its end, as a server would."""

        async def played() -> None:
            async with self.store() as store:
                for seed in seeds:
                    await play_into_log(CommandHandler(store, Croupier(seeded_entropy(seed))), SETUP)

        asyncio.run(played())

    def recorded(self) -> list[RecordedEvent]:
        """Return all of it as the store tells it."""

        async def read() -> list[RecordedEvent]:
            async with self.store() as store:
                return await store.select(0, 100_000)

        return asyncio.run(read())


@pytest.fixture(params=["sqlite", "postgres"])
def log(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Log:
    for name in ("KIBITZ_DATABASE_URL", "SQLITE_DBNAME", "PERSISTENCE_MODULE", "VIEWS_DBNAME"):
        monkeypatch.delenv(name, raising=False)
    if request.param == "postgres":
        where = {"KIBITZ_DATABASE_URL": request.getfixturevalue("postgres_url")}
    else:
        where = {"SQLITE_DBNAME": str(request.getfixturevalue("tmp_path") / "log.db")}
    log = Log({"PERSISTENCE_MODULE": "application.store.eventsourcing.application", **where})
    log.play(*range(GAMES))
    return log


@pytest.fixture
def kibitz(log: Log) -> Iterator[Kibitz]:
    with Kibitz(log.env) as kibitz:
        yield kibitz


def game_of(log: Log) -> list[RecordedEvent]:
    """Return the events of the log's first game."""
    recorded = log.recorded()
    return [each for each in recorded if each.game == recorded[0].game]


def test_the_repository_gives_each_game_as_its_events_tell_it(log: Log, kibitz: Kibitz) -> None:
    events = game_of(log)
    found: GameAggregate = kibitz.repository.get(events[0].game)
    assert (found.id, found.version) == (events[0].game, len(events))
    assert found.game == fold(each.event for each in events)
    assert (found.created_on, found.modified_on) == (events[0].at, events[-1].at)


def test_the_repository_gives_a_game_as_it_stood(log: Log, kibitz: Kibitz) -> None:
    events = game_of(log)
    for version in (1, 7, len(events) - 1):
        found: GameAggregate = kibitz.repository.get(events[0].game, version=version)
        assert found.version == version
        assert found.game == fold(each.event for each in events[:version])
        assert found.modified_on == events[version - 1].at


def test_the_projector_of_the_library_gives_the_same(log: Log, kibitz: Kibitz) -> None:
    events = list(kibitz.events.get(game_of(log)[0].game))
    aggregate: GameAggregate | None = None
    for event in events:
        assert isinstance(event, GameEvent)
        aggregate = event.mutate(aggregate)
    found: GameAggregate = kibitz.repository.get(events[0].originator_id)
    assert aggregate == found
    assert project_game(None, []) is None


def test_a_game_that_is_not_there_is_not_found(kibitz: Kibitz) -> None:
    assert uuid4() not in kibitz.repository
    with pytest.raises(AggregateNotFoundError):
        kibitz.repository.get(uuid4())


def test_a_game_in_memory_keeps_up_with_the_log(log: Log) -> None:
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


def test_what_a_recorder_has_written_is_a_game_like_any_other(log: Log, kibitz: Kibitz) -> None:
    events, game = game_of(log), uuid4()
    with closing(log.writer()) as writer:
        stored = kibitz.recorder.select_events(events[0].game)
        writer.insert_events([replace(each, originator_id=game) for each in stored])
    copies = [each for each in log.recorded() if each.game == game]
    assert [each.event for each in copies] == [each.event for each in events]
    assert [each.by for each in copies] == [None] * len(copies)


def test_a_recorder_and_a_store_may_write_at_once(log: Log, kibitz: Kibitz) -> None:
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


def test_the_notification_log_tells_all_that_was_recorded(log: Log, kibitz: Kibitz) -> None:
    found: list[Notification] = []
    section_id: str | None = "1,10"
    while section_id is not None:
        section = kibitz.notification_log[section_id]
        found += section.items
        section_id = section.next_id
    recorded = log.recorded()
    assert [each.id for each in found] == [each.position for each in recorded]
    told = [kibitz.mapper.to_domain_event(each) for each in found]
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
    assert told == expected
    assert {each.by for each in expected} == {ORGANIZER}


def test_notifications_are_chosen_by_the_topics_of_events(kibitz: Kibitz) -> None:
    found = kibitz.notification_log.select(1, 10, topics=["GameWon"])
    assert [each.topic for each in found] == ["GameWon"] * GAMES


def test_an_event_is_stored_as_it_was(kibitz: Kibitz) -> None:
    for each in kibitz.notification_log.select(1, 10):
        again = kibitz.mapper.to_stored_event(kibitz.mapper.to_domain_event(each))
        assert (again.originator_id, again.originator_version) == (
            each.originator_id,
            each.originator_version,
        )
        assert (again.topic, again.state) == (each.topic, each.state)


def test_a_corrupt_event_is_told_as_one(log: Log, kibitz: Kibitz) -> None:
    with closing(log.writer()) as writer:
        game = uuid4()
        writer.insert_events([StoredEvent(game, 1, "NeverHeardOf", b"{}")])
    with pytest.raises(CorruptEvent, match="NeverHeardOf"):
        kibitz.repository.get(game)


class Wins(POPOTrackingRecorder):
    def __init__(self) -> None:
        super().__init__()
        self.players: dict[UUID, tuple[PlayerId, ...]] = {}
        self.wins: Counter[PlayerId] = Counter()


class WinsPerPlayer(Projection[Wins]):
    def process_event(self, domain_event: Any, tracking: Tracking) -> None:
        match domain_event.event:
            case GameStarted(players=players):
                self.view.players[domain_event.originator_id] = players
            case GameWon(winners=winners):
                players = self.view.players[domain_event.originator_id]
                self.view.wins.update(players[seat] for seat in winners)
        self.view.insert_tracking(tracking)


def wins(log: Log) -> Counter[PlayerId]:
    """Return how many games each player has won, the plain way."""
    players, wins = {}, Counter[PlayerId]()
    for each in log.recorded():
        if isinstance(each.event, GameStarted):
            players[each.game] = each.event.players
        elif isinstance(each.event, GameWon):
            wins.update(players[each.game][seat] for seat in each.event.winners)
    return wins


def test_a_projection_follows_the_log(log: Log) -> None:
    with ProjectionRunner(
        application_class=Kibitz, projection_class=WinsPerPlayer, view_class=Wins, env=log.env
    ) as runner:
        runner.wait(runner.app.recorder.max_notification_id(), timeout=30)
        assert runner.view.wins == wins(log)
        log.play(GAMES)
        runner.wait(runner.app.recorder.max_notification_id(), timeout=30)
        assert runner.view.wins == wins(log)
        assert runner.view.wins.total() == GAMES + 1


def test_views_are_kept_beside_the_log_and_not_in_it(log: Log) -> None:
    before = log.recorded()
    with closing(Factory(log.env)) as factory:
        view = factory.tracking_recorder()
        view.insert_tracking(Tracking("Kibitz", 3))
        again = factory.tracking_recorder()
        assert again.max_tracking_id("Kibitz") == 3
    assert log.recorded() == before
    if "KIBITZ_DATABASE_URL" in log.env:
        assert isinstance(view, PostgresTrackingRecorder)
    else:
        assert isinstance(view, SQLiteTrackingRecorder)
        file = Path(log.env["SQLITE_DBNAME"])
        assert file.with_name("log-views.db").exists()
        with closing(sqlite3.connect(file)) as connection:
            tables = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
        assert sorted(tables) == [("commands",), ("counter",), ("events",), ("log",)]


def test_views_are_kept_where_it_is_said(log: Log, tmp_path: Path) -> None:
    with closing(Factory({**log.env, "VIEWS_DBNAME": str(tmp_path / "mine.db")})) as factory:
        factory.tracking_recorder().insert_tracking(Tracking("Kibitz", 3))
    assert (tmp_path / "mine.db").exists()
    topic = f"{__name__}:{Wins.__name__}"
    with closing(Factory({**log.env, "TRACKING_RECORDER_TOPIC": topic})) as factory:
        assert isinstance(factory.tracking_recorder(), Wins)


def test_the_file_of_the_log_is_not_one_for_views(tmp_path: Path) -> None:
    file = str(tmp_path / "log.db")
    with (
        closing(Factory({"SQLITE_DBNAME": file, "VIEWS_DBNAME": file})) as factory,
        pytest.raises(OSError, match="another file"),
    ):
        factory.tracking_recorder()


class Cat(Aggregate):
    pass


def test_nothing_is_saved_into_a_log(log: Log, kibitz: Kibitz) -> None:
    before = log.recorded()
    aggregate: GameAggregate = kibitz.repository.get(before[0].game)
    last = list(kibitz.events.get(aggregate.id))[-1]
    assert isinstance(last, GameEvent)
    following = GameEvent(
        originator_id=aggregate.id, originator_version=aggregate.version + 1, event=last.event
    )
    for refused in (following, Cat()):
        with pytest.raises(LogIsReadOnly, match="grows by commands alone"):
            kibitz.save(refused)
    assert kibitz.save(aggregate) == []
    assert log.recorded() == before


def test_the_database_takes_no_write_either(kibitz: Kibitz) -> None:
    assert isinstance(kibitz.recorder, LogRecorder)
    with pytest.raises(Exception, match=r"(?i)read-?only"), kibitz.recorder._reading() as cursor:
        cursor.execute("UPDATE counter SET position = 0")


class Cats(Application[UUID]):
    """Somebody's application that happens to be configured with a log."""


def test_another_application_cannot_save_into_a_log(log: Log) -> None:
    before = log.recorded()
    with Cats(log.env) as cats, pytest.raises(LogIsReadOnly):
        cats.save(Cat())
    assert log.recorded() == before


class CountsCats(EventSourcedProjection[UUID]):
    pass


def test_events_of_others_and_snapshots_have_no_place_in_a_log(log: Log) -> None:
    with pytest.raises(NotSupportedError, match="its own PERSISTENCE_MODULE"):
        CountsCats(log.env)
    with closing(Factory({**log.env, "IS_SNAPSHOTTING_ENABLED": "y"})) as factory:
        assert not factory.is_snapshotting_enabled()
        assert isinstance(factory.aggregate_recorder(), LogRecorder)
        with pytest.raises(NotSupportedError, match="no snapshots"):
            factory.aggregate_recorder("snapshots")


def test_a_log_is_configured_by_the_environment(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in log.env.items():
        monkeypatch.setenv(name, value)
    with Kibitz() as kibitz:
        assert kibitz.recorder.max_notification_id() == len(log.recorded())
    with closing(InfrastructureFactory[Any].construct(log.env)) as factory:
        assert isinstance(factory, Factory)
        assert isinstance(factory.mapper(), GameMapper)


def test_a_name_in_front_of_a_setting_comes_first(log: Log) -> None:
    named = {f"KIBITZ_{name}" if name == "SQLITE_DBNAME" else name: value for name, value in log.env.items()}
    with Kibitz({"SQLITE_DBNAME": "nowhere.db", **named}) as kibitz:
        assert kibitz.recorder.max_notification_id()


@pytest.mark.usefixtures("log")
def test_a_log_that_is_nowhere_is_an_error() -> None:
    with pytest.raises(OSError, match="KIBITZ_DATABASE_URL or SQLITE_DBNAME"):
        Kibitz()
    with pytest.raises(DatabaseError):
        Kibitz({"SQLITE_DBNAME": "nowhere/log.db"})


def test_another_persistence_module_is_not_let_at_a_log(log: Log) -> None:
    with pytest.raises(InfrastructureFactoryError, match=r"application\.store\.eventsourcing\.application"):
        Kibitz({**log.env, "PERSISTENCE_MODULE": "eventsourcing.popo"})


def test_the_page_about_it_works_as_it_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("KIBITZ_DATABASE_URL", raising=False)
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".kibitz").mkdir()
    log = Log({"SQLITE_DBNAME": ".kibitz/log.db"})
    log.play(1)
    blocks = BLOCK.findall(DOCS.read_text(encoding="utf-8"))
    assert len(blocks) >= 5
    names: dict[str, Any] = {"__name__": "page"}
    for block in blocks:
        exec(compile(block, str(DOCS), "exec"), names)  # noqa: S102 - it is ours
    assert names["wins"] == wins(log)
    assert names["wins"]

"""Read-only `eventsourcing` application over a Kibitz log, for users of that library.

    with Kibitz({"SQLITE_DBNAME": ".kibitz/log.db"}) as log:
        game = log.repository.get(game_id, version=12).game

`save` refuses: only commands, which `application.games` executes, append to a log. The module is also a
persistence module, configured by environment variables, each of which may have an application's name as
prefix:

    KIBITZ_DATABASE_URL   URL of the log's PostgreSQL database, if the log is in one
    SQLITE_DBNAME         path of the log's SQLite file otherwise
    VIEWS_DBNAME          path of a SQLite file for the views of projections; by default a file beside the
                          log's file, or the log's PostgreSQL database
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from typing import Any, ClassVar, Self, cast
from uuid import UUID

from eventsourcing import popo, sqlite
from eventsourcing.application import Application, ProjectorFunction, Repository
from eventsourcing.domain import DomainEventProtocol, TAggregateID, TDomainEvent, TMutableOrImmutableAggregate
from eventsourcing.persistence import (
    AggregateRecorder,
    InfrastructureFactory,
    InfrastructureFactoryError,
    JSONTranscoder,
    Mapper,
    NotSupportedError,
    ProcessRecorder,
    StoredEvent,
    TrackingRecorder,
    Transcoder,
)
from eventsourcing.utils import Environment, EnvType, resolve_topic
from msgspec import Struct
from msgspec.structs import replace

from application.codec import Codec, GameId, Version, default_codec
from application.store.eventsourcing.postgres_recorder import PostgresLogRecorder, views_factory
from application.store.eventsourcing.recorder import (
    LoggedEvent,
    LoggedNotification,
    LogIsReadOnly,
    LogRecorder,
)
from application.store.eventsourcing.sqlite_recorder import SQLiteLogRecorder
from domain.events import Event, PlayerId
from domain.game import NEW, Game, fold

__all__ = [
    "Factory",
    "GameAggregate",
    "GameEvent",
    "GameMapper",
    "GameRepository",
    "Kibitz",
    "LogIsReadOnly",
    "project_game",
]


class GameEvent(Struct, frozen=True, kw_only=True):
    """An event of a game, as a domain event of the library."""

    originator_id: GameId
    """The game."""
    originator_version: Version
    """The event's version in its game."""
    event: Event
    """The event in full, with private and sealed fields."""
    timestamp: datetime | None = None
    """Time of the append, if the recorder provides it."""
    by: PlayerId | None = None
    """Caller of the command that led to the event."""

    def mutate(self, aggregate: GameAggregate | None) -> GameAggregate:
        """Return the game after the event, for the library's own projectors."""
        found = project_game(aggregate, (self,))
        assert found is not None, "there was an event"
        return found


class GameAggregate(Struct, frozen=True, kw_only=True):
    """An immutable game, folded from its events, as an aggregate of the library."""

    id: GameId
    version: Version
    """Version of the last event that was folded."""
    game: Game
    """The game in full, with private and sealed fields."""
    created_on: datetime | None
    modified_on: datetime | None

    def __deepcopy__(self, _: dict[int, Any]) -> Self:
        return self


def project_game(aggregate: GameAggregate | None, events: Iterable[GameEvent]) -> GameAggregate | None:
    """Return the game after further events, None for a game without events."""
    found = list(events)
    if not found:
        return aggregate
    last = found[-1]
    if aggregate is None:
        aggregate = GameAggregate(
            id=last.originator_id, version=0, game=NEW, created_on=found[0].timestamp, modified_on=None
        )
    game = fold((each.event for each in found), aggregate.game)
    return replace(aggregate, version=last.originator_version, game=game, modified_on=last.timestamp)


_FOLDED: Any = project_game
"""Typed as Any, because a default argument cannot have every type that a caller may request."""


class GameMapper(Mapper[UUID]):
    """Mapper that uses the log's own codec; a log is neither compressed nor encrypted."""

    def __init__(self, transcoder: Transcoder | None = None, codec: Codec | None = None, **_: Any) -> None:
        super().__init__(transcoder if transcoder is not None else JSONTranscoder())
        self._codec = codec if codec is not None else default_codec()

    def to_stored_event(self, domain_event: DomainEventProtocol[UUID]) -> StoredEvent:
        """Return an event as it would be stored; raises LogIsReadOnly unless it is an event of a game."""
        if not isinstance(domain_event, GameEvent):
            raise LogIsReadOnly
        topic, state = self._codec.encode(domain_event.event)
        return StoredEvent(domain_event.originator_id, domain_event.originator_version, topic, state)

    def to_domain_event(self, stored_event: StoredEvent) -> DomainEventProtocol[UUID]:
        """Return the event that a stored event or a notification contains; raises CorruptEvent."""
        game, version = stored_event.originator_id, stored_event.originator_version
        game = game if isinstance(game, UUID) else UUID(game)
        logged = stored_event if isinstance(stored_event, LoggedEvent | LoggedNotification) else None
        return GameEvent(
            originator_id=game,
            originator_version=version,
            event=self._codec.decode(game, version, stored_event.topic, stored_event.state),
            timestamp=logged.at if logged is not None else None,
            by=logged.by if logged is not None else None,
        )


class GameRepository(Repository[UUID]):
    """Repository of a log's games, folded in one go unless another projector is given."""

    def get(
        self,
        aggregate_id: GameId,
        *,
        version: Version | None = None,
        projector_func: ProjectorFunction[TMutableOrImmutableAggregate, TDomainEvent] = _FOLDED,
        fastforward_skipping: bool = False,
        deepcopy_from_cache: bool = True,
    ) -> TMutableOrImmutableAggregate:
        """Return a GameAggregate, current or at a version; raises AggregateNotFoundError."""
        return super().get(
            aggregate_id,
            version=version,
            projector_func=projector_func,
            fastforward_skipping=fastforward_skipping,
            deepcopy_from_cache=deepcopy_from_cache,
        )


class Factory(InfrastructureFactory[TrackingRecorder]):
    """Opens a log for reading, and a separate database for the views of projections."""

    DATABASE_URL = "KIBITZ_DATABASE_URL"
    SQLITE_DBNAME = sqlite.SQLiteFactory.SQLITE_DBNAME
    VIEWS_DBNAME = "VIEWS_DBNAME"

    def __init__(self, env: Environment | EnvType | None) -> None:
        """Read the log's location; raises OSError, as the library's factories do, if none is configured."""
        super().__init__(env)
        self._url = self.env.get(self.DATABASE_URL)
        self._file = self.env.get(self.SQLITE_DBNAME)
        if not (self._url or self._file):
            raise OSError(f"say where the log is, by {self.DATABASE_URL} or {self.SQLITE_DBNAME}")
        self._recorders: list[LogRecorder] = []

    def mapper(
        self,
        transcoder: Transcoder | None = None,
        mapper_class: type[Mapper[TAggregateID]] | None = None,
    ) -> Mapper[TAggregateID]:
        """Return a mapper: GameMapper, unless another class is given."""
        if mapper_class is None:
            return cast("Mapper[TAggregateID]", GameMapper(transcoder))
        return super().mapper(transcoder, mapper_class)

    def application_recorder(self) -> LogRecorder:
        """Open the log; raises SchemaTooNew and OperationalError."""
        recorder: LogRecorder
        if self._url:
            recorder = PostgresLogRecorder(self._url)
        else:
            assert self._file is not None, "one of the two was said"
            recorder = SQLiteLogRecorder(self._file)
        self._recorders.append(recorder)
        return recorder

    def tracking_recorder(
        self, tracking_recorder_class: type[TrackingRecorder] | None = None
    ) -> TrackingRecorder:
        """Return the recorder of a projection's view: a class of the library's or a subclass of one.

        A POPO class records in memory; any other class records in a SQLite file or in the log's PostgreSQL
        database. Raises OSError for the log's own file.
        """
        topic = self.env.get(self.TRACKING_RECORDER_TOPIC)
        kind = tracking_recorder_class or (resolve_topic(topic) if topic else None)
        if kind is not None and issubclass(kind, popo.POPOTrackingRecorder):
            return kind()
        recorder: TrackingRecorder = self._views().tracking_recorder(kind)
        return recorder

    def aggregate_recorder(self, purpose: str = "events") -> AggregateRecorder:
        """Open the log for its events; a log contains nothing else, in particular no snapshots."""
        if purpose != "events":
            raise NotSupportedError(f"there are no {purpose} in a Kibitz log")
        return self.application_recorder()

    def process_recorder(self) -> ProcessRecorder:
        """Refuse: events of other applications do not go into the log."""
        raise NotSupportedError(
            "the events of another application do not belong into a Kibitz log; "
            "give that application its own PERSISTENCE_MODULE, with its name in front"
        )

    def is_snapshotting_enabled(self) -> bool:
        """Return False, even if the environment enables snapshots: a log cannot store them."""
        return False

    def close(self) -> None:
        """Close the log's recorders; views close with their own recorders."""
        for recorder in self._recorders:
            recorder.close()

    def _views(self) -> InfrastructureFactory[Any]:
        """Return the library's factory for the database of the views."""
        file = self.env.get(self.VIEWS_DBNAME)
        if self._url and not file:
            return views_factory(self._url, self.env)
        if self._file:
            # A separate file, so that no projection delays a move.
            log = Path(self._file).absolute()
            file = file or str(log.with_name(f"{log.stem}-views{log.suffix}"))
            if Path(file).absolute() == log:
                raise OSError(f"{self.VIEWS_DBNAME} must name another file than the log's")
        assert file is not None, "one of the two was said"
        name = self.env.create_keys(self.SQLITE_DBNAME)[0]
        return sqlite.SQLiteFactory(Environment(self.env.name, {**self.env, name: file}))


class Kibitz(Application[UUID]):
    """A Kibitz log as an `eventsourcing` application; its games are unredacted, with all secrets."""

    name = "Kibitz"
    env: ClassVar[dict[str, str]] = {"PERSISTENCE_MODULE": "application.store.eventsourcing.application"}

    def construct_factory(self, env: Environment) -> InfrastructureFactory:
        """Return the log's factory; raises InfrastructureFactoryError if another one is configured."""
        factory = super().construct_factory(env)
        if not isinstance(factory, Factory):
            factory.close()
            raise InfrastructureFactoryError(
                f"{self.name} reads a Kibitz log: PERSISTENCE_MODULE must be {Factory.__module__!r}, "
                f"or {self.name.upper()}_PERSISTENCE_MODULE where others need another one"
            )
        return factory

    def construct_repository(self) -> GameRepository:
        """Return the repository of the log's games."""
        size = self.env.get(self.AGGREGATE_CACHE_MAXSIZE)
        # Other processes append to the log, so cached games are always brought up to date.
        return GameRepository(self.events, cache_maxsize=int(size) if size else None)

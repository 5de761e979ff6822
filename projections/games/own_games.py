"""Announces to players what happens at their own tables: turns, invitations, starts and ends."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Final, TypeVar

from msgspec.structs import replace
from sqlalchemy import Connection

from application.codec import GameId, Position, RecordedEvent
from application.watching.game_streams import GameStreams
from application.watching.subscriber_buffer import SubscriberBuffer
from domain.events import PlayerId, PlayerInvited, PlayerJoined
from domain.state import BEFORE_START, Stage
from domain.view import View
from projections.change_announcer import MAX_BUFFERED, Announcer, Refetch
from projections.database.connections import ReadDatabase
from projections.engine.generations import Role, tracked
from projections.engine.projector import Projector
from projections.games.game_list import GAME_LIST, Membership
from projections.games.game_list_queries import Listed, Member, listed, newest_games_of
from projections.games.game_view import GAME_VIEW, public_views
from projections.games.own_tables import OwnTable, OwnTables, Table, Tables

MAX_GAMES: Final = 100
"""Maximum seats, and maximum invitations, at the beginning of a subscription; the newest of each."""

_UNFINISHED: Final[Mapping[Membership, Collection[Stage]]] = {
    Membership.SEATED: (*BEFORE_START, Stage.PLAYING),
    Membership.INVITED: (Stage.WAITING_FOR_PLAYERS,),
}
"""The stages of unfinished games, by the player's relation to them."""

T = TypeVar("T")


class OwnGamesSubscriber(SubscriberBuffer[Tables | Refetch]):
    """A subscriber to the tables of one player."""

    def __init__(self, player: PlayerId) -> None:
        super().__init__(MAX_BUFFERED)
        self.own = OwnTables(player)
        self.expected: dict[GameId, Position] = {}
        """Games that the player has joined or was invited to, by the position of that event.

        A game is removed when an announcement that has the event is applied.
        """

    @property
    def games(self) -> set[GameId]:
        """The games whose events concern the subscriber."""
        return {*self.own.games, *self.expected}


class OwnGames(Announcer[Tables]):
    """Announces changes of tables to their players, and to no one else.

    A commit is looked up by its game and by the players that it names, so that its cost depends neither on
    the number of players nor on that of subscribers at other tables.
    """

    def __init__(self, watching: GameStreams, projector: Projector, database: ReadDatabase) -> None:
        super().__init__(
            watching, projector, (GAME_LIST.name, GAME_VIEW.name), frozenset(), self._changed_tables
        )
        self._database = database
        self._by_player: dict[PlayerId, set[OwnGamesSubscriber]] = defaultdict(set)
        self._by_game: dict[GameId, set[OwnGamesSubscriber]] = defaultdict(set)
        self._readers: set[OwnGamesSubscriber] = set()
        """Subscribers that are reading their tables, any of which may change meanwhile."""

    @contextmanager
    def subscription_of(self, player: PlayerId) -> Iterator[OwnGamesSubscriber]:
        """Yield a subscription to a player's tables; raises Interrupted when the server stops."""
        subscriber = OwnGamesSubscriber(player)
        with self._added(subscriber):
            self._by_player[player].add(subscriber)
            self._readers.add(subscriber)
            try:
                yield subscriber
            finally:
                self._readers.discard(subscriber)
                _discard(self._by_player, player, subscriber)
                for game in subscriber.games:
                    _discard(self._by_game, game, subscriber)

    async def read(self, subscriber: OwnGamesSubscriber) -> list[OwnTable]:
        """Read all tables of a subscriber with all that is stored by now, and watch them; raises NotBuilt."""
        self._readers.add(subscriber)
        with self._watching_tables(subscriber):
            # These events are stored, so the tables that are read now have them.
            subscriber.expected.clear()
        # What was stored before, no subscriber may have been concerned by: it is announced to nobody.
        await self._catch_up()
        tables = await self._database.read(_own_tables, subscriber.own.player)
        with self._watching_tables(subscriber):
            own = subscriber.own.replace(tables)
        self._readers.discard(subscriber)
        return own

    def apply(self, subscriber: OwnGamesSubscriber, tables: Tables) -> tuple[list[OwnTable], list[GameId]]:
        """Return the changed tables of a subscriber, and the games that are no longer its own."""
        with self._watching_tables(subscriber):
            for table in tables.tables:
                position = subscriber.expected.get(table.listed.game)
                # An announcement from before the event is followed by one that has it.
                if position is not None and position <= tables.position:
                    del subscriber.expected[table.listed.game]
            return subscriber.own.apply(tables)

    @contextmanager
    def _watching_tables(self, subscriber: OwnGamesSubscriber) -> Iterator[None]:
        before = subscriber.games
        yield
        after = subscriber.games
        for game in before - after:
            _discard(self._by_game, game, subscriber)
        for game in after - before:
            self._by_game[game].add(subscriber)

    def _receive(self, batch: Sequence[RecordedEvent] | None) -> None:
        # A pending refetch reads these events with all others. Without this, expected games could accumulate
        # while the read models are behind.
        if batch is not None and self._changed is not Refetch.REQUIRED:
            for recorded in batch:
                self._expect(recorded)
        super()._receive(batch)

    def _expect(self, recorded: RecordedEvent) -> None:
        """Watch a game from the moment at which a player joins or is invited.

        The game's next events may be received before subscribers apply the announcement of this one.
        """
        event = recorded.event
        if isinstance(event, PlayerInvited | PlayerJoined):
            for subscriber in self._by_player.get(event.player, ()):
                subscriber.expected[recorded.game] = recorded.position
                self._by_game[recorded.game].add(subscriber)

    def _concerns(self, recorded: RecordedEvent) -> bool:
        return bool(self._readers) or recorded.game in self._by_game

    def _distribute(self, changes: Tables) -> None:
        own: dict[OwnGamesSubscriber, list[Table]] = {each: list(changes.tables) for each in self._readers}
        for table in changes.tables:
            members = {*(seat.player for seat in table.listed.seats), *table.listed.invited}
            subscribers = set(self._by_game.get(table.listed.game, ()))
            for player in members & self._by_player.keys():
                subscribers |= self._by_player[player]
            for subscriber in subscribers - self._readers:
                own.setdefault(subscriber, []).append(table)
        for subscriber, tables in own.items():
            subscriber.put([replace(changes, tables=tuple(tables))])

    async def _changed_tables(self, games: frozenset[GameId]) -> Tables:
        return await self._database.read(_tables_at_position, games)


def _discard(index: dict[T, set[OwnGamesSubscriber]], key: T, subscriber: OwnGamesSubscriber) -> None:
    index[key].discard(subscriber)
    if not index[key]:
        del index[key]


def _own_tables(connection: Connection, player: PlayerId) -> Tables:
    games = [
        game
        for role, stages in _UNFINISHED.items()
        for game in newest_games_of(connection, Member(player, role), stages, MAX_GAMES)
    ]
    return _tables_at_position(connection, games)


def awaiting(connection: Connection, player: PlayerId) -> list[Listed]:
    """Return the games that wait for a move of a player, the newest first; raises NotBuilt.

    They are those among its newest running games, `MAX_GAMES` at most.
    """
    seated = Member(player, Membership.SEATED)
    games = newest_games_of(connection, seated, (Stage.PLAYING,), MAX_GAMES)
    tables = _tables_at_position(connection, games).tables
    own = [each.listed for each in tables if each.is_turn_of(player)]
    return sorted(own, key=lambda each: each.created, reverse=True)


def _tables_at_position(connection: Connection, games: Collection[GameId]) -> Tables:
    """Return games as the read models have them, and the position that both have reached."""
    found = listed(connection, games)
    views = public_views(connection, [each.game for each in found if each.stage is Stage.PLAYING])
    positions = (tracked(connection, model, Role.ACTIVE) for model in (GAME_LIST, GAME_VIEW))
    position = min(0 if active is None else active.position for active in positions)
    tables = tuple(Table(listed=each, to_move=_to_move(views.get(each.game))) for each in found)
    return Tables(position=position, tables=tables)


def _to_move(view: View | None) -> tuple[int, ...]:
    if view is None or view.game.table is None:
        return ()
    return tuple(view.game.rules.to_move(view.game.table))

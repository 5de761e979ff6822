"""Read model of player profiles: the results of people in the finished public games of a variant.

A won game counts for all people who had a seat; private games do not count. Games in which a machine player
had a seat count separately, on the board MIXED, where all machines of a game are the one opponent `machine`.
Games in which an identity provider vouches for every player also count on the board VOUCHED. A game counts at
its end, so profiles reveal nothing about games in progress.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    Double,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Select,
    String,
    Table,
    Uuid,
    bindparam,
    select,
)

from application.codec import GameId, RecordedEvent
from application.store.port import EventTypes
from domain.events import Access, GameClosed, GameCreated, GameWon, PlayerId, PlayerJoined
from projections.engine.generations import Instant
from projections.engine.projection import (
    Change,
    Naming,
    Projection,
    Put,
    Remove,
    Row,
    Rows,
    Tables,
    by_game,
    rows_of,
)
from projections.players.boards import Board
from projections.players.profile_progress import MACHINE, Course, decoded, encoded, takes
from projections.players.profile_totals import KEYS, OF_PLAYER, Ended, Grown, Key, count, key_of

BOARDS: Final = tuple(board.value for board in Board)


class Profile(Projection):
    """Totals of each player in each variant, and a row for each finished game."""

    name = "profile"
    version = 2

    @property
    def kinds(self) -> EventTypes:
        """The event classes that are counted; played cards, by far the most events, are not among them."""
        return _kinds()

    def define(self, metadata: MetaData, called: Naming) -> Tables:
        """Define tables of totals, one of each player's games, and one of games in progress."""

        def table(name: str, key: Sequence[Column[Any]], *columns: Column[Any]) -> Table:
            of_player = (Column(part, String, primary_key=True) for part in OF_PLAYER)
            return Table(called(name), metadata, *of_player, *key, *columns)

        def key(name: str, kind: Any = Integer) -> Column[Any]:
            return Column(name, kind, primary_key=True, autoincrement=False)

        def value(name: str, kind: Any = Integer) -> Column[Any]:
            return Column(name, kind, nullable=False)

        opponent = table(
            "opponent", [key("opponent", String)], value("games"), value("ahead"), value("level")
        )
        order = opponent.c.games.desc(), opponent.c.opponent
        Index(called("by_games"), *(opponent.c[part] for part in OF_PLAYER), *order)
        return {
            "player": table(
                "player",
                [],
                *map(value, ("games", "wins", "places")),
                value("points", BigInteger),
                *map(value, ("rounds", "tricks", "tricks_played", "bids_made", "bids_failed")),
                *map(value, ("winning", "longest_winning", "losing", "longest_losing")),
                value("mu", Double),
                value("sigma", Double),
                # The game is identified by `ended`; the other columns are what games are compared by.
                *(
                    value(f"{which}_{name}", BigInteger)
                    for which in ("best", "worst")
                    for name in ("ended", "points", "place", "seats")
                ),
            ),
            "bid": table("bid", [key("amount")], value("made"), value("failed")),
            "trump": table("trump", [key("suit", String)], value("times")),
            "seat": table(
                "seat", [key("seats"), key("seat")], value("games"), value("wins"), value("places")
            ),
            "opponent": opponent,
            "game": table(
                "game",
                # The position of the game's GameWon event: unique, and it grows with time.
                [key("ended", BigInteger)],
                value("game", Uuid),
                value("ended_at", Instant),
                *map(value, ("seats", "seat", "place")),
                value("won", Boolean),
                Column("points", BigInteger),
                # The player's rating after the game.
                value("mu", Double),
                value("sigma", Double),
            ),
            "under_way": Table(
                called("under_way"),
                metadata,
                Column("game", Uuid, primary_key=True),
                Column("course", LargeBinary, nullable=False),
            ),
        }

    def load(self, connection: Connection, tables: Tables, batch: Sequence[RecordedEvent]) -> Rows:
        """Return the courses of the batch's games, and the totals of the players of those that it ends."""
        under_way = tables["under_way"]
        games = {each.game for each in batch}
        courses = rows_of(connection, select(under_way).where(under_way.c.game.in_(games)))
        loaded: dict[str, Sequence[Row]] = {name: [] for name in KEYS} | {"under_way": courses}
        ending = _ending(courses, batch)
        people = {player for _, players in ending for player in players}
        if not people:
            return loaded
        variants = {variant for variant, _ in ending}
        for name in KEYS.keys() - {"opponent"}:
            columns = tables[name].c
            wanted = select(tables[name]).where(
                columns.variant.in_(variants), columns.board.in_(BOARDS), columns.player.in_(people)
            )
            loaded[name] = rows_of(connection, wanted)
        # Queried game by game: of a player's many opponents, few are met again in a batch.
        met: dict[Key, Row] = {}
        for variant, players in ending:
            given = {"variant": variant, "players": [*players], "opponents": [*players, MACHINE]}
            for found in connection.execute(_meetings(tables["opponent"]), given):
                row = found._asdict()
                met[key_of(KEYS["opponent"], row)] = row
        loaded["opponent"] = list(met.values())
        return loaded

    def fold(self, rows: Rows, batch: Sequence[RecordedEvent]) -> list[Change]:
        """Update games in progress, and count the games that are won."""
        before: dict[GameId, bytes] = {row["game"]: row["course"] for row in rows["under_way"]}
        ended: list[Ended] = []
        under_way: list[Row] = []
        over: list[Row] = []
        taking = takes()
        for game, recorded in by_game(batch).items():
            course = decoded(before[game]) if game in before else None
            for each in recorded:
                event = each.event
                kind = type(event)
                if (take := taking.get(kind)) is not None and course is not None:
                    take(course, event)
                elif isinstance(event, GameCreated) and event.access is Access.PUBLIC:
                    course = Course(variant=event.variant)
                elif course is None:
                    # The game is private, or has ended and only its reveals remain.
                    break
                elif isinstance(event, GameWon):
                    ended.append(Ended(course, each, event))
                    course = None
                elif isinstance(event, GameClosed):
                    course = None
            if course is not None and (state := encoded(course)) != before.get(game):
                under_way.append({"game": game, "course": state})
            if course is None and game in before:
                over.append({"game": game})
        grown = {name: Grown(key, rows[name]) for name, key in KEYS.items()}
        # Games were folded one by one, but count in the order of their ends.
        ended.sort(key=lambda each: each.recorded.position)
        finished = [row for each in ended for row in count(grown, each)]
        return [
            Put("under_way", under_way),
            Remove("under_way", over),
            *(Put(name, list(found.changed.values())) for name, found in grown.items()),
            Put("game", finished),
        ]


PROFILE: Final = Profile()


@cache
def _kinds() -> EventTypes:
    return frozenset((*takes(), GameCreated, GameWon, GameClosed))


@cache
def _meetings(opponent: Table) -> Select[Any]:
    """Return the query for the opponents of some players; cached, because it runs for every game."""
    columns = opponent.c
    return select(opponent).where(
        columns.variant == bindparam("variant"),
        columns.board.in_(BOARDS),
        columns.player.in_(bindparam("players", expanding=True)),
        columns.opponent.in_(bindparam("opponents", expanding=True)),
    )


def _ending(courses: Sequence[Row], batch: Sequence[RecordedEvent]) -> set[tuple[str, frozenset[PlayerId]]]:
    """Return the variant of each game that the batch ends, with the people who have had a seat."""
    ended = {each.game for each in batch if isinstance(each.event, GameWon)}
    variants: dict[GameId, str] = {}
    people: dict[GameId, set[PlayerId]] = {game: set() for game in ended}
    for row in courses:
        if (game := row["game"]) in ended:
            course = decoded(row["course"])
            variants[game] = course.variant
            people[game].update(course.people.values())
    for each in batch if ended else ():
        event = each.event
        if isinstance(event, GameCreated) and event.access is Access.PUBLIC and each.game in ended:
            variants[each.game] = event.variant
        elif isinstance(event, PlayerJoined) and not event.machine and each.game in ended:
            people[each.game].add(event.player)
    return {(variant, frozenset(people[game])) for game, variant in variants.items() if people[game]}

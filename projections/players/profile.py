"""Read model of player profiles: the results of people in the finished public games of a variant.

A won game counts for all people who had a seat; private games do not count. Games in which a machine player
had a seat count separately, on the board MIXED, where all machines of a game are the one opponent `machine`.
Games that machines played alone do not count.
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
    MetaData,
    Select,
    String,
    Table,
    Uuid,
    bindparam,
    select,
)

from application.store.port import EventTypes
from domain.events import GameClosed, GameCreated, GameWon
from projections.engine.generations import Instant
from projections.engine.projection import Change, Naming, Put, Row, Rows, Tables, rows_of
from projections.finished_games.progress import MACHINE, FinishedGame, handlers
from projections.finished_games.projection import Ending, FinishedGamesProjection
from projections.players.boards import Board
from projections.players.profile_totals import KEYS, OF_PLAYER, Key, Totals, count, key_of

BOARDS: Final = tuple(board.value for board in Board)


class Profile(FinishedGamesProjection):
    """Totals of each player in each variant, and a row for each finished game."""

    name = "profile"
    version = 8

    @property
    def kinds(self) -> EventTypes:
        """The event classes that are counted; played cards, by far the most events, are not among them."""
        return _kinds()

    def define_counts(self, metadata: MetaData, called: Naming) -> Tables:
        """Define tables of totals, and one of each player's games."""

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
        game = table(
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
        )
        Index(called("by_game"), game.c.game)
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
            "game": game,
        }

    def load_counts(self, connection: Connection, tables: Tables, endings: Sequence[Ending]) -> Rows:
        """Return the totals of the people who have had a seat, and those against each other."""
        loaded: dict[str, Sequence[Row]] = {name: [] for name in KEYS}
        if not endings:
            return loaded
        variants = {ending.variant for ending in endings}
        people = {player for ending in endings for player in ending.people}
        for name in KEYS.keys() - {"opponent"}:
            columns = tables[name].c
            query = select(tables[name]).where(
                columns.variant.in_(variants), columns.board.in_(BOARDS), columns.player.in_(people)
            )
            loaded[name] = rows_of(connection, query)
        # Queried game by game: of a player's many opponents, few are met again in a batch.
        met: dict[Key, Row] = {}
        for variant, players in {(ending.variant, ending.people) for ending in endings}:
            given = {"variant": variant, "players": [*players], "opponents": [*players, MACHINE]}
            for found in connection.execute(_meetings(tables["opponent"]), given):
                row = found._asdict()
                met[key_of(KEYS["opponent"], row)] = row
        loaded["opponent"] = list(met.values())
        return loaded

    def count(self, rows: Rows, finished: Sequence[FinishedGame]) -> list[Change]:
        """Add each game to the totals of its players."""
        grown = {name: Totals(key, rows[name]) for name, key in KEYS.items()}
        games = [row for game in finished for row in count(grown, game)]
        return [
            *(Put(name, list(found.changed.values())) for name, found in grown.items()),
            Put("game", games),
        ]


PROFILE: Final = Profile()


@cache
def _kinds() -> EventTypes:
    return frozenset((*handlers(), GameCreated, GameWon, GameClosed))


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

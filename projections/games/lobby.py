"""Announces lobby changes, and reads the games that wait for players."""

from __future__ import annotations

from typing import Final

from msgspec import Struct
from sqlalchemy import Connection

from application.codec import GameId, Position
from application.watching.game_streams import GameStreams
from domain.events import Access, Event, GameStarted, GameWon, PlayerId
from domain.lobby.evolvers import LOBBY_EVOLVERS
from domain.state import BEFORE_START, Stage
from projections.change_announcer import Announcer
from projections.database.connections import ReadDatabase
from projections.engine.generations import Role, tracked
from projections.engine.projector import Projector
from projections.games.game_list import GAME_LIST
from projections.games.game_list_queries import MAX_PAGE_SIZE, GameFilter, Listed, listed, page
from projections.games.game_search import Place, Search

MAX_OPEN_GAMES: Final = 2 * MAX_PAGE_SIZE
"""Maximum games at the beginning of a subscription, the newest first; the game list has the others."""

_EVENT_CLASSES: Final[frozenset[type[Event]]] = frozenset(LOBBY_EVOLVERS) | {GameStarted, GameWon}


class OpenGames(Struct, frozen=True, kw_only=True):
    """The open games at one moment that one caller may see."""

    position: Position
    """The position in the log that the game list had reached."""
    games: tuple[Listed, ...]
    more: Place | None = None
    """The place after which the game list continues; None if these are all games."""


class LobbyChanges(Struct, frozen=True, kw_only=True):
    """Games that have changed, as the game list has them; not filtered for a viewer."""

    position: Position
    games: tuple[Listed, ...]


Lobby = Announcer[LobbyChanges]


def lobby_announcer(watching: GameStreams, projector: Projector, database: ReadDatabase) -> Lobby:
    """Return the announcer of lobby changes."""

    async def query(games: frozenset[GameId]) -> LobbyChanges:
        position, found = await database.read(_listed_at_position, games)
        return LobbyChanges(position=position, games=found)

    return Announcer(watching, projector, (GAME_LIST.name,), _EVENT_CLASSES, query)


def can_be_joined(game: Listed, player: PlayerId | None) -> bool:
    """Return whether the game waits for players and has a free seat that the player can take."""
    if game.stage is not Stage.WAITING_FOR_PLAYERS or game.seats_taken >= game.most_seats:
        return False
    return not game.reserved or _is_member(game, player)


def admits(game: Listed, player: PlayerId | None) -> bool:
    """Return whether a player may see a game: if it is public, or the player is seated or invited."""
    return game.access is Access.PUBLIC or _is_member(game, player)


def is_listed(game: Listed, player: PlayerId | None) -> bool:
    """Return whether the lobby shows a game to a player: not if its seats are reserved for others."""
    is_open = not game.reserved or game.stage not in BEFORE_START
    return admits(game, player) and (is_open or _is_member(game, player))


def _is_member(game: Listed, player: PlayerId | None) -> bool:
    return player is not None and (
        player in game.invited or any(player == seat.player for seat in game.seats)
    )


def open_games(connection: Connection, player: PlayerId | None, variant: str | None) -> OpenGames:
    """Return the open games that the game list shows to a player; raises NotBuilt."""
    search, games, after = Search(variant=variant), list[Listed](), None
    while len(games) < MAX_OPEN_GAMES:
        found = page(connection, GameFilter.JOINABLE, player, search, after=after, limit=MAX_PAGE_SIZE)
        games += found.rows
        after = found.places[-1] if found.has_next else None
        if after is None:
            break
    return OpenGames(position=_position(connection), games=tuple(games), more=after)


def _listed_at_position(
    connection: Connection, games: frozenset[GameId]
) -> tuple[Position, tuple[Listed, ...]]:
    return _position(connection), listed(connection, games)


def _position(connection: Connection) -> Position:
    active = tracked(connection, GAME_LIST, Role.ACTIVE)
    return 0 if active is None else active.position

"""The lobby as it changes: which games wait for players, and what of them is new."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct
from sqlalchemy import Connection

from application.players import Player, Players
from application.recorded import GameId, Position
from application.watching import Watching
from domain.events import Access, Event, GameStarted, GameWon, PlayerId
from domain.lobby_events import MEMORIES
from domain.state import Stage
from projections.announcing import Announcer
from projections.database import ReadDatabase
from projections.game_list import GAME_LIST
from projections.listing import LARGEST_PAGE, GameFilter, Listed, listed, page, people
from projections.projector import Projector
from projections.search import Place, Search
from projections.tables import Role, tracked

MOST_OPEN: Final = 2 * LARGEST_PAGE
"""Games that are told of at the beginning, the newest first; the list of games has the others."""

_CONCERNS: Final[frozenset[type[Event]]] = frozenset(MEMORIES) | {GameStarted, GameWon}


class OpenGames(Struct, frozen=True, kw_only=True):
    """The lobby at one moment, as one caller may see it."""

    position: Position
    """How far the list of games knew the log."""
    games: tuple[Listed, ...]
    more: Place | None = None
    """After which place the list of games goes on; None where these are all."""


class LobbyNews(Struct, frozen=True, kw_only=True):
    """Games in which something has happened, as the list of games has them; nobody's view of them."""

    position: Position
    games: tuple[Listed, ...]
    names: Mapping[PlayerId, Player]
    """What the players in them are called."""


Lobby = Announcer[LobbyNews]


def lobby_announcer(
    watching: Watching, projector: Projector, database: ReadDatabase, players: Players
) -> Lobby:
    """Return who announces what changes in the lobby."""

    async def look(games: frozenset[GameId]) -> LobbyNews:
        position, found = await database.read(_as_they_are, games)
        return LobbyNews(
            position=position, games=found, names=await players.named({p for g in found for p in people(g)})
        )

    return Announcer(watching, projector, GAME_LIST.name, _CONCERNS, look)


def can_be_joined(game: Listed) -> bool:
    """Tell whether the game is in the lobby."""
    return game.stage is Stage.WAITING_FOR_PLAYERS and game.seats_taken < game.most_seats


def admits(game: Listed, player: PlayerId | None) -> bool:
    """Tell whether a game is listed to a player: private ones to their own players and whom they invited."""
    return game.access is Access.PUBLIC or (
        player is not None and (player in game.invited or any(player == seat.player for seat in game.seats))
    )


def open_games(connection: Connection, player: PlayerId | None, variant: str | None) -> OpenGames:
    """Return the games of the lobby as the list of games shows them to a player; raises NotBuilt."""
    search, games, after = Search(variant=variant), list[Listed](), None
    while len(games) < MOST_OPEN:
        found = page(connection, GameFilter.LOBBY, player, search, after=after, limit=LARGEST_PAGE)
        games += found.rows
        after = found.places[-1] if found.has_next else None
        if after is None:
            break
    return OpenGames(position=_position(connection), games=tuple(games), more=after)


def _as_they_are(connection: Connection, games: frozenset[GameId]) -> tuple[Position, tuple[Listed, ...]]:
    return _position(connection), listed(connection, games)


def _position(connection: Connection) -> Position:
    active = tracked(connection, GAME_LIST, Role.ACTIVE)
    return 0 if active is None else active.position

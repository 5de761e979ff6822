"""Read model of the game list: all games with their members, stage and progress."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum, unique
from typing import Any, Final

from msgspec.structs import replace
from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Uuid,
)

from application.codec import GameId, RecordedEvent
from domain.events import (
    Access,
    GameClosed,
    GameCreated,
    GameReference,
    GameStarted,
    GameWon,
    PlayerId,
    PlayerInvited,
    RoundScored,
    SeatsReleased,
)
from domain.lobby.evolvers import LOBBY_EVOLVERS
from domain.rules import rules_of
from domain.state import Game, Seat, Stage
from domain.visibility import SPECTATOR, redact
from projections.engine.generations import Instant
from projections.engine.projection import Change, Naming, Projection, Put, Remove, Row, Rows, Tables, by_game


@unique
class Membership(StrEnum):
    """A player's relation to a game."""

    SEATED = "seated"
    """The player has a seat."""
    INVITED = "invited"
    """The player may take a seat, or watch."""


class GameList(Projection):
    """One row for each game, and one for each seated or invited player of a game."""

    name = "game_list"
    version = 6

    def define(self, metadata: MetaData, called: Naming) -> Tables:
        """Define one table of games and one of their members."""
        game = Table(
            called("game"),
            metadata,
            Column("game", Uuid, primary_key=True),
            # The position of the game's first event: unique, and it grows with time.
            Column("created", BigInteger, nullable=False),
            Column("variant", String, nullable=False),
            Column("rules_version", Integer, nullable=False),
            Column("access", String, nullable=False),
            Column("stage", String, nullable=False),
            # True while seats are reserved for players: others join by invitation only.
            Column("reserved", Boolean, nullable=False),
            Column("organizer", String),
            Column("seats_taken", Integer, nullable=False),
            Column("most_seats", Integer, nullable=False),
            Column("created_at", Instant, nullable=False),
            Column("started_at", Instant),
            Column("ended_at", Instant),
            Column("version", Integer, nullable=False),
            Column("position", BigInteger, nullable=False),
            Column("winners", JSON, nullable=False),
            # The number of events at the game's end, without the reveals that follow. None until then:
            # updates stay cheap because no indexed column changes with every event.
            Column("length", Integer),
            # The game of which this one is the rematch, and the first game of the series; None if it is none.
            Column("rematch_of", Uuid),
            Column("series", Uuid),
            # The running total of each seat after the last round; empty before, and in games without points.
            Column("scores", JSON, nullable=False),
        )
        member = Table(
            called("member"),
            metadata,
            Column("game", Uuid, primary_key=True),
            Column("player", String, primary_key=True),
            Column("role", String, nullable=False),
            Column("seat", Integer),
            Column("machine", Boolean, nullable=False),
            Column("created", BigInteger, nullable=False),
            Column("won", Boolean, nullable=False),
        )
        Index(called("by_stage"), game.c.stage, game.c.created)
        Index(called("by_variant"), game.c.variant, game.c.stage, game.c.created)
        Index(called("by_start"), game.c.stage, game.c.started_at, game.c.created)
        Index(called("by_end"), game.c.stage, game.c.ended_at, game.c.created)
        Index(called("by_length"), game.c.stage, game.c.length, game.c.created)
        Index(called("by_series"), game.c.series, game.c.created)
        # Includes the columns that queries read, so that PostgreSQL need not fetch each row.
        included = ["game", "role"]
        Index(called("by_player"), member.c.player, member.c.created, postgresql_include=included)
        Index(
            called("by_winner"), member.c.player, member.c.won, member.c.created, postgresql_include=included
        )
        return {"game": game, "member": member}

    def fold(self, rows: Rows, batch: Sequence[RecordedEvent]) -> list[Change]:
        """Fold lobby events, the start, scores and the end; others only advance version and position."""
        games: dict[GameId, Row] = {row["game"]: row for row in rows["game"]}
        members: dict[GameId, dict[PlayerId, Row]] = {}
        for row in rows["member"]:
            members.setdefault(row["game"], {})[row["player"]] = dict(row)
        listed: list[Row] = []
        joined: list[Row] = []
        left: list[Row] = []
        for game_id, recorded in by_game(batch).items():
            before = members.get(game_id, {})
            entry = dict(games.get(game_id) or _new(recorded[0]))
            lobby = _fold(entry, _lobby(entry, before), recorded)
            listed.append(entry)
            after = {row["player"]: row for row in _members(entry, lobby)}
            joined += [row for player, row in after.items() if row != before.get(player)]
            left += [{"game": game_id, "player": player} for player in before if player not in after]
        return [Put("game", listed), Remove("member", left), Put("member", joined)]


GAME_LIST: Final = GameList()


def _new(recorded: RecordedEvent) -> Row:
    created = recorded.event
    assert isinstance(created, GameCreated), "a game begins with its creation"
    return {
        "game": recorded.game,
        "created": recorded.position,
        "variant": created.variant,
        "rules_version": created.rules_version,
        "access": created.access.value,
        "reserved": False,
        "stage": Stage.WAITING_FOR_PLAYERS.value,
        "organizer": created.organizer,
        "most_seats": rules_of(created.variant, created.rules_version).seats[-1],
        "created_at": recorded.at,
        "started_at": None,
        "ended_at": None,
        "winners": [],
        "length": None,
        "rematch_of": _game_id(created.rematch_of),
        "series": _game_id(created.series),
        "scores": [],
    }


def _game_id(reference: GameReference | None) -> GameId | None:
    return None if reference is None else GameId(reference)


def _lobby(entry: Row, members: dict[PlayerId, Row]) -> Game:
    """Return the part of the game's state that lobby events need."""
    seated = sorted((row for row in members.values() if row["seat"] is not None), key=lambda row: row["seat"])
    return Game(
        stage=Stage(entry["stage"]),
        variant=entry["variant"],
        rules_version=entry["rules_version"],
        access=Access(entry["access"]),
        organizer=entry["organizer"],
        seats=tuple(Seat(player=row["player"], machine=row["machine"]) for row in seated),
        invited=tuple(row["player"] for row in members.values() if row["seat"] is None),
    )


def _fold(entry: dict[str, Any], lobby: Game, recorded: Sequence[RecordedEvent]) -> Game:
    """Update an entry with events; return the lobby after them."""
    for each in recorded:
        event = each.event
        remember = LOBBY_EVOLVERS.get(type(event))
        if remember is not None:
            lobby = remember(lobby, redact(event, SPECTATOR))
        match event:
            case PlayerInvited(reserved=True):
                entry["reserved"] = True
            case SeatsReleased():
                entry["reserved"] = False
            case GameStarted():
                lobby = replace(lobby, stage=Stage.PLAYING)
                entry["started_at"] = each.at
            case GameWon(winners=winners):
                lobby = replace(lobby, stage=Stage.WON)
                entry["ended_at"], entry["length"] = each.at, each.version
                entry["winners"] = [lobby.seats[seat].player for seat in winners]
            case RoundScored(scores=scores):
                entry["scores"] = list(scores)
            case GameClosed():
                entry["ended_at"], entry["length"] = each.at, each.version
    entry["stage"] = lobby.stage.value
    entry["organizer"] = lobby.organizer
    entry["seats_taken"] = len(lobby.seats)
    entry["version"], entry["position"] = recorded[-1].version, recorded[-1].position
    return lobby


def _members(entry: Row, lobby: Game) -> Iterator[Row]:
    common = {"game": entry["game"], "created": entry["created"]}
    for number, seat in enumerate(lobby.seats):
        yield {
            **common,
            "player": seat.player,
            "role": Membership.SEATED.value,
            "seat": number,
            "machine": seat.machine,
            "won": seat.player in entry["winners"],
        }
    for player in lobby.invited:
        role = Membership.INVITED.value
        yield {**common, "player": player, "role": role, "seat": None, "machine": False, "won": False}

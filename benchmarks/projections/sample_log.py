"""Creates a long log of many concurrent games.

Some games of each variant are played; the log repeats them under new ids and with other players.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from random import Random
from uuid import UUID

from msgspec.structs import replace

from application.codec import GameId, Version
from application.games.croupier import Croupier, CroupierState, seeded_entropy
from application.games.simulation import ORGANIZER
from application.store.port import Append, Store
from domain.commands import CreateGame, FillSeats, JoinGame, StartGame
from domain.events import Event, GameCreated, GameStarted, PlayerId, PlayerJoined
from domain.machine import player_of
from domain.rules import rules_of, variants
from domain.state import Stage

PEOPLE = 400
CONCURRENT = 64
"""Concurrent games in the log."""
_RUN = 8
"""Maximum number of consecutive events of a game."""
_BEGINNING = datetime(2026, 3, 2, tzinfo=UTC)
_STEP = timedelta(hours=1)
"""Time between two runs of a game."""

GameLog = Sequence[Event]


def play_games(games: int) -> list[GameLog]:
    """Play so many games of each variant, every fourth with a machine player."""
    return [_play(variant, seed) for seed in range(games) for variant in variants()]


def _play(variant: str, seed: int) -> GameLog:
    chance = Random(f"{variant} {seed}")
    seats, machines = chance.choice(rules_of(variant).seats), int(seed % 4 == 3)
    croupier, suggest = Croupier(seeded_entropy(seed)), player_of(variant)
    known: CroupierState
    known, created = croupier.create(CreateGame(by=ORGANIZER, variant=variant))
    log = list(created)
    joining = (JoinGame(by=f"{ORGANIZER}-{seat}") for seat in range(1, seats - machines))
    filling = [FillSeats(by=ORGANIZER, count=machines)] if machines else []
    for command in (*joining, *filling, StartGame(by=ORGANIZER)):
        known, events = croupier.carry_out(known, command)
        log += events
    while known.game.stage is Stage.PLAYING:
        seat = known.game.rules.to_move(known.game.table)[0]
        known, events = croupier.carry_out(known, suggest(known.views[seat].game, seat))
        log += events
    return log


async def fill(store: Store, games: Sequence[GameLog], events: int) -> int:
    """Append whole games until there are at least so many events; returns their number."""
    chance, at, filled = Random(events), _BEGINNING, 0
    running: list[_RunningGame] = []
    while running or filled < events:
        while len(running) < CONCURRENT and filled < events:
            log = _with_other_players(chance.choice(games), chance)
            running.append(_RunningGame(UUID(int=chance.getrandbits(128)), log))
            filled += len(log)
        at += _STEP
        chance.shuffle(running)
        await asyncio.gather(*(store.append(each.next(chance.randint(1, _RUN), at)) for each in running))
        running = [each for each in running if each.has_events_left]
    return filled


class _RunningGame:
    def __init__(self, game: GameId, log: GameLog) -> None:
        self._game = game
        self._log = log
        self._version: Version = 0

    @property
    def has_events_left(self) -> bool:
        return self._version < len(self._log)

    def next(self, count: int, at: datetime) -> Append:
        after = self._version
        events = tuple(self._log[after : after + count])
        self._version += len(events)
        return Append(game=self._game, after=after, events=events, at=at, by=ORGANIZER)


def _with_other_players(log: GameLog, chance: Random) -> GameLog:
    """Replace the people of a game by others; machine players stay."""
    seated = [event for event in log if isinstance(event, PlayerJoined) and not event.machine]
    others = chance.sample(range(PEOPLE), len(seated))
    named = {event.player: f"player-{other}" for event, other in zip(seated, others, strict=True)}
    return list(_renamed(log, named))


def _renamed(log: GameLog, named: dict[PlayerId, PlayerId]) -> Iterator[Event]:
    lobby = next(number for number, event in enumerate(log, 1) if isinstance(event, GameStarted))
    for event in log[:lobby]:
        match event:
            case GameCreated(organizer=player):
                yield replace(event, organizer=named[player])
            case PlayerJoined(player=player):
                yield replace(event, player=named.get(player, player))
            case GameStarted(players=players):
                yield replace(event, players=tuple(named.get(player, player) for player in players))
            case _:
                yield event
    yield from log[lobby:]

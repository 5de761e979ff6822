"""A long log of many games at once, for the benchmark of the read models.

Some games of each variant are played; the log has each of them many times, under new ids and by other people.
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
AT_ONCE = 64
"""Games that are under way at the same time."""
_RUN = 8
"""Events of a game that follow on each other in the log, at most."""
_BEGINNING = datetime(2026, 3, 2, tzinfo=UTC)
_STEP = timedelta(hours=1)
"""How much later it is when every game has gone on by a run."""

Played = Sequence[Event]


def played(games: int) -> list[Played]:
    """Play so many games of each variant; in every fourth a machine player sits."""
    return [_played(variant, seed) for seed in range(games) for variant in variants()]


def _played(variant: str, seed: int) -> Played:
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


async def fill(store: Store, games: Sequence[Played], events: int) -> int:
    """Append games until there are at least so many events, each to its end; return how many there are."""
    chance, at, filled = Random(events), _BEGINNING, 0
    under_way: list[_UnderWay] = []
    while under_way or filled < events:
        while len(under_way) < AT_ONCE and filled < events:
            log = _by_others(chance.choice(games), chance)
            under_way.append(_UnderWay(UUID(int=chance.getrandbits(128)), log))
            filled += len(log)
        at += _STEP
        chance.shuffle(under_way)
        await asyncio.gather(*(store.append(each.next(chance.randint(1, _RUN), at)) for each in under_way))
        under_way = [each for each in under_way if each.left]
    return filled


class _UnderWay:
    def __init__(self, game: GameId, log: Played) -> None:
        self._game = game
        self._log = log
        self._version: Version = 0

    @property
    def left(self) -> bool:
        return self._version < len(self._log)

    def next(self, some: int, at: datetime) -> Append:
        after = self._version
        events = tuple(self._log[after : after + some])
        self._version += len(events)
        return Append(game=self._game, after=after, events=events, at=at, by=ORGANIZER)


def _by_others(log: Played, chance: Random) -> Played:
    """Return a game as if other people had played it; the machine keeps its seat."""
    seated = [event for event in log if isinstance(event, PlayerJoined) and not event.machine]
    others = chance.sample(range(PEOPLE), len(seated))
    named = {event.player: f"player-{other}" for event, other in zip(seated, others, strict=True)}
    return list(_renamed(log, named))


def _renamed(log: Played, named: dict[PlayerId, PlayerId]) -> Iterator[Event]:
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

"""A game played at random, with random commands tried at each of its stages."""

from __future__ import annotations

from collections.abc import Awaitable
from random import Random
from typing import Any
from uuid import uuid4

from msgspec.structs import replace

from application.codec import GameId
from application.games.command_handler import CommandHandler
from application.refusals import TooBusy
from application.store.memory import MemoryStore
from application.store.port import Append, Busy
from domain import commands as c
from domain.events import Access
from domain.game import NEW, Game, decide, evolve
from domain.lobby.invitations import MAX_DECLINED, MAX_INVITED
from domain.refusals import Refusal
from domain.rules import rules_of
from domain.state import Stage
from tests.application.games.interrupted_store import NOON, Wrapped, process
from tests.application.refusals.random_commands import (
    ORGANIZER,
    PEOPLE,
    SEED,
    commitment,
    creation,
    lobby_commands,
    moves,
    next_commands,
)
from tests.domain.tables import PLAYERS, lobby, started

Reached = set[tuple[type[c.Command], type[Refusal]]]
"""Commands with a refusal that they raised."""

LOBBY_STEPS = 8
MOVES = 45
CREATIONS = 12
SEED_STEPS = 3
OPEN = (Stage.WAITING_FOR_PLAYERS, Stage.WAITING_FOR_SEEDS, Stage.PLAYING)


class RandomGame:
    """A game with its command handler, and the refusals so far."""

    def __init__(self, variant: str, seed: int) -> None:
        self.variant = variant
        self.random = Random(seed)
        self.store = Wrapped(MemoryStore())
        self.handler: CommandHandler = process(self.store)
        self.reached: Reached = set()
        self.id = uuid4()
        self.game: Game = NEW
        self.version = 0

    async def play(self) -> Reached:
        """Play from the creation to the end; return all refusals."""
        await self._create()
        if self.random.random() < 0.5:
            await self._crowd()
        for _ in range(LOBBY_STEPS):
            await self._go_on()
        await self._start()
        for _ in range(MOVES):
            await self._go_on()
        for seat in self.game.seats:
            await self._execute(c.AutomateSeat(by=seat.player))
        await self._execute(c.CloseGame(by=ORGANIZER))
        assert self.game.stage not in OPEN
        await self._try_commands()
        await self._try_refused_commands()
        return self.reached

    async def _create(self) -> None:
        first = c.CreateGame(by=ORGANIZER, variant=self.variant)
        await self.handler.create(first, "used")
        for _ in range(CREATIONS):
            command = creation(self.random, self.variant)
            await self._collect(command, self.handler.create(command, "used"))
            self.store.before = _busy
            await self._collect(command, self.handler.create(command))
            self.store.before = None
        access = creation(self.random, self.variant).access
        reserved = PEOPLE[1:2] if access is Access.PUBLIC and self.random.random() < 0.5 else ()
        self.id = (await self.handler.create(replace(first, access=access, reserved=reserved))).game
        await self._execute(c.InvitePlayer(by=ORGANIZER, player=PEOPLE[1]), command_id="used")

    async def _crowd(self) -> None:
        """Invite as many players as possible, and one of them once more after declined invitations."""
        for _ in range(MAX_DECLINED):
            await self._execute(c.DeclineInvitation(by=PEOPLE[1]))
            await self._execute(c.InvitePlayer(by=ORGANIZER, player=PEOPLE[1]))
        for player in PEOPLE[2 : MAX_INVITED + 3]:
            await self._execute(c.InvitePlayer(by=ORGANIZER, player=player))
        await self._try_commands()

    async def _go_on(self) -> None:
        if self.game.stage in OPEN:
            for command in next_commands(self.random, self.game):
                await self._execute(command)
            for _ in range(1 if self.game.table else 3):
                await self._try_commands()

    async def _start(self) -> None:
        """Invite players to free seats and start the game, unless all players have left."""
        seats = self.random.choice(rules_of(self.variant).seats[:2])
        for player in PEOPLE:
            if len(self.game.seats) < seats:
                by = self.game.organizer or ORGANIZER
                await self._execute(c.WithdrawInvitation(by=by, player=player))
                await self._execute(c.InvitePlayer(by=by, player=player))
                await self._execute(c.JoinGame(by=player))
        for _ in range(LOBBY_STEPS):
            await self._try_commands()
        for seat in self.game.seats[1:]:
            sent = c.CommitSeed(by=seat.player, commitment=commitment(self.game, seat.player))
            await self._execute(sent)
        await self._execute(c.StartGame(by=self.game.organizer or ORGANIZER))
        for seat in self.game.seats:
            for _ in range(SEED_STEPS):
                await self._try_commands()
            await self._execute(c.RevealSeed(by=seat.player, seed=SEED))

    async def _try_commands(self) -> None:
        """Try random commands; legal ones while the store is busy, so none of them is executed."""
        for command in self._commands():
            if self._is_illegal(command):
                await self._try(command)
            else:
                await self._try_while_busy(command)

    async def _try_while_busy(self, command: c.Command) -> None:
        # Once for each kind of command: the handler has to read the game again afterwards.
        if (type(command), TooBusy) not in self.reached:
            self.store.before = _busy
            await self._try(command)
            self.store.before = None

    async def _try_refused_commands(self) -> None:
        """Try commands that are refused whatever the state of the game."""
        rules = rules_of(self.variant)
        newer = await self._game_of_another_version(rules_version=99)
        older = await self._game_of_another_version(rules_version=rules.version, is_started=False)
        for seeding in (
            c.JoinGame(by=PEOPLE[0], commitment=SEED),
            c.CommitSeed(by=PLAYERS[0], commitment=SEED),
            c.RevealSeed(by=PLAYERS[0], seed=SEED),
        ):
            await self._collect(seeding, self.handler.carry_out(older, seeding))
        for command in self._commands():
            await self._try(command, expected=self.version + 1)
            await self._try(replace(command, by=ORGANIZER), command_id="used")
            for game in (uuid4(), newer):
                await self._collect(command, self.handler.carry_out(game, command))

    def _is_illegal(self, command: c.Command) -> bool:
        try:
            decide(self.game, command, NOON)
        except Refusal:
            return True
        return False

    def _commands(self) -> tuple[c.Command, ...]:
        return *lobby_commands(self.random, self.game), *moves(self.random, self.game)

    async def _game_of_another_version(self, *, rules_version: int, is_started: bool = True) -> GameId:
        """Return a game to which seats cannot add seeds, under rules that may be unknown here."""
        rules = rules_of(self.variant)
        seats = rules.seats[0]
        created, *others = lobby(rules, seats if is_started else 1)
        start = (started(seats),) if is_started else ()
        events = (replace(created, rules_version=rules_version), *others, *start)
        game = uuid4()
        await self.store.append(Append(game=game, after=0, events=events, at=NOON, by=None))
        return game

    async def _execute(self, command: c.Command, **options: Any) -> None:
        await self._try_while_busy(command)
        await self._try(command, **options)
        for each in await self.store.read(self.id, after=self.version):
            self.game, self.version = evolve(self.game, each.event), each.version

    async def _try(self, command: c.Command, **options: Any) -> None:
        await self._collect(command, self.handler.carry_out(self.id, command, **options))

    async def _collect(self, command: c.Command, outcome: Awaitable[object]) -> None:
        try:
            await outcome
        except Refusal as refusal:
            self.reached.add((type(command), type(refusal)))


def _busy() -> None:
    raise Busy(1.0)

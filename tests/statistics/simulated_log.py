"""Simulated games of every kind, and a log in which many of them are played at once for weeks."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Final, NamedTuple
from uuid import UUID

from application.games.croupier import Croupier, CroupierState, seeded_entropy
from application.store.port import Append, Store
from domain import commands as c
from domain.events import Access, Event, PlayerId
from domain.game import decide, legal
from domain.machine import player_of
from domain.refusals import Refusal
from domain.rules import rules_of, variants
from domain.state import Game, Seat, Stage
from tests.domain.given import NOON
from tests.laws.random_options import random_options
from tests.laws.secrecy.conceivable import of_kind

PEOPLE: Final = tuple(f"player-{number}" for number in range(60))

BEGINNING: Final = datetime(2026, 12, 18, 21, tzinfo=UTC)
"""A moment shortly before the end of a day, month, season and year, in the middle of a week."""

_RANDOM_COMMANDS = 200
"""Maximum random commands in a game; after them it is played to its end."""


class Commit(NamedTuple):
    """The events of one command, appended as a whole or not at all."""

    by: PlayerId
    events: tuple[Event, ...]


def played(seed: int) -> list[Commit]:
    """Play a game of some variant to its end, unless it is never begun."""
    variant = list(variants())[seed % len(variants())]
    return list(_Play(variant, seed).commits())


class _Play:
    """A game whose players, options and habits come from a seed."""

    def __init__(self, variant: str, seed: int) -> None:
        self._chance = chance = Random(f"{variant} {seed}")
        self._rules = rules_of(variant)
        self._croupier = Croupier(seeded_entropy(seed))
        self._known = CroupierState()
        self._seats = chance.choice(self._rules.seats)
        self._machines = chance.choice((0, 0, 0, 0, 1, 2, self._seats - 1)) if self._seats > 2 else 0
        self._people = chance.sample(PEOPLE, 12)
        self._foolish = chance.choice((0.0, 0.1, 0.3))
        # Where all are shy a round is passed out now and then.
        self._shy = chance.choice((0.0, 0.0, 0.8))
        self._tires = chance.choice((0.0, 0.0, 0.004))

    def commits(self) -> Iterator[Commit]:
        """Play the game and give what each command leads to."""
        kind = self._chance.random()
        yield self._create(Access.PRIVATE if kind < 0.12 else Access.PUBLIC)
        if 0.12 < kind < 0.17:
            return
        yield from map(self._carry_out, self._gathering())
        if 0.17 < kind < 0.22:
            # Everybody leaves, so the game is closed.
            yield from (self._carry_out(c.LeaveGame(by=by)) for by in self._seated())
            return
        first = self._people[0]
        if self._machines:
            yield self._carry_out(c.FillSeats(by=first, count=self._machines))
            if self._machines == self._seats - 1 and self._foolish < 0.2:
                yield self._carry_out(c.AutomateSeat(by=first))
        yield self._carry_out(c.StartGame(by=first))
        commands = 0
        while self._game.stage is Stage.PLAYING:
            yield from map(self._carry_out, self._next(foolish=commands < _RANDOM_COMMANDS))
            commands += 1

    @property
    def _game(self) -> Game:
        return self._known.game

    def _create(self, access: Access) -> Commit:
        options = random_options(self._rules, self._chance)
        variant, by = self._rules.variant, self._people[0]
        create = c.CreateGame(by=by, variant=variant, access=access, options=options)
        self._known, events = self._croupier.create(create)
        return Commit(by, events)

    def _carry_out(self, command: c.Command) -> Commit:
        self._known, events = self._croupier.carry_out(self._known, command)
        return Commit(command.by, events)

    def _gathering(self) -> Iterator[c.Command]:
        first, *others = self._people
        coming = others[: self._seats - self._machines - 1]
        for by in coming:
            if self._game.access is Access.PRIVATE or self._chance.random() < 0.3:
                yield c.InvitePlayer(by=first, player=by)
            yield c.JoinGame(by=by)
        if coming and self._chance.random() < 0.3:
            # Later seats move up; whoever comes next sits down behind them.
            yield c.LeaveGame(by=coming[0])
            if self._game.access is Access.PRIVATE:
                yield c.InvitePlayer(by=first, player=others[-1])
            yield c.JoinGame(by=others[-1])

    def _seated(self) -> list[PlayerId]:
        return [seat.player for seat in self._game.seats]

    def _next(self, *, foolish: bool) -> Iterator[c.Command]:
        chance, game = self._chance, self._game
        if chance.random() < self._tires and (people := _people_of(game.seats)):
            yield c.AutomateSeat(by=chance.choice(people))
            return
        if self._rules.out_of_turn and chance.random() < 0.05:
            yield from self._out_of_turn()
        if self._game.stage is Stage.PLAYING:
            yield self._move(foolish=foolish)

    def _out_of_turn(self) -> Iterator[c.Command]:
        seat = self._chance.randrange(len(self._game.seats))
        for kind in self._rules.out_of_turn:
            offered = of_kind(kind, self._game.seats[seat].player, hand=())
            yield from (move for move in offered if self._accepted(move))

    def _accepted(self, command: c.Command) -> bool:
        try:
            decide(self._game, command, NOON)
        except Refusal:
            return False
        return True

    def _move(self, *, foolish: bool) -> c.Move:
        game = self._game
        assert game.table is not None, "it is played"
        seat = self._chance.choice(game.rules.to_move(game.table))
        player = game.seats[seat].player
        if foolish and self._chance.random() < max(self._foolish, self._shy):
            offers = legal(game, seat)
            passing = [offer for offer in offers if isinstance(offer, c.PassOffer)]
            offer = self._chance.choice(passing if passing and self._shy else offers)
            return self._chance.choice(list(offer.moves(player)))
        return player_of(game.variant)(self._known.views[seat].game, seat)


def _people_of(seats: Sequence[Seat]) -> list[PlayerId]:
    return [seat.player for seat in seats if not (seat.machine or seat.automated)]


async def fill(store: Store, games: int, *, at_once: int, step: timedelta) -> None:
    """Append so many games as if they were played at once; the last of them are left under way.

    In a step, every game under way goes on by a few commands; `step` is how much later it is then, as a mean.
    """
    chance, at, begun = Random(games), BEGINNING, 0
    under_way: list[_UnderWay] = []
    while begun < games or len(under_way) > at_once // 4:
        while begun < games and len(under_way) < at_once:
            under_way.append(_UnderWay(begun))
            begun += 1
        at += step * chance.expovariate(1)
        chance.shuffle(under_way)
        await asyncio.gather(*(store.append(each.go_on(chance, at)) for each in under_way))
        under_way = [each for each in under_way if each.left]


class _UnderWay:
    def __init__(self, seed: int) -> None:
        self._game = UUID(int=Random(seed).getrandbits(128), version=4)
        self.left = played(seed)
        self._version = 0

    def go_on(self, chance: Random, at: datetime) -> Append:
        """Return what is to be appended next; the clocks of different processes are not quite the same."""
        some = chance.randint(1, 9)
        commits, self.left = self.left[:some], self.left[some:]
        events = tuple(event for commit in commits for event in commit.events)
        after, self._version = self._version, self._version + len(events)
        read = at + timedelta(microseconds=chance.randrange(-20_000_000, 20_000_000))
        return Append(game=self._game, after=after, events=events, at=read, by=commits[0].by)

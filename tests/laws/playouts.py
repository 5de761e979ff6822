"""Whole games played at random, from a seed: the lobby, the options, the players and every move."""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import datetime
from functools import lru_cache
from hashlib import sha256
from random import Random
from typing import Any

import pytest
from hypothesis import seed as draws_from
from hypothesis import strategies as st
from msgspec import Struct

from application.games.croupier import Croupier, CroupierState, seeded_entropy
from domain import commands as c
from domain.events import Access, Event, OptionValue
from domain.game import Stage, legal
from domain.lobby.invitations import MAX_DECLINED
from domain.lobby.start import SEED_WAIT
from domain.luck import luck_model
from domain.machine import has_player, player_of
from domain.machine.thinking import thinker_of
from domain.refusals import Refusal
from domain.rules import rules_of, variants
from domain.shuffles.deal import seed_commitment
from tests.domain.given import NOON
from tests.laws.random_options import random_options
from tests.laws.secrecy.conceivable import of_kind

every_variant = pytest.mark.parametrize("variant", list(variants()))
"""Holds a law over every registered game."""

every_variant_with_a_player = pytest.mark.parametrize("variant", list(filter(has_player, variants())))
"""Holds a law over every game that has a machine player."""

every_variant_with_levels = pytest.mark.parametrize(
    "variant", [each for each in variants() if thinker_of(each, rules_of(each).version) is not None]
)
"""Holds a law over every game whose machine player searches; a game may have none."""

every_variant_with_luck = pytest.mark.parametrize(
    "variant", [each for each in variants() if luck_model(each, rules_of(each).version) is not None]
)
"""Holds a law over every game whose results are split into luck and play; a game may have no such model."""

SEEDS = st.integers(0, 2**32 - 1)
"""The start of a playout; the same seed plays the same game."""

same_games = draws_from(0 if os.environ.get("CI") else Random().getrandbits(64))
"""Has laws draw the same seeds in one process, so that each game is played once for all of them."""

PEOPLE = ("ann", "bob", "cyd", "dan", "eve", "fay", "gus", "hal", "ida", "jon")

# So many commands are played at random; then every player follows the suggestions, which end a game soon.
RANDOM_COMMANDS = 250
MOST_COMMANDS = 2000


def seed_of(player: str) -> str:
    """Return the seed that a player adds to its games."""
    return sha256(player.encode()).hexdigest()


class Commit(Struct, frozen=True):
    """A command that was accepted, with what was known before and after."""

    command: c.Command | c.SystemCommand
    before: CroupierState
    events: tuple[Event, ...]
    after: CroupierState
    at: datetime = NOON


class Refused(Struct, frozen=True):
    """A command that was refused, and what was known when it was."""

    command: c.Command | c.SystemCommand
    known: CroupierState
    refusal: Refusal


class Playout(Struct, frozen=True):
    """A game from its creation on."""

    variant: str
    seed: int
    commits: tuple[Commit, ...]
    refused: tuple[Refused, ...]

    @property
    def log(self) -> tuple[Event, ...]:
        """Return all the events."""
        return tuple(event for commit in self.commits for event in commit.events)

    @property
    def known(self) -> CroupierState:
        """Return what is known at the end."""
        return self.commits[-1].after

    def waiting(self) -> Iterator[CroupierState]:
        """Give each moment at which the game waits for a player."""
        return (commit.after for commit in self.commits if commit.after.game.stage is Stage.PLAYING)

    def committed_logs(self) -> Iterator[tuple[Event, ...]]:
        """Give the log as it was after each command."""
        log: tuple[Event, ...] = ()
        for commit in self.commits:
            log += commit.events
            yield log


@lru_cache(maxsize=64)
def playout(variant: str, seed: int) -> Playout:
    """Play a game; most end, some are closed in the lobby. Several tests look at the same games."""
    match = Match(variant, seed)
    match.gather()
    match.play()
    return Playout(variant=variant, seed=seed, commits=tuple(match.commits), refused=tuple(match.refusals))


def machines_only(variant: str, seed: int) -> Playout:
    """Play a game of machine players, one of whom has been a person until the start."""
    match = Match(variant, seed)
    match.create()
    seats = match.rules.seats
    match.must(c.FillSeats(by=PEOPLE[0], count=match.random.choice(seats) - 1))
    match.must(c.AutomateSeat(by=PEOPLE[0]))
    match.must(c.StartGame(by=PEOPLE[0]))
    return Playout(variant=variant, seed=seed, commits=tuple(match.commits), refused=())


class Match:
    """A game in the making."""

    def __init__(self, variant: str, seed: int) -> None:
        self.rules = rules_of(variant)
        self.random = Random(seed)
        self.now = NOON
        self.croupier = Croupier(seeded_entropy(seed), clock=lambda: self.now)
        self.known = CroupierState()
        self.commits: list[Commit] = []
        self.refusals: list[Refused] = []
        # Who follows the machine player's suggestions; the others do anything that is legal.
        self.suggested = {player for player in PEOPLE if self.random.random() < 0.3}
        self.machine = has_player(variant)

    def create(self) -> None:
        command = c.CreateGame(
            by=PEOPLE[0],
            variant=self.rules.variant,
            access=self.random.choice(list(Access)),
            options=self.options(),
        )
        known, events = self.croupier.create(command)
        self._commit(command, events, known)

    def options(self) -> dict[str, OptionValue]:
        """Choose the options of the game."""
        return random_options(self.rules, self.random)

    def gather(self) -> None:
        """Let people come and go, then start unless everyone has gone."""
        self.create()
        for _ in range(self.random.randrange(15)):
            self.try_(self._lobby_command())
        if self.game.stage is Stage.WAITING_FOR_PLAYERS:
            wanted = self.random.choice(self.rules.seats)
            while len(self.game.seats) < wanted:
                self._seat_another_player()
            committing = self.random.choice((0, 0.7))
            for player in self._people:
                if self.random.random() < committing:
                    self.must(self._commitment(player))
            self.must(c.StartGame(by=self.organizer))
        if self.game.stage is Stage.WAITING_FOR_SEEDS:
            self._reveal_seeds()

    def _commitment(self, player: str) -> c.CommitSeed:
        return c.CommitSeed(
            by=player, commitment=seed_commitment(self.game.deal.foot, player, seed_of(player))
        )

    def _reveal_seeds(self) -> None:
        """Reveal all seeds or some, in any order; start without the missing ones when their time is over."""
        revealing = self.random.choice((0.6, 1))
        for player in self.random.sample(self.players, len(self.players)):
            self.try_(self._lobby_command())
            if self.random.random() < revealing:
                self.try_(c.RevealSeed(by=player, seed=seed_of(player)))
        if self.game.stage is Stage.WAITING_FOR_SEEDS:
            self.try_(c.StartGame(by=self.random.choice(self.players)))
            self.now += SEED_WAIT
            self.must(c.StartGame(by=self.random.choice(self.players)))

    def play(self) -> None:
        for played in range(MOST_COMMANDS):
            if self.game.stage is not Stage.PLAYING:
                return
            chance = self.random.random()
            if chance < 0.004:
                self.try_(c.AutomateSeat(by=self.random.choice(self.players)))
            elif chance < 0.012:
                kinds = (c.ReclaimSeat, c.ReclaimSeat, c.VoteToAbandon, c.WithdrawVote, c.Resign)
                self.try_(self.random.choice(kinds)(by=self.random.choice(self.players)))
            elif chance < 0.1 and self.rules.out_of_turn:
                self._move_out_of_turn()
            else:
                self.must(self._move(at_random=played < RANDOM_COMMANDS))

    @property
    def game(self) -> Any:
        return self.known.game

    @property
    def players(self) -> list[str]:
        return [seat.player for seat in self.game.seats]

    @property
    def _people(self) -> list[str]:
        return [seat.player for seat in self.game.seats if not seat.machine]

    @property
    def organizer(self) -> str:
        organizer: str = self.game.organizer
        return organizer

    def must(self, command: c.Command | c.SystemCommand) -> None:
        known, events = self.croupier.carry_out(self.known, command)
        self._commit(command, events, known)

    def try_(self, command: c.Command | c.SystemCommand) -> None:
        try:
            self.must(command)
        except Refusal as refusal:
            self.refusals.append(Refused(command, self.known, refusal))

    def _commit(
        self, command: c.Command | c.SystemCommand, events: tuple[Event, ...], known: CroupierState
    ) -> None:
        self.commits.append(Commit(command, self.known, events, known, self.now))
        self.known = known

    def _lobby_command(self) -> c.Command:
        by, other = self.random.choice(PEOPLE), self.random.choice(PEOPLE)
        seated = self.random.choice(self.players or [by])
        invited = self.random.choice(self.game.invited or PEOPLE)
        return self.random.choice(
            [
                c.InvitePlayer(by=seated, player=other),
                c.InvitePlayer(by=by, player=other),
                c.DeclineInvitation(by=invited),
                c.WithdrawInvitation(by=seated, player=invited),
                c.JoinGame(by=by),
                c.JoinGame(by=by),
                c.JoinGame(by=invited),
                self._commitment(self.random.choice(self._people or [by])),
                c.CommitSeed(by=by, commitment="none"),
                c.RevealSeed(by=seated, seed=seed_of(other)),
                c.LeaveGame(by=by),
                c.RemovePlayer(by=seated, player=other),
                c.FillSeats(by=seated, count=self.random.randrange(-1, 3)),
                c.AutomateSeat(by=by),
                c.AutomateSeat(by=seated, player=other),
                c.PassTurn(by=seated),
                c.StartGame(by=by),
            ]
        )

    def _seat_another_player(self) -> None:
        declined = self.game.declined
        free = (player for player in PEOPLE if player not in self.players)
        player = next(player for player in free if declined.count(player) < MAX_DECLINED)
        if self.random.random() < 0.3 and self.machine:
            self.must(c.FillSeats(by=self.organizer, count=1))
            return
        barred = self.game.access is Access.PRIVATE or player in self.game.removed
        if barred and player not in self.game.invited:
            self.must(c.InvitePlayer(by=self.organizer, player=player))
        self.must(c.JoinGame(by=player))

    def _move_out_of_turn(self) -> None:
        # In a row by one player, so that what one of them announces the next may take back.
        player = self.random.choice(self.players)
        for kind in self.rules.out_of_turn:
            if self.random.random() < 0.6:
                self.try_(self.random.choice(list(of_kind(kind, player, hand=()))))

    def _move(self, *, at_random: bool) -> c.Move:
        return self._move_of(self.random.choice(self.rules.to_move(self.game.table)), at_random=at_random)

    def _move_of(self, seat: int, *, at_random: bool) -> c.Move:
        player = self.players[seat]
        if self.machine and (not at_random or player in self.suggested):
            return player_of(self.rules.variant)(self.known.views[seat].game, seat)
        offer = self.random.choice(legal(self.game, seat))
        return self.random.choice(list(offer.moves(player)))

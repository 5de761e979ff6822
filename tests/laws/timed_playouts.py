"""Whole games with clocks, played at random: people are late, leave, return, resign and vote."""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta
from functools import lru_cache

from domain import commands as c
from domain.deadlines import GRACE, NothingDue
from domain.events import OptionValue
from domain.game import Stage, has_expired
from domain.options import ClockKind, Timeout
from domain.refusals import Refusal
from tests.laws.playouts import PEOPLE, RANDOM_COMMANDS, Match, Playout

MOST_ROUNDS = 3000


@lru_cache(maxsize=64)
def timed_playout(variant: str, seed: int) -> Playout:
    """Play a game with a clock to its end, which it has whatever people do."""
    match = _TimedMatch(variant, seed)
    match.gather()
    match.play()
    return Playout(variant=variant, seed=seed, commits=tuple(match.commits), refused=tuple(match.refusals))


class _TimedMatch(Match):
    """A game in the making, whose people may be absent."""

    def __init__(self, variant: str, seed: int) -> None:
        super().__init__(variant, seed)
        self.absent: set[str] = set()
        self.leaving = self.random.choice((0.0, 0.02, 0.2))

    def options(self) -> dict[str, OptionValue]:
        return super().options() | {
            "clock": self.random.choice((ClockKind.PER_MOVE, ClockKind.BANK)),
            "move_seconds": self.random.choice((10, 30, 600)),
            "bank_seconds": self.random.choice((0, 20, 300)),
            "increment_seconds": self.random.choice((0, 7)),
            "on_timeout": self.random.choice(list(Timeout)),
            "timeouts_in_a_row": self.random.choice((1, 2, 3)),
        }

    def play(self) -> None:
        for played in range(MOST_ROUNDS):
            if self.game.stage is not Stage.PLAYING:
                return
            self._come_and_go()
            self.now += timedelta(seconds=self.random.choice((0, 0.001, 1, 4, 9, 15)))
            self._expire()
            if self.game.stage is Stage.PLAYING:
                self._act(at_random=played < RANDOM_COMMANDS)
        raise AssertionError("the game does not end")

    @property
    def _present(self) -> list[int]:
        """The seats whose move is awaited and whose people are there."""
        to_move = self.game.rules.to_move(self.game.table)
        return [seat for seat in to_move if self.players[seat] not in self.absent]

    def _come_and_go(self) -> None:
        for player in self._people:
            if self.random.random() < self.leaving:
                self.absent ^= {player}
        player = self.random.choice(self.players)
        commands: tuple[c.Command | c.SystemCommand, ...] = (
            c.ReclaimSeat(by=player),
            c.VoteToAbandon(by=player),
            c.WithdrawVote(by=player),
            c.Resign(by=player),
            c.AutomateSeat(by=self.organizer, player=player),
            c.ExpireDeadlines(),
            c.PassTurn(by=PEOPLE[-1]),
        )
        for command, chance in zip(commands, (0.1, 0.01, 0.05, 0.005, 0.01, 0.02, 0.01), strict=True):
            if self.random.random() < chance and self.game.stage is Stage.PLAYING:
                with suppress(NothingDue):
                    self.try_(command)

    def _expire(self) -> None:
        if has_expired(self.game, self.now):
            self.must(c.ExpireDeadlines())

    def _wait_for_nobody(self) -> None:
        """Let time pass until a deadline, or close a paused game after 14 days."""
        clocks = self.game.clocks
        if not clocks.running:
            if self.random.random() < 0.5:
                self.absent.clear()
                return
            self.now += timedelta(days=14)
            self.must(c.CloseIdleGame())
            return
        self.now = max(self.now, min(clocks.seats[seat].deadline for seat in clocks.running) + GRACE)
        self.must(c.ExpireDeadlines())

    def _act(self, *, at_random: bool) -> None:
        if not self._present:
            self._wait_for_nobody()
            return
        seat = self.random.choice(self._present)
        try:
            self.must(self._move_of(seat, at_random=at_random))
        except Refusal as refusal:
            raise AssertionError(f"a legal move in time is refused: {refusal}") from refusal

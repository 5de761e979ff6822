"""Records the decisions of a game: every bid, pass, trump choice, discard and play, and queued passes."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

from application.codec import GameId
from domain.events import BidPlaced, PassQueued, PassUnqueued, SeatEvent, TurnPassed
from domain.visibility import SPECTATOR, redact
from projections.finished_games.progress import evolve
from projections.statistics.facts import Facts, HourCounts, microseconds
from projections.statistics.progress import RoundProgress, SecretBid, StatisticsProgress

# A decision is stored as one number, the sum of its kind and of who decided: plain numbers, because SQLite's
# driver converts an enum slowly, and the most frequent ones are those that SQLite stores in the least space.
KINDS_APART: Final = 8
"""The difference between successive kinds."""
PLAY: Final = 0
"""A card was played to a trick."""
GROUP: Final = 8
"""Equal cards were played together, in a game without tricks."""
BID: Final = 16
PASS: Final = 24
TRUMP: Final = 32
DISCARD: Final = 40
QUEUE_PASS: Final = 48
UNQUEUE_PASS: Final = 56

# Who decided; decisions of machines have odd numbers.
BY_PERSON: Final = 0
BY_MACHINE: Final = 1
"""The machine that plays the seat."""
BY_RULE: Final = 2
"""Nobody at a person's seat: a queued pass, a prescribed bid, or the card that opens the game."""
BY_RULE_FOR_MACHINE: Final = 3
"""The same at a seat that a machine plays."""
BY_CLOCK: Final = 5
"""The machine, for one move, because the clock of a person's seat ran out."""


class MoveWriter:
    """Writes the decisions of one game, and counts the moves of its players."""

    def __init__(self, facts: Facts, game: GameId, progress: StatisticsProgress) -> None:
        self._facts = facts
        self._id = game
        self._progress = progress
        self._game = progress.game
        self._players = self._game.players
        self._counted = self._seats_counted()
        self._created = microseconds(progress.created_at)
        self._at: datetime | None = None
        self._after = 0
        """Microseconds from the creation of the game to the moment `_at`."""
        self._hour: HourCounts
        """The counts of the hour of that moment."""

    def _seats_counted(self) -> list[list[int]]:
        """Return for each seat the counts to which its next moves add: those of people, or of machines."""
        progress = self._progress
        if not progress.person_moves:
            return []
        return [progress.machine_moves if machine else progress.person_moves for _, machine in self._players]

    def _moved(self, seat: int, at: datetime) -> None:
        if at is not self._at:
            self._reach(at)
        player, machine = self._players[seat]
        if self._progress.by_clock and seat in self._progress.by_clock:
            self._hour.moved(player, machine=True)
            self._progress.machine_moves[seat] += 1
            return
        self._hour.moved(player, machine=machine)
        self._counted[seat][seat] += 1

    def _reach(self, at: datetime) -> None:
        # Many successive events share one moment, so what follows from it is computed once.
        now = microseconds(at)
        self._at, self._after = at, now - self._created
        self._hour = self._facts.hour(self._game.variant, now)

    def bid_placed(self, event: BidPlaced, at: datetime) -> None:
        """Add a public bid."""
        evolve(self._game, event)
        self._moved(event.seat, at)
        if (round := self._progress.round) is not None:
            round.follow(event)
            self._bid(round, BID, event.seat, at, str(event.amount))

    def bid_committed(self, event: Any, at: datetime) -> None:
        """Keep that a seat has bid."""
        if (round := self._progress.round) is not None:
            round.follow(redact(event, SPECTATOR))
            self._bid_in_secret(round, event.seat, at)

    def bids_disclosed(self, event: Any, at: datetime) -> None:
        """Add bids that were secret until this event, in the order in which they were made."""
        evolve(self._game, event)
        if (round := self._progress.round) is None:
            return
        round.follow(event)
        bids = {seat: str(amount) for seat, amount in enumerate(event.bids)}
        for seat, after, thinking, by in round.secret_bids:
            key = self._progress.number, round.number, round.moves
            self._facts.moves.append((*key, seat, BID + by, seat, bids.pop(seat), after, thinking))
            round.moves += 1
        for seat, amount in bids.items():
            self._decided(round, BID, seat, at, amount, seat, by_rule=True)
        round.secret_bids, round.bids_opened_at, round.disclosed = [], at, len(event.bids)
        self._facts.round(self._progress.number, round)

    def turn_passed(self, event: TurnPassed, at: datetime) -> None:
        """Count the move unless it was automatic; before the first card of a round, add a passed bid."""
        if not event.automatic:
            self._moved(event.seat, at)
        if (round := self._progress.round) is None:
            return
        round.follow(event)
        if round.plays:
            self._decided(round, PASS, event.seat, at, by_rule=event.automatic)
        else:
            self._bid(round, PASS, event.seat, at, None, by_rule=event.automatic)

    def _bid(
        self,
        round: RoundProgress,
        kind: int,
        seat: int,
        at: datetime,
        amount: str | None,
        *,
        by_rule: bool = False,
    ) -> None:
        self._decided(round, kind, seat, at, amount, round.disclosed, by_rule=by_rule)
        round.disclosed += 1

    def pass_queued(self, event: PassQueued, at: datetime) -> None:
        """Add a pass that was queued before the turn of its seat."""
        self._decided_out_of_turn(event, QUEUE_PASS, at)

    def pass_unqueued(self, event: PassUnqueued, at: datetime) -> None:
        """Add the withdrawal of a queued pass."""
        self._decided_out_of_turn(event, UNQUEUE_PASS, at)

    def _decided_out_of_turn(self, event: SeatEvent, kind: int, at: datetime) -> None:
        seat, machine = event.seat, self._players[event.seat][1]
        self._moved(seat, at)
        if (round := self._progress.round) is not None:
            round.follow(event)
            key = self._progress.number, round.number, round.moves
            by = BY_MACHINE if machine else BY_PERSON
            self._facts.moves.append((*key, seat, kind + by, None, None, self._after, None))
            round.moves += 1

    def _decided(
        self,
        round: RoundProgress,
        kind: int,
        seat: int,
        at: datetime,
        value: str | None = None,
        place: int | None = None,
        *,
        by_rule: bool = False,
    ) -> None:
        """Add a decision in turn; `place` counts bids and passes, or plays, from 0 in the round."""
        if at is not self._at:
            self._reach(at)
        progress, after = self._progress, self._after
        thinking: int | None
        if by_rule or progress.by_clock or progress.returned or after < progress.turn_after:
            by, thinking = self._decider(seat, progress.turn_after, by_rule=by_rule)
        elif self._players[seat][1]:
            by, thinking = BY_MACHINE, None
        else:
            by, thinking = BY_PERSON, (after - progress.turn_after) // 1000
        # In the order of the table's columns.
        self._facts.moves.append(
            (progress.number, round.number, round.moves, seat, kind + by, place, value, after, thinking)
        )
        round.moves += 1
        progress.turn_after = after

    def _decider(self, seat: int, since: int, *, by_rule: bool = False) -> tuple[int, int | None]:
        """Return who decides for a seat, and a person's milliseconds since the seat could decide."""
        machine, progress = self._players[seat][1], self._progress
        if by_rule:
            return BY_RULE_FOR_MACHINE if machine else BY_RULE, None
        if progress.by_clock and seat in progress.by_clock:
            progress.by_clock.remove(seat)
            return BY_CLOCK, None
        if machine:
            return BY_MACHINE, None
        if (returned := progress.returned.get(seat)) is not None and returned > since:
            since = returned
        # The clocks of several servers may differ.
        return BY_PERSON, (self._after - since) // 1000 if self._after > since else 0

    def _bid_in_secret(self, round: RoundProgress, seat: int, at: datetime) -> None:
        """Keep that a seat has bid until the bids are opened; all seats can bid from the deal on."""
        self._moved(seat, at)
        by, thinking = self._decider(seat, round.dealt_after)
        round.secret_bids.append(SecretBid(seat, self._after, thinking, by))
        self._progress.turn_after = self._after

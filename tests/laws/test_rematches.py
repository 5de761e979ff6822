"""Laws of rematches: seats move on, whoever comes, and all laws of other games hold for them too."""

from __future__ import annotations

from datetime import datetime
from random import Random
from uuid import UUID

from hypothesis import given, settings

from application.audit.game_audit import AuditedGame
from domain import commands as c
from domain.deadlines import GRACE
from domain.events import Access, Event, GameStarted, MissingPlayers, PlayerInvited, PlayerJoined
from domain.game import NEW, Game, Stage
from domain.rematch.command import Rematch
from domain.rematch.creation import REMATCH_WAIT
from domain.rematch.deadline import expired
from tests.laws.playouts import PEOPLE, SEEDS, Match, Playout, every_variant, playout, same_games
from tests.laws.secrecy.test_secrecy import check_secrecy
from tests.laws.test_commitments import check_commitments
from tests.laws.test_course import check_course, check_outcome, check_refusals
from tests.laws.test_replay import check_prefixes, check_replay, check_views

PREVIOUS = UUID(int=110)


class RematchMatch(Match):
    """The rematch of a game in the making; its players come, do not come, decline and go."""

    def __init__(self, before: Game, seed: int) -> None:
        super().__init__(before.variant, seed)
        self.before = before
        self.times: list[datetime] = []

    def create(self) -> None:
        people = [seat.player for seat in self.before.seats if not seat.machine]
        gone = {player for player in people if self.random.random() < 0.1}
        missing = self.random.choice((None, *MissingPlayers))
        command = Rematch(by=self.random.choice(people), missing=missing)
        known, events = self.croupier.create_rematch(command, self.before, PREVIOUS, self.now, gone)
        self._commit(command, events, known)

    def gather(self) -> None:
        """Let players come or not, then wait for the end of the time, unless the organizer starts."""
        self.create()
        for _ in range(self.random.randrange(12)):
            self.try_(self._command())
        if self.game.stage is Stage.WAITING_FOR_PLAYERS:
            self.now += REMATCH_WAIT + GRACE
            if self.random.random() < 0.3:
                self.try_(c.JoinGame(by=self.random.choice(PEOPLE)))
            self._expire()
        if self.game.stage is Stage.WAITING_FOR_PLAYERS:
            while len(self.game.seats) < self.rules.seats[0]:
                self._seat_another_player()
            self.must(c.StartGame(by=self.organizer))
        if self.game.stage is Stage.WAITING_FOR_SEEDS:
            self._reveal_seeds()

    def _expire(self) -> None:
        due = expired(self.game, self.now)
        if due:
            known, events = self.croupier.settled(self.known, due, self.now)
            self._commit(c.ExpireDeadlines(), events, known)

    def _command(self) -> c.Command:
        player = self.random.choice(self.before.seats).player
        missing = self.random.choice((None, *MissingPlayers))
        return self.random.choice(
            [
                Rematch(by=player, missing=missing),
                Rematch(by=self.random.choice(PEOPLE)),
                Rematch(by=self.organizer, missing=missing),
                c.JoinGame(by=player),
                c.DeclineInvitation(by=player),
                self._lobby_command(),
            ]
        )

    def _commit(self, command: c.Command | c.SystemCommand, events: tuple[Event, ...], known: object) -> None:
        super()._commit(command, events, known)  # type: ignore[arg-type]
        self.times += [self.now] * len(events)


def rematch_of(variant: str, seed: int) -> tuple[Game, Playout, list[datetime]] | None:
    """Play a game and its rematch; return both, and the times of the rematch's events.

    None if the game was not won, or if only machine players were left.
    """
    before = playout(variant, seed).known.game
    if before.stage is not Stage.WON or all(seat.machine for seat in before.seats):
        return None
    match = RematchMatch(before, seed)
    match.gather()
    match.play()
    commits, refused = tuple(match.commits), tuple(match.refusals)
    return before, Playout(variant=variant, seed=seed, commits=commits, refused=refused), match.times


def check_seats(before: Game, played: Playout) -> None:
    """Look at the order of the seats after every commit, and at the seats at the start."""
    old = [seat.player for seat in before.seats]
    order = [*old[1:], *old[:1]]
    for commit in played.commits:
        game = commit.after.game
        if game.stage is Stage.WAITING_FOR_PLAYERS:
            seated = [seat.player for seat in game.seats if seat.player in order]
            people = [player for player in seated if not player.startswith("machine-")]
            assert people == [player for player in order if player in people]
    for event in played.log:
        if isinstance(event, GameStarted):
            assert len(set(event.players)) == len(event.players)
            if set(order) == set(event.players):
                assert list(event.players) == order


def check_strangers(before: Game, played: Playout) -> None:
    """Only the players of the game before and those whom they invite sit down while seats are reserved."""
    theirs = {seat.player for seat in before.seats}
    for commit in played.commits:
        if not commit.after.game.reserved:
            return
        for event in commit.events:
            if isinstance(event, PlayerInvited):
                theirs.add(event.player)
            assert not isinstance(event, PlayerJoined) or event.machine or event.player in theirs


def check_audit(played: Playout, times: list[datetime]) -> None:
    """An audit finds no fault in what was played."""
    audited = AuditedGame()
    for event, at in zip(played.log, times, strict=True):
        assert audited.judge(event, at) is None
        audited.apply(event)
    assert audited.game == played.known.game != NEW


@every_variant
@same_games
@given(seed=SEEDS)
@settings(max_examples=6)
def test_the_laws_of_games_hold_for_rematches(variant: str, seed: int) -> None:
    found = rematch_of(variant, seed)
    if found is None:
        return
    before, played, times = found
    assert played.known.game.access in list(Access)
    check_seats(before, played)
    check_strangers(before, played)
    check_audit(played, times)
    check_course(played)
    check_outcome(played)
    check_refusals(played)
    check_replay(played)
    check_prefixes(played, Random(seed))
    check_views(played, Random(seed))
    check_commitments(played, Random(seed))


@every_variant
@same_games
@given(seed=SEEDS)
@settings(max_examples=2)
def test_a_view_of_a_rematch_does_not_depend_on_unseen_cards(variant: str, seed: int) -> None:
    found = rematch_of(variant, seed)
    if found is not None:
        check_secrecy(found[1], Random(seed))

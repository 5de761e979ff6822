"""The secrecy check over the API: moments of games, viewers, and counts of comparisons."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from random import Random
from typing import Final

from domain.commands import CloseGame, Command, CreateGame, KickPlayer, WithdrawVote
from domain.events import AbandonVoted
from domain.game import fold, settle
from domain.refusals import Refusal
from domain.state import Stage
from tests.api.secrecy.permuted_servers import OPERATOR, Who, Worlds
from tests.api.secrecy.viewer_bytes import (
    Found,
    account_commands,
    callers,
    everything,
    invitation_link,
    invited,
    outcome,
)
from tests.laws.playouts import PEOPLE, Playout
from tests.laws.secrecy.glimpses import consequences
from tests.laws.secrecy.secrecy_check import Log, assert_secret

_HAS_DATA: Final = re.compile(
    rb'"__typename":"[A-Za-z]+Accepted"'
    rb'|^data: \{"data":|^\{"data":(?!.*"code":")',
    re.MULTILINE,
)
"""Typenames of answers other than refusals."""


class Tally:
    """Counts of compared answers, and of those with data."""

    def __init__(self) -> None:
        self.compared = 0
        self.answered: Counter[str] = Counter()
        """The number of successful answers, by root field."""
        self.refused: Counter[str] = Counter()
        """The number of refusals, by root field."""

    def take(self, found: Found) -> None:
        """Count responses that were equal in two worlds."""
        self.compared += len(found)
        for name, answer in found.items():
            field = name.split()[0]
            (self.answered if _HAS_DATA.search(answer) else self.refused)[field] += 1


def moments(played: Playout, random: Random) -> Iterator[Log]:
    """Yield moments of a game endlessly: one in mid-game, then random ones."""
    logs = list(played.committed_logs())
    playing = [log for log in logs if fold(log).stage is Stage.PLAYING]
    yield random.choice(playing or logs)
    while True:
        yield random.choice(logs)


def kicks(logs: Sequence[Log], random: Random) -> Iterator[tuple[Log, Command]]:
    """Yield commands that kick a player, each with the log before it."""
    for log in random.sample(logs, len(logs)):
        for seat in fold(log).seats:
            command = KickPlayer(by=OPERATOR, player=seat.player)
            if not seat.automated and settle(fold((*log, *consequences(log, command)))) == ():
                yield log, command


def withdrawals(logs: Sequence[Log]) -> Iterator[tuple[Log, Command]]:
    """Yield a command that withdraws a vote, with the log before it; none if nobody voted in vain."""
    for log in logs:
        if log and isinstance(log[-1], AbandonVoted):
            yield log, WithdrawVote(by=fold(log).seats[log[-1].seat].player)
            return


def accepted(played: Playout, random: Random) -> Iterator[tuple[Log, Command]]:
    """Yield one accepted command of each kind, with the log before it.

    Commands followed by a shuffle or a machine's move are left out: the worlds may differ after them.
    """
    logs = [(), *played.committed_logs()]
    # Operators do not play, so no commit is theirs.
    yield random.choice(logs[1:-1]), CloseGame(by=OPERATOR)
    yield next(kicks(logs[1:-1], random))
    yield from withdrawals(logs)
    commits = [
        (log, commit.command)
        for log, commit in zip(logs, played.commits, strict=False)
        if isinstance(commit.command, Command)
    ]
    random.shuffle(commits)
    kinds = set[type[Command]]()
    for log, command in commits:
        kind = type(command)
        if kind is CreateGame or kind in kinds or command.by not in PEOPLE:
            continue
        try:
            following = settle(fold((*log, *consequences(log, command))))
        except Refusal:
            # The command was accepted because time had passed.
            continue
        if following == ():
            kinds.add(kind)
            yield log, command


def compare_everything(worlds: Worlds, log: Log, whos: Sequence[Who], random: Random, tally: Tally) -> None:
    """Compare all responses after a log for some callers."""
    truth = everything(worlds, log, whos)
    for who in whos:
        compare(worlds, log, who, truth[who], random)
        tally.take(truth[who])


def compare(worlds: Worlds, log: Log, who: Who, truth: Found, random: Random) -> None:
    """Compare a caller's responses after a log with those in another world; raises Leak."""

    def glimpse(other: Log, _: object) -> Found:
        return truth if other is log else everything(worlds, other, [who])[who]

    assert_secret(log, fold(log).seat_of(who), glimpse, random)


def compare_outcome(worlds: Worlds, log: Log, command: Command, random: Random, tally: Tally) -> None:
    """Compare the sender's responses to an accepted command; raises Leak."""
    shown = consequences(log, command)
    kept = list[Found]()

    def glimpse(other: Log, _: object) -> Found:
        kept.append(outcome(worlds, other, command.by, command))
        return kept[0] if other is log else kept[-1]

    seat = fold((*log, *shown)).seat_of(command.by)
    assert_secret(log, seat, glimpse, random, shown=shown)
    tally.take(kept[0])


def compare_account_commands(worlds: Worlds, log: Log, who: str, random: Random, tally: Tally) -> None:
    """Compare responses to account commands: sign-in, renaming, erasure; raises Leak."""
    kept = list[Found]()

    def glimpse(other: Log, _: object) -> Found:
        kept.append(account_commands(worlds, other, who))
        return kept[-1]

    assert_secret(log, fold(log).seat_of(who), glimpse, random)
    tally.take(kept[0])


def compare_invitation(worlds: Worlds, log: Log, who: str, random: Random, tally: Tally) -> None:
    """Compare responses to an invitation by link, to its guest and to its inviter; raises Leak."""
    for caller, responses in ((who, invited), (PEOPLE[0], invitation_link)):
        kept = list[Found]()

        def glimpse(
            other: Log,
            _: object,
            caller: str = caller,
            responses: Callable[[Worlds, Log, str], Found] = responses,
            kept: list[Found] = kept,
        ) -> Found:
            kept.append(responses(worlds, other, caller))
            return kept[-1]

        assert_secret(log, fold(log).seat_of(caller), glimpse, random)
        tally.take(kept[0])


def compare_game(
    worlds: Worlds,
    played: Playout,
    random: Random,
    tally: Tally,
    *,
    looks: int,
    seated: int | None = None,
    outcomes: int | None = None,
) -> None:
    """Compare all responses and outcomes at some moments of a game; raises Leak.

    The first moment is compared for all callers, or `seated` of those with seats; the others for some.
    """
    first, *others = islice(moments(played, random), looks)
    at_table = [who for who in callers(first) if fold(first).seat_of(who) is not None]
    away = [] if seated is None else random.sample(at_table, max(0, len(at_table) - seated))
    compare_everything(worlds, first, [who for who in callers(first) if who not in away], random, tally)
    for log in others:
        compare_everything(worlds, log, random.sample(callers(log), 3), random, tally)
    for before, command in islice(accepted(played, random), outcomes):
        compare_outcome(worlds, before, command, random, tally)
    people = [who for who in callers(first) if who in PEOPLE]
    compare_account_commands(worlds, first, str(random.choice(people)), random, tally)
    for log in (played.commits[0].events, first):
        compare_invitation(worlds, log, PEOPLE[-1], random, tally)

"""The secrecy check over the API: moments of games, viewers, and counts of comparisons."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random
from typing import Final

from domain.commands import CloseGame, Command, CreateGame
from domain.game import fold, settle
from domain.state import Stage
from tests.api.secrecy.permuted_servers import OPERATOR, Who, Worlds
from tests.api.secrecy.viewer_bytes import Found, callers, everything, farewell, invited, outcome
from tests.laws.playouts import PEOPLE, Playout
from tests.laws.secrecy.glimpses import consequences
from tests.laws.secrecy.secrecy_check import Log, assert_secret

_SAID: Final = re.compile(
    rb'"__typename":"(?:CommandAccepted|InvitationLink|SignedIn|Renamed|Erased)"'
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
        """Count what was the same in two worlds."""
        self.compared += len(found)
        for name, answer in found.items():
            field = name.split()[0]
            (self.answered if _SAID.search(answer) else self.refused)[field] += 1


def moments(played: Playout, random: Random) -> Iterator[Log]:
    """Yield moments of a game endlessly: one in mid-game, then random ones."""
    logs = list(played.committed_logs())
    playing = [log for log in logs if fold(log).stage is Stage.PLAYING]
    yield random.choice(playing or logs)
    while True:
        yield random.choice(logs)


def accepted(played: Playout, random: Random) -> Iterator[tuple[Log, Command]]:
    """Yield one accepted command of each kind, with the log before it.

    Where chance or a machine has to come in, the two worlds go on differently by right: none of these.
    """
    logs = [(), *played.committed_logs()]
    # Operators do not play, so no commit is theirs.
    yield random.choice(logs[1:-1]), CloseGame(by=OPERATOR)
    commits = list(zip(logs, (commit.command for commit in played.commits), strict=False))
    random.shuffle(commits)
    kinds = set[type[Command]]()
    for log, command in commits:
        kind = type(command)
        if kind is CreateGame or kind in kinds or command.by not in PEOPLE:
            continue
        if settle(fold((*log, *consequences(log, command)))) == ():
            kinds.add(kind)
            yield log, command


def compare_everything(worlds: Worlds, log: Log, whos: Sequence[Who], random: Random, tally: Tally) -> None:
    """Compare all that there is to get after a log, for some who look."""
    truth = everything(worlds, log, whos)
    for who in whos:
        compare(worlds, log, who, truth[who], random)
        tally.take(truth[who])


def compare(worlds: Worlds, log: Log, who: Who, truth: Found, random: Random) -> None:
    """Compare what somebody gets after a log with what it would get in another world; raises Leak."""

    def glimpse(other: Log, _: object) -> Found:
        return truth if other is log else everything(worlds, other, [who])[who]

    assert_secret(log, fold(log).seat_of(who), glimpse, random)


def compare_outcome(worlds: Worlds, log: Log, command: Command, random: Random, tally: Tally) -> None:
    """Compare what comes of a command that is accepted, for whoever sent it; raises Leak."""
    shown = consequences(log, command)
    kept = list[Found]()

    def glimpse(other: Log, _: object) -> Found:
        kept.append(outcome(worlds, other, command.by, command))
        return kept[0] if other is log else kept[-1]

    seat = fold((*log, *shown)).seat_of(command.by)
    assert_secret(log, seat, glimpse, random, shown=shown)
    tally.take(kept[0])


def compare_farewell(worlds: Worlds, log: Log, who: str, random: Random, tally: Tally) -> None:
    """Compare what comes of what people do with themselves; raises Leak."""
    kept = list[Found]()

    def glimpse(other: Log, _: object) -> Found:
        kept.append(farewell(worlds, other, who))
        return kept[-1]

    assert_secret(log, fold(log).seat_of(who), glimpse, random)
    tally.take(kept[0])


def compare_invitation(worlds: Worlds, log: Log, who: str, random: Random, tally: Tally) -> None:
    """Compare what comes of an invitation by link; raises Leak."""
    kept = list[Found]()

    def glimpse(other: Log, _: object) -> Found:
        kept.append(invited(worlds, other, who))
        return kept[-1]

    assert_secret(log, fold(log).seat_of(who), glimpse, random)
    tally.take(kept[0])


def compare_much(
    worlds: Worlds,
    played: Playout,
    random: Random,
    tally: Tally,
    *,
    looks: int,
    seated: int | None = None,
    outcomes: int | None = None,
) -> None:
    """Compare in some moments of a game all that there is to get and to do; raises Leak.

    In the first moment everybody looks, or so many of those who are seated; in the others some do.
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
    compare_farewell(worlds, first, str(random.choice(people)), random, tally)
    for log in (played.commits[0].events, first):
        compare_invitation(worlds, log, PEOPLE[-1], random, tally)

"""Traces of the lobby: scenarios of who invites, joins, leaves, automates and starts.

The package and our rules differ on purpose, and RULES wins. Each difference is written out, with its
reason, where it bears: `_refused_by_us`, `_REFUSAL_AS_GOOD`, `_by_our_rules` and `_Scenario.run`.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from domain import commands as c
from domain import events as e
from domain import refusals as r
from domain.cards import Cards
from domain.rules import rules_of
from domain.state import Stage
from tests.conformance.playing import Playing
from tests.conformance.traces import (
    Diverged,
    Kind,
    Report,
    TraceError,
    compare_fields,
    converted,
    name_of,
    register,
)

_VARIANT = "hundred-and-ten"
_OPEN = str(Stage.WAITING_FOR_PLAYERS)
_NOBODY = "unknown"

_REFUSAL_AS_GOOD: dict[str, tuple[type[r.Refusal], ...]] = {
    # The package lets anyone pass at any time and takes no notice; RULES: "R: pre-pass or unpass outside
    # bidding, by one who passed, pre-pass twice", and every move of a stranger or for a machine.
    "pass": (r.AlreadyPassed, r.PassAlreadyQueued, r.WrongPhase, r.NotSeated, r.SeatIsAutomated),
    # What the machine plays already it goes on playing, told so again or not.
    "automate": (r.AlreadyAutomated,),
}
"""Refusals of ours for what the package accepts without that anything changes."""


class _After(Struct):
    status: str
    people: list[tuple[e.PlayerId, list[str], bool]]
    players: list[e.PlayerId]
    organizer: e.PlayerId
    dealer: e.PlayerId | None
    active: e.PlayerId | None

    def known(self) -> set[e.PlayerId]:
        """Return who is invited or seated."""
        return {person for person, *_ in self.people}

    def reserved(self) -> list[e.PlayerId]:
        """Return who is seated in the order in which the package has heard of them."""
        return [person for person, roles, _ in self.people if "PLAYER" in roles]


class _Step(Struct):
    op: list[str]
    ok: bool
    after: _After


class _Trace(Struct):
    accessibility: e.Access
    initial_people: list[tuple[e.PlayerId, list[str]]]
    steps: list[_Step]


def recognises(trace: object) -> bool:
    """Tell whether it is a scenario with people to begin with and steps."""
    return isinstance(trace, dict) and {"accessibility", "initial_people", "steps"} <= trace.keys()


def replay(trace: object) -> Report:
    """Replay a scenario; raises TraceError when it is not well-formed."""
    report = Report(name_of(trace, "name"))
    scenario = converted(trace, _Trace, f"game {report.game}")
    with report.watching():
        _Scenario(scenario, report).run()
    return report


class _Scenario:
    """A scenario and our lobby, side by side."""

    def __init__(self, trace: _Trace, report: Report) -> None:
        self.trace = trace
        self.report = report
        self.playing: Playing | None = None

    def run(self) -> None:
        """Go through the scenario; raises Diverged where ours differs."""
        people = self.trace.initial_people
        if people and not any("PLAYER" in roles for _, roles in people):
            # The package has games in which nobody sits though somebody is there; ours have a seated creator.
            return
        self._set_up()
        seats = [] if self.playing is None else self.playing.players
        at_first = [(person, roles, False) for person, roles in people]
        before = _After(_OPEN, at_first, seats, _NOBODY, None, None)
        for index, step in enumerate(self.trace.steps):
            self.report.step = index
            refusal = self._take(step, before, seats)
            if before.status == Stage.CLOSED:
                # The package's lobby outlives its last player; ours is closed by it and refuses everything.
                _compare_ok(expected=False, refusal=refusal)
                if step.after.players:
                    continue
            else:
                self._judge(step, before, refusal)
            seats = _seats(seats, step.after)
            after = _by_our_rules(step.after, before, seats)
            compare_fields(_compared(after), _compared(self._ours()))
            self.report.states += 1
            before = after

    def _set_up(self) -> None:
        # The organizer first, since it creates our game; who is only invited needs a seated one to do it.
        people = sorted(
            self.trace.initial_people,
            key=lambda person: ("ORGANIZER" not in person[1], "PLAYER" not in person[1]),
        )
        for player, roles in people:
            private = self.trace.accessibility is e.Access.PRIVATE
            if self.playing is not None and ("INVITEE" in roles or private):
                self.playing.act(c.InvitePlayer(by=self.playing.players[0], player=player))
            if "PLAYER" in roles:
                self._join(player)

    def _join(self, player: e.PlayerId) -> None:
        if self.playing is None:
            creation = c.CreateGame(by=player, variant=_VARIANT, access=self.trace.accessibility)
            self.playing = Playing(creation, _as_it_comes)
        else:
            self.playing.act(c.JoinGame(by=player))

    def _take(self, step: _Step, before: _After, seats: list[e.PlayerId]) -> r.Refusal | str | None:
        """Take a step; returns why it was refused, if it was."""
        try:
            match step.op:
                case ["join", player] if self.playing or self.trace.accessibility is e.Access.PUBLIC:
                    self._join(player)
                case _ if self.playing is None:
                    return "there is no game before somebody has created it"
                case _:
                    self.playing.act(_command(step.op, self.playing, before, seats))
        except r.Refusal as refusal:
            return refusal
        return None

    def _judge(self, step: _Step, before: _After, refusal: r.Refusal | str | None) -> None:
        if step.ok and isinstance(refusal, _REFUSAL_AS_GOOD.get(step.op[0], ())):
            return
        _compare_ok(expected=step.ok and not _refused_by_us(step.op, before), refusal=refusal)
        seated_already = before.status == _OPEN and step.op[0] == "join" and step.op[1] in before.players
        if seated_already and not isinstance(refusal, r.AlreadySeated):
            # A second join is refused as such, whether or not a seat is free.
            raise Diverged("refusal", r.AlreadySeated.code, refusal)

    def _ours(self) -> _After:
        if self.playing is None:
            return _After(_OPEN, [], [], _NOBODY, None, None)
        game, players = self.playing.game, self.playing.players
        dealer = active = None
        if game.table is not None:
            table = game.rules.show(game.table)
            dealer = players[table.dealer]
            active = next((players[seat] for seat in table.to_move), None)
        return _After(game.status, [], players, game.organizer or _NOBODY, dealer, active)


def _as_it_comes(number: int, cards: Cards) -> Cards:
    # The traces record no deck, so nothing that is compared can hang on it.
    return cards


def _compare_ok(*, expected: bool, refusal: r.Refusal | str | None) -> None:
    if expected is not (refusal is None):
        actual = refusal if refusal is None or isinstance(refusal, str) else f"{refusal.code}: {refusal}"
        raise Diverged("ok", expected, actual or True)


def _command(op: list[str], playing: Playing, before: _After, seats: list[e.PlayerId]) -> c.Command:
    game = playing.game
    match op:
        case ["start"]:
            return c.StartGame(by=game.organizer or _NOBODY)
        case ["invite", by, player]:
            return c.InvitePlayer(by=by, player=player)
        case ["leave", by]:
            return c.DeclineInvitation(by=by) if by in game.invited else c.LeaveGame(by=by)
        case ["automate", by]:
            return c.AutomateSeat(by=by)
        case ["pass", player]:
            # Where the seats are in another order it is the seat that passes, not the name.
            by = dict(zip(before.reserved(), seats, strict=True)).get(player, player)
            in_turn = game.table is not None and game.seat_of(by) in game.rules.to_move(game.table)
            return c.PassTurn(by=by) if in_turn else c.QueuePass(by=by)
    raise TraceError(f"a scenario has the unknown operation {op}")


def _refused_by_us(op: list[str], before: _After) -> bool:
    """Tell whether RULES refuses what the package accepts."""
    is_open = before.status == _OPEN
    match op:
        case ["join", player]:
            # "R: joining twice"; the package accepts it as long as a seat is free.
            seats = rules_of(_VARIANT).seats[-1]
            return is_open and player in before.players and len(before.players) < seats
        case ["invite", by, player]:
            # "R: inviting a seated or already invited player".
            return is_open and by in before.players and player in before.known()
        case ["leave", player]:
            # "R: leaving or automating by one who is not in the game".
            return is_open and player not in before.known()
        case ["automate", player]:
            return player not in before.players
    return False


def _seats(seats: list[e.PlayerId], after: _After) -> list[e.PlayerId]:
    """Return who is seated in the order of joining."""
    seated = after.reserved()
    return [player for player in seats if player in seated] + [new for new in seated if new not in seats]


def _by_our_rules(after: _After, before: _After, seats: list[e.PlayerId]) -> _After:
    """Return the package's state as RULES would have it."""
    reserved = after.reserved()
    ours = replace(after)
    if after.organizer in after.known() and after.organizer not in reserved:
        # "The next seated player becomes organizer"; the package takes an invited one as well.
        ours.organizer = seats[0] if seats else _NOBODY
    if after.status == _OPEN and not after.players and (before.players or before.status == Stage.CLOSED):
        # "The last one leaving closes the game."
        ours.status = str(Stage.CLOSED)
    elif after.players == reserved != seats:
        # "Seats are in order of joining"; the package keeps a place for who is invited. Seat for seat, the
        # two are the same.
        place = dict(zip(reserved, seats, strict=True))
        ours.players = seats
        ours.organizer = place.get(after.organizer, ours.organizer)
        ours.dealer = place.get(after.dealer or "", after.dealer)
        ours.active = place.get(after.active or "", after.active)
    return ours


def _compared(state: _After) -> dict[str, Any]:
    return {
        "status": state.status,
        "players": state.players,
        "organizer": state.organizer,
        "dealer": state.dealer,
        "active": state.active,
    }


register(Kind(name="Hundred and Ten, lobby", recognises=recognises, replay=replay))

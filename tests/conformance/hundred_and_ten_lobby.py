"""Traces of the lobby: scenarios of inviting, joining, leaving, automating and starting.

Where the package and the rules of Kibitz differ on purpose, RULES wins. Each difference has its reason in
`_refused_by_rules`, `_ACCEPTABLE_REFUSALS`, `_by_rules` or `_Scenario.run`.
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
from tests.conformance.replayed_game import ReplayedGame, status_of
from tests.conformance.traces import (
    Diverged,
    Kind,
    Report,
    TraceError,
    compare_fields,
    convert,
    name_of,
    register,
)

_VARIANT = "hundred-and-ten"
_OPEN = str(Stage.WAITING_FOR_PLAYERS)
_NOBODY = "unknown"

_ACCEPTABLE_REFUSALS: dict[str, tuple[type[r.Refusal], ...]] = {
    # The package accepts a pass of anyone at any time without an effect. RULES: "R: pre-pass or unpass
    # outside bidding, by one who passed, pre-pass twice", and every move of a stranger or for a machine.
    "pass": (r.AlreadyPassed, r.PassAlreadyQueued, r.WrongPhase, r.NotSeated, r.SeatIsAutomated),
    # Automating a seat again has no effect in the package.
    "automate": (r.AlreadyAutomated,),
}
"""Refusals by Kibitz of operations that the package accepts without an effect."""


class _After(Struct):
    status: str
    people: list[tuple[e.PlayerId, list[str], bool]]
    players: list[e.PlayerId]
    organizer: e.PlayerId
    dealer: e.PlayerId | None
    active: e.PlayerId | None

    def known(self) -> set[e.PlayerId]:
        """Return the invited and seated players."""
        return {person for person, *_ in self.people}

    def reserved(self) -> list[e.PlayerId]:
        """Return the seated players in the order in which the package recorded them."""
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
    """Return whether a trace is a scenario with initial people and steps."""
    return isinstance(trace, dict) and {"accessibility", "initial_people", "steps"} <= trace.keys()


def replay(trace: object) -> Report:
    """Replay a scenario; raises TraceError if it is not well-formed."""
    report = Report(name_of(trace, "name"))
    scenario = convert(trace, _Trace, f"game {report.game}")
    with report.watching():
        _Scenario(scenario, report).run()
    return report


class _Scenario:
    """A scenario beside the replayed lobby."""

    def __init__(self, trace: _Trace, report: Report) -> None:
        self.trace = trace
        self.report = report
        self.replayed: ReplayedGame | None = None

    def run(self) -> None:
        """Replay the scenario; raises Diverged at the first difference."""
        people = self.trace.initial_people
        if people and not any("PLAYER" in roles for _, roles in people):
            # The package has games with people but without seated players; in Kibitz the creator is seated.
            return
        self._set_up()
        seats = [] if self.replayed is None else self.replayed.players
        at_first = [(person, roles, False) for person, roles in people]
        before = _After(_OPEN, at_first, seats, _NOBODY, None, None)
        for index, step in enumerate(self.trace.steps):
            self.report.step = index
            refusal = self._take(step, before, seats)
            if before.status == Stage.CLOSED:
                # When the last player leaves, Kibitz closes the game, and the package keeps it.
                _compare_ok(expected=False, refusal=refusal)
                if step.after.players:
                    continue
            else:
                self._judge(step, before, refusal)
            seats = _seats(seats, step.after)
            after = _by_rules(step.after, before, seats)
            compare_fields(_compared(after), _compared(self._ours()))
            self.report.states += 1
            before = after

    def _set_up(self) -> None:
        # The organizer comes first and creates the game; invitations need a seated player.
        people = sorted(
            self.trace.initial_people,
            key=lambda person: ("ORGANIZER" not in person[1], "PLAYER" not in person[1]),
        )
        for player, roles in people:
            private = self.trace.accessibility is e.Access.PRIVATE
            if self.replayed is not None and ("INVITEE" in roles or private):
                self.replayed.act(c.InvitePlayer(by=self.replayed.players[0], player=player))
            if "PLAYER" in roles:
                self._join(player)

    def _join(self, player: e.PlayerId) -> None:
        if self.replayed is None:
            creation = c.CreateGame(by=player, variant=_VARIANT, access=self.trace.accessibility)
            self.replayed = ReplayedGame(creation, _unshuffled)
        else:
            self.replayed.act(c.JoinGame(by=player))

    def _take(self, step: _Step, before: _After, seats: list[e.PlayerId]) -> r.Refusal | str | None:
        """Take a step; returns the reason if it was refused."""
        try:
            match step.op:
                case ["join", player] if self.replayed or self.trace.accessibility is e.Access.PUBLIC:
                    self._join(player)
                case _ if self.replayed is None:
                    return "the game is not created yet"
                case _:
                    self.replayed.act(_command(step.op, self.replayed, before, seats))
        except r.Refusal as refusal:
            return refusal
        return None

    def _judge(self, step: _Step, before: _After, refusal: r.Refusal | str | None) -> None:
        if step.ok and isinstance(refusal, _ACCEPTABLE_REFUSALS.get(step.op[0], ())):
            return
        _compare_ok(expected=step.ok and not _refused_by_rules(step.op, before), refusal=refusal)
        seated_already = before.status == _OPEN and step.op[0] == "join" and step.op[1] in before.players
        if seated_already and not isinstance(refusal, r.AlreadySeated):
            # A second join is refused as AlreadySeated, whether or not a seat is free.
            raise Diverged("refusal", r.AlreadySeated.code, refusal)

    def _ours(self) -> _After:
        if self.replayed is None:
            return _After(_OPEN, [], [], _NOBODY, None, None)
        game, players = self.replayed.game, self.replayed.players
        dealer = active = None
        if game.table is not None:
            table = game.rules.show(game.table)
            dealer = players[table.dealer]
            active = next((players[seat] for seat in table.to_move), None)
        return _After(status_of(game), [], players, game.organizer or _NOBODY, dealer, active)


def _unshuffled(number: int, cards: Cards) -> Cards:
    # The traces have no deck, so no compared field depends on it.
    return cards


def _compare_ok(*, expected: bool, refusal: r.Refusal | str | None) -> None:
    if expected is not (refusal is None):
        actual = refusal if refusal is None or isinstance(refusal, str) else f"{refusal.code}: {refusal}"
        raise Diverged("ok", expected, actual or True)


def _command(op: list[str], replayed: ReplayedGame, before: _After, seats: list[e.PlayerId]) -> c.Command:
    game = replayed.game
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
            # If the order of seats differs, the seat passes and not the player of that name.
            by = dict(zip(before.reserved(), seats, strict=True)).get(player, player)
            in_turn = game.table is not None and game.seat_of(by) in game.rules.to_move(game.table)
            return c.PassTurn(by=by) if in_turn else c.QueuePass(by=by)
    raise TraceError(f"a scenario has the unknown operation {op}")


def _refused_by_rules(op: list[str], before: _After) -> bool:
    """Return whether RULES refuses an operation that the package accepts."""
    is_open = before.status == _OPEN
    match op:
        case ["join", player]:
            # "R: joining twice"; the package accepts it while a seat is free.
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
    """Return the seated players in the order of joining."""
    seated = after.reserved()
    return [player for player in seats if player in seated] + [new for new in seated if new not in seats]


def _by_rules(after: _After, before: _After, seats: list[e.PlayerId]) -> _After:
    """Return the package's state, corrected by RULES."""
    reserved = after.reserved()
    ours = replace(after)
    if after.organizer in after.known() and after.organizer not in reserved:
        # "The next seated player becomes organizer"; in the package an invited player can, too.
        ours.organizer = seats[0] if seats else _NOBODY
    if after.status == _OPEN and not after.players and (before.players or before.status == Stage.CLOSED):
        # "The last one leaving closes the game."
        ours.status = str(Stage.CLOSED)
    elif after.players == reserved != seats:
        # "Seats are in order of joining"; the package reserves a seat for an invited player. Compare by
        # seat.
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

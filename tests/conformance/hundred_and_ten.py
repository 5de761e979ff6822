"""Traces of Hundred and Ten: whole games of the published package with every state."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from domain import commands as c
from domain import events as e
from domain.cards import Card, Cards, Suit
from domain.refusals import Refusal
from domain.rules.hundred_and_ten import RoundPassedOut
from domain.state import Stage
from tests.conformance.hundred_and_ten_state import RoundRecords, state_of
from tests.conformance.replayed_game import Moment, ReplayedGame
from tests.conformance.traces import (
    Diverged,
    Kind,
    Report,
    TraceError,
    compare,
    compare_fields,
    convert,
    name_of,
    register,
)

_OPTIONS: dict[str, e.OptionValue] = {"discards": "left_of_dealer"}
# Fields that describe how the package was made to deal. The deck is compared when the game is dealt.
_NOT_COMPARED = frozenset(("deck", "deck_pulled", "stacked"))
_MAY_CHANGE_NOTHING = ("prepass", "unpass")


class _Action(Struct, tag_field="type"):
    """An attempted action."""


class _Bid(_Action, tag="bid"):
    amount: int


class _Unpass(_Action, tag="unpass"):
    pass


class _Trump(_Action, tag="trump"):
    suit: str


class _Discard(_Action, tag="discard"):
    cards: tuple[str, ...]


class _Play(_Action, tag="play"):
    card: str


class _Step(Struct):
    actor: str
    action: _Bid | _Unpass | _Trump | _Discard | _Play
    source: str
    ok: bool
    after: dict[str, Any]
    noop: bool = False
    auto_passes: list[str] | None = None
    drawn: list[str] | None = None
    round_end: int | None = None
    round_start: int | None = None


class _Trace(Struct):
    players: list[str]
    rounds: list[dict[str, Any]]
    initial: dict[str, Any]
    steps: list[_Step]
    finished: bool
    winner: str | None
    final_scores: dict[str, int]
    score_history: list[tuple[str, int]]


def recognises(trace: object) -> bool:
    """Return whether a trace is a game with rounds, an initial state and steps."""
    return isinstance(trace, dict) and {"players", "rounds", "initial", "steps"} <= trace.keys()


def replay(trace: object) -> Report:
    """Replay a game; raises TraceError if it is not well-formed."""
    report = Report(name_of(trace, "id"))
    game = convert(trace, _Trace, f"game {report.game}")
    with report.watching():
        _Replay(game, report).run()
    return report


class _Replay:
    """A trace beside the replayed game."""

    def __init__(self, trace: _Trace, report: Report) -> None:
        self.trace = trace
        self.report = report
        creator, *others = trace.players or [""]
        creation = c.CreateGame(by=creator, variant="hundred-and-ten", options=_OPTIONS)
        self.replayed = ReplayedGame(creation, self._deck)
        self.rounds = RoundRecords(trace.players)
        self.others = others

    def run(self) -> None:
        """Replay the trace; raises Diverged at the first difference."""
        trace, replayed = self.trace, self.replayed
        for player in self.others:
            replayed.act(c.JoinGame(by=player))
        self._remember(replayed.act(c.StartGame(by=trace.players[0])))
        self._compare_state(trace.initial)
        for index, step in enumerate(trace.steps):
            self.report.step = index
            # Skip quirks, which the package silently accepts and Kibitz refuses.
            if step.source != "quirk":
                self._take(step)
            elif step.noop:
                self._compare_state(step.after)
        self.report.step = "end"
        self._compare_end()

    def _deck(self, number: int, cards: Cards) -> Cards:
        if number >= len(self.trace.rounds):
            raise Diverged("rounds", f"no round {number}", "another deal")
        what = f"game {self.report.game}, rounds[{number}].deck"
        deck = convert(self.trace.rounds[number].get("deck"), Cards, what)
        if sorted(deck) != sorted(cards):
            raise TraceError(f"{what} is not a whole pack of cards")
        return deck

    def _take(self, step: _Step) -> None:
        before = state_of(self.replayed) if step.noop else {}
        moments: list[Moment] = []
        try:
            moments = self.replayed.act(self._command(step))
        except Refusal as refusal:
            refused = f"{type(refusal).__name__}: {refusal}"
            if step.ok and not (step.noop and step.source in _MAY_CHANGE_NOTHING):
                raise Diverged("ok", True, refused) from refusal
        except _NoCommand as no_command:
            if step.ok:
                raise Diverged("action", step.action, no_command) from no_command
        else:
            compare("ok", step.ok, True)
            if step.noop:
                compare("noop", before, state_of(self.replayed))
        self._remember(moments)
        self._compare_consequences(step, moments)
        self._compare_state(step.after)

    def _command(self, step: _Step) -> c.Move:
        by, game = step.actor, self.replayed.game
        try:
            match step.action:
                case _Bid(amount=0):
                    in_turn = game.seat_of(by) in game.rules.to_move(game.table)
                    return c.PassTurn(by=by) if in_turn else c.QueuePass(by=by)
                case _Bid(amount=amount):
                    return c.PlaceBid(by=by, amount=amount)
                case _Unpass():
                    return c.UnqueuePass(by=by)
                case _Trump(suit=suit):
                    return c.SelectTrump(by=by, suit=Suit(suit))
                case _Discard(cards=cards):
                    return c.DiscardCards(by=by, cards=tuple(map(Card, cards)))
                case _Play(card=card):
                    return c.PlayCard(by=by, card=Card(card))
        except ValueError as error:
            raise _NoCommand(str(error)) from error

    def _remember(self, moments: list[Moment]) -> None:
        for moment in moments:
            self.rounds.remember(moment)
        for event, _ in moments:
            if isinstance(event, e.RoundScored | RoundPassedOut | e.RoundDealt):
                self._compare_round(event.round)

    def _compare_round(self, number: int, *, unfinished: bool = True) -> None:
        theirs, ours = self.trace.rounds[number], self.rounds.records[number]
        if unfinished and "status" not in ours:
            # The end of the round is compared when it is reached.
            theirs = {name: theirs[name] for name in ours if name in theirs}
        compare_fields(theirs, ours, within=f"rounds[{number}].", ignored=_NOT_COMPARED)

    def _compare_consequences(self, step: _Step, moments: list[Moment]) -> None:
        events = [moment.event for moment in moments]
        players = self.trace.players
        drawn = [card for event in events if isinstance(event, e.CardsDrawn) for card in event.cards]
        passes = [
            players[event.seat] for event in events if isinstance(event, e.TurnPassed) and event.automatic
        ]
        ended = [event.round for event in events if isinstance(event, e.RoundScored | RoundPassedOut)]
        dealt = [event.round for event in events if isinstance(event, e.RoundDealt)]
        compare("drawn", step.drawn or [], drawn)
        compare("auto_passes", step.auto_passes or [], passes)
        compare("round_end", _as_list(step.round_end), ended)
        compare("round_start", _as_list(step.round_start), dealt)

    def _compare_state(self, expected: dict[str, Any]) -> None:
        compare_fields(expected, state_of(self.replayed))
        self.report.states += 1

    def _compare_end(self) -> None:
        trace, replayed = self.trace, self.replayed
        compare("rounds", len(trace.rounds), len(self.rounds.records))
        self._compare_round(-1, unfinished=False)
        state = state_of(replayed)
        compare("finished", trace.finished, replayed.game.stage is Stage.WON)
        compare("winner", trace.winner, state.get("winner"))
        compare("final_scores", trace.final_scores, state["scores"])
        compare("score_history", trace.score_history, self.rounds.history)


class _NoCommand(ValueError):
    """No command corresponds to the action."""


def _as_list(value: int | None) -> list[int]:
    return [] if value is None else [value]


register(Kind(name="Hundred and Ten", recognises=recognises, replay=replay))

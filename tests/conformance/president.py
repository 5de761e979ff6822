"""Traces of President: whole games with every turn and its result."""

from __future__ import annotations

from itertools import chain, zip_longest
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from domain import commands as c
from domain import events as e
from domain.cards import FRENCH_DECK, Cards
from domain.rules.president import ClearAfter, PlayCards
from domain.state import Stage
from tests.conformance.president_state import card_of, notations, status, turn_result, turn_state
from tests.conformance.replayed_game import Moment, ReplayedGame
from tests.conformance.traces import (
    ABSENT,
    Diverged,
    Kind,
    Report,
    TraceError,
    compare,
    compare_fields,
    convert,
    has_any,
    name_of,
    register,
)
from tests.conformance.view_comparison import act, compare_views

# The number of the turn, and fields that are compared after the turn.
_NOT_COMPARED = frozenset(("i", "play", "out", "after"))


class _State(Struct):
    alive: list[int]
    dir: int
    table: list[str]
    passes: int


class _After(_State):
    next: int | None
    skip: bool
    cleared: bool


class _Turn(_State):
    seat: int
    hand: list[str]
    legal: list[tuple[int, int]]
    may_pass: bool
    play: list[str]
    out: bool
    after: _After


class _Event(Struct):
    player: int
    play: list[str]
    hand: str
    finished: bool


class _Chosen(Struct, frozen=True):
    clear_after: Literal["full_circle", "all_others"] = "full_circle"


class _Trace(Struct):
    n: Annotated[int, Meta(ge=3, le=8)]
    hands: list[list[str]]
    start: int
    turns: list[dict[str, Any]]
    events: list[dict[str, Any]]
    rank: list[int]
    winner: int
    clear_after: Literal["full_circle", "all_others"] | None = None
    options: _Chosen = _Chosen()


def recognises(trace: object) -> bool:
    """Return whether a trace is a game with turns."""
    return has_any(trace, "turns", "rank")


def replay(trace: object) -> Report:
    """Replay a game; raises TraceError if it is not well-formed."""
    report = Report(name_of(trace, "game"))
    of = f"game {report.game}"
    game = convert(trace, _Trace, of)
    turns = [convert(turn, _Turn, f"{of}, turns[{number}]") for number, turn in enumerate(game.turns)]
    for number, event in enumerate(game.events):
        convert(event, _Event, f"{of}, events[{number}]")
    deck = _deck(game, of)
    with report.watching():
        _Replay(game, turns, deck, report).run()
    return report


def _deck(trace: _Trace, of: str) -> Cards:
    """Return the deck of the hands, dealt one card at a time from seat 1."""
    if len(trace.hands) != trace.n:
        raise TraceError(f"{of} is not well-formed: there are {len(trace.hands)} hands, n is {trace.n}")
    in_turn = chain.from_iterable(zip_longest(*trace.hands[1:], trace.hands[0]))
    deck = tuple(card_of(text, f"{of}, hands") for text in in_turn if text is not None)
    if sorted(deck) != sorted(FRENCH_DECK):
        raise TraceError(f"{of} is not well-formed: the hands are not a whole pack of cards")
    return deck


class _Replay:
    """A trace beside the replayed game."""

    def __init__(self, trace: _Trace, turns: list[_Turn], deck: Cards, report: Report) -> None:
        self.trace = trace
        self.turns = turns
        self.report = report
        self.players = [f"p{seat}" for seat in range(trace.n)]
        options: dict[str, e.OptionValue] = {
            "clear_after": ClearAfter(trace.clear_after or trace.options.clear_after)
        }
        creation = c.CreateGame(by=self.players[0], variant="president", options=options)
        self.replayed = ReplayedGame(creation, lambda _, __: deck)
        self.events: list[dict[str, Any]] = []

    def run(self) -> None:
        """Replay the trace; raises Diverged at the first difference."""
        trace, replayed = self.trace, self.replayed
        for player in self.players[1:]:
            replayed.act(c.JoinGame(by=player))
        moments = replayed.act(c.StartGame(by=self.players[0]))
        dealt = [event for event, _ in moments if isinstance(event, e.HandDealt)]
        compare("hands", trace.hands, [notations(hand.cards) for hand in dealt])
        self._compare_event(moments, automatic=True)
        compare("start", trace.start, self.events[0]["player"])
        self.report.states += 1
        for number, turn in enumerate(self.turns):
            self.report.step = number
            moments = self._take(number, turn)
        self.report.step = "end"
        self._compare_end(moments)

    def _take(self, number: int, turn: _Turn) -> list[Moment]:
        replayed, recorded = self.replayed, self.trace.turns[number]
        compare_views(replayed)
        compare_fields(recorded, turn_state(replayed), ignored=_NOT_COMPARED)
        player = self.players[turn.seat]
        if turn.play:
            of = f"game {self.report.game}, turns[{number}].play"
            cards = tuple(card_of(text, of) for text in turn.play)
            moments = act(replayed, "play", turn.play, PlayCards(by=player, cards=cards))
        else:
            moments = act(replayed, "play", turn.play, c.PassTurn(by=player))
        result = turn_result(moments)
        compare("play", turn.play, notations(result.cards))
        compare("out", [turn.seat] if turn.out else [], result.went_out)
        compare_fields(recorded["after"], status(replayed) | result.consequences(), within="after.")
        compare_views(replayed)
        self._compare_event(moments)
        self.report.states += 1
        return moments

    def _compare_event(self, moments: list[Moment], *, automatic: bool = False) -> None:
        result, number = turn_result(moments), len(self.events)
        compare("played automatically", automatic, result.automatic)
        hand = self.replayed.game.rules.show(self.replayed.game.table).places[result.seat].hand
        event = {
            "player": result.seat,
            "play": notations(result.cards),
            "hand": ",".join(notations(hand)),
            "finished": result.seat in result.went_out,
        }
        self.events.append(event)
        if number >= len(self.trace.events):
            raise Diverged(f"events[{number}]", ABSENT, event)
        compare_fields(self.trace.events[number], event, within=f"events[{number}].")

    def _compare_end(self, moments: list[Moment]) -> None:
        trace = self.trace
        compare("turns", Stage.WON, self.replayed.game.stage)
        compare("events", len(trace.events), len(self.events))
        ended = [event for event, _ in moments if isinstance(event, e.GameWon)]
        compare("rank", [[[seat] for seat in trace.rank]], [[list(p) for p in won.ranking] for won in ended])
        compare("winner", [[trace.winner]], [list(won.winners) for won in ended])
        self.report.states += 1


register(Kind(name="President", recognises=recognises, replay=replay))

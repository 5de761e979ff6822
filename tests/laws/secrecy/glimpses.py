"""Everything that a viewer can get from the domain, as bytes, for the check of secrecy."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from random import Random
from typing import Any, Final

import msgspec

import domain.game
import domain.view
import domain.visibility
from domain.cards import Cards
from domain.commands import Command, Move
from domain.events import (
    BidPlaced,
    CardPlayed,
    CardsDiscarded,
    Event,
    MachineLevel,
    PlayerId,
    TrumpSelected,
)
from domain.game import Game, NeedsMove, fold
from domain.machine import has_player, hint_of, player_of
from domain.machine.thinking import thinker_of
from domain.machine.thinking.levels import choose_move
from domain.refusals import Refusal
from domain.rules import NeedsShuffle
from domain.rules.oh_hell import BidCommitted
from domain.rules.president import CardsPlayed
from domain.state import Stage
from domain.view import View, reveals
from domain.visibility import Viewer
from tests.domain.given import NOON
from tests.laws.ledger import hands_shown
from tests.laws.secrecy.conceivable import conceivable
from tests.laws.secrecy.secrecy_check import Log

CHOICES: Final = (BidPlaced, BidCommitted, TrumpSelected, CardsDiscarded, CardPlayed, CardsPlayed)
"""A seat's choice, unless it was automatic: the game was settled before it."""
DECISIONS: Final = 2
"""So many choices of a game are looked at again."""
EARLY: Final = 60
"""They are among so many of the first, up to which a game is soon folded."""

Suggest = Callable[[Game, View, int], Move | None]
"""Suggests a move to a seat; given the truth too, which an honest one does not look at."""

encode = msgspec.json.Encoder(order="deterministic").encode


def suggestion(truth: Game, view: View, seat: int) -> Move | None:
    """Suggest what the machine player would do, which knows only the view; None where there is none."""
    variant = view.game.variant
    return player_of(variant)(view.game, seat) if has_player(variant) else None


def choice(truth: Game, view: View, seat: int) -> Move | None:
    """Choose as a player that searches, which knows only the view and its memory; None without one."""
    if thinker_of(view.game.variant, view.game.rules_version) is None:
        return None
    return choose_move(view.game, seat, MachineLevel.SKILLED, view.memory, b"the same seed")


def everything(
    log: Log, viewer: Viewer, suggest: Suggest = suggestion, choose: Suggest = choice
) -> dict[str, bytes]:
    """Return what there is to get without moving: what is seen, what may be done, and what is refused."""
    truth, view = fold(log), View(viewer=viewer, remembers=True).after(log)
    found = {
        "the events": encode(redacted(log, viewer)),
        "the view": encode(view),
        "the replay": encode(View(viewer=viewer, revealed=reveals(log)).after(log)),
        "the stage": truth.stage.encode(),
    }
    for version, seat in _decisions(log):
        found[f"what seat {seat} would have done at {version}"] = encode(_advice(log, version, seat, viewer))
    if view.game.table is not None:
        rules, table = view.game.rules, view.game.table
        found["the table"] = encode(rules.show(table))
        found["the order of the cards"] = encode(rules.card_order(table))
        bids = [rules.available_bids(table, seat) for seat in range(len(view.game.seats))]
        found["the available bids"] = encode(bids)
    if viewer is None or viewer >= len(truth.seats):
        return found
    found["legal moves"] = encode(domain.game.legal(truth, viewer))
    found["legal moves in the view"] = encode(domain.game.legal(view.game, viewer))
    if truth.stage is Stage.PLAYING and viewer in truth.rules.to_move(truth.table):
        found["the suggestion"] = encode(suggest(truth, view, viewer))
        found["the choice"] = encode(choose(truth, view, viewer))
        found["the hint"] = encode(hint_of(view.game, viewer) if has_player(view.game.variant) else None)
    return found | dict(_answers(truth, view, viewer))


def _decisions(log: Log) -> Iterator[tuple[int, int]]:
    """Give some versions before a seat made a choice, with that seat."""
    chosen = [
        (version, event.seat)
        for version, event in enumerate(log)
        if isinstance(event, CHOICES) and not getattr(event, "automatic", False)
    ]
    early = chosen[:EARLY]
    yield from Random(len(log)).sample(early, min(DECISIONS, len(early)))


def _advice(log: Log, version: int, seat: int, viewer: Viewer) -> Move | None:
    """Return what the viewer is told that the machine would have done in a seat's place."""
    known = domain.view.hindsight(log[:version], seat, viewer, reveals(log))
    told = known is not None and domain.game.legal(known, seat) and has_player(known.variant)
    return player_of(known.variant)(known, seat) if known is not None and told else None


def outcome(log: Log, viewer: Viewer, move: Move) -> dict[str, bytes]:
    """Return what a viewer gets when it makes a move that is accepted."""
    events = consequences(log, move)
    after = (*log, *events)
    return {
        f"an event after {move}": encode(redacted(after, viewer)[len(log) :]),
        f"the view after {move}": encode(View(viewer=viewer).after(after)),
    }


def consequences(log: Log, command: Command) -> tuple[Event, ...]:
    """Return what a command leads to until something from outside is needed: a shuffle, a machine's move."""
    game = fold(log)
    events = due = domain.game.decide(game, command, NOON)
    while True:
        game = fold(due, game)
        settled = domain.game.settle(game)
        if settled == () or isinstance(settled, NeedsShuffle | NeedsMove):
            return events
        due = settled
        events += due


def accepted(log: Log, viewer: int) -> list[Move]:
    """Return the conceivable moves of a seat that are accepted."""
    game, view = fold(log), View(viewer=viewer).after(log)
    return [move for move in _own_moves(view, viewer) if not isinstance(_judged(game, move), Refusal)]


def redacted(log: Log, viewer: Viewer) -> list[Event]:
    """Return the log as the viewer may read it."""
    revealed = reveals(log)
    return [domain.visibility.redact(event, viewer, revealed) for event in log]


def _answers(truth: Game, view: View, viewer: int) -> Iterator[tuple[str, bytes]]:
    for name, move in _named(view.game.seats[viewer].player, _own_hand(view, viewer)):
        answer = _judged(truth, move)
        yield name, (_refusal(answer) if isinstance(answer, Refusal) else b"accepted")


@lru_cache(maxsize=2)
def _named(player: PlayerId, hand: Cards) -> tuple[tuple[str, Move], ...]:
    """Return the conceivable moves under the names of their answers; the other world has the same."""
    moves = conceivable(player, hand)
    return tuple((f"the answer to {type(move).__name__} {encode(move).decode()}", move) for move in moves)


def _own_moves(view: View, viewer: int) -> tuple[Move, ...]:
    return conceivable(view.game.seats[viewer].player, _own_hand(view, viewer))


def _own_hand(view: View, viewer: int) -> Cards:
    return hands_shown(view.game)[viewer] if view.game.table is not None else ()


def _judged(game: Game, move: Move) -> tuple[Event, ...] | Refusal:
    try:
        return domain.game.decide(game, move, NOON)
    except Refusal as refusal:
        return refusal


@lru_cache(maxsize=64)
def _refusal(refusal: Refusal) -> bytes:
    fields: dict[str, Any] = {name: getattr(refusal, name) for name in refusal.__match_args__}
    return encode([refusal.code, refusal.message, fields])

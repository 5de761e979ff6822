"""One judge per move: what is listed as legal is accepted, all else refused; each seat finds its own list."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from random import Random

import msgspec
import pytest
from hypothesis import given, settings

from application.games.croupier import CroupierState
from domain import commands as c
from domain.cards import FRENCH_DECK, Cards
from domain.events import Event
from domain.game import Game, decide, judge, legal
from domain.machine import has_player, player_of
from domain.refusals import MoveNotInGame, MoveRefusal, Refusal, SeatIsAutomated
from domain.rules import Rules
from domain.state import Stage
from tests.domain.given import NOON
from tests.laws.ledger import hands_shown
from tests.laws.playouts import SEEDS, Playout, every_variant, playout, same_games
from tests.laws.secrecy.conceivable import conceivable, kinds, meaning

MOMENTS = 6
MOST_LEGAL_MOVES = 5000


def check_legal_moves(played: Playout, random: Random) -> None:
    """Look at a few moments of a game, from every seat."""
    waiting = list(played.waiting())
    for known in random.sample(waiting, min(MOMENTS, len(waiting))):
        before = msgspec.json.encode(known.game, order="deterministic")
        for seat in range(len(known.game.seats)):
            check_seat(known.game, seat)
        assert msgspec.json.encode(known.game, order="deterministic") == before
        check_views(known)


def check_seat(game: Game, seat: int) -> None:
    player = game.seats[seat].player
    to_move = seat in game.rules.to_move(game.table)
    offered = [move for offer in legal(game, seat) for move in islice(offer.moves(player), MOST_LEGAL_MOVES)]
    assert bool(offered) == to_move, "who is to move has a legal move, and nobody else has"
    if to_move:
        assert game.rules.move_count(game.table, seat) == len(offered)
        assert Rules.move_count(game.rules, game.table, seat) == len(offered), "counted by judging each move"
    for move in offered:
        assert type(move) in game.rules.moves
        assert move.by == player
        assert judged(game, seat, move), "a move leads to something"
    meant = {meaning(move) for move in offered}
    assert len(meant) == len(offered), "no move is offered twice"
    for move in conceivable(player, hands_shown(game)[seat]):
        answer = judged(game, seat, move)
        if isinstance(answer, Refusal):
            assert meaning(move) not in meant, f"{move} is offered and refused: {answer!r}"
        elif type(move) in game.rules.out_of_turn:
            assert meaning(move) not in meant, "what may be done out of turn is not in the list"
            assert answer, "a move leads to something"
        else:
            assert meaning(move) in meant, f"{move} is accepted and not offered"


def check_views(known: CroupierState) -> None:
    """Let every seat find its legal moves, and a suggestion, in its own view."""
    for view in known.views:
        seat = view.viewer
        assert seat is not None
        check_counts(known.game, view.game)
        listed = legal(known.game, seat)
        assert legal(view.game, seat) == listed
        if listed and has_player(known.game.variant):
            player = known.game.seats[seat].player
            move = player_of(known.game.variant)(view.game, seat)
            assert move.by == player
            assert meaning(move) in {meaning(other) for offer in listed for other in offer.moves(player)}


def check_counts(game: Game, seen: Game) -> None:
    """Let a viewer count the moves of every seat: the right number, or none where it cannot know."""
    for seat in game.rules.to_move(game.table):
        count = game.rules.move_count(game.table, seat)
        assert game.rules.move_count(seen.table, seat) in (None, count)


def judged(game: Game, seat: int, move: c.Move) -> tuple[Event, ...] | Refusal:
    """Return what the judge says, which is what `decide` says but for automated seats."""
    first = answered(lambda: judge(game, seat, move))
    second = answered(lambda: decide(game, move, NOON))
    assert second == (SeatIsAutomated(seat) if game.seats[seat].automated else first)
    if isinstance(first, Refusal):
        assert isinstance(first, MoveRefusal)
        assert (type(move) not in game.rules.moves) == isinstance(first, MoveNotInGame)
    return first


def answered(ask: Callable[[], tuple[Event, ...]]) -> tuple[Event, ...] | Refusal:
    try:
        return ask()
    except Refusal as refusal:
        return refusal


@every_variant
@same_games
@given(seed=SEEDS)
@settings(max_examples=6)
def test_exactly_the_legal_moves_are_accepted(variant: str, seed: int) -> None:
    check_legal_moves(playout(variant, seed), Random(seed))


@every_variant
@same_games
@given(seed=SEEDS)
@settings(max_examples=5)
def test_without_a_seat_to_move_no_move_is_legal(variant: str, seed: int) -> None:
    for commit in playout(variant, seed).commits:
        game = commit.after.game
        if game.stage is not Stage.PLAYING:
            assert all(legal(game, seat) == () for seat in range(len(game.seats)))


def test_a_move_of_no_game_is_among_the_conceivable() -> None:
    named = {kind.__name__ for kind in kinds()}
    assert {"PlaceBid", "PlayCard", "TurnTheTable"} <= named


@pytest.mark.parametrize("hand", [(), FRENCH_DECK[:5], FRENCH_DECK[:26]])
def test_the_conceivable_moves_are_many_and_not_too_many(hand: Cards) -> None:
    moves = conceivable("ann", hand)
    assert 200 < len(moves) < 8000
    assert {move.by for move in moves} == {"ann"}

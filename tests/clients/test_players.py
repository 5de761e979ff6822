"""Tests of custom players: loading by name, and errors for illegal moves."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from uuid import UUID

import msgspec
import pytest

from api.cli.local_players.client_players import client_view, legal_client_moves
from domain.events import Event
from domain.rules import variants
from kibitz_client import (
    FACE_DOWN,
    CustomPlayer,
    Move,
    PlayerFailed,
    PlayerLoadError,
    View,
    choose_move,
    player_factory,
)
from tests.clients.random_games import random_game

PLAYERS = ("ann", "bob", "cyd", "dan")
GAME = UUID(int=1)


def moment(variant: str = "hundred-and-ten") -> tuple[View, tuple[Move, ...]]:
    """Return the view of the seat to move after the deal, and its legal moves."""
    events, known = random_game(variant, PLAYERS)[0]
    seat = known.game.rules.to_move(known.game.table)[0]
    game = known.views[seat].game
    view = client_view(GAME, len(events), game, seat, {player: player.title() for player in PLAYERS})
    return view, tuple(legal_client_moves(game, seat))


class FixedAnswerPlayer:
    """Returns the same answer every time."""

    def __init__(self, answer: Any) -> None:
        self._answer = answer

    def choose(self, view: View, legal: tuple[Move, ...]) -> Move:
        answer: Move = self._answer
        return answer


class RaisingPlayer:
    """Raises an exception."""

    def __init__(self, error: BaseException) -> None:
        self._error = error

    def choose(self, view: View, legal: tuple[Move, ...]) -> Move:
        raise self._error


def failure(player: CustomPlayer) -> tuple[PlayerFailed, View]:
    view, legal = moment()
    with pytest.raises(PlayerFailed) as failed:
        choose_move(player, view, legal, "mine:Player")
    return failed.value, view


def test_equal_copy_of_a_legal_move_is_accepted() -> None:
    view, legal = moment()
    for move in legal:
        assert choose_move(FixedAnswerPlayer(Move(move.name, dict(move.values))), view, legal, "mine") == move


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        (Move("PlaceBid", {"amount": 17}), "PlaceBid(amount=17)"),
        (Move("PlayCard", {"card": "5H"}), "PlayCard(card='5H')"),
        (Move("PlaceBid"), "PlaceBid()"),
        (None, "None"),
        ("PassTurn", "'PassTurn'"),
        ({"amount": 15}, "{'amount': 15}"),
    ],
)
def test_error_for_an_illegal_move_has_the_answer_the_seat_and_the_view(answer: object, text: str) -> None:
    failed, view = failure(FixedAnswerPlayer(answer))
    assert f"the player mine:Player of seat {view.seat} returned {text}, which is not" in str(failed)
    assert f'"you":{view.seat}' in str(failed)
    assert f'"version":{view.version}' in str(failed)
    assert (failed.seat, failed.view, failed.move) == (view.seat, view, answer)


@pytest.mark.parametrize("error", [KeyError("card"), ZeroDivisionError(), SystemExit(3)])
def test_exception_of_a_player_is_the_cause(error: BaseException) -> None:
    failed, view = failure(RaisingPlayer(error))
    assert f"of seat {view.seat} raised {type(error).__name__}" in str(failed)
    assert failed.__cause__ is error


def test_error_contains_no_other_hand() -> None:
    _, known = random_game("hundred-and-ten", PLAYERS)[0]
    failed, view = failure(FixedAnswerPlayer(None))
    assert all(card in str(failed) for card in view.hand)
    shown = known.game.rules.show(known.game.table)
    others = [card for seat, place in enumerate(shown.places) if seat != view.seat for card in place.hand]
    assert others
    # The order of the cards lists all trumps, in other hands too.
    assert view.table is not None
    order = msgspec.json.encode(view.table.card_order).decode()
    assert order in str(failed)
    assert not any(f'"{card}"' in str(failed).replace(order, "") for card in others)


def dealt_blind(events: Sequence[Event]) -> bool:
    """Return whether the current round is blind: each seat sees all hands but its own."""
    names = [type(event).__name__ for event in events]
    last = max(number for number, name in enumerate(names) if name == "RoundDealt")
    return "BlindHandDealt" in names[last:]


@pytest.mark.parametrize("variant", variants())
def test_seat_sees_only_its_own_hand_and_in_a_blind_round_only_the_others(variant: str) -> None:
    seen = 0
    for events, known in random_game(variant, PLAYERS):
        for seat in range(len(PLAYERS)):
            view = client_view(GAME, len(events), known.views[seat].game, seat, {})
            assert view.table is not None
            for other in view.seats:
                seen += len(other.hand)
                own = other.index == seat
                hidden = view.table.blind if own else not dealt_blind(events)
                assert all((card == FACE_DOWN) is hidden for card in other.hand)
    assert seen > 100


def test_moves_are_equal_by_value_hashable_and_picklable() -> None:
    move = Move("PlayCards", {"cards": ["4C", "4D"]})
    assert move == Move("PlayCards", {"cards": ("4C", "4D")})
    assert {move: 1}[Move("PlayCards", {"cards": ["4C", "4D"]})] == 1
    assert move != Move("PlayCards", {"cards": ["4D", "4C"]})
    assert move["cards"] == ("4C", "4D")
    assert repr(move) == "PlayCards(cards=('4C', '4D'))"
    assert copy.deepcopy(move) == pickle.loads(pickle.dumps(move)) == move  # noqa: S301 - data of this test
    with pytest.raises(TypeError):
        move.values["cards"] = ()  # type: ignore[index]


def test_player_is_loaded_from_the_current_directory_first(here: Path) -> None:
    # The standard library has a module of that name too.
    (here / "antigravity.py").write_text(
        "class Mine:\n    def choose(self, view, legal):\n        return legal[-1]\n"
        "def first(view, legal):\n    return legal[0]\n"
    )
    view, legal = moment()
    make = player_factory("antigravity:Mine")
    assert make() is not make(), "one for each seat and game"
    assert choose_move(make(), view, legal, "mine") == legal[-1]
    assert choose_move(player_factory("antigravity:first")(), view, legal, "mine") == legal[0]


BROKEN = """
import asyncio
class NoPlayer:
    pass
class Needy:
    def __init__(self, teacher):
        pass
    def choose(self, view, legal):
        return legal[0]
class Slow:
    async def choose(self, view, legal):
        return legal[0]
NUMBER = 110
"""


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("broken", "MODULE:CLASS"),
        (":Player", "MODULE:CLASS"),
        ("nowhere_to_be_found:Player", "no module 'nowhere_to_be_found'"),
        ("broken:Nobody", "no 'Nobody' in"),
        ("broken:NoPlayer", "the class NoPlayer, not a class with a method 'choose'"),
        ("broken:NUMBER", "of the type int"),
        ("broken:Slow", "must not be async"),
        ("broken:Needy", "its constructor raised TypeError"),
        ("wants:Player", "ModuleNotFoundError: No module named 'nowhere_to_be_found'"),
        ("garbled:Player", "SyntaxError"),
    ],
)
def test_load_error_gives_the_reason(here: Path, name: str, reason: str) -> None:
    (here / "broken.py").write_text(BROKEN)
    (here / "wants.py").write_text("import nowhere_to_be_found\n")
    (here / "garbled.py").write_text("class CustomPlayer\n")
    with pytest.raises(PlayerLoadError) as failed:
        player_factory(name)()
    assert str(failed.value).startswith(f"{name!r} is not a player: ")
    assert reason in str(failed.value)

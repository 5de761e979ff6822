"""A failed machine player is replaced by a legal move, and errors name none of its cards."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest

from application.games import machine_moves
from application.games.command_handler import CommandHandler
from application.games.croupier import Croupier, seeded_entropy
from application.games.machine_moves import MachineMoves, MachineStuck, suggested_move
from application.store.memory import MemoryStore
from domain import commands as c
from domain.cards import Card
from domain.game import Game, legal
from domain.machine.thinking import levels
from domain.rules.president import PlayCards
from domain.state import Stage
from tests.application.games.test_croupier import start_game
from tests.laws.playouts import every_variant

Failing = Callable[[Game, int], Any]


def plays_a_card_not_held(view: Game, seat: int) -> c.Move:
    """Play its hand and a card that the seat cannot hold."""
    return PlayCards(by=view.seats[seat].player, cards=(*view.rules.show(view.table).places[seat].hand, "2C"))  # type: ignore[arg-type]


def raises_with_the_hand(view: Game, seat: int) -> c.Move:
    raise ValueError(f"what is to be done with {view.rules.show(view.table).places[seat].hand}?")


def returns_none(_view: Game, _seat: int) -> None:
    return None


every_failing_player = pytest.mark.parametrize(
    "player", [plays_a_card_not_held, raises_with_the_hand, returns_none]
)


@pytest.fixture
def use_player(monkeypatch: pytest.MonkeyPatch) -> Callable[[Failing], None]:
    def by(player: Failing) -> None:
        monkeypatch.setattr(levels, "player_of", lambda _variant, _version: player)

    return by


def logged_errors(caplog: pytest.LogCaptureFixture) -> list[str]:
    assert {record.levelno for record in caplog.records} <= {logging.ERROR}
    assert not any(record.exc_info for record in caplog.records)
    return [record.getMessage() for record in caplog.records]


def names_cards(text: str) -> bool:
    return any(card in text.replace("'", " ").replace(",", " ").split() for card in Card)


@every_failing_player
@pytest.mark.parametrize("variant", ["hundred-and-ten", "president", "oh-hell"])
async def test_person_can_continue_beside_failing_machines(
    variant: str, player: Failing, use_player: Callable[[Failing], None], caplog: pytest.LogCaptureFixture
) -> None:
    use_player(player)
    games = CommandHandler(MemoryStore(), Croupier(seeded_entropy(4)))
    outcome = await games.create(c.CreateGame(by="ann", variant=variant))
    for command in c.FillSeats(by="ann"), c.StartGame(by="ann"):
        outcome = await games.carry_out(outcome.game, command)
    for _ in range(5):
        [offer, *_rest] = legal(outcome.view.game, 0)
        outcome = await games.carry_out(outcome.game, next(offer.moves(by="ann")))
    assert logged_errors(caplog)
    assert all(f"of game {outcome.game}" in text and " seat " in text for text in logged_errors(caplog))
    assert not any(map(names_cards, logged_errors(caplog)))


@every_variant
def test_game_of_failing_machines_still_ends(
    variant: str, use_player: Callable[[Failing], None], caplog: pytest.LogCaptureFixture
) -> None:
    use_player(raises_with_the_hand)
    known, log = start_game(Croupier(seeded_entropy(5)), variant)
    assert known.game.stage is Stage.WON
    assert start_game(Croupier(seeded_entropy(5)), variant)[1] == log
    assert logged_errors(caplog)


def turn(variant: str = "president") -> tuple[Game, int]:
    known, _ = start_game(Croupier(seeded_entropy(6)), variant, machines=False)
    [seat] = known.game.rules.to_move(known.game.table)
    return known.views[seat].game, seat


@every_failing_player
def test_first_legal_move_replaces_a_failed_choice(
    player: Failing, use_player: Callable[[Failing], None]
) -> None:
    view, seat = turn()
    use_player(player)
    first = next(legal(view, seat)[0].moves(by=view.seats[seat].player))
    assert suggested_move(view, seat, None) == first
    assert MachineMoves(None).choose(view, view, seat)[0] == first


def test_a_seat_that_is_not_to_move_has_no_suggestion() -> None:
    view, seat = turn()
    assert suggested_move(view, (seat + 1) % 3, None) is None


def test_error_for_a_machine_without_a_legal_move_names_no_cards(
    use_player: Callable[[Failing], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    view, seat = turn()
    use_player(raises_with_the_hand)
    monkeypatch.setattr(machine_moves, "legal", lambda _view, _seat: ())
    with pytest.raises(MachineStuck) as stuck:
        MachineMoves(uuid4()).choose(view, view, seat)
    assert not names_cards(str(stuck.value))
    assert (stuck.value.__cause__, stuck.value.__context__) == (None, None)


def test_endlessly_failing_machines_are_stopped(
    use_player: Callable[[Failing], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(machine_moves, "MAX_FAILURES", 5)
    use_player(returns_none)
    with pytest.raises(MachineStuck):
        start_game(Croupier(seeded_entropy(5)), "president")

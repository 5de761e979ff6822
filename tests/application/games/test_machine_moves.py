"""A machine player that fails is replaced by a legal move, and nothing is told of the cards that it holds."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest

import application.games.machine_moves
from application.games.command_handler import CommandHandler
from application.games.croupier import Croupier, seeded_entropy
from application.games.machine_moves import MachineMoves, MachineStuck, suggested_move
from application.store.memory import MemoryStore
from domain import commands as c
from domain.cards import Card
from domain.game import Game, legal
from domain.rules.president import PlayCards
from domain.state import Stage
from tests.application.games.test_croupier import begun
from tests.laws.playouts import every_variant

Failing = Callable[[Game, int], Any]


def unheld(view: Game, seat: int) -> c.Move:
    """Play the one card that the seat cannot have, and name those it has."""
    return PlayCards(by=view.seats[seat].player, cards=(*view.rules.show(view.table).places[seat].hand, "2C"))  # type: ignore[arg-type]


def crying(view: Game, seat: int) -> c.Move:
    raise ValueError(f"what is to be done with {view.rules.show(view.table).places[seat].hand}?")


def silent(_view: Game, _seat: int) -> None:
    return None


FAILING = pytest.mark.parametrize("player", [unheld, crying, silent])


@pytest.fixture
def playing(monkeypatch: pytest.MonkeyPatch) -> Callable[[Failing], None]:
    def by(player: Failing) -> None:
        monkeypatch.setattr(application.games.machine_moves, "player_of", lambda _variant, _version: player)

    return by


def said(caplog: pytest.LogCaptureFixture) -> list[str]:
    assert {record.levelno for record in caplog.records} <= {logging.ERROR}
    assert not any(record.exc_info for record in caplog.records)
    return [record.getMessage() for record in caplog.records]


def names_cards(text: str) -> bool:
    return any(card in text.replace("'", " ").replace(",", " ").split() for card in Card)


@FAILING
@pytest.mark.parametrize("variant", ["hundred-and-ten", "president", "oh-hell"])
async def test_a_person_plays_on_beside_machines_that_fail(
    variant: str, player: Failing, playing: Callable[[Failing], None], caplog: pytest.LogCaptureFixture
) -> None:
    playing(player)
    games = CommandHandler(MemoryStore(), Croupier(seeded_entropy(4)))
    outcome = await games.create(c.CreateGame(by="ann", variant=variant))
    for command in c.FillSeats(by="ann"), c.StartGame(by="ann"):
        outcome = await games.carry_out(outcome.game, command)
    for _ in range(5):
        [offer, *_rest] = legal(outcome.view.game, 0)
        outcome = await games.carry_out(outcome.game, next(offer.moves(by="ann")))
    assert said(caplog)
    assert all(f"of game {outcome.game}" in text and " seat " in text for text in said(caplog))
    assert not any(map(names_cards, said(caplog)))


@every_variant
def test_machines_that_all_fail_still_end_the_game(
    variant: str, playing: Callable[[Failing], None], caplog: pytest.LogCaptureFixture
) -> None:
    playing(crying)
    known, log = begun(Croupier(seeded_entropy(5)), variant)
    assert known.game.stage is Stage.WON
    assert begun(Croupier(seeded_entropy(5)), variant)[1] == log
    assert said(caplog)


def turn(variant: str = "president") -> tuple[Game, int]:
    known, _ = begun(Croupier(seeded_entropy(6)), variant, machines=False)
    [seat] = known.game.rules.to_move(known.game.table)
    return known.views[seat].game, seat


@FAILING
def test_the_first_legal_move_stands_in(player: Failing, playing: Callable[[Failing], None]) -> None:
    view, seat = turn()
    playing(player)
    first = next(legal(view, seat)[0].moves(by=view.seats[seat].player))
    assert suggested_move(view, seat, None) == first
    assert MachineMoves(None).choose(view, view, seat)[0] == first


def test_a_seat_that_is_not_to_move_has_no_suggestion() -> None:
    view, seat = turn()
    assert suggested_move(view, (seat + 1) % 3, None) is None


def test_a_machine_without_a_legal_move_is_a_fault_that_names_no_cards(
    playing: Callable[[Failing], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    view, seat = turn()
    playing(crying)
    monkeypatch.setattr(application.games.machine_moves, "legal", lambda _view, _seat: ())
    with pytest.raises(MachineStuck) as stuck:
        MachineMoves(uuid4()).choose(view, view, seat)
    assert not names_cards(str(stuck.value))
    assert (stuck.value.__cause__, stuck.value.__context__) == (None, None)


def test_machines_that_would_never_end_are_stopped(
    playing: Callable[[Failing], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(application.games.machine_moves, "MOST_FAILURES", 5)
    playing(silent)
    with pytest.raises(MachineStuck):
        begun(Croupier(seeded_entropy(5)), "president")

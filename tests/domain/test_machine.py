"""Machine players of games, and refusals for games without one."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import domain.departures
import domain.lobby.checks
import domain.machine
from domain import commands as c
from domain import events as e
from domain import refusals as r
from domain.commands import KickPlayer
from domain.game import decide, fold
from domain.machine import has_player, player_of
from domain.rules import variants
from tests.domain.given import NOON
from tests.domain.tables import HUNDRED_AND_TEN, handed_over, lobby, started

MODULES = {path.stem for path in Path(domain.machine.__path__[0]).glob("*.py")} - {"__init__"}


def test_every_machine_player_belongs_to_a_game() -> None:
    games = {variant.replace("-", "_") for variant in variants()}
    assert games >= MODULES


@pytest.mark.parametrize("variant", list(variants()))
def test_a_game_has_a_machine_player_if_there_is_a_module_named_like_its_rules(variant: str) -> None:
    assert has_player(variant) is (variant.replace("-", "_") in MODULES)
    if has_player(variant):
        assert callable(player_of(variant))


def test_a_game_without_a_machine_player_is_named() -> None:
    assert not has_player("snap")
    with pytest.raises(r.NoMachinePlayer) as refused:
        player_of("snap")
    assert refused.value == r.NoMachinePlayer("snap")


@pytest.fixture
def players(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A further folder of machine players for a test's own."""
    monkeypatch.setattr(domain.machine, "__path__", [*domain.machine.__path__, str(tmp_path)])
    has_player.cache_clear()
    player_of.cache_clear()
    yield tmp_path
    has_player.cache_clear()
    player_of.cache_clear()
    for path in tmp_path.glob("*.py"):
        sys.modules.pop(f"{domain.machine.__name__}.{path.stem}", None)


def test_has_player_does_not_import_the_machine_player(players: Path) -> None:
    (players / "snap.py").write_text("raise ZeroDivisionError\n", encoding="utf-8")
    assert has_player("snap")
    with pytest.raises(ZeroDivisionError):
        player_of("snap")


def test_import_error_in_a_machine_player_is_not_taken_for_a_missing_one(players: Path) -> None:
    (players / "snap.py").write_text("import domain.machine.snip\n", encoding="utf-8")
    with pytest.raises(ModuleNotFoundError) as missing:
        player_of("snap")
    assert missing.value.name == "domain.machine.snip"


# Commands that need a machine player.


@pytest.fixture
def nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """Remove the machine player of Hundred and Ten."""
    for module in (domain.departures, domain.lobby.checks):
        monkeypatch.setattr(module, "has_player", lambda _: False)


FILL = c.FillSeats(by="ann")
AUTOMATE = c.AutomateSeat(by="bob")


@pytest.mark.usefixtures("nobody")
@pytest.mark.parametrize("command", [FILL, AUTOMATE])
def test_filling_and_automating_need_a_machine_player(command: c.Command) -> None:
    with pytest.raises(r.NoMachinePlayer) as refused:
        decide(fold(lobby(HUNDRED_AND_TEN, 2)), command, NOON)
    assert refused.value == r.NoMachinePlayer("hundred-and-ten")


@pytest.mark.usefixtures("nobody")
def test_seat_cannot_be_automated_without_a_machine_player() -> None:
    with pytest.raises(r.NoMachinePlayer):
        decide(fold((*lobby(HUNDRED_AND_TEN, 2), started(2))), AUTOMATE, NOON)


@pytest.mark.usefixtures("nobody")
@pytest.mark.parametrize(
    ("command", "refusal"),
    [
        (c.FillSeats(by="bob"), r.NotOrganizer),
        (c.AutomateSeat(by="cyd"), r.NotSeated),
        (c.AutomateSeat(by="bob", player="ann"), r.NotYourSeat),
    ],
)
def test_missing_permission_is_refused_before_a_missing_machine_player(
    command: c.Command, refusal: type[r.Refusal]
) -> None:
    with pytest.raises(refusal):
        decide(fold(lobby(HUNDRED_AND_TEN, 2)), command, NOON)


def test_seat_can_be_automated_with_a_machine_player() -> None:
    game = fold((*lobby(HUNDRED_AND_TEN, 2), started(2)))
    assert decide(game, AUTOMATE, NOON) == (handed_over(1),)


@pytest.mark.usefixtures("nobody")
def test_a_game_without_a_machine_player_closes_when_one_of_its_players_is_erased() -> None:
    game = fold((*lobby(HUNDRED_AND_TEN, 2), started(2)))
    assert decide(game, c.VacateSeat(by="bob"), NOON) == (e.GameClosed(reason=e.CloseReason.PLAYER_ERASED),)
    closed = e.GameClosed(reason=e.CloseReason.CLOSED_BY_OPERATOR)
    assert decide(game, KickPlayer(by="operator", player="bob"), NOON) == (closed,)

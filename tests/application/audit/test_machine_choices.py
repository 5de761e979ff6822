"""Audits compute the machine's moves again: they accept its own, and find any other one."""

from __future__ import annotations

from uuid import uuid4

import pytest

from application.audit import game_audit
from application.audit.log_audit import Audit, Finding
from application.codec import GameId
from application.games.command_handler import CommandHandler
from application.games.croupier import Croupier, seeded_entropy
from application.store.memory import MemoryStore
from application.thinking.machine_choice import MachineChoice, MadeChoice
from domain import commands as c
from domain.events import MachineKeyRevealed, MachineLevel
from domain.game import Game, legal
from domain.machine import player_of
from domain.machine.thinking import levels_of
from domain.rules import rules_of, variants
from domain.state import Stage

VARIANTS = [name for name in variants() if len(levels_of(name, rules_of(name).version)) > 1]
"""The variants with thinkers."""


class AlteringThinkers:
    """Makes all choices but one, for which another legal move is made."""

    def __init__(self, altered: int | None) -> None:
        self._altered = altered
        self.count = 0

    async def think(self, choice: MachineChoice) -> MadeChoice:
        others = [move for move in moves_of(choice.view, choice.seat) if move != choice.make()]
        if others:
            self.count += 1
            if self.count == self._altered:
                return lambda: others[0]
        return choice.make


def moves_of(view: Game, seat: int) -> list[c.Move]:
    return [move for offer in legal(view, seat) for move in offer.moves(by=view.seats[seat].player)]


async def played(variant: str, thinkers: AlteringThinkers, *, most: int) -> tuple[MemoryStore, GameId]:
    """Play a game of a person and machine players until the machines have made some choices."""
    store, game = MemoryStore(), uuid4()
    games = CommandHandler(store, Croupier(seeded_entropy(7), thinkers=thinkers))
    await games.create(c.CreateGame(by="ann", variant=variant), game=game)
    for level in MachineLevel.SKILLED, MachineLevel.BEGINNER, MachineLevel.SKILLED:
        await games.carry_out(game, c.FillSeats(by="ann", count=1, level=level))
    outcome = await games.carry_out(game, c.StartGame(by="ann"))
    while outcome.view.game.stage is Stage.PLAYING and thinkers.count < most:
        outcome = await games.carry_out(game, player_of(variant)(outcome.view.game, 0))
    if outcome.view.game.stage is Stage.PLAYING:
        await games.carry_out(game, c.Resign(by="ann"))
    return store, game


async def audited(store: MemoryStore, *, machines: bool) -> Audit:
    audit = Audit(store, machines=machines)
    async for _ in audit.steps():
        pass
    return audit


async def findings(store: MemoryStore, *, machines: bool) -> list[Finding]:
    return (await audited(store, machines=machines)).findings


@pytest.mark.parametrize("variant", VARIANTS)
async def test_own_moves_of_the_machine_are_accepted_and_the_key_is_revealed_last(variant: str) -> None:
    store, game = await played(variant, AlteringThinkers(None), most=20)
    audit = await audited(store, machines=True)
    assert (audit.findings, audit.unknown_choices) == ([], 0)
    kinds = [type(recorded.event) for recorded in await store.read(game)]
    assert kinds.count(MachineKeyRevealed) == 1
    assert kinds[-1] is MachineKeyRevealed


@pytest.mark.parametrize("variant", VARIANTS)
async def test_one_altered_move_of_the_machine_is_found(variant: str) -> None:
    store, game = await played(variant, AlteringThinkers(5), most=20)
    assert await findings(store, machines=False) == []
    [finding] = await findings(store, machines=True)
    assert finding.game == game
    assert "makes another move at the level SKILLED" in finding.what


async def test_moves_of_another_version_of_the_machine_player_are_counted_and_not_judged(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    thinkers = AlteringThinkers(5)
    store, _ = await played("president", thinkers, most=20)
    monkeypatch.setattr(game_audit, "thinker_version", lambda _variant, _version, _level: 99)
    audit = await audited(store, machines=True)
    assert audit.findings == []
    assert audit.unknown_choices >= thinkers.count
    assert (await audited(store, machines=False)).unknown_choices == 0

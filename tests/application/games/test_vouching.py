"""The players for whom an identity provider vouches, as the start of a game records them."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from application.games.command_handler import CommandHandler
from application.games.croupier import Croupier
from application.store.memory import MemoryStore
from domain.commands import CreateGame, FillSeats, JoinGame, RevealSeed, StartGame
from domain.events import GameStarted, PlayerId
from domain.refusals import NotOrganizer
from domain.shuffles.deal import seed_commitment


class Register:
    """Vouches for Ben, and records each request."""

    def __init__(self) -> None:
        self.requested: list[set[PlayerId]] = []

    async def vouched(self, players: Iterable[PlayerId]) -> frozenset[PlayerId]:
        self.requested.append(set(players))
        return frozenset({"ben"})


async def test_only_an_accepted_start_looks_up_vouched_players() -> None:
    register = Register()
    games = CommandHandler(MemoryStore(), Croupier(), vouched=register.vouched)
    game = (await games.create(CreateGame(by="ann", variant="hundred-and-ten"))).game
    for command in (JoinGame(by="ben"), FillSeats(by="ann", count=1)):
        await games.carry_out(game, command)
    with pytest.raises(NotOrganizer):
        await games.carry_out(game, StartGame(by="ben"))
    assert register.requested == []
    outcome = await games.carry_out(game, StartGame(by="ann"))
    assert register.requested == [{"ann", "ben"}]
    started = next(each.event for each in outcome.events if isinstance(each.event, GameStarted))
    assert started.vouched == (1,)


async def test_the_last_seed_looks_them_up_too_since_it_starts_the_game() -> None:
    register, seed = Register(), "5e" * 32
    games = CommandHandler(MemoryStore(), Croupier(), vouched=register.vouched)
    created = await games.create(CreateGame(by="ann", variant="hundred-and-ten"))
    game, foot = created.game, created.view.game.deal.foot  # type: ignore[union-attr]
    await games.carry_out(game, JoinGame(by="ben", commitment=seed_commitment(foot, "ben", seed)))
    await games.carry_out(game, StartGame(by="ann"))
    assert register.requested == []
    outcome = await games.carry_out(game, RevealSeed(by="ben", seed=seed))
    started = next(each.event for each in outcome.events if isinstance(each.event, GameStarted))
    assert started.vouched == (1,)

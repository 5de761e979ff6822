"""A log from before deal/v1 opens, plays on by its own shuffles, and is verified, rebuilt and exported."""

from __future__ import annotations

import gzip
import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from application.audit.log_audit import Audit
from application.codec import GameId
from application.export.game_file import game_file
from application.games.command_handler import CommandHandler
from application.games.croupier import Croupier, seeded_entropy
from application.store.sqlite.store import SQLiteStore
from domain import commands as c
from domain import events as e
from domain.game import Game, fold
from domain.shuffles.shuffle import matches_commitment
from domain.state import Stage
from domain.visibility import SPECTATOR
from projections import ALL
from projections.database.connections import ReadDatabase
from projections.engine.projector import Projector

LOG = Path(__file__).with_name("before_deal_v1.db.gz")
"""A game in the lobby, one under way and one that is won, of each of the three variants."""
PEOPLE = ("ann", "bob", "cyd", "dan", "eve")


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SQLiteStore]:
    path = tmp_path / "log.db"
    path.write_bytes(gzip.decompress(LOG.read_bytes()))
    store = SQLiteStore(path)
    yield store
    await store.close()


async def games_in(store: SQLiteStore) -> dict[GameId, Game]:
    logs: dict[GameId, list[e.Event]] = {}
    for each in await store.select(0, 10_000):
        logs.setdefault(each.game, []).append(each.event)
    return {game: fold(events) for game, events in logs.items()}


async def play_on(games: CommandHandler, store: SQLiteStore, id: GameId) -> Game:
    """Start a game that waits for players, and play it to its end by the machine players' moves."""
    game = fold(each.event for each in await store.read(id))
    if game.stage is Stage.WAITING_FOR_PLAYERS:
        for player in PEOPLE[len(game.seats) : game.rules.seats[0]]:
            await games.carry_out(id, c.JoinGame(by=player))
        await games.carry_out(id, c.StartGame(by="ann"))
    for seat in game.seats:
        await games.carry_out(id, c.AutomateSeat(by=seat.player))
    return fold(each.event for each in await store.read(id))


async def audited(store: SQLiteStore) -> Audit:
    audit = Audit(store)
    async for _ in audit.steps():
        pass
    return audit


async def test_its_games_play_on_as_they_began_and_are_sound(store: SQLiteStore) -> None:
    before = await games_in(store)
    assert {(game.variant, game.stage) for game in before.values()} == {
        (variant, stage)
        for variant in ("hundred-and-ten", "oh-hell", "president")
        for stage in (Stage.WAITING_FOR_PLAYERS, Stage.PLAYING, Stage.WON)
    }
    assert (await audited(store)).findings == []
    games = CommandHandler(store, Croupier(seeded_entropy(1)))
    for id, game in before.items():
        if game.stage is Stage.WON:
            continue
        assert (await play_on(games, store, id)).stage is Stage.WON
        events = [each.event for each in await store.read(id)]
        shuffles = {event.shuffle: event for event in events if isinstance(event, e.DeckShuffled)}
        reveals = [event for event in events if isinstance(event, e.DeckRevealed)]
        assert len(reveals) == len(shuffles)
        assert all(matches_commitment(each, shuffles[each.shuffle]) for each in reveals)
        assert all(each.link is None for each in reveals)
    audit = await audited(store)
    assert audit.findings == []
    assert audit.stages == {Stage.WON: 9}


async def test_its_read_models_are_built(store: SQLiteStore, database: ReadDatabase) -> None:
    projector = Projector(store, database, ALL)
    await projector.prepare()
    for projection in ALL:
        assert await projector.rebuild(projection.name) == await store.head()


async def test_its_games_are_exported(store: SQLiteStore) -> None:
    for id in await games_in(store):
        recorded = await store.read(id)
        lines = game_file(recorded, await store.stored_forms(id), SPECTATOR).splitlines()
        assert len(lines) == 1 + len(recorded)
        assert not any("secret" in json.loads(line).get("event", {}) for line in lines)

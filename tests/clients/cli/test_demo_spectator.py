"""Tests of the demo's table, which describes a game from the events of a spectator."""

from __future__ import annotations

from datetime import UTC, datetime
from io import StringIO
from uuid import uuid4

import pytest
from rich.console import Console

from api.cli.terminal.cards import card_text
from api.demo.table import MAX_LINES, SpectatorTable
from api.graphql.context import Services
from application.store.port import Append
from domain.rules import variants
from kibitz_client import FACE_DOWN, Connection
from tests.clients.random_games import random_game
from tests.long_form import usually

NAMES = ("Ann", "Bob", "Cyd", "Dan")

PHRASES = {
    "hundred-and-ten": ("deals round 1", "bids", "passes", "names", "discards", "takes the trick with"),
    "oh-hell": (
        "the deck runs out",
        "turned up for trump: ",
        "bids in secret",
        "the bids are revealed: ",
        "the bids are laid down: ",
        "takes the trick with",
    ),
    "president": ("plays", "passes", "cleared", "play turns counter-clockwise", "is skipped", "goes out"),
}


@pytest.mark.parametrize("variant", usually(variants(), "hundred-and-ten", "president"))
async def test_demo_describes_a_game_without_hidden_cards(
    services: Services, address: str, variant: str
) -> None:
    game = uuid4()
    events = random_game(variant, NAMES, seed=1)[-1].events
    await services.store.append(Append(game=game, after=0, events=events, at=datetime.now(UTC), by=NAMES[0]))
    spectator = SpectatorTable("a game", NAMES)
    console = Console(width=200, file=(printed := StringIO()))
    async with Connection(address) as connection:
        async for event in connection.follow(str(game)):
            spectator.apply(event)
            # Print before a line scrolls out of the table.
            if event.version % MAX_LINES == 0 or event.version == len(events):
                console.print(spectator.table())
    text = printed.getvalue()
    assert spectator.versions == list(range(1, len(events) + 1))
    for phrase in PHRASES.get(variant, ()):
        assert phrase in text
    assert card_text(FACE_DOWN).plain not in text
    assert "None" not in text

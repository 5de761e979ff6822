"""What the demo's onlooker tells of each game, from the events that an onlooker may read."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console

from api.cli.guests import fields_of
from api.demo.table import LINES, Onlooker
from domain.rules import variants
from domain.visibility import redact
from kibitz_client import Event
from tests.clients.courses import course

NAMES = ("Ann", "Bob", "Cyd", "Dan")

TOLD = {
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


@pytest.mark.parametrize("variant", variants())
def test_the_onlooker_tells_of_a_game_and_of_nothing_hidden(variant: str) -> None:
    events = [redact(event, None) for event in course(variant, NAMES, seed=1)[-1].events]
    onlooker = Onlooker("a game", NAMES)
    console = Console(width=200, file=(printed := StringIO()))
    for version, event in enumerate(events, 1):
        onlooker.sees(Event(name=type(event).__name__, version=version, values=fields_of(event)))
        # Each line is shown for a while.
        if version % LINES == 0 or version == len(events):
            console.print(onlooker.table())
    said = printed.getvalue()
    assert onlooker.versions == list(range(1, len(events) + 1))
    for told in TOLD.get(variant, ()):
        assert told in said
    assert "▒" not in said
    assert "None" not in said

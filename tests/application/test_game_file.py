"""Files of single games hold what their reader may read, and nothing else."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import msgspec
import pytest

from application.codec import RecordedEvent, StoredForm, default_codec
from application.export.game_file import NoSuchSeat, game_file
from application.records.record import salt
from domain.events import DeckRevealed, Event
from domain.marks import Sealed
from domain.view import reveals
from domain.visibility import SPECTATOR, marks
from tests.laws.ledger import cards_in
from tests.laws.playouts import every_variant, playout

GAME = UUID(int=7)
KEY = bytes(range(32))
SECRET = KEY.hex()
AT = datetime(2026, 11, 24, 12, 0, 0, 123456, tzinfo=UTC)


def recorded(events: tuple[Event, ...]) -> list[RecordedEvent]:
    return [
        RecordedEvent(
            game=GAME, version=number, position=number, at=AT, by="ann", command_id=None, event=event
        )
        for number, event in enumerate(events, 1)
    ]


def stored(events: tuple[Event, ...]) -> list[StoredForm]:
    return [StoredForm(*default_codec().encode(event), SECRET) for event in events]


def lines(events: tuple[Event, ...], viewer: int | None) -> list[dict[str, Any]]:
    first, *rest = game_file(recorded(events), stored(events), viewer).decode().splitlines()
    assert first == '{"format":"kibitz/game/v1"}'
    return [msgspec.json.decode(line) for line in rest]


@every_variant
def test_a_file_opens_exactly_the_marked_fields_that_its_reader_may_read(variant: str) -> None:
    game = next(each for each in (playout(variant, seed) for seed in range(50)) if each.known.game.table)
    for events in (*list(game.committed_logs())[5::40], game.log):
        revealed = reveals(events)
        seats = len(game.known.game.seats) if game.known.game.table else 0
        started = any(type(event).__name__ == "GameStarted" for event in events)
        for viewer in (SPECTATOR, *(range(seats) if started else ())):
            for event, line in zip(events, lines(events, viewer), strict=True):
                opened = line.get("open", {})
                for field, mark in marks(type(event)):
                    value = json.loads(msgspec.json.encode(getattr(event, field)))
                    readable = mark.admits(event, viewer) or (
                        mark.until is not None and getattr(event, mark.until) in revealed
                    )
                    assert field not in line["event"]
                    if readable or value == []:
                        assert opened[field] == [salt(KEY, line["version"], field), value]
                    else:
                        assert field not in opened


@every_variant
def test_a_whole_game_opens_all_cards_and_no_secret(variant: str) -> None:
    game = next(each for each in (playout(variant, seed) for seed in range(50)) if each.known.game.outcome)
    assert any(isinstance(event, DeckRevealed) for event in game.log)
    for event, line in zip(game.log, lines(game.log, SPECTATOR), strict=True):
        sealed = {field for field, mark in marks(type(event)) if isinstance(mark, Sealed) and not mark.until}
        assert not sealed & {*line["event"], *line.get("open", {})}
        told = msgspec.json.encode({**line, "sealed": None}).decode()
        assert all(f'"{card}"' in told for card in cards_in(event))


def test_a_seat_that_the_game_lacks_is_an_error() -> None:
    game = playout("oh-hell", 3).log
    for seat in (-1, 4, 99):
        with pytest.raises(NoSuchSeat, match="seats 0 to 3"):
            game_file(recorded(game), stored(game), seat)

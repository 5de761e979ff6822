"""Exported rows are equal in all formats and on both databases."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

from api.export import Format
from application.codec import RecordedEvent, topic_of
from application.export.events import EVENTS, EventExport
from application.store.memory import MemoryStore
from application.watching.game_streams import GameStreams
from domain.events import Access, GameCreated
from projections.exports.games import GAMES
from projections.exports.view_sheets import sheets
from tests.api.cli.exports import Place, Rows, export, exported, rows
from tests.projections.logs import append, game_id, story

FORMATS = [str(each) for each in Format]


def public(place: Place) -> list[RecordedEvent]:
    """Return the events of public games as a spectator reads them, game by game in the order of the log."""
    log, read = place.log(), dict[tuple[Any, int], RecordedEvent]()

    async def watch() -> None:
        store = await place.open()
        for game in {each.game for each in log if _opens(each, Access.PUBLIC)}:
            for each in await GameStreams(store).events(game, None):
                read[game, each.version] = each
        await store.close()

    asyncio.run(watch())
    return [read[each.game, each.version] for each in log if (each.game, each.version) in read]


def _opens(each: RecordedEvent, access: Access) -> bool:
    return isinstance(each.event, GameCreated) and each.event.access is access


def row_of(each: RecordedEvent, variants: dict[Any, str]) -> dict[str, Any]:
    fields = msgspec.json.decode(msgspec.json.encode(each.event))
    return {
        "game": str(each.game),
        "version": each.version,
        "at": each.at,
        "by": each.by,
        "type": fields.pop("type"),
        "variant": variants[each.game],
        "data": fields,
    }


def variants_of(place: Place) -> dict[Any, str]:
    return {each.game: each.event.variant for each in place.log() if isinstance(each.event, GameCreated)}


def test_exported_events_are_those_that_a_spectator_reads(place: Place, tmp_path: Path) -> None:
    variants, expected = variants_of(place), public(place)
    for form in FORMATS:
        exported_rows = rows(EVENTS, form, exported(place, "events", form, tmp_path / form))
        assert [row.pop("position") for row in exported_rows] == [*range(1, len(exported_rows) + 1)]
        assert exported_rows == [row_of(each, variants) for each in expected]
        assert {row["variant"] for row in exported_rows} == {*variants.values()}
        assert {row["by"] for row in exported_rows} == {None, "ada"}


def test_games_are_the_same_in_all_formats(place: Place, tmp_path: Path) -> None:
    one, *others = (rows(GAMES, form, exported(place, "games", form, tmp_path / form)) for form in FORMATS)
    assert all(other == one for other in others)
    opened = [each for each in place.log() if _opens(each, Access.PUBLIC)]
    assert [row["game"] for row in one] == [str(each.game) for each in opened]
    missing = {name for row in one for name, value in row.items() if value is None}
    assert missing >= {"started_at", "ended_at", "length"}


@pytest.mark.parametrize("name", ["v_game", "v_active"])
def test_single_view_can_be_exported_and_printed(filled: Place, tmp_path: Path, name: str) -> None:
    printed = export(filled, name, "csv")
    assert printed.exit_code == 0
    assert printed.stdout_bytes == exported(filled, name, "csv", tmp_path / "out")
    assert len(rows(sheets()[name], "csv", printed.stdout_bytes)) > 0


async def test_events_appended_after_the_start_are_not_exported() -> None:
    store = MemoryStore()
    log = story("president", 1)
    await append(store, game_id(1), *log[:40])
    head = await store.head()
    parts = EventExport(store).parts(head)
    await anext(parts)
    await append(store, game_id(1), *log[40:])
    exported_rows = [topic for part in [each async for each in parts] for topic in part.page[5]]
    assert exported_rows == [topic_of(type(event)) for event in log[:40]]


def test_export_updates_a_read_model_without_a_projector(tmp_path: Path) -> None:
    place = Place(tmp_path / "data")
    place.fill([(game_id(1), story("president", 1))])
    exported_rows = rows(GAMES, "ndjson", exported(place, "games", "ndjson", tmp_path / "one"))
    place.fill([(game_id(2), story("president", 2))])
    more = rows(GAMES, "ndjson", exported(place, "games", "ndjson", tmp_path / "two"))
    assert [row["game"] for row in more] == [str(game_id(1)), str(game_id(2))]
    assert more[:1] == exported_rows


def test_games_have_their_seats_and_winners(filled: Place, tmp_path: Path) -> None:
    exported_rows: Rows = rows(GAMES, "ndjson", exported(filled, "games", "ndjson", tmp_path / "out"))
    won = [row for row in exported_rows if row["stage"] == "WON"]
    assert len(won) == 2
    for row in won:
        assert {*row["winners"]} <= {*row["players"]}
        assert row["winners"]
        assert row["length"] <= row["events"]
        assert row["created_at"] <= row["started_at"] <= row["ended_at"]
    machines = len(won[0]["players"]) - 2
    assert won[0]["players"] == ["ada", "ben", *(f"machine-{number + 1}" for number in range(machines))]
    assert won[0]["machines"] == machines
    lobby = [row for row in exported_rows if row["stage"] == "WAITING_FOR_PLAYERS"]
    assert len(lobby) == 1
    assert all(row["started_at"] is None and row["players"] == ["ada", "ben"] for row in lobby)

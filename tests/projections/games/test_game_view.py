"""The game view of each viewer equals the fold of the stream redacted for that viewer."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from application.store.memory import MemoryStore
from application.store.port import Store
from domain.cards import Card
from domain.events import DeckShuffled, Event, GameCreated, GameStarted, RoundDealt
from domain.game import fold
from domain.rules import variants
from domain.view import View, reveals
from domain.visibility import SPECTATOR, Viewer, redact
from projections.database.connections import ReadDatabase
from projections.engine.generations import NotBuilt
from projections.games.game_view import GAME_VIEW, load
from tests.projections.logs import Log, append, game_id, project, rows, story

GAME = game_id(1)
NOTATIONS = [(card, msgspec.json.encode(card)) for card in Card if card is not Card.FACE_DOWN]


async def loaded(store: Store, database: ReadDatabase, log: Log, cuts: list[int]) -> None:
    """Compare, at each cut, what is loaded for every viewer with the fold of the log up to there."""
    done = 0
    for cut in [*sorted(min(cut, len(log)) for cut in cuts), len(log)]:
        if cut > done:
            await append(store, GAME, *log[done:cut])
            done = cut
        await project(store, database, GAME_VIEW)
        seats = len(fold(log[:done]).seats)
        with database.reading() as connection:
            for viewer in (SPECTATOR, *range(seats)):
                expected = None if not done else (done, View(viewer=viewer).after(log[:done]))
                assert load(connection, GAME, viewer) == expected


@pytest.mark.parametrize("variant", variants())
@settings(max_examples=12)
@given(seed=st.integers(0, 3), cuts=st.lists(st.integers(0, 300), max_size=6))
async def test_every_viewer_loads_what_the_fold_of_its_stream_gives(
    variant: str, seed: int, cuts: list[int]
) -> None:
    with TemporaryDirectory() as folder, ReadDatabase.at(Path(folder) / "read.db") as database:
        await loaded(MemoryStore(), database, story(variant, seed)[:300], cuts)


@pytest.mark.parametrize("variant", variants())
async def test_a_whole_game_loads_at_its_end(store: Store, database: ReadDatabase, variant: str) -> None:
    await loaded(store, database, story(variant, 0), [100])


@pytest.mark.parametrize("variant", variants())
async def test_no_row_holds_a_card_of_a_hand_that_its_reader_has_not_seen(
    database: ReadDatabase, variant: str
) -> None:
    log, store, done, hidden = story(variant, 1)[:250], MemoryStore(), 0, 0
    for cut in range(10, len(log), 3):
        await append(store, GAME, *log[done:cut])
        done = cut
        await project(store, database, GAME_VIEW)
        found = rows(database, GAME_VIEW)
        [(*_, public)] = found["game"]
        in_hands = cards_in_hands(log[:cut])
        for reader, row in [(SPECTATOR, public), *((seat, own) for _, seat, own in found["seat"])]:
            unseen = in_hands - cards_shown(log[:cut], reader)
            assert not cards_in(row) & unseen, f"version {cut}, viewer {reader}"
            hidden += len(unseen)
    assert hidden, "every card of every hand was open all the time: nothing was tested"


@pytest.mark.parametrize("store", ["memory", "sqlite"], indirect=True)
@pytest.mark.parametrize("variant", variants())
async def test_no_file_holds_the_secrets_of_a_game(
    store: Store, database: ReadDatabase, tmp_path: Path, variant: str
) -> None:
    log = story(variant, 2)[:60]
    await append(store, GAME, *log)
    await project(store, database, GAME_VIEW)
    secrets = [event.secret for event in log if isinstance(event, GameCreated)]
    secrets += [event.salt for event in log if isinstance(event, DeckShuffled)]
    written = b"".join(map(Path.read_bytes, files(tmp_path)))
    assert len(secrets) > 1
    for secret in secrets:
        assert secret is not None
        assert secret.encode() not in written


def files(folder: Path) -> list[Path]:
    return list(folder.glob("read.db*"))


def cards_in_hands(log: Log) -> set[Card]:
    """Return the cards that are truly in somebody's hand."""
    game = fold(log)
    if game.table is None:
        return set()
    return {card for place in game.rules.show(game.table).places for card in place.hand}


def cards_shown(log: Log, viewer: Viewer) -> set[Card]:
    """Return the cards that a viewer has met since the shuffle that the round was dealt from."""
    dealt = last(RoundDealt, log, len(log))
    redacted = (redact(event, viewer, reveals(log)) for event in log[last(DeckShuffled, log, dealt) :])
    return set().union(*(cards_in(msgspec.json.encode(event)) for event in redacted))


def last(kind: type[Event], log: Log, end: int) -> int:
    return max((place for place in range(end) if type(log[place]) is kind), default=0)


@lru_cache(maxsize=1000)
def cards_in(written: bytes) -> frozenset[Card]:
    return frozenset(card for card, notation in NOTATIONS if notation in written)


async def test_a_game_that_is_not_there_loads_as_none(store: Store, database: ReadDatabase) -> None:
    await project(store, database, GAME_VIEW)
    assert await database.read(load, GAME) is None


async def test_a_seat_that_is_not_there_is_an_error_once_the_seats_are_taken(
    store: Store, database: ReadDatabase
) -> None:
    await append(store, GAME, *story(next(iter(variants())), 0))
    await project(store, database, GAME_VIEW)
    with pytest.raises(LookupError, match="no seat 99"):
        await database.read(load, GAME, 99)


async def test_before_the_first_start_there_is_nothing_to_read(database: ReadDatabase) -> None:
    with pytest.raises(NotBuilt):
        await database.read(load, GAME)


async def test_a_seat_has_a_row_from_the_start_on_and_none_before(
    store: Store, database: ReadDatabase
) -> None:
    log = story(next(iter(variants())), 0)
    start = next(i for i, event in enumerate(log) if type(event) is GameStarted)
    await append(store, GAME, *log[:start])
    await project(store, database, GAME_VIEW)
    assert rows(database, GAME_VIEW)["seat"] == []
    await append(store, GAME, log[start])
    await project(store, database, GAME_VIEW)
    assert len(rows(database, GAME_VIEW)["seat"]) == len(fold(log).seats)

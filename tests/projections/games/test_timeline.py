"""The timeline tells everyone what the redacted log tells, and keeps no secret before its reveal."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import msgspec
import pytest

from application.codec import Codec, GameId, RecordedEvent, all_event_types
from application.games.command_handler import redact_events
from application.store.memory import MemoryStore
from application.store.port import Store
from application.watching.game_streams import GameStreams
from domain.cards import Card, Cards
from domain.events import (
    DeckRevealed,
    DeckShuffled,
    Event,
    GameCreated,
    GameStarted,
    RoundDealt,
    SeatEvent,
)
from domain.game import fold
from domain.rules import variants
from domain.state import Stage
from domain.view import View, reveals
from domain.visibility import SPECTATOR, OtherSeats, Private, Sealed, Viewer, marks
from projections import timeline
from projections.database.connections import ReadDatabase
from projections.engine.generations import NotBuilt
from projections.engine.rebuild import rebuild
from projections.timeline import LARGEST_PAGE, TIMELINE, page
from tests.laws.playouts import playout
from tests.long_form import usually
from tests.projections.games.test_game_view import cards_in, cards_in_hands, cards_shown, files, last
from tests.projections.logs import (
    Log,
    append,
    game_id,
    games_of_all_variants,
    interleave,
    project,
    rows,
    story,
)

ONE, *_ = variants()
GAME = game_id(1)
CLOSELY = 120
"""So many events are looked at one by one."""

some_games = pytest.mark.parametrize("number", usually(range(3), 0))
"""Looks at one game closely, and at some more where there is time."""


def played_to_the_end(variant: str, count: int) -> Log:
    """Return the log of the game that is the so-manieth to be played to its end, of random games."""
    logs = (playout(variant, seed).log for seed in itertools.count())
    return next(itertools.islice((log for log in logs if fold(log).outcome), count, None))


def moments(log: Log) -> Iterator[int]:
    """Give every version of the beginning of a game, then some, then the last."""
    yield from range(1, min(CLOSELY, len(log)))
    yield from range(CLOSELY, len(log), 40)
    yield len(log)


@pytest.mark.parametrize("variant", usually(variants(), "president"))
@some_games
async def test_everyone_reads_at_every_moment_what_watching_tells(
    database: ReadDatabase, variant: str, number: int
) -> None:
    store = MemoryStore()
    watching = GameStreams(store)
    log, done = played_to_the_end(variant, number), 0
    for version in moments(log):
        await append(store, GAME, *log[done:version])
        await project(store, database, TIMELINE, batch=11)
        done, game = version, fold(log[:version])
        for player in (None, *game.invited, *(seat.player for seat in game.seats)):
            if not game.admits(player):
                continue
            seat = None if game.stage is Stage.WAITING_FOR_PLAYERS else game.seat_of(player)
            told = await watching.events(GAME, player)
            assert await everything(database, GAME, seat) == [*told], f"version {version}, {player}"
    assert reveals(log), "no shuffle was revealed: little was tested"


@pytest.mark.parametrize("variant", usually(variants(), "hundred-and-ten"))
async def test_a_whole_game_reads_the_same_in_batches_of_any_size(
    database: ReadDatabase, variant: str
) -> None:
    store = MemoryStore()
    made: list[object] = []
    await interleave(store, [story(variant, seed) for seed in range(2)], seed=5)
    watching = GameStreams(store)
    for batch in (1, 7, 1000):
        await rebuild(store, database, TIMELINE, batch=batch)
        made.append(rows(database, TIMELINE))
    assert made[0] == made[1] == made[2]
    for number in (1, 2):
        for seat, player in ((SPECTATOR, None), (0, "ada"), (1, "ben")):
            told = await watching.events(game_id(number), player)
            assert await everything(database, game_id(number), seat) == [*told]


async def everything(database: ReadDatabase, game: GameId, viewer: Viewer) -> list[RecordedEvent]:
    found: list[RecordedEvent] = []
    after = 0
    while part := await database.read(page, game, viewer, after, 100):
        found += part
        after = part[-1].version
    return found


async def test_rows_made_as_it_happened_are_those_of_a_rebuild(store: Store, database: ReadDatabase) -> None:
    await games_of_all_variants(store)
    head = await store.head()
    for upto in range(0, head, 37):
        await project(store, database, TIMELINE, batch=7, upto=upto)
    await project(store, database, TIMELINE)
    grown = rows(database, TIMELINE)
    await rebuild(store, database, TIMELINE)
    assert rows(database, TIMELINE) == grown
    assert grown["sealed"], "a game under way has sealed shuffles"


def stays_private(event: Event) -> bool:
    """Tell whether only a seat may read the event in full, also when all is revealed."""
    return any(isinstance(mark, Private) and mark.until is None for _, mark in marks(type(event)))


@pytest.mark.parametrize("variant", variants())
async def test_a_finished_game_has_nothing_sealed_and_no_cards_that_are_only_a_seats(
    store: Store, database: ReadDatabase, variant: str
) -> None:
    log = story(variant, 1)
    await append(store, GAME, *log)
    await project(store, database, TIMELINE, batch=20)
    found = rows(database, TIMELINE)
    assert found["sealed"] == []
    assert {row[1] for row in found["seat"]} == {
        version for version, event in enumerate(log, 1) if stays_private(event)
    }
    shuffles = [
        each.event for each in await database.read(page, GAME) if isinstance(each.event, DeckShuffled)
    ]
    assert shuffles
    assert all(shuffle.salt and Card.FACE_DOWN not in shuffle.order for shuffle in shuffles)


@pytest.mark.parametrize("variant", variants())
@some_games
async def test_no_row_tells_its_reader_a_card_before_its_reveal(
    database: ReadDatabase, variant: str, number: int
) -> None:
    log, store, hidden = played_to_the_end(variant, number)[:CLOSELY], MemoryStore(), 0
    for version, event in enumerate(log, 1):
        await append(store, GAME, event)
        await project(store, database, TIMELINE)
        found = rows(database, TIMELINE)
        # Where the round's cards come from: before it, every card was met in other rounds.
        start = last(DeckShuffled, log, last(RoundDealt, log[:version], version))
        public = [row[-1] for row in found["event"] if row[1] > start]
        in_hands = cards_in_hands(log[:version])
        for viewer in (SPECTATOR, *range(len(fold(log[:version]).seats))):
            own = [row[-1] for row in found["seat"] if row[1] > start and row[2] == viewer]
            unseen = in_hands - cards_shown(log[:version], viewer)
            assert not cards_in(b"".join(public + own)) & unseen, f"version {version}, viewer {viewer}"
            hidden += len(unseen)
    assert hidden, "every card was open all the time: nothing was tested"


@pytest.mark.parametrize("variant", variants())
@pytest.mark.parametrize("share", [0.2, 0.5, 0.8])
async def test_no_file_holds_a_secret_before_its_reveal(
    store: Store, database: ReadDatabase, tmp_path: Path, variant: str, share: float
) -> None:
    log = story(variant, 2)[:CLOSELY]
    start = next(place for place, event in enumerate(log) if isinstance(event, DeckShuffled))
    log = log[: start + int(share * (len(log) - start))]
    await append(store, GAME, *log)
    await project(store, database, TIMELINE, batch=9)
    written = b"".join(map(Path.read_bytes, files(tmp_path)))
    sealed = [each for each in log if isinstance(each, DeckShuffled) and each.shuffle not in reveals(log)]
    secrets = [event.secret for event in log if isinstance(event, GameCreated)]
    secrets += [shuffle.salt for shuffle in sealed]
    assert len(secrets) > 1
    for secret in secrets:
        assert secret is not None
        assert secret.encode() not in written
    for shuffle in sealed:
        # So many of its cards in their order are in no hand.
        assert msgspec.json.encode(shuffle.order[:6])[1:-1] not in written


class HandHeldUp(SeatEvent, frozen=True, kw_only=True):
    """A fact with every mark that there is, of two shuffles."""

    cards: Annotated[Cards, OtherSeats(until="shuffle")]
    drawn: Annotated[Card | None, Private(until="drawn_from")]
    thought: Annotated[str | None, Private()]
    guessed: Annotated[str | None, OtherSeats()]
    secret: Annotated[str | None, Sealed()]
    shuffle: int
    drawn_from: int


async def test_every_mark_opens_when_its_own_shuffle_is_revealed(
    database: ReadDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    knows_it = Codec((*all_event_types(), HandHeldUp))
    monkeypatch.setattr(timeline, "codec", lambda: knows_it)
    store = MemoryStore(knows_it)

    def held_up(seat: int) -> HandHeldUp:
        return HandHeldUp(
            seat=seat,
            cards=(Card("5H"), Card("AS")),
            drawn=Card("2C"),
            thought="no",
            guessed="yes",
            secret="hush",
            shuffle=0,
            drawn_from=1,
        )

    log: list[Event] = [GameStarted(players=("ada", "ben", "cleo"))]
    for seat, revealed in enumerate((1, 0)):
        log += held_up(seat), held_up(2), DeckRevealed(shuffle=revealed, order=(), salt="")
    log.append(held_up(1))
    for version, event in enumerate(log, 1):
        await append(store, GAME, event)
        await project(store, database, TIMELINE)
        recorded = await store.read(GAME)
        for viewer in (SPECTATOR, 0, 1, 2):
            view = View(viewer=viewer, revealed=reveals(log[:version]))
            assert await database.read(page, GAME, viewer) == redact_events(recorded, view)
    grown = rows(database, TIMELINE)
    assert [row[1:3] for row in grown["seat"]] == [
        (version, seat) for version in (2, 3, 5, 6, 8) for seat in range(3)
    ]
    await rebuild(store, database, TIMELINE)
    assert rows(database, TIMELINE) == grown


def test_what_nobody_may_read_until_a_reveal_comes_with_the_reveal() -> None:
    for event in all_event_types():
        for field, mark in marks(event):
            if isinstance(mark, Sealed) and mark.until is not None:
                assert event is DeckShuffled, f"no row and no reveal holds {event.__name__}.{field}"
                assert field in DeckRevealed.__struct_fields__


async def test_a_page_goes_on_after_a_version(store: Store, database: ReadDatabase) -> None:
    recorded = await append(store, GAME, *story(ONE, 0))
    await project(store, database, TIMELINE)
    found = await database.read(page, GAME, after_version=10, limit=5)
    assert [each.version for each in found] == [11, 12, 13, 14, 15]
    assert await database.read(page, GAME, after_version=len(recorded)) == ()
    assert await database.read(page, game_id(2)) == ()


@pytest.mark.parametrize("limit", [-1, LARGEST_PAGE + 1])
async def test_a_page_out_of_bounds_is_an_error(database: ReadDatabase, limit: int) -> None:
    with pytest.raises(ValueError, match="a page holds 0 to 500 events"):
        await database.read(page, GAME, limit=limit)


async def test_before_the_first_start_there_is_nothing_to_read(database: ReadDatabase) -> None:
    with pytest.raises(NotBuilt):
        await database.read(page, GAME)

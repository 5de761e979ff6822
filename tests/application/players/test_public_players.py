"""The names of people of started public games can be found, and no others."""

from __future__ import annotations

import asyncio
from pathlib import Path
from uuid import uuid4

import pytest
from sqlalchemy import Engine, create_engine

from application.games.command_handler import CommandHandler
from application.games.croupier import Croupier, seeded_entropy
from application.players.registry import Players
from application.players.search.name_folding import InvalidNameSearch, endings, folded, folded_search
from application.players.search.name_index import FoundName
from application.players.search.public_players import PublicPlayers
from application.store.memory import MemoryStore
from application.store.port import LogIdentity
from domain import commands as c
from domain.events import Access
from tests.api.harness.played_games import eventually
from tests.application.players.identities import SECRET

SAME = [
    ("José", "JOSE"),
    ("Jörg-Peter", "jorg peter"),
    ("\uff21\uff2e\uff2e", "ann"),
    ("Straße", "strasse"),
    ("İpek", "ipek"),
]


@pytest.fixture
def store() -> MemoryStore:
    return MemoryStore()


async def named(players: Players, store: MemoryStore, *names: str) -> dict[str, str]:
    """Return the ids of new players who have sat down at a public game that started."""
    ids = [(await players.guest(name)).id for name in names]
    await sit_down(store, ids)
    return dict(zip(ids, names, strict=True))


async def sit_down(
    store: MemoryStore, ids: list[str], access: Access = Access.PUBLIC, *, start: bool = True
) -> None:
    games = CommandHandler(store, Croupier(seeded_entropy(1)))
    first, *others = [*ids, *(f"extra {number}" for number in range(3 - len(ids)))]
    game = (await games.create(c.CreateGame(by=first, variant="president", access=access))).game
    for player in others:
        if access is Access.PRIVATE:
            await games.carry_out(game, c.InvitePlayer(by=first, player=player))
        await games.carry_out(game, c.JoinGame(by=player))
    if start:
        await games.carry_out(game, c.StartGame(by=first))


async def found(players: Players, store: MemoryStore, search: str) -> list[str]:
    """Return the ids of all players that a search finds, read by pages of one player."""
    public, result = PublicPlayers(store, players.names), list[FoundName]()
    await public.catch_up()
    while page := await public.find(folded_search(search), result[-1] if result else None, 1):
        result += page
    assert result == await public.find(folded_search(search), None, 100)
    for limit in (1, 2, 100):
        assert min(await public.count(folded_search(search), limit), limit + 1) == min(len(result), limit + 1)
    return [each.player for each in result]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_case_accents_and_punctuation_make_no_difference(one: str, other: str) -> None:
    assert folded(one) == folded(other)


@pytest.mark.parametrize(
    "search", ["", "an", "a n", "!!!!", "\u0301\u0301\u0301", "김민", "x" * 41, "\ufdfa" * 3]
)
def test_short_and_long_searches_are_invalid(search: str) -> None:
    with pytest.raises(InvalidNameSearch):
        folded_search(search)


async def test_a_search_finds_all_matching_names_in_order(either: Players, store: MemoryStore) -> None:
    names = [
        "Mary Ann",
        "Ann",
        "Ann",
        "Hanna",
        "ANNE O'Neil",
        "Ánn Anna ann",
        "Ann\U0001f0a1",
        "김민준",
        "Zoe Anne",
    ]
    ids: dict[str, str] = {}
    for number in range(0, len(names), 3):
        ids |= await named(either, store, *names[number : number + 3])
    for search in ("ann", "Ann anna", "neil", "ANNE o'n", "김민준", "anne", "nna", "zoe  anne"):
        text = folded_search(search)
        places = {
            player: min((end for end in endings(folded(name)) if end.startswith(text)), default=None)
            for player, name in ids.items()
        }
        expected = sorted((place, player) for player, place in places.items() if place is not None)
        assert await found(either, store, search) == [player for _, player in expected], search


async def test_only_people_of_started_public_games_are_found(either: Players, store: MemoryStore) -> None:
    hidden = [(await either.guest("Quentin")).id for _ in range(3)]
    await sit_down(store, hidden[:1], Access.PRIVATE)
    await sit_down(store, hidden[1:2], start=False)
    assert await found(either, store, "quentin") == []
    seen = await named(either, store, "Quentin")
    assert await found(either, store, "quentin") == [*seen]


async def test_a_new_name_replaces_the_old_one_and_an_erased_one_is_gone(
    either: Players, store: MemoryStore
) -> None:
    [player] = await named(either, store, "Quentin")
    assert await found(either, store, "quentin") == [player]
    await either.rename(player, "\u2764\ufe0f")
    assert await found(either, store, "quentin") == []
    await either.rename(player, "Zebulon Quick")
    assert await found(either, store, "qui") == [player]
    await either.erase(player)
    assert await found(either, store, "zebulon") == []
    late = PublicPlayers(store, either.names)
    await asyncio.to_thread(either.names.add, [player], await store.identity(), 1)
    assert await late.find("zebulon", None, 5) == []


async def test_no_file_holds_an_indexed_name_after_erasure(players: Players, tmp_path: Path) -> None:
    store = MemoryStore()
    [player] = await named(players, store, "Zebulon Quentin")
    assert await found(players, store, "quentin") == [player]
    await players.rename(player, "Quentin Xerxes")
    await players.erase(player)
    content = (tmp_path / "log.db").read_bytes().lower()
    assert all(word not in content for word in (b"zebulon", b"quentin", b"xerxes"))


async def test_an_existing_database_gains_its_names_at_the_first_start(engine: Engine) -> None:
    store = MemoryStore()
    players = Players(engine, SECRET)
    [player] = await named(players, store, "Quentin")
    for table in ("public_players", "name_endings", "name_index_progress"):
        with engine.begin() as connection:
            connection.exec_driver_sql(f"DROP TABLE {table}")
    again = create_engine(engine.url)
    async with PublicPlayers(store, Players(again, SECRET).names, every=0.01) as public:

        async def is_found() -> bool:
            return [each.player for each in await public.find("quentin", None, 5)] == [player]

        await eventually(is_found)
    again.dispose()


async def test_another_epoch_of_the_log_is_indexed_anew(either: Players, store: MemoryStore) -> None:
    [player] = await named(either, store, "Quentin")
    assert await found(either, store, "quentin") == [player]
    restored = MemoryStore()
    assert await found(either, restored, "quentin") == []
    assert await found(either, store, "quentin") == [player]
    # What another process still adds for the earlier log is ignored.
    late = await named(either, restored, "Xerxes")
    either.names.add([*late], LogIdentity(uuid4(), 1), 10)
    assert await found(either, store, "xerxes") == []


async def test_names_of_many_equal_words_are_found_once(either: Players, store: MemoryStore) -> None:
    ids = await named(either, store, *["ann " * 9 + "ann"] * 3)
    assert await found(either, store, "ann ann") == sorted(ids)

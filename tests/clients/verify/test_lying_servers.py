"""The verifiers catch every lying server and accuse no honest one, on both databases."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator
from itertools import cycle, groupby, islice
from pathlib import Path
from random import Random
from uuid import uuid4

import pytest

from application.export.game_file import game_file
from application.store.port import Append, Store
from application.store.postgres.store import PostgresStore
from application.store.sqlite.store import SQLiteStore
from domain.visibility import SPECTATOR
from tests.clients.verify.game_files import HonestServer
from tests.clients.verify.lying_servers import LIES, Table, honest, question_of
from tests.clients.verify.verifiers import Question, in_javascript, in_python
from tests.long_form import usually

GAMES = 1_000
"""Games on each database in the long form."""
SOME_GAMES = 30


@pytest.fixture(params=["sqlite", "postgres"])
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Store]:
    store: Store
    if request.param == "postgres":
        store = await PostgresStore.open(request.getfixturevalue("postgres_url"))
    else:
        store = SQLiteStore(tmp_path / "log.db")
    yield store
    await store.close()


async def exported(store: Store, server: HonestServer) -> str:
    """Store a game, commit by commit, and return its file."""
    game, after = uuid4(), 0
    for (at, by), group in groupby(server.recorded, key=lambda each: each[:2]):
        events = tuple(each.event for each in group)
        await store.append(Append(game=game, after=after, events=events, at=at, by=by))
        after += len(events)
    return game_file(await store.read(game), await store.stored_forms(game), SPECTATOR).decode()


@pytest.mark.timeout(0)
@pytest.mark.parametrize("games", usually([SOME_GAMES, GAMES], SOME_GAMES))
async def test_every_liar_is_caught_and_no_honest_server_is_accused(store: Store, games: int) -> None:
    random = Random(games)
    questions: list[tuple[str, Question]] = []
    for name in islice(cycle(("honest", *LIES)), games):
        table = Table.at_random(random)
        server = LIES.get(name, honest)(table)
        questions.append((name, question_of(name, table, await exported(store, server))))
    asked = [question for _, question in questions]
    answers = in_python(asked)
    assert [each.report for each in in_javascript(asked)] == [each.report for each in answers]
    found = Counter(
        (name, answer.report["status"]) for (name, _), answer in zip(questions, answers, strict=True)
    )
    assert {name for name, status in found if status == 1} == set(LIES)
    assert {name for name, status in found if status != 1} == {"honest"}
    assert {status for name, status in found if name == "honest"} == {0}

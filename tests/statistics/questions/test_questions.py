"""docs/questions.md: each answer of the views is that of a second count from the stored log."""

from __future__ import annotations

from typing import Final

import pytest

from tests.statistics.conftest import MANY, World
from tests.statistics.questions.answers import SUMS
from tests.statistics.questions.answers_from_facts import FACTS
from tests.statistics.questions.page import PAGE, Question, ask, questions, shown
from tests.statistics.raw import Game, ends

ANSWERS: Final = SUMS | FACTS


@pytest.fixture(scope="session")
def log(world: World) -> list[Game]:
    """Return all games: those that are over in the order of their ends, and then the others."""
    games = {game.id: game for game in world.games()}
    over = [games.pop(id) for id in ends(world.log)]
    return [*over, *games.values()]


def test_each_question_has_a_second_answer() -> None:
    found = questions()
    assert [each.title for each in found] == [*ANSWERS]
    assert [each.number for each in found] == [*range(1, len(found) + 1)]
    assert len(found) == 30
    assert PAGE.read_text(encoding="utf-8").count("```sql") == len(found)


@pytest.mark.parametrize("question", questions(), ids=lambda each: str(each.number))
def test_an_answer_is_that_of_the_log(world: World, log: list[Game], question: Question) -> None:
    found = ask(world.database, question.sql)
    expected = [*ANSWERS[question.title](log)]
    assert [row[:1] for row in found.rows] == [row[:1] for row in expected]
    for row, wanted in zip(found.rows, expected, strict=True):
        for value, again in zip(row, wanted, strict=True):
            assert value == (pytest.approx(again, rel=1e-9) if isinstance(again, float) else again)
    if len(log) == MANY:
        assert expected
        assert question.shown == shown(found)


@pytest.mark.parametrize("word", ["LATERAL", "OVER (", "WITH ", "UNION"])
def test_questions_are_plain_statements(word: str) -> None:
    assert [each.title for each in questions() if word in each.sql.upper()] == []
    assert all(each.sql.upper().count("SELECT") == 1 for each in questions())

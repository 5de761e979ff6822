"""Each row of a dashboard asks a question, and its first panel answers it with the number of the log."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final

import pytest

from projections.database.connections import ReadDatabase
from projections.luck.queries import luck_of_game
from tests.grafana.committed_dashboards import FILES, all_chosen, dashboard, rows
from tests.grafana.conftest import Source
from tests.grafana.macro_expansion import Range
from tests.grafana.second_answers import ANSWERS, Known, came_back
from tests.grafana.test_panels import EVER
from tests.statistics.raw import games
from tests.statistics.recounted import active

QUESTIONS: Final = {
    (path.stem, title): panels
    for path in FILES
    if path.stem != "operations"
    for title, panels in rows(dashboard(path)).items()
}
"""The panels by dashboard and question."""


@pytest.fixture(scope="session")
def known(log_source: Source) -> Known:
    found = list(games(log_source.log))
    with ReadDatabase(log_source.log) as database, database.reading() as connection:
        luck = {game.id: luck_of_game(connection, game.id) for game in found}
    return Known(found, luck)


def test_every_row_is_a_question_with_a_second_answer() -> None:
    assert QUESTIONS.keys() == ANSWERS.keys()
    assert all(title.endswith("?") for _, title in QUESTIONS)
    for path in FILES:
        assert path.stem == "operations" or 3 <= len(rows(dashboard(path))) <= 6


@pytest.mark.parametrize("question", QUESTIONS, ids=" / ".join)
def test_first_panel_of_a_row_answers_and_the_others_show_why(question: tuple[str, str]) -> None:
    first, *others = QUESTIONS[question]
    assert first.kind == "stat"
    assert first.document["gridPos"]["x"] == 0
    assert first.document["options"]["textMode"] == "value_and_name"
    assert {panel.kind for panel in others} - {"stat"}
    assert first.document["gridPos"]["y"] == min(panel.document["gridPos"]["y"] for panel in others)


@pytest.mark.parametrize("question", ANSWERS, ids=" / ".join)
def test_answer_is_that_of_the_log(question: tuple[str, str], log_source: Source, known: Known) -> None:
    panel = QUESTIONS[question][0]
    [found] = log_source.query(panel, all_chosen(panel.dashboard), EVER).rows
    wanted = ANSWERS[question](known)
    assert [float(str(each)) for each in found] == pytest.approx([float(each) for each in wanted], rel=1e-9)
    assert found[-1]


def test_only_some_people_come_back_within_the_first_days(log_source: Source, known: Known) -> None:
    panel = QUESTIONS["overview", "Are people coming back?"][0]
    first = min(day for game in known.public() for day, _ in active(game))
    last = first + timedelta(days=1)
    midnight = datetime(last.year, last.month, last.day, tzinfo=UTC)
    [found] = log_source.query(panel, all_chosen(panel.dashboard), Range(EVER.since, midnight)).rows
    share, people = came_back(known, last)
    assert [float(str(each)) for each in found] == pytest.approx([share, people])
    # In the long form so much is played that everyone comes back on the second day.
    assert 0 < share < 1 or len(known.games) > 1_000


@pytest.mark.parametrize("question", QUESTIONS, ids=" / ".join)
def test_description_of_an_answer_says_what_was_counted_and_when(question: tuple[str, str]) -> None:
    said = QUESTIONS[question][0].document["description"].lower()
    assert any(base in said for base in ("over", "finished", "people who made a move", "games created"))
    assert any(
        time in said
        for time in (
            "by the day on which the game ended",
            "by the end of the game",
            "by their end",
            "chosen time",
        )
    )

"""Both verifiers find what was forged in records and proofs of log/v1, and accuse no honest server."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest

from tests.clients.verify.records.forged_files import (
    DUE,
    FORGED,
    HONEST,
    MALFORMED,
    file_of,
    head,
    lines,
    proof,
)
from tests.clients.verify.verifiers import Answer, Question, in_javascript, in_python


@pytest.fixture(scope="module")
def answers() -> Mapping[str, Answer]:
    """The equal answers of both verifiers to all files, by name."""
    questions = {name: Question(make()) for name, (make, _) in {**FORGED, **HONEST}.items()}
    found = dict(zip(questions, in_python([*questions.values()]), strict=True))
    others = dict(zip(questions, in_javascript([*questions.values()]), strict=True))
    assert {name: others[name].report for name in found if others[name] != found[name]} == {}
    return found


@pytest.mark.parametrize("name", FORGED)
def test_a_forged_file_is_wrong(answers: Mapping[str, Answer], name: str) -> None:
    report = answers[name].report
    assert report["status"] == (2 if FORGED[name][1] in (DUE, MALFORMED, "the last line") else 1)
    assert any(FORGED[name][1] in finding["reason"] for finding in report["findings"]), report["findings"]


@pytest.mark.parametrize("name", HONEST)
def test_what_is_not_checked_of_the_log_leaves_an_honest_game_right(
    answers: Mapping[str, Answer], name: str
) -> None:
    report, text = answers[name]
    assert (report["findings"], report["unchecked"], report["status"]) == ([], [], 0)
    assert report["unproven"] == [HONEST[name][1]]
    assert report["head"] == (None if name == "without commitments" else head())
    assert (f"Head: {head()}" in text) == (report["head"] is not None)
    assert text[-2:] == [f"Not checked: {HONEST[name][1]}", "All deals are right."]


def test_a_change_of_any_character_of_a_record_is_found() -> None:
    random, text = Random(25), file_of(*lines(2), proof=proof())
    start, end = len(lines()[0]) + 1, text.index('{"proof"')
    questions = []
    for _ in range(60):
        place, character = random.randrange(start, end), random.choice('0123456789abcdefHS":,{}[]\\ ')
        if text[place] != character:
            questions.append(Question(text[:place] + character + text[place + 1 :]))
    found = in_python(questions)
    assert in_javascript(questions) == found
    assert {each.report["status"] for each in found} <= {1, 2}

"""Honest and falsified games: both verifiers return the right status and equal reports."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import pytest

from tests.clients.verify.falsifications import hide
from tests.clients.verify.falsified_games import FALSIFIED
from tests.clients.verify.game_files import PLAYERS, SEEDS, GameFile
from tests.clients.verify.honest_games import ANN, BEN, CYD, HONEST
from tests.clients.verify.verifiers import Answer, Question, in_javascript, in_python

SEED_QUESTIONS = {
    "used": ("absent seed", ANN, SEEDS[ANN], 0, True, "the player revealed it"),
    "not opened": ("absent seed", BEN, SEEDS[BEN], 1, False, "the player did not reveal it"),
    "another seed": (
        "absent seed",
        CYD,
        SEEDS[ANN],
        1,
        False,
        "the player has no seat, or did not commit to it",
    ),
    "an earlier seed": (
        "restless lobby",
        CYD,
        "0" * 64,
        1,
        False,
        "the player has no seat, or did not commit to it",
    ),
    "no commitment": (
        "hundred and ten",
        CYD,
        SEEDS[CYD],
        1,
        False,
        "the player has no seat, or did not commit to it",
    ),
    "no seat": ("hundred and ten", PLAYERS[7], SEEDS[ANN], 1, False, "the player has no seat"),
    "left with its commitment": (
        "restless lobby",
        BEN,
        "0" * 64,
        1,
        False,
        "the player has no seat, or did not commit to it",
    ),
    "no deal": (
        "without deal",
        ANN,
        SEEDS[ANN],
        1,
        False,
        "the player has no seat, or did not commit to it",
    ),
    "not started": ("waiting for seeds", CYD, SEEDS[CYD], 3, None, "the game has not started"),
}


@cache
def honest(name: str) -> GameFile:
    """Return the file of an honest game."""
    return HONEST[name][1]()


def falsified(name: str) -> GameFile:
    """Return the file of a falsified game."""
    file = honest(FALSIFIED[name].game).copy()
    FALSIFIED[name].change(file)
    return file.renumber()


@pytest.fixture(scope="module")
def answers() -> Mapping[str, Answer]:
    """The equal answers of both verifiers to all questions, by name."""
    questions = {name: Question(honest(name).text) for name in HONEST}
    questions |= {name: Question(falsified(name).text) for name in FALSIFIED}
    questions |= {
        f"seed: {name}": Question(honest(game).text, seed, player)
        for name, (game, player, seed, *_) in SEED_QUESTIONS.items()
    }
    asked = [*questions.values()]
    answers = dict(zip(questions, in_python(asked), strict=True))
    assert dict(zip(questions, in_javascript(asked), strict=True)) == answers
    return answers


@pytest.mark.parametrize("name", HONEST)
def test_nothing_is_wrong_in_an_honest_game(answers: Mapping[str, Answer], name: str) -> None:
    report, lines = answers[name]
    assert report["findings"] == []
    assert report["status"] == HONEST[name][0], report
    assert bool(report["unchecked"]) == (report["status"] == 3)
    end = "All deals are right." if report["status"] == 0 else "All deals that can be checked are right."
    assert lines[-1] == end


@pytest.mark.parametrize("name", FALSIFIED)
def test_a_falsified_game_is_wrong(answers: Mapping[str, Answer], name: str) -> None:
    report, lines = answers[name]
    reasons = [finding["reason"] for finding in report["findings"]]
    assert report["status"] == 1
    assert any(FALSIFIED[name].reason in reason for reason in reasons), reasons
    assert lines[-1] == "WRONG."


@pytest.mark.parametrize("name", SEED_QUESTIONS)
def test_the_use_of_a_seed_is_answered(answers: Mapping[str, Answer], name: str) -> None:
    *_, status, used, reason = SEED_QUESTIONS[name]
    report = answers[f"seed: {name}"].report
    assert report["status"] == status
    assert report["seed"]["used"] is used
    assert report["seed"]["reason"].startswith(reason)


def test_a_report_names_seats_and_shuffles(answers: Mapping[str, Answer]) -> None:
    report, lines = answers["absent seed"]
    assert report["seats"] == [
        {"seat": 0, "player": ANN, "committed": True, "opened": True},
        {"seat": 1, "player": BEN, "committed": True, "opened": False},
        {"seat": 2, "player": CYD, "committed": True, "opened": True},
    ]
    assert report["fingerprint"] == honest("absent seed").record("GameStarted")["event"]["fingerprint"]
    assert [(each["number"], each["verdict"]) for each in report["shuffles"]] == [(0, "right")]
    assert lines == [
        f"Seat 0, {ANN}: added a seed",
        f"Seat 1, {BEN}: committed to a seed and did not reveal it",
        f"Seat 2, {CYD}: added a seed",
        f"Fingerprint: {report['fingerprint']}",
        "Shuffle 0: right: it follows from the seeds and the server's link",
        "Not checked: the records, which are of an earlier release",
        "All deals are right.",
    ]


def test_shuffles_beyond_the_links_are_only_committed(answers: Mapping[str, Answer]) -> None:
    report, lines = answers["more shuffles than links"]
    verdicts = [shuffle["verdict"] for shuffle in report["shuffles"]]
    assert verdicts == ["right"] * 256 + ["committed", "sealed"]
    assert lines[3:6] == [
        "Shuffles 0 to 255: right: it follows from the seeds and the server's link",
        "Shuffle 256: committed: as committed; the server alone chose it",
        "Shuffle 257: sealed: not revealed yet",
    ]
    assert "the origin of the orders that the server alone chose" in report["unchecked"]


def test_a_wrong_shuffle_is_named(answers: Mapping[str, Answer]) -> None:
    report = answers["another link"].report
    wrong = [shuffle for shuffle in report["shuffles"] if shuffle["verdict"] == "wrong"]
    assert [(shuffle["number"], shuffle["reason"]) for shuffle in wrong] == [
        (1, "the link of shuffle 1 is false")
    ]
    [version] = {finding["version"] for finding in report["findings"]}
    assert version == honest("hundred and ten, closed early").versions("DeckRevealed")[1]


def test_a_file_without_dealt_cards_is_not_checked_whole() -> None:
    file = honest("hundred and ten").copy()
    hide(file, "HandDealt", 1)
    version = file.versions("HandDealt")[1]
    [answer] = in_python([Question(file.text)])
    assert answer.report["status"] == 3
    assert answer.report["unchecked"] == [f"the cards of version {version}, which are left out"]


def test_a_lobby_without_seeds_says_so(answers: Mapping[str, Answer]) -> None:
    assert "No seat added a seed, so the server alone chose the orders" in answers["without seeds"].lines

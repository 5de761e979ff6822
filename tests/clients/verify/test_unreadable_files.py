"""Files that are no game, or malformed ones: both verifiers refuse the same ones, for the same reason."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any, Final

import pytest

from tests.clients.verify.game_files import PLAYERS, GameFile
from tests.clients.verify.honest_games import HONEST
from tests.clients.verify.verifiers import Answer, Question, in_javascript, in_python

DIGITS: Final = "9" * 5_000
"""More digits than Python's integers take by default."""


@cache
def game() -> GameFile:
    """Return an honest game with all kinds of events."""
    return HONEST["president of 3"][1]()


@cache
def lines() -> tuple[str, ...]:
    """Return the lines of the honest game."""
    return (*game().text.splitlines(),)


def file_of(*lines: str) -> str:
    """Return a file with these lines."""
    return "".join(f"{line}\n" for line in lines)


def with_line(number: int, change: Callable[[str], str]) -> str:
    """Return the file with a changed line; the first one is 1."""
    changed = [*lines()]
    changed[number - 1] = change(changed[number - 1])
    return file_of(*changed)


def with_event(kind: str, /, **fields: Any) -> str:
    """Return the file with changed fields of an event; a field that is `...` is left out."""
    file = game().copy()
    event = file.record(kind)["event"]
    event.update(fields)
    for name in [name for name, value in event.items() if value is ...]:
        del event[name]
    return file.text


def with_record(position: int, /, **members: Any) -> str:
    """Return the file with changed members of a record; a member that is `...` is left out."""
    file = game().copy()
    record = file.records[position - 1]
    record.update(members)
    for name in [name for name, value in record.items() if value is ...]:
        del record[name]
    return file.text


def replaced(number: int, old: str, new: str) -> str:
    """Return the file with a text replaced in a line."""
    assert old in lines()[number - 1]
    return with_line(number, lambda line: line.replace(old, new, 1))


def with_cards(cards: Any) -> str:
    """Return the file with other cards in a hand."""
    file = game().copy()
    file.record("HandDealt")["open"]["cards"] = [None, cards]
    return file.text


UNREADABLE: Final[dict[str, tuple[Callable[[], str], str]]] = {
    "empty": (lambda: "", "line 1: this is no JSON object, or it is cut or too large"),
    "an empty line": (
        lambda: file_of(*lines()[:3], "", *lines()[3:]),
        "line 4: this is no JSON object, or it is cut or too large",
    ),
    "only the format": (lambda: file_of(lines()[0]), "line 2: a game begins with GameCreated"),
    "no format": (lambda: file_of(*lines()[1:]), "line 1: the format is not kibitz/game/v1, or"),
    "another format": (
        lambda: file_of('{"format":"kibitz/game/v2"}', *lines()[1:]),
        "line 1: the format is not kibitz/game/v1, or",
    ),
    "a format of another type": (
        lambda: file_of('{"format":["kibitz/game/v1"]}', *lines()[1:]),
        "line 1: the format is not kibitz/game/v1, or",
    ),
    "a list": (lambda: file_of("[]"), "line 1: this is no JSON object, or it is cut or too large"),
    "a text": (lambda: "Hello!", "line 1: this is no JSON object, or it is cut or too large"),
    "a byte order mark": (
        lambda: "\ufeff" + game().text,
        "line 1: this is no JSON object, or it is cut or too large",
    ),
    "cut in a line": (
        lambda: game().text[:-20],
        f"line {len(lines())}: this is no JSON object, or it is cut or too large",
    ),
    "cut at the front": (
        lambda: file_of(lines()[0], *lines()[2:]),
        "line 2: version 1 of the game is due here",
    ),
    "a gap": (lambda: file_of(*lines()[:8], *lines()[9:]), "line 9: version 8 of the game is due here"),
    "two records exchanged": (
        lambda: file_of(*lines()[:8], lines()[9], lines()[8], *lines()[10:]),
        "line 9: version 8 of the game is due here",
    ),
    "a record twice": (
        lambda: file_of(*lines()[:8], lines()[7], *lines()[8:]),
        "line 9: version 8 of the game is due here",
    ),
    "records of two games": (
        lambda: replaced(9, "00000000-0000-4000-8000-00000000006e", "00000000-0000-4000-8000-00000000006f"),
        "line 9: version 8 of the game is due here",
    ),
    "no creation": (
        lambda: with_event("GameCreated", type="GameMade"),
        "line 2: a game begins with GameCreated",
    ),
    "deep nesting": (
        lambda: file_of(*lines(), '{"proof":' + "[" * 100_000 + "]" * 100_000 + "}"),
        f"line {len(lines()) + 1}: this is no JSON object, or it is cut or too large",
    ),
    "deep nesting without an end": (
        lambda: file_of(*lines(), '{"a":' * 100_000),
        f"line {len(lines()) + 1}: this is no JSON object, or it is cut or too large",
    ),
    "NaN": (
        lambda: replaced(9, '"version":8', '"version":NaN'),
        "line 9: this is no JSON object, or it is cut or too large",
    ),
    "Infinity": (
        lambda: with_line(9, lambda line: f'{line[:-1]},"x":-Infinity}}'),
        "line 9: this is no JSON object, or it is cut or too large",
    ),
    "a control character": (
        lambda: replaced(9, '"version"', '"ver\tsion"'),
        "line 9: this is no JSON object, or it is cut or too large",
    ),
    "a version of 5000 digits": (
        lambda: replaced(9, '"version":8', f'"version":{DIGITS}'),
        "line 9: version is missing or malformed",
    ),
    "no event": (lambda: with_record(8, event=...), "line 9: event is missing or malformed"),
    "no version": (lambda: with_record(8, version=...), "line 9: version is missing or malformed"),
    "no game": (lambda: with_record(8, game=...), "line 9: game is missing or malformed"),
    "no time": (lambda: with_record(8, at=...), "line 9: at is missing or malformed"),
    "an event that is a list": (lambda: with_record(8, event=[]), "line 9: event is missing or malformed"),
    "an event without a type": (
        lambda: with_event("PlayerJoined", type=...),
        "line 3: type is missing or malformed",
    ),
    "a type that is a number": (
        lambda: with_event("PlayerJoined", type=7),
        "line 3: type is missing or malformed",
    ),
    "open that is a list": (lambda: with_record(8, open=["cards"]), "line 9: open is missing or malformed"),
    "a time before 1970": (lambda: with_record(8, at=-1), "line 9: at is missing or malformed"),
    "a time in words": (lambda: with_record(8, at="now"), "line 9: at is missing or malformed"),
    **{
        f"seat {json.dumps(seat)}": (
            partial(with_event, "PlayerJoined", seat=seat),
            "line 3: seat is missing or malformed",
        )
        for seat in list[Any](("0", True, 1.5, -1, None, [0], {}, 10**30, 2**53, 1e300))
    },
    "an endless seat": (
        lambda: with_line(3, lambda line: line.replace('"seat":0', '"seat":1e400')),
        "line 3: seat is missing or malformed",
    ),
    **{
        f"player {json.dumps(player)}": (
            partial(with_event, "PlayerJoined", player=player),
            "line 3: player is missing or malformed",
        )
        for player in (None, 7, "", "two words", "a\nb", "\ud800", "Zo\xeb", "\x1b[2J", 'a"b', ["a"])
    },
    **{
        f"cards {json.dumps(cards)[:40]}": (
            partial(with_cards, cards),
            "open.cards is missing or malformed",
        )
        for cards in ("5H", ["1H"], ["5H", None], ["??"], [["5H"]], {"5H": 1}, ["5H"] * 101, ["5h"], 5)
    },
    **{
        f"{kind}.{name} {json.dumps(value)}": (
            partial(with_event, kind, **{name: value}),
            f"{name} is missing or malformed",
        )
        for kind, name, value in (
            ("GameCreated", "deal", "00"),
            ("GameCreated", "deal", "F" * 64),
            ("GameCreated", "deal", 0),
            ("GameCreated", "variant", None),
            ("GameCreated", "rules_version", "1"),
            ("SeedCommitted", "commitment", None),
            ("SeedCommitted", "commitment", "g" * 64),
            ("SeatsClosed", "roll", ["0" * 64]),
            ("SeatsClosed", "until", "soon"),
            ("SeatsClosed", "until", "2026-11-24T12:00:10+00:00"),
            ("SeatsClosed", "until", 1763640000123456),
            ("SeedRevealed", "seed", "0" * 63),
            ("SeedRevealed", "seed", "0" * 64 + "\n"),
            ("GameStarted", "players", "ann"),
            ("GameStarted", "players", [None]),
            ("GameStarted", "fingerprint", False),
            ("DeckShuffled", "shuffle", -1),
            ("DeckShuffled", "commitment", ""),
            ("DeckRevealed", "order", None),
            ("DeckRevealed", "order", ["5H", 5]),
            ("DeckRevealed", "salt", "5H " + "0" * 61),
            ("DeckRevealed", "link", "x"),
            ("RoundDealt", "dealer", "0"),
            ("RoundDealt", "hands", 5),
            ("RoundDealt", "hands", [5, "5"]),
            ("RoundDealt", "stock", 0.5),
        )
    },
}


ACCEPTED: Final[dict[str, Callable[[], str]]] = {
    "no last line feed": lambda: game().text[:-1],
    "spaces and carriage returns": lambda: "".join(f" {line}\t\r\n" for line in lines()),
    "unknown members": lambda: with_record(8, seal={"cards": "0" * 64}, constructor=7),
    "unknown fields": lambda: with_event("HandDealt", mood=["glad"], toString=None),
    "unknown events": lambda: game().copy().insert(30, {"type": "ChatSent", "seat": "all", "cards": 7}).text,
    "events with the names of methods": lambda: game().copy().insert(30, {"type": "constructor"}).text,
    "unknown lines": lambda: file_of(lines()[0], '{"note":1}', *lines()[1:], "{}"),
    "a surrogate in an unknown member": lambda: with_record(8, note="\ud800"),
    "other alphabets": lambda: with_record(8, note="Zo\xeb \u2028 \U0001f0cf"),
    "a number of 5000 digits": lambda: with_line(9, lambda line: f'{line[:-1]},"x":[{DIGITS},1e400,-0]}}'),
    "a prototype": lambda: with_line(9, lambda line: f'{line[:-1]},"__proto__":{{"version":1}}}}'),
    "an opened field without a mark": lambda: with_record(
        8, open={"mood": [None, "glad"], "x": 7, "y": [None]}
    ),
    "a salt": lambda: game().text.replace('"cards":[null,', f'"cards":["{"0" * 64}",'),
    "numbers in another notation": lambda: replaced(9, '"version":8', '"version":0.8E+1').replace(
        '"seat":1,', '"seat":1.0,'
    ),
    "null for what is missing": lambda: with_record(8, open=None, by=None),
}


@pytest.fixture(scope="module")
def answers() -> Mapping[str, Answer]:
    """The equal answers of both verifiers to all files, by name."""
    questions = {name: Question(make()) for name, (make, _) in UNREADABLE.items()}
    questions |= {name: Question(make()) for name, make in ACCEPTED.items()}
    questions["seed"] = Question(game().text, "F" * 64, PLAYERS[0])
    asked = [*questions.values()]
    answers = dict(zip(questions, in_python(asked), strict=True))
    found = dict(zip(questions, in_javascript(asked), strict=True))
    assert {name for name in answers if found[name] != answers[name]} == set()
    return answers


@pytest.mark.parametrize("name", UNREADABLE)
def test_an_unreadable_file_is_named_with_its_line(answers: Mapping[str, Answer], name: str) -> None:
    report, lines = answers[name]
    [finding] = report["findings"]
    assert report["status"] == 2
    assert UNREADABLE[name][1] in finding["reason"]
    assert finding["version"] is None
    assert lines == [finding["reason"], "The file cannot be read."]
    assert (report["game"], report["seats"], report["shuffles"], report["unchecked"]) == (None, [], [], [])


@pytest.mark.parametrize("name", ACCEPTED)
def test_what_a_file_has_besides_is_passed_over(answers: Mapping[str, Answer], name: str) -> None:
    assert answers[name].report["findings"] == []
    assert answers[name].report["status"] == 0


def test_a_malformed_seed_is_named(answers: Mapping[str, Answer]) -> None:
    assert answers["seed"].lines == [
        "the question: seed is missing or malformed",
        "The file cannot be read.",
    ]


def test_a_file_cut_between_lines_is_right_until_the_game_is_over() -> None:
    whole = lines()
    for number in range(2, len(whole)):
        [answer] = in_python([Question(file_of(*whole[:number]))])
        is_over = "GameWon" in whole[number - 1]
        assert answer.report["status"] in ({1} if is_over else {0, 3}), answer


def test_a_file_cut_anywhere_else_is_unreadable() -> None:
    text = game().text
    cuts = [cut for cut in range(1, 4_000, 7) if text[cut - 1] not in "}\n"]
    assert {answer.report["status"] for answer in in_python([Question(text[:cut]) for cut in cuts])} == {2}

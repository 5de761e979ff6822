"""Valid player names, and names that can be confused with each other."""

from __future__ import annotations

import pytest

from application.players.confusable_names import _table, look_alike
from application.players.player_names import (
    ERASED_NAME,
    MAX_NAME_LENGTH,
    displayable_name,
    is_reserved,
    validated_name,
)
from application.refusals import InvalidName

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"
ENGLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"

GOOD = {
    "Latin": "Ann of Ely",
    "punctuation alone": "'; --",
    "Vietnamese": "Nguy\u1ec5n Th\u1ecb Minh",
    "Persian with a joiner that is none": "\u0639\u0644\u06cc\u200c\u0631\u0636\u0627",
    "Hindi with one that is": "\u0915\u094d\u200d\u0937",
    "Arabic": "\u0645\u062d\u0645\u062f",
    "Hebrew with points": "\u05e9\u05b8\u05c1\u05dc\u05d5\u05b9\u05dd",
    "Thai": "\u0e19\u0e49\u0e33",
    "Japanese in three scripts": "\u3055\u304f\u3089\u30ab\u30fc\u30c9\u738b",
    "Korean": "\uae40\ubbfc\uc900",
    "Cherokee": "\u13e3\u13b3\u13a9",
    "two scripts in two words": "DJ \u041a\u0438\u0440\u0438\u043b\u043b",
    "Latin and Han": "\u00c5se \u674e",
    "a family": FAMILY,
    "forty families cut short": FAMILY * 28,
    "a heart": "\u2764\ufe0f Ann",
    "a hand with a skin": "\U0001f44b\U0001f3fd",
    "a flag": "\U0001f1f5\U0001f1ea",
    "a region's flag": ENGLAND,
    "a key": "1\ufe0f\u20e3",
    "letters of mathematics": "\U0001d4d0\U0001d4f7\U0001d4f7",
    "forty letters with marks": "e\u0301\u0323" * MAX_NAME_LENGTH,
    "a machine of another kind": "machine gun",
    "a player": "player of cards",
}
BAD = {
    "nothing": "",
    "space": " \t\u3000",
    "too long": "x" * (MAX_NAME_LENGTH + 1),
    "too long in emoji": "\U0001f600" * (MAX_NAME_LENGTH + 1),
    "too many code points": FAMILY * 29,
    "a space without width": "\u200b",
    "one within a name": "An\u200bn",
    "a filler": "\u3164",
    "a half filler": "\uffa0",
    "Braille without dots": "\u2800\u2800",
    "a soft hyphen": "An\u00adn",
    "a joiner of graphemes": "An\u034fn",
    "a joiner in Latin": "An\u200dn",
    "one that is none in Latin": "An\u200cn",
    "one at the end": "\u0639\u0644\u06cc\u200c",
    "a selector after a letter": "A\ufe0fnn",
    "an unpaired tag": "Ann\U000e0041",
    "a black flag with a message": "\U0001f3f4\U000e0078\U000e0078\U000e007f",
    "an order of direction": "\u202etxet",
    "an isolate": "\u2066Ann\u2069",
    "a mark of direction": "Ann\u200f",
    "lines": "a\nb",
    "a control character": "\x07",
    "a separator of lines": "a\u2028b",
    "half a character": "\ud800",
    "for private use": "\ue000",
    "not assigned": "\U000e0fff",
    "a space that is wide": "a\u3000b",
    "forty marks": "A" + "\u0300\u0301" * 20,
    "one mark twice": "A\u0301\u0301",
    "five marks": "a\u0300\u0301\u0302\u0303\u0304",
    "a mark without a letter": "\u0301Ann",
    "a mark on a space": "Ann \u0301",
    "a mark around": "A\u20dd",
    "Cyrillic in a Latin word": "\u0410nn",
    "Greek in a Latin word": "Ann\u03b1",
    "Cherokee in a Latin word": "\u13aann",
    "a machine": "machine-1",
    "a machine in capitals": "MACHINE-12",
    "a machine with another line": "Machine \u2013 3",
    "a machine without": "machine7",
    "a machine with a letter for a digit": "machine-l",
    "a machine with letters for one": "rnachine-1",
    "a wide machine": "\uff4d\uff41\uff43\uff48\uff49\uff4e\uff45-\uff11",
    "somebody erased": ERASED_NAME,
    "somebody Erased": "Erased  Player",
    "somebody erased, with a digit": "erased p1ayer",
    "somebody erased, in Cyrillic as far as it goes": "\u0435\u0433\u0430\u0455\u0435d player",
}


@pytest.mark.parametrize("kind", GOOD)
def test_real_names_are_valid(kind: str) -> None:
    assert validated_name(f" {GOOD[kind]} ")


@pytest.mark.parametrize("kind", BAD)
def test_invisible_and_illegible_names_are_invalid(kind: str) -> None:
    with pytest.raises(InvalidName) as refused:
        validated_name(BAD[kind])
    assert refused.value.most == MAX_NAME_LENGTH
    assert refused.value.reason in str(refused.value)


def test_name_is_stored_in_normal_form() -> None:
    assert validated_name("e\u0301") == validated_name("\u00e9") == "\u00e9"


ALIKE = [
    ("Ann", "Ann"),
    ("Ann", "ANN"),
    ("Ann", "\u0410nn"),
    ("\u0410\u0440\u0435", "Ape"),
    ("Mia", "rnia"),
    ("Ill", "lIl"),
    ("BOB", "B0B"),
    ("Ann", "\U0001d4d0\U0001d4f7\U0001d4f7"),
    ("Ann", "\uff21\uff4e\uff4e"),
    ("An  n", "An n"),
    ("\u0639\u0644\u06cc\u200c\u0631\u0636\u0627", "\u0639\u0644\u06cc\u0631\u0636\u0627"),
    (FAMILY, FAMILY.replace("\u200d", "")),
    ("\u4e00", "\u30fc"),
    ("e\u0301", "\u00e9"),
]


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_names_that_look_alike_are_equivalent(one: str, other: str) -> None:
    assert look_alike(one, other)
    assert look_alike(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "Anna"),
        ("Bob", "Rob"),
        ("Ann", "\u00c1nn"),
        ("\u674e", "\u738b"),
        ("\U0001f600", "\U0001f601"),
    ],
)
def test_names_that_look_different_are_not_equivalent(one: str, other: str) -> None:
    assert not look_alike(one, other)


def test_prototypes_have_no_prototype_of_their_own() -> None:
    table = _table()
    assert len(table) > 6000
    assert {each for target in table.values() for each in target} & table.keys() == set()


@pytest.mark.parametrize(
    ("stored", "shown"),
    [
        ("Ann", "Ann"),
        ("An\u200bn", "Ann"),
        ("\u202etxet", "txet"),
        ("A" + "\u0301" * 40 + "nn", "nn"),
        ("\u3164\u200b", None),
        ("machine-1", None),
        (ERASED_NAME, None),
        ("x" * 50, "x" * 40),
        (FAMILY * 40, FAMILY * 28),
        ("\u0410nn", "\u0410nn"),
    ],
)
def test_old_invalid_names_are_shown_as_far_as_possible(stored: str, shown: str | None) -> None:
    assert displayable_name(stored) == shown
    assert shown is None or not is_reserved(shown)

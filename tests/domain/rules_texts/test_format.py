"""The texts keep to the Markdown that the pages render, and name every option of their game."""

from __future__ import annotations

import re
from typing import Any, Final

import msgspec
import pytest

from domain.options import Options, possible_values
from domain.rules import Rules, variants
from tests.domain.rules_texts.document import CARD, FOLDER, NUMBERS, cards_in, sections_of, text_of

WITH_TEXT: Final = [variant for variant in variants() if text_of(variant) is not None]
LINE: Final = re.compile(r"(#{1,3} |- |\d\. | {2,3}|\| )?[^\s#|].*|\|(---\|)+|")
"""A heading, an item, a line that continues an item, a table's row, or a line of a paragraph."""
MARKUP: Final = re.compile(r"[<>`_~\\]|\*(?!\*)(?<!\*\*)|\]\(|!\[|&\w+;")
"""Markup that the pages show as it is written."""


def misfits(text: str) -> list[str]:
    """Return the lines with anything but the documented format."""
    return [line for line in text.splitlines() if not LINE.fullmatch(line) or MARKUP.search(line)]


@pytest.fixture(params=WITH_TEXT)
def rules(request: pytest.FixtureRequest) -> Rules[Any]:
    """The rules of each game with a text."""
    return variants()[request.param]


def test_each_text_belongs_to_a_game() -> None:
    assert {path.stem.replace("_", "-") for path in FOLDER.glob("*.md")} == set(WITH_TEXT)
    assert {"hundred-and-ten", "oh-hell", "president"} <= set(WITH_TEXT)


def test_text_keeps_to_the_format(rules: Rules[Any]) -> None:
    text = text_of(rules.variant)
    assert text is not None
    assert misfits(text) == []
    assert text.startswith(f"# {rules.title}\n\n")
    assert text.count("**") % 2 == 0
    headings = re.findall(r"^#+ (.*)$", text, flags=re.MULTILINE)
    assert len(headings) == len(set(headings)), "each heading is an address on the page"
    # Raises ValueError for what is no card.
    assert len(cards_in(text)) == len(CARD.findall(text))


@pytest.mark.parametrize(
    "line",
    ["#### Deeper", "a <b>tag</b>", "[link](/x)", "`code`", "*soft*", "\tindented", "* starred", "a_b"],
)
def test_other_markup_is_detected(line: str) -> None:
    assert misfits(f"Plain text.\n{line}\n") == [line]


def test_text_says_how_many_can_play(rules: Rules[Any]) -> None:
    least, most = rules.seats[0], rules.seats[-1]
    count = NUMBERS[least] if least == most else f"{NUMBERS[least]} to {NUMBERS[most]}"
    assert f"{count} people play".capitalize() in sections_of(rules.variant)[rules.title].words


def test_text_names_each_option_and_its_values_as_the_pages_do(rules: Rules[Any]) -> None:
    common = {field.name for field in msgspec.structs.fields(Options)}
    options = sections_of(rules.variant)["Options"].words
    for field in msgspec.structs.fields(rules.options):
        if field.name in common:
            continue
        assert _label(field.name) in options
        default = msgspec.to_builtins(field.default)
        values = possible_values(field.type)
        assert _label(str(default)) in options
        # Numbers are described by their meaning.
        assert all(_label(value) in options for value in values if not value.isdigit())


def test_text_is_read_in_a_few_minutes(rules: Rules[Any]) -> None:
    words = re.findall(r"[A-Za-z']+", CARD.sub("", text_of(rules.variant) or ""))
    assert 300 < len(words) < 1000


def _label(name: str) -> str:
    words = name.replace("_", " ")
    return words[:1].upper() + words[1:]

"""The text of a game's rules, read into sections, card rows and tables."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import domain.rules
from domain.cards import Card, Cards

FOLDER: Final = Path(domain.rules.__file__).parent
CARD: Final = re.compile(r"\[([^\]\s]+)\]")
NUMBERS: Final = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")

Row = dict[str, str]
"""The cells of a table's row, by the heading of their column."""


class Section:
    """A part of a text under one heading; parts below it are not included."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.words = " ".join(text.replace("**", "").split())
        """The text in one line, without emphasis."""

    @property
    def card_rows(self) -> tuple[Cards, ...]:
        """The paragraphs that consist of cards alone."""
        paragraphs = re.split(r"\n\s*\n", self.text)
        return tuple(cards_in(each) for each in paragraphs if re.fullmatch(r"(\s*\[\S+\]\s*)+", each))

    @property
    def tables(self) -> tuple[tuple[Row, ...], ...]:
        return tuple(
            tuple(_rows(block)) for block in re.findall(r"(?:^\|.*\n?)+", self.text, flags=re.MULTILINE)
        )


def text_of(variant: str) -> str | None:
    """Return the text of a variant's rules, None if it has none."""
    file = FOLDER / f"{variant.replace('-', '_')}.md"
    return file.read_text(encoding="utf-8") if file.exists() else None


def sections_of(variant: str) -> dict[str, Section]:
    """Return the sections of a text by heading, the title's first."""
    text = text_of(variant)
    assert text is not None
    _, *parts = re.split(r"^#+ (.*)\n", text, flags=re.MULTILINE)
    return {heading: Section(body) for heading, body in zip(parts[::2], parts[1::2], strict=True)}


def cards_in(text: str) -> Cards:
    return tuple(map(Card, CARD.findall(text)))


def _rows(block: str) -> Iterator[Row]:
    heading, _, *lines = map(_cells, block.splitlines())
    for cells in lines:
        yield dict(zip(heading, cells, strict=True))


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.removeprefix("|").removesuffix("|").split("|")]

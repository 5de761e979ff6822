"""Folding of names for searches: case, accents and punctuation make no difference."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import Final

import regex

MIN_SEARCH_LETTERS: Final = 3
"""Minimum number of letters and digits in a search for names."""
MAX_SEARCH_LENGTH: Final = 40
"""Maximum length of a search in code points, given and folded; the index holds no more of a name."""

_MARKS: Final = regex.compile(r"\p{Mn}")
_WORD: Final = regex.compile(r"[\p{L}\p{M}\p{N}]+")
_LETTER: Final = regex.compile(r"[\p{L}\p{N}]")


class InvalidNameSearch(ValueError):
    """A search for names is too short or too long."""


def folded(name: str) -> str:
    """Return the words of a name without case and accents, separated by single spaces."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    # Composed again, because a syllable of Hangul would count as several letters.
    return " ".join(_WORD.findall(unicodedata.normalize("NFKC", _MARKS.sub("", plain))))


def folded_search(text: str) -> str:
    """Return a folded search; raises InvalidNameSearch."""
    if len(text) > MAX_SEARCH_LENGTH or len(search := folded(text)) > MAX_SEARCH_LENGTH:
        raise InvalidNameSearch(f"A search has at most {MAX_SEARCH_LENGTH} characters.")
    if len(_LETTER.findall(search)) < MIN_SEARCH_LETTERS:
        raise InvalidNameSearch(f"A search has at least {MIN_SEARCH_LETTERS} letters or digits.")
    return search


def endings(folded_name: str) -> Iterator[str]:
    """Yield a folded name from each of its words to the end, each cut to the length of a search."""
    words = folded_name.split(" ")
    for number in range(len(words)):
        yield " ".join(words[number:])[:MAX_SEARCH_LENGTH]

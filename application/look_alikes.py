"""Names that can be taken for one another: skeletons after Unicode's UTS 39, section 4.

The table of characters that look alike comes from the package `confusable-homoglyphs`, which holds Unicode's
`confusables.txt`. A skeleton is for comparing, never for showing.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

import regex

_UNSEEN: Final = regex.compile(r"[\p{Default_Ignorable_Code_Point}\p{Cf}]")
_MARK: Final = "\u200e"
"""Stands in the package's table around what is written from right to left."""


class Skeleton(NamedTuple):
    """Two keys of a name: its look, with capitals as they look, and its meaning, with case folded."""

    seen: str
    """Of `I` and `l` one cannot tell which it is."""
    meant: str
    """`ANN` and `ann` are one name to whoever reads it aloud."""

    def resembles(self, other: Skeleton) -> bool:
        """Tell whether one name can be taken for the other."""
        return self.seen == other.seen or self.meant == other.meant


def skeleton(name: str) -> Skeleton:
    """Return what a name looks like."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    return Skeleton(seen=_prototypes(name).casefold(), meant=_prototypes(folded))


def look_alike(one: str, other: str) -> bool:
    """Tell whether a name can be taken for another; every name can be taken for itself."""
    return skeleton(one).resembles(skeleton(other))


def _prototypes(text: str) -> str:
    table = _table()
    seen = _UNSEEN.sub("", unicodedata.normalize("NFD", text))
    mapped = "".join(table.get(each, each) for each in seen)
    return " ".join(unicodedata.normalize("NFD", mapped).split())


@cache
def _table() -> Mapping[str, str]:
    """Return what each character is a look-alike of."""
    source = files("confusable_homoglyphs").joinpath("confusables.json").read_bytes()
    found: dict[str, list[str]] = {
        each.strip(_MARK): [like["c"].strip(_MARK) for like in alikes]
        for each, alikes in json.loads(source).items()
    }
    direct = {each: target for each in found if (target := _target(each, found)) is not None}
    # What several characters look like together may itself begin with one that is in a pair.
    return {each: "".join(direct.get(part, part) for part in target) for each, target in direct.items()}


def _target(each: str, found: Mapping[str, list[str]]) -> str | None:
    """Return what a character stands for, None for what others stand for.

    The table is symmetric: what others look like has all of them, each of them has it alone. Of a pair, in
    which either could be meant, the first in the order of the characters is taken.
    """
    alikes = found[each]
    if len(each) != 1 or len(alikes) != 1:
        return None
    (other,) = alikes
    a_pair = len(other) == 1 and found.get(other) == [each]
    return other if not a_pair or other < each else None

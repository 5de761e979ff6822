"""Confusable names: skeletons after Unicode's UTS 39, section 4.

The table of confusable characters comes from the package `confusable-homoglyphs`, which contains Unicode's
`confusables.txt`. Skeletons are for comparison, never for display.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

import regex

_INVISIBLE: Final = regex.compile(r"[\p{Default_Ignorable_Code_Point}\p{Cf}]")
_MARK: Final = "\u200e"
"""The mark that the package's table puts around right-to-left text."""


class Skeleton(NamedTuple):
    """Two comparison keys of a name: its look, with capitals as drawn, and its reading, with case folded."""

    seen: str
    """The look: `I` and `l` cannot be distinguished."""
    meant: str
    """The reading: `ANN` and `ann` are the same name when read aloud."""

    def resembles(self, other: Skeleton) -> bool:
        """Return whether the two names can be confused."""
        return self.seen == other.seen or self.meant == other.meant


def skeleton(name: str) -> Skeleton:
    """Return the skeleton of a name."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    return Skeleton(seen=_prototypes(name).casefold(), meant=_prototypes(folded))


def look_alike(one: str, other: str) -> bool:
    """Return whether two names can be confused; every name can be confused with itself."""
    return skeleton(one).resembles(skeleton(other))


def _prototypes(text: str) -> str:
    table = _table()
    seen = _INVISIBLE.sub("", unicodedata.normalize("NFD", text))
    mapped = "".join(table.get(each, each) for each in seen)
    return " ".join(unicodedata.normalize("NFD", mapped).split())


@cache
def _table() -> Mapping[str, str]:
    """Return the prototype of each confusable character."""
    source = files("confusable_homoglyphs").joinpath("confusables.json").read_bytes()
    found: dict[str, list[str]] = {
        each.strip(_MARK): [like["c"].strip(_MARK) for like in alikes]
        for each, alikes in json.loads(source).items()
    }
    direct = {each: target for each in found if (target := _target(each, found)) is not None}
    # A prototype of several characters may itself begin with a character that is one of a pair.
    return {each: "".join(direct.get(part, part) for part in target) for each, target in direct.items()}


def _target(each: str, found: Mapping[str, list[str]]) -> str | None:
    """Return the prototype of a character, None if it has none.

    The table is symmetric: a prototype lists all characters that look like it, and each of these lists only
    the prototype. In a pair, where either character could be the prototype, it is the first in the order of
    the characters.
    """
    alikes = found[each]
    if len(each) != 1 or len(alikes) != 1:
        return None
    (other,) = alikes
    a_pair = len(other) == 1 and found.get(other) == [each]
    return other if not a_pair or other < each else None

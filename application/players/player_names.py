"""Validation of player names: visible, readable, and unlike the names that the server gives.

The rules follow Unicode's TR 36 and UTS 39: no invisible characters, no change of text direction, joiners
only where a script or an emoji needs them, few marks on a letter, and letters of one script in a word.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Final

import idna
import regex

from application.players.confusable_names import Skeleton, skeleton
from application.refusals import InvalidName
from domain.events import PlayerId

MAX_NAME_LENGTH: Final = 40
"""Maximum length of a name in grapheme clusters, which people count as characters."""
MAX_CODE_POINTS: Final = 200
"""Maximum length of a name in code points: one emoji may consist of a dozen."""
MAX_MARKS: Final = 4
"""Maximum number of marks on one letter, counted as in UTS 39."""
ERASED_NAME: Final = "erased player"
"""The name of an erased player."""
MACHINE: Final = "machine"
"""First part of a machine player's name; a number follows."""

_CLUSTER: Final = regex.compile(r"\X")
_PICTURE: Final = r"[\p{Extended_Pictographic}--\p{Cn}]\uFE0F?\p{Emoji_Modifier}?"
_EMOJI: Final = regex.compile(
    # England, Scotland and Wales: the only flags of regions that fonts contain.
    r"(?V1)\U0001F3F4\U000E0067\U000E0062(?:\U000E0065\U000E006E\U000E0067|\U000E0073\U000E0063\U000E0074"
    r"|\U000E0077\U000E006C\U000E0073)\U000E007F"
    rf"|{_PICTURE}(?:\u200D{_PICTURE}){{0,7}}"
    r"|[\U0001F1E6-\U0001F1FF]{2}"
    r"|[0-9#*]\uFE0F\u20E3"
)
_INVISIBLE: Final = regex.compile(
    # Blank in every font: a Braille pattern without dots, a null notehead, the object replacement character.
    r"(?V1)[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800\U0001D159\uFFFC--\x20]"
)
_JOINERS: Final = ("\u200c", "\u200d")
_MARKS: Final = regex.compile(r"[\p{Mn}\p{Me}]")
_NO_BASE: Final = regex.compile(r"\p{M}|\x20.", regex.DOTALL)
_ENCLOSING: Final = regex.compile(r"\p{Me}")

_WORD: Final = regex.compile(r"[\p{L}\p{M}\p{N}\u200C\u200D]+")
_RECOMMENDED: Final = tuple(
    """
    Arabic Armenian Bengali Bopomofo Cyrillic Devanagari Ethiopic Georgian Greek Gujarati Gurmukhi Han Hangul
    Hebrew Hiragana Kannada Katakana Khmer Lao Latin Malayalam Myanmar Oriya Sinhala Tamil Telugu Thaana Thai
    Tibetan
    """.split()  # noqa: SIM905
)
"""The scripts in general use: UAX 31, table 5."""
_COMBINABLE_SCRIPTS: Final = (
    *((each,) for each in _RECOMMENDED),
    ("Latin", "Han", "Hiragana", "Katakana"),
    ("Latin", "Han", "Bopomofo"),
    ("Latin", "Han", "Hangul"),
)
"""The sets of scripts that one word may combine: UTS 39, section 5.2, "highly restrictive"."""


def _script_class(scripts: Iterable[str], by: str = "scx") -> str:
    return "[" + "".join(rf"\p{{{by}={script}}}" for script in scripts) + "]"


_OF_ONE_SCRIPT: Final = tuple(
    regex.compile(_script_class(("Common", "Inherited", *scripts)) + "*") for scripts in _COMBINABLE_SCRIPTS
)
_IN_GENERAL_USE: Final = regex.compile(_script_class(_RECOMMENDED, by="sc"))

_LENGTH: Final = f"it takes 1 to {LONGEST_NAME} printable characters"
_FEW_MARKS: Final = f"it takes at most {MOST_MARKS} marks on a letter, each once"


def validated_name(name: str) -> str:
    """Return a name in its normal form (NFC); raises InvalidName for an invalid name."""
    given = name.strip()
    if not 1 <= len(given) <= MAX_CODE_POINTS:
        raise _invalid(given, _LENGTH)
    normal = unicodedata.normalize("NFC", given)
    clusters = _CLUSTER.findall(normal)
    if len(clusters) > MAX_NAME_LENGTH or any(map(_is_invisible, _parts(normal))):
        raise _invalid(given, _LENGTH)
    if any(map(_has_too_many_marks, clusters)):
        raise _invalid(given, _FEW_MARKS)
    if not all(map(_is_of_one_script, _WORD.findall(normal))):
        raise _invalid(given, "it mixes letters of different scripts in one word")
    if is_reserved(normal):
        raise _invalid(given, "it looks like a name that the server gives")
    return normal


def displayable_name(text: str) -> str | None:
    """Return the displayable part of a text as a name, None if nothing is left or the rest is reserved.

    Used for names that were stored before names were validated, and for names from an identity provider.
    """
    normal = unicodedata.normalize("NFC", text[: 10 * MAX_CODE_POINTS])
    seen = "".join("" if _is_invisible(part) else part[0] for part in _parts(normal))
    clusters = [each for each in _CLUSTER.findall(seen) if not _has_too_many_marks(each)]
    cut = "".join(clusters[:MAX_NAME_LENGTH]).strip()
    while len(cut) > MAX_CODE_POINTS:
        clusters = _CLUSTER.findall(cut)[:-1]
        cut = "".join(clusters).strip()
    return cut if cut and not is_reserved(cut) else None


def shown_name(player: PlayerId, name: str) -> str:
    """Return the name to display, also for a name that was stored before names were validated."""
    return displayable_name(name) or f"player {player[:4]}"


def is_reserved(name: str) -> bool:
    """Return whether a name looks like the server's name for a machine player or an erased player."""
    found = skeleton(name)
    return _is_reserved(found.seen, 0) or _is_reserved(found.meant, 1)


def _is_reserved(seen: str, way: int) -> bool:
    return _without_dividers(seen) == _ERASED[way] or _MACHINES[way].fullmatch(_without_dividers(seen)) is not None


def _without_dividers(seen: str) -> str:
    """Remove the characters that divide words."""
    return _DIVIDING.sub("", seen)


def _digits(way: int) -> str:
    return "".join(sorted({regex.escape(skeleton(str(digit))[way]) for digit in range(10)}))


def _compact_skeleton(name: str) -> Skeleton:
    return Skeleton(*map(_without_dividers, skeleton(name)))


_DIVIDING: Final = regex.compile(r"[\p{Z}\p{P}\p{S}\u30FC]")
_ERASED: Final = _compact_skeleton(ERASED_NAME)
_MACHINES: Final = tuple(
    regex.compile(f"{regex.escape(_ways(MACHINE)[way])}[{_digits(way)}]+") for way in range(2)
)


def _invalid(name: str, reason: str) -> InvalidName:
    return InvalidName(name, MAX_NAME_LENGTH, reason)


def _parts(name: str) -> Iterator[tuple[str, str, int]]:
    """Yield a name's emoji and other characters one by one, each with the name and its index."""
    place = 0
    while place < len(name):
        emoji = _EMOJI.match(name, place)
        part = name[place] if emoji is None else emoji[0]
        yield part, name, place
        place += len(part)


def _is_invisible(part: tuple[str, str, int]) -> bool:
    each, name, place = part
    if each in _JOINERS:
        return not _is_valid_joiner(name, place)
    return len(each) == 1 and _INVISIBLE.match(each) is not None


def _is_valid_joiner(name: str, place: int) -> bool:
    """Return whether a joiner is in a place where its script has one: RFC 5892, appendix A."""
    try:
        return idna.valid_contextj(name, place)
    except ValueError:
        # A neighbouring character is too new for the library's version of Unicode.
        return False


def _has_too_many_marks(cluster: str) -> bool:
    if _EMOJI.fullmatch(cluster):
        return False
    marks = _MARKS.findall(unicodedata.normalize("NFD", cluster))
    repeated = any(one == other for one, other in pairwise(marks))
    alone = _NO_BASE.match(cluster) is not None
    return alone or repeated or len(marks) > MAX_MARKS or _ENCLOSING.search(cluster) is not None


def _is_of_one_script(word: str) -> bool:
    return any(each.fullmatch(word) for each in _OF_ONE_SCRIPT) or not _IN_GENERAL_USE.search(word)

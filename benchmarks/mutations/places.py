"""The places of the check, found again by function and line text wherever in their file they are.

`places.json` has 80 places, drawn uniformly at random from all sites of the baseline commit and carried over
to later names. If a place is not found after a change to the code, correct its entry by hand; if the code is
gone, delete the entry.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from benchmarks.mutations.operators import sites
from benchmarks.mutations.sites import Site

PLACES: Final = Path(__file__).with_name("places.json")


class Place(Struct, frozen=True, kw_only=True):
    """One line of the code and its mutation."""

    id: str
    file: str
    qualname: str
    kind: str
    source: str
    mutated: str
    """The line with the mutation."""
    occurrence: int = 1
    """The number among the sites of the function that have the same kind and the same two lines."""
    caught_before: bool
    """True if the inner loop of the baseline commit caught the mutant."""


class Places(Struct, frozen=True, kw_only=True):
    """The file of places."""

    baseline: str
    """The commit of `caught_before`."""
    places: Sequence[Place]


def read_places() -> Places:
    """Read `places.json`."""
    return msgspec.json.decode(PLACES.read_bytes(), type=Places)


def locate(root: Path, place: Place) -> Site | None:
    """Return the site of a place in a tree; None if it is not found."""
    if not (root / place.file).is_file():
        return None
    source = (root / place.file).read_bytes()
    lines = source.decode().splitlines()
    matching = [
        site
        for site in sites(root, place.file)
        if (site.qualname, site.kind) == (place.qualname, place.kind)
        and _normal(lines[site.line - 1]) == _normal(place.source)
        and _normal(site.mutated(source).decode().splitlines()[site.line - 1]) == _normal(place.mutated)
    ]
    return matching[place.occurrence - 1] if len(matching) >= place.occurrence else None


def _normal(line: str) -> str:
    return " ".join(line.split())

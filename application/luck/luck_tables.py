"""The tables of luck that this release has: files in `tables`, made by `python -m benchmarks.luck fit`.

A game whose rules have no table has no luck. The luck of stored games follows from these files, so a changed
file has a new version of the published player in its name, or needs a new version of the read model.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

import msgspec

import application.luck
from domain.luck import luck_model
from domain.luck.table import UNIT, LuckTable, table_name

PLAYER_VERSION: Final = 1
"""The version of the published players; a test compares their games with the fingerprints of the tables."""

TABLES: Final[Mapping[str, str]] = {
    "oh-hell.r1.p1": "7028cb4a6dc9aae3b93b345897bdb4eb7b93e8c8007bf28d4ab49059e6d15a02",
    "president.r1.p1": "239579df1bb41df032d36660ebcc21c9cd53e8c12b2da759d82383656216fda8",
    "hundred-and-ten.r1.p1": "5702eb36e36232d60f8db026074a69d1f391028f45b2e7c09846d59132b4d9d6",
}
"""The SHA-256 of each table by its name."""


class DamagedLuckTable(RuntimeError):
    """The file of a table is missing or is not the one that this release was made with."""

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(f"the table of luck {name} cannot be used: {reason}; install the release anew")
        self.name = name


@cache
def luck_table(variant: str, rules_version: int) -> LuckTable | None:
    """Return the table of a version of a variant's rules, loaded once; None if this release has none.

    Raises DamagedLuckTable.
    """
    name = table_name(variant, rules_version, PLAYER_VERSION)
    digest = TABLES.get(name)
    model = luck_model(variant, rules_version)
    if digest is None or model is None:
        return None
    found = read_table(files(application.luck) / "tables" / f"{name}.json", name, digest)
    if found.features != model.FEATURES.sizes:
        raise DamagedLuckTable(name, "it was made for hands with other features")
    return found


def read_table(file: Traversable, name: str, digest: str) -> LuckTable:
    """Return the table in a file, which must have the given name and SHA-256; raises DamagedLuckTable."""
    try:
        content = file.read_bytes()
    except OSError as error:
        raise DamagedLuckTable(name, f"{file} cannot be read ({error})") from error
    if (found := sha256(content).hexdigest()) != digest:
        raise DamagedLuckTable(name, f"its SHA-256 is {found}, not {digest}")
    try:
        table = msgspec.json.decode(content, type=LuckTable)
    except msgspec.ValidationError as error:
        raise DamagedLuckTable(name, str(error)) from error
    named = table_name(table.variant, table.rules_version, table.player_version)
    if not name == table.name == named or table.unit != UNIT:
        raise DamagedLuckTable(name, f"it is of another name: {table.name}, {named}, units of 1/{table.unit}")
    return table

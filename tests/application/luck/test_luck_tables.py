"""The tables of luck are those that this release was made with, for its rules and its published players."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from pathlib import Path

import pytest

import application.luck
from application.luck.luck_tables import (
    PLAYER_VERSION,
    TABLES,
    DamagedLuckTable,
    luck_table,
    read_table,
)
from benchmarks.luck.player_games import fingerprint
from domain.events import OptionValue
from domain.luck import luck_model
from domain.luck.deals import Deal
from domain.luck.table import UNIT, table_name
from domain.rules import rules_of
from domain.rules.hundred_and_ten import Discards
from domain.rules.oh_hell import MOST_CARDS, SEATS
from domain.rules.president import ClearAfter
from tests.laws.playouts import every_variant_with_luck

FOLDER = Path(application.luck.__path__[0]) / "tables"


@every_variant_with_luck
def test_the_newest_rules_have_a_table_that_is_loaded_once(variant: str) -> None:
    table = luck_table(variant, rules_of(variant).version)
    assert table is not None
    assert table is luck_table(variant, rules_of(variant).version)
    assert table.name == table_name(variant, rules_of(variant).version, PLAYER_VERSION)


def test_rules_without_a_table_have_none() -> None:
    assert luck_table("oh-hell", 99) is None
    assert luck_table("whist", 1) is None


def test_each_file_is_listed_and_all_together_are_small() -> None:
    files = sorted(FOLDER.iterdir())
    assert [file.stem for file in files] == sorted(TABLES)
    assert sum(file.stat().st_size for file in files) <= 2_000_000


@every_variant_with_luck
def test_the_published_player_still_plays_as_when_the_table_was_made(variant: str) -> None:
    table = luck_table(variant, rules_of(variant).version)
    assert table is not None
    # Another player needs a new PLAYER_VERSION, new tables, and a new version of the read model.
    assert table.player_fingerprint == fingerprint(variant)


def deals(variant: str) -> list[tuple[Deal, Mapping[str, OptionValue]]]:
    """Return a deal of every kind that the rules know."""
    if variant == "hundred-and-ten":
        return [
            (Deal(0, 0, (5,) * seats, 53 - 5 * seats, 0), {"discards": discards.value})
            for seats, discards in product((2, 3, 4), Discards)
        ]
    if variant == "oh-hell":
        return [(Deal(0, 0, (size,) * SEATS, 0, 0), {}) for size in range(1, MOST_CARDS + 1)]
    return [
        (Deal(0, 0, (52 // seats,) * seats, 0, 0), {"clear_after": clear.value})
        for seats, clear in product(range(3, 9), ClearAfter)
    ]


@every_variant_with_luck
def test_there_is_a_group_for_every_deal_and_their_pars_add_up_to_nothing(variant: str) -> None:
    table, model = luck_table(variant, 1), luck_model(variant, 1)
    assert table is not None
    assert model is not None
    named = set()
    for deal, options in deals(variant):
        names = [model.group_of(deal, seat, options) for seat in range(len(deal.hands))]
        groups = [table.groups[name] for name in names]
        named |= set(names)
        assert {len(group.luck) for group in groups} == {model.FEATURES.count}
        # The results of a table are relative to their mean.
        assert abs(sum(group.par for group in groups)) <= len(groups)
        assert all(0 < group.error < group.deviation for group in groups)
    assert named == set(table.groups)


def test_a_table_that_was_changed_renamed_or_lost_is_refused(tmp_path: Path) -> None:
    name, digest = next(iter(TABLES.items()))
    content = (FOLDER / f"{name}.json").read_bytes()
    file = tmp_path / "table.json"
    file.write_bytes(content)
    assert read_table(file, name, digest).unit == UNIT
    with pytest.raises(DamagedLuckTable, match="of another name"):
        read_table(file, "another.r1.p1", digest)
    file.write_bytes(content.replace(b"1", b"2", 1))
    with pytest.raises(DamagedLuckTable, match="SHA-256"):
        read_table(file, name, digest)
    file.unlink()
    with pytest.raises(DamagedLuckTable, match="cannot be read"):
        read_table(file, name, digest)

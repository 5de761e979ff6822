"""Games of Oh Hell, decision by decision, with what each seat sees and remembers."""

from __future__ import annotations

from collections.abc import Iterator

from domain import events as e
from domain.machine.thinking.oh_hell.memory import Memory
from domain.rules.oh_hell import OhHellTable
from tests.domain.oh_hell.tables import OH_HELL, SEATS
from tests.domain.thinking import moments as any_variant
from tests.domain.thinking.moments import Player

Moment = any_variant.Moment[OhHellTable, Memory]


def moments(player: Player, seed: int, **options: e.OptionValue) -> Iterator[Moment]:
    """Play a game to its end, all seats by one player, and yield each moment at which a seat is to move."""
    for moment, _ in any_variant.decisions(OH_HELL, [player] * len(SEATS), seed, options):
        yield moment

"""Games of President, decision by decision, with what each seat sees and remembers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random

from domain.commands import Move
from domain.events import OptionValue
from domain.machine.thinking.president.memory import PresidentMemory
from domain.rules import rules_of
from domain.rules.president import PresidentTable
from tests.domain.thinking import moments as any_variant
from tests.domain.thinking.moments import Player, published, random_player

OPTIONS: tuple[Mapping[str, OptionValue], ...] = ({}, {"clear_after": "all_others"})

Moment = any_variant.Moment[PresidentTable, PresidentMemory]


def mixed_players(seats: int, seed: int) -> list[Player]:
    """Return the published player and random players; with seed 0, the published player alone."""
    random, at_random = Random(seed), random_player(seed)
    return [at_random if seed and random.random() < 0.5 else published for _ in range(seats)]


def decisions(
    players: Sequence[Player], seed: int, options: Mapping[str, OptionValue]
) -> Iterator[tuple[Moment, Move]]:
    """Play a game; yield each moment at which a seat is to move, and its move."""
    yield from any_variant.decisions(rules_of("president"), players, seed, options)

"""Honest files, logs, trees and answers, which every verifier accepts."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

from domain.rules import variants
from tests.application.verification.files import KEY, file_of, heads_of, recorded, status_of, with_proof
from tests.tampering.answers.answer_tamperings import SERVERS, is_accepted, pinned, server_of
from tests.tampering.databases.signed_logs import client_finds, make_log, operator_finds, pins_of
from tests.tampering.databases.tree_logs import is_found, make_tree, told
from tests.tampering.databases.tree_tamperings import heads_of_games
from tests.tampering.short_games import short_game

Accepts = Callable[[Random], Awaitable[bool]]


async def accepted(seeds: Iterable[int]) -> tuple[list[int], int]:
    """Make something honest with each seed; return the seeds of what was refused, and the count."""
    refused, count = [], 0
    for seed in seeds:
        accepts = HONEST[seed % len(HONEST)]
        count += 1
        if not await accepts(Random(seed)):
            refused.append(seed)
    return refused, count


async def _file(chance: Random) -> bool:
    game = short_game(chance.choice(list(variants())), chance.randrange(10**6), chance.randrange(10, 60))
    viewer = chance.choice((None, *range(len(game.known.game.seats))))
    content = with_proof(file_of(recorded(game), viewer), chance.randrange(10**6))
    return status_of(content, KEY, dict(enumerate(heads_of(content), 1))) == 0


async def _log(chance: Random) -> bool:
    with TemporaryDirectory(prefix="tampering") as parent:
        folder = Path(parent)
        await make_log(folder, chance)
        pins = await pins_of(folder, chance)
        return not await operator_finds(folder) and not await client_finds(folder, pins)


async def _tree(chance: Random) -> bool:
    with TemporaryDirectory(prefix="tampering") as parent:
        folder = Path(parent)
        await make_tree(folder, chance)
        return not await is_found(folder, await told(folder), await heads_of_games(folder))


async def _answers(chance: Random) -> bool:
    """Answer honestly to a client that has seen any part before, or nothing."""
    server = await server_of(chance.randrange(SERVERS))
    pins = pinned(
        server,
        size=chance.choice([None, *server.sizes]),
        version=chance.choice([None, chance.randint(1, len(server.honest.records))]),
    )
    return await is_accepted(server, server.honest, pins)


HONEST: Final[tuple[Accepts, ...]] = (
    _file,
    _answers,
    _file,
    _log,
    _file,
    _answers,
    _file,
    _log,
    _answers,
    _tree,
)

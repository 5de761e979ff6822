"""Tamperings of game files, by strangers and by forgers, who sign with another key or with the log's own.

A reader has the key of the log, and has kept heads that it saw in the game; each kind says which of both the
verification uses. A file without its proof shows nothing false if its records are unchanged: the verifier
says that nothing proves them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Final, NamedTuple

from application.records.canonical_json import canonical
from application.transparency.signed_notes import SigningKey
from domain.rules import variants
from tests.application.verification.files import (
    KEY,
    SIGNING,
    file_of,
    heads_of,
    recorded,
    status_of,
    with_proof,
)
from tests.tampering.outcomes import Attempt, Kind, Outcome, found_if
from tests.tampering.record_forgery import Json, changed, forged_records
from tests.tampering.short_games import GAMES_OF_A_VARIANT, short_game

WRONG: Final = 1
UNREADABLE: Final = 2
NOT_PROVEN: Final = 3
"""Exit statuses of a verification."""
STRANGER: Final = SigningKey("5e" * 32)
"""The key of a forger who has not the log's key."""

Lines = list[bytes]
Tamper = Callable[[Random, Lines], Lines]


class File(NamedTuple):
    """An honest file, as lines, and its heads, of which its reader has kept some."""

    lines: Lines
    heads: Lines


@cache
def honest_file(variant: str, seed: int, viewer: int | None) -> File:
    """Return the file of a short game for a seat or a spectator."""
    content = with_proof(file_of(recorded(short_game(variant, seed)), viewer), seed)
    file = File(content.splitlines(), heads_of(content))
    assert status_of(content, KEY, dict(enumerate(file.heads, 1))) == 0
    return file


def chosen(chance: Random) -> File:
    """Return one of the honest files."""
    variant = chance.choice(list(variants()))
    return honest_file(variant, chance.randrange(GAMES_OF_A_VARIANT), chance.choice((None, 0, 1)))


# Without new hashes


def flipped(chance: Random, lines: Lines) -> Lines:
    content = bytearray(b"\n".join(lines))
    place = chance.randrange(len(content))
    content[place] ^= 1 << chance.randrange(8)
    return bytes(content).split(b"\n")


def flipped_in_the_proof(chance: Random, lines: Lines) -> Lines:
    return [*lines[:-1], *flipped(chance, lines[-1:])]


def cut(chance: Random, lines: Lines) -> Lines:
    content = b"\n".join(lines)
    return content[: chance.randrange(len(content) - 1)].split(b"\n")


def dropped(chance: Random, lines: Lines) -> Lines:
    del lines[chance.randrange(len(lines))]
    return lines


def repeated(chance: Random, lines: Lines) -> Lines:
    place = chance.randrange(len(lines))
    return [*lines[: place + 1], *lines[place:]]


def swapped(chance: Random, lines: Lines) -> Lines:
    one, other = chance.sample(range(len(lines)), 2)
    lines[one], lines[other] = lines[other], lines[one]
    return lines


def opened_otherwise(chance: Random, lines: Lines) -> Lines:
    """Change an opened value or its salt without its commitment."""
    place = chance.choice([place for place, line in enumerate(lines) if b'"open":' in line])
    record: Json = json.loads(lines[place])
    field = chance.choice([*record["open"]])
    salt, value = record["open"][field]
    record["open"][field] = chance.choice([[salt, changed(value)], [salt[::-1], value]])
    return [*lines[:place], canonical(record), *lines[place + 1 :]]


def with_the_proof_of_another_game(chance: Random, lines: Lines) -> Lines:
    return [*lines[:-1], chosen(chance).lines[-1]]


# With new hashes


def forged_with_the_old_proof(chance: Random, lines: Lines) -> Lines:
    header, *records, proof = lines
    return [header, *forged_records(chance, records), proof]


def forged_without_a_proof(chance: Random, lines: Lines) -> Lines:
    return forged_with_the_old_proof(chance, lines)[:-1]


def forged_and_signed_by_a_stranger(chance: Random, lines: Lines) -> Lines:
    return _signed_again(chance, forged_without_a_proof(chance, lines), STRANGER)


def forged_and_signed_by_the_log(chance: Random, lines: Lines) -> Lines:
    return _signed_again(chance, forged_without_a_proof(chance, lines), SIGNING)


def _signed_again(chance: Random, unproven: Lines, key: SigningKey) -> Lines:
    content = b"".join(line + b"\n" for line in unproven)
    return with_proof(content, chance.randrange(10**6), key).splitlines()


def attempt_with(tamper: Tamper, *, seen: bool = False, signed_again: bool = False) -> Attempt:
    """Return the attempt of a tampering, verified with the key, and with kept heads if some were `seen`."""

    async def attempt(chance: Random) -> Outcome:
        file = chosen(chance)
        made = tamper(chance, list(file.lines))
        if made == file.lines or (signed_again and made[:-1] == file.lines[:-1]):
            return Outcome.UNCHANGED
        status = status_of(b"\n".join([*made, b""]), KEY, kept_heads(chance, file) if seen else None)
        is_only_unproven = status == NOT_PROVEN and made == file.lines[:-1]
        return found_if(status in (WRONG, UNREADABLE) or is_only_unproven)

    return attempt


def kept_heads(chance: Random, file: File) -> dict[int, bytes]:
    """Return the heads that a reader has kept: the last one, and perhaps some before."""
    versions = {len(file.heads), *chance.sample(range(1, len(file.heads) + 1), chance.randrange(4))}
    return {version: file.heads[version - 1] for version in versions}


def _kinds() -> Iterator[Kind]:
    by_strangers: tuple[Tamper, ...] = (
        flipped,
        flipped_in_the_proof,
        repeated,
        swapped,
        opened_otherwise,
        with_the_proof_of_another_game,
        forged_with_the_old_proof,
    )
    for tamper in by_strangers:
        yield _kind(tamper, "verified with the key")
    yield _kind(forged_and_signed_by_a_stranger, "verified with the key", signed_again=True)
    for tamper in (flipped, cut, dropped, forged_without_a_proof):
        yield _kind(tamper, "verified with kept heads", seen=True)
    yield _kind(forged_and_signed_by_the_log, "verified with kept heads", seen=True, signed_again=True)


def _kind(tamper: Tamper, verified: str, *, seen: bool = False, signed_again: bool = False) -> Kind:
    name = tamper.__name__.replace("_", " ")
    return Kind(f"file: {name}, {verified}", attempt_with(tamper, seen=seen, signed_again=signed_again))


FILE_KINDS: Final = tuple(_kinds())

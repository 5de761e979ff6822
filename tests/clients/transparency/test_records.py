"""Tests of records and heads, with the known answer of docs/log-v1.md."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from kibitz_client.transparency import GameHead, InvalidRecord, head_of, read_record
from kibitz_client.transparency.records import canonical

PAGE = (Path(__file__).parents[3] / "docs" / "log-v1.md").read_text(encoding="utf-8")
(RECORD,) = re.findall(r"^```json\n(.*)\n```$", PAGE, re.MULTILINE)
ANSWERS = dict(re.findall(r"^\| ([a-z ]+) \| `([0-9a-f]{64})` \|$", PAGE, re.MULTILINE))
GAME = "00000000-0000-4000-8000-00000000006e"


def test_known_answers() -> None:
    record = read_record(RECORD)
    assert record.digest.hex() == ANSWERS["digest"]
    assert GameHead(6).after(record, GAME).head.hex() == ANSWERS["head after a head of zeros"]


def test_a_reader_who_may_open_nothing_has_the_same_digest() -> None:
    record = msgspec.json.decode(RECORD)
    del record["open"]
    assert read_record(canonical(record).decode()) == read_record(RECORD)


TAMPERINGS = {
    "another card": RECORD.replace('"5H"', '"6H"'),
    "another salt": RECORD.replace('["16', '["17'),
    "a short salt": RECORD.replace('"16cecfd4', '"'),
    "another commitment": RECORD.replace("4e532945", "5e532945"),
    "an opened field without a commitment": RECORD.replace('"open":{', '"open":{"a":["%s",1],' % ("0" * 64)),
    "no pair": RECORD.replace('["5H","JOKER"]]', '["5H","JOKER"],1]'),
    "blanks": RECORD.replace(",", ", "),
    "another order": RECORD.replace('"seat":1,"shuffle":0', '"shuffle":0,"seat":1'),
    "a member twice": RECORD.replace('"seat":1', '"seat":0,"seat":1'),
    "a float": RECORD.replace('"shuffle":0', '"shuffle":0.5'),
    "no version": RECORD.replace(',"version":7', ""),
    "a version that is no number": RECORD.replace('"version":7', '"version":true'),
    "no object": "[]",
    "no JSON": RECORD[:-1],
    "half a character": RECORD.replace('"5H"', '"\ud800"'),
    "depth": '{"a":' + "[" * 20_000 + "]" * 20_000 + "}",
}


@pytest.mark.parametrize("tampering", TAMPERINGS)
def test_a_record_that_was_tampered_with_is_invalid(tampering: str) -> None:
    assert TAMPERINGS[tampering] != RECORD
    with pytest.raises(InvalidRecord):
        read_record(TAMPERINGS[tampering])


def numbered(version: int, game: str = GAME) -> str:
    """Return a record without marked fields."""
    return canonical({"at": 0, "by": None, "event": {}, "game": game, "version": version}).decode()


def test_a_head_covers_each_record_once_and_in_order() -> None:
    whole = head_of(GAME, map(numbered, (1, 2, 3)))
    assert whole.version == 3
    assert whole != head_of(GAME, map(numbered, (1, 2)))
    for versions in ((1, 3), (2, 1), (1, 1), (0,)):
        with pytest.raises(InvalidRecord, match="missing"):
            head_of(GAME, map(numbered, versions))
    with pytest.raises(InvalidRecord, match="of the game other"):
        head_of(GAME, [numbered(1), numbered(2, "other")])

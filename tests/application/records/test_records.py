"""Records are made of what the log holds, are the same for all readers, and hide what they seal."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any
from uuid import UUID

import pytest

from application.codec import CorruptEvent, RecordedEvent, StoredForm, default_codec
from application.export.game_file import record_line
from application.records.canonical_json import canonical
from application.records.record import NO_HEAD, commitment, head_after, marked_fields, record_of, salt
from application.redaction import redact_events
from domain.cards import Card
from domain.events import Event, HandDealt
from domain.marks import SPECTATOR
from domain.view import View
from tests.laws.playouts import every_variant, playout

KEY = bytes(range(32))
AT = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(microseconds=1763640000123456)
HAND = HandDealt(seat=1, cards=(Card("5H"), Card("JOKER")), shuffle=0)


def recorded(event: Event, version: int = 7) -> RecordedEvent:
    return RecordedEvent(
        game=UUID(int=0x4000_8000_0000_0000_006E),
        version=version,
        position=version,
        at=AT,
        by="a" * 32,
        command_id=None,
        event=event,
    )


def stored(event: Event) -> StoredForm:
    return StoredForm(*default_codec().encode(event), KEY.hex())


def line(event: Event, viewer: int | None, version: int = 7) -> dict[str, Any]:
    view = View(viewer=viewer, revealed=frozenset())
    [redacted] = redact_events([recorded(event, version)], view)
    found: dict[str, Any] = json.loads(record_line(redacted, stored(event)))
    return found


def test_the_record_of_a_hand_is_that_of_the_specification() -> None:
    record = record_of(recorded(HAND), stored(HAND))
    assert record.line({"cards"}).decode() == (
        '{"at":1763640000123456,"by":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa","event":{"seat":1,"shuffle":0,'
        '"type":"HandDealt"},"game":"00000000-0000-4000-8000-00000000006e","open":{"cards":'
        '["16cecfd4bdb8298b26290c72d098cd72f07ca33f4bbbc5fbc20e743d4d030b9d",["5H","JOKER"]]},"sealed":'
        '{"cards":"4e5329451a1cd9a4a627d46c5e95e2f6d6f1e096925da458dadb7adaaaff3295"},"version":7}'
    )
    assert head_after(NO_HEAD, record.digest()).hex() == (
        "7237a30eedb90acf9598d69ef73bf3f4cd98e55605ced2d361546505bb5d731b"
    )


@every_variant
def test_all_readers_hash_a_record_alike_and_open_it_as_the_hash_says(variant: str) -> None:
    game = next(each for each in (playout(variant, seed) for seed in range(50)) if each.known.game.outcome)
    opened: set[str] = set()
    for version, event in enumerate(game.log, 1):
        digest = record_of(recorded(event, version), stored(event)).digest()
        for viewer in (SPECTATOR, *range(len(game.known.game.seats))):
            seen = line(event, viewer, version)
            for field, (with_salt, value) in seen.pop("open", {}).items():
                opened.add(field)
                assert seen["sealed"][field] == commitment(field, with_salt, value)
                assert value == json.loads(stored(event).state)[field]
            assert sha256(canonical(seen)).digest() == digest
    assert "cards" in opened


def test_a_record_keeps_what_the_log_has_whatever_this_release_makes_of_it() -> None:
    # It has an unknown topic and an unknown field, and lacks others.
    state = b'{"type":"Former","seat":1,"added":"later"}'
    record = record_of(recorded(HAND), StoredForm("Former", state, KEY.hex()))
    assert json.loads(record.line(()))["event"] == json.loads(state)


def test_a_marked_field_that_an_earlier_release_did_not_store_is_not_sealed() -> None:
    record = record_of(recorded(HAND), StoredForm("HandDealt", b'{"type":"HandDealt"}', KEY.hex()))
    assert not record.openings
    assert b"sealed" not in record.line(())


def test_a_commitment_says_nothing_to_who_lacks_the_salt() -> None:
    # Every hand of two cards, with the salts of the game's other events, which its owner may know.
    sealed = line(HAND, SPECTATOR)["sealed"]["cards"]
    cards = ["5H", "JOKER"]
    assert commitment("cards", salt(KEY, 7, "cards"), cards) == sealed
    known = [salt(KEY, 6, "cards"), salt(KEY, 8, "cards"), salt(KEY, 7, "order"), salt(bytes(32), 7, "cards")]
    assert all(commitment("cards", each, cards) != sealed for each in known)


def test_the_fields_that_a_record_seals_are_those_that_were_always_sealed() -> None:
    # A field that is taken from here, or added where events are stored already, would change their digests.
    assert marked_fields() == {
        "BidCommitted": ("amount",),
        "BlindHandDealt": ("cards",),
        "CardsDiscarded": ("cards",),
        "CardsDrawn": ("cards",),
        "DeckShuffled": ("order", "salt"),
        "GameCreated": ("secret",),
        "HandDealt": ("cards",),
        "HandShown": ("cards",),
    }


@pytest.mark.parametrize("state", [b'{"type":"HandDealt","seat":1.5}', b"[]", b'{"type":'])
def test_an_event_that_no_release_wrote_is_reported(state: bytes) -> None:
    with pytest.raises(CorruptEvent, match="version 7, topic 'HandDealt'"):
        record_of(recorded(HAND), StoredForm("HandDealt", state, KEY.hex()))


def test_keys_are_in_the_order_of_their_utf_16_code_units() -> None:
    # Beyond the Basic Multilingual Plane it differs from the order of code points: RFC 8785, section 3.2.3.
    keys = ["\u20ac", "\r", "\ufb33", "1", "\U0001f600", "\u0080", "\u00f6"]
    ordered = ["\r", "1", "\u0080", "\u00f6", "\u20ac", "\U0001f600", "\ufb33"]
    assert list(json.loads(canonical(dict.fromkeys(keys, 0)))) == ordered


@pytest.mark.parametrize("secret", ["5", "zz" * 32])
def test_a_secret_that_is_no_secret_is_named(secret: str) -> None:
    form = StoredForm(*default_codec().encode(HAND), secret)
    with pytest.raises(CorruptEvent, match="version 7, topic 'HandDealt'"):
        record_of(recorded(HAND), form)

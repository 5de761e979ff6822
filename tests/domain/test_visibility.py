"""Marks on fields of events, and the fields that `redact` leaves to each viewer."""

from __future__ import annotations

import types
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import msgspec
import pytest

from domain import events as e
from domain.cards import Card, Cards, face_down
from domain.rules import variants
from domain.visibility import (
    SPECTATOR,
    Mark,
    OtherSeats,
    Private,
    Sealed,
    Viewer,
    marks,
    redact,
    without_secrets,
)
from tests.domain.tables import cards

EVENTS = tuple(
    dict.fromkeys((*e.COMMON_EVENTS, *(event for rules in variants().values() for event in rules.events)))
)

# Both lists are written by hand: no law can detect a forgotten mark.
HIDDEN = {
    ("GameCreated", "secret"): Sealed(),
    ("DeckShuffled", "order"): Sealed(until="shuffle"),
    ("DeckShuffled", "salt"): Sealed(until="shuffle"),
    ("HandDealt", "cards"): Private(until="shuffle"),
    ("CardsDiscarded", "cards"): Private(until="shuffle"),
    ("CardsDrawn", "cards"): Private(until="shuffle"),
    ("BlindHandDealt", "cards"): OtherSeats(until="shuffle"),
    ("HandShown", "cards"): Private(until="shuffle"),
    ("BidCommitted", "amount"): Private(),
}
OPEN_CARDS = {
    ("DeckRevealed", "order"),
    ("CardPlayed", "card"),
    ("TrickWon", "card"),
    ("TrumpTurned", "card"),
    ("CardsPlayed", "cards"),
}


def bare(hint: Any) -> Any:
    """Return the type in an annotation without its marks."""
    return get_args(hint)[0] if get_origin(hint) is Annotated else hint


def can_be_hidden(kind: Any) -> bool:
    optional = get_origin(kind) in (Union, types.UnionType) and type(None) in get_args(kind)
    return optional or kind in (Card, Cards)


def holds_cards(kind: Any) -> bool:
    return kind is Card or any(map(holds_cards, get_args(kind)))


def test_exactly_the_listed_fields_are_hidden() -> None:
    found = {(event.__name__, field): mark for event in EVENTS for field, mark in marks(event)}
    assert found == HIDDEN


def test_every_other_field_with_cards_is_listed_as_public() -> None:
    found = {
        (event.__name__, field)
        for event in EVENTS
        for field, hint in get_type_hints(event).items()
        if holds_cards(hint)
    }
    assert found - set(HIDDEN) == OPEN_CARDS


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.__name__)
def test_only_fields_that_can_be_hidden_are_marked(event: type[e.Event]) -> None:
    hints = get_type_hints(event, include_extras=True)
    for field, _ in marks(event):
        assert can_be_hidden(bare(hints[field])), f"{field} must be a card, cards or optional"


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.__name__)
def test_a_mark_names_a_public_number_of_its_event(event: type[e.Event]) -> None:
    hints = get_type_hints(event, include_extras=True)
    for _, mark in marks(event):
        named = [getattr(mark, name, None) for name in ("until", "to", "of")]
        for field in filter(None, named):
            assert hints[field] is int


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.__name__)
def test_a_field_has_one_mark_at_most(event: type[e.Event]) -> None:
    marked = [field for field, _ in marks(event)]
    assert len(marked) == len(set(marked))


# Fields left to each viewer.


class Secret(msgspec.Struct, frozen=True, kw_only=True):
    seat: int = 1
    to: int = 2
    deck: int = 7
    own: Annotated[Cards, Private()] = cards("5H JH")
    given: Annotated[Card | None, Private(to="to", until="deck")] = Card("AH")
    blind: Annotated[Cards, OtherSeats(until="deck")] = cards("KH")
    sealed: Annotated[str | None, Sealed(until="deck")] = "salt"
    forever: Annotated[int | None, Sealed()] = 42
    turned: Annotated[Card, Sealed()] = Card("2H")
    open: Cards = cards("QH")


NOTHING = {
    "own": cards("?? ??"),
    "given": Card.FACE_DOWN,
    "blind": cards("??"),
    "sealed": None,
    "forever": None,
    "turned": Card.FACE_DOWN,
}


def left_to(viewer: Viewer, *revealed: int) -> dict[str, Any]:
    redacted = redact(Secret(), viewer, frozenset(revealed))
    assert (redacted.seat, redacted.to, redacted.deck, redacted.open) == (1, 2, 7, cards("QH"))
    return {field: getattr(redacted, field) for field in NOTHING}


def test_a_spectator_sees_only_public_fields() -> None:
    assert left_to(SPECTATOR) == NOTHING


def test_a_seat_sees_what_is_private_to_it_and_what_the_other_seats_may_see() -> None:
    assert left_to(0) == {**NOTHING, "blind": cards("KH")}
    assert left_to(1) == {**NOTHING, "own": cards("5H JH")}
    assert left_to(2) == {**NOTHING, "given": "AH", "blind": cards("KH")}


@pytest.mark.parametrize("viewer", [SPECTATOR, 0, 1, 2])
def test_a_reveal_makes_only_the_fields_of_its_shuffle_public(viewer: Viewer) -> None:
    opened = {"given": "AH", "blind": cards("KH"), "sealed": "salt"}
    assert left_to(viewer, 7) == {**left_to(viewer), **opened}
    assert left_to(viewer, 6, 8) == left_to(viewer)


def test_missing_side_files_are_not_created() -> None:
    nothing = Secret(own=(), given=None, blind=(), sealed=None, forever=None)
    assert redact(nothing, SPECTATOR) == Secret(
        own=(), given=None, blind=(), sealed=None, forever=None, turned=Card.FACE_DOWN
    )


def test_redaction_is_idempotent() -> None:
    for viewer in SPECTATOR, 0, 1, 2:
        once = redact(Secret(), viewer)
        assert redact(once, viewer) == once
        assert redact(once, SPECTATOR) == redact(Secret(), SPECTATOR)


def test_an_event_without_marks_is_left_as_it_is() -> None:
    event = e.CardPlayed(seat=0, card=Card("5H"))
    assert redact(event, SPECTATOR) is event


def test_redaction_keeps_the_number_of_hidden_cards() -> None:
    dealt = e.HandDealt(seat=0, cards=cards("5H JH KH"), shuffle=0)
    assert redact(dealt, 1).cards == face_down(3)
    assert redact(dealt, 0) is dealt


def test_mark_must_define_its_readers() -> None:
    with pytest.raises(TypeError, match="Mark"):
        Mark().admits(Secret(), 0)


def test_without_secrets_hides_only_fields_that_are_sealed_for_ever() -> None:
    created = e.GameCreated(
        variant="oh-hell", rules_version=1, options={}, access=e.Access.PRIVATE, organizer="ann", secret="ab"
    )
    assert without_secrets(created) == msgspec.structs.replace(created, secret=None)
    dealt = e.HandDealt(seat=0, cards=cards("5H 2C"), shuffle=0)
    shuffled = e.DeckShuffled(shuffle=0, commitment="ab", order=cards("5H 2C"), salt="cd")
    for event in dealt, shuffled, e.BidPlaced(seat=0, amount=15):
        assert without_secrets(event) is event

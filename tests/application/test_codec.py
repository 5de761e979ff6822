"""Every event can be decoded: current events and all earlier forms."""

from __future__ import annotations

from uuid import UUID

import msgspec
import pytest
from msgspec import Struct

from application.codec import (
    Codec,
    CorruptEvent,
    EndlessUpcast,
    State,
    TopicTaken,
    Upcast,
    all_event_types,
    default_codec,
    topic_of,
)
from domain.events import BidPlaced, Event, HandDealt, TurnPassed
from tests.application.goldens import goldens, sample

GAME = UUID(int=110)
BY_TOPIC = {topic_of(event): event for event in all_event_types()}
GOLDENS = goldens()


def read(topic: str, state: bytes, by: Codec | None = None) -> Event:
    return (by or default_codec()).decode(GAME, 7, topic, state)


# Current events


@pytest.mark.parametrize("bare", [False, True], ids=["full", "bare"])
@pytest.mark.parametrize("event", all_event_types())
def test_decoded_event_equals_the_encoded_one(event: type[Event], bare: bool) -> None:
    made = sample(event, bare=bare)
    topic, state = default_codec().encode(made)
    found = read(topic, state)
    assert found == made
    assert type(found) is event
    assert default_codec().encode(found) == (topic, state)


def test_every_topic_is_one_class() -> None:
    assert len(BY_TOPIC) == len(all_event_types())


# Goldens


@pytest.mark.parametrize("topic", BY_TOPIC)
def test_an_event_has_its_golden(topic: str) -> None:
    assert topic in GOLDENS, (
        f"{topic} is about to be stored for ever and has no golden: "
        "run `python -m tests.application.goldens` and commit what it writes"
    )


@pytest.mark.parametrize("name", GOLDENS)
def test_golden_can_be_decoded(name: str) -> None:
    golden = GOLDENS[name]
    assert golden.topic == name.partition("-")[0], "a golden is called by its topic, and by what is new in it"
    assert type(read(golden.topic, bytes(golden.state))) in all_event_types()


@pytest.mark.parametrize("name", [name for name, golden in GOLDENS.items() if golden.topic in BY_TOPIC])
def test_golden_is_encoded_to_the_same_bytes(name: str) -> None:
    golden = GOLDENS[name]
    written = default_codec().encode(read(golden.topic, bytes(golden.state)))
    assert written == (golden.topic, bytes(golden.state)), (
        f"{name} is no longer written as it is stored in logs: put it back, "
        "or give it a new tag and an upcast; goldens are never edited"
    )


# Earlier forms


class Fanned(Event, frozen=True, kw_only=True, tag="Fanned3"):
    """A hand was fanned; its field was once a seat's name, then its number, and is now a list."""

    seats: tuple[int, ...]


class Named(Struct, frozen=True, kw_only=True, tag="Fanned"):
    seat: str


class Numbered(Struct, frozen=True, kw_only=True, tag="Fanned2"):
    seat: int


def number_the_seat(state: State) -> tuple[str, State]:
    return "Fanned2", {"seat": ["north", "east"].index(state["seat"])}


def list_the_seats(state: State) -> tuple[str, State]:
    return "Fanned3", {"seats": [state["seat"]]}


UPCASTS = {
    "Fanned": Upcast(("Fanned2",), number_the_seat, marked=()),
    "Fanned2": Upcast(("Fanned3",), list_the_seats, marked=()),
}
UPCASTING = Codec((Fanned, TurnPassed), UPCASTS)


@pytest.mark.parametrize("stored", [Named(seat="east"), Numbered(seat=1), Fanned(seats=(1,))])
def test_earlier_form_is_upcast_to_the_current_event(stored: Struct) -> None:
    topic = stored.__struct_config__.tag
    assert isinstance(topic, str)
    assert read(topic, msgspec.json.encode(stored), UPCASTING) == Fanned(seats=(1,))


def test_current_events_match_their_goldens() -> None:
    assert UPCASTING.encode(Fanned(seats=(1,))) == ("Fanned3", b'{"type":"Fanned3","seats":[1]}')


# Undecodable events


@pytest.mark.parametrize(
    ("topic", "state"),
    [
        ("BidWhispered", b"{}"),
        ("BidPlaced", b""),
        ("BidPlaced", b"\xff\xfe"),
        ("BidPlaced", b'{"type":"BidPlaced","seat":0'),
        ("BidPlaced", b"[]"),
        ("BidPlaced", b'{"type":"BidPlaced","seat":0}'),
        ("BidPlaced", b'{"type":"BidPlaced","seat":0,"amount":"fifteen"}'),
        ("BidPlaced", b'{"type":"TurnPassed","seat":0,"amount":15}'),
        ("HandDealt", b'{"type":"HandDealt","seat":0,"cards":["1H"],"shuffle":0}'),
        ("Fanned", b'{"type":"Fanned"'),
        ("Fanned", b"[]"),
        ("Fanned", b'{"type":"Fanned"}'),
        ("Fanned", b'{"type":"Fanned","seat":"west"}'),
        ("Fanned", b'{"type":"Fanned","seat":["east"]}'),
        ("Fanned2", b'{"type":"Fanned2","seat":"east"}'),
    ],
)
def test_an_undecodable_event_is_named(topic: str, state: bytes) -> None:
    strict = Codec((BidPlaced, HandDealt, TurnPassed, Fanned), UPCASTS)
    with pytest.raises(CorruptEvent, match=f"game {GAME}, version 7, topic '{topic}': .") as raised:
        read(topic, state, strict)
    assert (raised.value.game, raised.value.version, raised.value.topic) == (GAME, 7, topic)


# Contradictions are found when the codec is created.


class Imposter(Event, frozen=True, kw_only=True, tag="TurnPassed"):
    """Another class under the topic of a pass."""


def to_pass(state: State) -> tuple[str, State]:
    return "TurnPassed", state


def test_two_classes_of_one_topic_are_refused_by_name() -> None:
    with pytest.raises(TopicTaken, match=r"'TurnPassed'.*events\.play\.TurnPassed.*test_codec\.Imposter"):
        Codec((TurnPassed, Imposter))
    assert Codec((TurnPassed, TurnPassed)).topics([TurnPassed]) == ["TurnPassed"]


def test_upcast_of_a_current_topic_is_refused() -> None:
    with pytest.raises(TopicTaken, match=r"'BidPlaced'.*events\.play\.BidPlaced.*an upcast"):
        Codec((TurnPassed, BidPlaced), {"BidPlaced": Upcast(("TurnPassed",), to_pass, marked=())})


@pytest.mark.parametrize(
    ("upcasts", "chain"),
    [
        ({"A": ("A",)}, ("A", "A")),
        ({"A": ("B",), "B": ("A",)}, ("A", "B", "A")),
        ({"A": ("TurnPassed", "B"), "B": ("C",), "C": ("B",)}, ("A", "B", "C", "B")),
        ({"A": ("Nothing",)}, ("A", "Nothing")),
        ({"A": ()}, ("A",)),
    ],
)
def test_upcasts_without_a_final_event_are_refused(
    upcasts: dict[str, tuple[str, ...]], chain: tuple[str, ...]
) -> None:
    with pytest.raises(EndlessUpcast) as refused:
        Codec((TurnPassed,), {topic: Upcast(into, to_pass, marked=()) for topic, into in upcasts.items()})
    assert refused.value.chain == chain


def test_upcast_must_return_the_topic_that_it_declares() -> None:
    undeclared = Codec((TurnPassed, BidPlaced), {"Called": Upcast(("BidPlaced",), to_pass, marked=())})
    with pytest.raises(CorruptEvent, match="does not declare"):
        read("Called", b'{"seat":0}', undeclared)

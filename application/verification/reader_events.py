"""The events of a game file as its reader knows them, once the game is over."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from application.codec import UPCASTS, CorruptEvent, all_event_types, default_codec, topic_of
from application.records.canonical_json import canonical
from application.verification.file_records import FileRecord, Finding, GameFile, UnreadableGameFile
from domain.events import DeckRevealed, Event, GameClosed, GameCreated, GameWon
from domain.refusals import UnknownRules, UnknownVariant
from domain.rules import Rules, rules_of
from domain.visibility import marks


class CardsLeftOut(Exception):
    """A file leaves out cards that everyone may read once a game is over, so nothing can be replayed."""

    def __init__(self, line: int, fields: str) -> None:
        super().__init__(f"line {line} leaves out {fields}")
        self.finding = Finding(line, f"{fields} are left out, and everyone may read them after the game")


def events_of(file: GameFile) -> tuple[Event, ...]:
    """Return the events of a file, with what later ones tell of hidden fields.

    Raises UnreadableGameFile and CardsLeftOut.
    """
    events = [_event(file, record) for record in file.records]
    rules = _rules(events)
    if not any(isinstance(event, GameWon | GameClosed) for event in events):
        raise UnreadableGameFile(len(events) + 1, "the game is not over here: it goes on, or the file is cut")
    return _completed(rules, events, file.records)


def left_out(file: GameFile, events: Sequence[Event]) -> list[Finding]:
    """Return the fields that everyone may read since a shuffle was revealed, and that the file leaves out."""
    revealed = {event.shuffle for event in events if isinstance(event, DeckRevealed)}
    return [
        Finding(record.line, f"the field {field} is left out, and everyone may read it")
        for record, event in zip(file.records, events, strict=True)
        for field, mark in marks(type(event))
        if field in record.sealed_from_reader
        and mark.until is not None
        and getattr(event, mark.until) in revealed
    ]


def _event(file: GameFile, record: FileRecord) -> Event:
    line = record.line
    state: dict[str, Any] = dict.fromkeys(record.sealed_from_reader)
    state |= record.event
    state |= {field: value for field, (_, value) in record.open.items()}
    try:
        event = default_codec().decode(file.game, record.version, record.topic, canonical(state))
    except CorruptEvent as error:
        missing = record.sealed_from_reader & _fields_of_shuffles().get(record.topic, frozenset())
        if missing:
            raise CardsLeftOut(line, ", ".join(sorted(missing))) from None
        raise UnreadableGameFile(line, f"this release does not know the event: {error}") from None
    if record.topic not in UPCASTS:
        unknown = state.keys() - {"type", *event.__struct_fields__}
        if unknown:
            fields = ", ".join(sorted(unknown))
            raise UnreadableGameFile(line, f"this release does not know {fields} of {record.topic}")
    return event


@cache
def _fields_of_shuffles() -> Mapping[str, frozenset[str]]:
    """Return the fields of each topic that everyone may read once their shuffle is revealed."""
    return {
        topic_of(event): frozenset(field for field, mark in marks(event) if mark.until is not None)
        for event in all_event_types()
    }


def _rules(events: Sequence[Event]) -> Rules[Any]:
    created = events[0]
    if not isinstance(created, GameCreated):
        raise UnreadableGameFile(2, f"a game begins with GameCreated, not with {topic_of(type(created))}")
    try:
        return rules_of(created.variant, created.rules_version)
    except (UnknownVariant, UnknownRules) as error:
        raise UnreadableGameFile(2, f"this release does not know the rules of the game: {error}") from None


def _completed(
    rules: Rules[Any], events: Sequence[Event], records: Iterable[FileRecord]
) -> tuple[Event, ...]:
    """Fill hidden fields with what the next event of a class that tells of them publishes."""
    found: list[Event] = []
    following: dict[type[Event], Event] = {}
    for event, record in zip(reversed(events), reversed(tuple(records)), strict=True):
        completed = event
        if record.sealed_from_reader:
            told = (rules.published(event, later) for later in following.values())
            completed = next(filter(None, told), event)
        found.append(completed)
        following[type(event)] = event
    return tuple(reversed(found))

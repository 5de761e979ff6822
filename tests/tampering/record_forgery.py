"""Changes of a game's records after which all commitments and versions are right again."""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random
from typing import Any

from application.records.canonical_json import canonical
from application.records.record import commitment

Json = dict[str, Any]


def forged_records(chance: Random, records: Sequence[bytes]) -> list[bytes]:
    """Change a member of a record, or drop, repeat or swap records, and number and seal all again."""
    made: list[Json] = [json.loads(record) for record in records]
    place = chance.randrange(1, len(made))
    match chance.randrange(6):
        case 0:
            del made[place]
        case 1:
            made.insert(place, made[place])
        case 2:
            made[place - 1], made[place] = made[place], made[place - 1]
        case 3:
            del made[place:]
        case 4:
            _change_member(chance, made[place])
        case _:
            _change_opened(chance, chance.choice([record for record in made if "open" in record]))
    return [canonical({**record, "version": number}) for number, record in enumerate(made, 1)]


def changed(value: Any) -> Any:
    """Return another value of the same kind."""
    match value:
        case [first, second, *rest] if first != second:
            return [second, first, *rest]
        case [*_] | None:
            return ["2C", "2C"]
        case bool():
            return not value
        case int():
            return value + 1
        case dict():
            return {**value, "x": 1}
    return f"{value}0"


def _change_member(chance: Random, record: Json) -> None:
    name = chance.choice(["at", "by", "event"])
    if name != "event":
        record[name] = changed(record[name])
        return
    field = chance.choice([*record["event"]])
    record["event"] = {**record["event"], field: changed(record["event"][field])}


def _change_opened(chance: Random, record: Json) -> None:
    field = chance.choice([*record["open"]])
    salt, value = record["open"][field]
    record["open"][field] = [salt, changed(value)]
    record["sealed"][field] = commitment(field, salt, changed(value))

"""Cards and events for the terminal."""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import Enum
from typing import Any

from rich.text import Text

from domain.cards import Card
from domain.events import Event

_SUITS = {"H": ("♥", "red"), "D": ("♦", "blue"), "S": ("♠", "default"), "C": ("♣", "green")}


def card_text(notation: str) -> Text:
    """Return a card with the symbol and the colour of its suit."""
    if notation == Card.FACE_DOWN:
        return Text("▒▒", "dim")
    if notation == Card.JOKER:
        return Text("★", "magenta")
    sign, colour = _SUITS[notation[1]]
    return Text(notation[0].replace("T", "10") + sign, colour)


def cards_text(hand: Iterable[str]) -> Text:
    """Return cards side by side."""
    return Text(" ").join(card_text(each) for each in hand)


def describe_event(event: Event) -> str:
    """Return the name of an event and its fields."""
    name = re.sub(r"(?<!^)(?=[A-Z])", " ", type(event).__name__).lower()
    fields = (f"{field} {_value(getattr(event, field))}" for field in event.__struct_fields__)
    return f"{name}: {', '.join(fields)}" if event.__struct_fields__ else name


def _value(value: Any) -> str:
    if isinstance(value, tuple):
        return " ".join(map(_value, value)) or "none"
    if isinstance(value, dict):
        return " ".join(f"{key}={_value(each)}" for key, each in value.items())
    if value is None:
        return "hidden"
    return str(value.value if isinstance(value, Enum) else value)

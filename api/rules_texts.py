"""The rules of the games for people: a Markdown file beside each rules module.

`docs/how-to/add-a-game.md` describes the format.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import Final

import domain.rules

_CARD: Final = re.compile(r"\[([2-9TJQKA][HDCS]|JOKER|\?\?)\]")


@cache
def rules_text(variant: str) -> str | None:
    """Return the text of a registered variant's newest rules; None if the game has none."""
    file = files(domain.rules) / f"{variant.replace('-', '_')}.md"
    return file.read_text(encoding="utf-8") if file.is_file() else None


def replace_cards(text: str, picture: Callable[[str], str]) -> str:
    """Replace each card in a text, such as `[5H]`, by the picture of its notation."""
    return _CARD.sub(lambda found: picture(found[1]), text)

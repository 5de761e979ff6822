"""Pages whose examples are carried out: their blocks, and the signs in them that stand for values.

A sign is a name in single angle quotation marks. Where an answer shows it for the first time it stands for
what has come there, and from then on for the same. With an ellipsis for its name it stands for any value.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from graphql import OperationDefinitionNode, parse

Json = dict[str, Any]

BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SIGN = re.compile("\u2039([^\u2039\u203a]+)\u203a")
"""A name in single angle quotation marks, which look too much like others to be written here."""
ANYTHING = "…"


class Block(NamedTuple):
    """A block of code on a page."""

    language: str
    text: str
    line: int
    """Where it begins on the page."""


class Operation(NamedTuple):
    """A GraphQL operation as a page shows it: with its variables, and its answer if that is shown."""

    document: str
    variables: Json
    answer: Json | None
    line: int

    @property
    def operations(self) -> list[OperationDefinitionNode]:
        """The operations of the document."""
        return [
            each for each in parse(self.document).definitions if isinstance(each, OperationDefinitionNode)
        ]

    @property
    def name(self) -> str:
        """What the operation is called."""
        (operation,) = self.operations
        return operation.name.value if operation.name else "without a name"

    @property
    def is_subscription(self) -> bool:
        """Whether it is answered by a stream."""
        return any(each.operation.value == "subscription" for each in self.operations)


def blocks(page: Path, *languages: str) -> list[Block]:
    """Return the blocks of a page in their order, of all languages or of some."""
    text = page.read_text(encoding="utf-8")
    found = (Block(each[1], each[2], text.count("\n", 0, each.start()) + 1) for each in BLOCK.finditer(text))
    return [each for each in found if not languages or each.language in languages]


def operations(found: list[Block]) -> list[Operation]:
    """Return the operations among blocks; variables and answers are the JSON that follows."""
    return [each for each in gathered(found) if isinstance(each, Operation)]


def gathered(found: list[Block]) -> Iterator[Block | Operation]:
    """Give the blocks in their order, the GraphQL among them with the JSON that belongs to it."""
    waiting = list(found)
    while waiting:
        block = waiting.pop(0)
        if block.language != "graphql":
            yield block
            continue
        variables, answer = {}, None
        while waiting and waiting[0].language == "json" and answer is None:
            said = json.loads(waiting.pop(0).text)
            if "data" in said or "errors" in said:
                answer = said
            else:
                variables = said
        yield Operation(block.text, variables, answer, block.line)


def filled(value: Any, known: Mapping[str, Any]) -> Any:
    """Return a value, or a text, with what its signs stand for."""
    match value:
        case dict():
            return {name: filled(each, known) for name, each in value.items()}
        case list():
            return [filled(each, known) for each in value]
        case str():
            for name in SIGN.findall(value):
                assert name in known, f"no answer so far has given {name!r}"
            whole = SIGN.fullmatch(value)
            return known[whole[1]] if whole else SIGN.sub(lambda sign: str(known[sign[1]]), value)
    return value


def agree(shown: Any, got: Any, known: dict[str, Any], path: str = "") -> None:
    """Fail unless an answer is what the page shows; what its new signs stand for is known from then on."""
    match shown:
        case dict():
            assert isinstance(got, dict), f"{path}: {got!r}"
            assert list(shown) == list(got), f"{path}: {got!r}"
            for name, each in shown.items():
                agree(each, got[name], known, f"{path}.{name}")
        case list():
            assert isinstance(got, list), f"{path}: {got!r}"
            assert len(got) == len(shown), f"{path}: {got!r}"
            for index, each in enumerate(shown):
                agree(each, got[index], known, f"{path}[{index}]")
        case str() if SIGN.search(shown):
            _agree_with_signs(shown, got, known, path)
        case _:
            assert (type(shown), shown) == (type(got), got), f"{path}: {got!r}, not {shown!r}"


def _agree_with_signs(shown: str, got: Any, known: dict[str, Any], path: str) -> None:
    whole = SIGN.fullmatch(shown)
    if whole:
        found = [(whole[1], got)]
    else:
        assert isinstance(got, str), f"{path}: {got!r}"
        names = SIGN.findall(shown)
        texts = map(re.escape, SIGN.sub("\0", shown).split("\0"))
        matched = re.fullmatch("(.+)".join(texts), got)
        assert matched is not None, f"{path}: {got!r}, not {shown!r}"
        found = list(zip(names, matched.groups(), strict=True))
    for name, value in found:
        if name != ANYTHING:
            assert known.setdefault(name, value) == value, f"{path}: {value!r} is not {name!r}"

"""README's worked operations are valid, and work one after the other as they stand there."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from graphql import OperationDefinitionNode, parse, validate

from tests.api import documents as d
from tests.api.asking import Client, Json
from tests.api.processes import ROOT

README = ROOT / "README.md"
WORKED_OPERATIONS = 5

BLOCK = re.compile(r"^```graphql\n(.*?)^```\n(?:\s*^```json\n(.*?)^```\n)?", re.MULTILINE | re.DOTALL)
# Words that stand for what an earlier answer gave, and where in an answer that is found.
PLACEHOLDERS = {"TOKEN": ("token",), "GAME": ("game", "id"), "PLAYER": ("player", "id")}


class Worked(NamedTuple):
    """An operation as README shows it, with its variables."""

    document: str
    variables: Json

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


def worked() -> list[Worked]:
    """Return the operations in the order in which README shows them."""
    found = BLOCK.findall(README.read_text(encoding="utf-8"))
    return [Worked(document, json.loads(variables or "{}")) for document, variables in found]


def is_subscription(operation: Worked) -> bool:
    return any(each.operation.value == "subscription" for each in operation.operations)


def test_there_are_five_worked_operations() -> None:
    assert len(worked()) == WORKED_OPERATIONS
    names = [operation.name for operation in worked()]
    assert len(set(names)) == WORKED_OPERATIONS
    assert "without a name" not in names


@pytest.mark.parametrize("operation", worked(), ids=lambda operation: str(operation.name))
def test_every_operation_is_valid(operation: Worked) -> None:
    assert validate(d.schema(), parse(operation.document)) == []
    (definition,) = operation.operations
    declared = {each.variable.name.value for each in definition.variable_definitions or ()}
    assert set(operation.variables) <= declared


async def test_the_operations_work_one_after_the_other(onlooker: Client) -> None:
    caller, known = onlooker, dict[str, str]()
    carried_out = []
    for operation in worked():
        if is_subscription(operation):
            continue
        answer = await caller.ask(operation.document, **filled_in(operation.variables, known))
        assert "errors" not in answer, (operation.name, answer["errors"])
        for name, part in answer["data"].items():
            assert part is not None, (operation.name, name)
            assert not refused(part), (operation.name, part)
        for word, path in PLACEHOLDERS.items():
            for value in found_at(answer["data"], path):
                known[word] = value
        if "TOKEN" in known:
            caller = Client(onlooker.http, known["TOKEN"])
        carried_out.append(operation.name)
    assert len(carried_out) >= WORKED_OPERATIONS - 1


def refused(part: Any) -> bool:
    """Tell whether an answer is a refusal, if it says so."""
    return isinstance(part, dict) and "code" in part


def filled_in(value: Any, known: dict[str, str]) -> Any:
    """Return variables with the words that stand for something filled in."""
    match value:
        case dict():
            return {name: filled_in(each, known) for name, each in value.items()}
        case list():
            return [filled_in(each, known) for each in value]
        case str() if value in PLACEHOLDERS:
            assert value in known, f"no answer so far has given a {value}"
            return known[value]
    return value


def found_at(value: Any, path: tuple[str, ...]) -> Iterator[str]:
    """Give what stands at the end of a path, wherever it begins."""
    match value:
        case dict():
            end: Any = value
            for name in path:
                end = end.get(name) if isinstance(end, dict) else None
            if isinstance(end, str):
                yield end
            for each in value.values():
                yield from found_at(each, path)
        case list():
            for each in value:
                yield from found_at(each, path)

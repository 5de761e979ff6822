"""docs/tutorials/first-game.md: its operations are valid, and run in order unchanged."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from graphql import parse, validate

from tests.api.harness import full_documents as d
from tests.api.harness.callers import Client
from tests.api.harness.server_processes import ROOT
from tests.pages import Operation, blocks, operations

PAGE = ROOT / "docs" / "tutorials" / "first-game.md"
WORKED_OPERATIONS = 5

# Words that stand for what an earlier answer gave, and where in an answer that is found.
PLACEHOLDERS = {"TOKEN": ("token",), "GAME": ("game", "id"), "PLAYER": ("player", "id")}


def worked() -> list[Operation]:
    """Return the operations in the order of the page."""
    return operations(blocks(PAGE))


def test_there_are_five_worked_operations() -> None:
    assert len(worked()) == WORKED_OPERATIONS
    names = [operation.name for operation in worked()]
    assert len(set(names)) == WORKED_OPERATIONS
    assert "without a name" not in names


@pytest.mark.parametrize("operation", worked(), ids=lambda operation: str(operation.name))
def test_every_operation_is_valid(operation: Operation) -> None:
    assert validate(d.schema(), parse(operation.document)) == []
    (definition,) = operation.operations
    declared = {each.variable.name.value for each in definition.variable_definitions or ()}
    assert set(operation.variables) <= declared


async def test_operations_run_in_order(spectator: Client) -> None:
    caller, known = spectator, dict[str, str]()
    carried_out = []
    for operation in worked():
        if operation.is_subscription:
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
            caller = Client(spectator.http, known["TOKEN"])
        carried_out.append(operation.name)
    assert len(carried_out) >= WORKED_OPERATIONS - 1


def refused(part: Any) -> bool:
    """Return whether a response is a refusal."""
    return isinstance(part, dict) and "code" in part


def filled_in(value: Any, known: dict[str, str]) -> Any:
    """Return variables with their placeholders filled in."""
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
    """Return the value at the end of a path, which may begin at any depth."""
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

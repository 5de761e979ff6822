"""The register of error codes is complete and agrees with docs/errors.md."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from api.graphql.context import Services
from api.graphql.errors.close_codes import CLOSE_CODES
from api.graphql.errors.fault_codes import FAULTS
from api.graphql.errors.faults import AS_ERRORS, fault, refused
from api.graphql.errors_page import page
from api.graphql.mutations.refusals import refusals
from api.graphql.schema import sdl
from domain.refusals import NotYourTurn
from tests.api.harness import full_documents as d
from tests.api.harness.callers import Client
from tests.api.harness.played_games import begun, of_a_newer_server
from tests.api.harness.server_processes import ROOT
from tests.api.queries.statistics_queries import asking

COMMITTED = ROOT / "docs" / "errors.md"


def test_the_committed_page_is_up_to_date() -> None:
    assert COMMITTED.read_text(encoding="utf-8") == page(sdl()), (
        "docs/errors.md is not up to date: `uv run kibitz schema --errors > docs/errors.md`"
    )


def test_every_code_is_on_the_page() -> None:
    cells = {line.split("|")[1].strip() for line in page(sdl()).splitlines() if line.startswith("|")}
    assert {f"`{code}`" for code in FAULTS} < cells
    assert {f"`{refusal.code}`" for refusal in refusals()} < cells
    assert {str(close.code) for close in CLOSE_CODES} < cells


def codes(file: Path) -> Iterator[str]:
    """Yield the codes in a file's calls of `fault`, or the source of an argument that is not a literal."""
    for call in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "fault":
            code = call.args[0]
            yield str(code.value) if isinstance(code, ast.Constant) else ast.unparse(code)


def test_every_fault_has_a_code_of_the_register() -> None:
    used = {code for file in (ROOT / "api").rglob("*.py") for code in codes(file)}
    # Two names stand for codes: of limits, and of whatever was told.
    assert {code for code in used if code.isupper()} <= set(FAULTS)
    assert len(used) > 10


def test_codes_are_unique() -> None:
    assert not set(FAULTS) & {refusal.code for refusal in refusals()}
    assert [code for code, each in FAULTS.items() if code != each.code] == []


def test_a_code_that_is_not_registered_is_not_used() -> None:
    with pytest.raises(KeyError):
        fault("OUT_OF_TRUMPS", "There are no trumps left.")
    with pytest.raises(KeyError, match="NOT_YOUR_TURN"):
        refused(NotYourTurn(0, (1,)))


def test_every_entry_is_a_sentence() -> None:
    texts = [text for each in FAULTS.values() for text in (each.when, each.then)]
    texts += [text for close in CLOSE_CODES for text in (close.when, close.then)]
    assert [text for text in texts if not (text[0].isupper() or text[0] == "`") or text[-1] != "."] == []


@pytest.mark.parametrize("refusal", AS_ERRORS, ids=lambda refusal: refusal.code)
async def test_a_refusal_as_an_error_keeps_its_code(
    spectator: Client, ann: Client, bob: Client, services: Services, refusal: type
) -> None:
    game = await begun(ann, bob)
    met = {
        "GAME_IN_PROGRESS": await ann.code(d.REVIEW, game=game, seat=0),
        "INVALID_PLAYER": await ann.code(d.GAMES, search={"player": " "}),
        "UNKNOWN_GAME": await ann.code(d.GAME, id="5"),
        "UNKNOWN_RULES": await ann.code(d.GAME, id=await of_a_newer_server(services)),
        "UNKNOWN_VARIANT": await ann.code(d.GAMES, variant="whist"),
        "UNKNOWN_VERSION": await ann.code(d.REPLAY, game=game, version=10_000),
        "WRONG_NUMBER_OF_PLAYERS": await ann.code(asking("bids"), variant="oh-hell", playerCount=1),
    }
    code = refusal.code  # type: ignore[attr-defined]
    # All games here have a machine player: tests/adding_a_game knows one that has none.
    elsewhere = {"NO_MACHINE_PLAYER"}
    # tests/api/games/test_reviews.py.
    elsewhere |= {"NO_REVIEWS", "TOO_BUSY", "UNKNOWN_SEAT"}
    # tests/api/log/test_log.py.
    elsewhere |= {"UNKNOWN_CHECKPOINT"}
    assert code in elsewhere or met[code] == code

"""docs/api.md and docs/reference/api.md: the tour works, and the tables agree with the server."""

from __future__ import annotations

import asyncio
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest
from graphql import GraphQLEnumType, parse, validate
from websockets.frames import Close

from api.environment import variables_of
from api.graphql.context import MAX_COMMAND_ID_LENGTH, Services
from api.graphql.errors.close_codes import CLOSE_CODES
from api.graphql.errors.fault_codes import FAULTS
from api.graphql.execution.list_sizes import DEFAULT_PAGE_SIZE
from api.graphql.games.reading import DEFAULT_EVENTS, MAX_EVENTS
from api.graphql.limits.rates import Rates
from api.graphql.limits.request_limits import Limits
from api.graphql.mutations.refusals import refusals
from api.graphql.queries.freshness import FRESH_TIMEOUT
from api.http.event_stream import HEARTBEAT
from api.http.socket_handler import MAX_OPERATIONS, MAX_RUNNING
from api.settings import Settings
from api.transport.connection_limits import ConnectionLimits
from application.games.croupier import Croupier, seeded_entropy
from application.players.player_names import MAX_NAME_LENGTH
from application.players.search.name_index import MAX_PAGE_SIZE as MAX_PLAYERS
from application.watching.fan_out import MAX_BUFFERED
from projections.games.game_list_queries import MAX_PAGE_SIZE
from tests.api.docs.api_tour import BASE, BLOCKS, REFERENCE, TOUR, WITHIN, steps, touring
from tests.api.harness import full_documents as d
from tests.api.harness.played_games import caught_up
from tests.api.harness.socket_client import answered, bare_socket
from tests.api.server.test_settings import served
from tests.pages import Operation, agree, operations

TEXT = "\n".join(page.read_text(encoding="utf-8") for page in (TOUR, REFERENCE))


@pytest.fixture
def croupier() -> Croupier:
    # What is shown comes from these shuffles, after which the game is a short one.
    return Croupier(seeded_entropy(3))


async def test_tour_gives_the_responses_on_the_page(services: Services, address: str) -> None:
    async with touring(address) as tour, asyncio.timeout(WITHIN):
        for block, answer in steps():
            # Lists and the lobby are stable once no update is pending.
            await caught_up(services)
            try:
                shown, got = await tour.step(block, answer)
                agree(shown, got, tour.known)
            except AssertionError as error:
                error.add_note(f"line {block.line} of the tour or the reference")
                raise
    assert {"anna's token", "bert's token", "game"} <= set(tour.known)


@pytest.mark.parametrize("operation", operations(BLOCKS), ids=lambda operation: str(operation.name))
def test_every_operation_is_valid_and_has_a_unique_name(operation: Operation) -> None:
    mistaken = [] if operation.answer is None else operation.answer.get("errors", [])
    found = validate(d.schema(), parse(operation.document))
    codes = [each["extensions"]["code"] for each in mistaken]
    assert found == [] or codes == ["GRAPHQL_VALIDATION_FAILED"]
    assert operation.name != "without a name"
    assert [each.name for each in operations(BLOCKS)].count(operation.name) == 1


async def test_curl_command_gets_the_response_on_the_page(address: str) -> None:
    [block] = [each for each in BLOCKS if each.language == "console"]
    command, answer = block.text.splitlines()
    program, *arguments = shlex.split(command.removeprefix("$ "))
    assert program == "curl"
    found = shutil.which(program)
    if found is None:
        pytest.skip("NO CURL HERE, THE DEFAULT_PAGE_SIZE'S FIRST LINE IS NOT TESTED")
    here = [each.replace(BASE, address.removesuffix("/graphql")) for each in arguments]
    done = await asyncio.to_thread(
        subprocess.run, [found, "--noproxy", "*", *here], capture_output=True, timeout=WITHIN, check=True
    )
    assert done.stdout.decode() == answer


# What the tables say.


def rows(*heads: str) -> list[list[str]]:
    """Return the rows of the table with this header, each as its cells."""
    _, found, rest = TEXT.partition(f"| {' | '.join(heads)} |\n")
    assert found
    _, *lines = rest.partition("\n\n")[0].splitlines()
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]


LIMITS = {row[0].strip("`"): row for row in rows("setting", "default", "of what", "code")}
RATES = {row[0].strip("`"): row[1] for row in rows("rate", "default for one player", "of what")}
NO_NAMES = {"HCSD"}
CUT = "1006"
"""The close code that clients report for a connection lost without a close frame."""
BEYOND = """query A {
  a: variants @skip(if: false) { b: name @skip(if: false) name name name }
  games { edges { cursor } }
  __schema { types { name } }
}
query B { __typename }"""
"""Beyond each limit that is 1."""


def test_limits_have_the_documented_defaults() -> None:
    defaults = Limits().model_dump()
    documented = {name: float(row[1].replace(",", "")) for name, row in LIMITS.items()}
    assert documented == {f"KIBITZ_LIMITS_{name.upper()}": value for name, value in defaults.items()}


def test_rate_limits_have_the_documented_defaults() -> None:
    documented = {name: default.strip("`") for name, default in RATES.items()}
    defaults = {name: str(value).replace("True", "true") for name, value in Rates().model_dump().items()}
    assert documented == {f"KIBITZ_RATES_{name.upper()}": value for name, value in defaults.items()}


@pytest.mark.parametrize("setting", sorted(LIMITS.keys() - {"KIBITZ_LIMITS_MESSAGE"}))
async def test_exceeded_limits_have_the_documented_codes(
    setting: str, tmp_path: Path, empty_data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(setting, "1e-9" if setting.endswith("_SECONDS") else "1")
    async with served(Path(shutil.copytree(empty_data, tmp_path / "data"))) as spectator:
        answer = (await spectator.post({"query": BEYOND, "operationName": "A"})).json()
    code = answer["errors"][0]["extensions"]["code"]
    assert f"`{code}`" == LIMITS[setting][3]


async def test_a_message_beyond_the_limit_closes_the_socket(address: str) -> None:
    [_, most, _, code] = LIMITS["KIBITZ_LIMITS_MESSAGE"]
    async with bare_socket(address) as socket:
        await socket.send("x" * (int(most.replace(",", "")) + 1))
        closed = await answered(socket)
    assert isinstance(closed, Close)
    assert code.endswith(f" {closed.code}")
    assert closed.code in {close.code for close in CLOSE_CODES}


def test_fixed_limits_are_as_documented() -> None:
    items = f"{DEFAULT_PAGE_SIZE} by default, {MAX_PAGE_SIZE} at most"
    of_events = f"of `events` {DEFAULT_EVENTS}, {MAX_EVENTS} at most"
    of_players = f"of `players` {DEFAULT_PAGE_SIZE}, {MAX_PLAYERS} at most"
    assert rows("what", "limit", "beyond it") == [
        ["items of a page", f"{items}; {of_events}; {of_players}", "`INVALID_PAGE`"],
        ["characters of a `commandId`", f"{MAX_COMMAND_ID_LENGTH}", "`INVALID_COMMAND_ID`"],
        ["characters of a name", f"{MAX_NAME_LENGTH}", "`INVALID_NAME`"],
        ["events or updates that wait for a subscriber", f"{MAX_BUFFERED:,}", "`SLOW_CONSUMER`"],
        ["seconds that `upToDate` waits", f"{FRESH_TIMEOUT:g}", "`NOT_UP_TO_DATE`"],
        ["simultaneous operations on a socket", f"{MAX_OPERATIONS}", "`TOO_MANY_OPERATIONS`"],
        ["simultaneous queries and commands on a socket", f"{MAX_RUNNING}", "none: the others wait"],
        [
            "seconds until `connection_init` on a socket, `KIBITZ_CONNECTIONS_HEADER_SECONDS`",
            f"{ConnectionLimits().header_seconds:g}",
            "4408",
        ],
        ["days until a token expires, `KIBITZ_TOKEN_DAYS`", f"{Settings().token_days}", "`UNAUTHENTICATED`"],
    ]
    assert f"a comment comes every {HEARTBEAT:g} seconds" in TEXT
    assert f"at most {FRESH_TIMEOUT:g} seconds" in TEXT


def test_names_on_the_page_exist() -> None:
    enums = [each for each in d.schema().type_map.values() if isinstance(each, GraphQLEnumType)]
    values = {value for each in enums for value in each.values}
    settings = variables_of(Settings)
    named = set(re.findall(r"`([A-Z]{2,}(?:_[A-Z]+)*)`", TEXT))
    codes = FAULTS.keys() | {each.code for each in refusals()}
    assert named - values - codes - settings - LIMITS.keys() - RATES.keys() == NO_NAMES
    assert set(re.findall(r"\b(?:10|44)\d\d\b", TEXT)) <= {str(each.code) for each in CLOSE_CODES} | {CUT}


@pytest.mark.parametrize("page", [TOUR, REFERENCE], ids=["tour", "reference"])
def test_links_resolve(page: Path) -> None:
    links = re.findall(r"\]\(([^)#:]+)[^)]*\)", page.read_text(encoding="utf-8"))
    assert links
    assert [each for each in links if not (page.parent / each).exists()] == []

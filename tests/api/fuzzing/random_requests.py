"""Random requests from schemathesis, and the properties of every answer."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any, Final
from uuid import UUID

import httpx
import schemathesis
from graphql import (
    REMOVE,
    ArgumentNode,
    FieldNode,
    SelectionSetNode,
    StringValueNode,
    Visitor,
    get_named_type,
    is_union_type,
    parse,
    print_ast,
    visit,
)
from hypothesis import strategies as st
from msgspec import Struct
from msgspec.structs import replace
from schemathesis import GenerationMode
from schemathesis.graphql import nodes, scalar

from api.graphql.errors.fault_codes import FAULTS
from api.graphql.errors.faults import AS_ERRORS
from api.graphql.mutations.refusals import refusals
from application.store.port import Append
from domain.cards import DECK_WITH_JOKER
from domain.events import Access, CloseReason, Event, GameClosed
from domain.rules import variants
from domain.state import Stage
from tests.api.harness import full_documents as d
from tests.api.harness.played_games import caught_up
from tests.api.harness.schema_conformance import broken, named
from tests.api.secrecy.permuted_servers import NOON, OPERATOR, Who, World, Worlds
from tests.laws.playouts import PEOPLE, playout

SDL: Final = Path(__file__).parents[3] / "docs" / "schema.graphql"
SEED: Final = 2
"""Of the games that are there."""
GAMES: Final = 10 * len(variants())
CALLERS: Final[tuple[Who, ...]] = (None, OPERATOR, *PEOPLE[:4])
ACCEPTS: Final = ("application/json", "application/graphql-response+json")

STATUSES: Final = {200, 400} | {each.status for each in FAULTS.values() if each.status is not None}
OF_THE_SERVER: Final = {"INTERNAL", "UNAVAILABLE", "TIMEOUT", "NOT_READY", "NOT_UP_TO_DATE"}
"""Codes of server errors, which must not occur here."""
ERRORS: Final = set(FAULTS) | {refusal.code for refusal in AS_ERRORS}
REFUSALS: Final = {refusal.code for refusal in refusals()}

_ENDING: Final = re.compile(r"\b(eraseMe|signOut|endSession|endOtherSessions)\b")
_STAND_IN: Final = re.compile(r'"(GAME|PLAYER|CURSOR) (\d+)"')
_REFUSAL: Final[Any] = parse("{ ... on Refusal { code message } }").definitions[0].selection_set.selections[0]  # type: ignore[attr-defined]


def _results() -> Iterator[str]:
    for name, field in d.schema().mutation_type.fields.items():  # type: ignore[union-attr]
        if is_union_type(get_named_type(field.type)):
            yield name


RESULTS: Final = frozenset(_results())
"""The mutations that can be refused."""


class Request(Struct, frozen=True):
    """A request that was made up."""

    label: str
    """The root field, as `Query.game`."""
    document: str
    valid: bool
    """True if the request should fit the schema."""
    who: Who
    accept: str


def _of(name: str, count: int) -> st.SearchStrategy[str]:
    """Return a placeholder for an existing id, which is known only when the request is sent."""
    return st.integers(0, count - 1).map(lambda number: f"{name} {number}")


def _texts() -> st.SearchStrategy[str]:
    known = [*[*variants()] * 4, "2026-04", "2026-W14", "all", "reveal", "at_end", "dealer", "Ann", "", " "]
    return st.one_of(st.sampled_from(known), st.sampled_from(known), st.text(max_size=50))


def _moments() -> st.SearchStrategy[str]:
    return st.datetimes().map(lambda moment: moment.isoformat() + "Z") | st.sampled_from(
        ["2026", "", "24:00Z"]
    )


def _days() -> st.SearchStrategy[str]:
    lately = st.dates(date(2026, 1, 1), date(2026, 12, 31))
    return (lately | st.dates()).map(date.isoformat) | st.sampled_from(["2026-02-30", "20260401", ""])


def _register() -> None:
    """Tell schemathesis what scalars look like: what there is, what there is not, and what cannot be."""
    ids = st.one_of(_of("GAME", GAMES), _of("GAME", GAMES), _of("PLAYER", 6), st.text(max_size=40))
    # A cursor fits few requests, so most are null.
    places = st.one_of(
        *[st.just(nodes.Null)] * 6, _of("CURSOR", 10).map(nodes.String), st.text().map(nodes.String)
    )
    # Most values are valid page sizes and numbers of seats: a request with several numbers would otherwise
    # rarely be answered.
    sizes = st.one_of(
        *[st.integers(2, 8)] * 3,
        st.integers(-3, 120),
        st.sampled_from([500, 501, 2**31 - 1, -(2**31)]),
    )
    counts = st.integers(0, 60) | st.sampled_from([-1, 2**31, 2**53 - 1, 2**53, 2**64])
    scalar("ID", ids.map(nodes.String))
    scalar("String", _texts().map(nodes.String))
    scalar("Card", st.sampled_from([*DECK_WITH_JOKER, "??", "1H"]).map(str).map(nodes.String))
    scalar("Cursor", places)
    scalar("Int", sizes.map(nodes.Int))
    # A range is as seldom one in which something can be.
    scalar("Date", st.one_of(*[st.just(nodes.Null)] * 3, _days().map(nodes.String)))
    scalar("DateTime", _moments().map(nodes.String))
    # It is in no input, but each scalar needs values.
    scalar("PathSegment", ids.map(nodes.String))
    scalar("Position", counts.map(nodes.Int))
    scalar("Version", counts.map(nodes.Int))


@cache
def _cases(root: str, mode: GenerationMode) -> st.SearchStrategy[Any]:
    _register()
    schema = schemathesis.graphql.from_path(SDL)
    return st.one_of([schema[root][name].as_strategy(generation_mode=mode) for name in schema[root]])


@st.composite
def requests(draw: st.DrawFn, root: str, mode: GenerationMode = GenerationMode.POSITIVE) -> Request:
    """Make up a request for a field of a root; in negative mode one that breaks the schema."""
    case = draw(_cases(root, mode))
    valid = case.meta.generation.mode is GenerationMode.POSITIVE
    document = _telling(case.body) if valid else case.body
    if valid and draw(st.booleans()):
        # Two sizes, two cursors and nearly all keys are refused: hardly any list would be answered.
        document = print_ast(visit(parse(document), _FirstPage()))
    return Request(
        label=case.operation.label,
        document=document,
        valid=valid,
        who=draw(st.sampled_from(CALLERS)),
        accept=draw(st.sampled_from(ACCEPTS)),
    )


class _FirstPage(Visitor):
    def leave_argument(self, node: ArgumentNode, *_: Any) -> Any:
        is_cursor = node.name.value == "after" and isinstance(node.value, StringValueNode)
        return REMOVE if is_cursor or node.name.value in ("last", "before", "key") else None


class _Telling(Visitor):
    def leave_field(self, node: FieldNode, *_: Any) -> Any:
        if node.name.value not in RESULTS or node.selection_set is None:
            return None
        asked = SelectionSetNode(selections=(*node.selection_set.selections, _REFUSAL))
        return FieldNode(
            alias=node.alias,
            name=node.name,
            arguments=node.arguments,
            directives=node.directives,
            selection_set=asked,
        )


def _telling(text: str) -> str:
    """Return a document that asks for the types of all objects, and of refusals for the code as well."""
    return print_ast(visit(named(parse(text)), _Telling()))


class Table:
    """Games of every variant in every stage, and what has come of the requests that were sent."""

    def __init__(self, worlds: Worlds, world: World) -> None:
        self._worlds = worlds
        self._world = world
        self._known: dict[str, list[str]] = {
            "GAME": [],
            "PLAYER": [worlds.id_of(name) for name in (*PEOPLE[:5], OPERATOR)],
            "CURSOR": ["1", "7", "60"],
        }
        self.sent = 0
        """The number of requests."""
        self.codes: Counter[str] = Counter()
        """The number of answers with each code."""
        self.answered: Counter[str] = Counter()
        """The number of answers without an error, by root field."""

    async def lay(self) -> None:
        """Let the games have been played so far."""
        for number, log in enumerate(_logs(), 1):
            game = UUID(int=number)
            events = tuple(map(self._worlds.here, log))
            by = self._worlds.id_of(PEOPLE[0])
            await self._world.services.store.append(Append(game=game, after=0, events=events, at=NOON, by=by))
            self._known["GAME"].append(str(game))
        await caught_up(self._world.services)
        for field, values in {"games": {"filter": "PLAYING"}, "leaderboard": {"variant": "oh-hell"}}.items():
            found = await self._world.nobody.data(d.operation("query", field), **values)
            self._known["CURSOR"] += [edge["cursor"] for edge in found[field]["edges"]]

    async def send(self, request: Request) -> list[str]:
        """Send a request, and return what is wrong with the answer."""
        self.sent += 1
        document = _STAND_IN.sub(self._meant, request.document)
        client = self._worlds.client(self._world, request.who)
        if request.who is not None and _ENDING.search(document):
            # The others keep their players and sessions, with which the next requests are sent.
            client = await client.sign_in("Zoe")
        response = await client.post({"query": document}, {"Accept": request.accept})
        faults = list(self._judged(request, document, response))
        return [f"{fault}\n{request.who}: {document}\n{response.text[:2000]}" for fault in faults]

    def _meant(self, found: re.Match[str]) -> str:
        known = self._known[found[1]]
        return f'"{known[int(found[2]) % len(known)]}"'

    def _judged(self, request: Request, document: str, response: httpx.Response) -> Iterator[str]:
        if response.status_code not in STATUSES or response.status_code >= 500:
            yield f"the status is {response.status_code}"
        kind = response.headers["content-type"].partition(";")[0]
        if kind != request.accept:
            yield f"the answer is {kind}"
        answer = response.json()
        errors = answer.get("errors", [])
        if answer.keys() - {"data", "errors"} or not answer or (errors == [] and "errors" in answer):
            yield "it is no answer"
        for error in errors:
            code = error.get("extensions", {}).get("code")
            self.codes[code] += 1
            if code not in ERRORS or code in OF_THE_SERVER:
                yield f"the error's code is {code}"
        refused = errors and all("path" not in error for error in errors)
        if refused and answer.get("data") is not None:
            yield "it is refused and answered"
        if kind == ACCEPTS[1] and (response.status_code == 200) == bool(refused):
            yield f"the status is {response.status_code}"
        if not request.valid:
            if not errors:
                yield "it does not fit the schema, and is answered"
            return
        if not errors:
            self.answered[request.label] += 1
        if answer.get("data") is not None:
            yield from broken(d.schema(), parse(document), answer["data"])
            yield from self._refusals(answer["data"])

    def _refusals(self, data: Any) -> Iterator[str]:
        for result in data.values():
            code = result.get("code") if isinstance(result, dict) else None
            if code is not None:
                self.codes[code] += 1
                if code not in REFUSALS:
                    yield f"the refusal's code is {code}"


@cache
def _logs() -> list[tuple[Event, ...]]:
    """Return a game of every variant in every stage, public and private."""
    found = []
    for variant in variants():
        played = playout(variant, SEED)
        commits = list(zip(played.commits, played.committed_logs(), strict=True))
        by_stage = {
            stage: [log for commit, log in commits if commit.after.game.stage is stage] for stage in Stage
        }
        lobby = by_stage[Stage.WAITING_FOR_PLAYERS][-1]
        closed = (*lobby, GameClosed(reason=CloseReason.EVERYONE_LEFT))
        playing = by_stage[Stage.PLAYING]
        for log in (lobby, playing[0], playing[len(playing) // 2], played.log, closed):
            found += [(replace(log[0], access=access), *log[1:]) for access in Access]
    return found


@asynccontextmanager
async def table(worlds: Worlds) -> AsyncIterator[Table]:
    """Yield a server with games."""
    async with worlds.empty() as world:
        laid = Table(worlds, world)
        await laid.lay()
        yield laid

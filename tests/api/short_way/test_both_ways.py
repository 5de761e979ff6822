"""Plain requests get the same bytes by the short way as by the long one, and have the same effects."""

from __future__ import annotations

import asyncio
import shutil
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any
from uuid import UUID

import httpx
import jwt
import msgspec
import pytest

from api.app import application, services_of
from api.graphql.context import Services
from api.graphql.execution.planned.policy import PlanPolicy
from api.graphql.limits.rates import CallKind, Rates, TooManyRequests
from api.graphql.limits.request_limits import Limits
from api.http.short_way import ShortWay
from api.settings import Settings
from api.transport.connection_limits import ConnectionLimits
from api.transport.whole_answers import WholeAnswers
from api.web.files import FILES
from api.web.trusted_documents import TrustedDocuments
from application.games.croupier import Croupier, seeded_entropy
from application.moderation.audit_trail import Operator
from application.moderation.networks import bannable_network
from domain.events import PlayerId
from domain.game import fold, legal
from domain.state import Stage
from projections.games.current_games import CurrentGames
from tests.api.conftest import _schema
from tests.api.harness.callers import Client
from tests.api.short_way.corpus import GROUPS, Known
from tests.api.short_way.exchanges import Exchange, Way, answers_to, comparable, serving
from tests.api.short_way.raw_requests import GRAPHQL, JSON, changed, request

OLGA = Operator(id="operator", name="root")
SLOW = 2.0
SHORT = {"operations": 150, "heads": 70, "framings": 50, "bodies": 20}
"""The least number of answers by the short way to each group of requests."""
TRUSTED = TrustedDocuments(_schema(Limits())._schema, (FILES / "operations").glob("*.graphql"))


@pytest.fixture
def settings(default_settings: Settings) -> Settings:
    return default_settings.model_copy(
        update={
            "rates": Rates(
                operations="5000/10 seconds", mutations="5000/10 seconds", guests="500/hour", busy=100
            ),
            "limits": Limits(),
            # Without plans, no request takes the short way.
            "plans": PlanPolicy.SECOND_USE,
            "connections": ConnectionLimits(header_seconds=0.5, body_seconds=0.5, idle_seconds=5),
            "projections": False,
        }
    )


async def _prepare(services: Services) -> Known:
    """Seat players at a game that begins, erase and ban others, and return what they have."""
    transport = httpx.ASGITransport(application(services))
    async with httpx.AsyncClient(transport=transport, base_url="http://[::1]", trust_env=False) as http:
        spectator = Client(http)
        ann, bob, cyd, eve, dan, ida, rae = [
            await spectator.sign_in(name) for name in ("Ann", "Bob", "Cyd", "Eve", "Dan", "Ida", "Rae")
        ]
        game = await ann.create("oh-hell")
        for each in (bob, cyd, eve):
            await each.must("joinGame", game=game)
        await ann.must("startGame", game=game)
    await services.players.erase(PlayerId(dan.player))
    await services.moderation.ban_player(OLGA, PlayerId(ida.player), "Insults")
    await services.players.tokens.revoke_all(PlayerId(rae.player))
    said = jwt.decode(str(ann.token), options={"verify_signature": False})
    secret = services.identity._secret
    tokens = {
        **{
            name: str(each.token)
            for name, each in (("Ann", ann), ("Bob", bob), ("Cyd", cyd), ("Eve", eve), ("erased", dan))
        },
        "banned": str(ida.token),
        "revoked": str(rae.token),
        "expired": jwt.encode({**said, "exp": int(time.time()) - 60}, secret, "HS256"),
        "of later": jwt.encode({**said, "iat": int(time.time()) + 3600}, secret, "HS256"),
        "of another secret": jwt.encode(said, "another secret that is long enough", "HS256"),
        "not a token": "x.y.z",
        "none": "",
        "too long": "x" * 17_000,
        "not ASCII": "é",
        "with spaces": f"  {ann.token}  ",
    }
    return Known(game, TRUSTED.ids, tokens)


@asynccontextmanager
async def _two_ways(settings: Settings, tmp_path: Path) -> AsyncIterator[tuple[Known, Way, Way]]:
    """Yield two servers that begin with the same data: with the short way, and without."""
    first = tmp_path / "first"
    async with services_of(settings.model_copy(update={"data_dir": first}), _croupier()) as services:
        known = await _prepare(services)
    async with AsyncExitStack() as opened:
        ways = []
        for name, short_way in (("short", True), ("long", False)):
            data = shutil.copytree(first, tmp_path / name)
            own = settings.model_copy(update={"data_dir": data})
            services = await opened.enter_async_context(services_of(own, _croupier()))
            # Windows of rates end with the clock, which would be another for each way.
            services.rates._counters._clock = lambda: 1_000_000.0
            ways.append(await opened.enter_async_context(serving(services, short_way=short_way)))
        yield known, ways[0], ways[1]


def _croupier() -> Croupier:
    return Croupier(seeded_entropy(1))


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """The number of answers by the short way, and of those in one write."""
    found = Counter[str]()
    respond, write = ShortWay._response, WholeAnswers.write_whole

    async def counting(*given: Any) -> Any:
        response = await respond(*given)
        found["short"] += response is not None
        return response

    def counting_writes(*given: Any) -> bool:
        is_written = write(*given)
        found["whole"] += is_written
        return is_written

    monkeypatch.setattr(ShortWay, "_response", counting)
    monkeypatch.setattr(WholeAnswers, "write_whole", counting_writes)
    return found


async def _compare(exchange: Exchange, short: Way, long: Way) -> tuple[bytes, list[str]]:
    """Return the answer by the short way, and the difference of both answers if there is one."""
    by_short, by_long = await asyncio.gather(answers_to(short, exchange), answers_to(long, exchange))
    if comparable(by_short) == comparable(by_long):
        return by_short, []
    return by_short, [f"{exchange.name}:\n  short {by_short[:600]!r}\n  long  {by_long[:600]!r}"]


async def _effects(way: Way) -> list[bytes]:
    """Return the whole log, without what differs by nature."""
    events = await way.services.store.select(0, 10_000)
    return [comparable(msgspec.json.encode(each.event)) for each in events]


async def _move(way: Way, known: Known, players: dict[str, str], number: int) -> tuple[bytes, bytes]:
    """Return the requests of a move that is legal now, and of the same by another player."""
    game = fold([each.event for each in await way.services.store.read(UUID(known.game))])
    assert game.stage is Stage.PLAYING
    seat = game.rules.to_move(game.table)[0]
    by = game.seats[seat].player
    move = next(move for offer in legal(game, seat) for move in offer.moves(by))
    values = msgspec.to_builtins(move)
    document = known.ids[values.pop("type")]
    del values["by"]

    def sent(command: str, player: str) -> bytes:
        variables = {"input": {"commandId": command, "game": known.game, **values}}
        return request({"documentId": document, "variables": variables}, token=known.tokens[player])

    other = next(name for name, player in players.items() if player != by)
    mine = next(name for name, player in players.items() if player == by)
    return sent(f"move {number}", mine), sent(f"wrong {number}", other)


@pytest.mark.parametrize("group", GROUPS)
async def test_answers_and_effects_are_the_same(
    settings: Settings, tmp_path: Path, counted: Counter[str], group: str
) -> None:
    async with _two_ways(settings, tmp_path) as (known, short, long):
        differences = []
        exchanges = list(GROUPS[group](known))
        assert len(exchanges) == len({each.name for each in exchanges})
        statuses = Counter[str]()
        for each in exchanges:
            answer, difference = await _compare(each, short, long)
            differences += difference
            statuses[answer[9:12].decode()] += 1
        assert not differences, f"{len(differences)} differ:\n" + "\n".join(differences[:8])
        assert await _effects(short) == await _effects(long)
        assert len(exchanges) >= 30
        assert counted["short"] >= SHORT[group]
        # Not those that end a connection.
        assert counted["whole"] >= 0.6 * counted["short"]
        assert len(statuses) >= 3


async def test_moves_are_the_same(settings: Settings, tmp_path: Path, counted: Counter[str]) -> None:
    async with _two_ways(settings, tmp_path) as (known, short, long):
        named = {
            name: await short.services.identity.caller(f"Bearer {known.tokens[name]}")
            for name in ("Ann", "Bob", "Cyd", "Eve")
        }
        players = {name: caller.player for name, caller in named.items() if caller is not None}
        differences = []
        for number in range(30):
            good, wrong = await _move(short, known, players, number)
            for each in (
                Exchange(f"wrong {number}", [wrong]),
                # A client that leaves at once has made its move nevertheless.
                Exchange(f"move {number}", [good], leaves=number % 5 == 4),
                Exchange(f"repeat {number}", [good, good], answers=2),
            ):
                differences += (await _compare(each, short, long))[1]
        assert not differences, "\n".join(differences[:5])
        assert counted["whole"] >= 80
        effects = await _effects(short)
        assert effects == await _effects(long)
        assert sum(b"CardPlayed" in each or b"BidCommitted" in each for each in effects) >= 30


def _use_up(charge: Callable[[], None]) -> None:
    with suppress(TooManyRequests):
        while True:
            charge()


async def test_refusals_by_rates_and_bans_are_the_same(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("application.moderation.networks._NOT_OF_CLIENTS", ())
    monkeypatch.setattr("api.http.refusal_delay.MAX_DELAY", 0.0)
    async with _two_ways(settings, tmp_path) as (known, short, long):
        me = {"query": "{ me { player { id } } }"}
        requests = [
            request(me, **changed(accept=accept), token=known.tokens[name] if name else None)
            for accept in (GRAPHQL, JSON)
            for name in ("Eve", "Ann", None)
        ]
        differences = []
        for state in ("", "player", "address", "banned"):
            for way in (short, long):
                services = way.services
                caller = await services.identity.caller(f"Bearer {known.tokens['Eve']}")
                assert caller is not None
                if state == "player":
                    _use_up(partial(services.rates.charge_player, CallKind.OPERATIONS, caller.player))
                elif state == "address":
                    _use_up(partial(services.rates.charge_address, CallKind.OPERATIONS, "127.0.0.1"))
                if state == "banned":
                    services.rates._counters.reset()
                    await services.moderation.ban_address(OLGA, bannable_network("127.0.0.1"), "Spam")
            for index, each in enumerate(requests):
                differences += (await _compare(Exchange(f"{state} {index}", [each]), short, long))[1]
        assert not differences, "\n".join(differences)


async def test_time_outs_are_the_same(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def hang(*_: object) -> None:
        await asyncio.sleep(60)

    limited = settings.model_copy(update={"limits": Limits(seconds=SLOW)})
    async with _two_ways(limited, tmp_path) as (known, short, long):
        body = {"documentId": known.ids["Table"], "variables": {"game": known.game}}
        for way in (short, long):
            await answers_to(way, Exchange("planned", [request(body)]))
        monkeypatch.setattr(CurrentGames, "current", hang)
        asked = [
            Exchange(str(accept), [request(body, **changed(accept=accept))]) for accept in (GRAPHQL, JSON)
        ]
        found = await asyncio.gather(*(_compare(each, short, long) for each in asked))
        assert [difference for _, difference in found] == [[], []]
        assert all(b'"TIMEOUT"' in answer for answer, _ in found)

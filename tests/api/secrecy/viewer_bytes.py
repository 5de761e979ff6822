"""All answers that a viewer can get over GraphQL after a log, as bytes, for the secrecy check."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from random import Random
from typing import Any, Final

import httpx

import domain.game
from api.graphql.types.moves_and_offers import own_fields
from domain.commands import OPERATOR_COMMANDS, Command, KickPlayer, command_name
from domain.game import Game, fold
from domain.refusals import Refusal
from domain.view import View
from tests.api.harness import full_documents as d
from tests.api.harness.callers import Client
from tests.api.secrecy.permuted_servers import GAME_ID, OF_COMMITS, OPERATOR, Who, World, Worlds
from tests.api.secrecy.recorded_subscriptions import Subscription
from tests.api.secrecy.viewer_questions import (
    OF_SESSIONS,
    OF_TALK,
    QUERIES,
    REACHED,
    SUBSCRIPTIONS,
    Subject,
    conceivable,
    wrong,
)
from tests.domain.given import NOON
from tests.laws.ledger import hands_shown
from tests.laws.playouts import PEOPLE
from tests.laws.secrecy.secrecy_check import Log

Found = dict[str, bytes]
"""Answers by their question; the first part is the name of a root field."""

_VOLATILE: Final = re.compile(
    # Values from chance or the clock during the request, which are not part of the log.
    rb'(?<="at":)"[^"]*"|(?<="createdAt":)"[^"]*"|(?<="startedAt":)"[^"]*"|(?<="endedAt":)"[^"]*"'
    rb'|(?<=\\"at\\":)[0-9]+|(?<=[uU]ntil":)"[^"]*"|(?<=\\"until\\":\\")[^"]*'
    rb'|(?<="code":)"[0-9A-HJKMNP-TV-Z]{12}"|(?<="signedAt":)"[^"]*"'
    rb'|(?<="updatedAt":)"[^"]*"|(?<="expiresAt":)"[^"]*"|(?<="lagSeconds":)[0-9.]+|(?<="token":)"[^"]*"'
    rb'|(?<="key":)"[0-9a-f]{16}"|(?<="deviceCode":)"[^"]*"|(?<="lastUsedAt":)"[^"]*"|(?<="renewedAt":)"[^"]*"'
)
_LOAD_DEPENDENT: Final = re.compile(
    # Values that depend on load: a lease that is not renewed in time turns FOLLOWING into IDLE.
    rb'(?<="condition":)"(?:CATCHING_UP|FOLLOWING|IDLE)"|(?<=content-length: )[0-9]+'
)
_LENGTH: Final = re.compile(rb"(?<=content-length: )[0-9]+")
_IDS: Final = re.compile(rb"\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|\b(?:[0-9a-f]{32}){1,2}\b")


def callers(log: Log) -> list[Who]:
    """Return callers: anonymous, an operator, an invited or other player, and the seated players."""
    game = fold(log)
    seated = [seat.player for seat in game.seats if seat.player in PEOPLE]
    others = [name for name in (*game.invited, *PEOPLE) if name not in seated]
    return [None, OPERATOR, *others[:1], *seated]


def everything(worlds: Worlds, log: Log, whos: Sequence[Who]) -> dict[Who, Found]:
    """Return the responses to all queries, subscriptions and refused commands."""

    async def found() -> dict[Who, Found]:
        subscriptions = list(product(whos, SUBSCRIPTIONS))
        # They come first, so that callers receive the bytes of a message that was completed for others.
        others = list(product([who for who in callers(log) if who not in whos], OF_COMMITS))
        subject = Subject.of(log, str(GAME_ID), worlds.id_of, worlds.invitations_of)
        got = {}
        async with worlds.after(log, [*others, *subscriptions]) as (world, streams):
            for who in whos:
                client = worlds.client(world, who)
                got[who] = await _query_responses(client, subject)
                got[who] |= await _invalid_request_responses(client, subject)
                got[who] |= await _refusal_responses(worlds, client, log, who)
            world.services.watching.stop()
            for (who, name), stream in zip(subscriptions, streams[len(others) :], strict=True):
                received = await stream.rest()
                got[who][f"{name} followed"] = _settled(received) if name == "tableSignals" else received
        return got

    return asyncio.run(found())


def outcome(worlds: Worlds, log: Log, who: str, command: Command) -> Found:
    """Return the responses to an accepted command, to its repeats, and to later queries."""

    async def found() -> Found:
        name = command_name(type(command))
        async with worlds.after(log, [(who, each) for each in SUBSCRIPTIONS]) as (world, streams):
            client = worlds.client(world, who)
            once = {**_input(worlds, command), "commandId": "once"}
            got = {f"{name} {command}": await _sent(client, name, once)}
            version = await world.services.store.version(GAME_ID)
            await world.wait_for_delivery(GAME_ID, version)
            got[f"{name} again"] = await _sent(client, name, once)
            got[f"{name} once more"] = await _sent(client, name, once | {"expectedVersion": 1})
            got["automateSeat by the same id"] = await _sent(
                client, "automateSeat", {"game": str(GAME_ID), "commandId": "once"}
            )
            got["game then"] = _settled(await _answer(client, _question("game", {"id": str(GAME_ID)})))
            last = {"game": str(GAME_ID), "last": 20}
            got["events then"] = _settled(await _answer(client, {"query": d.EVENTS, "variables": last}))
            got |= await _streamed_events(world, streams)
        return got

    return asyncio.run(found())


async def _streamed_events(world: World, streams: Sequence[Subscription]) -> Found:
    """Return the streams of a game; in the other streams, message boundaries depend on the clock."""
    world.services.watching.stop()
    received = dict(zip(SUBSCRIPTIONS, [await stream.rest() for stream in streams], strict=True))
    return {f"{name} followed": _settled(received[name]) for name in OF_COMMITS}


def account_commands(worlds: Worlds, log: Log, who: str) -> Found:
    """Return the responses to a player's account commands, which end with erasure."""

    async def found() -> Found:
        subject = Subject.of(log, str(GAME_ID), worlds.id_of, worlds.invitations_of)
        async with worlds.after(log) as (world, _):
            client, nobody = worlds.client(world, who), world.nobody
            known = {worlds.id_of(name) for name in (*PEOPLE, OPERATOR)} | {str(GAME_ID)}

            async def sent(name: str, /, **values: Any) -> bytes:
                return _plain(await _sent(client, name, values), known)

            got = {
                "signIn": await sent("signIn", name="Zoe"),
                "signIn by no name": await sent("signIn", name=" "),
                "createGame": await sent("createGame", variant=subject.variant),
                "createGame of none": await sent("createGame", variant="whist"),
                "rename": await sent("rename", name="Queen of Spades"),
                "rename to nothing": await sent("rename", name=""),
            }
            for phrase in ("HELLO", "LAUGH"):
                got[f"say {phrase}"] = await sent("say", game=str(GAME_ID), phrase=phrase, commandId="said")
            for name in OF_TALK[1:]:
                got[name] = await sent(name, player=subject.players[-1])
            # The machine's moves in its seat arrive at varying moments, and commands return them.
            await world.services.erasures.stop()
            game = {"id": str(GAME_ID)}
            got["game by a new name"] = await _answer(client, _question("game", game))
            got["eraseMe"] = await _answer(client, {"query": d.operation("mutation", "eraseMe")})
            got["eraseMe again"] = await _answer(client, {"query": d.operation("mutation", "eraseMe")})
            got["game to the erased"] = await _answer(client, _question("game", game))
            got["game without a name"] = await _answer(nobody, _question("game", game))
            events = {"game": str(GAME_ID), "first": 500}
            got["events without a name"] = await _answer(nobody, {"query": d.EVENTS, "variables": events})
        async with worlds.after(log) as (world, _):
            client = worlds.client(world, who)
            for name, values in OF_SESSIONS.items():
                request: dict[str, Any] = {"query": d.mutation(name)}
                if values is not None:
                    request["variables"] = {"input": values}
                got[name] = _settled(await _answer(client, request))
        return got

    return asyncio.run(found())


def invited(worlds: Worlds, log: Log, who: str) -> Found:
    """Return the responses to an invitation by link, for a player who may be outside the game."""

    async def found() -> Found:
        got: Found = {}
        for kind, secret in zip(("token", "code"), worlds.invitations_of(PEOPLE[0]), strict=True):
            by_kind = await _invited_by(worlds, log, who, secret)
            got |= {f"{name} by {kind}": answer for name, answer in by_kind.items()}
        return got

    return asyncio.run(found())


async def _invited_by(worlds: Worlds, log: Log, who: str, token: str) -> Found:
    shown = {"query": d.operation("query", "invitation"), "variables": {"token": token}}
    game = {"game": str(GAME_ID)}
    async with worlds.after(log) as (world, _):
        guest = worlds.client(world, who)

        async def accepted(**values: Any) -> bytes:
            return await _sent(guest, "acceptInvitationLink", {"token": token, **values})

        return {
            "createInvitationLink by the guest": await _sent(guest, "createInvitationLink", game),
            "invitation shown": _settled(await _answer(guest, shown)),
            "invitation as a page": (await guest.http.get(f"/j/{token}")).content,
            "acceptInvitationLink of another version": await accepted(expectedVersion=999),
            "acceptInvitationLink": await accepted(commandId="once"),
            "acceptInvitationLink again": await accepted(commandId="once"),
            "acceptInvitationLink once more": await accepted(),
            "invitation shown to a seated player": _settled(await _answer(guest, shown)),
            "game then": _settled(await _answer(guest, _question("game", {"id": str(GAME_ID)}))),
        }


def invitation_link(worlds: Worlds, log: Log, who: str) -> Found:
    """Return the response to the creation of an invitation by link, by a player of the game."""

    async def found() -> Found:
        async with worlds.after(log) as (world, _):
            inviter, game = worlds.client(world, who), {"game": str(GAME_ID)}
            return {"createInvitationLink": await _sent(inviter, "createInvitationLink", game)}

    return asyncio.run(found())


async def _query_responses(client: Client, subject: Subject) -> Found:
    found = {}
    for name, ways in QUERIES.items():
        for values in ways(subject):
            answer = await _answer(client, _question(name, values))
            if name in ("projections", "me", "log"):
                answer = _LOAD_DEPENDENT.sub(b"", _settled(answer))
            found[f"{name} {values}"] = _settled(answer) if name == "session" else answer
    for name, (document, ways) in REACHED.items():
        for values in ways(subject):
            answer = await _answer(client, {"query": document, "variables": values})
            found[f"{name} {values}"] = _settled(answer) if name == "game.talk" else answer
    return found


async def _invalid_request_responses(client: Client, subject: Subject) -> Found:
    return {f"refusing {what}": await _answer(client, request) for what, request in wrong(subject)}


async def _refusal_responses(worlds: Worlds, client: Client, log: Log, who: Who) -> Found:
    """Send a refused command of each kind, if there is one."""
    game = fold(log)
    # The API refuses anonymous callers; the domain knows them as "nobody".
    by = who or "nobody"
    seat = game.seat_of(who)
    view = View(viewer=seat).after(log).game
    hand = hands_shown(view)[seat] if seat is not None and view.table is not None else ()
    found: Found = {}
    for candidates in conceivable(by, hand, Random(len(log))):
        refused = next((each for each in candidates if _is_refused(game, each, who)), None)
        if refused is not None:
            name = command_name(type(refused))
            found[f"{name} {refused}"] = await _sent(client, name, _input(worlds, refused))
    return found


def _is_refused(game: Game, command: Command, who: Who) -> bool:
    if isinstance(command, OPERATOR_COMMANDS) and who != OPERATOR:
        return True
    try:
        domain.game.decide(game, command, NOON)
    except Refusal:
        return True
    return False


def _input(worlds: Worlds, command: Command) -> dict[str, Any]:
    values = {name: getattr(command, name) for name in own_fields(type(command))}
    if isinstance(command, KickPlayer):
        values["reason"] = "Rude"
    return {"game": str(GAME_ID), **{name: worlds.id_of(value) for name, value in values.items()}}


def _question(name: str, values: Mapping[str, Any]) -> Mapping[str, Any]:
    return {"query": d.operation("query", name), "variables": values}


async def _sent(client: Client, name: str, values: Mapping[str, Any]) -> bytes:
    request = {"query": d.mutation(name), "variables": {"input": values}}
    return _settled(await _answer(client, request))


async def _answer(client: Client, request: Mapping[str, Any]) -> bytes:
    """Return the whole response: status, headers and body."""
    return b"\n".join(_lines(await client.post(request)))


def _settled(answer: bytes) -> bytes:
    """Return an answer without volatile values and, if it has any, without its length.

    The length of a compressed answer depends on such values, too.
    """
    settled, count = _VOLATILE.subn(b"", answer)
    return _LENGTH.sub(b"", settled) if count else answer


def _lines(response: httpx.Response) -> Iterator[bytes]:
    yield str(response.status_code).encode()
    for name, value in response.headers.raw:
        yield name + b": " + value
    yield response.content


def _plain(answer: bytes, known: set[str]) -> bytes:
    """Return a response without newly created ids and feet of chains of links."""
    return _IDS.sub(lambda found: found[0] if found[0].decode() in known else b"new", answer)

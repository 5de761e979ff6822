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
from api.graphql.types.moves_and_offers import mutation_name, own_fields
from domain.commands import OPERATOR_COMMANDS, Command
from domain.game import Game, fold
from domain.refusals import Refusal
from domain.view import View
from tests.api.harness import full_documents as d
from tests.api.harness.callers import Client
from tests.api.secrecy.permuted_servers import GAME_ID, OPERATOR, Listening, Who, World, Worlds
from tests.api.secrecy.viewer_questions import QUERIES, SUBSCRIPTIONS, Subject, conceivable, wrong
from tests.laws.ledger import hands_shown
from tests.laws.playouts import PEOPLE
from tests.laws.secrecy.secrecy_check import Log

Found = dict[str, bytes]
"""Answers by their question; the first part is the name of a root field."""

_NEW: Final = re.compile(
    # What is made by chance or by the clock while it is asked: no part of the log that was given.
    rb'(?<="at":)"[^"]*"|(?<="updatedAt":)"[^"]*"|(?<="expiresAt":)"[^"]*"|(?<="behind":)[0-9.]+'
    rb'|(?<="token":)"[^"]*"'
)
_AS_IT_GOES: Final = re.compile(
    # How busy the machine is: a lease that could not be renewed in time makes IDLE of FOLLOWING.
    rb'(?<="condition":)"(?:CATCHING_UP|FOLLOWING|IDLE)"|(?<=content-length: )[0-9]+'
)
_IDS: Final = re.compile(rb"\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|\b[0-9a-f]{32}\b")


def callers(log: Log) -> list[Who]:
    """Return who calls: nobody, an operator, somebody who may be invited, and the people at the table."""
    game = fold(log)
    seated = [seat.player for seat in game.seats if seat.player in PEOPLE]
    others = [name for name in (*game.invited, *PEOPLE) if name not in seated]
    return [None, OPERATOR, *others[:1], *seated]


def everything(worlds: Worlds, log: Log, whos: Sequence[Who]) -> dict[Who, Found]:
    """Return what there is to get without moving; moves that would be accepted are not made."""

    async def found() -> dict[Who, Found]:
        wanted = list(product(whos, SUBSCRIPTIONS))
        subject = Subject.of(log, str(GAME_ID), worlds.id_of, worlds.invitation_of)
        got = {}
        async with worlds.after(log, wanted) as (world, streams):
            for who in whos:
                client = worlds.client(world, who)
                got[who] = await _asked(client, subject)
                got[who] |= await _wrongly_asked(client, subject)
                got[who] |= await _refused(worlds, client, log, who)
            world.services.watching.stop()
            for (who, name), stream in zip(wanted, streams, strict=True):
                got[who][f"{name} followed"] = await stream.rest()
        return got

    return asyncio.run(found())


def outcome(worlds: Worlds, log: Log, who: str, command: Command) -> Found:
    """Return what comes of a command that is accepted: at once, when it is repeated, and to be asked for."""

    async def found() -> Found:
        name = mutation_name(type(command).__name__)
        async with worlds.after(log, [(who, each) for each in SUBSCRIPTIONS]) as (world, streams):
            client = worlds.client(world, who)
            once = {**_input(worlds, command), "commandId": "once"}
            got = {f"{name} {command}": await _sent(client, name, once)}
            version = await world.services.store.version(GAME_ID)
            await world.told(GAME_ID, version)
            got[f"{name} again"] = await _sent(client, name, once)
            got[f"{name} once more"] = await _sent(client, name, once | {"expectedVersion": 1})
            got["automateSeat by the same id"] = await _sent(
                client, "automateSeat", {"game": str(GAME_ID), "commandId": "once"}
            )
            got["game then"] = await _answer(client, _question("game", {"id": str(GAME_ID)}))
            last = {"game": str(GAME_ID), "last": 20}
            got["events then"] = _NEW.sub(b"", await _answer(client, _question("events", last)))
            got |= await _streamed_events(world, streams)
        return got

    return asyncio.run(found())


async def _streamed_events(world: World, streams: Sequence[Listening]) -> Found:
    """Return the stream of events; how the others are cut into messages is the affair of the clock here."""
    world.services.watching.stop()
    received = [await stream.rest() for stream in streams]
    return {"gameEvents followed": _NEW.sub(b"", received[SUBSCRIPTIONS.index("gameEvents")])}


def farewell(worlds: Worlds, log: Log, who: str) -> Found:
    """Return what somebody gets who does what people do with themselves, and is erased in the end."""

    async def found() -> Found:
        subject = Subject.of(log, str(GAME_ID), worlds.id_of, worlds.invitation_of)
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
            # What the machine plays in its seat is told at another moment each time, and commands tell of it.
            await world.services.erasures.stop()
            game = {"id": str(GAME_ID)}
            got["game by a new name"] = await _answer(client, _question("game", game))
            got["eraseMe"] = await _answer(client, {"query": d.operation("mutation", "eraseMe")})
            got["eraseMe again"] = await _answer(client, {"query": d.operation("mutation", "eraseMe")})
            got["game to the erased"] = await _answer(client, _question("game", game))
            got["game without a name"] = await _answer(nobody, _question("game", game))
            events = {"game": str(GAME_ID), "first": 500}
            got["events without a name"] = await _answer(nobody, _question("events", events))
        return got

    return asyncio.run(found())


def invited(worlds: Worlds, log: Log, who: str) -> Found:
    """Return what comes of an invitation by link, for somebody who need not be in the game."""

    async def found() -> Found:
        token = worlds.invitation_of(PEOPLE[0])
        shown = {"query": d.operation("query", "invitation"), "variables": {"token": token}}
        game = {"game": str(GAME_ID)}
        async with worlds.after(log) as (world, _):
            guest, inviter = worlds.client(world, who), worlds.client(world, PEOPLE[0])

            async def accepted(**values: Any) -> bytes:
                return await _sent(guest, "acceptInvitation", {"token": token, **values})

            return {
                "createInvitationLink": await _sent(inviter, "createInvitationLink", game),
                "createInvitationLink by the guest": await _sent(guest, "createInvitationLink", game),
                "invitation shown": _NEW.sub(b"", await _answer(guest, shown)),
                "acceptInvitation of another version": await accepted(expectedVersion=999),
                "acceptInvitation": await accepted(commandId="once"),
                "acceptInvitation again": await accepted(commandId="once"),
                "acceptInvitation once more": await accepted(),
                "invitation shown to who sits": _NEW.sub(b"", await _answer(guest, shown)),
                "game then": await _answer(guest, _question("game", {"id": str(GAME_ID)})),
            }

    return asyncio.run(found())


async def _asked(client: Client, subject: Subject) -> Found:
    found = {}
    for name, ways in QUERIES.items():
        for values in ways(subject):
            answer = await _answer(client, _question(name, values))
            if name == "projections":
                answer = _AS_IT_GOES.sub(b"", _NEW.sub(b"", answer))
            found[f"{name} {values}"] = answer
    return found


async def _wrongly_asked(client: Client, subject: Subject) -> Found:
    return {f"refusing {what}": await _answer(client, request) for what, request in wrong(subject)}


async def _refused(worlds: Worlds, client: Client, log: Log, who: Who) -> Found:
    """Send a command of each kind that is not accepted, as far as there is one."""
    game = fold(log)
    # Who is not signed in is nobody to the domain, and refused by the API.
    by = who or "nobody"
    seat = game.seat_of(who)
    view = View(viewer=seat).after(log).game
    hand = hands_shown(view)[seat] if seat is not None and view.table is not None else ()
    found: Found = {}
    for candidates in conceivable(by, hand, Random(len(log))):
        refused = next((each for each in candidates if _is_refused(game, each, who)), None)
        if refused is not None:
            name = mutation_name(type(refused).__name__)
            found[f"{name} {refused}"] = await _sent(client, name, _input(worlds, refused))
    return found


def _is_refused(game: Game, command: Command, who: Who) -> bool:
    if isinstance(command, OPERATOR_COMMANDS) and who != OPERATOR:
        return True
    try:
        domain.game.decide(game, command)
    except Refusal:
        return True
    return False


def _input(worlds: Worlds, command: Command) -> dict[str, Any]:
    values = {name: getattr(command, name) for name in own_fields(type(command))}
    return {"game": str(GAME_ID), **{name: worlds.id_of(value) for name, value in values.items()}}


def _question(name: str, values: Mapping[str, Any]) -> Mapping[str, Any]:
    return {"query": d.operation("query", name), "variables": values}


async def _sent(client: Client, name: str, values: Mapping[str, Any]) -> bytes:
    request = {"query": d.mutation(name), "variables": {"input": values}}
    return _NEW.sub(b"", await _answer(client, request))


async def _answer(client: Client, request: Mapping[str, Any]) -> bytes:
    """Return all that is answered, down to the headers."""
    return b"\n".join(_lines(await client.post(request)))


def _lines(response: httpx.Response) -> Iterator[bytes]:
    yield str(response.status_code).encode()
    for name, value in response.headers.raw:
        yield name + b": " + value
    yield response.content


def _plain(answer: bytes, known: set[str]) -> bytes:
    """Return an answer without the ids that were made for it."""
    return _IDS.sub(lambda found: found[0] if found[0].decode() in known else b"new", answer)

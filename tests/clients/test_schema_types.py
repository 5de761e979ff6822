"""Tests of the types of answers: successes, refusals, events and pages, known and unknown."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any

import pytest

import kibitz_client.operations
from kibitz_client import (
    Connection,
    Event,
    Fault,
    Offer,
    Refusal,
    Refused,
    UnknownEvent,
    UnknownNode,
    UnknownOffer,
    UnknownRefusal,
    Unreachable,
    accepted,
    play,
    suggestion_chooser,
)
from kibitz_client.nodes import Node
from kibitz_client.response_parser import parse
from kibitz_client.schema import events as e
from kibitz_client.schema import offers, refusals
from kibitz_client.schema.documents import FRAGMENTS
from kibitz_client.schema.enums import Bucket, GameFilter, RefusalCode
from kibitz_client.schema.inputs import GameSearch
from kibitz_client.schema.queries import Queries
from kibitz_client.schema.results import (
    SignInAccepted,
)
from kibitz_client.schema.types import GameMoment, Player
from kibitz_client.views import GameState
from tests.clients.conftest import SignIn
from tests.clients.lossy_transport import LossyTransport

pytestmark = pytest.mark.timeout(60)

SOON = 30.0
AT = {"version": 7, "at": "2026-11-20T18:03:07.123456Z", "by": None}


def methods(kind: type) -> set[str]:
    return {name for name in vars(kind) if not name.startswith("_")}


async def test_each_query_returns_its_type(signed_in: SignIn) -> None:
    (ann,) = await signed_in("Ann")
    game = (await ann.create_game("hundred-and-ten")).id
    me = await ann.query.me()
    assert me is not None
    counted, today = {"variant": "hundred-and-ten"}, datetime.now(UTC).date()
    player, variant = {"id": me.player.id}, {"name": "hundred-and-ten"}
    calls: dict[str, dict[str, Any]] = {
        "bans": {},
        "game": {"id": game},
        "game_at": {"id": game, "version": 1},
        "game_at_hint": {"id": game, "version": 1, "seat": 0},
        "game_at_legal_moves": {"id": game, "version": 1},
        "game_at_suggestion": {"id": game, "version": 1, "seat": 0},
        "game_events": {"id": game, "first": 3},
        "game_hint": {"id": game},
        "game_luck": {"id": game},
        "game_luck_as_of": {"id": game},
        "game_moments": {"id": game, "after": 1},
        "game_rating_changes": {"id": game},
        "game_rematch": {"id": game},
        "game_rematch_of": {"id": game},
        "game_review": {"id": game, "seat": 0},
        "game_series": {"id": game},
        "game_suggestion": {"id": game},
        "game_talk": {"id": game},
        "games": {"filter": GameFilter.JOINABLE, "up_to_date": True, "search": GameSearch(most_events=9)},
        "invitation": {"token": "none"},
        "leaderboard": counted,
        "me": {},
        "me_games": {"up_to_date": True},
        "me_invitations": {},
        "log": {},
        "me_muted": {},
        "me_profile": counted,
        "me_profile_games": counted,
        "me_sessions": {},
        "me_your_turn": {},
        "moderation_log": {},
        "node": player,
        "player": player,
        "player_games": player,
        "player_head_to_head": {**player, **counted},
        "player_profile": {**player, **counted},
        "player_profile_games": {**player, **counted},
        "players": {"search": "nobody"},
        "projections": {},
        "session": {},
        "session_current": {},
        "statistics": {**counted, "bucket": Bucket.MONTH, "since": today.replace(day=1), "up_to_date": True},
        "variant": variant,
        "variant_leaderboard": variant,
        "variant_statistics": {**variant, "bucket": Bucket.MONTH},
        "variants": {},
    }
    assert calls.keys() == methods(Queries)
    answers = {}
    for name, arguments in calls.items():
        try:
            answers[name] = await getattr(ann.query, name)(**arguments)
        except Fault as fault:
            answers[name] = fault.code
    assert [type(each) for each in answers["game_events"]] == [e.GameCreated, e.PlayerJoined]
    for name in ("games", "me_games", "player_games"):
        assert [each.id for each in answers[name]] == [game], name
    listed = answers["games"].edges[0].node
    assert (listed.created_at.tzinfo, listed.variant.name) == (UTC, "hundred-and-ten")
    assert isinstance(answers["game"], GameState)
    assert answers["game"].view is not None
    assert answers["game"].view.hand == ()
    caller = Player(id=me.player.id, name="Ann", erased=False, machine=False)
    assert answers["node"] == answers["session"].player == answers["player"] == me.player == caller
    assert answers["player_profile"] is answers["me_profile_games"] is answers["game_suggestion"] is None
    assert answers["game_rematch"] is answers["game_rematch_of"] is answers["game_series"] is None
    assert answers["game_hint"] is answers["game_at_hint"] is None
    assert answers["game_review"] == "GAME_IN_PROGRESS"
    assert answers["log"].checkpoint is None
    assert answers["invitation"] is answers["game_at_suggestion"] is None
    assert [(type(each), each.version) for each in answers["game_moments"]] == [(GameMoment, 2)]
    assert answers["game_at"] == await ann.replay(game, 1)
    assert {answers[name] for name in ("bans", "moderation_log", "projections")} == {"FORBIDDEN"}
    assert [answers["session_current"]] == list(answers["me_sessions"])
    assert answers["session_current"].is_current
    assert await ann.query.node(id=answers["session_current"].id) == answers["session_current"]
    [month] = answers["statistics"].activity
    assert (month.begins.date(), month.created) == (today.replace(day=1), 1)
    assert list(answers["statistics"].bids) == []
    assert {each.name for each in answers["variants"]} >= {"hundred-and-ten", "oh-hell", "president"}
    assert isinstance(await ann.query.node(id=game), GameState)


async def test_raised_refusal_has_its_data(signed_in: SignIn) -> None:
    ann, bob = await signed_in("Ann", "Bob")
    game = (await ann.create_game("hundred-and-ten")).id
    accepted(await bob.mutate.join_game(game=game))
    done = accepted(await ann.mutate.start_game(game=game))
    assert [event.name for event in done.events[:3]] == ["SeatsClosed", "SeedRevealed", "GameStarted"]
    assert done.version == done.game.game.version == done.events[-1].version
    match await bob.mutate.place_bid(game=game, amount=17):
        case refusals.BidNotAvailable(amount=17, available=amounts, code=code):
            assert code is RefusalCode.BID_NOT_AVAILABLE
            assert 15 in amounts
        case other:
            raise AssertionError(other)
    with pytest.raises(Refused, match="BID_NOT_AVAILABLE") as refused:
        await bob.send_command("PlaceBid", game, amount=17)
    assert refused.value.refusal == await bob.mutate.place_bid(game=game, amount=17)


async def test_offers_have_types_and_moves(signed_in: SignIn) -> None:
    ann, bob = await signed_in("Ann", "Bob")
    game = (await ann.create_game("hundred-and-ten")).id
    await bob.send_command("JoinGame", game)
    await ann.send_command("StartGame", game)
    legal_offers = await bob.query.game_at_legal_moves(
        id=game, version=(await bob.get_game(game)).game.version
    )
    assert legal_offers is not None
    bids = [each for each in legal_offers if isinstance(each, offers.BidOffer)]
    assert [move["amount"] for move in bids[0].moves] == list(bids[0].amounts)
    assert tuple(move for offer in legal_offers for move in offer.moves) == (await bob.get_game(game)).legal


def test_objects_of_a_newer_server_are_parsed_as_unknown() -> None:
    trump: Event = parse(
        {"__typename": "TrumpSelected", **AT, "seat": 1, "suit": "STARS", "loud": True},
        Event,
    )
    assert isinstance(trump, e.TrumpSelected)
    assert (trump.suit, trump["suit"], trump.name) == ("STARS", "STARS", "TrumpSelected")
    assert trump.values == {"seat": 1, "suit": "STARS"}
    raised = parse({"__typename": "StakeRaised", **AT, "StakeRaised_stake": 2}, Event)
    assert isinstance(raised, UnknownEvent)
    assert (raised.name, raised.version, raised["stake"]) == ("StakeRaised", 7, 2)
    fields = {"code": "STAKE_AT_LIMIT", "message": "The stake cannot be raised."}
    refusal = parse({"__typename": "StakeAtLimit", **fields}, Refusal)
    assert isinstance(refusal, UnknownRefusal)
    assert (refusal.code, refusal.message) == tuple(fields.values())
    moves = [{"__typename": "RaiseStake", "mutation": "raiseStake", "RaiseStake_stake": 2}]
    offer = parse({"__typename": "RaiseOffer", "mutation": "raiseStake", "moves": moves}, Offer)
    assert isinstance(offer, UnknownOffer)
    assert [(move.name, dict(move.values)) for move in offer.moves] == [("RaiseStake", {"stake": 2})]
    assert parse({"__typename": "Club", "id": "7"}, Node) == UnknownNode(id="7")
    with pytest.raises(Fault, match="does not fit the type Event: Expected `int`"):
        parse({"__typename": "TrumpSelected", **AT, "seat": "one", "suit": "STARS"}, Event)


async def test_client_without_known_types_plays_a_game(
    signed_in: SignIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    bare = {
        **FRAGMENTS,
        "GameEvent": "__typename version at by { id name erased machine }",
        "Move": "__typename mutation",
    }
    monkeypatch.setattr(kibitz_client.operations, "FRAGMENTS", bare)
    monkeypatch.setattr(e, "EVENTS", MappingProxyType({}))
    monkeypatch.setattr(refusals, "REFUSALS", MappingProxyType({}))
    ann, bob, cyd = await signed_in("Ann", "Bob", "Cyd")
    game = (await ann.create_game("president")).id
    for each in (bob, cyd):
        await each.send_command("JoinGame", game)
    await ann.send_command("StartGame", game)
    playing = asyncio.gather(*(play(each, game, suggestion_chooser(each)) for each in (ann, bob, cyd)))
    over = (await asyncio.wait_for(playing, SOON))[0]
    events = await ann.events(game)
    assert over.result is not None
    assert {type(event) for event in events} == {UnknownEvent}
    assert [event.version for event in events] == list(range(1, over.version + 1))
    won = [event for event in events if event.name == "GameWon"]
    assert [event["ranking"] for event in won] == [[list(place) for place in over.result.ranking]]
    assert any(event.name == "CardsPlayed" and event["cards"] for event in events)
    refusal = await ann.mutate.join_game(game=game)
    assert isinstance(refusal, UnknownRefusal)


async def test_mutation_without_a_command_id_is_not_repeated(signed_in: SignIn, address: str) -> None:
    (ann,) = await signed_in("Ann")
    transport = LossyTransport(lambda request: b'"query":"mutation' in request.content)
    async with Connection(address, ann.token, transport=transport, retry_timeout=0.5) as unlucky:
        await unlucky.query.me()
        with pytest.raises(Unreachable, match="the answer was lost"):
            await unlucky.mutate.rename(name="Anna")
        assert transport.dropped == 1
        with pytest.raises(Unreachable, match="the answer was lost"):
            await unlucky.mutate.create_game(variant="president")
        assert transport.dropped > 2
    own_games = await ann.query.me_games(up_to_date=True)
    assert own_games is not None
    assert len(own_games) == 1
    me = await ann.query.me()
    assert me is not None
    assert (me.player.id, me.player.name) == (own_games.edges[0].node.players[0].id, "Anna")


async def test_sign_in_returns_the_player(address: str) -> None:
    async with Connection(address) as anonymous:
        signed_in = await anonymous.mutate.sign_in(name="Ann")
    assert isinstance(signed_in, SignInAccepted)
    async with Connection(address, signed_in.token) as ann:
        assert await ann.query.player(id=signed_in.player.id) == signed_in.player

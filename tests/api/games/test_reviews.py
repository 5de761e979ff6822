"""Reviews of finished games: what they say, for whom, and when there is none."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any
from uuid import UUID

import pytest

from api.graphql.context import Services
from application.review import reviews
from application.watching import game_history
from domain.machine.thinking.decision_review import DecisionReview
from tests.api.harness import full_documents as d
from tests.api.harness.callers import Client, Json
from tests.api.harness.played_games import advance, begun, eventually, play_to_the_end
from tests.laws.playouts import every_variant_with_levels

MAKING = {"placeBid", "playCard", "playCards", "passTurn", "selectTrump", "discardCards"}
"""The mutations of moves in turn."""


async def reviewed(client: Client, game: str, seat: int, **page: Any) -> Json:
    found: Json = (await client.data(d.REVIEW, game=game, seat=seat, **page))["game"]["review"]
    return found


async def computing(services: Services) -> bool:
    return bool(services.reviews._under_way)


async def finished(*clients: Client, **values: Any) -> str:
    game = await begun(*clients, **values)
    await play_to_the_end(clients, game)
    return game


@every_variant_with_levels
async def test_a_review_compares_the_moves_that_were_made(
    ann: Client, bob: Client, cyd: Client, spectator: Client, variant: str
) -> None:
    game = await finished(ann, bob, cyd, await spectator.sign_in("Dan"), variant=variant)
    review = await reviewed(ann, game, 1, first=80)
    assert review["count"] == len(review["decisions"]) > 5
    for decision in review["decisions"]:
        moves, chosen = [each["move"] for each in decision["moves"]], decision["chosen"]
        assert chosen["move"]["mutation"] in MAKING
        assert chosen in decision["moves"]
        assert decision["best"] in decision["moves"]
        assert len(moves) > 1
        assert all(0 <= each["value"] <= 1 and each["error"] >= 0 for each in decision["moves"])
        gain = decision["best"]["value"] - chosen["value"]
        assert decision["loss"] == 0 or decision["loss"] == pytest.approx(gain)
        before = await spectator.replay(game, decision["version"])
        assert 1 in before["table"]["toMove"]
    assert review["loss"] == pytest.approx(sum(each["loss"] for each in review["decisions"]))
    assert review["luck"] == pytest.approx(sum(each["luck"] for each in review["rounds"]))
    assert review["result"] - review["par"] == review["luck"] - review["loss"] + review["rest"]
    assert [each["round"] for each in review["rounds"]] == list(range(len(review["rounds"]))) != []
    for each in review["rounds"]:
        assert -1 < each["luck"] < 1
        assert each["error"] >= 0
        dealt = await spectator.replay(game, each["version"])
        assert dealt["table"]["toMove"] != []
    assert await reviewed(spectator, game, 1, first=80) == review


async def test_a_review_has_pages(ann: Client, bob: Client) -> None:
    game = await finished(ann, bob)
    whole = await reviewed(ann, game, 0, first=80)
    first = await reviewed(ann, game, 0, first=4)
    assert first == {**whole, "decisions": whole["decisions"][:4]}
    then = await reviewed(ann, game, 0, after=first["decisions"][-1]["version"], first=3)
    assert then == {**whole, "decisions": whole["decisions"][4:7]}
    for size in (0, 101):
        document = f'{{ game(id: "{game}") {{ review(seat: 0, first: {size}) {{ count }} }} }}'
        assert await ann.code(document) == "INVALID_PAGE"


async def test_a_review_is_computed_once_and_kept(
    ann: Client, bob: Client, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await finished(ann, bob)
    asked: list[Any] = []
    review = services.reviews._reviewers.review

    async def counted(request: Any) -> DecisionReview:
        asked.append(request)
        return await review(request)

    monkeypatch.setattr(services.reviews._reviewers, "review", counted)
    found = await asyncio.gather(*(reviewed(each, game, 1) for each in (ann, bob, ann)))
    found.append(await reviewed(bob, game, 1))
    assert [each == found[0] for each in found] == [True] * 4
    assert len(asked) == found[0]["count"]


async def test_a_caller_that_leaves_does_not_end_the_review(
    ann: Client, bob: Client, services: Services
) -> None:
    game = await finished(ann, bob)
    left = asyncio.create_task(services.reviews.of_seat(UUID(game), None, 0))
    await eventually(partial(computing, services))
    left.cancel()
    await asyncio.wait([left])
    [(key, task)] = services.reviews._under_way.items()
    assert left.cancelled()
    assert await services.reviews._kept.find(key) is None
    found = await task
    assert await services.reviews._kept.find(key) == found
    assert len(found.decisions) > 0


async def test_a_closed_game_has_a_review_without_a_result(
    ann: Client, bob: Client, services: Services
) -> None:
    game = await begun(ann, bob)
    await advance(services, game, moves=12)
    for each in (ann, bob):
        await each.must("voteToAbandon", game=game)
    review = await reviewed(ann, game, 0)
    assert (review["result"], review["rest"]) == (None, None)
    assert review["par"] == 0.5
    assert review["rounds"] != []


async def test_a_running_game_has_no_review(ann: Client, bob: Client, services: Services) -> None:
    lobby = await ann.create()
    assert await ann.code(d.REVIEW, game=lobby, seat=0) == "GAME_IN_PROGRESS"
    game = await begun(ann, bob)
    await advance(services, game, moves=20)
    for seat in range(2):
        assert await ann.code(d.REVIEW, game=game, seat=seat) == "GAME_IN_PROGRESS"


async def test_unknown_games_and_seats_are_errors(ann: Client, bob: Client, cyd: Client) -> None:
    assert await ann.code(d.REVIEW, game="none", seat=0) == "UNKNOWN_GAME"
    game = await finished(ann, bob, access="PRIVATE")
    assert (await reviewed(bob, game, 0))["count"] > 0
    assert await cyd.code(d.REVIEW, game=game, seat=0) == "UNKNOWN_GAME"
    for seat in (-1, 2):
        assert await ann.code(d.REVIEW, game=game, seat=seat) == "UNKNOWN_SEAT"


async def test_a_variant_without_a_thinker_has_no_reviews(
    ann: Client, bob: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await finished(ann, bob)
    monkeypatch.setattr(game_history, "thinker_of", lambda *_: None)
    assert await ann.code(d.REVIEW, game=game, seat=0) == "NO_REVIEWS"


async def test_too_many_reviews_at_once_are_refused(
    ann: Client, bob: Client, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await finished(ann, bob)
    monkeypatch.setattr(reviews, "MAX_AT_ONCE", 1)
    first = asyncio.create_task(reviewed(ann, game, 0))
    await eventually(partial(computing, services))
    refused = await ann.post({"query": d.REVIEW, "variables": {"game": game, "seat": 1}})
    [error] = refused.json()["errors"]
    assert error["extensions"]["code"] == "TOO_BUSY"
    assert "commands" not in error["message"]
    assert refused.headers["Retry-After"] == str(reviews.RETRY_SECONDS)
    assert (await first)["count"] > 0
    assert (await reviewed(ann, game, 1))["count"] > 0

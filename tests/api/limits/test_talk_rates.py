"""Phrases are limited, and each counts, also one that is refused."""

from __future__ import annotations

from tests.api.harness import full_documents as d
from tests.api.limits.rate_clients import LimitedClients, rate_limited_error

SAY = d.mutation("say")


async def test_a_player_says_six_phrases_in_ten_seconds_at_all_tables_together(
    limited: LimitedClients,
) -> None:
    client = await limited("192.0.2.1", busy=100)
    ann, bob = await client.sign_in("Ann"), await client.sign_in("Bob")
    games = [await ann.create() for _ in range(3)]
    for game in games:
        await ann.must("say", game=game, phrase="HELLO")
        await ann.must("say", game=game, phrase="GOOD_LUCK")
    error = await rate_limited_error(ann, SAY, input={"game": games[0], "phrase": "SMILE"})
    assert error["message"].startswith("Too many phrases: try again in ")
    # Muting is no phrase: whoever is annoyed must not wait.
    await ann.must("mutePlayer", player=bob.player)
    await bob.refused("say", game="none", phrase="HELLO")
    for _ in range(5):
        await bob.must("say", game=games[0], phrase="HELLO")
    await rate_limited_error(bob, SAY, input={"game": games[0], "phrase": "HELLO"})

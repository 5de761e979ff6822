"""Talk and presence by the Python client."""

from __future__ import annotations

from contextlib import aclosing

import pytest

from kibitz_client import accepted
from kibitz_client.schema import refusals
from kibitz_client.schema.enums import Phrase, TalkAudience
from kibitz_client.schema.results import MutePlayerAccepted, UnmutePlayerAccepted
from tests.clients.conftest import SignIn

pytestmark = pytest.mark.timeout(60)


async def test_a_table_is_followed_with_what_is_said_there(signed_in: SignIn) -> None:
    ann, bob = await signed_in("Ann", "Bob")
    game = (await ann.create_game("president")).id
    async with aclosing(ann.subscribe.table_signals(game=game)) as signals:
        first = await anext(signals)
        assert (first.snapshot, first.said) == (True, ())
        assert [(each.seat, each.present) for each in first.presence] == [(0, False)]
        said = accepted(await bob.mutate.say(game=game, phrase=Phrase.GOOD_LUCK)).said
        assert said.audience is TalkAudience.SPECTATORS
        hello = accepted(await ann.mutate.say(game=game, phrase=Phrase.HELLO)).said
        message = await anext(signals)
        # A seat does not see the talk of spectators while the game runs.
        assert (message.snapshot, message.said) == (False, (hello,))
    assert await ann.query.game_talk(id=game) == (hello,)
    assert await bob.query.game_talk(id=game) == (said, hello)
    muted = await bob.mutate.mute_player(player=hello.player.id)
    assert isinstance(muted, MutePlayerAccepted)
    assert muted.muted == await bob.query.me_muted() == (hello.player,)
    assert await bob.query.game_talk(id=game) == (said,)
    assert isinstance(await bob.mutate.unmute_player(player=hello.player.id), UnmutePlayerAccepted)
    assert isinstance(await bob.mutate.mute_player(player=said.player.id), refusals.CannotMuteYourself)

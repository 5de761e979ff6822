"""Delivers what is said, and who comes and goes, to those who follow the signals of a table."""

from __future__ import annotations

from application.codec import GameId
from application.presence.presence import Presence
from application.talk.phrases import SaidPhrase
from application.talk.talk import Talk
from application.watching.game_streams import GameStreams
from domain.events import PlayerId


def deliver_signals(watching: GameStreams, presence: Presence, talk: Talk) -> None:
    """Deliver the signals of presence and talk to the subscribers of this process."""

    def deliver_phrase(phrase: SaidPhrase) -> None:
        if (fan_out := watching.fan_out_of(phrase.game)) is not None:
            fan_out.signal_phrase(phrase)

    def deliver_presence(game: GameId, player: PlayerId, present: bool) -> None:
        if (fan_out := watching.fan_out_of(game)) is not None:
            fan_out.signal_presence(player, present)

    talk.subscribe(deliver_phrase)
    presence.subscribe(deliver_presence)

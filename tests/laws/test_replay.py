"""Replay equals live: the same fold over the same events, for the truth and for every seat's view."""

from __future__ import annotations

from random import Random
from uuid import UUID

from hypothesis import given

from application.codec import default_codec
from application.games.croupier import CroupierState
from domain.events import Event
from domain.game import NEW, Stage, evolve, fold
from domain.view import View, reveals
from domain.visibility import SPECTATOR, redact
from tests.laws.playouts import SEEDS, Playout, every_variant, playout, same_games

GAME = UUID(int=110)


def stored_and_read(log: tuple[Event, ...]) -> tuple[Event, ...]:
    """Return the events as they come back from the store."""
    encoded = map(default_codec().encode, log)
    return tuple(
        default_codec().decode(GAME, version, topic, state)
        for version, (topic, state) in enumerate(encoded, 1)
    )


def check_replay(played: Playout) -> None:
    """Fold what comes from the store event by event; after each commit it is what was known live."""
    log = stored_and_read(played.log)
    assert log == played.log
    # Followers in the process of the writer receive the events as they were given.
    assert repr(log) == repr(played.log)
    game, version = NEW, 0
    for commit in played.commits:
        for event in commit.events:
            game = evolve(game, log[version])
            assert event == log[version]
            version += 1
        assert game == commit.after.game
        assert fold(commit.events, commit.before.game) == commit.after.game
    assert fold(log) == game
    assert CroupierState().after(log) == played.known


def check_prefixes(played: Playout, random: Random) -> None:
    """Fold any part, then the rest; every prefix can be shown."""
    log = played.log
    for _ in range(5):
        cut = random.randrange(len(log))
        assert fold(log[cut:], fold(log[:cut])) == played.known.game
        assert CroupierState().after(log[:cut]).after(log[cut:]) == played.known
    game = NEW
    for event in log:
        game = evolve(game, event)
        if game.table is not None and game.stage is Stage.PLAYING:
            assert game.rules.show(game.table).phase in list(game.rules.phases)


def check_views(played: Playout, random: Random) -> None:
    """Compare what each seat knew live with its view of the log, and with the fold that it is made from."""
    moments = list(zip(played.commits, played.committed_logs(), strict=True))
    for commit, log in random.sample(moments, min(5, len(moments))):
        for view in commit.after.views:
            assert View(viewer=view.viewer, remembers=True).after(log) == view
            assert view.revealed == reveals(log)
    for viewer in (SPECTATOR, *range(len(played.known.game.seats))):
        revealed = reveals(played.log)
        replay = View(viewer=viewer, revealed=revealed).after(played.log)
        assert replay.game == fold(redact(event, viewer, revealed) for event in played.log)


@every_variant
@same_games
@given(seed=SEEDS)
def test_the_fold_of_the_stored_events_is_the_game_as_it_was_played(variant: str, seed: int) -> None:
    check_replay(playout(variant, seed))


@every_variant
@same_games
@given(seed=SEEDS)
def test_a_log_may_be_folded_in_parts_and_every_prefix_can_be_shown(variant: str, seed: int) -> None:
    check_prefixes(playout(variant, seed), Random(seed))


@every_variant
@same_games
@given(seed=SEEDS)
def test_a_seat_knows_what_its_view_of_the_whole_log_shows(variant: str, seed: int) -> None:
    check_views(playout(variant, seed), Random(seed))

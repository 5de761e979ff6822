"""The GraphQL queries and commands of a game's viewers, for the secrecy check."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any

from msgspec import Struct

from api.graphql.types.moves_and_offers import commands
from domain import commands as c
from domain.events import PlayerId
from domain.game import NEW, evolve, fold
from domain.state import Stage
from tests.api.harness import full_documents as d
from tests.api.secrecy.permuted_servers import EARLIER, cut_of
from tests.laws.playouts import PEOPLE
from tests.laws.secrecy.conceivable import of_kind
from tests.laws.secrecy.secrecy_check import Log

Variables = dict[str, Any]

REPLAYED = 3
"""Versions that are replayed besides the first and the last."""
FILTERS = ("JOINABLE", "PLAYING", "WON")
ADVISED = 2
"""The number of further decisions whose suggestions are requested."""


class Subject(Struct, frozen=True):
    """Public facts of a game, for building questions about it."""

    game: str
    variant: str
    versions: int
    players: Sequence[str]
    """Ids of some players of the game, and of another player."""
    decisions: Sequence[tuple[int, int]]
    """Some versions at which a seat was to move, with the seat; first those at which the game waited."""
    invitations: Sequence[str]
    """Tokens and codes of the organizer, and of a player who may be outside the game."""

    @classmethod
    def of(
        cls,
        log: Log,
        game: str,
        id_of: Callable[[str], str],
        invitations_of: Callable[[str], Sequence[str]],
    ) -> Subject:
        """Return the public facts after a log."""
        after, random = fold(log), Random(len(log))
        some = [*(seat.player for seat in after.seats[:2]), PEOPLE[-1]]
        found = list(decisions(log))
        at_hand = [each for each in found if each[0] in (cut_of(log), len(log))]
        return cls(
            game,
            after.variant,
            len(log),
            [id_of(name) for name in some],
            [*at_hand, *random.sample(found, min(ADVISED, len(found)))],
            [each for name in (PEOPLE[0], PEOPLE[-1]) for each in invitations_of(name)],
        )


def decisions(log: Log) -> Iterator[tuple[int, int]]:
    """Yield the versions at which seats were to move, with the seats, which is public."""
    game = NEW
    for version, event in enumerate(log, 1):
        game = evolve(game, event)
        if game.stage is Stage.PLAYING:
            yield from ((version, seat) for seat in game.rules.to_move(game.table))


def _of_the_game(subject: Subject) -> list[Variables]:
    return [{"game": subject.game}]


def _nothing(_: Subject) -> list[Variables]:
    return [{}]


def _events(subject: Subject) -> list[Variables]:
    game, middle = subject.game, str(subject.versions // 2)
    return [
        {"game": game, "first": 500},
        {"game": game, "last": 3},
        {"game": game, "first": 5, "after": middle},
        {"game": game, "last": 5, "before": middle},
    ]


def _replay(subject: Subject) -> list[Variables]:
    versions, random = range(1, subject.versions + 1), Random(subject.versions)
    chosen = {1, subject.versions, *random.choices(versions, k=REPLAYED)}
    return [{"game": subject.game, "version": version} for version in sorted(chosen)]


def _moments(subject: Subject) -> list[Variables]:
    game, middle = subject.game, subject.versions // 2
    return [{"game": game, "after": 0, "first": 7}, {"game": game, "after": middle, "first": 20}]


def _past_suggestions(subject: Subject) -> list[Variables]:
    moments = [*subject.decisions, (subject.versions, 0)]
    return [{"game": subject.game, "version": version, "seat": seat} for version, seat in moments]


def _of_games(subject: Subject) -> list[Variables]:
    game, middle = subject.game, subject.versions // 2
    return [
        {"game": game, "version": subject.versions, "after": 0, "first": 7},
        {"game": game, "version": max(1, middle), "after": middle, "first": 20},
    ]


def _games(subject: Subject) -> list[Variables]:
    return [
        *({"filter": each} for each in FILTERS),
        {"filter": "PLAYING", "variant": subject.variant, "last": 2, "order": "OLDEST", "upToDate": True},
        {"filter": "PLAYING", "search": {"player": subject.players[0]}},
    ]


def _games_of_players(subject: Subject) -> list[Variables]:
    return [{"player": each, "filter": which} for each in subject.players for which in (None, "PLAYING")]


def _of_the_variant(subject: Subject) -> list[Variables]:
    return [{"variant": subject.variant, "board": "MIXED"}]


def _leaderboard(subject: Subject) -> list[Variables]:
    page: Variables = {"variant": subject.variant, "window": "MONTH", "key": "2026-04"}
    return [{"variant": subject.variant, "board": "MIXED"}, {**page, "last": 3, "upToDate": True}]


def _profile(subject: Subject) -> list[Variables]:
    player = {"player": subject.players[0], "variant": subject.variant}
    return [{**player, "board": board} for board in ("PEOPLE", "MIXED")]


def _statistics(subject: Subject) -> list[Variables]:
    of_machines: Variables = {"bucket": "DAY", "board": "MIXED", "machine": True, "since": "2026-04-01"}
    return [{"variant": subject.variant}, {"variant": subject.variant, **of_machines, "upToDate": True}]


QUERIES: Mapping[str, Callable[[Subject], list[Variables]]] = {
    "bans": _nothing,
    "game": lambda subject: [{"id": subject.game}],
    "games": _games,
    "invitation": lambda subject: [{"token": each} for each in subject.invitations],
    "leaderboard": _leaderboard,
    "log": _nothing,
    "me": _nothing,
    "moderationLog": _nothing,
    "node": lambda subject: [{"id": id} for id in (subject.game, *subject.players)],
    "nodes": lambda subject: [{"ids": [subject.game, *subject.players, subject.game, "5H"]}],
    "player": lambda subject: [{"id": id} for id in subject.players],
    "players": lambda _: [{"search": name} for name in PEOPLE[:2]],
    "projections": _nothing,
    "session": _nothing,
    "statistics": _statistics,
    "variant": lambda subject: [{"name": subject.variant}],
    "variants": _nothing,
}
"""The builder of each query."""

REACHED: Mapping[str, tuple[str, Callable[[Subject], list[Variables]]]] = {
    "game.events": (d.EVENTS, _events),
    "game.moments": (d.MOMENTS, _moments),
    "game.moments.changedSeats": (d.CHANGED_SEATS, _moments),
    "game.seats.present": (d.PRESENCE, _of_the_game),
    "game.talk": (d.within("game", "talk"), _of_the_game),
    "game.luckAsOf": (d.within("game", "luckAsOf"), _of_the_game),
    "game.at": (d.REPLAY, _replay),
    "game.review": (d.REVIEW, lambda subject: [{"game": subject.game, "seat": 0}]),
    "game.suggestion": (d.SUGGESTION, _of_the_game),
    "game.hint": (d.HINT, _of_the_game),
    "game.at.hint": (d.PAST_HINT, _past_suggestions),
    "game.at.suggestion": (d.PAST_SUGGESTION, _past_suggestions),
    "game and all below": (d.OF_GAMES, _of_games),
    "games.views": (d.VIEWS_OF_LISTED, lambda _: [{"filter": each} for each in FILTERS]),
    "me.games.views": (d.VIEWS_OF_OWN, _nothing),
    "log.consistency": (d.GROWTH, lambda subject: [{"from": EARLIER, "to": EARLIER + subject.versions}]),
    "me.profile": (d.within("me", "profile"), _of_the_variant),
    "me.seeks": (d.within("me", "seeks"), _nothing),
    "me.yourTurn": (d.within("me", "yourTurn"), _nothing),
    "player.profile": (d.PROFILE, _profile),
    "player.profile.games.views": (d.GAMES_OF_PROFILE, _profile),
    "player.headToHead": (d.within("player", "headToHead"), _profile),
    "player.games": (d.within("player", "games"), _games_of_players),
    "variant.options": (d.within("variant", "options"), _of_the_variant),
    "variant.leaderboard": (d.within("variant", "leaderboard"), _of_the_variant),
    "variant.statistics": (d.within("variant", "statistics"), _of_the_variant),
}
"""The document and the builder of each field that full documents leave out, by its path."""

SUBSCRIPTIONS = ("gameEvents", "gameUpdates", "lobby", "leaderboard", "myGames", "mySeeks", "tableSignals")
"""The subscriptions during the game."""

OF_PEOPLE = ("signIn", "rename", "eraseMe", "createGame")
"""The mutations that act in no game."""

OF_TALK = ("say", "mutePlayer", "unmutePlayer")
"""The mutations of talk, which change no game."""

OF_SESSIONS: Mapping[str, Mapping[str, Any] | None] = {
    "seek": {"variant": "5H"},
    "cancelSeek": {"variant": "5H"},
    "renewToken": {},
    "createDeviceCode": None,
    "signInWithDeviceCode": {"code": "BBBBB-BBBBB"},
    "linkAccount": {"providerToken": "5H"},
    "endSession": {"session": "5H"},
    "endOtherSessions": None,
    "signOut": None,
}
"""The mutations of the caller's seeks and sessions, in this order: the last ends the caller's session."""

BY_LINK = ("createInvitationLink", "acceptInvitationLink")
"""The mutations that lead to a game by an invitation."""


def wrong(subject: Subject) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield requests that are refused before or during execution."""
    game = subject.game
    sent = d.mutation
    yield "a field that is none", {"query": f'{{ game(id: "{game}") {{ hands }} }}'}
    yield "half a document", {"query": f'{{ game(id: "{game}") {{'}
    yield (
        "two operations",
        {"query": f'query A {{ game(id: "{game}") {{ id }} }} query B {{ me {{ player {{ id }} }} }}'},
    )
    yield "nothing", {"variables": {"game": game}}
    yield "a subscription at once", {"query": d.FOLLOW, "variables": {"game": game}}
    yield "no card", _asked(sent("playCard"), input={"game": game, "card": "5X"})
    yield "no amount", _asked(sent("placeBid"), input={"game": game, "amount": "x"})
    yield "no command id", _asked(sent("passTurn"), input={"game": game, "commandId": ""})
    yield "no page", _asked(d.EVENTS, game=game, first=0)
    yield "two pages", _asked(d.EVENTS, game=game, first=1, last=1)
    yield "no cursor", _asked(d.EVENTS, game=game, after="5H")
    yield "no range", _asked(d.GAMES, search={"leastEvents": 9, "mostEvents": 3})
    yield "no name", _asked(d.GAMES, search={"player": " "})
    yield "no player", _asked(sent("invitePlayer"), input={"game": game, "player": "5H"})
    yield "no window", _asked(d.operation("query", "leaderboard"), variant=subject.variant, key="5H")
    yield "no bucket", _asked(d.operation("query", "statistics"), variant=subject.variant, bucket="HOUR")
    yield "no variant", _asked(d.GAMES, variant="whist")
    yield "no version", _asked(d.REPLAY, game=game, version=subject.versions + 1)
    yield "no game", _asked(d.GAME, id="5H")
    yield "too many nodes", _asked(d.operation("query", "nodes"), ids=["5H"] * 1_000)
    yield "no moment", _asked(d.MOMENTS, game=game, after=subject.versions + 1)
    yield "no seat", _asked(d.PAST_SUGGESTION, game=game, version=1, seat=99)
    yield "no invitation", _asked(sent("acceptInvitationLink"), input={"token": "5H"})
    yield "no code", _asked(sent("acceptInvitationLink"), input={"token": "5H5H5H5H5H5H"})
    yield "a link to nowhere", _asked(sent("createInvitationLink"), input={"game": "5H"})
    halves = f'{{ me {{ player {{ id }} }} game(id: "{game}") {{ at(version: 100000) {{ stage }} }} }}'
    yield "one half that can be answered", {"query": halves}
    seats = " ".join(f"a{number}: seats {{ hand }}" for number in range(250))
    yield "too many aliases", {"query": f'{{ game(id: "{game}") {{ {seats} }} }}'}
    roots = " ".join(f'a{number}: game(id: "{game}") {{ version }}' for number in range(25))
    yield "too many roots", {"query": f"{{ {roots} }}"}
    yield "too long", {"query": f'{{ game(id: "{game}") {{ {"version " * 3_000} }} }}'}
    yield "too large", {"query": f'{{ game(id: "{game}") {{ version }} }}', "variables": {"x": "x" * 100_000}}
    skips = "... @skip(if: false) { version } " * 50
    yield "too many directives", {"query": f'{{ game(id: "{game}") {{ {skips} }} }}'}
    yield "too many repeats", {"query": f'{{ game(id: "{game}") {{ {"version " * 200} }} }}'}
    nested = "game { " * 30 + "version" + " }" * 30
    yield "too deep", {"query": f'{{ game(id: "{game}") {{ {nested} }} }}'}
    page = "events(first: 500) { edges { cursor node { version at by { id } } } }"
    pages = f'game(id: "{game}") {{ {page} }}'
    yield "too much", {"query": f"{{ {' '.join(f'a{number}: {pages}' for number in range(20))} }}"}
    yield "the future", _asked(sent("startGame"), input={"game": game, "expectedVersion": 10**6})


def _asked(document: str, **variables: Any) -> Mapping[str, Any]:
    return {"query": document, "variables": variables}


def conceivable(by: PlayerId, hand: Any, random: Random) -> Iterator[list[c.Command]]:
    """Yield the conceivable commands of each kind, in random order.

    Players with equal hands get equal commands.
    """
    for kind in commands():
        if issubclass(kind, c.Move):
            found: list[c.Command] = list(of_kind(kind, by, hand))
        elif "player" in kind.__struct_fields__:
            found = [kind(by=by, player=player) for player in (*PEOPLE, "whoever")]  # type: ignore[call-arg]
        elif "count" in kind.__struct_fields__:
            found = [kind(by=by, count=count) for count in (None, -1, 1, 2, 9)]  # type: ignore[call-arg]
        elif "commitment" in kind.__struct_fields__:
            found = [kind(by=by, commitment=text) for text in ("5e" * 32, "none")]  # type: ignore[call-arg]
        elif "seed" in kind.__struct_fields__:
            found = [kind(by=by, seed=text) for text in ("5e" * 32, "none")]  # type: ignore[call-arg]
        else:
            found = [kind(by=by)]
        random.shuffle(found)
        yield found

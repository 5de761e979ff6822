"""Texts of events, moves, offers and statuses: every type of the schema, and unknown types."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any, Final

import pytest
from graphql import (
    GraphQLEnumType,
    GraphQLInterfaceType,
    GraphQLList,
    GraphQLObjectType,
    GraphQLSchema,
    build_schema,
    get_named_type,
    is_non_null_type,
)
from playwright.sync_api import Page

from tests.api.harness.server_processes import ROOT
from tests.web.harness.page_modules import evaluate_in_module

EVENT_TEXT: Final = "text/event-text.js"
GAME_TEXT: Final = "text/game-text.js"
NAMES: Final = """({
    you: given.you,
    seat: (seat) => seat === given.you ? 'You' : ['Ann', 'Bert', 'Cyd', 'Dora'][seat],
    player: ({ id, name }) => id === 'p0' && given.you === 0 ? 'You' : name,
})"""
FORBIDDEN: Final = re.compile(r"undefined|null|NaN|\[object|\?\?|[a-z][A-Z]|_|\s\s|\s[.,]|true|false")
ANN: Final = {"id": "p0", "name": "Ann", "erased": False}
BERT: Final = {"id": "p1", "name": "Bert", "erased": False}
OPTIONAL: Final = {"HandDealt", "CardsDrawn"}
"""Events without a text in some forms: hidden hands, and draws of no cards."""
SILENT: Final = {"ClockStarted", "ClockStopped"}
"""Events without a text, because the clock at the seat shows them."""

_SAMPLES: Final[Mapping[str, Sequence[Any]]] = {
    "Boolean": (True, False),
    "Card": ("5H", "JOKER", "??"),
    "DateTime": ("2026-11-22T00:00:00Z",),
    "ID": ("p0", "p1"),
    "Int": (0, 1, 2),
    "String": ("salt",),
    "Version": (7,),
}
_LISTS: Final[Mapping[str, Sequence[Any]]] = {
    "Card": (["5H"], ["5H", "TS", "KD"], ["??", "??", "??"], ["5H", "??"], []),
    "ID": (["p0", "p1"],),
    "Int": ([0, 3, 2, 1], [3, 3, 2, 2]),
}


def _member_types(schema: GraphQLSchema, interface: str) -> list[GraphQLObjectType]:
    kind = schema.type_map[interface]
    assert isinstance(kind, GraphQLInterfaceType)
    return sorted(schema.get_possible_types(kind), key=lambda each: each.name)


def _sample_values(kind: Any) -> list[Any]:
    """Return sample values of a type; for an enum, all values."""
    values: list[Any] = []
    if not is_non_null_type(kind):
        values.append(None)
    else:
        kind = kind.of_type
    named = get_named_type(kind)
    if isinstance(kind, GraphQLList):
        inner = getattr(kind.of_type, "of_type", kind.of_type)
        if isinstance(inner, GraphQLList):
            return [*values, [[0], [1, 2]], [[1, 2], [3], [0]]]
        if named.name in _LISTS:
            return [*values, *_LISTS[named.name]]
        if named.name == "Player":
            return [*values, [ANN, BERT]]
        several = list(_samples(named)) if isinstance(named, GraphQLObjectType) else list(named.values)
        return [*values, [], several[:1], several]
    if isinstance(named, GraphQLEnumType):
        return [*values, *named.values]
    if named.name == "Player":
        return [*values, ANN, BERT]
    if isinstance(named, GraphQLObjectType):
        return [*values, *_samples(named)]
    return [*values, *_SAMPLES[named.name]]


def _samples(kind: GraphQLObjectType) -> Iterator[dict[str, Any]]:
    """Yield samples of a type in which every sample value of every field occurs."""
    # Pages do not request the other fields.
    requested = {name: field for name, field in kind.fields.items() if name not in ("moves", "variant")}
    fields = {name: _sample_values(field.type) for name, field in requested.items()}
    for row in zip_longest(*fields.values()):
        chosen = (
            given if given is not None or None in values else values[0]
            for given, values in zip(row, fields.values(), strict=True)
        )
        yield {"__typename": kind.name, **dict(zip(fields, chosen, strict=True))}


@pytest.fixture(scope="module")
def schema() -> GraphQLSchema:
    return build_schema((ROOT / "docs" / "schema.graphql").read_text(encoding="utf-8"))


def event_texts(page: Page, events: Sequence[Mapping[str, Any]], you: int | None = 0) -> list[str | None]:
    body = f"given.events.map((event) => module.eventText(event, {NAMES}))"
    return list(evaluate_in_module(page, EVENT_TEXT, body, {"events": list(events), "you": you}))


def _check_text(text: str) -> None:
    assert not FORBIDDEN.search(text), text
    assert text[0].isupper() or text[0].isdigit(), text


def test_every_event_is_a_sentence_for_players_and_spectators(page: Page, schema: GraphQLSchema) -> None:
    for kind in _member_types(schema, "GameEvent"):
        forms = list(_samples(kind))
        plain = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", kind.name).lower()
        for you in (0, None):
            sentences = event_texts(page, forms, you)
            assert any(sentences) != (kind.name in SILENT), kind.name
            assert kind.name in OPTIONAL | SILENT or None not in sentences, kind.name
            for sentence in filter(None, sentences):
                _check_text(sentence)
                assert sentence.endswith("."), sentence
                assert plain not in sentence.lower(), f"{kind.name} has no words of its own: {sentence}"


def test_viewer_s_own_actions_use_the_second_person(page: Page, schema: GraphQLSchema) -> None:
    for kind in _member_types(schema, "GameEvent"):
        if "seat" in kind.fields and "player" not in kind.fields:
            mine = [{**form, "seat": 0} for form in _samples(kind)]
            theirs = [{**form, "seat": 1} for form in _samples(kind)]
            assert all(re.search(r"\b[Yy]ou\b", text) for text in event_texts(page, mine) if text), kind.name
            for text in filter(None, event_texts(page, theirs)):
                assert "Bert" in text, text


def _event(kind: str, **fields: Any) -> dict[str, Any]:
    return {"__typename": kind, "at": "2026-11-22T00:00:00Z", "by": "p0", "version": 9, **fields}


def test_sentences_describe_the_events(page: Page) -> None:
    scored = {
        "round": 1,
        "awards": [{"seat": 0, "points": -20}, {"seat": 1, "points": 5}, {"seat": 1, "points": 5}],
        "bidsMade": ["FAILED", "NONE"],
        "scores": [-15, 25],
    }
    ended = {"winners": [1], "ranking": [[1], [0], [2]], "reason": "ONE_LEFT"}
    cases = {
        "You play the five of hearts.": _event("CardPlayed", seat=0, card="5H"),
        "Bert plays the joker.": _event("CardPlayed", seat=1, card="JOKER"),
        "Bert is skipped.": _event("SeatSkipped", seat=1),
        "You are skipped.": _event("SeatSkipped", seat=0),
        "Cyd discards three cards.": _event("CardsDiscarded", seat=2, cards=["??"] * 3),
        "You discard the two of clubs and king of spades.": _event(
            "CardsDiscarded", seat=0, cards=["2C", "KS"]
        ),
        "Bert bids in secret.": _event("BidCommitted", seat=1, committedAmount=None),
        "The bids are revealed: you bid 1, Bert bid 0, Cyd bid 2 and Dora bid 1.": _event(
            "BidsRevealed", bids=[1, 0, 2, 1], forced=False
        ),
        "The direction changes: play goes counterclockwise now.": _event(
            "DirectionReversed", clockwise=False
        ),
        "You have no cards left and are out in first place.": _event("SeatWentOut", seat=0, place=1),
        "Round 2: you score −20 (−15 in total, bid failed) and Bert scores 10 (25 in total).": _event(
            "RoundScored", **scored
        ),
        "Bert wins the game: one player is left with cards. Next: you, then Cyd.": _event("GameWon", **ended),
        "The machine plays for Bert from now on.": _event(
            "SeatAutomated", seat=1, automationReason=None, level="PUBLISHED"
        ),
        "You missed too many moves. The machine plays for you from now on. Its level is Expert.": _event(
            "SeatAutomated", seat=0, automationReason="CLOCK", level="EXPERT"
        ),
    }
    assert event_texts(page, list(cases.values())) == list(cases)


def test_unknown_event_is_described_by_its_name_and_fields(page: Page) -> None:
    swapped = {"cards": ["5H", "??"], "openly": True, "leader": 0, "nothing": None, "player": BERT}
    events = [
        _event("StakeRaised", seat=1, stake=2),
        _event("StakeRaised", seat=0, stake=2),
        _event("CardsSwapped", **swapped),
        _event("constructor", pairs=[{"seat": 2, "suit": "HEARTS"}]),
    ]
    assert event_texts(page, events) == [
        "Bert: stake raised (stake 2).",
        "You: stake raised (stake 2).",
        "Cards swapped (cards five of hearts and one more card, openly yes, leader you, player Bert).",
        "Constructor (pairs seat Cyd suit hearts).",
    ]


def test_every_move_and_offer_has_a_text(page: Page, schema: GraphQLSchema) -> None:
    for interface, function in (("Move", "moveText"), ("Offer", "offerText")):
        for kind in _member_types(schema, interface):
            forms = [{**form, "mutation": "passTurn"} for form in _samples(kind) if form.get("counts") != []]
            for text in evaluate_in_module(page, GAME_TEXT, f"given.map(module.{function})", forms):
                _check_text(text)
                assert "mutation" not in text.lower(), text


def test_moves_have_button_texts(page: Page) -> None:
    moves = {
        "Play the five of hearts": {"__typename": "PlayCard", "card": "5H"},
        "Play the ten of clubs and ten of spades": {"__typename": "PlayCards", "cards": ["TC", "TS"]},
        "Bid 20": {"__typename": "PlaceBid", "amount": 20},
        "Name hearts trump": {"__typename": "SelectTrump", "suit": "HEARTS"},
        "Discard nothing": {"__typename": "DiscardCards", "cards": []},
        "Pass": {"__typename": "PassTurn"},
        "Raise stake": {"__typename": "RaiseStake"},
        "Swap cards (with 2, card five of hearts)": {"__typename": "SwapCards", "with": 2, "card": "5H"},
    }
    body = "given.map((move) => module.moveText({ ...move, mutation: 'doIt' }))"
    assert evaluate_in_module(page, GAME_TEXT, body, list(moves.values())) == list(moves)
    offer = {"__typename": "RaiseOffer", "mutation": "raiseStake", "stake": 2}
    assert evaluate_in_module(page, GAME_TEXT, "module.offerText(given)", offer) == "Raise stake (stake 2)"


def test_every_stage_and_phase_has_a_text(page: Page, schema: GraphQLSchema) -> None:
    stages, phases = schema.type_map["Stage"], schema.type_map["Phase"]
    assert isinstance(stages, GraphQLEnumType)
    assert isinstance(phases, GraphQLEnumType)
    games = [{"stage": stage, "table": None} for stage in stages.values]
    games += [{"stage": "PLAYING", "table": {"phase": phase}} for phase in (*phases.values, "SHOW_DOWN")]
    texts = evaluate_in_module(page, GAME_TEXT, "given.map(module.phaseText)", games)
    for text in texts:
        _check_text(text)
    assert texts[-1] == "Show down"


PLAY: Final = {"__typename": "PlayOffer", "mutation": "playCard"}
STAGES: Final = ("WAITING_FOR_PLAYERS", "WON", "CLOSED")
BID: Final = {"__typename": "BidOffer", "mutation": "placeBid"}
PASS: Final = {"__typename": "PassOffer", "mutation": "passTurn"}


def _game(phase: str, to_move: Sequence[int], *offers: Mapping[str, str], **changes: Any) -> dict[str, Any]:
    nothing: dict[str, object] = dict.fromkeys(("ledBy", "bidder", "bid", "winning"))
    table = {
        "phase": phase,
        "toMove": list(to_move),
        "trick": [],
        "toBeat": [],
        "bleeding": False,
        "blind": False,
        **nothing,
    }
    return {
        "stage": phase if phase in STAGES else "PLAYING",
        "result": changes.pop("result", None),
        "seats": [{"committed": False}] * 3,
        "legalMoves": list(offers),
        "table": None if phase in STAGES else {**table, **changes},
    }


def test_turn_text_names_the_player_and_the_situation(page: Page) -> None:
    trick = [{"seat": 1, "card": "KH"}, {"seat": 2, "card": "JOKER"}]
    led = "Bert led the king of hearts. Cyd is winning with the joker. Trumps must be played."
    cases = {
        "It is your turn: bid or pass.": _game("BIDDING", [0], BID, PASS),
        "It is your turn: bid or pass. Bert holds the highest bid: 15.": _game(
            "BIDDING", [0], PASS, BID, bidder=1, bid=15
        ),
        f"It is your turn: play a card. {led}": _game(
            "TRICKS", [0], PLAY, trick=trick, winning=2, bleeding=True
        ),
        "Waiting for Bert to lead a card.": _game("TRICKS", [1]),
        "Waiting for Bert to play or pass. You played the ten of clubs.": _game(
            "PLAY", [1], toBeat=["TC"], ledBy=0
        ),
        "Waiting for Bert and Cyd to bid in secret.": _game("BIDDING", [1, 2]),
        "It is your turn: bid. The game also waits for Bert. Everyone sees all hands but their own.": _game(
            "BIDDING", [0, 1], BID, blind=True
        ),
        "Waiting for Cyd to move.": _game("SHOWDOWN", [2]),
        "Playing tricks.": _game("TRICKS", []),
        "The game is over: you win.": _game("WON", [], result={"ranking": [[0], [1], [2]]}),
        "The game is over: you and Bert win.": _game("WON", [], result={"ranking": [[0, 1], [2]]}),
        "Waiting for players: 3 seats are taken.": _game("WAITING_FOR_PLAYERS", []),
        "The table is closed.": _game("CLOSED", []),
    }
    body = f"given.games.map((game) => module.turnText(game, {NAMES}))"
    assert evaluate_in_module(page, GAME_TEXT, body, {"games": list(cases.values()), "you": 0}) == list(cases)


def test_seats_without_a_known_player_are_counted_from_1(page: Page) -> None:
    names = "module.playerNames({ you: null, seats: [] }).seat(0)"
    assert evaluate_in_module(page, "text/player-names.js", names) == "Seat 1"
    text = "module.offerText({ __typename: 'SeatOffer', mutation: 'chooseLeader', leader: 2 })"
    assert evaluate_in_module(page, GAME_TEXT, text) == "Choose leader (leader seat 3)"

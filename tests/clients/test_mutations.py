"""Tests of the methods for mutations: each returns a success or a typed refusal."""

from __future__ import annotations

from typing import Any

import pytest

from kibitz_client import (
    Fault,
    Unauthenticated,
)
from kibitz_client.schema import refusals
from kibitz_client.schema.enums import Suit
from kibitz_client.schema.mutations import Mutations
from kibitz_client.schema.results import (
    CommandAccepted,
    CreateDeviceCodeAccepted,
    CreateInvitationLinkAccepted,
    EndOtherSessionsAccepted,
    EraseMeAccepted,
    RenameAccepted,
    RenewTokenAccepted,
    SignOutAccepted,
)
from tests.clients.conftest import OF_OPERATORS, SignIn

pytestmark = pytest.mark.timeout(60)


async def test_each_mutation_returns_a_success_or_a_typed_refusal(signed_in: SignIn) -> None:
    ann, bob = await signed_in("Ann", "Bob")
    game: dict[str, Any] = {"game": (await ann.create_game("hundred-and-ten")).id}
    whom = await bob.query.me()
    assert whom is not None
    wanted: dict[str, tuple[dict[str, Any], type]] = {
        "create_game": ({"variant": "whist"}, refusals.UnknownVariant),
        "invite_player": ({**game, "player": whom.player.id}, CommandAccepted),
        "withdraw_invitation": ({**game, "player": whom.player.id}, CommandAccepted),
        "decline_invitation": (game, refusals.NotInvited),
        "join_game": (game, refusals.AlreadySeated),
        "create_invitation_link": (game, CreateInvitationLinkAccepted),
        "accept_invitation_link": ({"token": "none"}, refusals.InvalidInvitationLink),
        "fill_seats": ({**game, "count": 0}, refusals.InvalidCount),
        "remove_player": ({**game, "player": whom.player.id}, refusals.NotSeated),
        "commit_seed": ({**game, "commitment": "00"}, refusals.InvalidCommitment),
        "reveal_seed": ({**game, "seed": "00" * 32}, refusals.SeatsNotClosed),
        "start_game": (game, refusals.WrongNumberOfPlayers),
        "automate_seat": ({**game, "expected_version": 1}, refusals.VersionConflict),
        "place_bid": ({**game, "amount": 15}, refusals.GameNotStarted),
        "pass_turn": (game, refusals.GameNotStarted),
        "queue_pass": (game, refusals.GameNotStarted),
        "unqueue_pass": (game, refusals.GameNotStarted),
        "select_trump": ({**game, "suit": Suit.HEARTS}, refusals.GameNotStarted),
        "discard_cards": ({**game, "cards": []}, refusals.GameNotStarted),
        "play_card": ({**game, "card": "5H"}, refusals.GameNotStarted),
        "play_cards": ({**game, "cards": ["5H"]}, refusals.GameNotStarted),
        "reclaim_seat": (game, refusals.SeatNotAutomated),
        "resign": (game, refusals.GameNotStarted),
        "vote_to_abandon": (game, refusals.GameNotStarted),
        "withdraw_vote": (game, refusals.GameNotStarted),
        "seek": ({"variant": "whist"}, refusals.UnknownVariant),
        "cancel_seek": ({"variant": "whist"}, refusals.UnknownVariant),
        "rematch": (game, refusals.GameNotOver),
        "leave_game": (game, CommandAccepted),
        "rename": ({"name": "Anna"}, RenameAccepted),
        "sign_in": ({"name": ""}, refusals.InvalidName),
        "renew_token": ({"client": "Test"}, RenewTokenAccepted),
        "end_session": ({"session": "none"}, refusals.UnknownSession),
        "end_other_sessions": ({}, EndOtherSessionsAccepted),
        "create_device_code": ({}, CreateDeviceCodeAccepted),
        "sign_in_with_device_code": ({"code": "none"}, refusals.InvalidDeviceCode),
        "link_account": ({"provider_token": "none"}, refusals.NoIdentityProvider),
        "erase_me": ({}, EraseMeAccepted),
    }
    of_talk = {"mute_player", "say", "unmute_player"}
    methods = {name for name in vars(Mutations) if not name.startswith("_")}
    assert {*wanted, *OF_OPERATORS, "sign_out"} == methods - of_talk
    for name, values in OF_OPERATORS.items():
        with pytest.raises(Fault, match="Only operators"):
            await getattr(ann.mutate, name)(**values)
    for name, (given, kind) in wanted.items():
        assert type(await getattr(ann.mutate, name)(**given)) is kind, name
    assert type(await bob.mutate.sign_out()) is SignOutAccepted
    for gone in (ann, bob):
        with pytest.raises(Unauthenticated):
            await gone.mutate.leave_game(**game)

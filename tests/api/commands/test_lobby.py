"""Games before their start over GraphQL: variants, options, joining, leaving, starting."""

from __future__ import annotations

import pytest

from api.graphql.limits.rates import Rates
from domain.rules import variants
from tests.api.harness import full_documents as d
from tests.api.harness.callers import Client, Json
from tests.laws.playouts import every_variant

VARIANT = "hundred-and-ten"


def players(game: Json) -> list[str]:
    return [seat["player"]["id"] for seat in game["seats"]]


def kinds(result: Json) -> list[str]:
    return [event["__typename"] for event in result["events"]]


async def test_every_variant_is_listed_with_its_options(spectator: Client) -> None:
    told = (await spectator.data(d.VARIANTS))["variants"]
    assert [each["name"] for each in told] == list(variants())
    for each in told:
        rules = variants()[each["name"]]
        assert each["title"] == rules.title
        assert each["rulesVersion"] == rules.version
        assert (each["minPlayers"], each["maxPlayers"]) == (rules.seats[0], rules.seats[-1])
        assert [option["name"] for option in each["options"]] == list(rules.options.__struct_fields__)
        for option in each["options"]:
            assert option["description"], f"say what the option {option['name']} decides"
            assert not option["values"] or option["default"] in option["values"]


@every_variant
@pytest.mark.parametrize("rates", [Rates(enabled=False)], ids=["unlimited"])
async def test_a_game_is_set_up_with_every_value_of_every_option(ann: Client, variant: str) -> None:
    told = (await ann.data(d.VARIANTS))["variants"]
    (mine,) = (each for each in told if each["name"] == variant)
    for option in mine["options"]:
        for value in option["values"] or [option["default"]]:
            game = await ann.game(
                await ann.create(variant, options=[{"name": option["name"], "value": value}])
            )
            assert {"name": option["name"], "value": value} in [
                {name: each[name] for name in ("name", "value")} for each in game["options"]
            ]
            assert len(game["options"]) == len(mine["options"])


async def test_a_new_game_waits_with_its_organizer_on_seat_0(ann: Client) -> None:
    result = await ann.must("createGame", variant=VARIANT)
    assert result["version"] == 2
    assert kinds(result) == ["GameCreated", "PlayerJoined"]
    game = result["game"]
    assert game["stage"] == "WAITING_FOR_PLAYERS"
    assert game["access"] == "PUBLIC"
    assert game["you"] == 0
    organizer = {"id": ann.player, "name": "Ann", "erased": False, "machine": False}
    assert game["organizer"] == {"__typename": "Player", **organizer}
    assert players(game) == [ann.player]
    assert game["seats"][0]["hand"] == []
    assert game["table"] is game["result"] is None
    assert game["legalMoves"] == game["invited"] == []


async def test_the_secret_of_a_game_is_hidden_from_everyone(ann: Client) -> None:
    result = await ann.must("createGame", variant=VARIANT)
    assert result["events"][0]["__typename"] == "GameCreated"
    assert "secret" not in result["events"][0]


async def test_an_unknown_variant_is_refused(ann: Client) -> None:
    refusal = await ann.refused("createGame", variant="whist")
    assert refusal["__typename"] == "UnknownVariant"
    assert (refusal["code"], refusal["name"]) == ("UNKNOWN_VARIANT", "whist")
    assert refusal["known"] == list(variants())


async def test_an_unknown_option_is_refused(ann: Client) -> None:
    refusal = await ann.refused("createGame", variant=VARIANT, options=[{"name": "jokers", "value": "2"}])
    assert refusal["__typename"] == "UnknownOption"
    assert refusal["option"] == "jokers"
    assert "discards" in refusal["known"]


async def test_an_option_with_an_invalid_value_is_refused(ann: Client) -> None:
    refusal = await ann.refused("createGame", variant=VARIANT, options=[{"name": "discards", "value": "no"}])
    assert refusal["__typename"] == "InvalidOption"
    assert (refusal["option"], refusal["value"]) == ("discards", "no")
    assert refusal["reason"] == "it takes dealer_first or left_of_dealer"


async def test_a_refused_creation_creates_no_game(ann: Client) -> None:
    await ann.refused("createGame", variant="whist")
    assert await ann.own_games() == []


async def test_the_seats_of_a_public_game_are_taken_in_order(ann: Client, bob: Client, cyd: Client) -> None:
    game = await ann.create()
    result = await bob.must("joinGame", game=game)
    assert kinds(result) == ["PlayerJoined"]
    assert result["game"]["you"] == 1
    await cyd.must("joinGame", game=game)
    assert players(await cyd.game(game)) == [ann.player, bob.player, cyd.player]


async def test_an_invitation_is_used_up_by_joining(ann: Client, bob: Client) -> None:
    game = await ann.create(access="PRIVATE")
    result = await ann.must("invitePlayer", game=game, player=bob.player)
    assert [player["name"] for player in result["game"]["invited"]] == ["Bob"]
    joined = await bob.must("joinGame", game=game)
    assert joined["game"]["invited"] == []
    refusal = await ann.refused("withdrawInvitation", game=game, player=bob.player)
    assert (refusal["__typename"], refusal["player"]["id"]) == ("NotInvited", bob.player)


async def test_an_invitation_can_be_declined(ann: Client, bob: Client) -> None:
    game = await ann.create()
    await ann.must("invitePlayer", game=game, player=bob.player)
    assert kinds(await bob.must("declineInvitation", game=game)) == ["InvitationDeclined"]
    assert (await bob.refused("declineInvitation", game=game))["code"] == "NOT_INVITED"


async def test_an_invitation_can_be_withdrawn(ann: Client, bob: Client) -> None:
    game = await ann.create()
    await ann.must("invitePlayer", game=game, player=bob.player)
    result = await ann.must("withdrawInvitation", game=game, player=bob.player)
    assert kinds(result) == ["InvitationWithdrawn"]
    assert result["game"]["invited"] == []


async def test_only_known_players_can_be_invited(ann: Client) -> None:
    game = await ann.create()
    for player in ("nobody", "", "machine-1"):
        refusal = await ann.refused("invitePlayer", game=game, player=player)
        assert (refusal["code"], refusal["given"]) == ("UNKNOWN_PLAYER", player)
    assert (await ann.game(game))["version"] == 2


async def test_when_the_organizer_leaves_the_next_player_organizes(ann: Client, bob: Client) -> None:
    game = await ann.create()
    await bob.must("joinGame", game=game)
    left = await ann.must("leaveGame", game=game)
    assert left["game"]["you"] is None
    now = await bob.game(game)
    assert players(now) == [bob.player]
    assert (now["you"], now["organizer"]["id"]) == (0, bob.player)


async def test_a_game_closes_when_its_last_player_leaves(ann: Client) -> None:
    game = await ann.create()
    left = await ann.must("leaveGame", game=game)
    assert kinds(left) == ["PlayerLeft", "GameClosed"]
    assert left["game"]["stage"] == "CLOSED"
    assert left["game"]["organizer"] is None
    assert (await ann.refused("joinGame", game=game))["code"] == "GAME_IS_OVER"


async def test_only_the_organizer_can_remove_a_player(ann: Client, bob: Client) -> None:
    game = await ann.create()
    await bob.must("joinGame", game=game)
    refusal = await bob.refused("removePlayer", game=game, player=ann.player)
    assert (refusal["code"], refusal["organizer"]["id"]) == ("NOT_ORGANIZER", ann.player)
    result = await ann.must("removePlayer", game=game, player=bob.player)
    assert result["events"][0]["removed"] is True
    assert players(result["game"]) == [ann.player]


async def test_free_seats_are_filled_with_machine_players(ann: Client) -> None:
    game = await ann.create()
    one = await ann.must("fillSeats", game=game, count=1)
    assert [seat["machine"] for seat in one["game"]["seats"]] == [False, True]
    rest = (await ann.must("fillSeats", game=game))["game"]["seats"]
    assert len(rest) == variants()[VARIANT].seats[-1]
    assert all(seat["automated"] and seat["player"]["name"] == seat["player"]["id"] for seat in rest[1:])


@pytest.mark.parametrize("count", [0, -1, 4, 10**9])
async def test_seats_that_do_not_exist_cannot_be_filled(ann: Client, count: int) -> None:
    game = await ann.create()
    refusal = await ann.refused("fillSeats", game=game, count=count)
    assert (refusal["code"], refusal["free"]) == ("INVALID_COUNT", 3)
    assert refusal["message"] == f"You cannot fill {count} seats; choose a number from 1 to 3."


async def test_the_start_deals_the_cards_at_once(ann: Client, bob: Client) -> None:
    game = await ann.create()
    await bob.must("joinGame", game=game)
    result = await ann.must("startGame", game=game)
    assert kinds(result)[:3] == ["GameStarted", "DeckShuffled", "RoundDealt"]
    mine, theirs = result["game"]["seats"]
    assert "??" not in mine["hand"]
    assert set(theirs["hand"]) == {"??"}


async def test_a_seat_is_automated_permanently(ann: Client, bob: Client) -> None:
    game = await ann.create()
    await bob.must("joinGame", game=game)
    await ann.must("startGame", game=game)
    result = await bob.must("automateSeat", game=game)
    assert kinds(result)[0] == "SeatAutomated"
    refusal = await bob.refused("passTurn", game=game)
    assert (refusal["code"], refusal["seat"]) == ("SEAT_IS_AUTOMATED", 1)
    assert (await bob.refused("automateSeat", game=game))["code"] == "ALREADY_AUTOMATED"


async def test_a_player_automates_its_own_seat_alone(ann: Client, bob: Client) -> None:
    game = await ann.create()
    await bob.must("joinGame", game=game)
    await ann.must("startGame", game=game)
    refusal = await bob.refused("automateSeat", game=game, player=ann.player)
    assert (refusal["code"], refusal["player"]["id"]) == ("NOT_YOUR_SEAT", ann.player)
    result = await bob.must("automateSeat", game=game, player=bob.player)
    assert [seat["automated"] for seat in result["game"]["seats"]] == [False, True]
    assert result["events"][0]["automationReason"] == "OWN_CHOICE"


async def test_an_option_that_is_named_twice_is_refused(ann: Client) -> None:
    for second in ("2", "3"):
        twice = [{"name": "seats", "value": "2"}, {"name": "seats", "value": second}]
        refusal = await ann.refused("createGame", variant=VARIANT, options=twice)
        assert (refusal["__typename"], refusal["option"]) == ("OptionRepeated", "seats")
        assert (refusal["code"], "seats" in refusal["message"]) == ("OPTION_REPEATED", True)

"""Refusals are data: each has its own type with its code, a message and its fields."""

from __future__ import annotations

from tests.api.harness import full_documents as d
from tests.api.harness.callers import Client, Json
from tests.api.harness.played_games import begun, moving


async def test_all_refusals_have_the_fields_of_their_interface(ann: Client) -> None:
    document = """mutation($input: JoinGameInput!) {
      joinGame(input: $input) { ... on Refusal { code message } } }"""
    game = await ann.create()
    refusal = (await ann.data(document, input={"game": game}))["joinGame"]
    assert refusal == {
        "code": "ALREADY_SEATED",
        "message": "You already have a seat in this game.",
    }


# Refusals as they are met in the lobby.


async def test_the_lobby_refuses_repeated_actions(ann: Client, bob: Client) -> None:
    game = await ann.create()
    assert (await ann.refused("joinGame", game=game))["code"] == "ALREADY_SEATED"
    await ann.must("invitePlayer", game=game, player=bob.player)
    refusal = await ann.refused("invitePlayer", game=game, player=bob.player)
    assert (refusal["code"], refusal["player"]["id"]) == ("ALREADY_INVITED", bob.player)
    await bob.must("joinGame", game=game)
    assert (await ann.refused("invitePlayer", game=game, player=bob.player))["code"] == "ALREADY_SEATED"


async def test_the_lobby_refuses_players_who_are_not_in_it(ann: Client, bob: Client) -> None:
    game = await ann.create()
    tried: list[tuple[str, Json]] = [
        ("leaveGame", {}),
        ("automateSeat", {}),
        ("invitePlayer", {"player": ann.player}),
        ("withdrawInvitation", {"player": ann.player}),
        ("placeBid", {"amount": 15}),
    ]
    for name, values in tried:
        refusal = await bob.refused(name, game=game, **values)
        assert (refusal["code"], refusal["player"]["id"]) == ("NOT_SEATED", bob.player), name
    for name in ("startGame", "fillSeats"):
        assert (await bob.refused(name, game=game))["code"] == "NOT_ORGANIZER"
    refusal = await ann.refused("removePlayer", game=game, player=bob.player)
    assert (refusal["code"], refusal["player"]["id"]) == ("NOT_SEATED", bob.player)


async def test_a_full_game_refuses_more_players(ann: Client, bob: Client) -> None:
    game = await ann.create()
    await ann.must("fillSeats", game=game)
    refusal = await bob.refused("joinGame", game=game)
    assert (refusal["code"], refusal["seats"]) == ("GAME_FULL", 4)


async def test_a_game_does_not_start_with_too_few_players(ann: Client) -> None:
    refusal = await ann.refused("startGame", game=await ann.create())
    assert refusal["code"] == "WRONG_NUMBER_OF_PLAYERS"
    assert (refusal["seated"], refusal["least"], refusal["most"]) == (1, 2, 4)


async def test_a_started_game_refuses_lobby_commands(ann: Client, bob: Client, cyd: Client) -> None:
    game = await begun(ann, bob)
    for client, name, values in [
        (cyd, "joinGame", {}),
        (ann, "startGame", {}),
        (bob, "leaveGame", {}),
        (ann, "fillSeats", {}),
        (ann, "invitePlayer", {"player": cyd.player}),
        (ann, "withdrawInvitation", {"player": cyd.player}),
        (cyd, "declineInvitation", {}),
        (ann, "removePlayer", {"player": bob.player}),
    ]:
        assert (await client.refused(name, game=game, **values))["code"] == "GAME_ALREADY_STARTED", name


# Refusals as they are met at the table.


async def until(clients: list[Client], game: str, phase: str) -> tuple[Client, Json]:
    """Play on until the game has come to a phase; return who is to move, and the game as it sees it."""
    async for client, (name, values) in moving(clients, game):
        now = await client.game(game)
        if now["table"]["phase"] == phase:
            return client, now
        await client.must(name, game=game, **values)
    raise AssertionError(f"the game never came to {phase}")


async def test_a_bid_outside_the_choices_is_refused(ann: Client, bob: Client) -> None:
    game = await begun(ann, bob)
    for amount in [17, 0, -15, 61, 2**31 - 1, -(2**31)]:
        refusal = await bob.refused("placeBid", game=game, amount=amount)
        assert refusal["code"] == "BID_NOT_AVAILABLE", amount
        assert (refusal["amount"], refusal["available"]) == (amount, [15, 20, 25, 30, 60]), amount


async def test_a_move_out_of_turn_is_refused(ann: Client, bob: Client) -> None:
    game = await begun(ann, bob)
    refusal = await ann.refused("placeBid", game=game, amount=15)
    assert (refusal["code"], refusal["seat"], refusal["toMove"]) == ("NOT_YOUR_TURN", 0, [1])


async def test_a_move_in_the_wrong_phase_is_refused(ann: Client, bob: Client) -> None:
    game = await begun(ann, bob)
    refusal = await bob.refused("playCard", game=game, card="JOKER")
    assert refusal["code"] == "WRONG_PHASE"
    assert (refusal["move"], refusal["phase"]) == ("playCard", "BIDDING")


async def test_a_player_who_has_passed_cannot_queue_a_pass(ann: Client, bob: Client, cyd: Client) -> None:
    game = await begun(ann, bob, cyd)
    await bob.must("passTurn", game=game)
    refusal = await bob.refused("queuePass", game=game)
    assert (refusal["code"], refusal["seat"]) == ("ALREADY_PASSED", 1)


async def test_only_distinct_own_cards_can_be_discarded(ann: Client, bob: Client) -> None:
    game = await begun(ann, bob)
    client, now = await until([ann, bob], game, "DISCARD")
    other = bob if client is ann else ann
    own, foreign = now["seats"][now["you"]]["hand"][0], await _hand(other, game)
    refusal = await client.refused("discardCards", game=game, cards=[own, foreign[0]])
    assert (refusal["code"], refusal["card"]) == ("CARD_NOT_HELD", foreign[0])
    assert refusal["inputPath"] == ["input", "cards", 1]
    refusal = await client.refused("discardCards", game=game, cards=[own, own])
    assert (refusal["code"], refusal["card"]) == ("CARD_REPEATED", own)
    assert refusal["inputPath"] == ["input", "cards", 1]


async def test_the_card_of_another_player_cannot_be_played(ann: Client, bob: Client) -> None:
    game = await begun(ann, bob)
    client, _ = await until([ann, bob], game, "TRICKS")
    (card, *_) = await _hand(bob if client is ann else ann, game)
    refusal = await client.refused("playCard", game=game, card=card)
    assert (refusal["code"], refusal["card"]) == ("CARD_NOT_HELD", card)


async def test_a_card_that_does_not_follow_is_refused(ann: Client, bob: Client) -> None:
    game = await begun(ann, bob)
    async for client, (name, values) in moving([ann, bob], game):
        now = await client.game(game)
        playable = [card for offer in now["legalMoves"] for card in offer.get("cards", [])]
        others = set(now["seats"][now["you"]]["hand"]) - set(playable)
        if now["table"]["phase"] == "TRICKS" and now["table"]["bleeding"] and others:
            card = sorted(others)[0]
            refusal = await client.refused("playCard", game=game, card=card)
            assert refusal["code"] == "MUST_FOLLOW"
            assert (refusal["card"], refusal["playable"]) == (card, playable)
            return
        await client.must(name, game=game, **values)
    raise AssertionError("nobody ever had to follow")


async def test_every_move_is_refused_before_the_start(ann: Client) -> None:
    refusal = await ann.refused("passTurn", game=await ann.create())
    assert refusal["code"] == "GAME_NOT_STARTED"


async def test_every_command_is_refused_after_the_end(ann: Client, bob: Client) -> None:
    game = await begun(ann, bob)
    await ann.must("automateSeat", game=game)
    await bob.must("automateSeat", game=game)
    for name, values in [("placeBid", {"amount": 15}), ("startGame", {}), ("automateSeat", {})]:
        assert (await ann.refused(name, game=game, **values))["code"] == "GAME_IS_OVER", name


async def _hand(client: Client, game: str) -> list[str]:
    now = await client.game(game)
    hand: list[str] = now["seats"][now["you"]]["hand"]
    return hand


# What cannot even be said is an error of the request.


async def test_an_invalid_card_is_an_error(ann: Client, bob: Client) -> None:
    game = await begun(ann, bob)
    for card in ["??", "5X", "", "5h", "10H", "FIVE_OF_HEARTS", "Joker", 5, None, ["5H", "5H"], " 5H"]:
        tried: list[tuple[str, Json]] = [("playCard", {"card": card}), ("discardCards", {"cards": [card]})]
        for name, values in tried:
            answer = await bob.ask(d.mutation(name), input={"game": game, **values})
            assert answer.get("data") is None, card
            (error,) = answer["errors"]
            assert "Something went wrong" not in error["message"], card
            if isinstance(card, str):
                assert "it is not a card" in error["message"], card


async def test_an_invalid_card_in_the_document_is_an_error(ann: Client) -> None:
    game = await ann.create()
    for card in ['"??"', '"5X"', "5", "HEARTS"]:
        answer = await ann.ask(
            f'mutation {{ playCard(input: {{game: "{game}", card: {card}}}) {{ __typename }} }}'
        )
        assert "is not a card" in answer["errors"][0]["message"], card


async def test_an_invalid_number_is_an_error(ann: Client, bob: Client) -> None:
    game = await begun(ann, bob)
    for amount in ["15", 15.5, 2**31, True, None]:
        answer = await bob.ask(d.mutation("placeBid"), input={"game": game, "amount": amount})
        assert answer.get("data") is None, amount
        assert "Something went wrong" not in answer["errors"][0]["message"], amount

"""What can be wanted: a method for each mutation; it returns a success or a refusal.

Made by `python -m kibitz_client.generate`: not to be changed by hand.
"""
# ruff: noqa: D205 - a sentence of the schema can take more than a line

from __future__ import annotations

from collections.abc import Sequence

from kibitz_client.operations import Operations
from kibitz_client.schema import documents as d
from kibitz_client.schema.enums import Access, Suit
from kibitz_client.schema.inputs import OptionInput
from kibitz_client.schema.results import (
    CommandAccepted,
    CommandResult,
    InvitationLink,
    InvitationLinkResult,
    Renamed,
    RenameResult,
    SignedIn,
    SignInResult,
)
from kibitz_client.schema.types import Erased


class Mutations:
    """What can be wanted."""

    def __init__(self, operations: Operations) -> None:
        self._operations = operations

    async def accept_invitation(
        self, *, token: str, command_id: str | None = None, expected_version: int | None = None
    ) -> CommandResult:
        """Take the next free seat with an invitation link from a seated player, even in a private game."""
        return await self._operations.result(
            d.ACCEPT_INVITATION,
            {"token": token, "commandId": command_id, "expectedVersion": expected_version},
            CommandAccepted,
        )

    async def automate_seat(
        self,
        *,
        game: str,
        command_id: str | None = None,
        expected_version: int | None = None,
        player: str | None = None,
    ) -> CommandResult:
        """Hand your seat to the machine for the rest of the game, which then counts as lost for you."""
        return await self._operations.result(
            d.AUTOMATE_SEAT,
            {"game": game, "commandId": command_id, "expectedVersion": expected_version, "player": player},
            CommandAccepted,
        )

    async def close_game(
        self, *, game: str, command_id: str | None = None, expected_version: int | None = None
    ) -> CommandResult:
        """Close a game before its end, without a result; only operators of the server may do this."""
        return await self._operations.result(
            d.CLOSE_GAME,
            {"game": game, "commandId": command_id, "expectedVersion": expected_version},
            CommandAccepted,
        )

    async def create_game(
        self,
        *,
        variant: str,
        access: Access = Access.PUBLIC,
        command_id: str | None = None,
        options: Sequence[OptionInput] = (),
    ) -> CommandResult:
        """Create a game; the creator becomes its organizer and takes seat 0."""
        return await self._operations.result(
            d.CREATE_GAME,
            {"variant": variant, "access": access, "commandId": command_id, "options": options},
            CommandAccepted,
        )

    async def create_invitation_link(self, *, game: str) -> InvitationLinkResult:
        """Create an invitation that lets anyone with its link join, even a private game. Every seated player
        may do this before the game starts. Nothing is recorded until a player accepts.
        """
        return await self._operations.result(d.CREATE_INVITATION_LINK, {"game": game}, InvitationLink)

    async def decline_invitation(
        self, *, game: str, command_id: str | None = None, expected_version: int | None = None
    ) -> CommandResult:
        """Decline your invitation to a game."""
        return await self._operations.result(
            d.DECLINE_INVITATION,
            {"game": game, "commandId": command_id, "expectedVersion": expected_version},
            CommandAccepted,
        )

    async def discard_cards(
        self,
        *,
        cards: Sequence[str],
        game: str,
        command_id: str | None = None,
        expected_version: int | None = None,
    ) -> CommandResult:
        """Discard cards from your hand and draw the same number."""
        return await self._operations.result(
            d.DISCARD_CARDS,
            {"cards": cards, "game": game, "commandId": command_id, "expectedVersion": expected_version},
            CommandAccepted,
        )

    async def erase_me(self) -> Erased:
        """Erase yourself permanently: your name and your identity at an identity provider. You appear as an
        erased player in the games that you have played. A machine player takes over your seats in games under
        way, and you leave games that have not started.
        """
        return await self._operations.one(d.ERASE_ME, {}, Erased)

    async def fill_seats(
        self,
        *,
        game: str,
        command_id: str | None = None,
        count: int | None = None,
        expected_version: int | None = None,
    ) -> CommandResult:
        """Fill free seats with machine players; only the organizer may do this."""
        return await self._operations.result(
            d.FILL_SEATS,
            {"game": game, "commandId": command_id, "count": count, "expectedVersion": expected_version},
            CommandAccepted,
        )

    async def invite_player(
        self, *, game: str, player: str, command_id: str | None = None, expected_version: int | None = None
    ) -> CommandResult:
        """Invite a player to take a seat; any seated player may do this."""
        return await self._operations.result(
            d.INVITE_PLAYER,
            {"game": game, "player": player, "commandId": command_id, "expectedVersion": expected_version},
            CommandAccepted,
        )

    async def join_game(
        self, *, game: str, command_id: str | None = None, expected_version: int | None = None
    ) -> CommandResult:
        """Take the next free seat."""
        return await self._operations.result(
            d.JOIN_GAME,
            {"game": game, "commandId": command_id, "expectedVersion": expected_version},
            CommandAccepted,
        )

    async def leave_game(
        self, *, game: str, command_id: str | None = None, expected_version: int | None = None
    ) -> CommandResult:
        """Give up your seat before the game starts."""
        return await self._operations.result(
            d.LEAVE_GAME,
            {"game": game, "commandId": command_id, "expectedVersion": expected_version},
            CommandAccepted,
        )

    async def pass_turn(
        self, *, game: str, command_id: str | None = None, expected_version: int | None = None
    ) -> CommandResult:
        """Pass instead of bidding or playing."""
        return await self._operations.result(
            d.PASS_TURN,
            {"game": game, "commandId": command_id, "expectedVersion": expected_version},
            CommandAccepted,
        )

    async def place_bid(
        self, *, amount: int, game: str, command_id: str | None = None, expected_version: int | None = None
    ) -> CommandResult:
        """Place a bid."""
        return await self._operations.result(
            d.PLACE_BID,
            {"amount": amount, "game": game, "commandId": command_id, "expectedVersion": expected_version},
            CommandAccepted,
        )

    async def play_card(
        self, *, card: str, game: str, command_id: str | None = None, expected_version: int | None = None
    ) -> CommandResult:
        """Play a card to the trick."""
        return await self._operations.result(
            d.PLAY_CARD,
            {"card": card, "game": game, "commandId": command_id, "expectedVersion": expected_version},
            CommandAccepted,
        )

    async def play_cards(
        self,
        *,
        cards: Sequence[str],
        game: str,
        command_id: str | None = None,
        expected_version: int | None = None,
    ) -> CommandResult:
        """Play one or more cards of equal value."""
        return await self._operations.result(
            d.PLAY_CARDS,
            {"cards": cards, "game": game, "commandId": command_id, "expectedVersion": expected_version},
            CommandAccepted,
        )

    async def queue_pass(
        self, *, game: str, command_id: str | None = None, expected_version: int | None = None
    ) -> CommandResult:
        """Queue a pass before your turn; the server passes for you when your turn comes."""
        return await self._operations.result(
            d.QUEUE_PASS,
            {"game": game, "commandId": command_id, "expectedVersion": expected_version},
            CommandAccepted,
        )

    async def remove_player(
        self, *, game: str, player: str, command_id: str | None = None, expected_version: int | None = None
    ) -> CommandResult:
        """Remove a player from its seat before the game starts; only the organizer may do this."""
        return await self._operations.result(
            d.REMOVE_PLAYER,
            {"game": game, "player": player, "commandId": command_id, "expectedVersion": expected_version},
            CommandAccepted,
        )

    async def rename(self, *, name: str) -> RenameResult:
        """Change your name, in finished games too. The name must not be confusable with another player's at a
        table where you sit.
        """
        return await self._operations.result(d.RENAME, {"name": name}, Renamed)

    async def select_trump(
        self, *, game: str, suit: Suit, command_id: str | None = None, expected_version: int | None = None
    ) -> CommandResult:
        """Name the trump suit."""
        return await self._operations.result(
            d.SELECT_TRUMP,
            {"game": game, "suit": suit, "commandId": command_id, "expectedVersion": expected_version},
            CommandAccepted,
        )

    async def sign_in(self, *, name: str) -> SignInResult:
        """Sign in as a guest, with only a name. Other players may have the same name."""
        return await self._operations.result(d.SIGN_IN, {"name": name}, SignedIn)

    async def start_game(
        self, *, game: str, command_id: str | None = None, expected_version: int | None = None
    ) -> CommandResult:
        """Close the lobby and start the game; only the organizer may do this."""
        return await self._operations.result(
            d.START_GAME,
            {"game": game, "commandId": command_id, "expectedVersion": expected_version},
            CommandAccepted,
        )

    async def unqueue_pass(
        self, *, game: str, command_id: str | None = None, expected_version: int | None = None
    ) -> CommandResult:
        """Withdraw your queued pass."""
        return await self._operations.result(
            d.UNQUEUE_PASS,
            {"game": game, "commandId": command_id, "expectedVersion": expected_version},
            CommandAccepted,
        )

    async def withdraw_invitation(
        self, *, game: str, player: str, command_id: str | None = None, expected_version: int | None = None
    ) -> CommandResult:
        """Withdraw a player's invitation; any seated player may do this."""
        return await self._operations.result(
            d.WITHDRAW_INVITATION,
            {"game": game, "player": player, "commandId": command_id, "expectedVersion": expected_version},
            CommandAccepted,
        )

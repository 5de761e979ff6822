"""The field `Game.review`: losses of a seat's decisions and luck of its deals, in games that are over."""

from __future__ import annotations

from typing import Annotated, Any, Final

import strawberry

from api.graphql.context import Context, Info
from api.graphql.errors.faults import fault, or_fault
from api.graphql.errors.null_fields import null_beside_error
from api.graphql.execution.field_price import price
from api.graphql.execution.list_sizes import Sliced
from api.graphql.games.game_reference import GameReference
from api.graphql.games.listed_game import ListedGame
from api.graphql.games.types import Game
from api.graphql.games.viewed_game import ViewedGame
from api.graphql.types.added_fields import add_fields
from api.graphql.types.derivation import described
from api.graphql.types.moves_and_offers import Move
from api.graphql.types.scalars import Version
from application.refusals import TooBusy, UnknownSeat
from application.review.seat_review import ReviewedDeal, ReviewedDecision
from domain.commands import Move as DomainMove

MAX_DECISIONS: Final = 80
DEFAULT_DECISIONS: Final = 50
MAX_MOVES: Final = 60
"""More moves than any decision has: 52 cards in all groups of a rank, and the pass."""
MAX_ROUNDS: Final = 100
"""More rounds than any game of the machine players has; of longer games the first ones are shown."""
PRICE: Final = 10_000
"""The price of reading the game and of what it showed to the seat; the calculation is charged by its time."""

_SeatArgument = Annotated[int, strawberry.argument(description="The seat, counted from 0.")]
_AfterVersion = Annotated[
    Version, strawberry.argument(description="The version after which the decisions start.")
]
_DecisionCount = Annotated[int, strawberry.argument(description="The maximum number of decisions.")]


@strawberry.type(
    description="A move that was possible, and its estimated value to the seat: its chance to win the game, "
    "from 0 to 1; in President its place, from 0 for the last to 1 for the first. It is the mean over deals "
    "that agree with all that the seat had seen, each played on as the machine's published player would."
)
class ReviewedMove:
    """A move of a decision with its value."""

    move: DomainMove = described("The move.", Move)
    value: float = described("The estimated value.")
    error: float = described("The standard error of the value.")


@strawberry.type(
    description="A decision of a seat among several moves, made by its player or by the machine. Where very "
    "many moves are legal, only those that are worth a thought are compared, and the one that was made."
)
class DecisionReview:
    """The review of a decision."""

    version: Version = described("The version before the move: `Game.at` shows the table at that moment.")
    moves: list[ReviewedMove] = described("The moves with their values.", items=MAX_MOVES)
    chosen: ReviewedMove = described("The move that the seat made.")
    best: ReviewedMove = described(
        "The move that is best by other deals than those of the values, so it is not the best by chance. Its "
        "value can be below that of another move."
    )
    loss: float = described(
        "The value of the best move less the value of the chosen one. It is 0 if the difference is less than "
        "two standard errors, which may be chance."
    )


@strawberry.type(
    description="The luck of a deal to a seat: what the hand is worth by the tables of luck, less what the "
    "place at the table is worth. It is 0 on average, and that of the statistics of public games."
)
class RoundReview:
    """The review of a deal."""

    round: int = described("The round's number, from 0.")
    version: Version = described("The version at the end of the deal: `Game.at` shows the table then.")
    luck: float = described(
        "The luck in the values of `ReviewedMove`, above 0 for a good deal: `result` times what a point or a "
        "place was worth to the seat at that moment."
    )
    result: float = described("The luck in points, in President in places.")
    error: float = described("The standard error of the luck.")


@strawberry.type(
    description="The parts of a seat's result in a game that is over: the luck of its deals, the losses "
    "of its decisions, and the rest. `result - par = luck - loss + rest`, exactly."
)
class GameReview:
    """The review of a seat."""

    result: float | None = described(
        "The result: 1 for the winner, shared by several winners, 0 for the others; in President the place, "
        "from 0 for the last to 1 for the first. Null for a game that was closed before its end."
    )
    par: float = described("The result that the seats have on average.")
    luck: float = described("The sum of the luck of the rounds.")
    rest: float | None = described(
        "The remainder: the play of the others, the cards that came later, and the luck and losses that you "
        "may not see. Null without a result."
    )
    rounds: list[RoundReview] = described(
        f"The deals, at most {MAX_ROUNDS}, without those of which you may not see all that the seat saw.",
        items=MAX_ROUNDS,
    )
    count: int = described("The number of all decisions in the review.")
    loss: float = described("The sum of the losses of all decisions.")
    decisions: list[DecisionReview] = described("The decisions after the requested version, in their order.")


async def review_of(context: Context, game: Any, seat: int, after: Version, first: int) -> GameReview:
    """Return a part of a seat's review; raises the refusals of `Reviews.of_seat`."""
    if not 1 <= first <= MAX_DECISIONS:
        text = f"A page has 1 to {MAX_DECISIONS} decisions, not {first}."
        raise fault("INVALID_PAGE", text, at=("first",))
    shown: ViewedGame | ListedGame | GameReference = game
    try:
        reviewed, parts = await context.services.reviews.of_seat(shown.game, await context.player(), seat)
    except TooBusy as busy:
        context.note_refusal(busy)
        raise
    page = [each for each in reviewed.decisions if each.version > after][:first]
    return GameReview(
        result=parts.result,
        par=parts.par,
        luck=parts.luck,
        rest=parts.rest,
        rounds=[_round(each) for each in reviewed.deals[:MAX_ROUNDS]],
        count=len(reviewed.decisions),
        loss=parts.loss,
        decisions=[_decision(each) for each in page],
    )


def _round(reviewed: ReviewedDeal) -> RoundReview:
    return RoundReview(
        round=reviewed.round,
        version=Version(reviewed.version),
        luck=reviewed.luck.value,
        result=reviewed.luck.result,
        error=reviewed.luck.error,
    )


def _decision(reviewed: ReviewedDecision) -> DecisionReview:
    review = reviewed.review
    moves = [ReviewedMove(move=each.move, value=each.value, error=each.error) for each in review.moves]
    return DecisionReview(
        version=Version(reviewed.version),
        moves=moves,
        chosen=moves[review.chosen],
        best=moves[review.best],
        loss=review.loss,
    )


class _Reviews:
    """The review of a game; `self` is a `ViewedGame`, a `ListedGame` or a `GameReference`."""

    @strawberry.field(
        metadata=price(PRICE),
        directives=[Sliced(MAX_DECISIONS, "first", fields=("decisions",))],
        description="The review of a seat in a game that is over. It is computed when it is first asked for, "
        "which takes seconds, and follows from the game's events and its id: everyone gets the same numbers. "
        "Decisions and deals about which you may still not see all that the seat knew are left out. "
        + null_beside_error(
            "the game is not over, has no such seat, or is of a variant in which no machine player searches; "
            "also when too many reviews are being computed"
        ),
    )
    async def review(
        self,
        info: Info,
        seat: _SeatArgument,
        after: _AfterVersion = Version(0),  # noqa: B008 - a constant
        first: _DecisionCount = DEFAULT_DECISIONS,
    ) -> GameReview | None:
        """Return the review of a seat."""
        return await or_fault(review_of(info.context, self, seat, after, first), at={UnknownSeat: "seat"})


add_fields(Game, _Reviews)

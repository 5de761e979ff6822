"""The schema: what is derived and what is written by hand, put together; errors masked but logged."""

from __future__ import annotations

import logging
from typing import Any

import strawberry
from graphql import GraphQLError
from sqlalchemy.exc import SQLAlchemyError
from strawberry.extensions import MaskErrors
from strawberry.schema.config import StrawberryConfig
from strawberry.types import ExecutionContext

from api.graphql.commands import move_types, offer_types
from api.graphql.documents import Answerable, Documents, KnownDocuments
from api.graphql.events import event_types
from api.graphql.mutations import mutation_type
from api.graphql.queries import Query
from api.graphql.scalars import SCALARS
from api.graphql.subscriptions import Subscription
from api.graphql.values import read_field
from application.recorded import CorruptEvent
from application.store import StoreError

logger = logging.getLogger(__name__)

MASK = "Something went wrong on the server."
UNAVAILABLE = "The database did not answer as it should; whether a command was carried out, its id will tell."


def is_fault(error: GraphQLError) -> bool:
    """Tell whether an error is the server's fault, so that its text is nobody's business."""
    return error.original_error is not None and not isinstance(error.original_error, GraphQLError)


class _Mask(MaskErrors):
    def anonymise_error(self, error: GraphQLError) -> GraphQLError:
        masked = super().anonymise_error(error)
        masked.extensions = {"code": "INTERNAL"}
        cause = error.original_error
        if isinstance(cause, StoreError | SQLAlchemyError) and not isinstance(cause, CorruptEvent):
            masked.message, masked.extensions = UNAVAILABLE, {"code": "UNAVAILABLE"}
        return masked


class Schema(strawberry.Schema):
    """The schema of Kibitz."""

    def process_errors(
        self, errors: list[GraphQLError], execution_context: ExecutionContext | None = None
    ) -> None:
        """Log what is the server's fault; what is the caller's, it is told."""
        for error in errors:
            if is_fault(error):
                logger.error("a resolver failed: %s", error, exc_info=error.original_error)


def schema(*, sort: bool = False) -> Schema:
    """Build the schema for all variants that there are; sorted, it is for printing only.

    Sorting copies all types, and strawberry 0.341 then no longer knows its own members of a union.
    """
    mutation: Any = mutation_type()
    documents = Documents()
    return Schema(
        query=Query,
        mutation=mutation,
        subscription=Subscription,
        types=[*event_types(), *move_types(), *offer_types()],
        extensions=[
            lambda: KnownDocuments(documents),
            Answerable,
            lambda: _Mask(should_mask_error=is_fault, error_message=MASK),
        ],
        config=StrawberryConfig(default_resolver=read_field, scalar_map=SCALARS, sort_schema=sort),
    )


def sdl() -> str:
    """Return the schema in the schema definition language, sorted, as it is committed."""
    return schema(sort=True).as_str() + "\n"

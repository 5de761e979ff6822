"""Executes an operation by its plan and by graphql-core alone, and compares all that can be observed."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import msgspec
from graphql import GraphQLError, execute, parse, validate
from msgspec import Struct
from strawberry.utils.await_maybe import await_maybe

from api.graphql.context import Services
from api.graphql.execution.documents import Document
from api.graphql.execution.planned.policy import PlanPolicy
from api.graphql.execution.sliced_executor import Executor
from api.graphql.schema import Schema
from tests.api.plans.odd_schema import Context


class Answer(Struct, frozen=True):
    """An answer as it is sent, and the effects of its operation in their order."""

    data: str
    errors: list[Any]
    effects: list[str]


def document_of(schema: Schema, text: str) -> Document | None:
    """Return a document, None if it is invalid."""
    try:
        parsed = parse(text)
    except GraphQLError:
        return None
    if validate(schema._schema, parsed):
        return None
    return Document.of(schema._schema, text, parsed, is_limited=False)


async def by_plan(schema: Schema, document: Document, variables: dict[str, Any], context: Context) -> Answer:
    """Return the answer of the server's way: a plan, and graphql-core where the plan gives up."""
    result = await schema.plans.execute(
        schema._schema,
        document.parsed,
        selected=document.operations[0],
        variable_values=variables,
        context_value=context,
        executor_class=Executor,
    )
    return _answer(result, context)


async def by_graphql_core(
    schema: Schema, document: Document, variables: dict[str, Any], context: Context
) -> Answer:
    """Return the answer of graphql-core."""
    executing = execute(
        schema._schema,
        document.parsed,
        variable_values=variables,
        context_value=context,
        executor_class=Executor,
    )
    return _answer(await await_maybe(executing), context)


def _answer(result: Any, context: Context) -> Answer:
    errors = [{**each.formatted, "cause": repr(each.original_error)} for each in result.errors or ()]
    return Answer(json.dumps(result.data), errors, context.effects)


def with_plans(services: Services, policy: PlanPolicy) -> Services:
    """Return services whose server makes plans at a time, whatever `KIBITZ_PLANS` says."""
    settings = msgspec.structs.replace(services.server_settings, plans=policy)
    return replace(services, server_settings=settings)

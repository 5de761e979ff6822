"""`kibitz schema`: prints the GraphQL schema, the list of errors or plans, and compares older schemas."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, TypeVar

import typer
from graphql import GraphQLError

from api.graphql.compatibility import announcement, changes, irregular_deprecations
from api.graphql.errors_page import page
from api.graphql.execution.planned.policy import PlanPolicy
from api.graphql.plans.signals import Unsupported
from api.graphql.schema import schema as build
from api.graphql.schema import sdl

T = TypeVar("T")


def schema(
    errors: Annotated[
        bool, typer.Option("--errors", help="Print the list of all errors (docs/errors.md) instead.")
    ] = False,
    check: Annotated[
        typer.FileText | None,
        typer.Option(
            help="Print the changes since an older schema (a file, or - for standard input); "
            "exit with 1 if any of them breaks clients."
        ),
    ] = None,
    plan: Annotated[
        typer.FileText | None,
        typer.Option(
            help="Print the compiled plans of a document (a file, or - for standard input) as Python; "
            "exit with 1 if an operation has none."
        ),
    ] = None,
    announce: Annotated[
        typer.FileText | None,
        typer.Option(
            "--changes",
            help="Print the changes since an older schema as Markdown, as in docs/api-changes.md.",
        ),
    ] = None,
) -> None:
    """Print the GraphQL schema."""
    if check is not None:
        _check(check.name, check.read())
    elif plan is not None:
        _print_plans(plan.name, plan.read())
    elif announce is not None:
        typer.echo(_compared("--changes", announce.name, announcement, announce.read()), nl=False)
    else:
        typer.echo(page(sdl()) if errors else sdl(), nl=False)


def _check(name: str, older: str) -> None:
    found = _compared("--check", name, changes, older)
    irregular = [
        f"The deprecation of {each} does not follow the policy." for each in irregular_deprecations(sdl())
    ]
    for kind, sentences in (("BREAKS CLIENTS", (*found.breaking, *irregular)), ("changes", found.dangerous)):
        for sentence in sentences:
            typer.echo(f"{kind}: {sentence}")
    if found.breaking or irregular:
        raise typer.Exit(1)


def _print_plans(name: str, text: str) -> None:
    served = build(plans=PlanPolicy.FIRST_USE)
    document = served.validated(text)
    if isinstance(document, list):
        reasons = "; ".join(error.message for error in document)
        raise typer.BadParameter(f"{name} is not a valid document: {reasons}", param_hint="--plan")
    refused = []
    for operation in document.operations:
        label = operation.name or f"the {operation.type.value}"
        try:
            for conditions, compiled in served.plans.all_of(document.parsed, operation):
                typer.echo(f"# {' '.join((label, *conditions))}\n{compiled.source}")
        except Unsupported as reason:
            refused.append(f"{label} has no plan: {reason}.")
    for each in refused:
        typer.echo(each, err=True)
    if refused:
        raise typer.Exit(1)


def _compared(option: str, name: str, compare: Callable[[str, str], T], older: str) -> T:
    try:
        return compare(older, sdl())
    except (GraphQLError, TypeError) as error:
        raise typer.BadParameter(f"{name} is not a schema: {error}", param_hint=option) from error

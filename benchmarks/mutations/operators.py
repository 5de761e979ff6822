"""Mutation operators: which nodes of a syntax tree are mutated, and into what."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from benchmarks.mutations.sites import Site, Source

Replacement = tuple[int, int, str]
"""Start and end in bytes of the file, and the new text."""
Mutation = tuple[str, list[Replacement]]
"""The kind, and the replacements that are made together."""

_COMPARISONS: Final[dict[type[ast.cmpop], tuple[str, str]]] = {
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
}
_ARITHMETIC: Final[dict[type[ast.operator], tuple[str, str]]] = {
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "//"),
    ast.FloorDiv: ("//", "*"),
}
_LOG_METHODS: Final = {"debug", "info", "warning", "error", "exception", "critical", "log"}
_DECLARATIONS: Final = {
    *("frozen", "slots", "kw_only", "gc", "weakref", "repr", "eq", "order", "init", "strict"),
}
"""Options that serve type checkers and memory; `strict` of zip() guards against bugs only."""
_NOT_CODE: Final = {"annotation", "returns", "type_params", "type_comment"}


def sites(root: Path, file: str) -> list[Site]:
    """Return all sites of a file in the order of their lines."""
    source = Source(root, file)
    found = [site for site in _Finder(source).found if _compiles(site, source)]
    return sorted(found, key=lambda site: (site.line, site.column, site.kind))


def _compiles(site: Site, source: Source) -> bool:
    try:
        compile(site.mutated(source.text), source.file, "exec", dont_inherit=True)
    except SyntaxError:
        return False
    return True


class _Finder:
    """Walks a file's syntax tree and collects its sites."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._loggers = set(_loggers(source.tree))
        self.found: list[Site] = []
        self._visit(source.tree, ())

    def _visit(self, node: ast.AST, stack: tuple[ast.AST, ...]) -> None:
        if self._is_skipped(node):
            return
        for kind, replacements in self._mutations(node):
            edits = tuple((start, end, text.encode()) for start, end, text in replacements)
            line, column = self._source.position(min(edits)[0])
            self.found.append(Site(self._source.file, kind, node, stack, edits, line, column))
        for name, value in ast.iter_fields(node):
            if name not in _NOT_CODE:
                for child in value if isinstance(value, list) else [value]:
                    if isinstance(child, ast.AST):
                        self._visit(child, (*stack, node))

    def _is_skipped(self, node: ast.AST) -> bool:
        match node:
            case ast.Import() | ast.ImportFrom() | ast.Assert() | ast.JoinedStr():
                # Positions in f-strings are wrong before Python 3.12.
                return True
            case ast.Subscript(value=ast.Name(id="Literal" | "Annotated")):
                return True
            case ast.If(test=ast.Name(id="TYPE_CHECKING") | ast.Attribute(attr="TYPE_CHECKING")):
                return True
            case ast.If(test=ast.Compare(left=ast.Name(id="__name__"))):
                return True
            case ast.Assign(targets=[ast.Name(id="__all__")]):
                return True
            case ast.keyword(arg=str(name), value=ast.Constant(value=bool())):
                return name in _DECLARATIONS
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=attr)):
                return name in self._loggers and attr in _LOG_METHODS
        return False

    def _mutations(self, node: ast.AST) -> Iterator[Mutation]:
        match node:
            case ast.If(test=test) | ast.IfExp(test=test) | ast.match_case(guard=ast.expr() as test):
                yield from self._negated(test)
            case ast.comprehension(ifs=tests):
                for test in tests:
                    yield from self._negated(test)
            case ast.Return(value=ast.expr() as value) if not _is_none(value):
                yield "return", [(*self._source.span(value), "None")]
            case ast.Expr(value=ast.Call() as call) | ast.Expr(value=ast.Await(value=ast.Call() as call)):
                if not self._is_skipped(call):
                    yield "call", [(*self._source.span(node), "pass")]
            case ast.AugAssign(op=op) if type(op) in _ARITHMETIC:
                old, new = (f"{text}=" for text in _ARITHMETIC[type(op)])
                yield "arithmetic", [(*self._source.operator(node.target, node.value, old), new)]
            case ast.expr():
                yield from self._mutated_expression(node)

    def _mutated_expression(self, node: ast.expr) -> Iterator[Mutation]:
        source = self._source
        match node:
            case ast.Compare():
                operands = [node.left, *node.comparators]
                for left, op, right in zip(operands, node.ops, node.comparators, strict=False):
                    old, new = _COMPARISONS[type(op)]
                    yield "compare", [(*source.operator(left, right, old), new)]
            case ast.BoolOp():
                old, new = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
                pairs = zip(node.values, node.values[1:], strict=False)
                yield "boolean", [(*source.operator(left, right, old), new) for left, right in pairs]
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                start, end = source.span(node)[0], source.span(operand)[0]
                after = start + len("not")
                # An operand in brackets begins inside of them.
                is_bare = not source.text[after:end].strip()
                yield "not", [(start, end if is_bare else after, "")]
            case ast.Constant(value=bool(value)):
                yield "constant", [(*source.span(node), str(not value))]
            case ast.Constant(value=int(value)):
                yield "integer", [(*source.span(node), str(value + 1))]
            case ast.BinOp(op=op) if type(op) in _ARITHMETIC:
                old, new = _ARITHMETIC[type(op)]
                yield "arithmetic", [(*source.operator(node.left, node.right, old), new)]

    def _negated(self, test: ast.expr) -> Iterator[Mutation]:
        match test:
            case ast.UnaryOp(op=ast.Not()):
                # The same mutant as that of its `not`.
                return
            case ast.Compare(ops=[ast.Eq() | ast.NotEq() | ast.Is() | ast.IsNot() | ast.In() | ast.NotIn()]):
                # The same mutant as that of its operator.
                return
        start, end = self._source.span(test)
        yield "condition", [(start, start, "not ("), (end, end, ")")]


def _is_none(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and value.value is None


def _loggers(tree: ast.Module) -> Iterator[str]:
    for statement in tree.body:
        match statement:
            case ast.Assign(
                targets=[ast.Name(id=name)], value=ast.Call(func=ast.Attribute(attr="getLogger"))
            ):
                yield name

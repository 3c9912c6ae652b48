"""The mutations of a piece of code: what they are, and how some of them are drawn."""

import ast
import random
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

PAIRS = [(ast.Lt, ast.LtE), (ast.Gt, ast.GtE), (ast.Eq, ast.NotEq), (ast.Is, ast.IsNot), (ast.In, ast.NotIn)]
PAIRS += [(ast.Add, ast.Sub), (ast.Mult, ast.FloorDiv), (ast.And, ast.Or)]
OTHER = dict(PAIRS) | {second: first for first, second in PAIRS}


class Mutation(NamedTuple):
    """A change of one node: ``text`` in the place of the bytes from ``start`` to ``end``."""

    kind: str
    file: str
    lines: tuple[int, int]  # those of the statement, or of its head where it has a body
    start: int
    end: int
    text: str

    def applied(self, source: bytes) -> bytes:
        return source[: self.start] + self.text.encode() + source[self.end :]


def mutations_of(  # noqa: C901  # a table: one case is one kind of node
    node: ast.AST,
) -> Iterator[tuple[str, ast.AST, ast.AST | str]]:
    """Yield the kinds of change that a node allows: each with the node that goes and what takes its place."""
    match node:
        case ast.Compare(left=left, ops=[op], comparators=right):
            yield "comparison", node, ast.Compare(left, [OTHER[type(op)]()], right)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in OTHER:
            yield "operator", node, ast.BinOp(left, OTHER[type(op)](), right)
        case ast.BoolOp(op=op, values=[first, *rest]):
            yield "operator", node, ast.BoolOp(OTHER[type(op)](), [first, *rest])
            yield "condition", node, first
            yield "condition", node, ast.BoolOp(op, rest) if len(rest) > 1 else rest[0]
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield "condition", node, operand
        case ast.Constant(value=bool(value)):
            yield "constant", node, ast.Constant(not value)
        case ast.Constant(value=int(value)):
            yield "off by one", node, ast.Constant(value + 1)
            if value:
                yield "off by one", node, ast.Constant(value - 1)
        case ast.Constant(value=str(value)) if value and not any(map(str.isspace, value)):  # a sentence is prose
            yield "constant", node, ast.Constant(value[1:] if len(value) > 1 else value + value)
        case ast.Constant(value=float(value)):
            yield "constant", node, ast.Constant(value * 1.5)
        case ast.Call(func=func, args=[first, second, *rest], keywords=keywords):
            if not any(isinstance(argument, ast.Starred) for argument in (first, second)):
                yield "arguments", node, ast.Call(func, [second, first, *rest], keywords)
        case ast.If(test=test) | ast.IfExp(test=test) if ast.unparse(test) != "TYPE_CHECKING":
            yield "branch", test, ast.Constant(value=False)
            yield "branch", test, ast.Constant(value=True)
        case ast.comprehension(ifs=[test, *_]):
            yield "branch", test, ast.Constant(value=True)
        case ast.Raise():
            yield "raise", node, "pass"


def drawable(root: Path, place: str) -> Iterator[Mutation]:
    for path in sorted(root.joinpath(place).rglob("*.py")):
        source = path.read_bytes()
        starts = [0]
        for line in source.splitlines(keepends=True):
            starts.append(starts[-1] + len(line))
        for node, head in walk(ast.parse(source), (0, 0)):
            for kind, gone, new in mutations_of(node):
                start, end = (
                    starts[gone.lineno - 1] + gone.col_offset,
                    starts[gone.end_lineno - 1] + gone.end_col_offset,
                )
                text = new if isinstance(new, str) else ast.unparse(new)
                if not isinstance(new, str | ast.Constant):
                    text = f"({text})"
                yield Mutation(kind, str(path.relative_to(root)), head, start, end, text)


def walk(node: ast.AST, head: tuple[int, int]) -> Iterator[tuple[ast.AST, tuple[int, int]]]:
    """Yield the nodes whose change can matter, each with the lines of its statement."""
    match node:
        case ast.match_case(pattern=pattern, body=[first, *_]):
            head = (pattern.lineno, max(pattern.lineno, first.lineno - 1))
        case ast.Match(cases=[first, *_]):
            head = (node.lineno, first.pattern.lineno - 1)
        case ast.stmt(body=[first, *_]):
            head = (node.lineno, max(node.lineno, first.lineno - 1))
        case ast.stmt():
            head = (node.lineno, node.end_lineno)
    yield node, head
    for name, value in ast.iter_fields(node):
        for child in value if isinstance(value, list) else [value]:
            match child:
                case ast.JoinedStr() | ast.Expr(ast.Constant()):  # texts
                    continue
                case ast.Assign([ast.Name("__all__")]) | ast.keyword("maxsize"):  # nothing computes with them
                    continue
                case ast.AST() if name not in {"annotation", "returns", "type_params"}:
                    yield from walk(child, head)


def drawn(root: Path, place: str, count: int, seed: int) -> list[Mutation]:
    """Draw a kind, then one of its mutations, so that the many constants do not crowd out the few that raise."""
    kinds: dict[str, list[Mutation]] = {}
    for mutation in drawable(root, place):
        kinds.setdefault(mutation.kind, []).append(mutation)
    chance = random.Random(seed)
    for mutations in kinds.values():
        chance.shuffle(mutations)
    chosen = []
    while len(chosen) < count and any(kinds.values()):
        if mutations := kinds[chance.choice(sorted(kinds))]:
            chosen.append(mutations.pop())
    return chosen

"""The mutations of a piece of code: what they are, and how some of them are drawn."""

import ast
import random
from collections import defaultdict
from typing import NamedTuple

PAIRS = [(ast.Lt, ast.LtE), (ast.Gt, ast.GtE), (ast.Eq, ast.NotEq), (ast.Is, ast.IsNot), (ast.In, ast.NotIn)]
PAIRS += [(ast.Add, ast.Sub), (ast.Mult, ast.FloorDiv), (ast.And, ast.Or)]
OTHER = dict(PAIRS) | {second: first for first, second in PAIRS}


class Mutation(NamedTuple):
    """A change of one node: ``text`` in the place of ``before``, which begins at the byte ``start``."""

    kind: str
    file: str
    lines: range  # from the first of the statement, or of its decorators, to the last of the node
    start: int
    before: bytes
    text: str

    def __str__(self):
        return f"{self.file}:{self.lines[0]} {self.kind}: {self.before.decode()} -> {self.text}"

    def applied(self, source):
        return source[: self.start] + self.text.encode() + source[self.start + len(self.before) :]


def mutations_of(node):  # noqa: C901  # a table: a case is a kind of node
    """Yield the kinds of change that a node allows: each with the node that goes and what takes its place."""

    def with_other(**fields):
        return ast.unparse(type(node)(**vars(node) | fields))

    match node:
        case ast.Compare(ops=[op]):
            yield "comparison", node, with_other(ops=[OTHER[type(op)]()])
        case ast.BinOp(op=op) if type(op) in OTHER:
            yield "operator", node, with_other(op=OTHER[type(op)]())
        case ast.BoolOp(op=op, values=[first, *rest]):
            yield "operator", node, with_other(op=OTHER[type(op)]())
            yield "condition", node, ast.unparse(first)
            yield "condition", node, with_other(values=rest)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield "condition", node, ast.unparse(operand)
        case ast.Constant(value=bool(value)):
            yield "constant", node, str(not value)
        case ast.Constant(value=int(value)):
            yield from (("off by one", node, str(other)) for other in (value + 1, value - 1) if other >= 0)
        case ast.Constant(value=str(value)) if value and not any(map(str.isspace, value)):  # a sentence is prose
            yield "constant", node, repr(value[1:] or value * 2)
        case ast.Constant(value=float(value)):
            yield "constant", node, repr(value + 1)
        case ast.Call(args=[first, second, *rest]) if ast.Starred not in {type(first), type(second)}:
            yield "arguments", node, with_other(args=[second, first, *rest])
        case ast.If(test=test) | ast.IfExp(test=test) if ast.unparse(test) != "TYPE_CHECKING":
            yield from (("branch", test, value) for value in ("False", "True"))
        case ast.comprehension(ifs=[test, *_]):
            yield "branch", test, "True"
        case ast.Raise():
            yield "raise", node, "pass"


def walk(node, statement=None):
    """Yield the nodes whose change can matter, each with the innermost statement that it stands in."""
    statement = node if isinstance(node, ast.stmt) else statement
    yield node, statement
    for name, value in ast.iter_fields(node):
        for child in value if isinstance(value, list) else [value]:
            match child:
                case ast.JoinedStr() | ast.Expr(ast.Constant()):  # texts
                    continue
                # Nothing computes with these.
                case ast.Assign([ast.Name("__all__")]) | ast.keyword("maxsize" | "slots" | "strict"):
                    continue
                case ast.AST() if name not in {"annotation", "returns", "type_params"}:
                    yield from walk(child, statement)


def drawable(root, place):
    for path in sorted(root.joinpath(place).rglob("*.py")):
        source = path.read_bytes()
        starts = [0]
        for line in source.splitlines(keepends=True):
            starts.append(starts[-1] + len(line))
        for node, statement in walk(ast.parse(source)):
            for kind, gone, text in mutations_of(node):
                start = starts[gone.lineno - 1] + gone.col_offset
                before = source[start : starts[gone.end_lineno - 1] + gone.end_col_offset]
                lines = range(min(statement.lineno, gone.lineno), gone.end_lineno + 1)
                other = f"({text})" if isinstance(gone, ast.expr) else text
                yield Mutation(kind, str(path.relative_to(root)), lines, start, before, other)


def drawn(root, place, count, seed):
    """Draw a kind, then one of its mutations, so that the many constants do not crowd out the few that raise."""
    kinds = defaultdict(list)
    for mutation in drawable(root, place):
        kinds[mutation.kind].append(mutation)
    chance = random.Random(seed)
    for mutations in kinds.values():
        chance.shuffle(mutations)
    chosen = []
    while len(chosen) < count and any(kinds.values()):
        if mutations := kinds[chance.choice(sorted(kinds))]:
            chosen.append(mutations.pop())
    return chosen

"""The mutations of a piece of code: what they are, and how some of them are drawn."""

import ast
import random
from typing import NamedTuple

PAIRS = [(ast.Lt, ast.LtE), (ast.Gt, ast.GtE), (ast.Eq, ast.NotEq), (ast.Is, ast.IsNot), (ast.In, ast.NotIn)]
PAIRS += [(ast.Add, ast.Sub), (ast.Mult, ast.FloorDiv), (ast.And, ast.Or)]
OTHER = dict(PAIRS) | {second: first for first, second in PAIRS}


class Mutation(NamedTuple):
    """A change of one node: ``text`` in the place of ``before``, which begins at the byte ``start``."""

    kind: str
    file: str
    lines: tuple[int, int]  # those of the statement, or of its head where it has a body
    start: int
    before: bytes
    text: str

    def __str__(self):
        return f"{self.file}:{self.lines[0]} {self.kind}: {self.before.decode()} -> {self.text}"

    def applied(self, source):
        return source[: self.start] + self.text.encode() + source[self.start + len(self.before) :]


def with_other(node, **fields):
    """Return the source of a node of which some fields are others."""
    return f"({ast.unparse(type(node)(**dict(ast.iter_fields(node)) | fields))})"


def mutations_of(node):  # noqa: C901  # a table: a case is a kind of node
    """Yield the kinds of change that a node allows: each with the node that goes and what takes its place."""
    match node:
        case ast.Compare(ops=[op]):
            yield "comparison", node, with_other(node, ops=[OTHER[type(op)]()])
        case ast.BinOp(op=op) if type(op) in OTHER:
            yield "operator", node, with_other(node, op=OTHER[type(op)]())
        case ast.BoolOp(op=op, values=[first, *rest]):
            yield "operator", node, with_other(node, op=OTHER[type(op)]())
            yield "condition", node, f"({ast.unparse(first)})"
            yield "condition", node, with_other(node, values=rest)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield "condition", node, f"({ast.unparse(operand)})"
        case ast.Constant(value=bool(value)):
            yield "constant", node, str(not value)
        case ast.Constant(value=int(value)):
            yield from (("off by one", node, str(other)) for other in (value + 1, value - 1) if other >= 0)
        case ast.Constant(value=str(value)) if value and not any(map(str.isspace, value)):  # a sentence is prose
            yield "constant", node, repr(value[1:] or value * 2)
        case ast.Constant(value=float(value)):
            yield "constant", node, repr(value * 1.5)
        case ast.Call(args=[first, second, *rest]) if ast.Starred not in {type(first), type(second)}:
            yield "arguments", node, with_other(node, args=[second, first, *rest])
        case ast.If(test=test) | ast.IfExp(test=test) if ast.unparse(test) != "TYPE_CHECKING":
            yield from (("branch", test, value) for value in ("False", "True"))
        case ast.comprehension(ifs=[test, *_]):
            yield "branch", test, "True"
        case ast.Raise():
            yield "raise", node, "pass"


def drawable(root, place):
    for path in sorted(root.joinpath(place).rglob("*.py")):
        source = path.read_bytes()
        starts = [0]
        for line in source.splitlines(keepends=True):
            starts.append(starts[-1] + len(line))
        for node, head in walk(ast.parse(source), (0, 0)):
            for kind, gone, text in mutations_of(node):
                start = starts[gone.lineno - 1] + gone.col_offset
                end = starts[gone.end_lineno - 1] + gone.end_col_offset
                yield Mutation(kind, str(path.relative_to(root)), head, start, source[start:end], text)


def walk(node, head):
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


def drawn(root, place, count, seed):
    """Draw a kind, then one of its mutations, so that the many constants do not crowd out the few that raise."""
    kinds = {}
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

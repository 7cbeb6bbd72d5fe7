"""The small faults that a Python file can have, in function bodies, where tests can reach them."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

OTHER: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.And: ast.Or, ast.Or: ast.And,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult, ast.Mod: ast.Add,
}  # fmt: skip
OTHER_CALL = {"min": "max", "max": "min", "any": "all", "all": "any"}
OF_ROWS = {"filter", "exclude", "get", "update", "create"}


@dataclass(frozen=True)
class Mutant:
    path: str
    where: str  # the function it is in
    was: str
    now: str
    lines: range  # a test that runs none of them cannot notice

    def __str__(self) -> str:
        return f"{self.path}: {self.where}: {self.was} → {self.now or 'nothing'}"


@dataclass(frozen=True)
class Change:
    """A change of one field of a node; ``was`` and ``now`` show it where the node does not."""

    node: Any
    field: str
    new: Any
    was: Any = None
    now: Any = None


def mutants(path: str, text: str) -> Iterator[tuple[Mutant, ast.Module]]:
    """Every mutant with its tree, which is valid until the next one is requested."""
    tree = ast.parse(text)
    for where, first, change in list(find_changes(tree)):
        node, old = change.node, getattr(change.node, change.field)
        was, last = code_of(change.was or node), (change.was or node).end_lineno
        setattr(node, change.field, change.new)
        now, lines = code_of(change.now or node), range(first, last + 1)
        yield Mutant(path, where, was, now, lines), ast.fix_missing_locations(tree)
        setattr(node, change.field, old)


def code_of(node: ast.AST) -> str:
    return " ".join(ast.unparse(node).split())


def find_changes(
    node: ast.AST, where: str = "", first: int = 0, inside: bool = False
) -> Iterator[tuple[str, int, Change]]:
    """The changes below a node, with the name of their function and their statement's line."""
    if isinstance(node, ast.stmt):
        first = node.lineno
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        where = f"{where}.{node.name}".lstrip(".")
        inside = not isinstance(node, ast.ClassDef)
    elif inside:
        yield from ((where, first, change) for change in of_expression(node))
    if inside:
        yield from ((where, line, change) for line, change in of_body(node))
    for child in executed_children(node):
        yield from find_changes(child, where, first, inside)


def executed_children(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes that run when the function runs: no annotations, decorators or defaults."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        yield from node.body
    elif isinstance(node, ast.AnnAssign):
        yield from [node.value] if node.value else []
    elif isinstance(node, ast.keyword) and node.arg == "strict":
        return  # of zip: it only says what holds anyway
    else:
        yield from ast.iter_child_nodes(node)


def of_body(node: Any) -> Iterator[tuple[int, Change]]:
    """Leave a statement out."""
    for field in ("body", "orelse", "finalbody"):
        body: Any = getattr(node, field, None)
        for at, each in enumerate(body if isinstance(body, list) else []):
            gone = ast.copy_location(ast.Pass(), each)
            if does_something(each):
                rest = [*body[:at], gone, *body[at + 1 :]]
                yield each.lineno, Change(node, field, rest, each, gone)


def does_something(node: ast.AST) -> bool:
    match node:
        case ast.Raise() | ast.Continue() | ast.Break() | ast.AugAssign():
            return True
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            return True
        case ast.Expr(value=value):
            return not isinstance(value, ast.Constant)
    return False


def of_expression(node: ast.AST) -> Iterator[Change]:
    match node:
        case ast.Compare(ops=[op]):
            yield Change(node, "ops", [OTHER[type(op)]()])
        case ast.BinOp(op=ast.Mod(), right=ast.Dict() | ast.Tuple()):
            return  # a sentence and its gaps
        case ast.BoolOp(op=op) | ast.BinOp(op=op) if type(op) in OTHER:
            yield Change(node, "op", OTHER[type(op)]())
        case ast.UnaryOp(op=ast.USub()):
            yield Change(node, "op", ast.UAdd())
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            twice = ast.copy_location(ast.UnaryOp(ast.Not(), operand), operand)
            yield Change(node, "operand", twice)
        case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test):
            if not isinstance(test, ast.Compare | ast.UnaryOp):
                other = ast.copy_location(ast.UnaryOp(ast.Not(), test), test)
                yield Change(node, "test", other, test, other)
        case ast.comprehension(ifs=[test, *_]):
            yield Change(node, "ifs", [], test, ast.Constant(True))
        case ast.Return(value=ast.expr() as value) if code_of(value) != "None":
            yield Change(node, "value", ast.copy_location(ast.Constant(None), value))
        case ast.Constant(value=bool() as value):
            yield Change(node, "value", not value)
        case ast.Constant(value=int() as value):
            yield Change(node, "value", value + 1)
        case ast.Call(func=ast.Name(id=name) as func) if name in OTHER_CALL:
            yield Change(func, "id", OTHER_CALL[name])
        case ast.Call(func=ast.Attribute(attr=name), keywords=words) if name in OF_ROWS:
            for word in words:
                yield Change(node, "keywords", [w for w in words if w is not word])

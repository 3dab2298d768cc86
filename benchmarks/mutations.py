"""What can be broken in a module, one thing at a time: for each mutant its code, and what it says instead.

Comparisons swapped and negated, arithmetic and set operators swapped, `and` for `or`, an operand or a filter left out,
conditions always or never true, numbers by one, strings, True and False, bounds of slices, keys of sortings, `min` for
`max`, `any` for `all`, nothing returned, a statement left out, `break` for `continue`. Left alone is what has no
behaviour of its own: annotations, decorators, docstrings, wording of errors, `assert`, `strict=`, and what declares
types and fields.
"""

import ast
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from types import CodeType

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
    ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
FUNCTIONS = {"min": "max", "max": "min", "any": "all", "all": "any", "sorted": "list", "reversed": "list"}

DECLARING = {"TypeVar", "NewType", "field"}
UNTOUCHED = {"annotation", "returns", "decorator_list", "type_params", "bases"}

TOO_SMALL = ast.Constant | ast.Name | ast.comprehension | ast.keyword | ast.arguments | ast.Slice
"""What says too little alone to be told by it."""

Compound = ast.If | ast.For | ast.While | ast.With | ast.Try | ast.Match | ast.FunctionDef | ast.ClassDef


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutant:
    """One change of a module, and the module's code with it."""

    line: int
    function: str
    """Where: the qualified name of the function, or of the class; empty at the module's own level."""
    before: str
    after: str
    code: CodeType


@dataclass(frozen=True, slots=True)
class _Spot:
    """A node's place in its parent, so that another can take it."""

    parent: ast.AST
    field: str
    at: int | None

    def put(self, node: ast.AST) -> None:
        if self.at is None:
            setattr(self.parent, self.field, node)
        else:
            getattr(self.parent, self.field)[self.at] = node


def mutants_of(source: str, filename: str) -> list[Mutant]:
    """Every mutant of a module, in the order of its source.

    >>> [(m.function, m.before, m.after) for m in mutants_of("def older(a: int, b: int) -> bool: return a < b", "")]
    [('older', 'return a < b', 'return None'), ('older', 'a < b', 'a <= b'), ('older', 'a < b', 'a >= b')]
    """
    tree = ast.parse(source)
    found, seen = [], Counter[tuple[str, str, str]]()
    for node, spot, above in _walk(tree, ()):
        for other in _instead(node, spot):
            ast.fix_missing_locations(ast.copy_location(other, node))
            function = ".".join(each.name for each in above if isinstance(each, ast.FunctionDef | ast.ClassDef))
            before, after = _texts(node, other, spot, above)
            spot.put(other)
            code = compile(tree, filename, "exec")
            spot.put(node)
            seen[function, before, after] += 1
            if (again := seen[function, before, after]) > 1:
                after += f"  ({again})"
            line = getattr(node, "lineno", 0)
            found.append(Mutant(line=line, function=function, before=before, after=after, code=code))
    return found


def _walk(node: ast.AST, above: tuple[ast.AST, ...]) -> Iterator[tuple[ast.AST, _Spot, tuple[ast.AST, ...]]]:
    """Every node that may be broken, with its spot and all that it is part of, outermost first."""
    above = (*above, node)
    for name, value in ast.iter_fields(node):
        if name in UNTOUCHED:
            continue
        children = enumerate(value) if isinstance(value, list) else [(None, value)]
        for at, child in children:
            if isinstance(child, ast.AST) and not _is_left_alone(child):
                yield child, _Spot(node, name, at), above
                yield from _walk(child, above)


def _is_left_alone(node: ast.AST) -> bool:
    match node:
        case ast.Assert() | ast.JoinedStr() | ast.Import() | ast.ImportFrom() | ast.keyword(arg="strict"):
            return True
        case ast.Expr(value=ast.Constant()):
            return True
        case ast.Call(func=ast.Name(id=name)) if name in DECLARING:
            return True
        case ast.BinOp(op=ast.BitOr(), right=ast.Constant(value=None)):
            return True
    return False


def _instead(node: ast.AST, spot: _Spot) -> Iterator[ast.AST]:
    """What may stand in the place of a node."""
    if spot.field == "test" and isinstance(spot.parent, ast.If | ast.IfExp):
        yield from (ast.Constant(value=truth) for truth in (True, False))
    if spot.field in ("ifs", "guard"):
        yield ast.Constant(value=True)
    if spot.field in ("lower", "upper") and isinstance(spot.parent, ast.Slice):
        yield ast.Constant(value=None)
    match node:
        case ast.Expr(value=ast.Call()) | ast.AugAssign() | ast.Raise() | ast.Delete():
            yield ast.Pass()
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield ast.Pass()
        case ast.Return(value=ast.expr()):
            yield ast.Return(value=ast.Constant(value=None))
        case ast.Break():
            yield ast.Continue()
        case ast.Continue():
            yield ast.Break()
    if isinstance(node, ast.AugAssign) and type(node.op) in OPERATORS:
        yield ast.AugAssign(target=node.target, op=OPERATORS[type(node.op)](), value=node.value)
    if isinstance(node, ast.expr):
        yield from _expressions(node)


def _expressions(node: ast.expr) -> Iterator[ast.expr]:
    match node:
        case ast.Compare(left=left, ops=ops, comparators=comparators):
            for at, op in enumerate(ops):
                for other in COMPARISONS[type(op)]:
                    yield ast.Compare(left=left, ops=[*ops[:at], other(), *ops[at + 1 :]], comparators=comparators)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in OPERATORS:
            yield ast.BinOp(left=left, op=OPERATORS[type(op)](), right=right)
        case ast.BoolOp(op=op, values=values):
            yield ast.BoolOp(op=ast.Or() if isinstance(op, ast.And) else ast.And(), values=values)
            for at in range(len(values)):
                rest = [*values[:at], *values[at + 1 :]]
                yield rest[0] if len(rest) == 1 else ast.BoolOp(op=op, values=rest)
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            yield operand
        case ast.Constant(value=bool() as truth):
            yield ast.Constant(value=not truth)
        case ast.Constant(value=int() as number):
            yield from (ast.Constant(value=number + step) for step in (1, -1))
        case ast.Constant(value=str() as text):
            yield ast.Constant(value=f"{text}x")
        case ast.Call(func=ast.Name(id=name), args=args, keywords=keywords):
            if name in FUNCTIONS:
                only = [] if FUNCTIONS[name] == "list" else keywords
                yield ast.Call(func=ast.Name(id=FUNCTIONS[name], ctx=ast.Load()), args=args, keywords=only)
            if any(keyword.arg == "key" for keyword in keywords):
                others = [keyword for keyword in keywords if keyword.arg != "key"]
                yield ast.Call(func=node.func, args=args, keywords=others)


def _texts(node: ast.AST, other: ast.AST, spot: _Spot, above: tuple[ast.AST, ...]) -> tuple[str, str]:
    """What was said and what is said instead: as little of the source as is there only once in its function."""
    within = next((each for each in reversed(above) if isinstance(each, ast.FunctionDef)), above[0])
    everything = ast.unparse(within)
    for part in (node, *reversed(above)):
        if isinstance(part, TOO_SMALL) or isinstance(part, ast.UnaryOp) and isinstance(part.operand, ast.Constant):
            continue
        before = _said(part)
        if isinstance(part, ast.stmt | ast.Module) or everything.count(before) == 1:
            break
    if part is node:
        return before, _said(other)
    spot.put(other)
    after = _said(part)
    spot.put(node)
    return before, after


def _said(node: ast.AST) -> str:
    """A node as source; of a statement with others in it the head alone."""
    text = ast.unparse(node)
    return text.splitlines()[0] if isinstance(node, Compound) else text

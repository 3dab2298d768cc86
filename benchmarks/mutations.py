"""The mutants of a module: the code of each, with one thing changed, and the changed text.

Comparisons are swapped and negated, arithmetic and set operators swapped, `and` replaced by `or`, an operand or a
filter removed, conditions made always or never true, numbers changed by one, also strings, True and False, bounds of
slices, sorting keys, `min` and `max`, `any` and `all`, return values, `break` and `continue`; statements are removed.

What has no behaviour of its own is left alone: annotations, decorators, docstrings, `assert`, declarations of types
and fields, arguments for speed (`maxsize=`, `chunk_size=`), the length of digests, the height of text fields, the
wording of errors and of the log, sentences of the catalog, and None, False or something empty returned as a no. Where
no rule sees why nobody can notice a change, the line is marked: `# equivalent: the reason` for every change of the
line, or ``# equivalent `size > 1`: the reason`` for the one that leaves this source. A mark that hides nothing is an
error.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import CodeType

MARK = re.compile(r"# equivalent(?: `(?P<source>[^`]+)`)?: ")

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

DECLARING = {"TypeVar", "NewType", "field", "cast"}
UNSEEN = {"strict", "maxsize", "batch_size", "chunk_size"}
"""Arguments that change no result: they serve the type checker, the reader, or speed."""
SENTENCES = (
    {"_"} | {f"{kind}gettext{when}" for kind in ("", "n", "p", "np") for when in ("", "_lazy")} | {"gettext_noop"}
)
"""The functions that translate; `tests/test_translations.py` checks their sentences, and the facts given to them."""
PROGRAMMERS_ERRORS = {"ValueError", "TypeError", "LookupError", "KeyError", "RuntimeError", "AssertionError"}
UNTOUCHED = {"annotation", "returns", "decorator_list", "type_params", "bases"}

TOO_SMALL = ast.Constant | ast.Name | ast.comprehension | ast.keyword | ast.arguments | ast.Slice
"""Nodes too small to identify a change on their own."""

Compound = ast.If | ast.For | ast.While | ast.With | ast.Try | ast.Match | ast.FunctionDef | ast.ClassDef


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutant:
    """One change of a module, with the module's code."""

    module: str
    line: int
    function: str
    """The qualified name of the changed function; empty at module or class level."""
    before: str
    after: str
    key: str
    """The change without its line: the same as long as its function has this change."""
    code: CodeType


@dataclass(frozen=True, slots=True)
class Spot:
    """A node's place in its parent, so that another node can replace it."""

    parent: ast.AST
    field: str
    at: int | None

    def put(self, node: ast.AST) -> None:
        if self.at is None:
            setattr(self.parent, self.field, node)
        else:
            getattr(self.parent, self.field)[self.at] = node


@dataclass(frozen=True, slots=True)
class Change:
    """One change of a module's tree."""

    node: ast.AST
    other: ast.AST
    """What replaces the node."""
    spot: Spot
    above: tuple[ast.AST, ...]
    """The node's ancestors, the outermost first."""


class Source:
    """The source of a module, and every change that can be made to it, in order.

    >>> source = Source("older", "def older(a: int, b: int) -> bool: return a < b", "")
    >>> [(m.function, m.before, m.after) for m in map(source.mutant, range(source.size))]
    [('older', 'return a < b', 'return False'), ('older', 'a < b', 'a <= b'), ('older', 'a < b', 'a >= b')]
    >>> marked = Source("older", "def older(a, b): return a < b  # equivalent `a <= b`: no two are as old", "")
    >>> [marked.mutant(number).after for number in range(marked.size)]
    ['return None', 'a >= b']

    Raises ValueError if a mark hides nothing.
    """

    def __init__(self, module: str, text: str, filename: str) -> None:
        self.module, self._filename, self._tree = module, filename, ast.parse(text)
        marks = {
            number: mark["source"] for number, line in enumerate(text.splitlines(), 1) if (mark := MARK.search(line))
        }
        hidden = set[int]()
        self.changes = list[Change]()
        """Every change, in order."""
        for node, spot, above in _walk(self._tree, ()):
            line = getattr(node, "lineno", 0)
            for other in _instead(node, spot, above):
                if line in marks and marks[line] in (None, ast.unparse(other)):
                    hidden.add(line)
                else:
                    self.changes.append(Change(node, other, spot, above))
        if useless := marks.keys() - hidden:
            raise ValueError(f"{filename}, line {min(useless)}: this mark hides no change.")
        self.keys = tuple(self._keys())
        """The keys of its mutants."""
        self.functions = tuple(_function(change.above) for change in self.changes)
        """Their functions, as `Class.function`; empty at module or class level."""

    @property
    def size(self) -> int:
        return len(self.changes)

    def _keys(self) -> Iterator[str]:
        before = Counter[str]()
        for change in self.changes:
            text = f"{ast.unparse(change.node)} → {ast.unparse(change.other)}"
            key = f"{self.module}:{_function(change.above)}: {text}"
            before[key] += 1
            yield f"{key} ({before[key]})"

    def compiled(self) -> CodeType:
        """Return the code of the tree as it stands."""
        return compile(ast.fix_missing_locations(self._tree), self._filename, "exec")

    def mutant(self, number: int) -> Mutant:
        change = self.changes[number]
        ast.copy_location(change.other, change.node)
        before, after = _texts(change)
        change.spot.put(change.other)
        code = self.compiled()
        change.spot.put(change.node)
        line = getattr(change.node, "lineno", 0)
        function = _function(change.above)
        return Mutant(
            module=self.module,
            line=line,
            function=function,
            before=before,
            after=after,
            key=self.keys[number],
            code=code,
        )


def _function(above: Sequence[ast.AST]) -> str:
    """Return the outermost function around a node, given its ancestors. The default of an argument has none."""
    names: list[str] = []
    for node, inner in zip(above, above[1:], strict=False):
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            names.append(node.name)
        if isinstance(node, ast.FunctionDef):
            return "" if isinstance(inner, ast.arguments) else ".".join(names)
    last = above[-1]
    return ".".join([*names, last.name]) if isinstance(last, ast.FunctionDef) else ""


def _walk(node: ast.AST, above: tuple[ast.AST, ...]) -> Iterator[tuple[ast.AST, Spot, tuple[ast.AST, ...]]]:
    """Yield every node that may be changed, with its spot and all its ancestors, the outermost first."""
    above = (*above, node)
    for name, value in ast.iter_fields(node):
        if name in UNTOUCHED:
            continue
        children = enumerate(value) if isinstance(value, list) else [(None, value)]
        for at, child in children:
            if isinstance(child, ast.AST) and not _is_left_alone(child, node):
                yield child, Spot(node, name, at), above
                yield from _walk(child, above)


def _is_digest(node: ast.AST) -> bool:
    """Return whether a node cuts a digest, which is as good with a letter more or less."""
    match node:
        case ast.Subscript(value=ast.Call(func=ast.Attribute(attr="hexdigest"))):
            return True
    return False


def _is_height(node: ast.AST, parent: ast.AST) -> bool:
    """Return whether a node is of the height of a text field, `{"rows": 3}`: the browser's, and no fault."""
    if not isinstance(parent, ast.Dict):
        return False
    heights = (pair for pair in zip(parent.keys, parent.values, strict=True) if _is_text(pair[0], "rows"))
    return any(node in (key, value) and isinstance(value, ast.Constant) for key, value in heights)


def _is_text(node: ast.AST | None, text: str) -> bool:
    return isinstance(node, ast.Constant) and node.value == text


def _is_left_alone(node: ast.AST, parent: ast.AST) -> bool:
    if _is_height(node, parent):
        return True
    match node:
        case ast.Assert() | ast.JoinedStr() | ast.Import() | ast.ImportFrom():
            return True
        case ast.keyword(arg=name) if name in UNSEEN:
            return True
        case ast.Slice() if _is_digest(parent):
            return True
        case ast.Expr(value=ast.Constant()) | ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return True
        case ast.Assign(targets=[ast.Name(id=name)]) if name.startswith("__"):
            return True
        case ast.Call(func=ast.Name(id=name)) if name in DECLARING:
            return True
        case ast.Expr(value=ast.Call(func=ast.Name(id="assert_never"))):
            return True
        case ast.BinOp(op=ast.BitOr(), right=ast.Constant(value=None)):
            return True
    return False


def _is_sentence_filled(node: ast.AST) -> bool:
    """Return whether a node fills a sentence of the catalog where it is written."""
    match node:
        case ast.BinOp(left=ast.Call(func=ast.Name(id=name)), op=ast.Mod()):
            return name in SENTENCES
    return False


def _is_wording(node: ast.AST, above: Sequence[ast.AST]) -> bool:
    """Return whether a node is a sentence of the catalog, of an error for programmers, or of the log.

    How a sentence of the catalog is filled belongs to it.
    """
    parent = above[-1]
    if _is_sentence_filled(node):
        return True
    if isinstance(parent, ast.Dict) and any(node is key for key in parent.keys) and _is_sentence_filled(above[-2]):
        return all(isinstance(key, ast.Constant) for key in parent.keys)
    if not (isinstance(node, ast.Constant) and isinstance(node.value, str) and isinstance(parent, ast.Call)):
        return False
    match parent.func:
        case ast.Name(id=name):
            return name in SENTENCES or name in PROGRAMMERS_ERRORS
        case ast.Attribute(value=ast.Name(id=name)):
            return name.lower() in ("log", "logger")
    return False


def _nothing(above: Sequence[ast.AST]) -> ast.expr:
    """Return what a function returns that returns nothing: an empty text or collection, False, or None, by its type.

    The type checker finds a None where there should be something else.
    """
    function = next((outer for outer in reversed(above) if isinstance(outer, ast.FunctionDef)), None)
    match function and function.returns:
        case ast.Name(id="str"):
            return ast.Constant(value="")
        case ast.Name(id="bool"):
            return ast.Constant(value=False)
        case ast.Subscript(value=ast.Name(id="list")):
            return ast.List(elts=[], ctx=ast.Load())
        case ast.Subscript(value=ast.Name(id="tuple" | "Sequence" | "Iterable" | "Collection")):
            return ast.Tuple(elts=[], ctx=ast.Load())
        case ast.Subscript(value=ast.Name(id="dict" | "Mapping")):
            return ast.Dict(keys=[], values=[])
    return ast.Constant(value=None)


def _is_same(value: ast.expr, nothing: ast.expr) -> bool:
    return ast.unparse(value) in ("None", ast.unparse(nothing))


def _is_lowest_bit_counted(node: ast.AST, parent: ast.AST) -> bool:
    """Return whether a node is `x & -x` before `.bit_length()`, for which `x | -x` has the same length.

    >>> [(x & -x).bit_length() == (x | -x).bit_length() for x in (1, 2, 6, 40)]
    [True, True, True, True]
    """
    match node, parent:
        case ast.BinOp(op=ast.BitAnd(), left=left, right=ast.UnaryOp(op=ast.USub(), operand=operand)), ast.Attribute(
            attr="bit_length"
        ):
            return ast.unparse(left) == ast.unparse(operand)
    return False


def _instead(node: ast.AST, spot: Spot, above: Sequence[ast.AST]) -> Iterator[ast.AST]:
    """Yield the possible replacements of a node."""
    if _is_wording(node, above) or _is_lowest_bit_counted(node, spot.parent):
        return
    if spot.field == "test" and isinstance(spot.parent, ast.If | ast.IfExp):
        yield from (ast.Constant(value=truth) for truth in (True, False))
    if spot.field in ("ifs", "guard"):
        yield ast.Constant(value=True)
    is_start = spot.field == "lower" and isinstance(node, ast.Constant) and node.value == 0
    if spot.field in ("lower", "upper") and isinstance(spot.parent, ast.Slice) and not is_start:
        yield ast.Constant(value=None)
    match node:
        case ast.Expr(value=ast.Call()) | ast.AugAssign() | ast.Raise() | ast.Delete():
            yield ast.Pass()
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield ast.Pass()
        case ast.Return(value=ast.expr() as value) if not _is_same(value, _nothing(above)):
            yield ast.Return(value=_nothing(above))
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


def _texts(change: Change) -> tuple[str, str]:
    """Return the original and the changed text: the shortest source that is unique within its function."""
    node, above = change.node, change.above
    within = next((outer for outer in reversed(above) if isinstance(outer, ast.FunctionDef)), above[0])
    everything = ast.unparse(within)
    for part in (node, *reversed(above)):
        if isinstance(part, TOO_SMALL) or isinstance(part, ast.UnaryOp) and isinstance(part.operand, ast.Constant):
            continue
        before = _source_of(part)
        if isinstance(part, ast.stmt | ast.Module) or everything.count(before) == 1:
            break
    if part is node:
        return before, _source_of(change.other)
    change.spot.put(change.other)
    after = _source_of(part)
    change.spot.put(node)
    return before, after


def _source_of(node: ast.AST) -> str:
    """Return a node as source; of a compound statement only the head, without decorators."""
    lines = ast.unparse(node).splitlines()
    heads = [line for line in lines if not line.startswith("@")]
    return heads[0] if isinstance(node, Compound) else "\n".join(lines)

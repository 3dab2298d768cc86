"""The mutants that no test can notice: `python -m benchmarks.infection [--module M]`.

A test notices a mutant only if the changed expression has another value there than the original: the mutant must
*infect* (J. Voas, "PIE: a dynamic failure-based technique", IEEE TSE 18:8, 1992). One run of all tests shows for all
mutants whether that ever happens: each expression is computed as before, and its mutants beside it. Those that never
differed are printed. Each is a missing test, a condition that is always so, or a change that can be marked
(`mutations.py`).

Of the others some survive all the same, so this does not replace `mutants.py`, which runs the tests for each. Not
observed are patterns, and what runs during imports. An operand that the original skips is computed for the sake of
a mutant, unless it calls something that may have side effects; a test that fails here alone has met one all the same.
"""

import argparse
import ast
import builtins
import operator
import os
import signal
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import groupby
from multiprocessing import get_context
from typing import Any, TypeVar

import pytest

from benchmarks.closeness import APPS, PROJECT, files_by_closeness, modules
from benchmarks.forks import answer_of, session
from benchmarks.functions import Calls, Functions
from benchmarks.mutants import sources
from benchmarks.mutations import FUNCTIONS, Change, Source

OBSERVER = "__observer__"
"""The name in `builtins` of the `Observer` that the instrumented program calls."""
LONGEST = 3600
"""The seconds after which a file of tests is given up."""

COMPARISONS: Mapping[str, Callable[[Any, Any], Any]] = {
    "Lt": operator.lt,
    "LtE": operator.le,
    "Gt": operator.gt,
    "GtE": operator.ge,
}
OPERATORS: Mapping[str, Callable[[Any, Any], Any]] = {
    "Add": operator.add,
    "Sub": operator.sub,
    "Mult": operator.mul,
    "FloorDiv": operator.floordiv,
    "Mod": operator.mod,
    "Pow": operator.pow,
    "BitOr": operator.or_,
    "BitAnd": operator.and_,
    "BitXor": operator.xor,
    "LShift": operator.lshift,
    "RShift": operator.rshift,
}
SIDE_EFFECTS = {
    *("acquire", "add", "append", "create", "delete", "discard"),
    *("next", "pop", "remove", "save", "setdefault", "update"),
}
"""Functions and methods that change something. So may those that make an object, whose name is capitalized."""
NEED_THEIR_SCOPE = {"super", "__class__", "locals", "vars"}

Value = TypeVar("Value")


class Observer:
    """Computes the expressions of the instrumented program and records the numbers of the mutants that infect.

    >>> observer = Observer()
    >>> observer.compared("Lt", 1, 1, {"LtE": 7, "GtE": 8}), observer.compared("Lt", 1, 2, {"LtE": 9})
    (False, True)
    >>> observer.joined("And", [10, 11, 12], True, [lambda: False, lambda: True])
    False
    >>> sorted(observer.infected)
    [7, 8, 10, 11]
    """

    def __init__(self) -> None:
        self.infected = set[int]()

    def computed(self, value: Value, numbers: Iterable[int]) -> Value:
        """Record mutants that infect wherever they are reached."""
        self.infected.update(numbers)
        return value

    def decided(self, value: Value, numbers: Mapping[bool, int]) -> Value:
        """Return a condition's value; the mutants are those that make it always True, and always False."""
        if (other := numbers.get(not value)) is not None:
            self.infected.add(other)
        return value

    def returned(self, value: Value, nothing: object, number: int) -> Value:
        self._note(number, value, lambda: nothing)
        return value

    def added(self, value: Value, numbers: Iterable[int]) -> Value:
        """Return what a statement adds to something, or takes away: a nought infects nothing."""
        if type(value) is bool or value:
            self.infected.update(numbers)
        return value

    def compared(self, name: str, left: Any, right: Any, mutants: Mapping[str, int]) -> Any:
        value = COMPARISONS[name](left, right)
        for other, number in mutants.items():
            self._note(number, value, lambda other=other: COMPARISONS[other](left, right))
        return value

    def calculated(self, name: str, left: Any, right: Any, other: str, number: int) -> Any:
        value = OPERATORS[name](left, right)
        self._note(number, value, lambda: OPERATORS[other](left, right))
        return value

    def called(
        self, name: str, given: Sequence[Any], named: Mapping[str, Any], other: int | None, unsorted: int | None
    ) -> Any:
        """Return what a function of `FUNCTIONS` returns; the mutants call its opposite, and it without its key."""
        given = [list(one) if isinstance(one, Iterator) else one for one in given]

        def result(function: str, arguments: Mapping[str, Any]) -> Any:
            value = getattr(builtins, function)(*given, **arguments)
            return list(value) if isinstance(value, Iterator) else value

        value, opposite = result(name, named), FUNCTIONS[name]
        if other is not None:
            self._note(other, value, lambda: result(opposite, {} if opposite == "list" else named))
        if unsorted is not None:
            rest = {key: argument for key, argument in named.items() if key != "key"}
            self._note(unsorted, value, lambda: result(name, rest))
        return iter(value) if name == "reversed" else value

    def joined(
        self, name: str, numbers: Sequence[int | None], only_truth: bool, operands: Sequence[Callable[[], Any]]
    ) -> Any:
        """Return the value of operands that `and` or `or` joins.

        The mutants are, in this order, the other of the two, and each operand removed. Where `only_truth` matters, as
        in a condition, they infect by that alone.
        """
        known = list[Any]()

        def value_of(operand: int) -> Any:
            while len(known) <= operand:
                known.append(operands[len(known)]())
            return known[operand]

        def result(is_and: bool, without: int | None = None) -> Any:
            value: Any = None
            for operand in range(len(operands)):
                if operand != without:
                    value = value_of(operand)
                    if bool(value) != is_and:
                        break
            return value

        is_and = name == "And"
        value = result(is_and)
        seen: Callable[[Any], Any] = bool if only_truth else lambda value: value
        for at, number in enumerate(numbers):
            if number is not None:
                self._note(
                    number, seen(value), lambda at=at: seen(result(is_and, at - 1) if at else result(not is_and))
                )
        return value

    def _note(self, number: int, value: Any, mutant: Callable[[], Any]) -> None:
        """Record a mutant if it has another value, or cannot be computed."""
        if number in self.infected:
            return
        try:
            other = mutant()
            differs = type(value) is not type(other) or bool(value != other)
        except Exception:
            differs = True
        if differs:
            self.infected.add(number)


def instrument(source: Source, first: int) -> set[int]:
    """Let a module's expressions tell the observer their values, by changing the tree of its source.

    Mutants are numbered from `first` on. Return those that are not observed.

    >>> source = Source("older", "def older(a, b, oldest=9) -> bool: return a < b", "")
    >>> [source.mutant(number).after for number in range(source.size)]
    ['def older(a, b, oldest=10) -> bool:', 'def older(a, b, oldest=8) -> bool:', 'return False', 'a <= b', 'a >= b']
    >>> instrument(source, 20)
    {20, 21}
    >>> names = {OBSERVER: Observer()}
    >>> exec(source.compiled(), names)
    >>> names["older"](7, 7), names[OBSERVER].infected
    (False, {24, 23})
    """
    unobserved, notes = set[int](), list[tuple[Change, list[int]]]()
    by_spot = groupby(enumerate(source.changes, first), key=lambda pair: id(pair[1].spot))
    # What stands within an expression is changed before it.
    for group in [list(group) for _, group in by_spot][::-1]:
        change, others = group[0][1], {number: one.other for number, one in group}
        numbers = list(others)
        if not source.functions[numbers[0] - first] or any(isinstance(outer, ast.pattern) for outer in change.above):
            unobserved.update(numbers)
            continue
        match change.node:
            case ast.AugAssign(op=ast.Add() | ast.Sub()) as node:
                node.value = _call("added", node.value, _tuple(numbers))
            case ast.Return(value=ast.expr() as value) as node:
                node.value = _call("returned", value, _value_of(others[numbers[0]]), ast.Constant(numbers[0]))
            case ast.stmt():
                notes.append((change, numbers))
            case ast.expr() as node:
                change.spot.put(_observed(node, others, change))
            case _:
                unobserved.update(numbers)
    for change, numbers in notes:
        block = getattr(change.spot.parent, change.spot.field)
        note = ast.Expr(_call("computed", ast.Constant(None), _tuple(numbers)))
        block.insert(block.index(change.node), note)
    return unobserved


def _value_of(statement: ast.AST) -> ast.expr:
    assert isinstance(statement, ast.Return) and statement.value
    return statement.value


def _observed(node: ast.expr, others: Mapping[int, ast.AST], change: Change) -> ast.expr:
    """Return the call by which the observer computes an expression."""
    decisions = {
        other.value: number
        for number, other in others.items()
        if isinstance(other, ast.Constant) and isinstance(other.value, bool) and not isinstance(node, ast.Constant)
    }
    rest = {number: other for number, other in others.items() if number not in decisions.values()}
    observed = node
    if rest:
        is_bound = change.spot.field in ("lower", "upper")
        observed = (None if is_bound else _computed(node, rest, change)) or _call("computed", node, _tuple(rest))
    if decisions:
        keys, values = [ast.Constant(truth) for truth in decisions], [ast.Constant(one) for one in decisions.values()]
        observed = _call("decided", observed, ast.Dict([*keys], [*values]))
    return observed


def _computed(node: ast.expr, others: Mapping[int, ast.AST], change: Change) -> ast.expr | None:
    """Return the call that computes an expression and its mutants, or None if they differ wherever they are reached."""
    match node:
        case ast.Compare(left=left, ops=[op], comparators=[right]) if _name(op) in COMPARISONS:
            names = [ast.Constant(_name(other.ops[0])) for other in others.values() if isinstance(other, ast.Compare)]
            mutants = ast.Dict([*names], [ast.Constant(number) for number in others])
            return _call("compared", ast.Constant(_name(op)), left, right, mutants)
        case ast.BinOp(left=left, op=op, right=right):
            ((number, other),) = others.items()
            assert isinstance(other, ast.BinOp)
            names = [ast.Constant(_name(op)), left, right, ast.Constant(_name(other.op)), ast.Constant(number)]
            return _call("calculated", *names)
        case ast.BoolOp(op=op, values=values) if all(map(_is_without_effects, values)):
            nothing = ast.arguments(posonlyargs=[], args=[], kwonlyargs=[], kw_defaults=[], defaults=[])
            operands = ast.Tuple([ast.Lambda(nothing, value) for value in values], ast.Load())
            truth = ast.Constant(_is_condition(change))
            return _call("joined", ast.Constant(_name(op)), _tuple(others), truth, operands)
        case ast.Call(func=ast.Name(id=name) as function, args=given, keywords=named) if (
            name in FUNCTIONS
            and all(keyword.arg for keyword in named)
            and not any(isinstance(one, ast.Starred) for one in given)
        ):
            unsorted = [n for n, other in others.items() if isinstance(other, ast.Call) and other.func is function]
            other = [number for number in others if number not in unsorted]
            facts = ast.Dict([ast.Constant(keyword.arg) for keyword in named], [keyword.value for keyword in named])
            numbers = [ast.Constant(found[0] if found else None) for found in (other, unsorted)]
            return _call("called", ast.Constant(name), ast.Tuple([*given], ast.Load()), facts, *numbers)
    return None


def _call(method: str, *given: ast.expr) -> ast.expr:
    return ast.Call(ast.Attribute(ast.Name(OBSERVER, ast.Load()), method, ast.Load()), [*given], [])


def _tuple(numbers: Iterable[int]) -> ast.expr:
    return ast.Tuple([ast.Constant(number) for number in numbers], ast.Load())


def _name(node: ast.AST) -> str:
    return type(node).__name__


def _is_without_effects(operand: ast.expr) -> bool:
    """Return whether an operand may be computed where the original skips it, within a function of its own."""
    for node in ast.walk(operand):
        match node:
            case ast.NamedExpr() | ast.Yield() | ast.YieldFrom() | ast.Await():
                return False
            case ast.Name(id=name) if name in NEED_THEIR_SCOPE:
                return False
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
                if name in SIDE_EFFECTS or name[0].isupper():
                    return False
    return True


def _is_condition(change: Change) -> bool:
    """Return whether only the truth of an expression matters where it stands."""
    parent = change.spot.parent
    function = next((outer for outer in reversed(change.above) if isinstance(outer, ast.FunctionDef)), None)
    match parent, function and function.returns:
        case (ast.Return(), ast.Name(id="bool")) | (ast.UnaryOp(op=ast.Not()), _):
            return True
        case ast.Call(func=ast.Name(id="bool")), _:
            return True
    return change.spot.field in ("test", "ifs")


class _Run:
    """A run of some files of tests in the instrumented program, each in a fork."""

    def __init__(self, wanted: Sequence[str], files: Sequence[str]) -> None:
        self._wanted, self._files = wanted, files

    def found(self) -> set[int]:
        """Return the numbers of all mutants that infect or are not observed."""
        at_import = Calls()
        found: set[int] = session(self._files, partial(self._collected, at_import), during=at_import)
        return found

    def _collected(self, at_import: Calls, items: Sequence[pytest.Item]) -> set[int]:
        functions, observer, found, early = Functions(), Observer(), set[int](), at_import.names()
        setattr(builtins, OBSERVER, observer)
        first = 0
        for source in sources(self._wanted):
            found |= instrument(source, first)
            names = (f"{source.module}:{function}" for function in source.functions)
            found.update(number for number, name in enumerate(names, first) if name in early)
            functions.put(source.compiled())
            first += source.size
        files = dict[str, list[pytest.Item]]()
        for item in items:
            files.setdefault(item.nodeid.partition("::")[0], []).append(item)
        for at, (file, tests) in enumerate(files.items(), 1):
            failed, numbers = answer_of(lambda tests=tests: _observed_by(tests, functions, observer)) or ("all", ())
            found.update(numbers)
            print(f"{at}/{len(files)} {file}: {len(tests)} tests, {failed} fail", file=sys.stderr)
        return found


def _observed_by(tests: Sequence[pytest.Item], functions: Functions, observer: Observer) -> tuple[int, set[int]]:
    """Run tests; return how many fail, and the numbers of the mutants that infect."""
    signal.alarm(LONGEST)
    for item, after in zip(tests, [*tests[1:], None], strict=True):
        functions.clear_caches()
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
    return tests[0].session.testsfailed, observer.infected


def never_infecting(wanted: Sequence[str]) -> Iterator[str]:
    """Yield the mutants of these modules and packages that differ in no test, described."""
    files = sorted({file for module in modules() for file in files_by_closeness(module)})
    at_once = len(os.sched_getaffinity(0))
    runs = [_Run(wanted, files[part::at_once]) for part in range(at_once)]
    with ProcessPoolExecutor(at_once, get_context("fork")) as pool:
        found = set[int]().union(*pool.map(_Run.found, runs))
    first = 0
    for source in sources(wanted):
        for number in range(source.size):
            if first + number not in found:
                mutant = source.mutant(number)
                yield f"{mutant.module} line {mutant.line}, {mutant.function}: {mutant.before} → {mutant.after}"
        first += source.size


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.infection", description="Which mutants never differ?")
    parser.add_argument("--module", action="append", help="a module or package alone; as often as you like")
    given = parser.parse_args()
    os.chdir(PROJECT)
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"BURRACO_DATA": folder, "DJANGO_SETTINGS_MODULE": "burraco_club.settings"}
        found = [*never_infecting(given.module or APPS)]
    print(*found, sep="\n")
    print(f"{len(found)} mutants differ in no test")


if __name__ == "__main__":
    main()

"""The meetings of a draft: nobody whom the rules keep apart unless it must be, and the best round of the rest."""

from collections.abc import Callable, Iterator
from itertools import combinations

from tournaments.records import EntrantId, Fold, Policy, System

from .case import Case, Fault, Rule
from .counting import TRY_ALL_UP_TO, least_total

LEVELS = (Rule.BARRED, Rule.REMATCHES, Rule.CLUBS)
FREE = (System.DRAW, System.REGISTRATION, System.DANISH, System.DANISH_NO_REMATCH, System.SWISS)
"""The systems that may seat anybody against anybody."""


def check_rematches(case: Case) -> Iterator[Fault]:
    again = rematches_of(case)
    # The draft counts its rematches.
    if again != case.draft.rematches:
        yield Fault(Rule.REMATCHES, f"{again} rematches, the draft says {case.draft.rematches}")
    # Mitchell brings none, within the rounds that its step holds; but its first seats in a girone follow the ranking.
    if case.system is System.MITCHELL and again and case.moves:
        yield Fault(Rule.REMATCHES, f"{again} rematches in a Mitchell")


def rematches_of(case: Case) -> int:
    """The tables where two meet again."""
    return sum(case.again(table.ns, ew) for table, ew in case.played)


def check_gravity(case: Case) -> Iterator[Fault]:
    """Teammates and excluded meetings, then rematches, then clubmates: as few as a round can have."""
    if case.system not in FREE:
        return
    here = _sum(case, *((table.ns, ew) for table, ew in case.chosen))
    if not any(here):
        return
    least = case.least_grave(case.free, len(LEVELS))
    if least is not None:
        if here != least:
            level = next(level for level in range(len(LEVELS)) if here[level] != least[level])
            yield Fault(LEVELS[level], f"{here}, {least} is possible")
        return
    # In a big field the fewest of the worst level are counted, and then no exchange between two tables may help.
    if here[0] != (fewest := case.fewest(case.free, 0)):
        yield Fault(Rule.BARRED, f"{here[0]} meetings that should not be, {fewest} are possible")
    nobody_barred = not any(case.barred(*table) for table in combinations(case.free, 2))
    if nobody_barred and here[1] != (fewest := case.fewest(case.free, 1)):
        yield Fault(Rule.REMATCHES, f"{here[1]} rematches, {fewest} are possible")
    yield from _exchanges(case)


def _sum(case: Case, *tables: tuple[EntrantId, EntrantId]) -> tuple[int, ...]:
    return tuple(sum(column) for column in zip(*(case.gravity(*table) for table in tables), strict=True))


def _exchanges(case: Case) -> Iterator[Fault]:
    for (first, b), (second, d) in combinations(case.chosen, 2):
        a, c = first.ns, second.ns
        before = _sum(case, (a, b), (c, d))
        after = min(_sum(case, (a, c), (b, d)), _sum(case, (a, d), (b, c)))
        if after < before:
            level = next(level for level in range(len(LEVELS)) if before[level] != after[level])
            yield Fault(LEVELS[level], f"tables {first.number} and {second.number} could do better than {before}")


def check_system(case: Case) -> Iterator[Fault]:
    """The best of the rounds that are equally clean is the system's own choice."""
    if case.system in (System.REGISTRATION, System.DANISH):
        yield from _neighbours(case)
    elif case.system is System.SWISS:
        yield from _score_groups(case)
    if case.system in FREE and case.system is not System.DRAW and 0 < len(case.free) <= TRY_ALL_UP_TO:
        yield from _optimum(case)


def _row(case: Case) -> list[EntrantId]:
    """Those whom the system seats, in the order that it goes by."""
    return sorted(case.free) if case.system is System.REGISTRATION else case.free


def check_manual(case: Case) -> Iterator[Fault]:
    # The tables are the referee's.
    if (
        case.system is System.MANUAL
        and tuple((table.ns, table.ew) for table in case.draft.tables) != case.request.seats
    ):
        yield Fault(Rule.SYSTEM, "not the seats that the referee set")


def _neighbours(case: Case) -> Iterator[Fault]:
    row = _row(case)
    expected = {frozenset(row[at : at + 2]) for at in range(0, len(row), 2)}
    # 1 with 2, 3 with 4 …, if the referee or the teams do not forbid it.
    if any(case.barred(*table) for table in expected):
        return
    if {frozenset((table.ns, ew)) for table, ew in case.chosen} != expected:
        yield Fault(Rule.SYSTEM, "not 1–2, 3–4 …")


def _score_groups(case: Case) -> Iterator[Fault]:
    """If every score group is even and nothing stands in the way, each is folded, or its neighbours meet."""
    groups: dict[int, list[EntrantId]] = {}
    for pair in case.free:
        groups.setdefault(case.request.vp.get(pair, 0), []).append(pair)
    if any(len(group) % 2 for group in groups.values()):
        return
    folded = case.request.settings.fold is Fold.FOLDED
    expected: set[frozenset[EntrantId]] = set()
    for group in groups.values():
        half = len(group) // 2
        upper, lower = (group[:half], group[half:]) if folded else (group[::2], group[1::2])
        expected |= {frozenset(table) for table in zip(upper, lower, strict=True)}
    if any(any(case.gravity(*table)) for table in expected):
        return
    if {frozenset((table.ns, ew)) for table, ew in case.chosen} != expected:
        yield Fault(Rule.SYSTEM, f"not {case.request.settings.fold} in every score group")


def _optimum(case: Case) -> Iterator[Fault]:
    """In a small field: no round is better in what is wrong, and then in what the system weighs."""
    row, weigh = _row(case), _weight(case)
    place = {pair: at for at, pair in enumerate(row)}
    size = len(row) + 1
    vp = [case.request.vp.get(pair, 0) for pair in row]
    top: int = size ** (size + 2) * (1 + max(vp) - min(vp)) ** 2

    def price(a: int, b: int) -> int:
        grave = 0
        for wrong in case.gravity(row[a], row[b]):
            grave = size * grave + wrong
        return top * grave + weigh(a, b)

    here = sum(price(*sorted((place[table.ns], place[ew]))) for table, ew in case.chosen)
    if here != (least := least_total(len(row), price)):
        tables = [(table.ns, ew) for table, ew in case.chosen]
        yield Fault(Rule.COST, f"{tables} costs {here % top}, {(least or 0) % top} is possible")


def _weight(case: Case) -> Callable[[int, int], int]:
    """Return the weight of a table of two places; the least sum is the best round."""
    vp = [case.request.vp.get(pair, 0) for pair in _row(case)]
    if case.system is System.SWISS:
        return lambda a, b: (vp[a] - vp[b]) ** 2
    if case.system is System.DANISH_NO_REMATCH and case.request.settings.policy is Policy.MIN_SQUARE:
        return lambda a, b: (b - a) ** 2
    # From the top: whom the first meets weighs more than all the tables after it.
    size = len(vp) + 1  # equivalent: any larger base orders the rounds alike
    powers: list[int] = [size**exponent for exponent in range(size, 0, -1)]
    return lambda a, b: b * powers[a]


def check_cost(case: Case) -> Iterator[Fault]:
    cost = cost_of(case)
    # The cost is the sum of the squared ranking distances of those who play, in a Swiss that of VP differences; only
    # the systems that pair by ranking have one.
    if cost != case.draft.cost:
        yield Fault(Rule.COST, f"cost {cost}, the draft says {case.draft.cost}")


def cost_of(case: Case) -> int | None:
    """Return the cost of the round; None for a system that does not pair by ranking."""
    if case.system not in (System.DANISH, System.DANISH_NO_REMATCH, System.SWISS):
        return None
    stands = {pair: at for at, pair in enumerate(case.playing)}
    if case.system is System.SWISS:
        stands = {pair: case.request.vp.get(pair, 0) for pair in case.playing}
    return sum((stands[table.ns] - stands[ew]) ** 2 for table, ew in case.played)

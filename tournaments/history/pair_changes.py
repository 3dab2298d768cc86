"""The changes of pairs, read without the rows of which a page shows only how many they are.

Pairs that come as a list, by one press, are as many as the field: a page of changes says their number. Their historical
rows are counted in blocks of consecutive keys, and those in the middle of a long press are not read.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, F, Max, Min, Q, QuerySet

from tournaments.models import Pair, Player, Single, Substitute, Tournament

from .changes import Change, ChangeKind
from .edits import ONE_GESTURE, Edit, EditType, Values, edits_of, gestures_of, with_the_press_before
from .table_acts import FEW
from .time_spans import TimeSpan

BLOCK = 64
"""The historical rows that are counted together."""
PLAYERS = ("player1_id", "player2_id")


@dataclass(frozen=True, slots=True, kw_only=True)
class LongPress:
    """Historical rows of pairs that one press added: from `first` to `last`, those from `left` to `right` not read."""

    first: int
    last: int
    left: int
    right: int
    count: int
    """How many there are from `left` to `right`."""

    def holds(self, edit: Edit) -> bool:
        return self.first <= edit.row <= self.last


def entered_pairs(
    tournament: Tournament, stretch: TimeSpan, fields: Sequence[str], *, most: int | None, besides: Collection[int]
) -> tuple[list[Edit], Sequence[LongPress]]:
    """Return the edits of pairs from the beginning of the span on, and the presses that are not read whole.

    Those are the presses that added more than `most` pairs; without it none. The pairs `besides` are read too. One
    query; where there are so many rows that a press may be long, four.
    """
    since = with_the_press_before(stretch)
    if len(besides) <= FEW:  # equivalent: speed alone
        first = edits_of(_rows_of(tournament, _changed(tournament, since, ())[: 2 * BLOCK], besides), fields)
        if sum(since.holds(edit.at) for edit in first) < 2 * BLOCK:
            return first, ()
    presses = () if most is None else _long_presses(tournament, since, most)
    changed = list(_changed(tournament, since, presses)[: FEW + 1])
    few = len(changed) <= FEW and len({*changed, *besides}) <= FEW  # equivalent: speed alone
    rows = _rows_of(tournament, changed, besides) if few else _many_rows(tournament, since, presses)
    return edits_of(rows, fields), presses


def _rows_of(tournament: Tournament, keys: list[int] | QuerySet[Any, int], besides: Collection[int]) -> QuerySet[Any]:
    """Return all historical rows of these pairs."""
    if isinstance(keys, list) or not besides:
        rows: QuerySet[Any] = Pair.history.filter(id__in={*keys, *besides} if isinstance(keys, list) else keys)
        return rows
    return _ever(tournament).filter(Q(id__in=keys) | Q(id__in=besides))


def _changed(tournament: Tournament, since: TimeSpan, left_out: Sequence[LongPress]) -> QuerySet[Any, int]:
    """Return the keys of the pairs changed in that time, one for each historical row that is not left out.

    The rows before, between and after those left out are sought apart, so that a database passes over the others.
    """
    rows = _ever(tournament).filter(since.of("history_date")).order_by().values_list("id", flat=True)
    begins = [Q(), *(Q(history_id__gt=press.right) for press in left_out)]
    ends = [*(Q(history_id__lt=press.left) for press in left_out), Q()]
    first, *others = (rows.filter(begin, end) for begin, end in zip(begins, ends, strict=True))
    return first.union(*others, all=True) if others else first


def _long_presses(tournament: Tournament, since: TimeSpan, most: int) -> Sequence[LongPress]:
    """Return the presses in that time that added more than `most` pairs.

    Only where all blocks follow each other in time is it certain that nothing else parts the pairs of a press.
    """
    blocks = _blocks(_ever(tournament).filter(since.of("history_date")))
    if any(after["since"] < before["until"] for before, after in zip(blocks, blocks[1:], strict=False)):
        return ()
    runs: list[list[Mapping[str, Any]]] = []
    for block in blocks:
        if not _is_of_one_press(block):
            runs.append([])
        elif runs and runs[-1] and _goes_on(runs[-1][-1], block):
            runs[-1].append(block)
        else:
            runs.append([block])
    return [
        LongPress(
            first=run[0]["first"],
            last=run[-1]["last"],
            left=run[1]["first"],
            right=run[-2]["last"],
            count=sum(block["count"] for block in run[1:-1]),
        )
        for run in runs
        if len(run) > 2 and sum(block["count"] for block in run) > most
    ]


def _blocks(rows: QuerySet[Any]) -> list[dict[str, Any]]:
    counted = rows.order_by().annotate(block=F("history_id") / BLOCK).values("block")
    figures = counted.annotate(
        first=Min("history_id"),
        last=Max("history_id"),
        since=Min("history_date"),
        until=Max("history_date"),
        count=Count("history_id"),
        types=Count("history_type", distinct=True),
        type=Min("history_type"),
        with_account=Count("history_user"),
        accounts=Count("history_user", distinct=True),
        account=Min("history_user"),
    )
    return list(figures.order_by("block"))


def _is_of_one_press(block: Mapping[str, Any]) -> bool:
    same_author = block["with_account"] == 0 or (block["with_account"], block["accounts"]) == (block["count"], 1)
    added = (block["types"], block["type"]) == (1, EditType.ADDED)
    took = block["until"] - block["since"]
    return bool(same_author and added and took <= ONE_GESTURE)  # equivalent `took < ONE_GESTURE`: speed alone


def _goes_on(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    gap = other["since"] - one["until"]
    at_once = gap <= ONE_GESTURE  # equivalent `gap < ONE_GESTURE`: speed alone
    return bool(one["account"] == other["account"] and at_once)


def _many_rows(tournament: Tournament, since: TimeSpan, left_out: Sequence[LongPress]) -> QuerySet[Any]:
    """Return the historical rows of the pairs changed in that time, and of those with substitutes."""
    ever = _ever(tournament)
    if since.since is None and not left_out:
        return ever
    changed = ever.filter(since.of("history_date"))
    for press in left_out:
        changed = changed.exclude(history_id__range=(press.left, press.right))
    seats = Substitute.history.filter(pair_id__in=ever.values("id"))
    return ever.filter(Q(id__in=changed.values("id")) | Q(id__in=seats.values("pair_id")))


def pair_changes(entered: Sequence[Edit], left_out: Sequence[LongPress]) -> Iterator[Change]:
    """Return pairs added, ticked, changed or deleted, grouped by press of a button."""
    gestures: list[list[Edit]] = []
    for edits in gestures_of(entered):
        if gestures and any(press.holds(edits[0]) and press.holds(gestures[-1][-1]) for press in left_out):
            gestures[-1] += edits
        else:
            gestures.append(edits)
    for edits in gestures:
        numbers = frozenset(int(edit.values["number"]) for edit in edits)
        missing = sum(
            press.count - sum(press.left <= edit.row <= press.right for edit in edits)
            for press in left_out
            if any(map(press.holds, edits))
        )
        yield Change(kind=ChangeKind.PAIR, edits=tuple(edits), pairs=numbers, edits_left_out=missing)


def numbers_of(tournament: Tournament, keys: Collection[int], known: Mapping[int, Values]) -> dict[int, int]:
    """Return the numbers, as they were last, of these pairs that the tournament has or had, and of the known ones."""
    numbers = {pk: int(values["number"]) for pk, values in known.items()}
    missing = set(keys) - numbers.keys()
    if missing:
        few = len(missing) <= FEW  # equivalent `len(missing) < FEW`: speed alone
        asked = Pair.history.filter(id__in=missing) if few else _ever(tournament)  # equivalent `True`: speed alone
        rows = asked.order_by("history_date", "history_id").values_list("id", "number", "tournament_id")
        numbers |= {pk: number for pk, number, of in rows if of == tournament.pk}
    return numbers


def players_in(tournament: Tournament, changes: Iterable[Change], pairs: Mapping[int, Values]) -> dict[int, str]:
    """Return the names, by their keys, of the players whom the changes name. `pairs` are those with substitutes."""
    keys = {key for change in changes for key in _players_of(change, pairs)} - {None}
    if not keys:
        return {}
    players = Player.objects.filter(Q(pk__in=keys) if len(keys) <= FEW else _ever_played(tournament))
    rows = players.values_list("pk", "last_name", "first_name")
    return {pk: f"{last} {first}".strip() for pk, last, first in rows}


def _ever_played(tournament: Tournament) -> Q:
    """Return the players and substitutes of all pairs, past and present, and those without a partner."""
    known = [_ever(tournament).values(place) for place in PLAYERS]
    known.append(Substitute.history.filter(pair_id__in=_ever(tournament).values("id")).values("player_id"))
    known.append(Single.history.filter(tournament_id=tournament.pk).values("player_id"))
    return Q(*(("pk__in", keys) for keys in known), _connector=Q.OR)


def _players_of(change: Change, pairs: Mapping[int, Values]) -> Iterator[int | None]:
    if change.kind is ChangeKind.PAIR and not change.edits_left_out:
        yield from (edit.get(place) for one in change.edits for edit in (one.values, one.before) for place in PLAYERS)
    elif change.kind in (ChangeKind.SUBSTITUTE, ChangeKind.SINGLE, ChangeKind.ADJUSTMENT):
        yield from (edit.values["player_id"] for edit in change.edits)
    if change.kind is ChangeKind.SUBSTITUTE:
        yield from (pairs.get(edit.values["pair_id"], {}).get(place) for edit in change.edits for place in PLAYERS)


def _ever(tournament: Tournament) -> QuerySet[Any]:
    rows: QuerySet[Any] = Pair.history.filter(tournament_id=tournament.pk)
    return rows

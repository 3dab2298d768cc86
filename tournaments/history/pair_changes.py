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
from .edits import ONE_GESTURE, Edit, EditType, Values, edits_of, gestures_of, since_the_press_before
from .time_spans import TimeSpan

BLOCK = 64
"""The historical rows that are counted together."""
FEW = 500
"""The most rows that are asked for by their keys: a database takes only so many in one query."""
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
    tournament: Tournament, stretch: TimeSpan, fields: Sequence[str], *, most: int | None
) -> tuple[list[Edit], Sequence[LongPress]]:
    """Return the edits of pairs from the beginning of the span on, and the presses that are not read whole.

    Those are the presses that added more than `most` pairs; without it none. One query; where there are so many rows
    that a press may be long, three.
    """
    rows = _rows(tournament, stretch, ())
    if most is None:
        return edits_of(rows, fields), ()
    first = edits_of(rows, fields, most=2 * BLOCK)
    if len(first) < 2 * BLOCK:
        return first, ()
    presses = _long_presses(tournament, stretch, most)
    return edits_of(_rows(tournament, stretch, presses), fields), presses


def _long_presses(tournament: Tournament, stretch: TimeSpan, most: int) -> Sequence[LongPress]:
    """Return the presses since the beginning of the span that added more than `most` pairs.

    Only where all blocks follow each other in time is it certain that nothing else parts the pairs of a press.
    """
    blocks = _blocks(_ever(tournament).filter(since_the_press_before(stretch)))
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
    return bool(same_author and added and block["until"] - block["since"] <= ONE_GESTURE)


def _goes_on(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    return bool(one["account"] == other["account"] and other["since"] - one["until"] <= ONE_GESTURE)


def _rows(tournament: Tournament, stretch: TimeSpan, left_out: Sequence[LongPress]) -> QuerySet[Any]:
    """Return the historical rows of the pairs changed since the beginning of the span, and of those with substitutes.

    What one press did just before goes along, so that no half of it is taken for a change of its own.
    """
    ever = _ever(tournament)
    if stretch.since is None and not left_out:
        return ever
    changed = ever.filter(since_the_press_before(stretch))
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
        rows = _ever(tournament)
        asked = rows.filter(id__in=missing) if len(missing) <= FEW else rows
        numbers |= dict(asked.order_by("history_date", "history_id").values_list("id", "number"))
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

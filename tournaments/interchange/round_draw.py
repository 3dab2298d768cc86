"""The draw of a round in JSON and back: who was present, and what the referee changed (docs/interchange.md §5).

Every round whose draw is known has `present`. Other members are left out if they are as today: nobody was moved, the
same pairs had the same fixed tables, as many rounds were planned.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from django.utils.translation import gettext as _

from tournaments.models import Round, Tournament
from tournaments.pairing.draw_record import (
    fixed_then,
    gironi_then,
    gironi_to_json,
    moved,
    moved_back,
    seats_read,
    tables_drawn,
)
from tournaments.pairing.moves import same_seats
from tournaments.records import DraftTable, EntrantId, System
from tournaments.records.settings_json import table_to_json
from tournaments.selectors.draws import planned_until
from tournaments.selectors.evening import Evening, evening_of

from .json_node import Node
from .settings_in import MOST, Seating, read_tables
from .stages import MOST_GIRONI

DRAWING = ("present", "moved", "fixed", "planned", "gironi", "seats_then")


def drawing_out(round_: Round, evening: Evening, tables: Sequence[DraftTable]) -> dict[str, Any]:
    """Return the members of a round whose draw is known."""
    present = sorted(number for number, _vp in round_.order)
    data: dict[str, Any] = {"present": present}
    before, after = moved(tables_drawn(round_.as_drawn), tuple(tables))
    if before or after:
        data["moved"] = {"before": list(map(table_to_json, before)), "after": list(map(table_to_json, after))}
    fixed = fixed_then(round_.as_drawn)
    if fixed is not None and fixed != fixed_today(evening, present):
        data["fixed"] = [[pair, table] for pair, table in sorted(fixed.items())]
    planned = round_.as_drawn.get("planned")
    if planned is not None and planned != _planned_today(round_):
        data["planned"] = planned
    gironi = gironi_then(round_.as_drawn)
    if gironi and gironi != evening.gironi_of(round_.number, {}):
        data["gironi"] = gironi_to_json(gironi)
    if then := seats_read(round_.seats_then):
        data["seats_then"] = [
            {"round": number, "tables": list(map(table_to_json, seats))} for number, seats in then.items()
        ]
    return data


def fixed_today(evening: Evening, present: Collection[int]) -> dict[EntrantId, int]:
    """Return the fixed table of each entrant today."""
    fixed_tables = {entrant.id: entrant.fixed_table for entrant in evening.entrants if entrant.id in present}
    return {number: table for number, table in fixed_tables.items() if table is not None}


def _planned_today(round_: Round) -> int:
    return planned_until(round_.tournament, round_.number, System(round_.system))


def read_drawing(node: Node, round_: Round, now: Sequence[DraftTable], pairs: Collection[int]) -> dict[str, Any]:
    """Return `Round.as_drawn` without the parts that are as today, which `complete_drawings` adds.

    Empty if not known.
    """
    given = node.all_members()
    if "present" not in given:
        for key in DRAWING:
            if key in given:
                raise given[key].fail(_("this goes with “present”, who was here when the round was drawn"))
        return {}
    present = _numbers(given["present"], pairs)
    tables = tuple(now)
    if "moved" in given:
        tables = _read_moved(given["moved"], tables, pairs, individual=round_.tournament.kind == "individual")
    missing = {entrant for table in tables for entrant in table.seated} - present
    if missing:
        raise given["present"].fail(
            _("pair %(pair)s was seated by the draw, but is not listed here") % {"pair": min(missing)}
        )
    if "order" in given and {number for number, _vp in round_.order} != present:
        raise given["order"].fail(_("expected everybody who was present, and nobody else"))
    drawn: dict[str, Any] = {"tables": list(map(table_to_json, tables))}
    if "fixed" in given:
        drawn["fixed"] = _read_fixed(given["fixed"], present)
    if "planned" in given:
        drawn["planned"] = given["planned"].integer(least=1, most=100)
    if "gironi" in given:
        drawn["gironi"] = _read_gironi(given["gironi"], round_, present, pairs)
    return drawn | {"present": sorted(present)}


def complete_drawings(tournament: Tournament, rounds: Iterable[Round]) -> None:
    """Complete `Round.as_drawn`, and the order by the results, of rounds whose file says who was present.

    This runs inside the import's transaction, once the results are in.
    """
    known = [round_ for round_ in rounds if round_.as_drawn]
    evening = evening_of(tournament)
    for round_ in known:
        present = {EntrantId(number) for number in round_.as_drawn.pop("present")}
        round_.order = round_.order or evening.order_of(round_, present)
        fixed = sorted([int(pair), table] for pair, table in fixed_today(evening, present).items())
        gironi = gironi_to_json(evening.gironi_of(round_.number, {}))
        today = {"fixed": fixed, "planned": _planned_today(round_)} | ({"gironi": gironi} if gironi else {})
        round_.as_drawn = today | round_.as_drawn
        Round.objects.filter(pk=round_.pk).update(order=round_.order, as_drawn=round_.as_drawn)


def read_seats_then(node: Node, round_: Round, pairs: Collection[int]) -> dict[str, Any]:
    """Return `Round.seats_then`: the tables of earlier rounds at the time of this draw."""
    then: dict[str, Any] = {}
    for item in node.items():
        given = item.members(required=("round", "tables"))
        number = given["round"].integer(least=1)
        if number >= round_.number or str(number) in then:
            raise given["round"].fail(_("expected an earlier round, each once"))
        seating = Seating(pairs, individual=round_.tournament.kind == "individual")
        then[str(number)] = list(map(table_to_json, read_tables(given["tables"], seating)))
    return then


def _read_moved(
    node: Node, now: tuple[DraftTable, ...], pairs: Collection[int], *, individual: bool
) -> tuple[DraftTable, ...]:
    """Return the tables as drawn."""
    given = node.members(required=("before", "after"))
    before, after = (read_tables(given[key], Seating(pairs, individual=individual)) for key in ("before", "after"))
    seated = {table.number: table for table in now}
    for item, table in zip(given["after"].items(), after, strict=True):
        if table.number not in seated or not same_seats(table, seated[table.number]):
            raise item.fail(_("not as table %(table)s of the round is seated") % {"table": table.number})
    drawn = moved_back(now, before, after)
    if [table.number for table in drawn] != list(range(1, len(drawn) + 1)):
        raise given["before"].fail(_("the tables drawn are not numbered 1, 2, 3 … without gaps"))
    everybody = [entrant for table in drawn for entrant in table.seated]
    if twice := {person for person in everybody if everybody.count(person) > 1}:
        raise given["before"].fail(_("pair %(pair)s sits twice in this round") % {"pair": min(twice)})
    return drawn


def _read_fixed(node: Node, present: Collection[EntrantId]) -> list[list[int]]:
    fixed: dict[int, int] = {}
    for item in node.items():
        members = list(item.items())
        if len(members) != 2:
            raise item.expected(_("a number and its table"))
        number, table = members[0].integer(), members[1].integer(least=1, most=MOST)
        if number not in present or number in fixed:
            raise members[0].fail(_("expected somebody who was here, each once"))
        fixed[number] = table
    return [[number, fixed[number]] for number in sorted(fixed)]


def _read_gironi(node: Node, round_: Round, present: Collection[EntrantId], pairs: Collection[int]) -> list[list[int]]:
    """Return the girone of each pair at the draw; everybody who was present has one."""
    if not round_.tournament.is_in_gironi(round_.number):
        raise node.fail(_("there were no gironi yet when this round was drawn"))
    gironi: dict[EntrantId, int] = {}
    for item in node.items():
        members = list(item.items())
        if len(members) != 2:
            raise item.expected(_("a number and its girone"))
        number = Seating(pairs, individual=False).number(members[0])  # equivalent `True`: no line is read
        gironi[number] = members[1].integer(least=1, most=MOST_GIRONI)
    if missing := set(present) - gironi.keys():
        raise node.fail(_("pair %(pair)s was here, but has no girone") % {"pair": min(missing)})
    return gironi_to_json(gironi)


def _numbers(node: Node, pairs: Collection[int]) -> set[EntrantId]:
    seating = Seating(pairs, individual=False)  # equivalent `True`: no line is read
    for item in node.items():
        seating.take(item)
    return seating.taken

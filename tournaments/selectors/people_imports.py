"""A list of people as it stands now against those who are here."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import Any

from tournaments.models import PeopleImport, Player
from tournaments.roster.columns import Columns, Holds, people_rows
from tournaments.roster.grid import GridRow
from tournaments.roster.listed import FIELDS, cards_of, people_listed, usual_card_figures
from tournaments.roster.verdicts import JudgedRow, KnownPerson, Verdict, judge_list


@dataclass(frozen=True, kw_only=True)
class ListLookedAt:
    """What importing a list would do."""

    columns: Columns
    rows: Sequence[GridRow]
    """Those of people, as they were read."""
    judged: Sequence[JudgedRow]
    known: Mapping[int, KnownPerson]

    @cached_property
    def counts(self) -> Mapping[Verdict, int]:
        """How many rows of each kind."""
        counted = Counter(row.verdict for row in self.judged)
        return {verdict: counted[verdict] for verdict in Verdict}

    def of(self, verdict: Verdict) -> list[JudgedRow]:
        return [row for row in self.judged if row.verdict is verdict]

    def text_of(self, line: int) -> str:
        """What the cells of a line hold, one after the other."""
        return " · ".join(str(cell) for cell in self._cells[line] if cell not in (None, ""))

    @cached_property
    def _cells(self) -> Mapping[int, Sequence[object]]:
        return {row.line: row.cells for row in self.rows}

    @cached_property
    def fingerprint(self) -> str:
        """The same for the same rows held against the same members: whoever decides has seen what is written."""
        told = repr([(row, [self.known[key].fields for key in row.choices]) for row in self.judged])
        return sha256(told.encode()).hexdigest()[:32]


def list_looked_at(pending: PeopleImport) -> ListLookedAt:
    """The list held against everybody who is here. One query."""
    columns = columns_from(pending.columns)
    rows = people_rows(rows_from(pending.rows), columns)
    known = known_people()
    listed = people_listed(rows, columns, card_figures=pending.card_figures) if columns.name_somebody else []
    return ListLookedAt(
        columns=columns,
        rows=rows,
        judged=judge_list(listed, known),
        known={member.key: member for member in known},
    )


def known_people() -> list[KnownPerson]:
    """Everybody the club knows. One query."""
    rows = Player.objects.order_by("pk").values_list("pk", *FIELDS)
    return [
        KnownPerson(key=pk, fields={name: value for name, value in zip(FIELDS, values, strict=True) if value})
        for pk, *values in rows
    ]


def usual_figures(rows: Sequence[GridRow], columns: Columns) -> int:
    """How many figures the club's cards have, or those of the list; 0 where there is no such rule. One query."""
    known = Player.objects.exclude(card="").values_list("card", flat=True)
    return usual_card_figures(known, cards_of(rows, columns))


def rows_from(stored: Sequence[tuple[int, Sequence[Any]]]) -> list[GridRow]:
    return [GridRow(line, tuple(cells)) for line, cells in stored]


def columns_from(stored: Mapping[str, Any]) -> Columns:
    return Columns(
        heading_line=stored["heading_line"],
        headings=tuple(stored["headings"]),
        holds=tuple(Holds(holds) if holds else None for holds in stored["holds"]),
    )

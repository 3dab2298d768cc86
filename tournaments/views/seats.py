"""What a page shows of a round's seats: who sits where, why, and what the referee should look at first."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Round
from tournaments.pairing_messages import reason_sentence
from tournaments.records import Draft, Entrant, EntrantId, Outcome, Reason, ReasonCode
from tournaments.selectors import entrants_of

WARNED_OF = frozenset({ReasonCode.REMATCH, ReasonCode.SAME_CLUB, ReasonCode.REST_AGAIN})


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatRow:
    """One table with its pairs and the sentences beside it."""

    number: int
    ns: Entrant
    ew: Entrant | None
    outcome: Outcome
    reasons: tuple[Reason, ...]
    warnings: tuple[str, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Seats:
    """A round's tables, and the reason that all of them share, said once."""

    tables: tuple[SeatRow, ...]
    shared_reason: str

    @property
    def playing(self) -> int:
        return sum(table.ew is not None for table in self.tables)

    @property
    def handed_in(self) -> int:
        return sum(table.outcome not in (Outcome.OPEN, Outcome.REST) for table in self.tables)

    @property
    def resting(self) -> Entrant | None:
        return next((table.ns for table in self.tables if table.ew is None), None)

    @property
    def warnings(self) -> list[str]:
        """How often each thing happens that a referee avoids where possible."""
        rematches, clubs = self._tables_with(ReasonCode.REMATCH), self._tables_with(ReasonCode.SAME_CLUB)
        found = []
        if rematches:
            sentence = ngettext(
                "At %(count)s table two pairs meet again: table %(tables)s.",
                "At %(count)s tables two pairs meet again: tables %(tables)s.",
                len(rematches),
            )
            found.append(sentence % {"count": len(rematches), "tables": _listed(rematches)})
        if clubs:
            sentence = ngettext(
                "At %(count)s table two pairs are of the same club: table %(tables)s.",
                "At %(count)s tables two pairs are of the same club: tables %(tables)s.",
                len(clubs),
            )
            found.append(sentence % {"count": len(clubs), "tables": _listed(clubs)})
        if self.resting is not None and any(_rests_again(r) for table in self.tables for r in table.reasons):
            found.append(
                _("Pair %(number)s, %(pair)s, rests again.") % {"number": self.resting.id, "pair": self.resting.label}
            )
        return found

    def _tables_with(self, code: ReasonCode) -> list[int]:
        return [table.number for table in self.tables if any(reason.code is code for reason in table.reasons)]


def seats_of(round_: Round) -> Seats:
    """The seats of a drafted or published round. Two queries."""
    entrants = {entrant.id: entrant for entrant in entrants_of(round_.tournament)}
    rows = round_.tables.order_by("number").values_list("number", "ns__number", "ew__number", "outcome", "why")
    return _seats(
        entrants,
        (
            (number, EntrantId(ns), None if ew is None else EntrantId(ew), Outcome(outcome), _reasons(why))
            for number, ns, ew, outcome, why in rows
        ),
    )


def seats_of_draft(draft: Draft, entrants: Iterable[Entrant]) -> Seats:
    """The seats of a draft that nobody has saved."""
    rows = (
        (table.number, table.ns, table.ew, Outcome.REST if table.ew is None else Outcome.OPEN, table.why)
        for table in draft.tables
    )
    return _seats({entrant.id: entrant for entrant in entrants}, rows)


Row = tuple[int, EntrantId, EntrantId | None, Outcome, tuple[Reason, ...]]


def _seats(entrants: Mapping[EntrantId, Entrant], rows: Iterable[Row]) -> Seats:
    rows = list(rows)
    names = {entrant.id: f"{entrant.id} {entrant.label}" for entrant in entrants.values()}
    shared = _shared_reason([reasons for _number, _ns, ew, _outcome, reasons in rows if ew is not None])
    tables = tuple(
        SeatRow(
            number=number,
            ns=entrants[ns],
            ew=None if ew is None else entrants[ew],
            outcome=outcome,
            reasons=reasons,
            warnings=tuple(reason_sentence(r, names) for r in reasons if _is_warning(r)),
            notes=tuple(reason_sentence(r, names) for r in reasons if not _is_warning(r) and r != shared),
        )
        for number, ns, ew, outcome, reasons in rows
    )
    return Seats(tables=tables, shared_reason=reason_sentence(shared) if shared else "")


def _reasons(why: Iterable[Mapping[str, Any]]) -> tuple[Reason, ...]:
    """The reasons as a table keeps them."""
    return tuple(Reason(ReasonCode(reason["code"]), reason["facts"]) for reason in why)


def _shared_reason(reasons: Sequence[tuple[Reason, ...]]) -> Reason | None:
    """The reason that says the same at every table where somebody plays; at a single table it stays there."""
    if len(reasons) < 2:
        return None
    said = (reason for reason in reasons[0] if not _is_warning(reason))
    return next((reason for reason in said if all(reason in others for others in reasons)), None)


def _is_warning(reason: Reason) -> bool:
    return reason.code in WARNED_OF or _rests_again(reason)


def _rests_again(reason: Reason) -> bool:
    return reason.code is ReasonCode.REST_AGAIN or bool(
        reason.code is ReasonCode.REST_MITCHELL and reason.facts["rests"]
    )


def _listed(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers))

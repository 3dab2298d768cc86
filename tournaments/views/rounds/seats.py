"""The seats of a round on a page: who sits where, why, and what the referee should check first."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Round
from tournaments.pairing.moves import PLAYERS_AT_A_TABLE, seated_in
from tournaments.pairing.table_keys import table_from_key, table_key
from tournaments.pairing_check.facts import of_one_club
from tournaments.records import Draft, DraftTable, Entrant, EntrantId, Outcome, Reason, ReasonCode, System
from tournaments.records.gironi import girone_letter
from tournaments.records.sections import TableNumber, in_section, table_names
from tournaments.selectors.drafts import NUMBERS, table_of_row
from tournaments.selectors.entrants import entrants_of
from tournaments.wording.reasons import reason_sentence


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatRow:
    """A table with its entrants and the sentences beside it."""

    number: int
    key: str
    """The table as forms send it."""
    ns: tuple[Entrant, ...]
    """One pair or two players; a single player at a rest."""
    ew: tuple[Entrant, ...]
    """Empty at a rest."""
    outcome: Outcome
    reasons: tuple[Reason, ...]
    warnings: tuple[str, ...]
    notes: tuple[str, ...]
    """Short sentences with numbers, because the names are in the rows."""
    stays: bool = False
    """Whether the table stays when the others are drawn again."""
    girone: str = ""
    """The letter of the girone, or of both; empty in a round of the whole field."""

    @property
    def lines(self) -> tuple[tuple[str, tuple[Entrant, ...]], ...]:
        return (("ns", self.ns), ("ew", self.ew)) if self.ew else (("ns", self.ns),)

    @property
    def state(self) -> str:
        """Return the state as the desk's strip has it: `open`, `in`, `rest` or `absent`."""
        named = {Outcome.OPEN: "open", Outcome.PLAYED: "in", Outcome.ARBITRAL: "in", Outcome.REST: "rest"}
        return named.get(self.outcome, "absent")


@dataclass(frozen=True, slots=True, kw_only=True)
class Seats:
    """A round's tables, and the reason that all of them share."""

    tables: tuple[SeatRow, ...]
    shared_reason: str
    out: tuple[Entrant, ...] = ()
    """Present, but neither playing nor resting: knocked out, or not qualified."""
    without: tuple[Entrant, ...] = ()
    """Present without a seat, although they could have one: they came late, or gave their seat up."""

    @property
    def playing(self) -> int:
        return sum(bool(table.ew) for table in self.tables)

    @property
    def handed_in(self) -> int:
        return sum(table.outcome not in (Outcome.OPEN, Outcome.REST) for table in self.tables)

    @property
    def resting(self) -> tuple[Entrant, ...]:
        return tuple(table.ns[0] for table in self.tables if not table.ew)

    @property
    def resting_named(self) -> list[str]:
        """Return number and names of those who rest, in a hall of sections with the table where they do."""
        rests = [(table.ns[0], table.number) for table in self.tables if not table.ew]
        return [
            f"{entrant.id} {entrant.label}" + (f" ({number.name})" if isinstance(number, TableNumber) else "")
            for entrant, number in rests
        ]

    @property
    def not_playing(self) -> int:
        """Return how many could play: those who rest, and those without a seat."""
        return len(self.resting) + len(self.without)

    @property
    def of_players(self) -> bool:
        """Return whether four players sit at a table, not two pairs."""
        return any(len(table.ns) > 1 for table in self.tables)

    @property
    def of_a_club(self) -> list[int]:
        """Return the numbers of the tables with clubmates against each other, by today's clubs."""
        seated = (entrant for table in self.tables for entrant in (*table.ns, *table.ew))
        clubs = {entrant.id: entrant.clubs for entrant in seated}
        return of_one_club((table_from_key(table.key) for table in self.tables), clubs)

    @property
    def again(self) -> list[int]:
        """Return the numbers of the tables with a rematch, or in an individual tournament with repeated partners."""
        return self._numbers(ReasonCode.REMATCH, ReasonCode.MET_BEFORE, ReasonCode.PARTNERS_AGAIN)

    @property
    def all_well(self) -> str:
        """Return the sentences for a round without warnings. Players do meet again, clubmates among them."""
        if self.of_players:
            sentences = [_("Nobody has the same partner again.")]
            if at := self.of_a_club:
                sentence = ngettext(
                    "At %(count)s table players of the same club are opponents.",
                    "At %(count)s tables players of the same club are opponents.",
                    len(at),
                )
                sentences.append(sentence % {"count": len(at)})
            return " ".join(sentences)
        if self.again:
            return _("No rematches among the rounds that count, and no pairs of the same club meet.")
        return _("No rematches, and no pairs of the same club meet.")

    @property
    def counted(self) -> dict[ReasonCode, list[int]]:
        """Return the things that a referee avoids, the gravest first, with the numbers of their tables."""
        by_code = {code: self._numbers(code) for code in _COUNTED}
        by_code[ReasonCode.SAME_CLUB] = [] if self.of_players else self.of_a_club
        return {code: numbers for code, numbers in by_code.items() if numbers}

    def _numbers(self, *codes: ReasonCode) -> list[int]:
        return [table.number for table in self.tables if any(reason.code in codes for reason in table.reasons)]

    @property
    def warnings(self) -> list[str]:
        """Return how often each thing happens that a referee avoids."""
        found = [
            _COUNTED[code](len(at)) % {"count": len(at), "tables": _listed(at)} for code, at in self.counted.items()
        ]
        if any(_is_by_hand(reason) for table in self.tables for reason in table.reasons):
            if self.of_players and len(self.resting) >= PLAYERS_AT_A_TABLE:
                found.append(_("%(count)s are resting: four of them could play.") % {"count": len(self.resting)})
            elif not self.of_players and len(self.resting) > 1:
                found.append(_("%(count)s rest: two of them could meet.") % {"count": len(self.resting)})
        for table in self.tables:
            if any(_rests_again(reason) for reason in table.reasons):
                who = {"number": table.ns[0].id, "pair": table.ns[0].label}
                found.append(_("%(number)s %(pair)s rests again.") % who)
        return found

    def row(self, number: int) -> SeatRow | None:
        return next((table for table in self.tables if table.number == number), None)


_COUNTED: Mapping[ReasonCode, Callable[[int], str]] = {
    ReasonCode.REMATCH: lambda tables: ngettext(
        "At %(count)s table two pairs meet again: table %(tables)s.",
        "At %(count)s tables two pairs meet again: tables %(tables)s.",
        tables,
    ),
    ReasonCode.PARTNERS_AGAIN: lambda tables: ngettext(
        "At %(count)s table two players are partners again: table %(tables)s.",
        "At %(count)s tables two players are partners again: tables %(tables)s.",
        tables,
    ),
    ReasonCode.EXCLUDED: lambda tables: ngettext(
        "At %(count)s table there is a meeting you excluded: table %(tables)s.",
        "At %(count)s tables there is a meeting you excluded: tables %(tables)s.",
        tables,
    ),
    ReasonCode.SAME_TEAM: lambda tables: ngettext(
        "At %(count)s table two pairs are of the same team: table %(tables)s.",
        "At %(count)s tables two pairs are of the same team: tables %(tables)s.",
        tables,
    ),
    ReasonCode.SAME_CLUB: lambda tables: ngettext(
        "At %(count)s table two pairs are of the same club: table %(tables)s.",
        "At %(count)s tables two pairs are of the same club: tables %(tables)s.",
        tables,
    ),
    ReasonCode.OFF_ITS_TABLE: lambda tables: ngettext(
        "At %(count)s table there is a pair whose fixed table is another: table %(tables)s.",
        "At %(count)s tables there is a pair whose fixed table is another: tables %(tables)s.",
        tables,
    ),
}
"""The warnings, the gravest first."""


MOST_LISTED = 12
"""The most tables named in a warning; the others are marked in their rows."""


def _listed(tables: Sequence[int]) -> str:
    if len(tables) <= MOST_LISTED:
        return table_names(tables)
    listed_tables = tables[: MOST_LISTED - 2]
    listed = {"tables": table_names(listed_tables), "others": len(tables) - len(listed_tables)}
    return _("%(tables)s and %(others)s others") % listed


def seats_of(round_: Round) -> Seats:
    """Return the seats of a drafted or published round. Two queries."""
    rows = round_.tables.order_by("number").values_list("outcome", *NUMBERS, "why")
    tables = [(table_of_row(*row), Outcome(outcome)) for outcome, *row in rows]
    return _seats_of_a_round(round_, tables, entrants_of(round_.tournament))


def seats_of_tables(round_: Round, tables: Iterable[DraftTable], entrants: Iterable[Entrant]) -> Seats:
    """Return the seats of a round's draft that has been read, with all entrants."""
    return _seats_of_a_round(round_, [(table, _drafted_as(table)) for table in tables], entrants)


def _seats_of_a_round(round_: Round, rows: Sequence[tuple[DraftTable, Outcome]], entrants: Iterable[Entrant]) -> Seats:
    known = {entrant.id: entrant for entrant in entrants}
    seated = seated_in(table for table, _outcome in rows)
    drawn = {number for number, _vp in round_.order}
    # A bracket leaves out some of those drawn for it, and once a round is closed nobody gets a seat.
    leaves_out = round_.system == System.KNOCKOUT or round_.state == Round.State.CLOSED
    out = tuple(entrant for key, entrant in known.items() if leaves_out and key in drawn - seated)
    without = tuple(
        entrant for key, entrant in known.items() if entrant.active and key not in seated and entrant not in out
    )
    return replace(
        _seats(
            known,
            rows,
            staying=_staying_tables(round_),
            in_gironi=round_.is_in_gironi,
            sections=round_.section_starts,
        ),
        out=out,
        without=() if round_.state == Round.State.CLOSED else without,
    )


def seats_of_draft(
    draft: Draft,
    entrants: Iterable[Entrant],
    *,
    in_gironi: bool = False,
    sections: Sequence[int] = (),
    worded: bool = True,
) -> Seats:
    """Return the seats of an unsaved draft; unless `worded`, without the sentences beside each table."""
    known = {entrant.id: entrant for entrant in entrants}
    rows = [(table, _drafted_as(table)) for table in draft.tables]
    in_gironi = in_gironi and draft.system is not System.KNOCKOUT
    seats = _seats(known, rows, in_gironi=in_gironi, sections=sections, worded=worded)
    return replace(seats, out=tuple(known[entrant] for entrant in draft.out))


def _drafted_as(table: DraftTable) -> Outcome:
    return Outcome.REST if table.ew is None else Outcome.OPEN


def _staying_tables(round_: Round) -> frozenset[int]:
    return frozenset(table.number for table in round_.chosen.kept)


def _seats(
    entrants: Mapping[EntrantId, Entrant],
    rows: Sequence[tuple[DraftTable, Outcome]],
    *,
    staying: frozenset[int] = frozenset(),
    in_gironi: bool = False,
    sections: Sequence[int] = (),
    worded: bool = True,
) -> Seats:
    rows = [
        (replace(table, why=_with_tables_named(_with_clubs_of_today(table, entrants), sections)), outcome)
        for table, outcome in rows
    ]
    shared = _shared_reason([table.why for table, _outcome in rows if table.ew is not None]) if worded else None

    def side(*seats: EntrantId | None) -> tuple[Entrant, ...]:
        return tuple(entrants[seat] for seat in seats if seat is not None)

    def gironi(table: DraftTable) -> list[int]:
        return sorted({entrants[entrant].girone or 1 for entrant in table.seated}) if in_gironi else []

    return Seats(
        tables=tuple(
            SeatRow(
                number=in_section(table.number, sections),
                key=table_key(table),
                ns=side(table.ns, table.ns_partner),
                ew=side(table.ew, table.ew_partner),
                outcome=outcome,
                reasons=table.why,
                warnings=(
                    *(reason_sentence(reason) for reason in table.why if worded and _is_warning(reason)),
                    *([_("They are of two gironi.")] if worded and len(gironi(table)) > 1 else []),
                ),
                girone="" if in_gironi and sections else "/".join(map(girone_letter, gironi(table))),
                notes=tuple(
                    reason_sentence(reason)
                    for reason in table.why
                    if worded and not _is_warning(reason) and reason != shared
                ),
                stays=table.number in staying,
            )
            for table, outcome in rows
        ),
        shared_reason=reason_sentence(shared) if shared else "",
    )


TABLE_FACTS = frozenset({"table", "number", "tables"})
"""The facts of reasons that are tables."""


def _with_tables_named(why: tuple[Reason, ...], sections: Sequence[int]) -> tuple[Reason, ...]:
    """Return the reasons, with tables that know their names in a hall of sections."""
    if not sections:
        return why

    def named(fact: str, value: int | str | list[int]) -> int | str | list[int]:
        return in_section(value, sections) if fact in TABLE_FACTS and isinstance(value, int) else value

    return tuple(
        replace(reason, facts={fact: named(fact, value) for fact, value in reason.facts.items()}) for reason in why
    )


def _with_clubs_of_today(table: DraftTable, entrants: Mapping[EntrantId, Entrant]) -> tuple[Reason, ...]:
    """Return the reasons of a table with today's clubs, which may have been corrected since."""
    if table.ew is None or table.ns_partner is not None:
        return table.why
    shared = [club for club in entrants[table.ns].clubs if club in entrants[table.ew].clubs]
    is_named = any(reason.code is ReasonCode.SAME_CLUB for reason in table.why)
    if is_named and not shared:
        return tuple(reason for reason in table.why if reason.code is not ReasonCode.SAME_CLUB)
    if shared and not is_named:
        return (*table.why, Reason(ReasonCode.SAME_CLUB, {"clubs": ", ".join(shared), "forced": False}))
    return table.why


def _shared_reason(reasons: Sequence[tuple[Reason, ...]]) -> Reason | None:
    """Return the reason that is the same at every table with play; a single table keeps its own.

    Tables that the referee changed say nothing about the draw.
    """
    reasons = [why for why in reasons if all(reason.code is not ReasonCode.MOVED_BY_REFEREE for reason in why)]
    if len(reasons) < 2:
        return None
    of_first = (reason for reason in reasons[0] if not _is_warning(reason))
    return next((reason for reason in of_first if all(reason in others for others in reasons)), None)


def _is_warning(reason: Reason) -> bool:
    return reason.code in _COUNTED or _rests_again(reason)


def _is_by_hand(reason: Reason) -> bool:
    return reason.code in (ReasonCode.REST_BY_REFEREE, ReasonCode.MOVED_BY_REFEREE)


def _rests_again(reason: Reason) -> bool:
    """Return whether an entrant rests again; for a rest made by the referee, only if others have rested less."""
    facts = reason.facts
    return (
        reason.code is ReasonCode.REST_AGAIN
        or (reason.code is ReasonCode.REST_MITCHELL and bool(facts["rests"]))
        or (reason.code is ReasonCode.REST_BY_REFEREE and bool(facts["fewer"]))
    )

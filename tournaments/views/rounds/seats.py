"""The seats of a round on a page: who sits where, why, and what the referee should check first."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Round
from tournaments.pairing.moves import PLAYERS_AT_A_TABLE, seated_in
from tournaments.pairing.table_keys import table_from_key, table_key
from tournaments.pairing_check.facts import of_one_club
from tournaments.records import Draft, DraftTable, Entrant, EntrantId, Outcome, Reason, ReasonCode
from tournaments.records.gironi import girone_letter
from tournaments.records.sections import TableNumber, in_section
from tournaments.selectors.drafts import NUMBERS, table_of_row
from tournaments.selectors.entrants import entrants_of
from tournaments.selectors.own_knockouts import in_knockout
from tournaments.views.rounds.seat_reasons import (
    BY_HAND,
    COUNTED,
    is_warning,
    listed_tables,
    rests_again,
    shared_reason,
    with_clubs_of_today,
    with_tables_named,
)
from tournaments.wording.reasons import reason_sentence


class SeatRow(NamedTuple):
    """A table with its entrants and the sentences beside it. It is a tuple, because a large hall has thousands."""

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


@dataclass(frozen=True, kw_only=True)
class SeatCounts:
    """Who plays, who rests and who has no seat in a round, as the line below its title counts them."""

    playing: int
    """The tables with play."""
    resting: tuple[Entrant, ...]
    out: tuple[Entrant, ...]
    """As in `Seats`, like those without a seat."""
    without: tuple[Entrant, ...]


@dataclass(frozen=True, kw_only=True)
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

    @cached_property
    def of_a_club(self) -> list[int]:
        """Return the numbers of the tables with clubmates against each other, by today's clubs."""
        # Others have no clubmates, and to read a table from its key takes longer than to look.
        tables = [table for table in self.tables if not _clubs_of(table.ns).isdisjoint(_clubs_of(table.ew))]
        clubs = {entrant.id: entrant.clubs for table in tables for entrant in (*table.ns, *table.ew)}
        numbers = {*of_one_club((table_from_key(table.key) for table in tables), clubs)}
        return [table.number for table in tables if table.number in numbers]  # equivalent `True`: all of them are

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

    @cached_property
    def counted(self) -> dict[ReasonCode, list[int]]:
        """Return the things that a referee avoids, the gravest first, with the numbers of their tables."""
        by_code = dict.fromkeys(COUNTED, list[int]())
        for code in self._codes & COUNTED.keys():
            by_code[code] = self._numbers(code)
        by_code[ReasonCode.SAME_CLUB] = [] if self.of_players else self.of_a_club
        return {code: numbers for code, numbers in by_code.items() if numbers}

    @cached_property
    def _codes(self) -> frozenset[ReasonCode]:
        return frozenset(reason.code for table in self.tables for reason in table.reasons)

    def _numbers(self, *codes: ReasonCode) -> list[int]:
        if self._codes.isdisjoint(codes):  # equivalent: speed alone
            return []
        return [table.number for table in self.tables if any(reason.code in codes for reason in table.reasons)]

    @cached_property
    def warnings(self) -> list[str]:
        """Return how often each thing happens that a referee avoids."""
        found = [
            COUNTED[code](len(at)) % {"count": len(at), "tables": listed_tables(at)}
            for code, at in self.counted.items()
        ]
        if not self._codes.isdisjoint(BY_HAND):
            if self.of_players and len(self.resting) >= PLAYERS_AT_A_TABLE:
                found.append(_("%(count)s are resting: four of them could play.") % {"count": len(self.resting)})
            elif not self.of_players and len(self.resting) > 1:
                found.append(_("%(count)s are resting: two of them could meet.") % {"count": len(self.resting)})
        for table in self.tables:
            if any(map(rests_again, table.reasons)):
                who = {"number": table.ns[0].id, "pair": table.ns[0].label}
                found.append(_("%(number)s %(pair)s rests again.") % who)
        return found

    def row(self, number: int) -> SeatRow | None:
        return next((table for table in self.tables if table.number == number), None)


def _clubs_of(side: Iterable[Entrant]) -> set[str]:
    return {club for entrant in side for club in entrant.clubs}


def seats_of(round_: Round) -> Seats:
    """Return the seats of a drafted or published round. Two queries."""
    rows = round_.tables.order_by("number").values_list("outcome", *NUMBERS, "why")
    tables = [(table_of_row(*row), Outcome(outcome)) for outcome, *row in rows]
    return _seats_of_a_round(round_, tables, entrants_of(round_.tournament))


def seats_alone_of(round_: Round) -> Seats:
    """Return the seats without the reasons of the draw, which nobody reads once a round is published. Two queries."""
    rows = round_.tables.order_by("number").values_list("outcome", *NUMBERS)
    tables = [(table_of_row(*[*row, []]), Outcome(outcome)) for outcome, *row in rows]
    return _seats_of_a_round(round_, tables, entrants_of(round_.tournament), worded=False)


def seats_of_tables(round_: Round, tables: Iterable[DraftTable], entrants: Iterable[Entrant]) -> Seats:
    """Return the seats of a round's draft that has been read, with all entrants."""
    return _seats_of_a_round(round_, [(table, _drafted_as(table)) for table in tables], entrants)


def _seats_of_a_round(
    round_: Round, rows: Sequence[tuple[DraftTable, Outcome]], entrants: Iterable[Entrant], *, worded: bool = True
) -> Seats:
    known = {entrant.id: entrant for entrant in entrants}
    out, without = _unseated(round_, (table for table, _outcome in rows), known)
    return replace(
        _seats(
            known,
            rows,
            staying=_staying_tables(round_),
            in_gironi=round_.is_in_gironi,
            sections=round_.section_starts,
            worded=worded,
        ),
        out=out,
        without=without,
    )


def counts_of(round_: Round, tables: Sequence[DraftTable], entrants: Mapping[EntrantId, Entrant]) -> SeatCounts:
    """Return who plays and rests at a round's tables, without a row for each."""
    out, without = _unseated(round_, tables, entrants)
    return SeatCounts(
        playing=sum(table.ew is not None for table in tables),
        resting=tuple(entrants[table.ns] for table in tables if table.ew is None),
        out=out,
        without=without,
    )


def _unseated(
    round_: Round, tables: Iterable[DraftTable], entrants: Mapping[EntrantId, Entrant]
) -> tuple[tuple[Entrant, ...], tuple[Entrant, ...]]:
    """Return the entrants who are out, and those without a seat who could have one."""
    seated, drawn = seated_in(tables), {number for number, _vp in round_.order}
    unseated = {key: entrant for key, entrant in entrants.items() if key not in seated}
    # A bracket leaves out some of those drawn for it, and once a round is closed nobody gets a seat.
    is_closed, may_be_out = round_.state == Round.State.CLOSED, in_knockout(round_)
    out = {key: entrant for key, entrant in unseated.items() if key in drawn and (is_closed or may_be_out(key))}
    without = tuple(entrant for key, entrant in unseated.items() if entrant.active and key not in out)
    return tuple(out.values()), () if is_closed else without


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
    whys = [with_tables_named(with_clubs_of_today(table, entrants), sections) for table, _outcome in rows]
    played = [why for (table, _outcome), why in zip(rows, whys, strict=True) if table.ew is not None]
    shared = shared_reason(played) if worded else None

    def side(*seats: EntrantId | None) -> tuple[Entrant, ...]:
        return tuple([entrants[seat] for seat in seats if seat is not None])

    def row(table: DraftTable, outcome: Outcome, why: tuple[Reason, ...]) -> SeatRow:
        gironi = sorted({entrants[entrant].girone or 1 for entrant in table.seated}) if in_gironi else ()
        told = why if worded else ()
        return SeatRow(
            number=in_section(table.number, sections),
            key=table_key(table),
            ns=side(table.ns, table.ns_partner),
            ew=side(table.ew, table.ew_partner),
            outcome=outcome,
            reasons=why,
            warnings=(
                *[reason_sentence(reason) for reason in told if is_warning(reason)],
                *([_("They are in two different gironi.")] if worded and len(gironi) > 1 else []),
            ),
            girone="" if in_gironi and sections else "/".join(map(girone_letter, gironi)),
            notes=tuple([reason_sentence(reason) for reason in told if not is_warning(reason) and reason != shared]),
            stays=table.number in staying,
        )

    return Seats(
        tables=tuple([row(table, outcome, why) for (table, outcome), why in zip(rows, whys, strict=True)]),
        shared_reason=reason_sentence(shared) if shared else "",
    )

"""What a page shows of a round's seats: who sits where, why, and what the referee should look at first."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.drafting.moves import PLAYERS_AT_A_TABLE
from tournaments.drafting.table_keys import table_from_key, table_key
from tournaments.models import Round
from tournaments.pairing_check.facts import of_one_club
from tournaments.records import Draft, DraftTable, Entrant, EntrantId, Outcome, Reason, ReasonCode
from tournaments.selectors.drafts import NUMBERS, table_of_row
from tournaments.selectors.entrants import entrants_of
from tournaments.wording.reasons import reason_sentence


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatRow:
    """One table with whoever sits there and the sentences beside it."""

    number: int
    key: str
    """The table as forms send it."""
    ns: tuple[Entrant, ...]
    """One pair, or two players; a single one at a rest."""
    ew: tuple[Entrant, ...]
    """Nobody at a rest."""
    outcome: Outcome
    reasons: tuple[Reason, ...]
    warnings: tuple[str, ...]
    notes: tuple[str, ...]
    """Short: they call everybody by number, the names stand in the rows."""
    kept: bool = False
    """Stays as it is when the others are drawn again."""

    @property
    def lines(self) -> tuple[tuple[str, tuple[Entrant, ...]], ...]:
        return (("ns", self.ns), ("ew", self.ew)) if self.ew else (("ns", self.ns),)

    @property
    def state(self) -> str:
        """As the desk's strip has it: `open`, `in`, `rest` or `absent`."""
        named = {Outcome.OPEN: "open", Outcome.PLAYED: "in", Outcome.ARBITRAL: "in", Outcome.REST: "rest"}
        return named.get(self.outcome, "absent")


@dataclass(frozen=True, slots=True, kw_only=True)
class Seats:
    """A round's tables, and the reason that all of them share, said once."""

    tables: tuple[SeatRow, ...]
    shared_reason: str
    out: tuple[Entrant, ...] = ()
    """Here, and neither playing nor resting: knocked out, or not qualified."""

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
    def of_players(self) -> bool:
        """Whether four players sit at a table, and not two pairs."""
        return any(len(table.ns) > 1 for table in self.tables)

    @property
    def of_a_club(self) -> list[int]:
        """The numbers of the tables where somebody plays against a clubmate, by the clubs as they are known today."""
        seated = (entrant for table in self.tables for entrant in (*table.ns, *table.ew))
        clubs = {entrant.id: entrant.clubs for entrant in seated}
        return of_one_club((table_from_key(table.key) for table in self.tables), clubs)

    @property
    def again(self) -> list[int]:
        """The numbers of the tables where two pairs meet again; of players, where two are partners again."""
        return self._numbers(ReasonCode.REMATCH, ReasonCode.MET_BEFORE, ReasonCode.PARTNERS_AGAIN)

    @property
    def all_well(self) -> str:
        """What may be said where nothing is warned of. Players do meet again, and clubmates among them."""
        if self.of_players:
            said = [_("Nobody has the same partner again.")]
            if at := self.of_a_club:
                sentence = ngettext(
                    "At %(count)s table players of the same club are opponents.",
                    "At %(count)s tables players of the same club are opponents.",
                    len(at),
                )
                said.append(sentence % {"count": len(at)})
            return " ".join(said)
        if self.again:
            return _("Nobody meets again of those who count as met, none of the same club.")
        return _("Nobody meets again, none of the same club.")

    @property
    def counted(self) -> dict[ReasonCode, list[int]]:
        """What a referee avoids where possible, the gravest first, and the numbers of the tables where it happens."""
        found = {code: self._numbers(code) for code in _COUNTED}
        found[ReasonCode.SAME_CLUB] = [] if self.of_players else self.of_a_club
        return {code: numbers for code, numbers in found.items() if numbers}

    def _numbers(self, *codes: ReasonCode) -> list[int]:
        return [table.number for table in self.tables if any(reason.code in codes for reason in table.reasons)]

    @property
    def warnings(self) -> list[str]:
        """How often each thing happens that a referee avoids where possible."""
        found = [
            _COUNTED[code](len(at)) % {"count": len(at), "tables": _listed(at)} for code, at in self.counted.items()
        ]
        if any(_is_by_hand(reason) for table in self.tables for reason in table.reasons):
            if self.of_players and len(self.resting) >= PLAYERS_AT_A_TABLE:
                found.append(_("%(count)s rest: four of them could play.") % {"count": len(self.resting)})
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
        "At %(count)s table there is a meeting that you did not want: table %(tables)s.",
        "At %(count)s tables there is a meeting that you did not want: tables %(tables)s.",
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
        "At %(count)s table somebody sits who keeps another: table %(tables)s.",
        "At %(count)s tables somebody sits who keeps another: tables %(tables)s.",
        tables,
    ),
}
"""What is warned of, the gravest first."""


MOST_LISTED = 12
"""How many tables a warning names; the others say it in their rows."""


def _listed(tables: Sequence[int]) -> str:
    if len(tables) <= MOST_LISTED:
        return ", ".join(map(str, tables))
    shown = tables[: MOST_LISTED - 2]
    listed = {"tables": ", ".join(map(str, shown)), "others": len(tables) - len(shown)}
    return _("%(tables)s and %(others)s others") % listed


def seats_of(round_: Round) -> Seats:
    """The seats of a drafted or published round. Two queries."""
    entrants = entrants_of(round_.tournament)
    rows = round_.tables.order_by("number").values_list("outcome", *NUMBERS, "why")
    tables = [(table_of_row(*row), Outcome(outcome)) for outcome, *row in rows]
    seats = _seats({entrant.id: entrant for entrant in entrants}, tables, kept=_kept(round_))
    seated = {each for table, _outcome in tables for each in table.seated}
    drawn = {number for number, _vp in round_.order}
    out = tuple(entrant for entrant in entrants if entrant.id in drawn and entrant.id not in seated)
    return Seats(tables=seats.tables, shared_reason=seats.shared_reason, out=out)


def seats_of_tables(round_: Round, tables: Iterable[DraftTable], entrants: Iterable[Entrant]) -> Seats:
    """The seats of a round's draft that has been read already."""
    rows = [(table, _drafted_as(table)) for table in tables]
    return _seats({entrant.id: entrant for entrant in entrants}, rows, kept=_kept(round_))


def seats_of_draft(draft: Draft, entrants: Iterable[Entrant]) -> Seats:
    """The seats of a draft that nobody has saved."""
    known = {entrant.id: entrant for entrant in entrants}
    seats = _seats(known, [(table, _drafted_as(table)) for table in draft.tables])
    return Seats(
        tables=seats.tables, shared_reason=seats.shared_reason, out=tuple(known[entrant] for entrant in draft.out)
    )


def _drafted_as(table: DraftTable) -> Outcome:
    return Outcome.REST if table.ew is None else Outcome.OPEN


def _kept(round_: Round) -> frozenset[int]:
    return frozenset(table.number for table in round_.chosen.kept)


def _seats(
    entrants: Mapping[EntrantId, Entrant],
    rows: Sequence[tuple[DraftTable, Outcome]],
    *,
    kept: frozenset[int] = frozenset(),
) -> Seats:
    rows = [(replace(table, why=_with_clubs_of_today(table, entrants)), outcome) for table, outcome in rows]
    shared = _shared_reason([table.why for table, _outcome in rows if table.ew is not None])

    def side(*seats: EntrantId | None) -> tuple[Entrant, ...]:
        return tuple(entrants[each] for each in seats if each is not None)

    return Seats(
        tables=tuple(
            SeatRow(
                number=table.number,
                key=table_key(table),
                ns=side(table.ns, table.ns_partner),
                ew=side(table.ew, table.ew_partner),
                outcome=outcome,
                reasons=table.why,
                warnings=tuple(reason_sentence(each) for each in table.why if _is_warning(each)),
                notes=tuple(reason_sentence(each) for each in table.why if not _is_warning(each) and each != shared),
                kept=table.number in kept,
            )
            for table, outcome in rows
        ),
        shared_reason=reason_sentence(shared) if shared else "",
    )


def _with_clubs_of_today(table: DraftTable, entrants: Mapping[EntrantId, Entrant]) -> tuple[Reason, ...]:
    """The reasons of a table; a member's club may have been corrected since they were written."""
    if table.ew is None or table.ns_partner is not None:
        return table.why
    shared = [club for club in entrants[table.ns].clubs if club in entrants[table.ew].clubs]
    said = any(reason.code is ReasonCode.SAME_CLUB for reason in table.why)
    if said and not shared:
        return tuple(reason for reason in table.why if reason.code is not ReasonCode.SAME_CLUB)
    if shared and not said:
        return (*table.why, Reason(ReasonCode.SAME_CLUB, {"clubs": ", ".join(shared), "forced": False}))
    return table.why


def _shared_reason(reasons: Sequence[tuple[Reason, ...]]) -> Reason | None:
    """The reason that says the same at every table where somebody plays; at a single table it stays there.

    Tables that the referee changed say nothing of how the round was drawn.
    """
    reasons = [why for why in reasons if all(reason.code is not ReasonCode.MOVED_BY_REFEREE for reason in why)]
    if len(reasons) < 2:
        return None
    said = (reason for reason in reasons[0] if not _is_warning(reason))
    return next((reason for reason in said if all(reason in others for others in reasons)), None)


def _is_warning(reason: Reason) -> bool:
    return reason.code in _COUNTED or _rests_again(reason)


def _is_by_hand(reason: Reason) -> bool:
    return reason.code in (ReasonCode.REST_BY_REFEREE, ReasonCode.MOVED_BY_REFEREE)


def _rests_again(reason: Reason) -> bool:
    """A rest of somebody who has rested before; of one that the referee made, only if others have rested less."""
    facts = reason.facts
    return (
        reason.code is ReasonCode.REST_AGAIN
        or (reason.code is ReasonCode.REST_MITCHELL and bool(facts["rests"]))
        or (reason.code is ReasonCode.REST_BY_REFEREE and bool(facts["fewer"]))
    )

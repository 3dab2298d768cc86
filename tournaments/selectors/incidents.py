"""The referee's statements of incidents, and what a new one begins with."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import OuterRef, QuerySet, Subquery

from pages.written_numbers import KEY_DIGITS, NUMBER_DIGITS, written_number
from tournaments.models import Adjustment, Incident, PhoneLog, RefereeCall, Round, Table, Tournament
from tournaments.records import Entrant, Line, Outcome
from tournaments.records.sections import in_section
from tournaments.wording.adjustments import points_in_words, reason_in_words
from tournaments.wording.incidents import Hearing, call_in_words, dispute_in_words, hearings, place_in_words
from tournaments.wording.lines import line_name
from tournaments.wording.rulings import score_in_words

from .entrants import entrants_by_key
from .rounds import sections_at

SEATS = ("ns_id", "ns_partner_id", "ew_id", "ew_partner_id")
DISPUTES = (PhoneLog.Event.CONTEST, PhoneLog.Event.CALL)


@dataclass(frozen=True, slots=True, kw_only=True)
class StatedIncident:
    """A statement with the entrants concerned."""

    row: Incident
    table: int | None
    entrants: tuple[Entrant, ...]

    @property
    def place(self) -> str:
        return place_in_words(round=self.row.round, table=self.table)

    @property
    def hearings(self) -> tuple[Hearing, ...]:
        return hearings(self.row.heard)


def incidents_of(tournament: Tournament) -> list[StatedIncident]:
    """Return all statements of a tournament by number. Two queries."""
    rows = list(incident_rows(tournament).order_by("number"))
    entrants = entrants_by_key(tournament) if rows else {}
    return [_stated(row, entrants) for row in rows]


def incident_of(tournament: Tournament, number: int) -> StatedIncident | None:
    """Return the statement with this number, or None. Two queries."""
    row = incident_rows(tournament).filter(number=number).first()
    return None if row is None else _stated(row, entrants_by_key(tournament))


def incident_begun(tournament: Tournament, query: Mapping[str, str]) -> dict[str, Any]:
    """Return the fields with which a new statement begins.

    `query` may name a `call`, an `adjustment`, or a `round` with a `table`; what cannot be found is ignored.
    """
    if (call := _row(RefereeCall.objects.filter(table__round__tournament=tournament), query.get("call"))) is not None:
        return _from_call(tournament, call)
    if (adjustment := _row(tournament.adjustments, query.get("adjustment"))) is not None:
        return _from_adjustment(tournament, adjustment)
    table = _table(tournament, query.get("round", ""), query.get("table", ""))
    return {} if table is None else _from_table(tournament, table)


def incident_rows(tournament: Tournament) -> QuerySet[Incident]:
    """Return the statements, each with the `sections` of its round."""
    round_ = Round.objects.filter(tournament=tournament, number=OuterRef("round")).order_by()
    rows = Incident.objects.filter(tournament=tournament).select_related("made_by")
    return rows.annotate(sections=Subquery(round_.values_list(sections_at())[:1]))


def table_of_incident(row: Incident) -> int | None:
    """Return the number of the table of such a statement, which knows its name in a section; None without a table."""
    return None if row.table is None else in_section(row.table, getattr(row, "sections", None) or ())


def _stated(row: Incident, entrants: Mapping[int, Entrant]) -> StatedIncident:
    return StatedIncident(
        row=row,
        table=table_of_incident(row),
        entrants=tuple(entrants[key] for key in row.pairs if key in entrants),
    )


def _row(rows: Any, key: str | None) -> Any:
    return rows.filter(pk=written_number(key or "", KEY_DIGITS) or 0).first()


def _table(tournament: Tournament, round_: str, number: str) -> Table | None:
    of_round, of_table = (written_number(text, NUMBER_DIGITS) or 0 for text in (round_, number))
    drawn = Round.objects.filter(tournament=tournament, number=of_round).exclude(state=Round.State.DRAFT)
    return Table.objects.select_related("round").filter(round__in=drawn, number=of_table).first()


def _from_call(tournament: Tournament, call: RefereeCall) -> dict[str, Any]:
    line = Line(call.line) if call.line else None
    return _at_table(tournament, call.table, first=line) | {
        "source": Incident.Source.CALL,
        "happened_at": call.called_at,
        "facts": call_in_words(line=line, reason=str(call.get_reason_display())),
    }


def _from_adjustment(tournament: Tournament, adjustment: Adjustment) -> dict[str, Any]:
    seated = (Table.objects.filter(round=adjustment.round, **{seat: adjustment.pair_id}).first() for seat in SEATS)
    table = next((row for row in seated if row is not None), None)
    place = {"round": adjustment.round.number, "pairs": [adjustment.pair_id]}
    if table is not None:
        line = Line.NS if adjustment.pair_id in (table.ns_id, table.ns_partner_id) else Line.EW
        place = _at_table(tournament, table, first=line)
    return place | {
        "source": Incident.Source.INFRACTION,
        "happened_at": adjustment.made_at,
        "facts": reason_in_words(reason=adjustment.reason, article="", player=str(adjustment.player or "")),
        "articles": adjustment.article,
        "decision": points_in_words(mp=adjustment.mp, vp=adjustment.vp, felt=adjustment.felt),
    }


def _from_table(tournament: Tournament, table: Table) -> dict[str, Any]:
    """Return what is known of a table: a slip contested on phones, and the score that the referee assigned."""
    log = PhoneLog.objects.filter(table=table, event__in=DISPUTES).exclude(line="").order_by("pk").last()
    begun = _at_table(tournament, table, first=None if log is None else Line(log.line))
    if log is not None:
        slip = getattr(table, "phone_slip", None)
        note = slip.contest_note if slip else ""
        begun |= {
            "source": Incident.Source.DISPUTE,
            "happened_at": log.at,
            "facts": dispute_in_words(line=Line(log.line), hand=slip.contested_hand if slip else None),
            "heard": begun["heard"].replace(":", f": {note}", 1) if note else begun["heard"],
        }
    if table.outcome == Outcome.ARBITRAL:
        begun |= {
            "articles": table.ruling_article,
            "decision": score_in_words(
                ns=(table.ns_vp_set, table.ns_mp_set), ew=(table.ew_vp_set, table.ew_mp_set), reason=table.ruling
            ),
        }
    return begun


def _at_table(tournament: Tournament, table: Table, *, first: Line | None) -> dict[str, Any]:
    """Return the place, who sits there, and a line for each side to be heard, the `first` line before the other."""
    entrants = entrants_by_key(tournament)
    number = table.round.number
    sides: Mapping[Line, Sequence[int | None]] = {
        Line.NS: (table.ns_id, table.ns_partner_id),
        Line.EW: (table.ew_id, table.ew_partner_id),
    }
    order = sorted(sides, key=lambda line: line is not first)
    seated = {line: [key for key in sides[line] if key is not None] for line in order}

    def named(key: int) -> str:
        entrant = entrants[key].in_round(number)
        return f"{entrant.id} {' – '.join(entrant.playing)}"

    heard = [f"{line_name(line)} {', '.join(map(named, keys))}:" for line, keys in seated.items() if keys]
    return {
        "round": number,
        "table": table.round.table_number(table.number),
        "pairs": [key for keys in seated.values() for key in keys],
        "heard": "\n".join(heard) if first else "",
    }

"""The referee's report of an evening on paper, for the federation and for the club's file."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from .common import SheetHeader
from .running_text import (
    TextLine,
    fact_lines,
    numbered_lines,
    paragraph_lines,
    ranked_lines,
    section_lines,
    signature_lines,
    text_sheet,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedText:
    """A row of the ranking in words."""

    place: str
    name: str
    figures: str


@dataclass(frozen=True, slots=True, kw_only=True)
class IncidentText:
    """A statement as the report tells it: its number and place, and what follows."""

    title: str
    texts: Sequence[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportText:
    """The report in words."""

    facts: Sequence[tuple[str, str]]
    rounds: Sequence[str]
    """In their order, from the first."""
    decisions: Sequence[str]
    incidents: Sequence[IncidentText]
    teams: Sequence[RankedText]
    ranking: Sequence[tuple[str, Sequence[RankedText]]]
    """The rows of each girone with its name; all of them with an empty name where there are none."""
    ranking_notes: Sequence[str]
    referees: Sequence[str]


def report_sheet(header: SheetHeader, report: ReportText) -> bytes:
    """Return the report, with a line to sign on for each referee."""
    return text_sheet(header, _("Referee’s report"), lambda width: _lines(report, width))


def _lines(report: ReportText, width: float) -> list[TextLine]:
    lines = [line for label, text in report.facts for line in fact_lines(label, text, width)]
    lines += section_lines(_("Rounds"))
    for number, text in enumerate(report.rounds, start=1):
        lines += numbered_lines(number, text, width)
    lines += section_lines(_("Penalties and bonuses"))
    for text in report.decisions or [_("None.")]:
        lines += paragraph_lines(text, width)
    lines += section_lines(_("Incidents"))
    for incident in report.incidents:
        lines += _incident_lines(incident, width)
    if not report.incidents:
        lines += paragraph_lines(_("No statement was written."), width)
    if report.teams:
        lines += section_lines(_("Ranking of the teams")) + _ranking_lines(report.teams, width)
    if report.ranking:
        lines += section_lines(_("Ranking"))
    for girone, rows in report.ranking:
        if girone:
            lines += paragraph_lines(girone, width, bold=True)
        lines += _ranking_lines(rows, width)
    for note in report.ranking_notes:
        lines += paragraph_lines(note, width)
    signers = [_("Referee: %(name)s") % {"name": name} for name in report.referees] or [_("Referee")]
    return [*lines, *signature_lines(_("Signatures"), signers)]


def _ranking_lines(rows: Sequence[RankedText], width: float) -> list[TextLine]:
    return [line for row in rows for line in ranked_lines(row.place, row.name, row.figures, width)]


def _incident_lines(incident: IncidentText, width: float) -> list[TextLine]:
    texts = [line for text in incident.texts if text for line in paragraph_lines(text, width)]
    return [*paragraph_lines(incident.title, width, bold=True), *texts]

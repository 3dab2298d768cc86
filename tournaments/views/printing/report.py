"""The referee's report of an evening: as a sheet to sign, and as a file."""

from collections.abc import Iterable

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.models import JournalEntry
from tournaments.records import Standing, TeamStanding
from tournaments.selectors.incidents import StatedIncident
from tournaments.selectors.report import EveningReport, report_of
from tournaments.selectors.report_files import adjustment_in_words, report_facts, report_tables, round_in_words
from tournaments.sheets.report_sheet import IncidentText, RankedText, ReportText, report_sheet
from tournaments.views.common import get_tournament
from tournaments.wording.figures import figure, signed
from tournaments.wording.gironi import by_girone, gironi_notes

from .downloads import tables_to_keep, write_down
from .sheets import pdf_response, sheet_header


@require_safe
def report_pdf(request: HttpRequest, slug: str) -> HttpResponse:
    """Send the report, to be signed."""
    tournament = get_tournament(slug)
    report = report_of(tournament)
    return pdf_response(report_sheet(sheet_header(tournament), _text_of(report)), tournament, _("report"))


@require_safe
def report_xlsx(request: HttpRequest, slug: str) -> HttpResponse:
    """Send the report as a workbook."""
    tournament = get_tournament(slug)
    tables = report_tables(report_of(tournament))
    write_down(request, JournalEntry.Event.RANKING_EXPORT, tournament)
    return tables_to_keep(*tables, format="xlsx", named=(_("report"), slug))


def _text_of(report: EveningReport) -> ReportText:
    return ReportText(
        facts=report_facts(report),
        rounds=[round_in_words(reported) for reported in report.rounds],
        decisions=[adjustment_in_words(given) for given in report.adjustments],
        incidents=[_incident(stated) for stated in report.incidents],
        teams=_ranked((row, row.name) for row in report.teams),
        ranking=[
            (girone, _ranked((row, _entrant(row)) for row in rows)) for girone, rows in by_girone(report.standings)
        ],
        ranking_notes=gironi_notes(report.standings, report.tournament.cut),
        referees=report.referees,
    )


def _incident(stated: StatedIncident) -> IncidentText:
    row = stated.row
    title = _("Statement no. %(number)s") % {"number": figure(row.number)}
    concerned = "; ".join(f"{entrant.id} {entrant.label}" for entrant in stated.entrants)
    decided = _("Decided: %(decision)s") % {"decision": row.decision} if row.decision else _("Not decided.")
    return IncidentText(
        title=", ".join(filter(None, (title, stated.place, row.articles))), texts=(concerned, row.facts, decided)
    )


def _ranked(rows: Iterable[tuple[Standing | TeamStanding, str]]) -> list[RankedText]:
    return [
        RankedText(
            place=figure(row.place) + ("=" if row.tied else ""),
            name=name,
            figures=_("%(vp)s VP, %(difference)s") % {"vp": figure(row.vp), "difference": signed(row.mp_difference)},
        )
        for row, name in rows
    ]


def _entrant(row: Standing) -> str:
    clubs = f" ({', '.join(row.entrant.clubs)})" if row.entrant.clubs else ""
    return f"{row.entrant.id} {row.entrant.label}{clubs}"

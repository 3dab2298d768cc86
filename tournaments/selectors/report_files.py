"""The referee's report in words and as the sheets of a file."""

from collections.abc import Sequence

from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.messages import ruleset_title
from scoring.rulesets.choices import offered_as
from tournaments.files import Cell, FileTable
from tournaments.records import System
from tournaments.records.sections import TableNumber, table_name
from tournaments.wording.entrants import words_of
from tournaments.wording.figures import spoken_date
from tournaments.wording.plan_announcement import rounds_and_hands
from tournaments.wording.scales import scale_label
from tournaments.wording.systems import system_name

from .adjustments import GivenAdjustment
from .ranking_files import ranking_table, usual_layout
from .report import EveningReport, ReportedRound
from .settings import scale_of


def report_facts(report: EveningReport) -> list[tuple[str, str]]:
    """Return the facts of the evening beside their labels; empty ones are left out."""
    tournament = report.tournament
    ruleset = offered_as(tournament.ruleset, tournament.options)
    facts = [
        (_("Tournament"), tournament.name),
        (_("Date"), spoken_date(tournament.date)),
        (_("Starts at"), time_format(tournament.starts_at, "H:i") if tournament.starts_at else ""),
        (_("Venue"), tournament.venue),
        (_("Referees"), ", ".join(report.referees)),
        (_("Who plays"), str(tournament.get_kind_display())),
        (_("Entered"), entered_in_words(report)),
        (_("Clubs"), ", ".join(report.clubs)),
        (_("Ruleset"), str(ruleset.label if ruleset else ruleset_title(tournament.ruleset, tournament.options))),
        (
            _("Rounds"),
            rounds_and_hands(tournament.rounds_planned, tournament.hands_per_round, tournament.round_minutes),
        ),
        (_("Scale for VP"), scale_label(scale_of(tournament))),
        (_("State"), str(tournament.get_state_display())),
    ]
    return [(label, text) for label, text in facts if text]


def entered_in_words(report: EveningReport) -> str:
    """Return `24 pairs, 1 withdrawn, 2 admitted late`."""
    words = words_of(report.tournament.kind)
    parts = [str(words.counted % {"counter": len(report.entrants)})]
    if report.withdrawn:
        parts.append(str(words.withdrawn_counted % {"counter": report.withdrawn}))
    if report.late:
        parts.append(_("%(count)s admitted late") % {"count": report.late})
    return ", ".join(parts)


def round_in_words(reported: ReportedRound) -> str:
    """Return `Mitchell, 12 tables, 1 at rest, began at 20:45`."""
    tables = ngettext("%(tables)s table", "%(tables)s tables", reported.tables) % {"tables": reported.tables}
    parts = [_system_of(reported), tables]
    if reported.alone:
        parts.append(_("%(count)s at rest") % {"count": reported.alone})
    if reported.began_at:
        parts.append(_("began at %(time)s") % {"time": _hour(reported)})
    return ", ".join(parts)


def _system_of(reported: ReportedRound) -> str:
    return system_name(System(reported.drawn.system), reported.drawn.chosen)


def adjustment_in_words(adjustment: GivenAdjustment) -> str:
    """Return `Round 2, 7 Rossi Anna – Bianchi Carlo: −100 MP, Late (art. 9)`."""
    row = adjustment.row
    change = f"{adjustment.points}, {adjustment.reason}"
    facts = {"round": row.round.number, "pair": f"{row.pair.number} {row.pair}", "change": change}
    return _("Round %(round)s, %(pair)s: %(change)s") % facts


def report_tables(report: EveningReport) -> tuple[FileTable, ...]:
    """Return the sheets: the evening, its rounds, penalties, statements, and the ranking with its rounds."""
    tournament = report.tournament
    return (
        FileTable(title=_("Evening"), headings=(_("what"), _("value")), rows=report_facts(report)),
        FileTable(
            title=_("Rounds"),
            headings=(_("round"), _("system"), _("tables"), _("at rest"), _("began")),
            rows=[_round_row(reported) for reported in report.rounds],
        ),
        FileTable(
            title=_("Penalties and bonuses"),
            headings=(_("round"), _("no."), _("names"), _("MP"), _("VP"), _("reason"), _("article")),
            rows=[_adjustment_row(adjustment) for adjustment in report.adjustments],
        ),
        FileTable(title=_("Statements"), headings=_statement_headings(), rows=_statement_rows(report)),
        ranking_table(tournament, usual_layout(tournament)),
    )


def _round_row(reported: ReportedRound) -> Sequence[Cell]:
    row = reported.row
    began = timezone.localtime(reported.began_at) if reported.began_at else None
    return (row.number, _system_of(reported), reported.tables, reported.alone, began)


def _adjustment_row(adjustment: GivenAdjustment) -> Sequence[Cell]:
    row = adjustment.row
    reason = f"{row.player}: {row.reason}" if row.player else row.reason
    return (row.round.number, row.pair.number, str(row.pair), row.mp, row.vp, reason, row.article)


def _statement_headings() -> Sequence[str]:
    fields = (_("round"), _("table"), _("when"), _("concerned"), _("what happened"), _("heard, in this order"))
    return (_("no."), *fields, _("articles"), _("decision"), _("referee"))


def _statement_rows(report: EveningReport) -> list[Sequence[Cell]]:
    rows: list[Sequence[Cell]] = []
    for stated in report.incidents:
        row = stated.row
        at = timezone.localtime(row.happened_at) if row.happened_at else None
        concerned = "; ".join(f"{entrant.id} {entrant.label}" for entrant in stated.entrants)
        texts = (concerned, row.facts, row.heard, row.articles, row.decision, row.referee)
        rows.append((row.number, row.round, _table_cell(stated.table), at, *texts))
    return rows


def _table_cell(table: int | None) -> Cell:
    return table_name(table) if isinstance(table, TableNumber) else table


def _hour(reported: ReportedRound) -> str:
    return time_format(timezone.localtime(reported.began_at), "H:i")

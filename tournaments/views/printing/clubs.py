"""The ranking of clubs as a sheet and as a file."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.models import JournalEntry
from tournaments.forms.ranking.clubs import ClubRankingForm
from tournaments.ranking.clubs import ClubStanding
from tournaments.selectors.club_ranking import clubs_of, clubs_table
from tournaments.sheets.clubs_sheet import ClubText, clubs_sheet
from tournaments.views.common import get_tournament
from tournaments.wording.clubs import club_rule_in_words, share_in_words
from tournaments.wording.figures import figure

from .downloads import tables_to_keep, write_down
from .sheets import pdf_response, sheet_header


@require_safe
def clubs_pdf(request: HttpRequest, slug: str) -> HttpResponse:
    """Send the ranking of clubs, by the rule of its page."""
    tournament, rule = get_tournament(slug), ClubRankingForm(request.GET).rule
    rows = [_text_of(row) for row in clubs_of(tournament, rule)]
    return pdf_response(clubs_sheet(sheet_header(tournament), club_rule_in_words(rule), rows), tournament, _("clubs"))


@require_safe
def clubs_xlsx(request: HttpRequest, slug: str) -> HttpResponse:
    tournament, rule = get_tournament(slug), ClubRankingForm(request.GET).rule
    table = clubs_table(tournament, rule)
    write_down(request, JournalEntry.Event.RANKING_EXPORT, tournament)
    return tables_to_keep(table, format="xlsx", named=(_("clubs"), slug))


def _text_of(row: ClubStanding) -> ClubText:
    facts = {"vp": share_in_words(row.vp), "difference": share_in_words(row.mp_difference, with_sign=True)}
    return ClubText(
        place=f"{figure(row.place)}=" if row.tied else figure(row.place),
        club=row.club,
        figures=_("%(vp)s VP, %(difference)s") % facts,
        pairs=[f"{pair.entrant.id} {pair.entrant.label}: {figure(pair.vp)}" for pair in row.pairs],
    )

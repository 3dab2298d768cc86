"""The check of a round: it is drawn again from the ranking, history, settings and seed of its draw."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from pages.refusals import Refused
from tournaments.models import Round
from tournaments.pairing.moves import Tables, changed
from tournaments.records import DraftTable, Entrant, EntrantId, System
from tournaments.selectors.drafts import seats_drawn
from tournaments.selectors.draws import request_as_drawn
from tournaments.selectors.earlier_seats import as_at_the_draw
from tournaments.selectors.evening import Evening, evening_of
from tournaments.services.draft_memory import settings_as_drawn
from tournaments.services.rounds import compute_draft
from tournaments.views.common import get_tournament, render_tournament

from .draft_page import round_context
from .rounds import round_of
from .seats import counts_of


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangedTable:
    """A table that the referee changed; None if there is no table of that number."""

    number: int
    was: tuple[tuple[Entrant, ...], ...] | None
    now: tuple[tuple[Entrant, ...], ...] | None


@require_safe
def round_check(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show whether the same inputs give the same tables, and otherwise the referee's changes."""
    round_ = round_of(get_tournament(slug), number)
    evening, tables = evening_of(round_.tournament, after_round=number), seats_drawn(round_)
    context = round_context(round_, counts_of(round_, tables, evening.by_number)) | _check(round_, evening, tables)
    return render_tournament(request, "rounds/check.html", round_.tournament, context)


def _check(round_: Round, evening: Evening, now: Tables) -> dict[str, Any]:
    if round_.system == System.MANUAL:
        return {"by_hand": True}
    as_drawn, put_right = as_at_the_draw(round_, evening)
    request = replace(request_as_drawn(round_, as_drawn), settings=settings_as_drawn(round_))
    try:
        drawn = compute_draft(System(round_.system), request).tables
    except Refused as refusal:
        return {"refused": _("The draw cannot be repeated: %(why)s") % {"why": refusal.message}}
    return {
        "differences": _differences(round_, drawn, now, evening.by_number),
        # Corrected results may give another ranking today than the draw had. The ranking by the figures
        # alone is tried, too: rounds after a knockout were once drawn by it.
        "corrected": bool(round_.order)  # equivalent: speed alone
        and all(
            _is_corrected(round_.order, ranked(round_)) for ranked in (evening.order_today, evening.order_by_figures)
        ),
        "put_right": put_right,
        "keeps": any(entrant.fixed_table is not None for entrant in request.entrants),
    }


def _is_corrected(drawn_from: Sequence[Sequence[int]], today: Sequence[Sequence[int]]) -> bool:
    """Return whether the ranking of those in both differs from the draw's: somebody may have been seated later."""
    if drawn_from == today:  # equivalent: speed alone
        return False
    then, now = ({number for number, _vp in order} for order in (drawn_from, today))
    both = then & now
    return [[*row] for row in drawn_from if row[0] in both] != [[*row] for row in today if row[0] in both]


def _differences(round_: Round, drawn: Tables, now: Tables, names: Mapping[EntrantId, Entrant]) -> list[ChangedTable]:
    at_first = {table.number: table for table in drawn}
    at_last = {table.number: table for table in now}

    def sides(table: DraftTable | None) -> tuple[tuple[Entrant, ...], ...] | None:
        if table is None:
            return None
        lines = ((table.ns, table.ns_partner), (table.ew, table.ew_partner))
        return tuple(
            tuple(names[entrant] for entrant in line if entrant is not None and entrant in names) for line in lines
        )

    return [
        ChangedTable(
            number=round_.table_number(number), was=sides(at_first.get(number)), now=sides(at_last.get(number))
        )
        for number in changed(drawn, now)
    ]

"""A table's result on its way to the database: saved, refused, doubted, or overtaken by somebody else's."""

from dataclasses import dataclass

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRedirect, push_url, replace_url

from pages.refusals import Refused
from tournaments.forms.desk.slip import SlipForm
from tournaments.forms.desk.slip_view import view_slip
from tournaments.models import Table
from tournaments.records import Outcome
from tournaments.records.sections import table_name
from tournaments.selectors.desk import Desk, desk_progress, lay_out
from tournaments.selectors.desk_tables import DeskTable
from tournaments.selectors.saved_slips import last_saved_by, rulings_of, saved_slip_of
from tournaments.services import table_enter, table_swap_lines
from tournaments.services.refusals import TableChanged
from tournaments.slips.typed_slip import SlipRow
from tournaments.views.common import as_part
from tournaments.wording.lines import line_facts
from tournaments.wording.two_slips import TableState, by_hand, contrasts

from .page import came_from_sheet, desk_url, draw_desk, known_by, show_desk
from .sheet import row_url

UNPROCESSABLE, CONFLICT = 422, 409


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """A result on its way to the database: where it belongs, what was typed, and the outcome it would have."""

    desk: Desk
    table: DeskTable
    form: SlipForm
    outcome: Outcome
    address: str
    """Where it was sent to, and is sent again if it is to take the place of another."""
    by_scorer: bool
    """Whoever sends it is no referee."""

    @property
    def rows(self) -> tuple[SlipRow, ...]:
        """What it would save; nothing where a result is taken back, whatever is typed."""
        return () if self.outcome is Outcome.OPEN else self.form.slip.typed


def save_attempt(request: HttpRequest, attempt: Attempt) -> HttpResponse:
    """Save what is whole, legal, and beyond doubt or confirmed; otherwise show the slip with what is wrong.

    Nothing that was typed matters where a result is taken back. What somebody else has saved is not overwritten.
    """
    desk, table, form, outcome = attempt.desk, attempt.table, attempt.form, attempt.outcome
    if outcome is not Outcome.OPEN:
        form.demand_hands(every=outcome is Outcome.PLAYED)
        if form.is_refused:
            return _show_typed(request, attempt, refused=True)
        if doubt := form.doubt:
            return _show_typed(request, attempt, doubt=doubt)
    try:
        table_enter(
            table=Table(pk=table.pk, round=desk.round),
            version=form.version_read(),
            outcome=outcome,
            hands=() if outcome is Outcome.OPEN else form.slip.hands,
            at=timezone.now(),
            confirmed=True,
            by_scorer=attempt.by_scorer,
        )
    except TableChanged:
        return _changed(request, attempt)
    except Refused as refusal:
        return _show_typed(request, attempt, refusal=refusal.message)
    sentence = _("Result of table %(table)s removed") if outcome is Outcome.OPEN else _("Table %(table)s saved")
    return _go_on(request, attempt, sentence % {"table": table_name(table.number)})


def swap_saved(request: HttpRequest, attempt: Attempt) -> HttpResponse:
    """Swap the lines of what is saved; where somebody else was first, the table is shown as it is now."""
    desk, table = attempt.desk, attempt.table
    row = Table(pk=table.pk, round=desk.round)
    try:
        table_swap_lines(table=row, version=attempt.form.version_read(), at=timezone.now(), by_scorer=attempt.by_scorer)
    except Refused as refusal:
        laid_out = lay_out(desk, top=table.number, known=known_by(request))
        return show_desk(request, laid_out, status=CONFLICT, refusal=refusal.message)
    facts = line_facts() | {"table": table_name(table.number)}
    sentence = _("%(ns_line)s and %(ew_line)s of table %(table)s swapped") % facts
    address = desk_url(desk, table.number)
    if not as_part(request):
        messages.success(request, sentence)
        return redirect(address)
    laid_out = lay_out(desk, top=table.number, known=known_by(request))
    return push_url(show_desk(request, laid_out, saved=sentence, saved_slip=table.pk), address)


def _show_typed(request: HttpRequest, attempt: Attempt, **context: object) -> HttpResponse:
    """The slip as it was typed, with what is wrong or doubtful; nothing was saved."""
    form, slip = attempt.form, view_slip(attempt.form, attempt.form.slip, rulings_of(attempt.table.pk))
    if slip.faults:
        form.focus(slip.faults[0].fields[0])
    desk = lay_out(attempt.desk, top=attempt.table.number, known=known_by(request))
    response = draw_desk(request, desk, form=form, slip=slip, status=UNPROCESSABLE, **context)
    return replace_url(response, desk_url(attempt.desk, attempt.table.number))


def _changed(request: HttpRequest, attempt: Attempt) -> HttpResponse:
    """Somebody else was first: both results side by side, unless they say the same."""
    desk = lay_out(attempt.desk, top=attempt.table.number, known=known_by(request))
    table = desk.table
    if table is None:
        raise Http404
    mine = TableState(attempt.outcome, attempt.rows)
    compared = contrasts(mine, TableState(table.outcome, saved_slip_of(table.pk, desk.tournament).slip.typed))
    if not any(contrast.differs for contrast in compared):
        sentence = _("Table %(table)s had been saved already, with the same result")
        return _go_on(request, attempt, sentence % {"table": table_name(table.number)})
    context = {
        "contrasts": compared,
        "hands": by_hand(compared),
        "saved_by": last_saved_by(table.pk),
        "mine_over_theirs": attempt.address,
        "typed": [(k, v) for k, v in attempt.form.data.items() if k not in ("csrfmiddlewaretoken", "version")],
    }
    return replace_url(draw_desk(request, desk, status=CONFLICT, **context), desk_url(attempt.desk, table.number))


def _go_on(request: HttpRequest, attempt: Attempt, sentence: str) -> HttpResponse:
    """To the next open table; in a closed round, and after taking a result back, the table stays on top.

    From a row of the result sheet, back to that row.
    """
    if came_from_sheet(request):
        messages.success(request, sentence)
        row = row_url(attempt.desk.tournament.slug, attempt.desk.round.number, attempt.table.number)
        return HttpResponseClientRedirect(row) if as_part(request) else redirect(row)
    desk, number, known = attempt.desk, attempt.table.number, known_by(request)
    progress = desk_progress(desk.round, after=number)
    top = (
        (progress.disputed or progress.following) if desk.under_way and attempt.outcome is not Outcome.OPEN else number
    )
    if not as_part(request):
        messages.success(request, sentence)
        return redirect(desk_url(desk, top))
    laid_out = lay_out(desk, top=top, known=known, progress=progress)
    response = show_desk(request, laid_out, saved=sentence, saved_slip=attempt.table.pk)
    return push_url(response, desk_url(desk, top))

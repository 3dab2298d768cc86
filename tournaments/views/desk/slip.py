"""A table's slip at the desk: shown, and on its way to the database saved, refused, doubted, or overtaken."""

from dataclasses import dataclass
from functools import cached_property

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST
from django_htmx.http import push_url, replace_url

from accounts.models import Role, role_of
from pages.refusals import Refused
from tournaments.forms.desk.slip import SlipForm, typed_form
from tournaments.forms.desk.slip_view import focus, view_slip
from tournaments.models import Table
from tournaments.records import ABSENCES, Outcome
from tournaments.selectors.desk import Desk, lay_out, open_desk, open_slip
from tournaments.selectors.desk_tables import DeskTable
from tournaments.selectors.saved_slips import last_saved_by, rulings_of, saved_slip_of
from tournaments.services import table_enter, table_swap_lines
from tournaments.services.refusals import TableChanged
from tournaments.slips.typed_slip import SlipRow
from tournaments.views.common import as_part
from tournaments.wording.lines import line_facts
from tournaments.wording.two_slips import TableState, by_hand, contrasts

from .page import desk_url, known_by, show_desk, show_next

UNPROCESSABLE, CONFLICT = 422, 409
NOT_SENT_AGAIN = ("csrfmiddlewaretoken", "version")


@dataclass(frozen=True, kw_only=True)
class Attempt:
    """A result on its way to the database: where it belongs, what was typed, and the outcome it would have."""

    desk: Desk
    table: DeskTable
    sent: QueryDict
    outcome: Outcome
    address: str
    """The address that it was sent to, and is sent to again if it is to take the place of another."""
    by_scorer: bool
    """Whether its sender is no referee."""

    @cached_property
    def form(self) -> SlipForm:
        return typed_form(self.sent, self.desk.tournament, self.table.number)

    @property
    def rows(self) -> tuple[SlipRow, ...]:
        """Return the rows that it would save; none if a result is taken back, whatever is typed."""
        return () if self.outcome is Outcome.OPEN else self.form.slip.typed


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def table_entry(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Show a table's slip, or save it."""
    if request.method != "POST":
        desk = open_desk(slug, number, table)
        return show_desk(request, lay_out(desk, top=table, known=known_by(request)))
    return save_attempt(request, _attempt(request, slug, number, table, Outcome.PLAYED))


@require_POST
def table_outcome(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Save an absence: the whole hands of the slip are those played before."""
    sent = request.POST.get("outcome", "")
    if sent not in ABSENCES:
        raise Http404
    return save_attempt(request, _attempt(request, slug, number, table, Outcome(sent)))


@require_POST
def table_take_back(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Cancel the result; the typed figures do not matter."""
    return save_attempt(request, _attempt(request, slug, number, table, Outcome.OPEN))


@require_POST
def table_swap(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Swap the lines of what is saved, whatever is typed; if somebody else was first, show the table as it is now."""
    attempt = _attempt(request, slug, number, table, Outcome.PLAYED)
    desk, at = attempt.desk, attempt.table
    row, version = Table(pk=at.pk, round=desk.round), attempt.form.version_read()
    try:
        table_swap_lines(table=row, version=version, at=timezone.now(), by_scorer=attempt.by_scorer)
    except Refused as refusal:
        laid_out = lay_out(desk, top=at.number, known=known_by(request))
        return show_desk(request, laid_out, status=CONFLICT, refusal=refusal.message)
    facts = line_facts() | {"table": at.name}
    sentence = _("%(ns_line)s and %(ew_line)s of table %(table)s swapped") % facts
    address = desk_url(desk, at.number)
    if not as_part(request):
        messages.success(request, sentence)
        return redirect(address)
    laid_out = lay_out(desk, top=at.number, known=known_by(request))
    return push_url(show_desk(request, laid_out, saved=sentence, saved_slip=at.pk), address)


@require_POST
def table_preview(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Show the result of the figures so far, in the parts of the slip without fields. Two queries of its own."""
    attempt = _attempt(request, slug, number, table, Outcome.PLAYED)
    form, judged = attempt.form, attempt.form.slip
    if form.cleaned_data.get("tried"):
        form.demand_hands()
    slip = view_slip(form, judged, rulings_of(attempt.table.pk))
    return render(request, "desk/preview.html", {"slip": slip, "form": form, "table": attempt.table})


def _attempt(request: HttpRequest, slug: str, number: int, table: int, outcome: Outcome) -> Attempt:
    """Return what was sent to this address. One query."""
    desk, at = open_slip(slug, number, table)
    return Attempt(
        desk=desk,
        table=at,
        sent=request.POST,
        outcome=outcome,
        address=request.path,
        by_scorer=not role_of(request.user).may(Role.REFEREE),
    )


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
    stays = outcome is Outcome.OPEN
    return show_next(request, desk, table, sentence % {"table": table.name}, stays=stays)


def _show_typed(request: HttpRequest, attempt: Attempt, **context: object) -> HttpResponse:
    """Show the slip as it was typed, with what is wrong or doubtful; nothing was saved."""
    form, slip = attempt.form, view_slip(attempt.form, attempt.form.slip, rulings_of(attempt.table.pk))
    if slip.faults:
        focus(form, slip.faults[0].fields[0])
    desk = lay_out(attempt.desk, top=attempt.table.number, known=known_by(request))
    response = show_desk(request, desk, form=form, slip=slip, status=UNPROCESSABLE, **context)
    return replace_url(response, desk_url(attempt.desk, attempt.table.number))


def _changed(request: HttpRequest, attempt: Attempt) -> HttpResponse:
    """Show both results side by side, because somebody else was first, unless they say the same."""
    desk = lay_out(attempt.desk, top=attempt.table.number, known=known_by(request))
    table = desk.table
    if table is None:
        raise Http404
    mine = TableState(attempt.outcome, attempt.rows)
    compared = contrasts(mine, TableState(table.outcome, saved_slip_of(table.pk, desk.tournament).slip.typed))
    if not any(contrast.differs for contrast in compared):
        sentence = _("Table %(table)s had been saved already, with the same result")
        sentence = sentence % {"table": table.name}
        return show_next(request, attempt.desk, attempt.table, sentence, stays=attempt.outcome is Outcome.OPEN)
    context = {
        "contrasts": compared,
        "hands": by_hand(compared),
        "saved_by": last_saved_by(table.pk),
        "mine_over_theirs": attempt.address,
        "typed": [(name, text) for name, text in attempt.sent.items() if name not in NOT_SENT_AGAIN],
    }
    return replace_url(show_desk(request, desk, status=CONFLICT, **context), desk_url(attempt.desk, table.number))

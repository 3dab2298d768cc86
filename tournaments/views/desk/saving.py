"""A table's result on its way to the database: saved, refused, doubted, or overtaken by somebody else's."""

from dataclasses import dataclass

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRedirect, push_url, replace_url

from scoring.errors import Refused
from tournaments.errors import TableChanged
from tournaments.forms.desk.slip import SlipForm
from tournaments.models import Table
from tournaments.records import Outcome
from tournaments.selectors.desk import DeskTable, how_far, last_saved_by
from tournaments.selectors.rulings import rulings_of
from tournaments.services import HandEntry, table_clear, table_record, table_set_outcome, table_swap_lines
from tournaments.slips.judged import JudgedSlip, judge_slip_rows
from tournaments.slips.typed import SlipRow, signature
from tournaments.wording.two_slips import TableState, by_hand, contrasts

from .desk import Desk, results_url, table_url
from .page import as_part, draw_desk, is_referee, laid_out_for, show_desk
from .sheet import came_from_sheet, row_url
from .slip import view_slip

UNPROCESSABLE, CONFLICT = 422, 409


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """A result on its way to the database: where it belongs, what was typed, and the outcome it would have."""

    desk: Desk
    table: DeskTable
    form: SlipForm
    slip: JudgedSlip
    outcome: Outcome
    address: str
    """Where it was sent to, and is sent again if it is to take the place of another."""
    by_scorer: bool
    """Whoever sends it is no referee."""

    @property
    def at(self) -> str:
        """The address of the table's slip."""
        return table_url(self.desk, self.table.number)

    @property
    def rows(self) -> tuple[SlipRow, ...]:
        """What it would save; nothing where a result is taken back, whatever is typed."""
        return () if self.outcome is Outcome.OPEN else self.slip.typed

    @property
    def hands(self) -> list[HandEntry]:
        """The hands that are there; the form has been asked for all that are needed."""
        return [
            HandEntry(hand.end, ns, ew, row.claim)
            for row in self.rows
            if (hand := row.hand) is not None
            for ns, ew in [hand.sides]
        ]

    def write(self) -> None:
        """Save it. Doubts have been settled before, see `save_attempt`."""
        row, version, at = Table(pk=self.table.pk, round=self.desk.round), self.form.version_read(), timezone.now()
        match self.outcome:
            case Outcome.OPEN:
                table_clear(table=row, version=version)
            case Outcome.PLAYED:
                table_record(
                    table=row, version=version, hands=self.hands, at=at, confirmed=True, by_scorer=self.by_scorer
                )
            case _:
                table_set_outcome(
                    table=row, version=version, outcome=self.outcome, hands=self.hands, at=at, confirmed=True
                )


def attempt_of(
    request: HttpRequest, desk: Desk, table: DeskTable, form: SlipForm, *, outcome: Outcome, address: str
) -> Attempt:
    """What was typed into the form, judged."""
    slip, by_scorer = judge_slip_rows(desk.rules, form.typed_rows()), not is_referee(request)
    return Attempt(desk=desk, table=table, form=form, slip=slip, outcome=outcome, address=address, by_scorer=by_scorer)


def save_attempt(request: HttpRequest, attempt: Attempt) -> HttpResponse:
    """Write what is whole, legal, and beyond doubt or confirmed; otherwise show the slip with what is wrong."""
    form, slip = attempt.form, attempt.slip
    if form.remarks() or slip.is_illegal:
        return _show_typed(request, attempt, refused=True)
    if slip.is_doubtful and not form.confirms(slip.typed):
        return _show_typed(request, attempt, doubt=signature(slip.typed))
    return write_attempt(request, attempt)


def write_attempt(request: HttpRequest, attempt: Attempt) -> HttpResponse:
    """Write it whatever may be doubted, unless somebody else was first."""
    try:
        attempt.write()
    except TableChanged:
        return _changed(request, attempt)
    except Refused as refusal:
        return _show_typed(request, attempt, refusal=refusal.message)
    said = _("Result of table %(table)s taken back") if attempt.outcome is Outcome.OPEN else _("Table %(table)s saved")
    return _go_on(request, attempt, said % {"table": attempt.table.number})


def swap_saved(request: HttpRequest, attempt: Attempt) -> HttpResponse:
    """Swap the lines of what is saved; where somebody else was first, the table is shown as it is now."""
    desk, table = attempt.desk, attempt.table
    row = Table(pk=table.pk, round=desk.round)
    try:
        table_swap_lines(table=row, version=attempt.form.version_read(), at=timezone.now(), by_scorer=attempt.by_scorer)
    except Refused as refusal:
        laid_out = laid_out_for(request, desk, top=table.number)
        return show_desk(request, laid_out, status=CONFLICT, refusal=refusal.message)
    said = _("NS and EW of table %(table)s swapped") % {"table": table.number}
    address = table_url(desk, table.number)
    if not as_part(request):
        messages.success(request, said)
        return redirect(address)
    laid_out = laid_out_for(request, desk, top=table.number)
    return push_url(show_desk(request, laid_out, saved=said, saved_slip=table.pk), address)


def _show_typed(request: HttpRequest, attempt: Attempt, **context: object) -> HttpResponse:
    """The slip as it was typed, with what is wrong or doubtful; nothing was saved."""
    form, slip = attempt.form, view_slip(attempt.desk, attempt.form, attempt.slip, rulings_of(attempt.table.pk))
    if slip.faults:
        form.focus(slip.faults[0].fields[0])
    desk = laid_out_for(request, attempt.desk, top=attempt.table.number)
    response = draw_desk(request, desk, form=form, slip=slip, status=UNPROCESSABLE, **context)
    return replace_url(response, attempt.at)


def _changed(request: HttpRequest, attempt: Attempt) -> HttpResponse:
    """Somebody else was first: both results side by side, unless they say the same."""
    desk = laid_out_for(request, attempt.desk, top=attempt.table.number)
    table = desk.table
    if table is None:
        raise Http404
    mine = TableState(attempt.outcome, attempt.rows)
    compared = contrasts(mine, TableState(table.outcome, desk.saved(table).rows))
    if not any(contrast.differs for contrast in compared):
        said = _("Table %(table)s had been saved already, with the same result")
        return _go_on(request, attempt, said % {"table": table.number})
    context = {
        "contrasts": compared,
        "hands": by_hand(compared),
        "saved_by": last_saved_by(table.pk),
        "mine_over_theirs": attempt.address,
        "typed": [(k, v) for k, v in attempt.form.data.items() if k not in ("csrfmiddlewaretoken", "version")],
    }
    return replace_url(draw_desk(request, desk, status=CONFLICT, **context), attempt.at)


def _go_on(request: HttpRequest, attempt: Attempt, said: str) -> HttpResponse:
    """To the next open table; in a closed round, and after taking a result back, the table stays on top.

    From a row of the result sheet, back to that row.
    """
    if came_from_sheet(request):
        messages.success(request, said)
        row = row_url(attempt.desk.tournament.slug, attempt.desk.round.number, attempt.table.number)
        return HttpResponseClientRedirect(row) if as_part(request) else redirect(row)
    desk, number = attempt.desk, attempt.table.number
    far = how_far(desk.round, after=number)
    top = far.next_open if desk.under_way and attempt.outcome is not Outcome.OPEN else number
    address = results_url(desk) if top is None else table_url(desk, top)
    if not as_part(request):
        messages.success(request, said)
        return redirect(address)
    laid_out = laid_out_for(request, desk, top=top, far=far)
    return push_url(show_desk(request, laid_out, saved=said, saved_slip=attempt.table.pk), address)

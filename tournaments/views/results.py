"""Entering results, the page a referee lives in: choose a table, type its slip, save, and the next one lies there."""

from dataclasses import dataclass, replace

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import push_url, replace_url

from tournaments.errors import Refused, TableChanged
from tournaments.forms.results import SlipForm
from tournaments.models import Round, Table
from tournaments.records import Outcome
from tournaments.results_selectors import GridTable, last_saved_by
from tournaments.services import HandEntry, table_clear, table_record, table_set_outcome
from tournaments.services.results import ABSENCES
from tournaments.slip_entry import TypedHand, signature

from .result_desk import (
    Desk,
    as_part,
    draw_desk,
    open_desk,
    read_back,
    refresh,
    results_url,
    show_desk,
    stored_rows,
    table_url,
    typed_form,
)
from .slip import judge_typed
from .two_slips import TableState, contrasts

UNPROCESSABLE, CONFLICT = 422, 409


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """A result on its way to the database: where it belongs, what was typed, and the outcome it would have."""

    desk: Desk
    table: GridTable
    form: SlipForm
    rows: tuple[TypedHand, ...]
    outcome: Outcome
    address: str
    """Where it was sent to, and is sent again if it is to take the place of another."""

    @property
    def hands(self) -> list[HandEntry]:
        """The hands that are there; `rows` has been asked for all that are needed."""
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
                table_record(table=row, version=version, hands=self.hands, at=at, confirmed=True)
            case _:
                table_set_outcome(
                    table=row, version=version, outcome=self.outcome, hands=self.hands, at=at, confirmed=True
                )


@never_cache
@require_safe
def results(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The round's tables, the next open one on top; `?find=` goes to the table of a number or a name."""
    desk = open_desk(slug, number)
    if desk.round.state == Round.State.DRAFT:
        messages.warning(request, _("Round %(round)s is a draft: publish it first.") % {"round": number})
        return redirect("round", slug, number)
    words = request.GET.get("find", "").strip()
    found = desk.find(words) if words else ()
    if len(found) == 1:
        return redirect(table_url(desk, found[0]))
    chosen = desk.next_open() if desk.under_way and not words else None
    return show_desk(request, replace(desk, table=chosen), sought=words, found=found)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def table_entry(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """One table's slip, shown or saved."""
    if request.method != "POST":
        return show_desk(request, open_desk(slug, number, table))
    attempt = _attempt(request, slug, number, table, Outcome.PLAYED)
    attempt.form.demand_every_hand(attempt.rows)
    return save_attempt(request, attempt)


@require_POST
def table_outcome(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """A pair, or both, did not come or left: the whole hands of the slip are what they had played."""
    sent = request.POST.get("outcome", "")
    if sent not in ABSENCES:
        raise Http404
    attempt = _attempt(request, slug, number, table, Outcome(sent))
    attempt.form.demand_whole_hands(attempt.rows)
    return save_attempt(request, attempt)


@require_POST
def table_take_back(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Take the result back; what is typed in the slip does not matter."""
    attempt = _attempt(request, slug, number, table, Outcome.OPEN)
    return _write(request, replace(attempt, rows=()))


@require_POST
def table_preview(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """What the figures come to so far, as the parts of the slip that are not typed in. Two queries of its own."""
    attempt = _attempt(request, slug, number, table, Outcome.PLAYED, alone=True)
    if attempt.form.cleaned_data.get("tried"):
        attempt.form.demand_every_hand(attempt.rows)
    slip = read_back(attempt.desk, attempt.table, attempt.form, attempt.rows)
    return render(request, "results/preview.html", {"slip": slip, "form": attempt.form, "table": attempt.table})


def _attempt(
    request: HttpRequest, slug: str, number: int, table: int, outcome: Outcome, *, alone: bool = False
) -> Attempt:
    desk = open_desk(slug, number, table, alone=alone)
    if desk.table is None or desk.table.ew is None:
        raise Http404
    form = typed_form(request.POST, desk, desk.table)
    return Attempt(
        desk=desk, table=desk.table, form=form, rows=form.typed_hands(), outcome=outcome, address=request.path
    )


def save_attempt(request: HttpRequest, attempt: Attempt) -> HttpResponse:
    """Write what is whole, legal, and beyond doubt or confirmed; otherwise show the slip with what is wrong."""
    judged = judge_typed(attempt.desk.rules, attempt.rows)
    if attempt.form.faults() or any(judgement.violations for judgement in judged.values()):
        return _show_typed(request, attempt, refused=True)
    doubtful = any(judgement.doubts for judgement in judged.values()) or any(row.typed_over for row in attempt.rows)
    if doubtful and not attempt.form.confirms(attempt.rows):
        return _show_typed(request, attempt, doubt=signature(attempt.rows))
    return _write(request, attempt)


def _write(request: HttpRequest, attempt: Attempt) -> HttpResponse:
    try:
        attempt.write()
    except TableChanged:
        return _changed(request, attempt)
    except Refused as refusal:
        return _show_typed(request, attempt, refusal=refusal.message)
    said = _("Result of table %(table)s taken back") if attempt.outcome is Outcome.OPEN else _("Table %(table)s saved")
    return _go_on(request, attempt, said % {"table": attempt.table.number})


def _show_typed(request: HttpRequest, attempt: Attempt, **context: object) -> HttpResponse:
    """The slip as it was typed, with what is wrong or doubtful; nothing was saved."""
    desk, form = attempt.desk, attempt.form
    slip = read_back(desk, attempt.table, form, form.typed_hands() if not attempt.rows else attempt.rows)
    if slip.faults:
        form.focus(slip.faults[0].fields[0])
    response = draw_desk(request, desk, form=form, slip=slip, status=UNPROCESSABLE, **context)
    return replace_url(response, table_url(desk, attempt.table))


def _changed(request: HttpRequest, attempt: Attempt) -> HttpResponse:
    """Somebody else was first: both results side by side, unless they say the same."""
    desk = refresh(attempt.desk, attempt.table)
    table = desk.table
    if table is None:
        raise Http404
    mine = TableState(attempt.outcome, attempt.rows)
    compared = contrasts(mine, TableState(table.outcome, stored_rows(desk, table)))
    if not any(contrast.differs for contrast in compared):
        said = _("Table %(table)s had been saved already, with the same result")
        return _go_on(request, attempt, said % {"table": table.number})
    context = {
        "contrasts": compared,
        "saved_by": last_saved_by(table.pk),
        "mine_over_theirs": attempt.address,
        "typed": [(k, v) for k, v in attempt.form.data.items() if k not in ("csrfmiddlewaretoken", "version")],
    }
    return replace_url(draw_desk(request, desk, status=CONFLICT, **context), table_url(desk, table))


def _go_on(request: HttpRequest, attempt: Attempt, said: str) -> HttpResponse:
    """To the next open table; in a closed round, and after taking a result back, the table stays on top."""
    desk = refresh(attempt.desk, attempt.table)
    if desk.under_way and attempt.outcome is not Outcome.OPEN:
        desk = replace(desk, table=desk.next_open(after=attempt.table.number))
    address = results_url(desk) if desk.table is None else table_url(desk, desk.table)
    if not as_part(request):
        messages.success(request, said)
        return redirect(address)
    return push_url(show_desk(request, desk, saved=said, saved_slip=attempt.table.pk), address)

"""The club's money over a period: the statement, income and expenses noted by hand, and cash counts."""

from datetime import date
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from pages.file_names import file_name
from pages.refusals import Refused
from tournaments import services
from tournaments.files import FileTable
from tournaments.forms.club.money import CashCountForm, MovementForm, PeriodForm
from tournaments.models import CashCount, Means, TillMovement
from tournaments.selectors.club_till import kinds_known, movements_between, season_periods, statement_of
from tournaments.selectors.membership_fees import fee_terms
from tournaments.selectors.settings import club_name
from tournaments.sheets.statement_sheet import StatementHeader, StatementLine, StatementPart, statement_sheet
from tournaments.views.printing.downloads import file_to_show, tables_to_keep
from tournaments.wording.club_till import kind_name, period_words, signed_amount

from .receipts import keeps_till_or_404

MOVEMENTS_A_PAGE = 100
MOST_SEASONS = 4
UNPROCESSABLE = 422


@require_safe
def club_till(request: HttpRequest) -> HttpResponse:
    """Show the statement of a period, this year unless another is asked for."""
    return _show(request, _count_form())


@require_http_methods(["GET", "POST"])
def movement_add(request: HttpRequest) -> HttpResponse:
    keeps_till_or_404()
    usual = {"made_on": timezone.localdate(), "direction": "expense", "means": "cash"}
    form = MovementForm(request.POST or None, initial=usual)
    if form.is_valid():
        services.till_movement_add(details=form.details)
        messages.success(request, _("The income or expense is noted."))
        return redirect("club_till")
    return _show_movement(request, form, None)


@require_http_methods(["GET", "POST"])
def movement_edit(request: HttpRequest, pk: int) -> HttpResponse:
    """Correct an income or an expense; its page also deletes it."""
    keeps_till_or_404()
    movement = get_object_or_404(TillMovement, pk=pk)
    fields = ("direction", "kind", "cents", "means", "made_on", "note")
    form = MovementForm(request.POST or None, initial={name: getattr(movement, name) for name in fields})
    if form.is_valid():
        try:
            services.till_movement_change(movement=movement, details=form.details)
        except Refused as refusal:
            form.add_error(None, refusal.message)
        else:
            return redirect("club_till")
    return _show_movement(request, form, movement)


@require_POST
def movement_delete(request: HttpRequest, pk: int) -> HttpResponse:
    for movement in TillMovement.objects.filter(pk=pk):
        services.till_movement_delete(movement=movement)
    return redirect("club_till")


@require_POST
def cash_count_add(request: HttpRequest) -> HttpResponse:
    form = CashCountForm(request.POST)
    if not form.is_valid():
        return _show(request, form, status=UNPROCESSABLE)
    services.cash_count_add(details=form.details)
    messages.success(request, _("The cash counted is noted."))
    return redirect("club_till")


@require_POST
def cash_count_delete(request: HttpRequest, pk: int) -> HttpResponse:
    for count in CashCount.objects.filter(pk=pk):
        services.cash_count_delete(count=count)
    return redirect("club_till")


@require_safe
def club_till_pdf(request: HttpRequest) -> HttpResponse:
    keeps_till_or_404()
    finder = _finder(request)
    if finder.errors:
        return _show(request, _count_form(), status=UNPROCESSABLE)
    first, last = finder.period()
    header = StatementHeader(club=club_name(), about=period_words(first, last))
    name = file_name(_("till"), first.isoformat(), last.isoformat(), extension="pdf")
    return file_to_show(statement_sheet(header, _on_paper(first, last)), name)


@require_safe
def club_till_xlsx(request: HttpRequest) -> HttpResponse:
    """Send a workbook: the sums by kind, and every movement."""
    keeps_till_or_404()
    finder = _finder(request)
    if finder.errors:
        return _show(request, _count_form(), status=UNPROCESSABLE)
    statement = statement_of(*finder.period(), each=True)
    means = dict(Means.choices)
    sums = FileTable(
        title=_("Statement"),
        headings=[_("kind"), _("income"), _("expenses")],
        rows=[
            *((kind_name(row.source, row.kind), row.income, row.expense) for row in statement.kinds),
            (_("in all"), statement.income, statement.expense),
        ],
        money=frozenset({1, 2}),
    )
    movements = FileTable(
        title=_("Movements"),
        headings=[_("day"), _("kind"), _("what for"), _("paid"), _("income"), _("expenses")],
        rows=[
            (
                *(line.day, kind_name(line.source, line.kind), line.what, str(means[line.means])),
                *(line.income or None, line.expense or None),
            )
            for line in statement.lines
        ],
        money=frozenset({4, 5}),
    )
    named = (_("till"), statement.first.isoformat(), statement.last.isoformat())
    return tables_to_keep(sums, movements, format="xlsx", named=named)


def _show_movement(request: HttpRequest, form: MovementForm, movement: TillMovement | None) -> HttpResponse:
    context = {"form": form, "movement": movement, "kinds": kinds_known()}
    return render(request, "till/movement.html", context, status=UNPROCESSABLE if form.is_bound else 200)


def _show(request: HttpRequest, count: CashCountForm, *, status: int = 200) -> HttpResponse:
    keeps_till_or_404()
    finder = _finder(request)
    statement = statement_of(*finder.period())
    means = dict(Means.choices)
    context: dict[str, Any] = {
        "finder": finder,
        "statement": statement,
        "period": period_words(statement.first, statement.last),
        "kinds": [(kind_name(row.source, row.kind), row) for row in statement.kinds],
        "ways": [(means[name], *sums) for name, sums in statement.by_means.items()],
        "balance": signed_amount(statement.income - statement.expense),
        "cash": [signed_amount(cents) for cents in (statement.cash_before, statement.cash_after)],
        "counts": [
            (check, signed_amount(check.expected), signed_amount(check.difference))
            for check in reversed(statement.counts)
        ],
        "page": Paginator(movements_between(statement.first, statement.last), MOVEMENTS_A_PAGE).get_page(
            request.GET.get("page")
        ),
        "count": count,
        "periods": _periods(),
        "query": urlencode({"first": statement.first, "last": statement.last}),
    }
    return render(request, "till/club_till.html", context, status=UNPROCESSABLE if finder.errors else status)


def _finder(request: HttpRequest) -> PeriodForm:
    """Return the form of the period: this year's, unless another is asked for."""
    asked = "first" in request.GET or "last" in request.GET
    return PeriodForm(request.GET if asked else None, initial=dict(zip(("first", "last"), _this_year(), strict=True)))


def _count_form() -> CashCountForm:
    return CashCountForm(initial={"counted_on": timezone.localdate()})


def _on_paper(first: date, last: date) -> list[StatementLine | StatementPart]:
    """Return the lines of the sheet."""
    statement = statement_of(first, last)
    means = dict(Means.choices)
    checks = [
        StatementLine(
            text=_("counted on %(day)s: %(counted)s, difference %(difference)s")
            % {
                "day": date_format(check.day, "SHORT_DATE_FORMAT"),
                "counted": signed_amount(check.counted),
                "difference": signed_amount(check.difference),
            }
        )
        for check in statement.counts
    ]
    return [
        StatementPart(_("By kind")),
        *(
            StatementLine(text=kind_name(row.source, row.kind), income=row.income or None, expense=row.expense or None)
            for row in statement.kinds
        ),
        StatementLine(text=_("in all"), income=statement.income, expense=statement.expense, is_sum=True),
        StatementLine(text=_("balance"), income=statement.income - statement.expense, is_sum=True),
        StatementPart(_("By payment method")),
        *(
            StatementLine(text=str(means[name]), income=income, expense=expense)
            for name, (income, expense) in statement.by_means.items()
        ),
        StatementPart(_("Cash")),
        StatementLine(text=_("at the beginning"), income=statement.cash_before),
        *checks,
        StatementLine(text=_("at the end"), income=statement.cash_after, is_sum=True),
    ]


def _this_year() -> tuple[date, date]:
    return PeriodForm().period()


def _periods() -> list[tuple[str, str]]:
    """Return the usual periods as `(name, query)`: this year and the last one, the year of membership, the seasons."""
    this_year = timezone.localdate().year
    years = [(date(year, 1, 1), date(year, 12, 31)) for year in (this_year, this_year - 1)]
    terms = fee_terms()
    if terms.starts != 1:
        year = terms.year_of(timezone.localdate())
        years.append((date(year, terms.starts, 1), terms.expiry_of(year)))
    named = [*((period_words(*period), *period) for period in years), *season_periods(MOST_SEASONS)]
    return [(name, urlencode({"first": first, "last": last})) for name, first, last in named]

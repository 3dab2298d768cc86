"""How the club does: attendance by evening and by member, newcomers, who stopped coming, tables and income a month."""

from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.charts.attendance import evenings_chart, income_chart, months_chart
from tournaments.forms.club.attendance import AttendanceForm
from tournaments.selectors.attendance import Attendance, attendance_of, attendance_tables
from tournaments.selectors.till import till_in_use
from tournaments.views.printing.downloads import tables_to_keep

ATTENDERS_A_PAGE = 100
MOST_NAMED = 50
"""The number of newcomers, and of people who stopped coming, that the page names; the file has all attenders."""
UNPROCESSABLE = 422


@require_safe
def attendance(request: HttpRequest) -> HttpResponse:
    """Show the year that ends with a day, today unless another is asked for."""
    return _show(request, _asked(request))


@require_safe
def attendance_xlsx(request: HttpRequest) -> HttpResponse:
    """Send the same as a workbook: members, evenings, months."""
    form = _asked(request)
    if not form.is_valid():
        return _show(request, form)
    found = _attendance(form)
    named = (_("attendance"), found.last.isoformat())
    return tables_to_keep(*attendance_tables(found), format="xlsx", named=named)


def _show(request: HttpRequest, form: AttendanceForm) -> HttpResponse:
    found = _attendance(form)
    context: dict[str, Any] = {
        "form": form,
        "attendance": found,
        "charts": list(
            filter(None, (evenings_chart(found.evenings), months_chart(found.months), income_chart(found.months)))
        ),
        "newcomers": found.newcomers[:MOST_NAMED],
        "missed": found.missed[:MOST_NAMED],
        "page": Paginator(found.attenders, ATTENDERS_A_PAGE).get_page(request.GET.get("page")),
        "query": urlencode({"last": found.last, "weeks": found.weeks}),
    }
    return render(request, "club/attendance.html", context, status=200 if form.is_valid() else UNPROCESSABLE)


def _asked(request: HttpRequest) -> AttendanceForm:
    return AttendanceForm(AttendanceForm.usual() | request.GET.dict())


def _attendance(form: AttendanceForm) -> Attendance:
    return attendance_of(**form.wanted(), with_income=till_in_use())

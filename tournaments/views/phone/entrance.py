"""The way to a table for who cannot read its QR code: the tournament's address, the table's number, the line's code."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.logins.security_log import note
from tournaments.errors import PhoneRefused, TableShut
from tournaments.forms.phone import EntranceForm
from tournaments.models import Round, Table, Tournament
from tournaments.phone_slips.codes import line_of, new_device
from tournaments.phone_slips.states import Phone
from tournaments.selectors.phone_slips import rounds_on_phones
from tournaments.services import phone_enter
from tournaments.views.common import get_tournament

from .door import give_ticket, table_address


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def phone_entrance(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = get_tournament(slug)
    rounds = rounds_on_phones(tournament)
    if not rounds:
        raise Http404
    form = EntranceForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        found = _table_of(rounds, form.cleaned_data["table"], form.cleaned_data["code"])
        if found is None:
            form.add_error("table", _("There is no table %(table)s.") % {"table": form.cleaned_data["table"]})
        elif phone := _enter(form, found):
            return give_ticket(redirect(table_address(found)), found, phone)
        else:
            note(request, "wrong code of a table", tournament=slug, table=found.number)
    return _show(request, tournament, form)


def _table_of(rounds: list[Round], number: int, typed: str) -> Table | None:
    """The table of that number: of several rounds under way the one whose code it is, otherwise the latest."""
    tables = [table for round_ in rounds for table in _playing(round_, number)]
    opened = (table for table in tables if line_of(table.round.secret, number, typed) is not None)
    return next(opened, tables[0] if tables else None)


def _playing(round_: Round, number: int) -> list[Table]:
    tables = list(round_.tables.filter(number=number, ew__isnull=False))
    for table in tables:
        table.round = round_
    return tables


def _enter(form: EntranceForm, table: Table) -> Phone | None:
    """The phone with its line; None with a sentence where that cannot be."""
    code = form.cleaned_data["code"]
    try:
        phone = phone_enter(table=table, typed=code, device=new_device(), at=timezone.now())
    except (TableShut, PhoneRefused) as refusal:
        form.add_error(None, refusal.message)
        return None
    if phone is None:
        form.add_error("code", _("No line of this table has the code “%(code)s”.") % {"code": code})
    return phone


def _show(request: HttpRequest, tournament: Tournament, form: EntranceForm) -> HttpResponse:
    context = {"tournament": tournament, "form": form}
    return render(request, "phone/entrance.html", context, status=422 if form.is_bound else 200)

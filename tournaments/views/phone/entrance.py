"""The way to a table without its QR code: the tournament's address, the table's number, the line's code."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.logins.security_log import note
from tournaments.forms.phone import EntranceForm
from tournaments.models import Round, Table, Tournament
from tournaments.records.sections import table_name
from tournaments.selectors.phone_slips import rounds_on_phones
from tournaments.services import phone_enter
from tournaments.services.refusals import CodesHeldUp, PhoneRefused, TableLocked
from tournaments.slips.code_tries import Origin
from tournaments.slips.codes import line_of
from tournaments.slips.states import Phone
from tournaments.views.common import get_tournament, name_device

from .door import give_ticket, origin_of, table_address


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def phone_entrance(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = get_tournament(slug)
    rounds = rounds_on_phones(tournament)
    if not rounds:
        raise Http404
    form, origin = EntranceForm(request.POST or None, starts=rounds[0].section_starts), origin_of(request)
    if form.is_valid():
        found = _table_of(rounds, form.cleaned_data["table"], form.cleaned_data["code"])
        if found is None:
            called = table_name(rounds[0].table_number(form.cleaned_data["table"]))
            form.add_error("table", _("There is no table %(table)s.") % {"table": called})
        elif phone := _enter(form, found, origin):
            return give_ticket(redirect(table_address(found)), found, phone)
        else:
            note(request, "wrong code of a table", tournament=slug, table=found.number)
            return name_device(_show(request, tournament, form), origin.device)
    return _show(request, tournament, form)


def _table_of(rounds: list[Round], number: int, typed: str) -> Table | None:
    """Return the table of that number: of several rounds under way the one with that code, otherwise the latest."""
    tables = [table for round_ in rounds for table in _playing(round_, number)]
    opened = (table for table in tables if line_of(table.slip_secret, number, typed) is not None)
    return next(opened, tables[0] if tables else None)


def _playing(round_: Round, number: int) -> list[Table]:
    tables = list(round_.tables.filter(number=number, ew__isnull=False))
    for table in tables:
        table.round = round_  # equivalent `pass`: it is read again, with the same in it
    return tables


def _enter(form: EntranceForm, table: Table, origin: Origin) -> Phone | None:
    """Return the phone with its line; None, with a message, if that is not possible."""
    code = form.cleaned_data["code"]
    try:
        phone = phone_enter(table=table, typed=code, origin=origin, at=timezone.now())
    except (CodesHeldUp, TableLocked, PhoneRefused) as refusal:
        form.add_error(None, refusal.message)
        return None
    if phone is None:  # equivalent `True`: the form of a phone that enters is not shown
        form.refuse_code()
    return phone


def _show(request: HttpRequest, tournament: Tournament, form: EntranceForm) -> HttpResponse:
    context = {"tournament": tournament, "form": form}
    return render(request, "phone/entrance.html", context, status=422 if form.is_bound else 200)

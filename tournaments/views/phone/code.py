"""A pair's own code for the current round, shown only to somebody who belongs to the pair.

A phone that has proved it keeps a cookie for that pair and tournament, and sees the codes of later rounds.
"""

from functools import partial

from django.core import signing
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.logins.security_log import note
from tournaments.forms.phone import ProofForm
from tournaments.models import Pair, Table, Tournament
from tournaments.records import Line
from tournaments.selectors.entrants import with_people
from tournaments.selectors.phone_slips import seat_on_phones
from tournaments.services import pair_prove
from tournaments.services.refusals import CodesHeldUp, PhoneRefused, TableLocked
from tournaments.slips.code_tries import Origin
from tournaments.slips.codes import codes_of
from tournaments.views.common import found_or_404, get_tournament, name_device

from .door import TICKET_LASTS, cookie_name, origin_of, set_cookie, table_address

PROOF, SALT = "pair", "tournaments.phone.pair"


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def phone_code(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    tournament = get_tournament(slug)
    pair = get_object_or_404(with_people(tournament.pairs.all()), number=number)
    if tournament.writing != Tournament.Writing.PHONES:
        raise Http404
    seat = seat_on_phones(tournament, pair)
    if _is_known(request, pair):
        return _show(request, tournament, pair, {"seat": seat} | (_told(*seat) if seat else {}))
    table, line = found_or_404(seat)
    form, origin = ProofForm(request.POST or None), origin_of(request)
    if form.is_valid() and _proves(form, pair, table, line, origin):
        address = partial(reverse, "phone_code", args=[slug, number])
        return set_cookie(redirect(address()), PROOF, signing.dumps(pair.pk, salt=SALT), address)
    if form.is_bound:
        note(request, "wrong proof of a pair", tournament=slug, pair=number)
        return name_device(_show(request, tournament, pair, {"form": form}, status=422), origin.device)
    return _show(request, tournament, pair, {"form": form})


def _is_known(request: HttpRequest, pair: Pair) -> bool:
    proof = request.COOKIES.get(cookie_name(PROOF, get_language()), "")
    try:
        return bool(signing.loads(proof, salt=SALT, max_age=TICKET_LASTS) == pair.pk)
    except signing.BadSignature:
        return False


def _proves(form: ProofForm, pair: Pair, table: Table, line: Line, origin: Origin) -> bool:
    cards = [player.card for player in pair.people]
    try:
        typed, at = form.cleaned_data["proof"], timezone.now()
        if pair_prove(table=table, line=line, cards=cards, typed=typed, origin=origin, at=at):
            return True
    except (CodesHeldUp, TableLocked, PhoneRefused) as refusal:
        form.add_error(None, refusal.message)
        return False
    form.add_error("proof", _("That is neither your card number nor your code of this round."))
    return False


def _told(table: Table, line: Line) -> dict[str, object]:
    code = codes_of(table.slip_secret, table.number)[line]
    return {"table": table, "round": table.round, "line": line, "code": code, "address": table_address(table)}


def _show(
    request: HttpRequest, tournament: Tournament, pair: Pair, context: dict[str, object], *, status: int = 200
) -> HttpResponse:
    return render(request, "phone/own_code.html", {"tournament": tournament, "pair": pair} | context, status=status)

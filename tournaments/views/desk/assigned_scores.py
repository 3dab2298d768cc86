"""The figures that the referee sets at a table instead of its slip's: its score, or one line's MP of a hand."""

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from pages.refusals import Refused
from tournaments.forms.desk.assigned_scores import AssignedScoreForm, HandSetForm
from tournaments.models import Table
from tournaments.records import ListedInfraction, Outcome
from tournaments.selectors.desk import Desk, open_table
from tournaments.selectors.desk_tables import GridTable
from tournaments.selectors.generations import version_seen
from tournaments.selectors.infractions import infractions_of_club
from tournaments.selectors.ranking import ranking_of
from tournaments.selectors.results import results_of
from tournaments.selectors.saved_slips import rulings_of
from tournaments.services import hand_set, hand_unset, table_award, table_award_take_back
from tournaments.views.common import render_tournament

from .page import desk_url


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def table_arbitral(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Both forms; `do` says which of them was sent, or what is taken back.

    `?infraction=KEY` gives the score its reason and article from the club's list.
    """
    desk, at = open_table(slug, number, table)
    if desk.is_final:
        return redirect(desk_url(desk, table))
    return _write(request, desk, at) if request.method == "POST" else _show(request, desk, at)


def _write(request: HttpRequest, desk: Desk, table: GridTable) -> HttpResponse:
    row, version = Table(pk=table.pk, round=desk.round), _version(request)
    doings: dict[str, tuple[Callable[..., object], str]] = {
        "award": (table_award, _("Table %(table)s: the assigned score counts.")),
        "set": (hand_set, _("Table %(table)s: the hand counts as you set it.")),
        "take_back": (table_award_take_back, _("Table %(table)s: the assigned score is cancelled.")),
        "unset": (hand_unset, _("Table %(table)s: the hand counts as the slip has it.")),
    }
    do = request.POST.get("do", "")
    if do not in doings:
        raise Http404
    award = AssignedScoreForm(request.POST) if do == "award" else None
    hand = HandSetForm(request.POST, hands=desk.tournament.hands_per_round) if do == "set" else None
    form = award or hand
    if form is not None and not form.is_valid():
        return _show(request, desk, table, award=award, hand=hand, status=422)
    facts = form.facts if form is not None else {"number": _number(request, desk)} if do == "unset" else {}
    if award is not None:
        facts |= {"at": timezone.now()}
    service, sentence = doings[do]
    try:
        service(table=row, version=version, **facts)
    except Refused as refusal:
        return _show(request, desk, table, award=award, hand=hand, refusal=refusal.message, status=422)
    messages.success(request, sentence % {"table": table.name})
    return redirect(desk_url(desk, table.number))


def _version(request: HttpRequest) -> int:
    """Return the version that was sent from the page, or one that no table has."""
    return version_seen(request.POST.get("version", ""))


def _number(request: HttpRequest, desk: Desk) -> int:
    numbers = {str(number): number for number in range(1, desk.tournament.hands_per_round + 1)}
    if (sent := request.POST.get("hand", "")) not in numbers:  # equivalent `'x'`: no number
        raise Http404
    return numbers[sent]


def _show(
    request: HttpRequest,
    desk: Desk,
    table: GridTable,
    *,
    award: AssignedScoreForm | None = None,
    hand: HandSetForm | None = None,
    refusal: str = "",
    status: int = 200,
) -> HttpResponse:
    rulings, infractions = rulings_of(table.pk), infractions_of_club()
    picked = next((infraction for infraction in infractions if infraction.key == request.GET.get("infraction")), None)
    context = {
        "section": "results",
        "round": desk.round,
        "desk": desk,
        "table": table,
        "rulings": rulings,
        "is_played": table.outcome is Outcome.PLAYED,
        "award": award or AssignedScoreForm(initial=_initial(desk, table) | _reason_of(picked)),
        "hand": hand or HandSetForm(hands=desk.tournament.hands_per_round),
        "usual_reasons": [infraction.title for infraction in infractions],
        "refusal": refusal,
    }
    return render_tournament(request, "desk/assigned_score.html", desk.tournament, context, status=status)


def _reason_of(picked: ListedInfraction | None) -> dict[str, object]:
    return {} if picked is None else {"reason": picked.title, "article": picked.article}


def _initial(desk: Desk, table: GridTable) -> dict[str, object]:
    """Return the present figures of the table, to be changed: its arbitral score, or what its result gives."""
    if table.is_open:
        return {}
    rulings = rulings_of(table.pk)
    initial: dict[str, object] = {}
    ranked = ranking_of(desk.tournament, results_of(desk.tournament), desk.round.number)
    for standing in ranked.standings:
        for score in standing.rounds:
            if (score.round, score.table) == (desk.round.number, table.number):
                mp = score.mp - score.mp_adjustment
                initial |= {f"{score.line.value}_vp": score.vp, f"{score.line.value}_mp": mp}
    if rulings.score is not None:
        initial |= {"reason": rulings.score.ruling, "article": rulings.score.article}
    return initial

"""A round from its draft to its close, on the referee's pages. A draft is not public."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.models import role_of
from pages.refusals import Refused
from pages.written_numbers import written_number
from tournaments.models import Round, Tournament
from tournaments.records import Entrant, Line, Outcome, RoundScore
from tournaments.records.sections import is_called
from tournaments.selectors.phone_slips import agreed_tables, unsettled
from tournaments.selectors.ranking import ranking_at_tables
from tournaments.selectors.rounds import RoundsNow, rounds_in_brief
from tournaments.selectors.settings import scale_of
from tournaments.services import round_close, round_discard, round_publish, round_withdraw
from tournaments.services.refusals import TableChanged
from tournaments.views.common import get_tournament, render_tournament
from tournaments.views.desk.strip import hall_context
from tournaments.views.long_lists import LongList, finds, long_list
from tournaments.wording.phone_slips import unsettled_sentence
from tournaments.wording.republished_slips import published_sentence

from .draft_page import draft_context, meetings_at, round_context
from .seats import SeatRow, Seats, seats_alone_of, seats_of

TABLES_A_PAGE, DRAFT_TABLES_A_PAGE = 250, 200
"""The hall of a federation on one page, below 300 kB, and of a draft, whose seats are buttons, nearly so."""

ScoredLine = tuple[str, tuple[Entrant, ...], RoundScore | None]
"""A line of a table with its players and score; None while the table is open."""


@require_safe
def round_page(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show the draft with its reasons; once published, the seats and the possible actions."""
    round_ = round_of(get_tournament(slug), number)
    if round_.tournament.plays_matches and round_.state == Round.State.DRAFT:
        return redirect("matches", slug)
    return show_round(request, round_)


@require_POST
def publish(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    round_ = round_of(get_tournament(slug), number)
    try:
        round_ = round_publish(round=round_, at=timezone.now(), discarding=_tables_named(request, "discarding"))
    except Refused as refusal:
        return show_round(request, round_, refusal)
    messages.success(request, published_sentence(number, [*map(round_.table_number, round_.new_slips)]))
    return redirect("round", slug, number)


@require_POST
def withdraw(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    round_ = round_of(get_tournament(slug), number)
    try:
        round_withdraw(round=round_)
    except Refused as refusal:
        return show_round(request, round_, refusal)
    messages.success(request, _("Round %(round)s is a draft again: only you see it.") % {"round": number})
    return redirect("round", slug, number)


@require_POST
def discard(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    round_ = round_of(get_tournament(slug), number)
    try:
        round_discard(round=round_, discarding=_tables_named(request, "discarding"))
    except Refused as refusal:
        return show_round(request, round_, refusal)
    messages.success(request, _("The draft of round %(round)s has been discarded.") % {"round": number})
    return redirect("round_new", slug)


@require_POST
def close(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    round_ = round_of(get_tournament(slug), number)
    try:
        round_close(round=round_, looked_at=_tables_named(request, "looked_at"))
    except Refused as refusal:
        return show_round(request, round_, refusal)
    messages.success(request, _("Round %(round)s is closed: the ranking counts.") % {"round": number})
    return redirect("ranking", slug)


def _tables_named(request: HttpRequest, field: str) -> list[int]:
    numbers = (written_number(table, 5) for table in request.POST.getlist(field))
    return [number for number in numbers if number is not None]


def round_of(tournament: Tournament, number: int) -> Round:
    round_ = get_object_or_404(tournament.rounds, number=number)
    round_.tournament = tournament
    return round_


def show_round(request: HttpRequest, round_: Round, refusal: Refused | None = None) -> HttpResponse:
    """Return the round's page, after a refusal with its sentence."""
    if refusal is not None:
        round_.refresh_from_db(fields=["state", "settings", "seed", "system", "undo", "given_out"])
    now, is_draft = rounds_in_brief(round_.tournament), round_.state == Round.State.DRAFT
    seats = seats_of(round_) if is_draft else seats_alone_of(round_)
    context: dict[str, Any] = {"refused": refusal.message if refusal else ""}
    if is_draft:
        context |= draft_context(round_, seats) | _without_scripts(request, round_, seats)
        at = context["menu"] or _seat_of(seats, context["picked"])
        context["listed"] = draft_tables_listed(request, seats, at=at)
    else:
        listed = tables_listed(request, seats)
        context |= hall_context(round_, role_of(request.user), with_calls=False)
        context |= round_context(round_, seats) | _ways_on(round_, seats, now)
        context |= {"listed": listed, "tables": _tables(round_, seats, list(listed.page))}
        context |= {"vp_total": scale_of(round_.tournament).total, "help_of": "results"}
        context |= on_phones(round_)
    status = 200 if refusal is None else 409 if isinstance(refusal, TableChanged) else 422
    return render_tournament(request, "rounds/round.html", round_.tournament, context, status=status, now=now)


def tables_listed(request: HttpRequest, seats: Seats) -> LongList[SeatRow]:
    """Return the page of a round's tables that is asked for."""
    return long_list(request, seats.tables, rows_a_page=TABLES_A_PAGE, is_called=_is_called, is_found=_is_found)


def draft_tables_listed(request: HttpRequest, seats: Seats, *, at: SeatRow | None) -> LongList[SeatRow]:
    """Return the page of a draft's tables that is asked for, or else the one with this table."""
    return long_list(
        request,
        seats.tables,
        rows_a_page=DRAFT_TABLES_A_PAGE,
        is_called=_is_called,
        is_found=_is_found,
        at="" if at is None else str(int(at.number)),
        is_at=lambda table, number: str(int(table.number)) == number,
    )


def _seat_of(seats: Seats, picked: Mapping[str, Any] | None) -> SeatRow | None:
    """Return the table of who was chosen, if they have a seat."""
    return next((row for row in seats.tables if picked and picked["entrant"] in (*row.ns, *row.ew)), None)


def _is_called(table: SeatRow, typed: str) -> bool:
    return is_called(table.number, typed)


def _is_found(table: SeatRow, typed: str) -> bool:
    seated = [*table.ns, *table.ew]
    words = (word for entrant in seated for word in (entrant.label, *entrant.clubs))
    return finds(typed, number=table.number, words=words)


def _tables(round_: Round, seats: Seats, tables: Sequence[SeatRow]) -> list[tuple[SeatRow, list[ScoredLine]]]:
    """Return these tables with their lines and scores. Three queries once a slip is in."""
    scores: Mapping[tuple[int, Line], RoundScore] = {}
    if seats.handed_in or (seats.resting and round_.state == Round.State.CLOSED):
        seated = [entrant for table in seats.tables for entrant in (*table.ns, *table.ew)]
        scores = ranking_at_tables(round_, [table.number for table in tables], seated).scores_of(round_.number)

    def score(table: SeatRow, line: str) -> RoundScore | None:
        return None if table.outcome is Outcome.OPEN else scores.get((table.number, Line(line)))

    return [(table, [(line, side, score(table, line)) for line, side in table.lines]) for table in tables]


def _ways_on(round_: Round, seats: Seats, now: RoundsNow) -> dict[str, bool]:
    """Return the actions for a published round: rounds close in order, and only the last can be unpublished."""
    under_way = round_.state == Round.State.PUBLISHED
    last = all(known.number <= round_.number for known in now.rounds)
    others = now.others_under_way(round_.number)
    earlier_open = any(number < round_.number for number in others)  # equivalent `number <= round_.number`: others
    return {
        "can_withdraw": under_way and last and not seats.handed_in,
        "can_close": under_way and not earlier_open and seats.handed_in == seats.playing,
        "is_at_desk": now.at_desk is not None and now.at_desk.number == round_.number,
        "can_draw_on": under_way and last and round_.number < round_.tournament.rounds_planned,
    }


def on_phones(round_: Round) -> dict[str, Any]:
    """Return the context about phones in a published round; no question if they write nothing."""
    if not round_.phones_write:
        return {"unsettled": ""}
    if round_.state == Round.State.CLOSED:
        return {"unsettled": "", "from_phones": len(agreed_tables(round_))}
    open_questions = unsettled(round_)
    return {"unsettled": unsettled_sentence(open_questions), "looked_at": [number for number, _tile in open_questions]}


def _without_scripts(request: HttpRequest, round_: Round, seats: Seats) -> dict[str, Any]:
    """Return the pair chosen on the previous page, and the table whose menu is open, for pages without scripts."""
    picked, table = request.GET.get("picked", ""), request.GET.get("table", "")
    seated = [(entrant, row.key) for row in seats.tables for entrant in (*row.ns, *row.ew)]
    seated += [(entrant, "") for entrant in seats.without]
    found = next((entrant for entrant, key in seated if f"{entrant.id}@{key}" == picked), None)
    menu = next((row for row in seats.tables if str(row.number) == table), None)
    return {
        "picked": {"seat": picked, "entrant": found} if found else None,
        "menu": menu,
        "meetings": meetings_at(round_, menu) if menu else [],
    }

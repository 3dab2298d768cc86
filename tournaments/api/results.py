"""The result of a table, read and written by a hall's device as a scorer does at the desk.

Two devices, or a device and the referee, may hold the same slip. So a write names by `If-Match` the state from which it
was made, and is refused if that is an older one: nothing is overwritten unseen.
"""

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified, JsonResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.http import parse_etags
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from accounts.logins.bearer import program_of
from pages.conditional_answers import has_page
from pages.refusals import Refused
from scoring.services import ruleset_for
from tournaments.interchange.json_node import InterchangeError
from tournaments.models import Round, Table
from tournaments.selectors.generations import stamped
from tournaments.services import table_record
from tournaments.services.refusals import SlipDoubtful, SlipRefused, TableChanged, TournamentGone

from .formats import Problem
from .head_router import HeadRouter
from .private import TOKEN, for_a_program
from .problems import problem
from .slips import MOST_BYTES, faults_in, faults_of, read_json, read_slip
from .token_formats import IF_MATCH, SLIP_BODY, SlipProblem, TableResult

READING = {401: Problem, 404: Problem, 429: Problem}
WRITING = READING | {
    **{400: Problem, 403: Problem, 409: Problem, 412: Problem, 413: Problem, 415: Problem, 428: Problem},
    422: SlipProblem,
}
ADDRESS = "/tournaments/{slug:slug}/rounds/{int:number}/tables/{int:table}/result"

router = HeadRouter(tags=["results"])


@router.get(
    ADDRESS,
    response={200: TableResult} | READING,
    summary=gettext_noop("The result of a table"),
    openapi_extra=TOKEN,
    url_name="v1_result",
)
def v1_result(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """As it was sent or typed, with the ETag that a write of it names."""
    found = _table(slug, number, table)
    etag = _etag(found)
    return for_a_program(HttpResponseNotModified() if has_page(request, etag) else _state(found), etag)


@router.put(
    ADDRESS,
    response={200: TableResult} | WRITING,
    summary=gettext_noop("Save the result of a table"),
    openapi_extra=TOKEN | {"requestBody": SLIP_BODY, "parameters": [IF_MATCH]},
    url_name="v1_result",
)
def v1_result_put(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """The slip of a round under way, new or corrected; `If-Match` names the state that it was made from."""
    if request.content_type != "application/json":
        return _problem(415, _("Send the slip as application/json."))
    if int(request.META.get("CONTENT_LENGTH") or 0) > MOST_BYTES:
        return _problem(413, _("Send at most %(bytes)s bytes.") % {"bytes": MOST_BYTES})
    found = _table(slug, number, table)
    named = parse_etags(request.headers.get("If-Match", ""))
    if not named or named == ["*"]:
        sentence = _(
            "Read the table first, and send its ETag as If-Match, with its quotes: “*” would overwrite unseen."
        )
        return _problem(428, sentence, etag=_etag(found))
    if _etag(found) not in named:
        return _changed(found)
    try:
        return _save(request, found, read_json(request.body))
    except InterchangeError as error:
        return _problem(400, str(error), etag=_etag(found))


def _save(request: HttpRequest, table: Table, value: object) -> HttpResponse:
    """Save as a scorer does, in the name of the program."""
    tournament, etag = table.round.tournament, _etag(table)
    rules = ruleset_for(tournament.ruleset, tournament.options)
    try:
        slip = read_slip(value, rules, hands=tournament.hands_per_round)
    except InterchangeError as error:
        return _problem(422, str(error), etag=etag, errors=faults_of(error))
    try:
        table_record(
            table=table,
            version=table.version,
            hands=slip.hands,
            at=timezone.now(),
            confirmed=slip.confirmed,
            by_scorer=True,
            by_program=program_of(request).name,
        )
    except SlipRefused as refusal:
        return _problem(422, refusal.message, etag=etag, errors=faults_in(refusal.faults))
    except SlipDoubtful as refusal:
        sentence = _("Unusual, so not saved. If somebody has checked that it is right, send it with “confirmed”: true.")
        return _problem(422, sentence, etag=etag, errors=faults_in(refusal.doubts))
    except TableChanged:
        return _changed(_table(tournament.slug, table.round.number, table.number))
    except TournamentGone:
        raise
    except Refused as refusal:
        return _problem(409, refusal.message, etag=etag)
    now = _table(tournament.slug, table.round.number, table.number)
    return for_a_program(_state(now), _etag(now))


def _table(slug: str, number: int, table: int) -> Table:
    """Return the table of a published round; drafts are not public."""
    published = Table.objects.exclude(round__state=Round.State.DRAFT).filter(round__tournament__deleted_at=None)
    return get_object_or_404(
        published.select_related("round__tournament"),
        round__tournament__slug=slug,
        round__number=number,
        number=table,
    )


def _etag(table: Table) -> str:
    """Return an ETag that changes with every save of the table, and with its entrants."""
    return f'"{table.pk}-{stamped(table.version)}"'


def _state(table: Table) -> JsonResponse:
    hands = table.hands.order_by("number").values_list("end", "ns_entry", "ew_entry")
    return JsonResponse(
        {
            "round": table.round.number,
            "table": table.number,
            "outcome": table.outcome,
            "hands_per_round": table.round.tournament.hands_per_round,
            "hands": [{"end": end, "ns": ns, "ew": ew} for end, ns, ew in hands],
        }
    )


def _changed(table: Table) -> HttpResponse:
    sentence = _("Table %(table)s has been saved since you read it: read it again, and look before you write.")
    return _problem(412, sentence % {"table": table.name}, etag=_etag(table))


def _problem(status: int, detail: str, *, etag: str = "", **more: Any) -> HttpResponse:
    """Return a problem with the current ETag of the table, if there is one."""
    return for_a_program(problem(status, detail, **more), etag)

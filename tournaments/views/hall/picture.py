"""The final ranking, and a pair's own result, as pictures to share, made only of public facts."""

from collections.abc import Callable
from hashlib import sha256

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe

from pages.club_face import club_face
from pages.conditional_answers import answer
from pages.file_names import disposition, file_name
from tournaments.models import Club, Tournament
from tournaments.records import EntrantId, Standing, TeamStanding
from tournaments.selectors.hall.goodbye import goodbye_in
from tournaments.selectors.hall.hall import Hall
from tournaments.selectors.ranking import hands_of_entrant
from tournaments.selectors.settings import scale_of
from tournaments.sheets.pair_picture import PairPicture, RoundBar, pair_picture
from tournaments.sheets.picture import ROWS, SIZES, PictureRow, RankingPicture, ranking_picture
from tournaments.views.common import get_tournament
from tournaments.wording.entrants import words_of
from tournaments.wording.figures import figure, signed, spoken_date
from tournaments.wording.gironi import place_in_girone
from tournaments.wording.goodbye import goodbye_lines
from tournaments.wording.results import place_words

from .page_cache import current_hall


@require_safe
def public_picture(request: HttpRequest, slug: str, width: int, height: int) -> HttpResponseBase:
    """Send the picture in one of its two sizes, with an ETag of its content."""
    tournament, size = get_tournament(slug), (width, height)
    if tournament.state != Tournament.State.FINAL or size not in SIZES:
        raise Http404
    picture = _picture_of(current_hall(tournament))
    name = file_name(_("ranking"), tournament.slug, f"{width}x{height}", extension="png")
    return _sent(request, (picture, size), name, lambda: ranking_picture(picture, size))


@require_safe
def public_pair_picture(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    """Send a pair's own picture, as soon as it has played."""
    tournament = get_tournament(slug)
    hall = current_hall(tournament)
    standing = hall.standing(EntrantId(number)) if hall.is_ranked else None
    if standing is None or not standing.rounds:
        raise Http404
    picture = _own_picture(hall, standing)
    return _sent(request, picture, file_name(tournament.slug, number, extension="png"), lambda: pair_picture(picture))


def _sent(request: HttpRequest, facts: object, name: str, draw: Callable[[], bytes]) -> HttpResponseBase:
    """Send a picture with an ETag of the facts that it is drawn from."""
    etag = f'"{sha256(repr(facts).encode()).hexdigest()[:32]}-{settings.CODE_VERSION}"'

    def make() -> HttpResponse:
        headers = {"Content-Disposition": disposition(name, shown=True)}
        return HttpResponse(draw(), content_type="image/png", headers=headers)

    return answer(request, etag, make)


def _club() -> str:
    return Club.objects.values_list("name", flat=True).first() or "Burraco Club"


def _facts(tournament: Tournament) -> str:
    return " · ".join(filter(None, (spoken_date(tournament.date), tournament.venue)))


def _own_picture(hall: Hall, standing: Standing) -> PairPicture:
    tournament, entrant = hall.tournament, standing.entrant
    counted = words_of(tournament.kind).counted % {"counter": len(hall.standings)}
    place = place_words(standing.place, tied=standing.tied)
    in_girone = place_in_girone(standing, hall.standings)
    goodbye = goodbye_in(hall, entrant.id, hands_of_entrant(tournament, entrant.id))
    said = goodbye_lines(goodbye, hall.entrants) if goodbye else ()
    return PairPicture(
        club=_club(),
        tournament=tournament.name,
        facts=_facts(tournament),
        title=hall.state_sentence,
        names=entrant.names,
        place=standing.place,
        place_words=_("%(place)s of %(pairs)s") % {"place": place, "pairs": counted},
        points=f"{_in_vp(standing.vp)} · {signed(standing.mp_difference)}",
        lines=(*([in_girone] if in_girone else []), *said),
        # The evening in words leaves no room for its bars.
        rounds=()
        if said
        else tuple(
            RoundBar(pgettext("round", "R%(number)s") % {"number": number}, vp, figure(vp))
            for number, vp in sorted(standing.vp_by_round.items())
        ),
        most=scale_of(tournament).total,
        face=club_face(),
    )


def _picture_of(hall: Hall) -> RankingPicture:
    """Return the picture, in a team event of the teams."""
    tournament, teams = hall.tournament, hall.teams
    return RankingPicture(
        club=_club(),
        tournament=tournament.name,
        facts=_facts(tournament),
        title=_title(hall, of_teams=bool(teams)),
        rows=tuple(_row(row) for row in [*(teams or hall.standings)][:ROWS]),
        face=club_face(),
    )


def _title(hall: Hall, *, of_teams: bool) -> str:
    """Return the title, which says why somebody with fewer points may stand above somebody with more."""
    if hall.begins_with_knockout and not of_teams:
        return _("Final ranking, the knockout first")
    if hall.tournament.cut is not None:
        return _("Final ranking, girone by girone")
    return _("Final ranking")


def _row(row: Standing | TeamStanding) -> PictureRow:
    return PictureRow(
        row.place,
        f"{figure(row.place)} =" if row.tied else figure(row.place),
        row.entrant.names if isinstance(row, Standing) else (row.name,),
        _in_vp(row.vp),
        signed(row.mp_difference),
    )


def _in_vp(vp: int) -> str:
    return _("%(vp)s VP") % {"vp": figure(vp)}

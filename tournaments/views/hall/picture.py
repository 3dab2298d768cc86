"""The final ranking as a picture to share, made only of public facts."""

from hashlib import sha256

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from pages.club_face import club_face
from pages.conditional_answers import SHARED_SECONDS, answer
from tournaments.models import Club, Tournament
from tournaments.records import Standing, TeamStanding
from tournaments.selectors.hall.hall import Hall
from tournaments.sheets.picture import ROWS, SIZES, PictureRow, RankingPicture, ranking_picture
from tournaments.views.common import get_tournament
from tournaments.wording.figures import figure, signed, spoken_date

from .page_cache import current_hall


@require_safe
def public_picture(request: HttpRequest, slug: str, width: int, height: int) -> HttpResponseBase:
    """Send the picture in one of its two sizes, with an ETag of its content."""
    tournament, size = get_tournament(slug), (width, height)
    if tournament.state != Tournament.State.FINAL or size not in SIZES:
        raise Http404
    picture = _picture_of(current_hall(tournament))
    etag = f'"{sha256(repr((picture, size)).encode()).hexdigest()[:32]}-{settings.CODE_VERSION}"'
    name = f"{tournament.slug}-{width}x{height}.png"

    def make() -> HttpResponse:
        headers = {"Content-Disposition": f'inline; filename="{name}"'}
        return HttpResponse(ranking_picture(picture, size), content_type="image/png", headers=headers)

    return answer(request, etag, make, max_age=0, s_maxage=SHARED_SECONDS)


def _picture_of(hall: Hall) -> RankingPicture:
    """Return the picture, in a team event of the teams."""
    tournament, teams = hall.tournament, hall.teams()
    return RankingPicture(
        club=Club.objects.values_list("name", flat=True).first() or "Burraco Club",
        tournament=tournament.name,
        facts=" · ".join(filter(None, (spoken_date(tournament.date), tournament.venue))),
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
        _("%(vp)s VP") % {"vp": figure(row.vp)},
        signed(row.mp_difference),
    )

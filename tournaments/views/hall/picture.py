"""The final ranking as a picture to send around: offered once it is final, made of nothing that is not public."""

from hashlib import sha256

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scoring.views.cached_pages import SHARED_SECONDS, answer
from tournaments.models import Club, Tournament
from tournaments.records import Standing, TeamStanding
from tournaments.selectors.hall.hall import Hall
from tournaments.sheets.picture import ROWS, SIZES, PictureRow, RankingPicture, ranking_picture
from tournaments.views.common import get_tournament
from tournaments.wording.figures import figure, signed, spoken_date

from .kept import hall_now


@require_safe
def public_picture(request: HttpRequest, slug: str, width: int, height: int) -> HttpResponseBase:
    """In one of its two sizes; its ETag is made of what it says, the club's name too."""
    tournament, size = get_tournament(slug), (width, height)
    if tournament.state != Tournament.State.FINAL or size not in SIZES:
        raise Http404
    picture = _picture_of(hall_now(tournament))
    etag = f'"{sha256(repr((picture, size)).encode()).hexdigest()[:32]}-{settings.CODE_VERSION}"'
    name = f"{tournament.slug}-{width}x{height}.png"

    def make() -> HttpResponse:
        headers = {"Content-Disposition": f'inline; filename="{name}"'}
        return HttpResponse(ranking_picture(picture, size), content_type="image/png", headers=headers)

    return answer(request, etag, make, max_age=0, s_maxage=SHARED_SECONDS)


def _picture_of(hall: Hall) -> RankingPicture:
    """In a team event of the teams, otherwise of whoever is ranked."""
    tournament = hall.tournament
    return RankingPicture(
        club=Club.objects.values_list("name", flat=True).first() or "Burraco Club",
        tournament=tournament.name,
        facts=" · ".join(filter(None, (spoken_date(tournament.date), tournament.venue))),
        title=_("Final ranking"),
        rows=tuple(_row(row) for row in [*(hall.teams() or hall.standings)][:ROWS]),
    )


def _row(row: Standing | TeamStanding) -> PictureRow:
    return PictureRow(
        row.place,
        f"{figure(row.place)} =" if row.tied else figure(row.place),
        row.entrant.names if isinstance(row, Standing) else (row.name,),
        _("%(vp)s VP") % {"vp": figure(row.vp)},
        signed(row.mp_difference),
    )

"""What messengers show of a page that somebody sends: a title, a sentence and a picture."""

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.models import Tournament
from tournaments.records import Entrant, Standing
from tournaments.selectors.hall.hall import Hall
from tournaments.wording.figures import figure
from tournaments.wording.results import place_words

NAMED = 3
"""The places named in a preview of the ranking."""


@dataclass(frozen=True, slots=True)
class PagePreview:
    """The preview of a page."""

    title: str
    text: str
    picture: str = ""
    """The path of the page's own picture, or empty."""
    said: str = ""
    """What is sent with the page; its title if empty."""


def hall_preview(hall: Hall) -> PagePreview:
    """Return the preview of a page without a picture of its own."""
    return PagePreview(hall.tournament.name, hall.state_sentence)


def ranking_preview(hall: Hall) -> PagePreview:
    """Return the preview of the ranking, with its picture once it is final."""
    preview = hall_preview(hall)
    rows = hall.teams or hall.standings
    if not hall.is_ranked or not rows:
        return preview
    best = (f"{row.place}. {row.name if not isinstance(row, Standing) else row.entrant.label}" for row in rows[:NAMED])
    text = f"{preview.text}: {' · '.join(best)}"
    if hall.tournament.state != Tournament.State.FINAL or hall.after_round is not None:
        return PagePreview(preview.title, text)
    return PagePreview(preview.title, text, reverse("public_picture", args=[hall.tournament.slug, 1080, 1080]))


def entrant_preview(hall: Hall, entrant: Entrant) -> PagePreview:
    """Return the preview of a pair's page: its place and points, with its own picture, once it has any."""
    preview, standing = hall_preview(hall), hall.standing(entrant.id)
    if standing is None or not standing.rounds or not hall.is_ranked:
        return PagePreview(f"{entrant.label} · {preview.title}", preview.text)
    place, vp = place_words(standing.place, tied=standing.tied), figure(standing.vp)
    title = _("%(names)s: %(place)s, %(vp)s VP") % {"names": entrant.label, "place": place, "vp": vp}
    picture = reverse("public_pair_picture", args=[hall.tournament.slug, entrant.id])
    return PagePreview(title, f"{preview.title} · {preview.text}", picture, said=f"{title} · {preview.title}")

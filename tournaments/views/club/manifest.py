"""What a phone needs for its home screen: the manifest of the club's pages, and the club's icons."""

from hashlib import sha256

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from pages.club_face import club_face
from pages.conditional_answers import answer, same_for_everybody
from tournaments.models import Club
from tournaments.sheets.icon import SIZES, club_icon

PAPER = "#faf8f3"
SHORT = 12
"""The letters for which home screens have room."""
ICON_SECONDS = 3600
INSTALLED = (192, 512)
TOUCH = 180
"""The size that iPhones look for at their own address."""


@same_for_everybody
def manifest(request: HttpRequest) -> HttpResponse:
    """Send the manifest in the language of its address."""
    name = Club.objects.values_list("name", flat=True).first() or "Burraco Club"
    icons = [
        {
            "src": reverse("face_maskable" if purpose == "maskable" else "face_icon", args=[size]),
            "sizes": f"{size}x{size}",
            "type": "image/png",
            "purpose": purpose,
        }
        for purpose in ("any", "maskable")
        for size in INSTALLED
    ]
    return JsonResponse(
        {
            "id": "/",
            "name": name,
            "short_name": name if len(name) <= SHORT else "Burraco",
            "lang": get_language(),
            "start_url": reverse("home"),
            "scope": "/",
            "display": "standalone",
            "background_color": PAPER,
            "theme_color": club_face().accent,
            "icons": icons,
        },
        content_type="application/manifest+json",
    )


@require_safe
def face_icon(request: HttpRequest, size: int = TOUCH, *, maskable: bool = False) -> HttpResponseBase:
    """Send the club's icon in one of its sizes."""
    if size not in SIZES:
        raise Http404
    return answer(
        request,
        face_etag(size, maskable),
        lambda: HttpResponse(club_icon(club_face(), size, maskable=maskable), "image/png"),
        max_age=ICON_SECONDS,
    )


def face_etag(*facts: object) -> str:
    """Return the ETag of a picture of the club's face, by what else it depends on."""
    return f'"{sha256(repr((club_face(), *facts)).encode()).hexdigest()[:32]}-{settings.CODE_VERSION}"'

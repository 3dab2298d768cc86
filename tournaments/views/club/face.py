"""The club's logo and accent colour: where they are chosen, and the addresses under which pages find them."""

from functools import lru_cache
from io import BytesIO

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from PIL import Image

from pages.club_face import FELT, club_face
from pages.refusals import Refused
from tournaments.forms.club.face import AccentForm, LogoForm
from tournaments.models import ClubLogo
from tournaments.services import club_choose_accent, club_put_logo, club_remove_logo
from tournaments.services.club_face import MOST_LOGO_BYTES
from tournaments.slips.photos import PhotoFault
from tournaments.wording.club_face import LOGO_FAULTS

UNPROCESSABLE = 422
REST_OF_THE_REQUEST = 10_000
"""In bytes, beside those of the logo."""
FOR_EVER = "max-age=31536000, public, immutable"
"""For addresses that name what is in them."""
IN_A_HEAD = 160
"""The height of a logo in the head of a page, in pixels of the sharpest phones."""

STYLE = ':root,[data-bs-theme="light"],[data-bs-theme="dark"]{--club-band:#%s;--club-band-muted:var(--club-band-ink)}'
MARK = (settings.BASE_DIR / "static/img/mark.svg").read_text(encoding="utf-8").replace(FELT, "%s")
"""The program's mark, for a colour as its ground."""


@require_http_methods(["GET", "HEAD", "POST"])
def club_face_chosen(request: HttpRequest) -> HttpResponse:
    """Choose the accent colour, or see what is chosen."""
    form = AccentForm(request.POST or None, initial={"accent": club_face().accent})
    if form.is_valid():
        club_choose_accent(accent=form.cleaned_data["accent"])
        messages.success(request, _("The club’s colour is saved."))
        return redirect("club_face")
    return _show(request, accent_form=form)


@require_POST
def club_logo(request: HttpRequest) -> HttpResponse:
    """Save a logo, or remove it; too large a request is refused unread."""
    if int(request.META.get("CONTENT_LENGTH") or 0) > MOST_LOGO_BYTES + REST_OF_THE_REQUEST:
        return _refused(request, str(LOGO_FAULTS[PhotoFault.TOO_MANY_BYTES]))
    if "remove" in request.POST:
        club_remove_logo()
        messages.success(request, _("The logo is removed."))
        return redirect("club_face")
    form = LogoForm(request.POST, request.FILES)
    if not form.is_valid():
        return _show(request, logo_form=form)
    try:
        club_put_logo(sent=form.cleaned_data["logo"].read())
    except Refused as refusal:
        return _refused(request, refusal.message)
    messages.success(request, _("The logo is saved."))
    return redirect("club_face")


def _refused(request: HttpRequest, sentence: str) -> HttpResponse:
    form = LogoForm({})
    form.errors["logo"] = form.error_class([sentence])
    return _show(request, logo_form=form)


def _show(
    request: HttpRequest, *, accent_form: AccentForm | None = None, logo_form: LogoForm | None = None
) -> HttpResponse:
    accent_form = accent_form or AccentForm(initial={"accent": club_face().accent})
    logo_form = logo_form or LogoForm()
    status = UNPROCESSABLE if accent_form.is_bound or logo_form.is_bound else 200
    context = {"accent_form": accent_form, "logo_form": logo_form, "felt": FELT}
    return render(request, "club/face.html", context, status=status)


@require_safe
def face_style(request: HttpRequest, colour: str) -> HttpResponse:
    """Send the style sheet of an accent colour, which depends on its address alone."""
    return HttpResponse(STYLE % colour, content_type="text/css", headers={"Cache-Control": FOR_EVER})


@require_safe
def face_mark(request: HttpRequest, colour: str) -> HttpResponse:
    """Send the program's mark on an accent colour."""
    return HttpResponse(MARK % f"#{colour}", content_type="image/svg+xml", headers={"Cache-Control": FOR_EVER})


@require_safe
def face_logo(request: HttpRequest, name: str) -> HttpResponse:
    """Send the club's logo as large as a page's head needs it."""
    logo = get_object_or_404(ClubLogo, name=name)
    return HttpResponse(_small(logo.name, bytes(logo.image)), "image/png", headers={"Cache-Control": FOR_EVER})


@lru_cache(maxsize=2)
def _small(name: str, image: bytes) -> bytes:
    file = BytesIO()
    with Image.open(BytesIO(image), formats=["PNG"]) as logo:
        small = logo.convert("RGB")
        small.thumbnail((3 * IN_A_HEAD, IN_A_HEAD), Image.Resampling.LANCZOS)
        reduced = small.quantize(256)  # equivalent `255`: nobody sees one colour less
        reduced.save(file, "PNG", optimize=True)
    return file.getvalue()

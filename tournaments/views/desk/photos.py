"""The photo of a table's dispute, for referees."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.selectors.phone_photos import photo_of
from tournaments.views.common import found_or_404


@never_cache
@require_safe
def table_photo(request: HttpRequest, slug: str, number: int, table: int, photo: int) -> HttpResponse:
    stored = found_or_404(photo_of(slug, number, table, photo))
    return HttpResponse(bytes(stored.image), content_type="image/jpeg", headers={"Content-Disposition": "inline"})

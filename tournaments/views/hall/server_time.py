"""The server's time, by which pages count down, whatever a phone's clock says."""

from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe


@never_cache
@require_safe
def server_time(request: HttpRequest, slug: str) -> JsonResponse:
    """Send the milliseconds since 1970, without a query, for cached pages and phones that slept."""
    return JsonResponse({"now": round(timezone.now().timestamp() * 1000)})

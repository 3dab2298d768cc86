"""What time it is here: pages count down by it, whatever a phone's own clock says."""

from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe


@never_cache
@require_safe
def server_time(request: HttpRequest, slug: str) -> JsonResponse:
    """Milliseconds since 1970. No query: a page that was kept, or slept, asks for nothing else."""
    return JsonResponse({"now": round(timezone.now().timestamp() * 1000)})

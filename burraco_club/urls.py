"""The project's addresses: Italian ones without a prefix, English ones below /en/."""

from django.conf.urls.i18n import i18n_patterns
from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path

from burraco_club import fault_report, health
from burraco_club.backup import page
from burraco_club.sent_forms import count_once
from pages.lazy_views import LazyViews
from tournaments.urls.club import face_patterns, well_known_patterns

guides = LazyViews("burraco_club.help.views")
line = LazyViews("burraco_club.line.page")

urlpatterns: list[URLPattern | URLResolver] = [
    path("health/", health.live, name="health"),
    path("health/ready/", health.ready, name="health_ready"),
    path("help/pictures/<slug:picture>.png", guides.picture, name="help_picture"),
    *face_patterns,
    *well_known_patterns,
]
urlpatterns += i18n_patterns(
    path("admin/", admin.site.urls),
    path("club/backups/", page.backups, name="backups"),
    path("club/web/", line.club_web, name="club_web"),
    path("club/web/now/", line.club_web_now, name="club_web_now"),
    path("club/fault-report/", fault_report.fault_report, name="fault_report"),
    path("help/", guides.guides, name="help"),
    path("help/<slug:guide>/", guides.guide, name="help_guide"),
    path("", include("accounts.urls")),
    path("", include("scoring.urls")),
    path("", include("tournaments.urls")),
    prefix_default_language=False,
)
count_once(urlpatterns)

handler400 = "burraco_club.error_pages.bad_request"
handler403 = "burraco_club.error_pages.permission_denied"
handler404 = "burraco_club.error_pages.page_not_found"
handler500 = "burraco_club.error_pages.server_error"

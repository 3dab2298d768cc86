"""The addresses of tournaments, area by area: the referee's below /tournaments/, the players' below /t/."""

from django.urls import include, path

from pages.lazy_views import LazyAddresses, LazyViews
from tournaments.urls import till

docs = LazyViews("tournaments.api.docs")

urlpatterns = [
    path("", include("tournaments.urls.club")),
    path("", include("tournaments.urls.calendar")),
    path("", include("tournaments.urls.website")),
    path("", include("tournaments.urls.people")),
    path("", include("tournaments.urls.journal")),
    path("till/", include(till.club_patterns)),
    path("", include("tournaments.urls.trials")),
    path("", include("tournaments.urls.seasons")),
    path("", include("tournaments.urls.ratings")),
    path("", include("tournaments.urls.phone")),
    path("", include("tournaments.urls.entries")),
    path("tournaments/<slug:slug>/", include("tournaments.urls.rounds")),
    path("tournaments/<slug:slug>/", include("tournaments.urls.desk")),
    path("tournaments/<slug:slug>/", include("tournaments.urls.ranking")),
    path("tournaments/<slug:slug>/", include("tournaments.urls.till")),
    path("tournaments/<slug:slug>/", include("tournaments.urls.history")),
    path("tournaments/<slug:slug>/print/", include("tournaments.urls.printing")),
    path("t/<slug:slug>/", include("tournaments.urls.hall")),
    path("api/docs", docs.api_docs, name="api_docs"),
    LazyAddresses("api/v1/", "tournaments.api.addresses", app_name="ninja", namespace="api_v1"),
]

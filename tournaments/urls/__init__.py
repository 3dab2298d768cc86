"""The addresses of tournaments, area by area: the referee's below /tournaments/, the players' below /t/."""

from django.urls import include, path

from tournaments.api.docs import api_docs
from tournaments.api.endpoint import api
from tournaments.urls import till

endpoints, application, namespace = api.urls

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
    path("api/docs", api_docs, name="api_docs"),
    path("api/v1/", include((endpoints, application), namespace=namespace)),
]

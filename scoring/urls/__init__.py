"""The addresses of the calculator, free games and rulesets, one module for each area."""

from django.urls import include, path

urlpatterns = [
    path("score/", include("scoring.urls.calculator")),
    path("games/", include("scoring.urls.games")),
    path("rulesets/", include("scoring.urls.rulesets")),
    path("api/", include("scoring.urls.api")),
]

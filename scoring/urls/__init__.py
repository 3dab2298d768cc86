"""The addresses of the calculator, free games and rulesets, one module for each area."""

from django.urls import include, path

from pages.later_addresses import LaterAddresses

urlpatterns = [
    path("score/", include("scoring.urls.calculator")),
    path("games/", include("scoring.urls.games")),
    path("rulesets/", include("scoring.urls.rulesets")),
    LaterAddresses("api/", "scoring.urls.api", app_name="ninja", namespace="api"),
]

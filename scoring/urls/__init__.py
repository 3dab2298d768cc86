"""The addresses of the calculator, free games and rulesets, one module for each area."""

from django.urls import include, path

from pages.lazy_views import LazyAddresses

urlpatterns = [
    path("score/", include("scoring.urls.calculator")),
    path("games/", include("scoring.urls.games")),
    path("rulesets/", include("scoring.urls.rulesets")),
    LazyAddresses("api/", "scoring.urls.api", app_name="ninja", namespace="api"),
]

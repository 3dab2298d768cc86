from django.urls import path

from pages.lazy_views import LazyViews

rulesets = LazyViews("scoring.views.rulesets")

urlpatterns = [
    path("", rulesets.rulesets, name="rulesets"),
    path("new/", rulesets.ruleset_new, name="ruleset_new"),
    path("<slug:key>/", rulesets.ruleset, name="ruleset"),
    path("<slug:key>/edit/", rulesets.ruleset_edit, name="ruleset_edit"),
    path("<slug:key>/delete/", rulesets.ruleset_delete, name="ruleset_delete"),
]

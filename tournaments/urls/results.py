"""Entering results: the round's tables, one table's slip, and what can happen at it."""

from django.urls import URLPattern, path

from tournaments.views import results as views

TABLE = "rounds/<int:number>/tables/<int:table>/"

urlpatterns: list[URLPattern] = [
    path("rounds/<int:number>/results/", views.results, name="results"),
    path(TABLE, views.table_entry, name="table_entry"),
    path(f"{TABLE}preview/", views.table_preview, name="table_preview"),
    path(f"{TABLE}outcome/", views.table_outcome, name="table_outcome"),
    path(f"{TABLE}clear/", views.table_take_back, name="table_clear"),
]

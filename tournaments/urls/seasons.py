from django.urls import path

from pages.lazy_views import LazyViews

files = LazyViews("tournaments.views.seasons.files")
final = LazyViews("tournaments.views.seasons.final")
public = LazyViews("tournaments.views.seasons.public")
seasons = LazyViews("tournaments.views.seasons.seasons")

PUBLIC = "s/<slug:slug>/"

urlpatterns = [
    path("seasons/", seasons.seasons, name="seasons"),
    path("seasons/new/", seasons.season_new, name="season_new"),
    path("seasons/import/", files.season_take_in, name="season_import"),
    path("seasons/<slug:slug>/", seasons.season, name="season"),
    path("seasons/<slug:slug>/edit/", seasons.season_edit, name="season_edit"),
    path("seasons/<slug:slug>/delete/", seasons.season_gone, name="season_delete"),
    path("seasons/<slug:slug>/final/", final.season_final, name="season_final"),
    path("seasons/<slug:slug>/history/", seasons.season_history, name="season_history"),
    path("seasons/<slug:slug>/season.json", files.season_json, name="season_json"),
    path("seasons/<slug:slug>/ranking.pdf", files.season_pdf, name="season_pdf"),
    path("seasons/<slug:slug>/ranking.xlsx", files.season_xlsx, name="season_xlsx"),
    path("seasons/<slug:slug>/ranking.csv", files.season_csv, name="season_csv"),
    path(PUBLIC, public.public_season, name="public_season"),
]

"""The desk: the round's tables, one table's slip and what can happen at it; the hall's clock, calls, announcements."""

from django.urls import URLPattern, path

from pages.lazy_views import LazyViews

assigned_scores = LazyViews("tournaments.views.desk.assigned_scores")
hall = LazyViews("tournaments.views.desk.hall")
hand_cards = LazyViews("tournaments.views.desk.hand_cards")
incidents = LazyViews("tournaments.views.desk.incidents")
photos = LazyViews("tournaments.views.desk.photos")
results = LazyViews("tournaments.views.desk.results")
sheet = LazyViews("tournaments.views.desk.sheet")
slip = LazyViews("tournaments.views.desk.slip")

TABLE = "rounds/<int:number>/tables/<int:table>/"

urlpatterns: list[URLPattern] = [
    path("rounds/<int:number>/results/", results.results, name="results"),
    path("rounds/<int:number>/hall/", hall.desk_hall, name="desk_hall"),
    path("rounds/<int:number>/hall/clock/", hall.desk_clock, name="desk_clock"),
    path("rounds/<int:number>/hall/calls/", hall.desk_call, name="desk_call"),
    path("rounds/<int:number>/hall/calls/<int:call>/", hall.desk_call_settled, name="desk_call_settled"),
    path("incidents/", incidents.incidents, name="incidents"),
    path("incidents/new/", incidents.incident_new, name="incident_new"),
    path("incidents/<int:number>/", incidents.incident, name="incident"),
    path("incidents/<int:number>/delete/", incidents.incident_delete, name="incident_delete"),
    path("announcement/", hall.announcement, name="announcement"),
    path("rounds/<int:number>/results/tiles/", results.results_tiles, name="results_tiles"),
    path("rounds/<int:number>/sheet/", sheet.result_sheet, name="result_sheet"),
    path(TABLE, slip.table_entry, name="table_entry"),
    path(f"{TABLE}preview/", slip.table_preview, name="table_preview"),
    path(f"{TABLE}outcome/", slip.table_outcome, name="table_outcome"),
    path(f"{TABLE}clear/", slip.table_take_back, name="table_clear"),
    path(f"{TABLE}swap/", slip.table_swap, name="table_swap"),
    path(f"{TABLE}arbitral/", assigned_scores.table_arbitral, name="table_arbitral"),
    path(f"{TABLE}photos/<int:photo>/", photos.table_photo, name="table_photo"),
    path(f"{TABLE}hands/<int:hand>/", hand_cards.hand_cards, name="hand_cards"),
    path(f"{TABLE}hands/<int:hand>/preview/", hand_cards.hand_cards_preview, name="hand_cards_preview"),
]

from django.urls import path

from pages.lazy_views import LazyViews

website = LazyViews("tournaments.views.website")

urlpatterns = [
    path("club/website/", website.website, name="website"),
    path("framed/calendar/", website.framed_calendar, name="framed_calendar"),
    path("framed/ranking/", website.framed_ranking, name="framed_ranking"),
    path("framed/seasons/<slug:slug>/", website.framed_season, name="framed_season"),
]

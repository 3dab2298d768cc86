from django.urls import path

from pages.lazy_views import LazyViews

feeds = LazyViews("tournaments.views.calendar.feeds")
series = LazyViews("tournaments.views.calendar.series")

urlpatterns = [
    path("calendar.ics", feeds.calendar_feed, name="calendar_feed"),
    path("t/<slug:slug>/evening.ics", feeds.evening_feed, name="evening_feed"),
    path("calendar/", series.calendar, name="calendar"),
    path("calendar/new/", series.series_new, name="series_new"),
    path("calendar/<int:pk>/", series.series, name="series"),
    path("calendar/<int:pk>/leave-out/", series.series_leave_out, name="series_leave_out"),
    path("calendar/<int:pk>/take-back/", series.series_take_back, name="series_take_back"),
    path("calendar/<int:pk>/end/", series.series_end, name="series_end"),
    path("tournaments/<slug:slug>/call-off/", series.evening_call_off, name="evening_call_off"),
    path("tournaments/<slug:slug>/reinstate/", series.evening_reinstate, name="evening_reinstate"),
]

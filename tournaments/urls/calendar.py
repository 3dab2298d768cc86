from django.urls import path

from tournaments.views.calendar import feeds

urlpatterns = [
    path("calendar.ics", feeds.calendar_feed, name="calendar_feed"),
    path("t/<slug:slug>/evening.ics", feeds.evening_feed, name="evening_feed"),
]

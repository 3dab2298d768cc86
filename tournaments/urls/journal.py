from django.urls import path

from pages.later_addresses import LaterViews

journal = LaterViews("tournaments.views.journal")

urlpatterns = [
    path("club/journal/", journal.club_journal, name="journal"),
]

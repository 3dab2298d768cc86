from django.urls import path

from tournaments.views import journal

urlpatterns = [
    path("club/journal/", journal.club_journal, name="journal"),
]

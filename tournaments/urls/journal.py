from django.urls import path

from pages.lazy_views import LazyViews

journal = LazyViews("tournaments.views.journal")

urlpatterns = [
    path("club/journal/", journal.club_journal, name="journal"),
]

from django.urls import path

from pages.later_addresses import LaterViews

history = LaterViews("tournaments.views.history")

urlpatterns = [
    path("history/", history.history, name="history"),
]

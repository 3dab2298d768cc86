from django.urls import path

from tournaments.views import history

urlpatterns = [
    path("history/", history.history, name="history"),
]

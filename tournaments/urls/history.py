from django.urls import path

from pages.lazy_views import LazyViews

history = LazyViews("tournaments.views.history")

urlpatterns = [
    path("history/", history.history, name="history"),
]

from django.urls import path

from pages.lazy_views import LazyViews

trials = LazyViews("tournaments.views.trials")

urlpatterns = [
    path("formats/", trials.trials, name="trials"),
    path("formats/<int:pk>/", trials.trial_page, name="trial"),
    path("formats/<int:pk>/stop/", trials.trial_stopped, name="trial_stop"),
]

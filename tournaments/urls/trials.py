from django.urls import path

from pages.later_addresses import LaterViews

trials = LaterViews("tournaments.views.trials")

urlpatterns = [
    path("formats/", trials.trials, name="trials"),
    path("formats/<int:pk>/", trials.trial_page, name="trial"),
    path("formats/<int:pk>/stop/", trials.trial_stopped, name="trial_stop"),
]

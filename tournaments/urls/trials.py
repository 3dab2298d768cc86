from django.urls import path

from tournaments.views import trials

urlpatterns = [
    path("formats/", trials.trials, name="trials"),
    path("formats/<int:pk>/", trials.trial_page, name="trial"),
    path("formats/<int:pk>/stop/", trials.trial_stopped, name="trial_stop"),
]

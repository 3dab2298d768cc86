from django.urls import path

from tournaments.views import round_by_hand, round_new, rounds

urlpatterns = [
    path("rounds/new/", round_new.round_new, name="round_new"),
    path("rounds/<int:number>/", rounds.round_page, name="round"),
    path("rounds/<int:number>/manual/", round_by_hand.round_by_hand, name="round_manual"),
    path("rounds/<int:number>/publish/", rounds.publish, name="round_publish"),
    path("rounds/<int:number>/withdraw/", rounds.withdraw, name="round_withdraw"),
    path("rounds/<int:number>/discard/", rounds.discard, name="round_discard"),
    path("rounds/<int:number>/close/", rounds.close, name="round_close"),
]

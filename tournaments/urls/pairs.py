from django.urls import path

from tournaments.views import members, pairs, pairs_paste

urlpatterns = [
    path("tournaments/<slug:slug>/pairs/", pairs.pairs, name="pairs"),
    path("tournaments/<slug:slug>/pairs/add/", pairs.pair_add, name="pair_add"),
    path("tournaments/<slug:slug>/pairs/paste/", pairs_paste.pairs_paste, name="pairs_paste"),
    path("tournaments/<slug:slug>/pairs/check-in/", pairs.pairs_check_in, name="pairs_check_in"),
    path("tournaments/<slug:slug>/pairs/<int:number>/", pairs.pair_edit, name="pair_edit"),
    path("tournaments/<slug:slug>/pairs/<int:number>/status/", pairs.pair_status, name="pair_status"),
    path("tournaments/<slug:slug>/pairs/<int:number>/delete/", pairs.pair_delete, name="pair_delete"),
    path("players/complete/", pairs.player_complete, name="player_complete"),
    path("players/", members.players, name="players"),
    path("players/<int:pk>/", members.player_edit, name="player_edit"),
]

from django.urls import path

from tournaments.views.people import cards, check_in, list_import, members, merge, pair, pairs, paste, singles, teams

urlpatterns = [
    path("tournaments/<slug:slug>/pairs/", pairs.pairs, name="pairs"),
    path("tournaments/<slug:slug>/pairs/add/", pairs.pair_add, name="pair_add"),
    path("tournaments/<slug:slug>/pairs/paste/", paste.pairs_paste, name="pairs_paste"),
    path("tournaments/<slug:slug>/pairs/check-in/", pairs.pairs_check_in, name="pairs_check_in"),
    path("tournaments/<slug:slug>/check-in/", check_in.check_in, name="check_in"),
    path("tournaments/<slug:slug>/check-in/rows/", check_in.check_in_rows, name="check_in_rows"),
    path("tournaments/<slug:slug>/check-in/missing/", check_in.missing, name="check_in_missing"),
    path("tournaments/<slug:slug>/pairs/<int:number>/", pair.pair_edit, name="pair_edit"),
    path("tournaments/<slug:slug>/pairs/<int:number>/status/", pair.pair_status, name="pair_status"),
    path("tournaments/<slug:slug>/pairs/<int:number>/delete/", pair.pair_delete, name="pair_delete"),
    path("tournaments/<slug:slug>/pairs/<int:number>/<slug:place>/", pair.pair_substitute, name="pair_substitute"),
    path("tournaments/<slug:slug>/singles/add/", singles.single_add, name="single_add"),
    path("tournaments/<slug:slug>/singles/remove/", singles.single_remove, name="single_remove"),
    path("tournaments/<slug:slug>/singles/pair/", singles.singles_pair, name="singles_pair"),
    path("tournaments/<slug:slug>/singles/part/", singles.pair_part, name="pair_part"),
    path("tournaments/<slug:slug>/teams/<int:number>/", teams.team_edit, name="team_edit"),
    path("tournaments/<slug:slug>/teams/<int:number>/delete/", teams.team_delete, name="team_delete"),
    path("tournaments/<slug:slug>/teams/<int:number>/leave/<int:pair>/", teams.team_leave, name="team_leave"),
    path("players/complete/", pairs.player_complete, name="player_complete"),
    path("players/", members.players, name="players"),
    path("players/cards/", cards.member_cards, name="member_cards"),
    path("players/cards.pdf", cards.member_cards_pdf, name="member_cards_pdf"),
    path("players/import/", list_import.people_import_new, name="people_import_new"),
    path("players/import/<int:pk>/", list_import.people_import, name="people_import"),
    path("players/<int:pk>/", members.player_edit, name="player_edit"),
    path("players/<int:pk>/merge/", merge.player_merge, name="player_merge"),
    path("players/merges/<int:pk>/part/", merge.player_part, name="player_part"),
    path("players/<int:pk>/forget/", members.player_forget, name="player_forget"),
]

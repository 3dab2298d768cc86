from django.urls import path

from pages.lazy_views import LazyViews

cards = LazyViews("tournaments.views.people.cards")
check_in = LazyViews("tournaments.views.people.check_in")
list_import = LazyViews("tournaments.views.people.list_import")
member_files = LazyViews("tournaments.views.people.member_files")
members = LazyViews("tournaments.views.people.members")
members_book = LazyViews("tournaments.views.people.members_book")
membership_fees = LazyViews("tournaments.views.people.membership_fees")
merge = LazyViews("tournaments.views.people.merge")
own_data = LazyViews("tournaments.views.people.own_data")
pair = LazyViews("tournaments.views.people.pair")
pairs = LazyViews("tournaments.views.people.pairs")
paste = LazyViews("tournaments.views.people.paste")
player = LazyViews("tournaments.views.people.player")
singles = LazyViews("tournaments.views.people.singles")
teams = LazyViews("tournaments.views.people.teams")

urlpatterns = [
    path("tournaments/<slug:slug>/pairs/", pairs.pairs, name="pairs"),
    path("tournaments/<slug:slug>/pairs/add/", pairs.pair_add, name="pair_add"),
    path("tournaments/<slug:slug>/pairs/paste/", paste.pairs_paste, name="pairs_paste"),
    path("tournaments/<slug:slug>/pairs/check-in/", pairs.pairs_check_in, name="pairs_check_in"),
    path("tournaments/<slug:slug>/check-in/", check_in.check_in, name="check_in"),
    path("tournaments/<slug:slug>/check-in/rows/", check_in.check_in_rows, name="check_in_rows"),
    path("tournaments/<slug:slug>/check-in/fee/", check_in.fee, name="check_in_fee"),
    path("tournaments/<slug:slug>/check-in/missing/", check_in.missing, name="check_in_missing"),
    path("tournaments/<slug:slug>/pairs/<int:number>/", pair.pair_edit, name="pair_edit"),
    path("tournaments/<slug:slug>/pairs/<int:number>/status/", pair.pair_status, name="pair_status"),
    path("tournaments/<slug:slug>/pairs/<int:number>/delete/", pair.pair_delete, name="pair_delete"),
    path(
        "tournaments/<slug:slug>/pairs/<int:number>/substitutes/<int:pk>/",
        pair.pair_substitute_change,
        name="pair_substitute_change",
    ),
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
    path("players/file/", member_files.members_file, name="members_file"),
    path("players/book/", members_book.members_in_book, name="members_book"),
    path("players/cards/", cards.member_cards, name="member_cards"),
    path("players/cards.pdf", cards.member_cards_pdf, name="member_cards_pdf"),
    path("players/import/", list_import.people_import_new, name="people_import_new"),
    path("players/import/<int:pk>/", list_import.people_import, name="people_import"),
    path("players/fees/", membership_fees.membership_fees, name="membership_fees"),
    path("players/fees/paid/", membership_fees.membership_fee_paid, name="membership_fee_paid"),
    path("players/fees/terms/", membership_fees.membership_terms, name="membership_terms"),
    path("players/fees/<int:pk>/take-back/", membership_fees.membership_fee_take_back, name="membership_fee_take_back"),
    path("players/state/", membership_fees.members_state, name="members_state"),
    path("players/<int:pk>/", player.player, name="player"),
    path("players/<int:pk>/data.pdf", own_data.own_data_pdf, name="own_data_pdf"),
    path("players/<int:pk>/data.json", own_data.own_data_json, name="own_data_json"),
    path("players/<int:pk>/fees/", membership_fees.member_fees, name="member_fees"),
    path("players/<int:pk>/edit/", members.player_edit, name="player_edit"),
    path("players/<int:pk>/merge/", merge.player_merge, name="player_merge"),
    path("players/merges/<int:pk>/part/", merge.player_part, name="player_part"),
    path("players/<int:pk>/forget/", members.player_forget, name="player_forget"),
    path("m/<int:pk>/", player.public_player, name="public_player"),
]

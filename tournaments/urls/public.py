"""The players' pages and the wall: no account, no cookie."""

from django.urls import URLPattern, path

from tournaments.views import cross_table, public, tree

urlpatterns: list[URLPattern] = [
    path("", public.public_ranking, name="public_ranking"),
    path("seat/", public.public_seat, name="public_seat"),
    path("rounds/", public.public_rounds, name="public_rounds"),
    path("rounds/<int:number>/", public.public_round, name="public_round"),
    path("pairs/<int:number>/", public.public_pair, name="public_pair"),
    path("cross-table/", cross_table.public_cross_table, name="public_cross_table"),
    path("tree/", tree.public_tree, name="public_tree"),
    path("wall/", public.wall, name="wall"),
    path("qr.svg", public.tournament_qr, name="tournament_qr"),
]

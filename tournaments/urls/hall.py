"""The players' pages and the wall: no account, and no cookie but where players check themselves in."""

from django.urls import URLPattern, path

from pages.lazy_views import LazyViews

bracket = LazyViews("tournaments.views.hall.bracket")
check_in = LazyViews("tournaments.views.hall.check_in")
cross_table = LazyViews("tournaments.views.hall.cross_table")
highlights = LazyViews("tournaments.views.hall.highlights")
matches = LazyViews("tournaments.views.hall.matches")
pages = LazyViews("tournaments.views.hall.pages")
picture = LazyViews("tournaments.views.hall.picture")
server_time = LazyViews("tournaments.views.hall.server_time")
wall = LazyViews("tournaments.views.hall.wall")

urlpatterns: list[URLPattern] = [
    path("", pages.public_ranking, name="public_ranking"),
    path("seat/", pages.public_seat, name="public_seat"),
    path("rounds/", pages.public_rounds, name="public_rounds"),
    path("rounds/<int:number>/", pages.public_round, name="public_round"),
    path("pairs/<int:number>/", pages.public_pair, name="public_pair"),
    path("matches/", matches.public_matches, name="public_matches"),
    path("cross-table/", cross_table.public_cross_table, name="public_cross_table"),
    path("tree/", bracket.public_bracket, name="public_bracket"),
    path("highlights/", highlights.public_highlights, name="public_highlights"),
    path("ranking-<int:width>x<int:height>.png", picture.public_picture, name="public_picture"),
    path("pairs/<int:number>/picture.png", picture.public_pair_picture, name="public_pair_picture"),
    path("wall/", wall.wall, name="wall"),
    path("check-in/", check_in.public_check_in, name="public_check_in"),
    path("pairs/<int:number>/check-in/<slug:token>/", check_in.own_check_in, name="own_check_in"),
    path("now/", server_time.server_time, name="server_time"),
    path("qr.svg", pages.tournament_qr, name="tournament_qr"),
]

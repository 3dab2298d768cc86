from django.urls import path

from pages.lazy_views import LazyViews

adjustments = LazyViews("tournaments.views.ranking.adjustments")
bracket = LazyViews("tournaments.views.ranking.bracket")
clubs = LazyViews("tournaments.views.ranking.clubs")
cross_table = LazyViews("tournaments.views.ranking.cross_table")
gironi = LazyViews("tournaments.views.ranking.gironi")
ranking = LazyViews("tournaments.views.ranking.ranking")

urlpatterns = [
    path("ranking/", ranking.ranking, name="ranking"),
    path("ranking/<int:number>/", ranking.ranking_pair, name="ranking_pair"),
    path("ranking/clubs/", clubs.club_ranking, name="club_ranking"),
    path("gironi/", gironi.gironi, name="gironi"),
    path("gironi/cut/", gironi.cut, name="gironi_cut"),
    path("gironi/undo/", gironi.uncut, name="gironi_uncut"),
    path("gironi/move/", gironi.move, name="girone_move"),
    path("cross-table/", cross_table.cross_table, name="cross_table"),
    path("tree/", bracket.bracket, name="bracket"),
    path("adjustments/", adjustments.adjustments, name="adjustments"),
    path("adjustments/complete/", adjustments.complete, name="adjustment_complete"),
    path("adjustments/<int:pk>/again/", adjustments.give_again, name="adjustment_give_again"),
    path("adjustments/<int:pk>/remove/", adjustments.remove, name="adjustment_remove"),
]

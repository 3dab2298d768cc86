from django.urls import path

from tournaments.views.ranking import adjustments, cross_table, ranking, tree

urlpatterns = [
    path("ranking/", ranking.ranking, name="ranking"),
    path("ranking/<int:number>/", ranking.ranking_pair, name="ranking_pair"),
    path("cross-table/", cross_table.cross_table, name="cross_table"),
    path("tree/", tree.tree, name="tree"),
    path("adjustments/", adjustments.adjustments, name="adjustments"),
    path("adjustments/<int:pk>/remove/", adjustments.remove, name="adjustment_remove"),
]

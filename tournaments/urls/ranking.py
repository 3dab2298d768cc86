from django.urls import path

from tournaments.views import adjustments, history, ranking

urlpatterns = [
    path("ranking/", ranking.ranking, name="ranking"),
    path("ranking/<int:number>/", ranking.ranking_pair, name="ranking_pair"),
    path("adjustments/", adjustments.adjustments, name="adjustments"),
    path("adjustments/<int:pk>/remove/", adjustments.remove, name="adjustment_remove"),
    path("history/", history.history, name="history"),
]

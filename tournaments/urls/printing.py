from django.urls import path

from tournaments.views import cross_table, exports, printing, tree

urlpatterns = [
    path("", printing.printing, name="printing"),
    path("round-<int:number>-slips.pdf", printing.slips, name="sheet_slips"),
    path("blank-slips.pdf", printing.blank_slips, name="sheet_blank_slips"),
    path("round-<int:number>-seating.pdf", printing.seating, name="sheet_seating"),
    path("ranking.pdf", printing.ranking, name="sheet_ranking"),
    path("cross-table.pdf", cross_table.sheet_cross_table, name="sheet_cross_table"),
    path("tree.pdf", tree.sheet_tree, name="sheet_tree"),
    path("tournament.json", exports.tournament_json, name="tournament_json"),
    path("ranking.csv", exports.ranking_csv, name="ranking_csv"),
]

from django.urls import path

from pages.lazy_views import LazyViews

clubs = LazyViews("tournaments.views.printing.clubs")
evening = LazyViews("tournaments.views.printing.evening")
exports = LazyViews("tournaments.views.printing.exports")
files = LazyViews("tournaments.views.printing.files")
incidents = LazyViews("tournaments.views.printing.incidents")
matches = LazyViews("tournaments.views.printing.matches")
plates = LazyViews("tournaments.views.printing.plates")
report = LazyViews("tournaments.views.printing.report")
sheets = LazyViews("tournaments.views.printing.sheets")

urlpatterns = [
    path("", sheets.printing, name="printing"),
    path("poster.pdf", sheets.poster, name="sheet_poster"),
    path("how-to-play.pdf", sheets.how_to_play, name="sheet_how_to_play"),
    path("round-<int:number>-slips.pdf", sheets.slips, name="sheet_slips"),
    path("blank-slips.pdf", sheets.blank_slips, name="sheet_blank_slips"),
    path("round-<int:number>-seating.pdf", sheets.seating, name="sheet_seating"),
    path("roll-call.pdf", plates.roll_call, name="sheet_roll_call"),
    path("table-plates.pdf", plates.tables, name="sheet_table_plates"),
    path("phone-guide.pdf", plates.phone_guide, name="sheet_phone_guide"),
    path("name-plates.pdf", plates.entrants, name="sheet_name_plates"),
    path("round-<int:number>-results.pdf", sheets.results, name="sheet_results"),
    path("ranking.pdf", sheets.ranking, name="sheet_ranking"),
    path("evening.pdf", evening.evening, name="sheet_evening"),
    path("clubs.pdf", clubs.clubs_pdf, name="sheet_clubs"),
    path("clubs.xlsx", clubs.clubs_xlsx, name="clubs_xlsx"),
    path("matches-<int:day>.pdf", matches.match_day, name="sheet_matches"),
    path("matches.csv", matches.matches_csv, name="matches_csv"),
    path("statement-<int:number>.pdf", incidents.incident, name="sheet_incident"),
    path("report.pdf", report.report_pdf, name="sheet_report"),
    path("report.xlsx", report.report_xlsx, name="report_xlsx"),
    path("cross-table.pdf", sheets.cross_table, name="sheet_cross_table"),
    path("tree.pdf", sheets.bracket, name="sheet_bracket"),
    path("tournament.json", exports.tournament_json, name="tournament_json"),
    path("ranking.xlsx", files.ranking_xlsx, name="ranking_xlsx"),
    path("file-<int:pk>/", files.ranking_file, name="ranking_file"),
    path("ranking.csv", exports.ranking_csv, name="ranking_csv"),
]

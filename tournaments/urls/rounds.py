from django.urls import path

from pages.lazy_views import LazyViews

by_hand = LazyViews("tournaments.views.rounds.by_hand")
check = LazyViews("tournaments.views.rounds.check")
comparison = LazyViews("tournaments.views.rounds.comparison")
drafts = LazyViews("tournaments.views.rounds.drafts")
new = LazyViews("tournaments.views.rounds.new")
rounds = LazyViews("tournaments.views.rounds.rounds")
seat_corrections = LazyViews("tournaments.views.rounds.seat_corrections")
team_matches = LazyViews("tournaments.views.rounds.team_matches")

urlpatterns = [
    path("rounds/new/", new.round_new, name="round_new"),
    path("rounds/<int:number>/", rounds.round_page, name="round"),
    path("rounds/<int:number>/manual/", by_hand.round_by_hand, name="round_manual"),
    path("rounds/<int:number>/seat/", drafts.seat, name="draft_seat"),
    path("rounds/<int:number>/change/", drafts.change, name="draft_change"),
    path("rounds/<int:number>/menu/", drafts.menu, name="draft_menu"),
    path("rounds/<int:number>/undo/", drafts.undo, name="draft_undo"),
    path("rounds/<int:number>/redraw/", drafts.redraw, name="draft_redraw"),
    path("rounds/<int:number>/compare/", comparison.compare, name="draft_compare"),
    path("rounds/<int:number>/check/", check.round_check, name="round_check"),
    path("rounds/<int:number>/seats/", seat_corrections.round_seats, name="round_seats"),
    path("rounds/<int:number>/publish/", rounds.publish, name="round_publish"),
    path("rounds/<int:number>/withdraw/", rounds.withdraw, name="round_withdraw"),
    path("rounds/<int:number>/discard/", rounds.discard, name="round_discard"),
    path("rounds/<int:number>/close/", rounds.close, name="round_close"),
    path("matches/", team_matches.matches, name="matches"),
    path("matches/draw/", team_matches.draw, name="match_day_draw"),
    path("matches/captains/", team_matches.captains, name="captains"),
    path("matches/<int:day>/discard/", team_matches.discard, name="match_day_discard"),
    path("matches/<int:day>/<int:session>/publish/", team_matches.publish, name="session_publish"),
    path("matches/<int:day>/<int:session>/<int:team>/", team_matches.line_up, name="line_up"),
    path("matches/<int:day>/<int:session>/<int:team>/delete/", team_matches.take_back, name="line_up_delete"),
]

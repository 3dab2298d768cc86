from django.urls import path

from tournaments.views.rounds import by_hand, check, comparison, drafts, new, rounds, seat_corrections

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
]

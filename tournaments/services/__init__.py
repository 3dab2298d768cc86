"""Every write to a tournament: atomic, keyword-only, named entity_action.

A service locks the tournament's row first, so that two referees' writes follow each other, and counts its
revision up last, so that every page that shows it knows. What cannot be done raises `errors.Refused` with a
sentence for the person who asked, and then nothing was written.
"""

from .adjustments import adjustment_add, adjustment_give_again, adjustment_remove
from .another import tournament_another
from .arbitral import hand_set, hand_unset, table_award, table_award_take_back
from .check_in import card_check_in, own_link_check_in, pairs_expect_again, pairs_withdraw_missing
from .clocks import clock_change, clock_follow_hall
from .clubs import club_keep_till, club_rename, club_show_players
from .deletion import (
    tournament_bring_back,
    tournament_delete,
    tournament_delete_for_good,
    tournaments_delete_old,
)
from .drafts import draft_change, draft_exclude, draft_fix, draft_keep, draft_redraw, draft_undo
from .entries import (
    entries_accept_all,
    entry_accept,
    entry_make,
    entry_move_up,
    entry_refuse,
    entry_terms_set,
    entry_withdraw,
)
from .entry_privacy import contacts_delete_old
from .file_layouts import file_layout_delete, file_layout_save
from .infractions import infraction_remove, infraction_reset, infraction_save
from .members import player_change, player_create, player_find_or_create, player_forget
from .merges import players_merge, players_part
from .pairs import (
    pair_add,
    pair_change,
    pair_delete,
    pair_set_status,
    pairs_add_many,
    pairs_check_in,
)
from .people_imports import (
    people_import_begin,
    people_import_discard,
    people_import_read_as,
    people_import_undo,
    people_import_write,
)
from .phone_hall import phone_settle, phone_summon
from .phone_photos import phone_send_photo, photos_delete_old
from .phone_rounds import round_write_on_paper, table_unlock
from .phone_slips import (
    pair_prove,
    phone_agree,
    phone_call,
    phone_contest,
    phone_enter,
    phone_send,
    phone_take_over,
    phone_type,
)
from .referee_calls import call_answer, call_referee, call_take_back
from .results import HandEntry, table_clear, table_record, table_set_outcome, table_swap_lines
from .rounds import round_close, round_discard, round_draft, round_publish, round_withdraw
from .seats import round_reseat
from .singles import pair_part, single_add, single_remove, singles_pair
from .substitutes import pair_substitute
from .teams import team_delete, team_rename
from .till import (
    pair_pay,
    pair_unpay,
    special_prize_add,
    special_prize_draw,
    special_prize_remove,
    till_terms_set,
)
from .tournaments import (
    tournament_announce,
    tournament_change,
    tournament_create,
    tournament_finish_play,
    tournament_make_final,
    tournament_reopen,
)

__all__ = [
    "HandEntry",
    "adjustment_add",
    "adjustment_give_again",
    "adjustment_remove",
    "call_answer",
    "call_referee",
    "call_take_back",
    "card_check_in",
    "clock_change",
    "clock_follow_hall",
    "club_keep_till",
    "club_rename",
    "club_show_players",
    "contacts_delete_old",
    "draft_change",
    "draft_exclude",
    "draft_fix",
    "draft_keep",
    "draft_redraw",
    "draft_undo",
    "entries_accept_all",
    "entry_accept",
    "entry_make",
    "entry_move_up",
    "entry_refuse",
    "entry_terms_set",
    "entry_withdraw",
    "hand_set",
    "hand_unset",
    "file_layout_delete",
    "file_layout_save",
    "infraction_remove",
    "infraction_reset",
    "infraction_save",
    "own_link_check_in",
    "pair_add",
    "pair_change",
    "pair_delete",
    "pair_part",
    "pair_pay",
    "pair_prove",
    "pair_set_status",
    "pair_substitute",
    "pair_unpay",
    "pairs_add_many",
    "pairs_check_in",
    "pairs_expect_again",
    "pairs_withdraw_missing",
    "people_import_begin",
    "people_import_discard",
    "people_import_read_as",
    "people_import_undo",
    "people_import_write",
    "phone_agree",
    "phone_call",
    "phone_contest",
    "phone_enter",
    "phone_send",
    "phone_send_photo",
    "phone_settle",
    "phone_summon",
    "phone_take_over",
    "phone_type",
    "photos_delete_old",
    "player_change",
    "player_create",
    "player_find_or_create",
    "player_forget",
    "players_merge",
    "players_part",
    "round_close",
    "round_discard",
    "round_draft",
    "round_publish",
    "round_reseat",
    "round_withdraw",
    "round_write_on_paper",
    "single_add",
    "single_remove",
    "singles_pair",
    "special_prize_add",
    "special_prize_draw",
    "special_prize_remove",
    "table_award",
    "table_award_take_back",
    "table_clear",
    "table_record",
    "table_set_outcome",
    "table_swap_lines",
    "table_unlock",
    "team_delete",
    "team_rename",
    "till_terms_set",
    "tournament_announce",
    "tournament_another",
    "tournament_bring_back",
    "tournament_change",
    "tournament_create",
    "tournament_delete",
    "tournament_delete_for_good",
    "tournament_finish_play",
    "tournament_make_final",
    "tournament_reopen",
    "tournaments_delete_old",
]

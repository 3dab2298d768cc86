"""The writes to a tournament: atomic, keyword-only, named entity_action.

A service first locks the tournament's row, so that two referees' writes follow each other, and last counts its revision
up, so that every page that shows it notices. If something cannot be done, it raises `errors.Refused` with a sentence
for the user, and nothing is written.
"""

from typing import TYPE_CHECKING

from pages.lazy_names import lazy_names

if TYPE_CHECKING:
    from tournaments.slips.typed_slip import HandEntry

    from .adjustments import adjustment_add, adjustment_give_again, adjustment_remove
    from .assigned_scores import hand_set, hand_unset, table_award, table_award_take_back
    from .check_in import card_check_in, own_link_check_in, pairs_expect_again, pairs_withdraw_missing
    from .clocks import clock_change, clock_follow_hall
    from .club_face import club_choose_accent, club_put_logo, club_remove_logo
    from .club_messages import club_message_reset, club_message_save
    from .club_till import (
        cash_count_add,
        cash_count_delete,
        till_movement_add,
        till_movement_change,
        till_movement_delete,
    )
    from .clubs import (
        club_be_framed_by,
        club_choose_language,
        club_keep_till,
        club_let_accounts_in,
        club_name_lines,
        club_rename,
        club_set_address,
        club_set_privacy,
        club_show_players,
    )
    from .deletion import (
        tournament_bring_back,
        tournament_delete,
        tournament_delete_for_good,
        tournaments_delete_old,
    )
    from .drafts import draft_by_hand, draft_change, draft_exclude, draft_fix, draft_keep, draft_redraw, draft_undo
    from .entries import (
        entries_accept_all,
        entries_take_out,
        entry_accept,
        entry_make,
        entry_move_up,
        entry_refuse,
        entry_terms_set,
        entry_withdraw,
    )
    from .entry_privacy import contacts_delete_old
    from .evening_series import (
        evening_call_off,
        evening_reinstate,
        evenings_make_ahead,
        series_change,
        series_create,
        series_end,
        series_leave_out,
        series_make_ahead,
        series_take_back,
    )
    from .file_layouts import file_layout_delete, file_layout_save
    from .forgetting import player_forget, traces_erase
    from .gironi import pair_move_girone, tournament_cut, tournament_uncut
    from .incidents import incident_add, incident_change, incident_remove
    from .infractions import infraction_remove, infraction_reset, infraction_save
    from .mail_delivery import mails_send
    from .mails import mail_drop, mail_resume, mail_retry, mail_stop, mail_test, mails_drop, message_mail
    from .member_retention import member_data_delete_old
    from .members import player_change, player_create, player_find_or_create, player_hide_page
    from .membership_fees import (
        members_state_set,
        membership_fee_pay,
        membership_fee_take_back,
        membership_terms_set,
    )
    from .memberships import member_save
    from .merges import players_merge, players_part
    from .pairs import (
        pair_add,
        pair_change,
        pair_delete,
        pair_set_status,
        pairs_add_many,
        pairs_check_in,
    )
    from .partners import entry_look, offer_accept, offer_decline, offer_make, offer_withdraw
    from .people_import_writes import people_import_undo, people_import_write
    from .people_imports import (
        people_import_begin,
        people_import_discard,
        people_import_read_as,
        people_import_take_sheet,
    )
    from .phone_codes import pair_prove, phone_enter, tables_unlock
    from .phone_hall import phone_settle, phone_summon
    from .phone_photos import phone_send_photo, photos_delete_old
    from .phone_rounds import round_write_on_paper
    from .phone_slips import (
        phone_agree,
        phone_call,
        phone_contest,
        phone_send,
        phone_take_over,
        phone_type,
    )
    from .plans import plan_delete, plan_keep
    from .receipts import receipt_issue, receipt_void
    from .referee_calls import call_answer, call_referee, call_take_back
    from .results import table_clear, table_enter, table_record, table_set_outcome, table_swap_lines
    from .rounds import round_close, round_discard, round_draft, round_publish, round_withdraw
    from .seats import round_reseat
    from .similar_tournament import tournament_another
    from .singles import pair_part, single_add, single_remove, singles_pair
    from .substitutes import pair_substitute, substitute_change, substitute_take_back
    from .team_matches import (
        line_up_delete,
        line_up_set,
        match_day_discard,
        match_day_draw,
        session_publish,
    )
    from .teams import team_delete, team_rename
    from .till import (
        pair_pay,
        pair_unpay,
        payments_note_together,
        payments_take_back_together,
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
        tournament_show_podium,
    )
else:
    __getattr__ = lazy_names(__name__)

__all__ = [
    "cash_count_add",
    "cash_count_delete",
    "till_movement_add",
    "till_movement_change",
    "till_movement_delete",
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
    "club_be_framed_by",
    "club_choose_accent",
    "club_keep_till",
    "club_let_accounts_in",
    "club_name_lines",
    "club_put_logo",
    "club_remove_logo",
    "club_rename",
    "club_set_address",
    "club_set_privacy",
    "club_show_players",
    "club_choose_language",
    "contacts_delete_old",
    "draft_by_hand",
    "draft_change",
    "draft_exclude",
    "draft_fix",
    "draft_keep",
    "draft_redraw",
    "draft_undo",
    "entries_accept_all",
    "entries_take_out",
    "entry_accept",
    "entry_look",
    "entry_make",
    "entry_move_up",
    "entry_refuse",
    "entry_terms_set",
    "entry_withdraw",
    "evening_call_off",
    "evening_reinstate",
    "evenings_make_ahead",
    "club_message_reset",
    "club_message_save",
    "file_layout_delete",
    "file_layout_save",
    "hand_set",
    "hand_unset",
    "incident_add",
    "incident_change",
    "incident_remove",
    "infraction_remove",
    "infraction_reset",
    "infraction_save",
    "line_up_delete",
    "line_up_set",
    "members_state_set",
    "membership_fee_pay",
    "membership_fee_take_back",
    "membership_terms_set",
    "mail_drop",
    "mail_resume",
    "mail_retry",
    "mail_stop",
    "mail_test",
    "mails_drop",
    "mails_send",
    "match_day_discard",
    "match_day_draw",
    "member_data_delete_old",
    "member_save",
    "offer_accept",
    "offer_decline",
    "offer_make",
    "offer_withdraw",
    "own_link_check_in",
    "message_mail",
    "pair_add",
    "pair_change",
    "pair_delete",
    "pair_move_girone",
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
    "people_import_take_sheet",
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
    "plan_delete",
    "plan_keep",
    "player_change",
    "player_create",
    "player_find_or_create",
    "player_forget",
    "player_hide_page",
    "players_merge",
    "players_part",
    "receipt_issue",
    "receipt_void",
    "round_close",
    "round_discard",
    "round_draft",
    "round_publish",
    "round_reseat",
    "round_withdraw",
    "round_write_on_paper",
    "series_change",
    "series_create",
    "series_end",
    "series_leave_out",
    "series_make_ahead",
    "series_take_back",
    "session_publish",
    "single_add",
    "single_remove",
    "singles_pair",
    "special_prize_add",
    "special_prize_draw",
    "special_prize_remove",
    "substitute_change",
    "substitute_take_back",
    "table_award",
    "table_award_take_back",
    "table_clear",
    "table_enter",
    "table_record",
    "table_set_outcome",
    "table_swap_lines",
    "tables_unlock",
    "team_delete",
    "team_rename",
    "payments_note_together",
    "payments_take_back_together",
    "till_terms_set",
    "tournament_announce",
    "tournament_another",
    "tournament_bring_back",
    "tournament_change",
    "tournament_create",
    "tournament_cut",
    "tournament_delete",
    "tournament_delete_for_good",
    "tournament_finish_play",
    "tournament_make_final",
    "tournament_reopen",
    "tournament_show_podium",
    "tournament_uncut",
    "tournaments_delete_old",
    "traces_erase",
]

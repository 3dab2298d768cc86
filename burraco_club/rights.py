"""The table of rights: by address and method, the least role or, for programs, the scope of their token.

`REFEREE | SECRETARY` lets in both roles and whoever is above one of them: the administrator.

An address that is not here is forbidden. Only `RightsMiddleware` reads this table, and the templates, which leave out
what it forbids. `tests/burraco_club/test_rights.py` calls every address in every role and compares.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final

from accounts.models import Program, Role

VIEWER, SCORER, SECRETARY, TREASURER, REFEREE, ADMINISTRATOR = Role


class Everybody(Enum):
    """No account is needed, and the user is not looked up."""

    EVERYBODY = "everybody"


EVERYBODY: Final = Everybody.EVERYBODY

Who = Role | frozenset[Role] | Program | Everybody


@dataclass(frozen=True, slots=True)
class Rights:
    """The rights of one address for reading and for sending; None if there is no such request."""

    look: Who | None = None
    write: Who | None = None
    put: Who | None = None
    """The least role that may replace what is there. Only programs do that, never a page."""
    polled: bool = False
    """Pages request it by themselves every few seconds, so it does not show that anybody is there."""
    creates: bool = False
    """What is sent here creates something each time, so the same form counts once: `burraco_club/sent_forms.py`."""
    shows: bool = False
    """What was created is shown in the answer itself, not behind a redirect."""

    def of(self, method: str) -> Who | None:
        """Return who may use this HTTP method."""
        return {"GET": self.look, "HEAD": self.look, "POST": self.write, "PUT": self.put}.get(method)

    @property
    def to_use(self) -> Who | None:
        """Return whom a link to the address is for: on a page with a form, those who may send it."""
        return self.look if self.write is None else self.write


def look(least: Who) -> Rights:
    return Rights(look=least)


def poll(least: Who) -> Rights:
    return Rights(look=least, polled=True)


def write(least: Who) -> Rights:
    return Rights(write=least)


def form(least: Who, *, seen_by: Who | None = None) -> Rights:
    """Return the rights of a page with a form; `seen_by` may read it as well."""
    return Rights(look=seen_by or least, write=least)


def creates(least: Who, *, look: Who | None = None, shows: bool = False) -> Rights:
    """Return the rights of an address at which a form creates something, so that the same form counts once.

    `look` is who may read the page at the same address, if there is one.
    """
    return Rights(look=look, write=least, creates=True, shows=shows)


RIGHTS: Mapping[str, Rights] = {
    # Monitoring
    "health": look(EVERYBODY),
    "health_ready": look(EVERYBODY),
    # The guides
    "help": look(EVERYBODY),
    "help_guide": look(EVERYBODY),
    "help_picture": look(EVERYBODY),
    # Logging in, and one's own account
    "login": form(EVERYBODY),
    "login_device": form(EVERYBODY),
    "logout": write(EVERYBODY),
    "first_login": form(EVERYBODY),
    "own_account": look(VIEWER),
    "own_device_code": look(VIEWER),
    "own_password": form(VIEWER),
    "own_sessions_end": write(VIEWER),
    "second_factor": form(VIEWER),
    "own_second_factor_remove": write(VIEWER),
    # The club
    "home": look(EVERYBODY),
    "privacy": look(EVERYBODY),
    "accounts": creates(ADMINISTRATOR, look=ADMINISTRATOR, shows=True),
    "account_edit": form(ADMINISTRATOR),
    "account_link": write(ADMINISTRATOR),
    "account_log_out": write(ADMINISTRATOR),
    "account_code_remove": write(ADMINISTRATOR),
    "club_settings": form(ADMINISTRATOR, seen_by=VIEWER),
    "club_privacy": form(ADMINISTRATOR),
    "club_face": form(ADMINISTRATOR),
    "club_logo": write(ADMINISTRATOR),
    "club_web": form(ADMINISTRATOR),
    "club_web_now": poll(ADMINISTRATOR),
    "face_style": look(EVERYBODY),
    "face_mark": look(EVERYBODY),
    "face_logo": look(EVERYBODY),
    "face_icon": look(EVERYBODY),
    "face_maskable": look(EVERYBODY),
    "face_touch_icon": look(EVERYBODY),
    "face_favicon": look(EVERYBODY),
    "robots": look(EVERYBODY),
    "schema": look(EVERYBODY),
    "security_txt": look(EVERYBODY),
    "manifest": look(EVERYBODY),
    "attendance": look(REFEREE | SECRETARY | TREASURER),
    "attendance_xlsx": look(REFEREE | SECRETARY | TREASURER),
    # The calendar
    "calendar_feed": look(EVERYBODY),
    "evening_feed": look(EVERYBODY),
    "calendar": form(REFEREE | SECRETARY),
    "series_new": creates(REFEREE | SECRETARY, look=REFEREE | SECRETARY),
    "series": form(REFEREE | SECRETARY),
    "series_leave_out": write(REFEREE | SECRETARY),
    "series_take_back": write(REFEREE | SECRETARY),
    "series_end": write(REFEREE | SECRETARY),
    "evening_call_off": write(REFEREE | SECRETARY),
    "evening_reinstate": write(REFEREE | SECRETARY),
    # What the club's own site shows
    "website": form(ADMINISTRATOR),
    "framed_calendar": look(EVERYBODY),
    "framed_ranking": look(EVERYBODY),
    "framed_season": look(EVERYBODY),
    # Penalties, and tournaments
    "infractions": look(VIEWER),
    "infraction_new": creates(ADMINISTRATOR, look=ADMINISTRATOR),
    "infraction_edit": form(ADMINISTRATOR),
    "infraction_leave_out": write(ADMINISTRATOR),
    "infraction_as_usual": write(ADMINISTRATOR),
    "tournament_new": creates(REFEREE | SECRETARY, look=REFEREE | SECRETARY),
    "tournament_import": creates(REFEREE, look=REFEREE),
    "sample_load": creates(REFEREE),
    "tournament": look(VIEWER),
    "tournament_now": poll(VIEWER),
    "tournament_settings": form(REFEREE, seen_by=VIEWER),
    "tournament_state": write(REFEREE),
    "tournament_another": creates(REFEREE | SECRETARY, look=REFEREE | SECRETARY),
    "tournament_delete": form(ADMINISTRATOR),
    "backups": form(ADMINISTRATOR),
    "fault_report": look(ADMINISTRATOR),
    "programs": creates(ADMINISTRATOR, look=ADMINISTRATOR, shows=True),
    "program_revoke": write(ADMINISTRATOR),
    "journal": look(ADMINISTRATOR),
    "deleted_tournaments": look(ADMINISTRATOR),
    "deleted_history": look(ADMINISTRATOR),
    "tournament_bring_back": write(ADMINISTRATOR),
    "tournament_delete_for_good": write(ADMINISTRATOR),
    # People
    "players": creates(REFEREE | SECRETARY, look=VIEWER),
    "player": look(VIEWER),
    "player_edit": form(REFEREE | SECRETARY),
    "own_data_pdf": look(REFEREE | SECRETARY),
    "own_data_json": look(REFEREE | SECRETARY),
    "player_forget": write(ADMINISTRATOR),
    "player_merge": form(ADMINISTRATOR),
    "player_part": write(ADMINISTRATOR),
    "membership_fees": look(REFEREE | SECRETARY | TREASURER),
    "membership_fee_paid": write(REFEREE | SECRETARY | TREASURER),
    "membership_fee_take_back": write(REFEREE | SECRETARY | TREASURER),
    "member_fees": form(REFEREE | SECRETARY | TREASURER),
    "membership_terms": form(TREASURER),
    "members_state": write(REFEREE | SECRETARY),
    "members_file": look(REFEREE | SECRETARY),
    "members_book": look(REFEREE | SECRETARY | TREASURER),
    "member_cards": look(REFEREE | SECRETARY),
    "member_cards_pdf": look(REFEREE | SECRETARY),
    "people_import_new": creates(REFEREE | SECRETARY, look=REFEREE | SECRETARY),
    "people_import": form(REFEREE | SECRETARY),
    "player_complete": look(REFEREE | SECRETARY),
    "pairs": look(VIEWER),
    "pair_add": creates(REFEREE | SECRETARY),
    "pairs_paste": creates(REFEREE | SECRETARY, look=REFEREE | SECRETARY),
    "pairs_check_in": write(SCORER | SECRETARY),
    "check_in": form(SCORER | SECRETARY),
    "check_in_rows": poll(SCORER | SECRETARY),
    "check_in_missing": write(REFEREE),
    "check_in_fee": write(SCORER | SECRETARY),
    "pair_edit": form(REFEREE | SECRETARY),
    "pair_status": write(REFEREE),
    "pair_delete": write(REFEREE | SECRETARY),
    "pair_substitute": creates(REFEREE),
    "pair_substitute_change": write(REFEREE),
    "single_add": creates(REFEREE | SECRETARY),
    "single_remove": write(REFEREE | SECRETARY),
    "singles_pair": creates(REFEREE | SECRETARY),
    "pair_part": write(REFEREE | SECRETARY),
    "team_edit": form(REFEREE | SECRETARY),
    "team_delete": write(REFEREE | SECRETARY),
    "team_leave": write(REFEREE | SECRETARY),
    # Entries: contacts are shown on the club's pages
    "entries": look(REFEREE | SECRETARY),
    "entry_terms": form(REFEREE | SECRETARY),
    "entries_accept": write(REFEREE | SECRETARY),
    "entries_take_out": write(REFEREE | SECRETARY),
    "entry": creates(REFEREE | SECRETARY, look=REFEREE | SECRETARY),
    "entry_refuse": write(REFEREE | SECRETARY),
    "entry_move_up": write(REFEREE | SECRETARY),
    "entry_look": write(REFEREE | SECRETARY),
    "entry_offer": write(REFEREE | SECRETARY),
    "messages": look(REFEREE | SECRETARY),
    "entry_message": look(REFEREE | SECRETARY),
    "pair_message": look(REFEREE | SECRETARY),
    "message_mail": creates(REFEREE | SECRETARY),
    "mails": look(REFEREE | SECRETARY),
    "mail_retry": write(REFEREE | SECRETARY),
    "mail_drop": write(REFEREE | SECRETARY),
    "mails_drop": write(REFEREE | SECRETARY),
    "mail_stop": form(EVERYBODY),
    "public_entry": form(EVERYBODY),
    "own_entry": form(EVERYBODY),
    "public_offer": form(EVERYBODY),
    # The till: only referees and treasurers see its sums; whoever stands at the door may mark a payment
    "till": look(REFEREE | TREASURER),
    "till_terms": form(REFEREE | TREASURER),
    "till_paid": write(SCORER | SECRETARY | TREASURER),
    "till_together": form(REFEREE | SECRETARY | TREASURER),
    "till_together_take_back": write(REFEREE | SECRETARY | TREASURER),
    "special_prize_add": creates(REFEREE | TREASURER),
    "special_prize_remove": write(REFEREE | TREASURER),
    "special_prize_draw": creates(REFEREE | TREASURER),
    "till_books": look(REFEREE | TREASURER),
    "till_prizes": look(REFEREE | TREASURER),
    "till_xlsx": look(REFEREE | TREASURER),
    "till_csv": look(REFEREE | TREASURER),
    "club_till": look(REFEREE | SECRETARY | TREASURER),
    "club_till_pdf": look(REFEREE | SECRETARY | TREASURER),
    "club_till_xlsx": look(REFEREE | SECRETARY | TREASURER),
    "movement_add": creates(REFEREE | TREASURER, look=REFEREE | TREASURER),
    "movement_edit": form(REFEREE | TREASURER),
    "movement_delete": write(REFEREE | TREASURER),
    "cash_count_add": creates(REFEREE | TREASURER),
    "cash_count_delete": write(REFEREE | TREASURER),
    # Receipts hold names, addresses and tax codes
    "receipts": look(REFEREE | SECRETARY | TREASURER),
    "receipt_new": creates(REFEREE | SECRETARY | TREASURER, look=REFEREE | SECRETARY | TREASURER),
    "receipts_xlsx": look(REFEREE | SECRETARY | TREASURER),
    "receipt": look(REFEREE | SECRETARY | TREASURER),
    "receipt_pdf": look(REFEREE | SECRETARY | TREASURER),
    "receipt_void": write(TREASURER),
    # Rounds
    "round_new": creates(REFEREE, look=REFEREE),
    "matches": look(VIEWER),
    "match_day_draw": creates(REFEREE),
    "match_day_discard": write(REFEREE),
    "captains": look(REFEREE),
    "line_up": form(REFEREE),
    "line_up_delete": write(REFEREE),
    "session_publish": write(REFEREE),
    "round": look(VIEWER),
    "round_manual": form(REFEREE),
    "draft_seat": write(REFEREE),
    "draft_change": write(REFEREE),
    "draft_menu": look(REFEREE),
    "draft_undo": write(REFEREE),
    "draft_redraw": write(REFEREE),
    "draft_compare": form(REFEREE),
    "round_check": look(VIEWER),
    "round_seats": form(REFEREE),
    "round_publish": write(REFEREE),
    "round_withdraw": write(REFEREE),
    "round_discard": write(REFEREE),
    "round_close": write(REFEREE),
    "round_on_paper": write(REFEREE),
    # The desk
    "results": look(VIEWER),
    "results_tiles": poll(VIEWER),
    "result_sheet": look(VIEWER),
    "desk_hall": poll(VIEWER),
    "desk_clock": write(REFEREE),
    "desk_call": creates(REFEREE, shows=True),
    "desk_call_settled": write(REFEREE),
    "announcement": creates(REFEREE, shows=True),
    # What people said to the referee: for referees alone.
    "incidents": look(REFEREE),
    "incident_new": creates(REFEREE, look=REFEREE),
    "incident": form(REFEREE),
    "incident_delete": write(REFEREE),
    "sheet_incident": look(REFEREE),
    "sheet_report": look(REFEREE),
    "report_xlsx": look(REFEREE),
    # The service lets only a referee save a slip of a closed round, or of a table that the referee has decided.
    "table_entry": form(SCORER, seen_by=VIEWER),
    "table_preview": write(SCORER),
    "table_outcome": write(REFEREE),
    "table_clear": write(REFEREE),
    "table_swap": write(SCORER),
    "table_arbitral": form(REFEREE),
    "table_photo": look(REFEREE),
    "tables_unlock": write(REFEREE),
    "hand_cards": form(SCORER),
    "hand_cards_preview": write(SCORER),
    # The ranking
    "ranking": look(VIEWER),
    "ranking_pair": look(VIEWER),
    "club_ranking": look(VIEWER),
    "cross_table": look(VIEWER),
    "bracket": look(VIEWER),
    "adjustments": form(REFEREE, seen_by=VIEWER),
    "adjustment_complete": look(REFEREE),
    "adjustment_give_again": write(REFEREE),
    "adjustment_remove": write(REFEREE),
    "gironi": look(VIEWER),
    "gironi_cut": creates(REFEREE),
    "gironi_uncut": write(REFEREE),
    "girone_move": form(REFEREE),
    # Printing, the history, trials
    "printing": look(VIEWER),
    "sheet_poster": look(VIEWER),
    "sheet_how_to_play": look(VIEWER),
    # The codes of the lines are on the slips; they let their reader write on a phone as a player.
    "sheet_slips": look(SCORER),
    "sheet_blank_slips": look(VIEWER),
    "sheet_seating": look(VIEWER),
    "sheet_roll_call": look(VIEWER),
    "sheet_table_plates": look(VIEWER),
    "sheet_phone_guide": look(VIEWER),
    "sheet_name_plates": look(VIEWER),
    "sheet_results": look(VIEWER),
    "sheet_ranking": look(VIEWER),
    "sheet_evening": look(VIEWER),
    "sheet_clubs": look(VIEWER),
    "sheet_matches": look(VIEWER),
    "matches_csv": look(VIEWER),
    "clubs_xlsx": look(VIEWER),
    "sheet_cross_table": look(VIEWER),
    "sheet_bracket": look(VIEWER),
    "tournament_json": look(VIEWER),
    "ranking_csv": look(VIEWER),
    "ranking_xlsx": look(VIEWER),
    "ranking_file": look(VIEWER),
    "plans": look(VIEWER),
    "plan_remove": write(REFEREE | SECRETARY),
    "tournament_plan": creates(REFEREE | SECRETARY, look=REFEREE | SECRETARY),
    "club_messages": look(ADMINISTRATOR),
    "club_message": form(ADMINISTRATOR),
    "club_message_reset": write(ADMINISTRATOR),
    "mail_server": creates(ADMINISTRATOR, look=ADMINISTRATOR),
    "file_layouts": look(VIEWER),
    "file_layout_new": creates(REFEREE | SECRETARY, look=REFEREE | SECRETARY),
    "file_layout_edit": form(REFEREE | SECRETARY),
    "file_layout_remove": write(REFEREE | SECRETARY),
    "history": look(VIEWER),
    "trials": creates(REFEREE, look=VIEWER),
    "trial": poll(VIEWER),
    "trial_stop": write(REFEREE),
    # Seasons
    "seasons": look(VIEWER),
    "season": look(VIEWER),
    "season_new": creates(REFEREE | SECRETARY, look=REFEREE | SECRETARY),
    "season_edit": form(REFEREE | SECRETARY),
    "season_final": creates(REFEREE | SECRETARY, look=REFEREE | SECRETARY),
    "season_import": creates(REFEREE | SECRETARY, look=REFEREE | SECRETARY),
    "season_delete": form(ADMINISTRATOR),
    "season_history": look(VIEWER),
    "season_json": look(VIEWER),
    "season_pdf": look(VIEWER),
    "season_xlsx": look(VIEWER),
    "season_csv": look(VIEWER),
    "public_season": look(EVERYBODY),
    "public_player": look(EVERYBODY),
    # Ratings
    "ratings": look(VIEWER),
    "rating": look(VIEWER),
    "ratings_switch": write(ADMINISTRATOR),
    # The players' pages, and slips on their phones, for everybody who has the address and the code
    "public_ranking": look(EVERYBODY),
    "public_seat": look(EVERYBODY),
    "public_rounds": look(EVERYBODY),
    "public_round": look(EVERYBODY),
    "public_pair": look(EVERYBODY),
    "public_cross_table": look(EVERYBODY),
    "public_bracket": look(EVERYBODY),
    "public_matches": look(EVERYBODY),
    "public_highlights": look(EVERYBODY),
    "public_picture": look(EVERYBODY),
    "public_pair_picture": look(EVERYBODY),
    "wall": look(EVERYBODY),
    "server_time": look(EVERYBODY),
    "tournament_qr": look(EVERYBODY),
    "public_check_in": form(EVERYBODY),
    "own_check_in": form(EVERYBODY),
    "phone_entrance": form(EVERYBODY),
    "phone_table": form(EVERYBODY),
    "phone_hall": form(EVERYBODY),
    "phone_photo": form(EVERYBODY),
    "phone_code": form(EVERYBODY),
    "captain": form(EVERYBODY),
    # The calculator, free games, rulesets, the documented endpoint
    "calculator": look(EVERYBODY),
    "calculator_judged": look(EVERYBODY),
    "games": look(EVERYBODY),
    "game": look(EVERYBODY),
    "game_qr": look(EVERYBODY),
    "game_new": creates(EVERYBODY, look=EVERYBODY),
    "game_draw": form(EVERYBODY),
    "game_hand": form(EVERYBODY),
    "game_dealer": write(EVERYBODY),
    "game_hand_preview": write(EVERYBODY),
    "game_undo": write(EVERYBODY),
    "game_stop": write(EVERYBODY),
    "game_resume": write(EVERYBODY),
    "game_rematch": write(EVERYBODY),
    "rulesets": look(EVERYBODY),
    "ruleset": look(EVERYBODY),
    "ruleset_new": creates(REFEREE, look=REFEREE),
    "ruleset_edit": form(REFEREE),
    "ruleset_delete": write(ADMINISTRATOR),
    "api_docs": look(EVERYBODY),
    "api:api-root": look(EVERYBODY),
    "api:openapi-json": look(EVERYBODY),
    "api:score_hand": write(EVERYBODY),
    # The players' pages as data for programs
    "api_v1:api-root": look(EVERYBODY),
    "api_v1:openapi-json": look(EVERYBODY),
    "api_v1:v1_tournaments": look(EVERYBODY),
    "api_v1:v1_tournament": look(EVERYBODY),
    "api_v1:v1_pairs": look(EVERYBODY),
    "api_v1:v1_rounds": look(EVERYBODY),
    "api_v1:v1_tables": look(EVERYBODY),
    "api_v1:v1_ranking": look(EVERYBODY),
    "api_v1:v1_teams": look(EVERYBODY),
    "api_v1:v1_matches": look(EVERYBODY),
    "api_v1:v1_seasons": look(EVERYBODY),
    "api_v1:v1_season": look(EVERYBODY),
    "api_v1:v1_season_ranking": look(EVERYBODY),
    # Data that are not public, for programs with a token
    "api_v1:v1_club_tournaments": look(Program.READ),
    "api_v1:v1_people": look(Program.READ),
    "api_v1:v1_result": Rights(look=Program.READ, put=Program.RESULTS),
    # Django's own password page does not observe the limits of `own_password`.
    "admin:password_change": Rights(),
}

ADMINISTRATION: Final = "admin:"
"""The prefix of Django's own pages, which vary with its versions and are all for administrators."""
FOR_PROGRAMS: Final = "api_v1:"
"""The prefix of addresses that may read a program's token and never look up the user."""


def rights_of(name: str) -> Rights:
    """Return the rights of an address by its name. An address outside the table is forbidden."""
    rights = RIGHTS.get(name)
    if rights is None:
        return form(ADMINISTRATOR) if name.startswith(ADMINISTRATION) else Rights()
    return rights


def may(role: Role, who: Who | None) -> bool:
    """Return whether somebody with this role is included."""
    return who is EVERYBODY or (isinstance(who, Role | frozenset) and role.may(who))


def program_may(scope: Program | None, who: Who | None) -> bool:
    """Return whether a program with a token of this scope is included. None stands for a program without a token."""
    return who is EVERYBODY or (isinstance(who, Program) and scope is not None and scope.may(who))


def methods_of(rights: Rights) -> list[str]:
    """Return the methods that an address allows."""
    return [method for method in ("GET", "HEAD", "POST", "PUT") if rights.of(method) is not None]

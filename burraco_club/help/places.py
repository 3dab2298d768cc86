"""The part of the guides that each page of the program is about."""

from collections.abc import Mapping

PLACES: Mapping[str, str] = {
    # Players
    **dict.fromkeys(("public_seat", "public_pair", "own_check_in", "public_check_in"), "players#your-table"),
    **dict.fromkeys(("phone_entrance", "phone_table", "phone_photo"), "players#writing-a-slip"),
    **dict.fromkeys(("public_ranking", "public_rounds", "public_round", "public_highlights"), "players#the-ranking"),
    **dict.fromkeys(("public_cross_table", "public_bracket", "public_matches"), "players#the-ranking"),
    **dict.fromkeys(("public_entry", "own_entry", "public_offer", "mail_stop"), "players#entering"),
    **dict.fromkeys(("public_season", "public_player"), "players#after-the-evening"),
    "phone_code": "players#writing-a-slip",
    "privacy": "players#your-data",
    "captain": "pairings#teams",
    # The evening
    **dict.fromkeys(("home", "tournament_new", "tournament_settings"), "first-evening#before"),
    **dict.fromkeys(("tournament", "results", "result_sheet", "table_entry", "hand_cards"), "first-evening#a-round"),
    **dict.fromkeys(("pairs", "pairs_paste", "pair_edit"), "first-evening#the-pairs"),
    **dict.fromkeys(("ranking", "ranking_pair", "printing"), "first-evening#at-the-end"),
    **dict.fromkeys(("adjustments", "incidents", "incident", "incident_new"), "first-evening#mistakes-and-penalties"),
    **dict.fromkeys(("infractions", "infraction_new", "infraction_edit"), "first-evening#mistakes-and-penalties"),
    **dict.fromkeys(("history", "table_arbitral", "club_ranking"), "first-evening#mistakes-and-penalties"),
    **dict.fromkeys(("round_new", "plans", "tournament_plan"), "pairings#the-systems"),
    **dict.fromkeys(("round", "round_check", "draft_compare", "round_manual"), "pairings#the-draft"),
    "round_seats": "pairings#odd-numbers-absences-latecomers",
    **dict.fromkeys(("gironi", "girone_move", "bracket", "cross_table"), "pairings#qualification-and-gironi"),
    **dict.fromkeys(("matches", "captains", "line_up", "team_edit"), "pairings#teams"),
    **dict.fromkeys(("trials", "trial"), "pairings#trying-a-format"),
    # The club
    "players": "members#finding-somebody",
    **dict.fromkeys(("people_import_new", "people_import"), "members#from-a-list"),
    **dict.fromkeys(("member_cards", "check_in"), "members#membership-cards"),
    **dict.fromkeys(("player", "player_edit", "members_book"), "members#the-clubs-book"),
    **dict.fromkeys(("membership_fees", "member_fees", "membership_terms"), "members#membership-fees"),
    "attendance": "members#who-comes-and-who-no-longer-does",
    "player_merge": "members#two-members-who-are-the-same-person",
    "club_privacy": "members#peoples-data",
    **dict.fromkeys(("file_layouts", "file_layout_new", "file_layout_edit"), "members#a-list-for-another-program"),
    **dict.fromkeys(("entries", "entry_terms", "entry"), "entries-and-till#entries-from-their-own-phones"),
    **dict.fromkeys(
        ("messages", "club_messages", "club_message", "entry_message", "pair_message"),
        "entries-and-till#messages-ready-to-send",
    ),
    "tournament_another": "entries-and-till#the-next-tournament-like-this-one",
    **dict.fromkeys(("calendar", "series_new", "series"), "entries-and-till#evenings-that-repeat-and-the-calendar"),
    **dict.fromkeys(("till", "till_terms", "till_together"), "entries-and-till#the-till"),
    **dict.fromkeys(("receipts", "receipt_new", "receipt"), "entries-and-till#receipts"),
    **dict.fromkeys(("club_till", "movement_add", "movement_edit"), "entries-and-till#the-clubs-money-over-a-year"),
    **dict.fromkeys(("season_new", "seasons", "season_delete"), "seasons#1-making-one"),
    **dict.fromkeys(("season_edit", "season", "season_final", "season_history"), "seasons#2-the-rule"),
    "season_import": "seasons#5-files",
    **dict.fromkeys(("ratings", "rating"), "seasons#6-ratings"),
    # The program
    "club_settings": "laptop",
    "backups": "laptop#backups",
    "club_web": "laptop#the-club-on-the-web",
    **dict.fromkeys(
        ("accounts", "account_edit", "own_account", "own_password", "second_factor", "first_login"), "laptop#accounts"
    ),
    **dict.fromkeys(("login", "login_device", "own_device_code"), "trouble#logging-in"),
    "club_face": "laptop#the-clubs-own-face",
    **dict.fromkeys(("mail_server", "mails"), "laptop#emails"),
    **dict.fromkeys(("journal", "deleted_tournaments"), "laptop#what-was-done-and-what-was-deleted"),
    **dict.fromkeys(("tournament_delete", "deleted_history"), "laptop#what-was-done-and-what-was-deleted"),
    "fault_report": "trouble#what-the-program-says",
    "website": "programs#the-clubs-own-site",
    "programs": "programs#making-a-token",
    **dict.fromkeys(("rulesets", "ruleset", "ruleset_new", "ruleset_edit"), "rules#6-rulesets"),
    **dict.fromkeys(("calculator", "games", "game_new", "game", "game_draw", "game_hand"), "rules#4-scoring-a-hand"),
    "tournament_import": "interchange#5-a-tournament",
    "api_docs": "api",
}
"""By the name of the page's address: the key of a guide and a heading in English, as addresses write it."""

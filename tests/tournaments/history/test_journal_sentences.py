"""The lines of the club's journal, each with its facts, in every case that reads otherwise."""

from collections.abc import Callable
from datetime import date, time
from typing import Any

import pytest
from django.utils.translation import override

from accounts.models import Access, JournalEntry
from scoring.models import FreeGame
from tests.factories import AT
from tournaments.history.calendar_sentences import tell_day, tell_series
from tournaments.history.edits import Edit, EditType
from tournaments.history.fee_sentences import tell_fee, tell_fee_terms
from tournaments.history.journal_lines import JournalLine
from tournaments.history.journal_sentences import (
    tell_access,
    tell_account,
    tell_club,
    tell_entry,
    tell_game,
    tell_infraction,
    tell_layout,
    tell_membership,
    tell_plan,
    tell_players,
    tell_receipt,
    tell_ruleset,
    tell_tournament,
)
from tournaments.history.message_sentences import tell_text
from tournaments.history.till_sentences import tell_count, tell_movement

pytestmark = pytest.mark.usefixtures("in_english")

ADDED, CHANGED, REMOVED = EditType

Told = tuple[Any, ...]
"""The headline, and each difference as its label, what was before, and what comes after."""


def edit(type: EditType, values: dict[str, Any], **before: Any) -> Edit:
    """Return the edit of a row; `before` has the fields that were different, if the row was there."""
    was = values | before if type is CHANGED else {}
    return Edit(type=type, id=4, row=9, at=AT, who="carla", reason="", values=values, before=was)


def told(line: JournalLine) -> Told:
    assert (line.at, line.who) == (AT, "carla")
    return (line.headline, *((one.label, one.before, one.after) for one in line.differences))


ROSSI = {"last_name": "Rossi", "first_name": "Anna", "contact": "333 12", "birth_year": 1956, "shown": "short"}
NERI = {"last_name": "Neri", "first_name": "", "contact": "", "birth_year": None, "shown": "full"}


@pytest.mark.parametrize(
    ("edits", "line"),
    [
        ([edit(ADDED, ROSSI)], ("New member: Rossi Anna",)),
        ([edit(REMOVED, NERI)], ("Member deleted: Neri",)),
        ([edit(ADDED, ROSSI), edit(ADDED, NERI)], ("2 new members", ("Rossi Anna", "", ""), ("Neri", "", ""))),
        ([edit(REMOVED, NERI), edit(REMOVED, ROSSI)], ("2 members deleted", ("Neri", "", ""), ("Rossi Anna", "", ""))),
        (
            [edit(CHANGED, ROSSI, contact="", birth_year=1965)],
            ("Member changed: Rossi Anna", ("Contact", "", "333 12"), ("Year of birth", "1965", "1956")),
        ),
        (
            [edit(CHANGED, ROSSI, shown="full"), edit(CHANGED, NERI, contact="x")],
            (
                "Member changed: Rossi Anna, Neri",
                ("Name shown in public", "in full: Rossi Anna", "with an initial: Rossi A."),
                ("Contact", "x", ""),
            ),
        ),
    ],
)
def test_members(edits: list[Edit], line: Told) -> None:
    assert told(tell_players(edits)) == line


OF_ROSSI = {"player__last_name": "Rossi", "player__first_name": "Anna"}
IN_THE_BOOK = OF_ROSSI | {"number": 7, "admitted_on": date(2026, 11, 20), "left_on": None, "tax_code": ""}


def test_the_book_of_the_club() -> None:
    number, admitted = ("Number in the book", "", "7"), ("Admitted on", "", "20 November 2026")
    assert told(tell_membership(edit(ADDED, IN_THE_BOOK))) == ("In the club’s book: Rossi Anna", number, admitted)
    assert told(tell_membership(edit(CHANGED, IN_THE_BOOK, admitted_on=date(2025, 3, 1)))) == (
        "In the club’s book: Rossi Anna",
        ("Admitted on", "1 March 2025", "20 November 2026"),
    )
    assert told(tell_membership(edit(REMOVED, IN_THE_BOOK))) == ("Removed from the club’s book: Rossi Anna",)
    gone = IN_THE_BOOK | {"player__last_name": None, "player__first_name": None}
    assert told(tell_membership(edit(REMOVED, gone))) == (
        "Removed from the club’s book: a member who was merged with another",
    )


FEE = OF_ROSSI | {"year": 2026, "category": "", "cents": 1_500, "means": "cash", "paid_on": date(2026, 11, 20)}
TERMS = {"membership_starts": 9, "membership_fees": {"": 2_000, "Juniores": 500, "Honorary": 0}}
SERIES = {
    "name": "Friday",
    "first": date(2026, 12, 4),
    "repeats": "weeks",
    "interval": 1,
    "until": None,
    "count": None,
    "starts_at": time(20, 45),
    "venue": "Sala Verdi",
    "weeks_ahead": 2,
}
DAY = {"date": date(2026, 12, 25), "series__name": "Friday"}
SPENT = {"direction": "expense", "kind": "hall", "note": "", "cents": 12_000, "means": "cash"}
SPENT["made_on"] = date(2026, 10, 3)
COUNTED = {"counted_on": date(2026, 10, 3), "cents": 43_150, "note": ""}
RECEIPT = {"year": 2026, "number": 7, "payer": "Rossi Anna", "cents": 2_000, "voided_at": None, "void_reason": ""}
LATE = {"key": "late", "title": "Late", "article": "", "measure": "mp", "points": 100, "offered": True}
OWN = LATE | {"key": "", "title": "Noise"}
COLUMNS = [["place", ""], ["names", "Who"], ["constant", "Club", "A.S.D. Verdi"]]
LAYOUT = {"name": "Federation", "rows": "players", "format": "xlsx", "columns": COLUMNS}
PLAN = {"name": "Friday", "hands": 4, "minutes": 50, "systems": ["mitchell", "mitchell", "danish"]}
RULES = {"name": "Ours", "preset": "italian", "options": {}}
ACCOUNT = {"role": "referee", "user__username": "ugo"}
WORDS = {"kind": "invitation", "text": "{tournament} in {place}"}

PAID = "Rossi Anna, €15.00"
HALL = "Expense, hall: €120.00, cash, 3 October 2026"
EVERY_FRIDAY = "Every week: Friday, from Friday 4 December 2026, 20:45, Sala Verdi, 2 weeks ahead"
ITS_COLUMNS = "place, Who, Club = A.S.D. Verdi"

LINES: list[tuple[Callable[[Edit], JournalLine], Edit, Told]] = [
    (tell_fee, edit(ADDED, FEE), (f"Membership fee 2026 paid: {PAID}", ("cash", "", "20 November 2026"))),
    (tell_fee, edit(REMOVED, FEE), (f"Membership fee 2026 undone: {PAID}",)),
    (
        tell_fee_terms,
        edit(CHANGED, TERMS, membership_starts=1),
        ("Membership fees of the club", ("A year begins in", "January", "September")),
    ),
    (
        tell_fee_terms,
        edit(CHANGED, TERMS, membership_fees={"Seniors": 1_000, "": 1_850, "Juniores": 500}),
        (
            "Membership fees of the club",
            ("Seniors", "€10.00", ""),
            ("Fee", "€18.50", "€20.00"),
            ("Honorary", "", "€0.00"),
        ),
    ),
    (tell_series, edit(ADDED, SERIES), ("New evening that repeats: Friday", (EVERY_FRIDAY, "", ""))),
    (
        tell_series,
        edit(CHANGED, SERIES, venue="", weeks_ahead=1),
        (
            "Evening that repeats changed: Friday",
            ("The rule", EVERY_FRIDAY.replace("Sala Verdi, 2 weeks", "1 week"), EVERY_FRIDAY),
        ),
    ),
    (tell_series, edit(REMOVED, SERIES), ("No longer repeats: Friday",)),
    (tell_day, edit(ADDED, DAY), ("Left out: Friday, Friday 25 December 2026",)),
    (tell_day, edit(REMOVED, DAY), ("No longer left out: Friday, Friday 25 December 2026",)),
    (tell_day, edit(ADDED, DAY | {"series__name": None}), ("Left out: ?, Friday 25 December 2026",)),
    (tell_movement, edit(ADDED, SPENT), (f"{HALL} noted",)),
    (
        tell_movement,
        edit(CHANGED, SPENT, direction="income", means="card"),
        (f"{HALL} changed", ("Before", "", "Income, hall: €120.00, card, 3 October 2026")),
    ),
    (tell_movement, edit(REMOVED, SPENT), (f"{HALL} deleted",)),
    (tell_count, edit(ADDED, COUNTED), ("Cash counted: €431.50, 3 October 2026",)),
    (tell_count, edit(REMOVED, COUNTED), ("Cash count deleted: €431.50, 3 October 2026",)),
    (tell_receipt, edit(ADDED, RECEIPT), ("Receipt 7/2026 issued: Rossi Anna, €20.00",)),
    (
        tell_receipt,
        edit(CHANGED, RECEIPT | {"voided_at": AT, "void_reason": "paid twice"}, voided_at=None, void_reason=""),
        ("Receipt 7/2026 declared void: Rossi Anna", ("Why it is void", "", "paid twice")),
    ),
    (
        tell_infraction,
        edit(CHANGED, LATE, points=None),
        ("Infraction changed: Late", ("Points", "", "100")),
    ),
    (
        tell_infraction,
        edit(CHANGED, LATE | {"points": -1100}, points=100),
        ("Infraction changed: Late", ("Points", "100", "−1,100")),
    ),
    (tell_infraction, edit(ADDED, LATE), ("Infraction changed: Late",)),
    (tell_infraction, edit(ADDED, LATE | {"offered": False}), ("Infraction left out: Late",)),
    (tell_infraction, edit(CHANGED, LATE | {"offered": False}, offered=True), ("Infraction left out: Late",)),
    (tell_infraction, edit(REMOVED, LATE | {"offered": False}), ("Infraction as usual again: Late",)),
    (tell_infraction, edit(ADDED, OWN), ("New infraction: Noise",)),
    (
        tell_infraction,
        edit(CHANGED, OWN, measure="warning", article="art. 9"),
        (
            "Infraction changed: Noise",
            ("Article", "art. 9", ""),
            ("Answered with", "a warning", "MP that affect the opponents"),
        ),
    ),
    (tell_infraction, edit(REMOVED, OWN), ("Infraction deleted: Noise",)),
    (tell_layout, edit(ADDED, LAYOUT), ("New layout of a file: Federation", ("Columns", "", ITS_COLUMNS))),
    (
        tell_layout,
        edit(CHANGED, LAYOUT, format="comma"),
        ("Layout of a file changed: Federation", ("Format", "CSV, comma", "XLSX, for spreadsheets")),
    ),
    (
        tell_layout,
        edit(CHANGED, LAYOUT | {"rows": "members"} | {"columns": [["club", ""]]}, rows="players", columns=COLUMNS),
        (
            "Layout of a file changed: Federation",
            ("A row for", "each player", "each member of the club"),
            ("Columns", ITS_COLUMNS, "club"),
        ),
    ),
    (tell_layout, edit(REMOVED, LAYOUT), ("Layout of a file deleted: Federation",)),
    (
        tell_plan,
        edit(ADDED, PLAN),
        (
            "New plan of an evening: Friday",
            ("3 rounds of 4 hands, 50 minutes each: 2 × Mitchell + 1 × Danish", "", ""),
        ),
    ),
    (tell_plan, edit(REMOVED, PLAN), ("Plan of an evening deleted: Friday",)),
    (tell_ruleset, edit(ADDED, RULES), ("New ruleset: Ours", ("Rules", "", "Italian"))),
    (tell_ruleset, edit(CHANGED, RULES, name="Mine"), ("Ruleset changed: Ours", ("Name", "Mine", "Ours"))),
    (
        tell_ruleset,
        edit(CHANGED, RULES | {"options": {"target": 1_505}}, options={}),
        ("Ruleset changed: Ours", ("Rules", "Italian", "Italian (target: 1,505)")),
    ),
    (tell_ruleset, edit(REMOVED, RULES), ("Ruleset deleted: Ours",)),
    (tell_account, edit(ADDED, ACCOUNT), ("New account: ugo, referee",)),
    (tell_account, edit(REMOVED, ACCOUNT | {"user__username": None}), ("Account deleted: ?, referee",)),
    (
        tell_account,
        edit(CHANGED, ACCOUNT, role="administrator"),
        ("Role changed: ugo", ("Role", "administrator", "referee")),
    ),
    (
        tell_text,
        edit(ADDED, WORDS),
        ("The club’s words for messages: Invitation", ("Words", "", "{tournament} in {place}")),
    ),
    (
        tell_text,
        edit(CHANGED, WORDS, text="Come!"),
        ("The club’s words for messages: Invitation", ("Words", "Come!", "{tournament} in {place}")),
    ),
    (tell_text, edit(REMOVED, WORDS), ("The program’s words for messages again: Invitation",)),
]


@pytest.mark.parametrize(("tell", "edit", "line"), LINES)
def test_what_the_club_keeps(tell: Callable[[Edit], JournalLine], edit: Edit, line: Told) -> None:
    assert told(tell(edit)) == line


def test_the_fields_of_a_message_are_told_in_the_language_of_the_reader() -> None:
    with override("it"):
        (words,) = tell_text(edit(CHANGED, WORDS, text="{date}")).differences
    assert (words.before, words.after) == ("{data}", "{torneo} in {luogo}")


CLUB = {
    "name": "A.S.D. Verdi",
    "lines": "movement",
    "till": True,
    "ratings": True,
    "players_public": True,
    "accounts_online": True,
    "accent": "#aa0000",
    "logo": "3f.png",
    "framed_by": "https://verdi.example",
    "data_keeper": "Rossi Anna",
    "years_after_leaving": 10,
}


@pytest.mark.parametrize(
    ("name", "now", "was", "line"),
    [
        ("till", True, False, ("The club keeps a till.",)),
        ("till", False, True, ("The till is switched off.",)),
        ("lines", "compass", "movement", ("The lines of a table are now called: NS and EW",)),
        (
            "lines",
            "movement",
            "compass",
            ("The lines of a table are now called: Fixed and Moving, as in a Mitchell",),
        ),
        ("ratings", True, False, ("The club shows ratings.",)),
        ("ratings", False, True, ("Ratings are no longer shown.",)),
        ("players_public", True, False, ("Players’ pages are now public.",)),
        ("players_public", False, True, ("Players’ pages are no longer public.",)),
        (
            "accounts_online",
            True,
            False,
            ("Accounts with two-step login now come in over the internet, too.",),
        ),
        ("accounts_online", False, True, ("Accounts come in from the hall only.",)),
        ("accent", "#aa0000", "", ("The club’s colour", ("Colour", "the program’s green", "#aa0000"))),
        ("accent", "", "#aa0000", ("The club’s colour", ("Colour", "#aa0000", "the program’s green"))),
        ("logo", "3f.png", "", ("The club has another logo.",)),
        ("logo", "", "3f.png", ("The club has no logo any more.",)),
        (
            "framed_by",
            "https://a.example",
            "",
            ("Sites that may show the ranking and the calendar", ("Sites", "all", "https://a.example")),
        ),
        (
            "framed_by",
            "",
            "https://a.example",
            ("Sites that may show the ranking and the calendar", ("Sites", "https://a.example", "all")),
        ),
        (
            "years_after_leaving",
            10,
            None,
            (
                "What the club says about people’s data",
                ("Years after which the data of who left are deleted", "", "10"),
            ),
        ),
        ("name", "Verdi", "A.S.D. Verdi", ("Name of the club", ("Name", "A.S.D. Verdi", "Verdi"))),
    ],
)
def test_the_club(name: str, now: object, was: object, line: Told) -> None:
    assert told(tell_club(edit(CHANGED, CLUB | {name: now}, **{name: was}))) == line


def test_a_club_that_is_new_has_a_name() -> None:
    assert told(tell_club(edit(ADDED, CLUB))) == ("Name of the club", ("Name", "", "A.S.D. Verdi"))


@pytest.mark.parametrize(
    ("outcome", "who", "sentence"),
    [
        (Access.Outcome.IN, "ugo", "Logged in from 192.168.1.4"),
        (Access.Outcome.LINK, "ugo", "Logged in by a link from 192.168.1.4"),
        (Access.Outcome.REFUSED, "without a login", "Login refused from 192.168.1.4: ugo"),
        (Access.Outcome.DELAYED, "without a login", "Login refused from 192.168.1.4, with a delay: ugo"),
    ],
)
def test_who_came_in_and_who_did_not(outcome: Access.Outcome, who: str, sentence: str) -> None:
    access = Access(at=AT, name="ugo", address="192.168.1.4", outcome=outcome)
    assert tell_access(access) == JournalLine(at=AT, who=who, headline=sentence)


def test_a_free_game_is_told_without_its_players() -> None:
    game = FreeGame(started_at=AT, players=["Anna", "Ugo"], ruleset="italian", options={"target": 1_505})
    assert tell_game(game) == JournalLine(
        at=AT, who="without a login", headline="Free game of 2 players begun: Italian (target: 1,505)"
    )
    game.ruleset_name = "Ours"
    assert tell_game(game).headline == "Free game of 2 players begun: Ours"


def test_an_entry_of_the_journal_names_what_it_is_about() -> None:
    entry = JournalEntry(at=AT, who="carla", event=JournalEntry.Event.BACKUP_FOLDER, about="/mnt/usb")
    assert tell_entry(entry) == JournalLine(at=AT, who="carla", headline="Second folder for backups: /mnt/usb")
    entry.about = ""
    assert tell_entry(entry, member=3) == JournalLine(
        at=AT, who="carla", headline="Second folder for backups: none", member=3
    )


def test_a_tournament_leads_to_its_history() -> None:
    line = tell_tournament(edit(CHANGED, {"name": "Friday", "deleted_at": AT}, deleted_at=None))
    assert (told(line), line.tournament) == (("Tournament deleted: Friday",), 4)

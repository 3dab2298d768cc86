"""Sentences that need few facts or depend on a count, each in every case: of people, phones, prizes, plans, slips."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date, datetime
from zoneinfo import ZoneInfo

import pytest
from django.utils.translation import override

from tournaments.models import Membership
from tournaments.pairing.outlook import OutlookCode, OutlookNote
from tournaments.ranking.goodbye import Beaten, Climb, Goodbye, Missed, OwnHand
from tournaments.ranking.victory_points import SCALES
from tournaments.records import Entrant, EntrantId, Line, TieBreak
from tournaments.records.club_messages import FaultPlace, MessageFault, MessageField, renamed
from tournaments.records.sections import in_section
from tournaments.seasons.finals import SeasonPart
from tournaments.slips.code_tries import Source
from tournaments.wording.addresses import unanswered
from tournaments.wording.adjustments import sent_twice
from tournaments.wording.careers import ratings_switched_sentence
from tournaments.wording.club_messages import after_round, and_more, field_faults
from tournaments.wording.club_till import period_words
from tournaments.wording.entries import conflict_in_words, holds_no_place, plays_already
from tournaments.wording.facts import Facts, readable
from tournaments.wording.figures import spoken_date, spoken_month
from tournaments.wording.files import layout_in_words
from tournaments.wording.goodbye import goodbye_lines
from tournaments.wording.mails import kind_title, trial_subject, trial_text
from tournaments.wording.memberships import book_facts, consent_sentence, paid_words, year_label
from tournaments.wording.outlook import outlook_sentence
from tournaments.wording.phone_slips import (
    shut_out_sentence,
    shut_sentence,
    source_sentence,
    too_many_writes_sentence,
    unlocked_sentence,
)
from tournaments.wording.prizes import place_won, prizes_wait_for_cut
from tournaments.wording.reasons import distance_sentence
from tournaments.wording.receipts import fee_reason, receipt_title, stamp_note, take_back_first
from tournaments.wording.results import place_words, program_name
from tournaments.wording.round_states import published_already, slips_sentence, still_a_draft
from tournaments.wording.seasons import part_in_words, too_many_places, too_many_tournaments
from tournaments.wording.team_matches import line_ups_missing, match_scale_label, seated_by_line_ups, teams_short

pytestmark = pytest.mark.usefixtures("in_english")


OF_MATCHES, OF_PAIRS = SCALES["fibur_2026_2"], SCALES["fibur_2026_4"]
PART = SeasonPart(number=2, first=6, last=1_200, played=0, qualified=(), undecided=False, passed_over=())

SENTENCES: list[tuple[Callable[[], str], str]] = [
    # Memberships and receipts
    (
        lambda: consent_sentence("pictures", date(2026, 11, 20), None, "Carla"),
        "Pictures: agreed on 20 November 2026, noted by Carla",
    ),
    (
        lambda: consent_sentence("pictures", None, date(2026, 11, 20), ""),
        "Pictures: withdrawn on 20 November 2026, noted by the program",
    ),
    (lambda: consent_sentence("pictures", None, None, "Carla"), "Pictures: withdrawn on , noted by Carla"),
    (lambda: paid_words("Rossi Anna", "2026/27", 1_500, "cash"), "Rossi Anna has paid 2026/27: €15.00, cash"),
    (lambda: year_label(2026, 1), "2026"),
    (lambda: year_label(2026, 9), "2026/27"),
    (lambda: year_label(2099, 9), "2099/00"),
    (lambda: receipt_title(7, 2026), "Receipt no. 7/2026"),
    (lambda: fee_reason(2026, ""), "Membership fee 2026"),
    (lambda: fee_reason(2026, "Juniores"), "Membership fee 2026, Juniores"),
    (lambda: stamp_note(7_747), ""),
    (
        lambda: stamp_note(7_748),
        "Above €77.47 a receipt may need a revenue stamp in Italy: ask the club’s accountant.",
    ),
    (lambda: take_back_first("Rossi has paid"), "Rossi has paid. To change this, undo it first."),
    # Prizes
    (lambda: place_won(3, None), "Place 3"),
    (lambda: place_won(3, 2), "Girone B, place 3"),
    (lambda: place_won(1_200, 1), "Girone A, place 1,200"),
    (lambda: place_won(None, None), "Place 0"),
    (
        lambda: prizes_wait_for_cut(),
        "The prizes are by girone: they are shared once the ranking is cut.",
    ),
    # Entries and teams
    (
        lambda: plays_already("Rossi Anna"),
        "Rossi Anna is already entered in this tournament, with another partner: tell the club.",
    ),
    (
        lambda: holds_no_place("Rossi Anna"),
        "This entry holds no place: Rossi Anna is entered with another partner, too. Tell the club which entry counts.",
    ),
    (lambda: conflict_in_words("Rossi Anna", None), "Rossi Anna is in an earlier entry, too."),
    (lambda: conflict_in_words("Rossi Anna", 7), "Rossi Anna is already playing, with number 7."),
    (
        lambda: teams_short([("Lions", 1), ("Bears", 0)], 2),
        "A match is played by 2 pairs of each team, and these teams have fewer here: Lions (1), Bears (0). "
        "Tick their pairs, or untick those of a team that does not play.",
    ),
    (lambda: line_ups_missing(["Lions"]), "The line-up of Lions is still missing."),
    (lambda: line_ups_missing(["Lions", "Bears"]), "The line-ups of Lions, Bears are still missing."),
    (
        lambda: seated_by_line_ups(),
        "The line-ups of the teams seat the pairs of this tournament: change a line-up, and publish the round.",
    ),
    (lambda: place_words(1_200, tied=False), "Place 1,200"),
    (lambda: place_words(2, tied=True), "Place 2, ex aequo"),
    (lambda: match_scale_label(OF_MATCHES, OF_PAIRS, 2, own=True), "Italian federation 2026, 2 hands"),
    (
        lambda: match_scale_label(OF_MATCHES, OF_PAIRS, 2, own=False),
        "Italian federation 2026, 4 hands, with each difference times 2",
    ),
    (lambda: period_words(date(2026, 1, 1), date(2026, 12, 31)), "2026"),
    (lambda: period_words(date(2026, 1, 1), date(2027, 12, 31)), "from 01/01/2026 to 31/12/2027"),
    (lambda: period_words(date(2026, 1, 2), date(2026, 12, 31)), "from 02/01/2026 to 31/12/2026"),
    (lambda: distance_sentence(5, 5), "In the ranking the opponents are as close as before."),
    (lambda: distance_sentence(5, 4), "In the ranking the opponents are closer than before."),
    (lambda: distance_sentence(4, 5), "In the ranking the opponents are further apart than before."),
    (
        lambda: str(readable({"pair": "A", "table": 4, "pairs": [2, 3]}, None)),
        "{'pair': 'A', 'table': '4', 'pairs': 'no. 2, no. 3'}",
    ),
    # Rounds and slips
    (lambda: still_a_draft(2), "Round 2 is a draft: publish it first."),
    (lambda: published_already(2), "Round 2 has been published already."),
    (lambda: slips_sentence(on_paper=True) % {"round": 2}, "Round 2: slips on paper only"),
    (lambda: slips_sentence(on_paper=False) % {"round": 2}, "Round 2: slips on phones, too"),
    (lambda: shut_out_sentence([]), "Wrong codes: new phones wait"),
    (lambda: shut_out_sentence([4]), "Locked for new phones: table 4"),
    (lambda: shut_out_sentence([4, in_section(23, (17,))]), "Locked for new phones: tables 4, B 7"),
    (lambda: unlocked_sentence([]), "No phone has to wait any more."),
    (lambda: unlocked_sentence([4]), "Table 4 is unlocked: new phones may come in."),
    (lambda: unlocked_sentence([4, 5]), "Tables 4, 5 are unlocked: new phones may come in."),
    (
        lambda: shut_sentence(),
        "Too many wrong codes: this table is locked for new phones. Call the referee, who can unlock it.",
    ),
    (
        lambda: too_many_writes_sentence(),
        "Too many changes in one minute. Your figures are kept on this phone; wait a moment.",
    ),
    # Dates, emails, addresses, switches
    (lambda: spoken_month(date(2026, 11, 20)), "November 2026"),
    (lambda: spoken_date(date(2026, 11, 20)), "Friday 20 November 2026"),
    (lambda: kind_title("ranking"), "Ranking"),
    (lambda: kind_title("anything"), "Test"),
    (lambda: trial_subject(), "Test of the club’s emails"),
    (lambda: trial_text(), "The club’s email server works: it sent this email."),
    (
        lambda: unanswered("verdi.example"),
        "The program does not answer at verdi.example: name it in the server’s setting ALLOWED_HOSTS first.",
    ),
    (lambda: ratings_switched_sentence(on=True), "The club shows ratings."),
    (lambda: ratings_switched_sentence(on=False), "Ratings are no longer shown."),
    (lambda: and_more(12), "… and 12 more"),
    (lambda: program_name("Tablet 3"), "program “Tablet 3”"),
    (lambda: sent_twice(), "This adjustment was sent twice, and counts once."),
    (lambda: after_round(2), "after round 2"),
    (
        lambda: layout_in_words([["place", ""], ["club", "A.S.D."], ["constant", "Code", "X 1"]], of_members=False),
        "place, A.S.D., Code = X 1",
    ),
    (lambda: layout_in_words([["shown", ""], ["card", ""]], of_members=True), "name shown in public, card number"),
    (lambda: too_many_places(220), "At most 200 places; you gave 220."),
    (lambda: too_many_tournaments(), "A season has at most 100 tournaments."),
    (lambda: part_in_words(PART), "Part 2: tournaments 6 to 1,200"),
]


@pytest.mark.parametrize(("say", "sentence"), SENTENCES, ids=[sentence for _say, sentence in SENTENCES])
def test_a_sentence_has_its_facts(say: Callable[[], str], sentence: str) -> None:
    assert str(say()) == sentence


def test_only_english_capitalises_a_month() -> None:
    with override("it"):
        assert (spoken_month(date(2026, 11, 20)), spoken_date(date(2026, 11, 20))) == (
            *("novembre 2026", "venerdì 20 novembre 2026"),
        )


def test_what_the_book_says_of_a_member() -> None:
    values = {"number": 1_200, "admitted_on": date(2026, 11, 20), "address": "Via Verdi 1", "left_on": None}
    fields = [(Membership._meta.get_field(name), value) for name, value in values.items()]
    assert book_facts(fields) == [
        ("Number in the book", "1,200"),
        ("Admitted on", "20 November 2026"),
        ("Address", "Via Verdi 1"),
    ]


def test_a_field_of_a_message_gets_another_name_and_a_brace_that_opens_none_stays() -> None:
    assert renamed("Ciao {Nome}, {x}: {{12}} {", {"nome": "name"}) == "Ciao {name}, {x}: {{12}} {"


def test_wrong_fields_of_a_message_are_named_by_their_place() -> None:
    faults = [
        FaultPlace(fault=MessageFault.UNKNOWN, line=1, at=4, text="hat"),
        FaultPlace(fault=MessageFault.NOT_CLOSED, line=2, at=1, text="{"),
        FaultPlace(fault=MessageFault.NOT_OPENED, line=3, at=9, text="}"),
    ]
    write_twice = "To write a brace itself, type it twice."
    assert field_faults(faults, (MessageField.DATE, MessageField.PLACE)) == [
        "Line 1, character 4: there is no field {hat} here. Available: {date}, {place}.",
        f"Line 2, character 1: the brace that opens here is not closed. {write_twice}",
        f"Line 3, character 9: the brace that closes here was never opened. {write_twice}",
    ]


ADDRESS = Source(
    address="192.168.1.44",
    codes=15,
    phones=3,
    tables=(1, 4, in_section(23, (17,))),
    last=datetime(2026, 11, 20, 21, 4, tzinfo=ZoneInfo("Europe/Rome")),
    at_home=(),
)


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        (ADDRESS, "15 wrong codes from 192.168.1.44 (3 phones), tables 1, 4, B 7; the last at 21:04."),
        (
            replace(ADDRESS, address="", codes=1, phones=1, tables=(4,)),
            "1 wrong code from an unknown address (1 phone), table 4; the last at 21:04.",
        ),
        (
            replace(ADDRESS, at_home=((4, Line.EW), (in_section(23, (17,)), Line.NS))),
            "15 wrong codes from 192.168.1.44 (3 phones), tables 1, 4, B 7; the last at 21:04. "
            "Right codes came from there, too: table 4 EW, B 7 NS.",
        ),
    ],
)
def test_where_wrong_codes_came_from(source: Source, sentence: str) -> None:
    assert source_sentence(source) == sentence


ENTRANTS = {EntrantId(n): Entrant(id=EntrantId(n), names=(f"Rossi {n}", f"Neri {n}")) for n in (1, 2, 3)}
EVENING = Goodbye(place=2, tied=False, of=9, vp=40, mp_difference=0, best_hand=None, climb=None, beaten=(), missed=None)
BEATEN = tuple(Beaten(n, (EntrantId(n),)) for n in (1, 2, 3))


@pytest.mark.parametrize(
    ("goodbye", "lines"),
    [
        (EVENING, ()),
        (
            replace(EVENING, best_hand=OwnHand(2, 3, 1_205), climb=Climb(1, 7, 2)),
            ("Best hand: 1,205 MP, round 2, hand 3", "Climb: from place 7 after round 1 to place 2"),
        ),
        (
            replace(EVENING, beaten=BEATEN[:2]),
            ("Opponents beaten: Rossi 1 – Neri 1, Rossi 2 – Neri 2",),
        ),
        (
            replace(EVENING, beaten=BEATEN, missed=Missed(1, TieBreak.VP, 3)),
            ("Opponents beaten: 3", "Place above (1): 3 VP short"),
        ),
        (
            replace(EVENING, missed=Missed(1, TieBreak.MP_DIFFERENCE, 1_200)),
            ("Place above (1): equal in VP, 1,200 MP of difference short",),
        ),
        (replace(EVENING, missed=Missed(1, TieBreak.MP, 5)), ("Place above (1): equal so far, 5 MP short",)),
        (replace(EVENING, missed=Missed(1, TieBreak.WINS, 1)), ("Place above (1): equal so far, 1 round won short",)),
        (replace(EVENING, missed=Missed(1, TieBreak.WINS, 2)), ("Place above (1): equal so far, 2 rounds won short",)),
        (
            replace(EVENING, missed=Missed(1, TieBreak.DIRECT, 0)),
            ("Place above (1): equal so far, the direct meeting decided",),
        ),
        (replace(EVENING, missed=Missed(1, TieBreak.LOT, 0)), ("Place above (1): equal so far, decided by lot",)),
    ],
)
def test_what_a_pair_takes_home(goodbye: Goodbye, lines: tuple[str, ...]) -> None:
    assert goodbye_lines(goodbye, ENTRANTS) == lines


OUTLOOK = [
    (
        OutlookCode.TABLE_MISSING,
        {"pairs": [7], "tables": 1},
        "A table beyond the last one is kept for no. 7: there is 1 table.",
    ),
    (
        OutlookCode.TABLE_MISSING,
        {"pairs": [7, 8], "tables": 6},
        "A table beyond the last one is kept for no. 7, no. 8: there are 6 tables.",
    ),
    (
        OutlookCode.TEAM_TOO_BIG,
        {"team": "Lions", "size": 5, "tables": 1},
        "Team Lions has 5 pairs, more than half: they meet each other at 1 table at least.",
    ),
    (
        OutlookCode.TEAM_TOO_BIG,
        {"team": "Lions", "size": 6, "tables": 2},
        "Team Lions has 6 pairs, more than half: they meet each other at 2 tables at least.",
    ),
    (
        OutlookCode.STEP_TOO_SHORT,
        {"step": 2, "rounds": 1, "planned": 5, "longer": [], "most": 1},
        "With a step of 2 rematches begin after 1 round, and 5 are still to play. "
        "No step lasts longer: choose another system for the rounds after that.",
    ),
    (
        OutlookCode.STEP_TOO_SHORT,
        {"step": 2, "rounds": 3, "planned": 5, "longer": [1, 3], "most": 4},
        "With a step of 2 rematches begin after 3 rounds, and 5 are still to play. Longest, for 4 rounds: 1, 3.",
    ),
    (
        OutlookCode.STEP_TOO_SHORT,
        {"step": 2, "rounds": 3, "planned": 5, "longer": [1, 3], "most": 5},
        "With a step of 2 rematches begin after 3 rounds, and 5 are still to play. Steps that work for longer: 1, 3.",
    ),
    (
        OutlookCode.REMATCHES_AHEAD,
        {"rounds": 0, "planned": 5},
        "Some have already met everybody, so there are rematches now, as few as possible.",
    ),
    (
        OutlookCode.REMATCHES_AHEAD,
        {"rounds": 1, "planned": 5},
        "This works without rematches for 1 round at most, and 5 are still to play: after that there are rematches, "
        "as few as possible.",
    ),
    (
        OutlookCode.ROUND_ROBIN_TOO_LONG,
        {"here": 8, "needs": 7, "planned": 1, "one_leg": 0, "groups": 0, "lasts": 0},
        "The round robin takes 7 more rounds, and 1 is still to play. Plan more rounds, or choose another system.",
    ),
    (
        OutlookCode.ROUND_ROBIN_TOO_LONG,
        {"here": 8, "needs": 14, "planned": 7, "one_leg": 7, "groups": 2, "lasts": 6},
        "The round robin takes 14 more rounds, and 7 are still to play. One leg takes 7. In 2 groups it takes 6.",
    ),
    (
        OutlookCode.KNOCKOUT_TOO_LONG,
        {"here": 8, "needs": 3, "planned": 1, "fits": 0},
        "The knockout takes 3 more rounds, and 1 is still to play. Plan more rounds.",
    ),
    (
        OutlookCode.KNOCKOUT_TOO_LONG,
        {"here": 8, "needs": 3, "planned": 2, "fits": 4},
        "The knockout takes 3 more rounds, and 2 are still to play. It ends in time with 4 qualifiers.",
    ),
    (
        OutlookCode.WHIST_TOO_SHORT,
        {"players": 8, "rounds": 1, "planned": 5, "goes_on": 0},
        "The whist movement of 8 players has 1 round left, and 5 are still to play. "
        "After that choose the Danish individual.",
    ),
    (
        OutlookCode.WHIST_TOO_SHORT,
        {"players": 8, "rounds": 7, "planned": 9, "goes_on": 1},
        "The whist movement of 8 players has 7 rounds left, and 9 are still to play. "
        "After that it goes on as a Danish individual.",
    ),
]


@pytest.mark.parametrize(("code", "facts", "sentence"), OUTLOOK)
def test_what_a_system_has_ahead_of_it(code: OutlookCode, facts: Facts, sentence: str) -> None:
    assert outlook_sentence(OutlookNote(code, facts)) == sentence
    assert outlook_sentence(OutlookNote(code, facts, girone=2)) == f"Girone B. {sentence}"

"""The sentences of the referee's acts and of the club's money and plans, each with its facts, in every case."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from fractions import Fraction
from typing import Any

import pytest

from tournaments.clock.clock import Clock, TimeCall, TimeCallKind
from tournaments.clock.clocks import RoundClocks
from tournaments.ranking.clubs import ClubPoints, ClubRule
from tournaments.ranking.victory_points import FIBUR_2026_4, InvalidScale, ScaleFault
from tournaments.records import (
    Carry,
    Entrant,
    EntrantId,
    Kind,
    Line,
    ListedInfraction,
    Measure,
    NamedSystem,
    Outcome,
    PointAdjustment,
    Rounds,
    RoundScore,
    Standing,
)
from tournaments.records.plans import EveningPlan, cut_step
from tournaments.records.sections import in_section
from tournaments.till.prizes import Level, Shares
from tournaments.wording.adjustments import adjustment_notes, answer_in_words, points_in_words, reason_in_words
from tournaments.wording.clock import call_words, clock_changes, minutes_and_seconds
from tournaments.wording.clubs import club_rule_in_words, share_in_words
from tournaments.wording.deletion import goes_along_in_words
from tournaments.wording.incidents import call_in_words, dispute_in_words, hearings, place_in_words
from tournaments.wording.money import amount, bare_amount
from tournaments.wording.moves import moved_in_words
from tournaments.wording.open_rounds import open_rounds_sentence, without_sentence
from tournaments.wording.plan_announcement import parts_in_words, plan_words, rounds_and_hands, rounds_announced
from tournaments.wording.plans import cut_fault, plan_in_words
from tournaments.wording.prizes import (
    fee_in_words,
    gironi_without_prizes,
    more_than_the_fund,
    places_level,
    plain_shares,
    prizes_in_words,
    special_level,
    what_first_place_gets,
    won_by_nobody,
)
from tournaments.wording.republished_slips import published_sentence, slips_again_sentence
from tournaments.wording.rulings import score_in_words
from tournaments.wording.scales import fault_sentence, scale_label
from tournaments.wording.stages import match_name, stage_name
from tournaments.wording.substitutes import rounds_in_words

pytestmark = pytest.mark.usefixtures("in_english")

AT = datetime(2026, 11, 20, 21)
MINUTE = timedelta(minutes=1)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"mp": -100, "vp": 0, "felt": True}, "−100 MP"),
        ({"mp": -100, "vp": -1, "felt": True}, "−100 MP, −1 VP"),
        ({"mp": 0, "vp": 2, "felt": True}, "+2 VP"),
        ({"mp": 0, "vp": 0, "felt": True}, "warning"),
        ({"mp": -105, "vp": -1, "felt": False}, "−1 VP, −105 MP with no effect on the opponents"),
        ({"mp": 50, "vp": 0, "felt": False}, "+50 MP with no effect on the opponents"),
    ],
)
def test_the_points_of_an_adjustment(given: dict[str, Any], words: str) -> None:
    assert points_in_words(**given) == words


def test_the_reason_of_an_adjustment() -> None:
    assert reason_in_words(reason="Late", article="") == "Late"
    assert reason_in_words(reason="Late", article="art. 9") == "Late (art. 9)"
    assert reason_in_words(reason="Hint", article="", player="Rossi Anna") == "Rossi Anna: Hint"


@pytest.mark.parametrize(
    ("measure", "words"),
    [
        (Measure.WARNING, "warning"),
        (Measure.ARBITRAL, "assigned score"),
        (Measure.ABSENCE, "counts as absent"),
        (Measure.IN_HAND, "cards counted as in hand"),
    ],
)
def test_a_measure_without_points_has_a_name(measure: Measure, words: str) -> None:
    assert answer_in_words(ListedInfraction(key="x", title="Late", measure=measure)) == words


def test_adjustments_and_assigned_scores_are_noted_once_each() -> None:
    entrant = Entrant(id=EntrantId(7), names=("Rossi Anna", "Neri Ugo"))
    late = PointAdjustment(round=2, entrant=entrant.id, mp=-100, reason="Late", article="art. 9", player="Neri Ugo")
    warned = PointAdjustment(round=1, entrant=entrant.id)
    ruled = RoundScore(3, in_section(23, (17,)), Line.NS, (), Outcome.ARBITRAL, 0, 0, 12, ruling="cards mixed")
    played = RoundScore(4, 5, Line.NS, (), Outcome.PLAYED, 0, 0, 12)
    row = Standing(
        place=1,
        tied=False,
        entrant=entrant,
        vp=0,
        mp_difference=0,
        mp=0,
        wins=0,
        rounds=(ruled, played),
        adjustments=(warned, late),
    )
    assert adjustment_notes([row, row]) == [
        "Round 1, Rossi Anna – Neri Ugo: warning",
        "Round 2, Rossi Anna – Neri Ugo: −100 MP, Neri Ugo: Late (art. 9)",
        "Round 3, table B 7: assigned score, cards mixed",
    ]


def test_an_assigned_score_names_both_lines() -> None:
    assert score_in_words(ns=(12, 1_305), ew=(4, None), reason="Cards mixed") == (
        "Assigned score: NS 12 VP, 1,305 MP – EW 4 VP, 0 MP. Cards mixed."
    )
    assert score_in_words(ns=(0, None), ew=(16, 1_005), reason="Late") == (
        "Assigned score: NS 0 VP, 0 MP – EW 16 VP, 1,005 MP. Late."
    )


def test_where_an_incident_was_and_who_was_heard() -> None:
    assert place_in_words(round=None, table=None) == "outside the rounds"
    assert place_in_words(round=2, table=None) == "Round 2"
    assert place_in_words(round=2, table=in_section(23, (17,))) == "Round 2, table B 7"
    assert call_in_words(line=None, reason="a doubt") == "The table called the referee: a doubt."
    assert call_in_words(line=Line.EW, reason="a doubt") == "EW called the referee: a doubt."
    assert dispute_in_words(line=Line.NS, hand=None) == "NS contested the slip that the other line had sent."
    assert dispute_in_words(line=Line.NS, hand=3) == "NS contested hand 3 of the slip that the other line had sent."
    heard = hearings(" Rossi Anna:  it lay\t there \n\nNeri Ugo\nBruni Ada:\n12:30, who knows: nobody")
    assert [(hearing.who, hearing.words) for hearing in heard] == [
        ("Rossi Anna", "it lay there"),
        ("Neri Ugo", ""),
        ("Bruni Ada", ""),
        ("12:30, who knows", "nobody"),
    ]


@pytest.mark.parametrize(
    ("rounds", "words"),
    [
        (Rounds(None, None), "since an unrecorded round"),
        (Rounds(None, 3), "until round 3, since an unrecorded one"),
        (Rounds(3, 3), "in round 3"),
        (Rounds(3, None), "from round 3"),
        (Rounds(2, 4), "in rounds 2 to 4"),
    ],
)
def test_from_which_round_to_which_somebody_plays(rounds: Rounds, words: str) -> None:
    assert rounds_in_words(rounds) == words


def test_calls_and_times() -> None:
    assert call_words(TimeCall(TimeCallKind.MINUTES, MINUTE)) == "1 minute left"
    assert call_words(TimeCall(TimeCallKind.MINUTES, 10 * MINUTE)) == "10 minutes left"
    assert call_words(TimeCall(TimeCallKind.LAST_HAND, 5 * MINUTE)) == "Last hand: do not begin another"
    assert call_words(TimeCall(TimeCallKind.END, timedelta(0))) == "Time is up"
    assert minutes_and_seconds(timedelta(hours=1, seconds=5)) == "60:05"


WAITING = Clock(minutes=50)
RUNNING = replace(WAITING, started_at=AT)
PAUSED = replace(RUNNING, stopped_at=AT + 5 * MINUTE)

CLOCKS = [
    (RoundClocks(hall=WAITING), RoundClocks(hall=WAITING), []),
    (RoundClocks(hall=WAITING), RoundClocks(hall=RUNNING), [(None, "started")]),
    (RoundClocks(hall=RUNNING), RoundClocks(hall=PAUSED), [(None, "paused")]),
    (RoundClocks(hall=PAUSED), RoundClocks(hall=replace(RUNNING, stood=MINUTE)), [(None, "resumed")]),
    (RoundClocks(hall=RUNNING), RoundClocks(hall=replace(PAUSED, ended=True)), [(None, "ended")]),
    (RoundClocks(hall=RUNNING), RoundClocks(hall=replace(RUNNING, added=2 * MINUTE)), [(None, "2:00 added")]),
    (RoundClocks(hall=replace(RUNNING, added=3 * MINUTE)), RoundClocks(hall=RUNNING), [(None, "3:00 removed")]),
    (RoundClocks(hall=WAITING), RoundClocks(hall=replace(WAITING, added=MINUTE)), [(None, "1:00 added")]),
    (RoundClocks(hall=WAITING), RoundClocks(hall=replace(RUNNING, added=MINUTE)), [(None, "started")]),
    (
        RoundClocks(hall=RUNNING),
        RoundClocks(hall=RUNNING, tables={4: replace(RUNNING, added=MINUTE)}),
        [(4, "1:00 added")],
    ),
    (
        RoundClocks(hall=RUNNING),
        RoundClocks(hall=RUNNING, tables={4: replace(RUNNING, started_at=AT + MINUTE)}),
        [(4, "started")],
    ),
    (RoundClocks(hall=RUNNING, tables={4: PAUSED}), RoundClocks(hall=RUNNING), [(4, "goes with the hall again")]),
    (
        RoundClocks(hall=RUNNING, tables={8: RUNNING, 1: RUNNING}),
        RoundClocks(hall=RUNNING, tables={8: PAUSED, 1: PAUSED}),
        [(1, "paused"), (8, "paused")],
    ),
    (
        RoundClocks(hall=RUNNING, tables={7: RUNNING, 4: PAUSED}),
        RoundClocks(hall=PAUSED, tables={7: PAUSED, 4: PAUSED}),
        [(None, "paused"), (7, "paused")],
    ),
]


@pytest.mark.parametrize(("before", "after", "changes"), CLOCKS)
def test_what_became_of_the_clocks(
    before: RoundClocks, after: RoundClocks, changes: list[tuple[int | None, str]]
) -> None:
    assert list(clock_changes(before, after)) == changes


def test_rounds_under_way_while_another_is_drawn() -> None:
    assert open_rounds_sentence({3: [], 2: [4]}) == (
        "Round 2 is under way: table 4 has not handed in. Round 3 is under way, and every table is in."
    )
    assert open_rounds_sentence({2: [4, 7]}) == "Round 2 is under way: tables 4, 7 have not handed in."
    assert without_sentence({2: [], 3: []}).startswith("Every table is in")
    assert without_sentence({2: [], 3: [1]}).startswith("The pairs at these tables are ranked by what is known now.")


@pytest.mark.parametrize(
    ("new", "gone", "sentence"),
    [
        (
            [],
            [],
            "If it is published again as it is, all its slips stay valid, with their codes and what players "
            "have written.",
        ),
        ([1, 2], [1, 2, 3], "If it is published again, none of its slips stays valid: everybody gets a new one."),
        (
            [2],
            [1, 2],
            "If it is published again, the slip of 1 table stays valid, with its code and what players have written. "
            "Table 2 has a new slip.",
        ),
        (
            [],
            [3],
            "If it is published again, the slips of 2 tables stay valid, with their codes and what players "
            "have written.",
        ),
        (
            [3, 4],
            [],
            "If it is published again, the slips of 3 tables stay valid, with their codes and what players "
            "have written. "
            "Tables 3, 4 have new slips.",
        ),
    ],
)
def test_the_slips_of_a_round_that_is_published_again(new: list[int], gone: list[int], sentence: str) -> None:
    assert slips_again_sentence(new, gone, of=3) == sentence


def test_a_published_round_says_which_slips_to_print() -> None:
    sentence = "Round 2 is published: players can now find their tables."
    assert published_sentence(2, []) == sentence
    assert published_sentence(2, [5]) == f"{sentence} Table 5 has a new slip."


@pytest.mark.parametrize(
    ("entrants", "stage", "match"),
    [
        (2, "Final", "Final"),
        (4, "Semi-finals", "Semi-final"),
        (8, "Quarter-finals", "Quarter-final"),
        (16, "Last 16", "Match of the last 16"),
        (32, "Last 32", "Match of the last 32"),
        (64, "Last 64", "Last 64"),
    ],
)
def test_the_stages_of_a_knockout(entrants: int, stage: str, match: str) -> None:
    assert (stage_name(entrants), match_name(entrants)) == (stage, match)


BOTH, NEITHER = "A pair of two clubs counts for both.", "A pair of two clubs counts for neither."


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        (ClubRule(), f"The sum of all its pairs. {BOTH}"),
        (ClubRule(mixed=False), f"The sum of all its pairs. {NEITHER}"),
        (ClubRule(points=ClubPoints.MEAN), f"The mean of all its pairs. {BOTH}"),
        (ClubRule(best=1), f"Its best pair counts. {BOTH}"),
        (ClubRule(best=1, points=ClubPoints.MEAN), f"Its best pair counts. {BOTH}"),
        (ClubRule(best=3), f"The sum of its best 3 pairs. {BOTH}"),
        (
            ClubRule(best=3, points=ClubPoints.MEAN),
            f"The mean of its best 3 pairs; a club with fewer is not ranked. {BOTH}",
        ),
    ],
)
def test_how_clubs_are_ranked(rule: ClubRule, words: str) -> None:
    assert club_rule_in_words(rule) == words


@pytest.mark.parametrize(
    ("points", "plain", "with_sign"),
    [
        (Fraction(1250), "1,250", "+1,250"),
        (Fraction(0), "0", "0"),
        (Fraction(-385), "−385", "−385"),
        (Fraction(125, 3), "41.67", "+41.67"),
        (Fraction(-1, 2), "−0.50", "−0.50"),
        (Fraction(100, 99), "1.01", "+1.01"),
    ],
)
def test_shares_of_points(points: Fraction, plain: str, with_sign: str) -> None:
    assert (share_in_words(points), share_in_words(points, with_sign=True)) == (plain, with_sign)


def test_amounts_of_money() -> None:
    assert [amount(cents) for cents in (0, 5, 1_250, 125_000)] == ["€0.00", "€0.05", "€12.50", "€1,250.00"]
    assert bare_amount(199) == "1.99"


def test_places_won_and_lost() -> None:
    assert [moved_in_words(climbed) for climbed in (1, 3, -1, -1_200)] == [
        "up 1 place",
        "up 3 places",
        "down 1 place",
        "down 1,200 places",
    ]


GOES_ALONG = {
    "pairs": ("1 pair or player entered", "2 pairs or players entered"),
    "rounds": ("1 round", "2 rounds"),
    "slips": ("1 slip with its hands", "2 slips with their hands"),
    "adjustments": ("1 penalty or bonus", "2 penalties and bonuses"),
    "incidents": ("1 statement of an incident", "2 statements of incidents"),
    "photos": ("1 photo of a contested slip", "2 photos of contested slips"),
    "entries": ("1 entry with its contact", "2 entries with their contacts"),
    "payments": ("1 fee ticked as paid", "2 fees ticked as paid"),
    "prizes": ("1 special prize", "2 special prizes"),
    "seasons": (
        "its place in 1 season, which is ranked without it",
        "its place in 2 seasons, which are ranked without it",
    ),
}


def test_what_is_deleted_with_a_tournament() -> None:
    for count in (1, 2):
        words = list(goes_along_in_words(dict.fromkeys(GOES_ALONG, count)))
        assert words == [sentences[count - 1] for sentences in GOES_ALONG.values()]
    with pytest.raises(ValueError, match="expected something that is counted, got 'hats'"):
        list(goes_along_in_words({"hats": 1}))


HALF, WHOLE = cut_step(3, Carry.HALF), cut_step(2, Carry.WHOLE)


def test_a_plan_is_announced_part_by_part() -> None:
    plan = ["mitchell", "mitchell", WHOLE, "danish", HALF]
    assert parts_in_words(plan) == [
        "2 × Mitchell",
        "cut into 2 gironi",
        "1 × Danish",
        "cut into 3 gironi (half of the points are carried over, VP rounded up)",
    ]
    assert plan_words(plan[:3]) == "2 × Mitchell + cut into 2 gironi"
    assert plan_words([]) == ""
    assert rounds_announced(plan[:4]) == [
        ("Rounds 1–2", "Mitchell"),
        ("After round 2", "cut into 2 gironi"),
        ("Round 3", "Danish"),
    ]


@pytest.mark.parametrize(
    ("rounds", "hands", "minutes", "words"),
    [
        (5, 2, 25, "5 rounds of 2 hands, 25 minutes each"),
        (1, 1, 1, "1 round of 1 hand, 1 minute each"),
        (4, 4, 0, "4 rounds of 4 hands"),
    ],
)
def test_rounds_and_hands_are_counted(rounds: int, hands: int, minutes: int, words: str) -> None:
    assert rounds_and_hands(rounds, hands, minutes) == words


def test_a_plan_is_its_rounds_hands_and_systems() -> None:
    plan = EveningPlan(hands=4, minutes=50, steps=["mitchell", "mitchell", "danish"])
    assert plan_in_words(plan) == "3 rounds of 4 hands, 50 minutes each: 2 × Mitchell + 1 × Danish"


@pytest.mark.parametrize(
    ("plan", "kind", "rounds", "fault"),
    [
        (["mitchell", "danish"], Kind.TEAMS, 2, ""),
        (["mitchell", WHOLE, "danish"], Kind.PAIRS, 2, ""),
        (["mitchell", WHOLE], Kind.PAIRS, 2, ""),
        (["mitchell", WHOLE, "danish", HALF], Kind.PAIRS, 4, "A ranking is cut into gironi once"),
        (["mitchell", WHOLE, "danish"], Kind.INDIVIDUAL, 2, "Only the ranking of a tournament of pairs is cut"),
        ([WHOLE, "danish"], Kind.PAIRS, 2, "The cut follows a round"),
        (["mitchell", WHOLE], Kind.PAIRS, 1, "The gironi play at least one round"),
        ([NamedSystem.KNOCKOUT.value, WHOLE, "danish"], Kind.PAIRS, 2, "A ranking is not cut after a knockout"),
        ([NamedSystem.KNOCKOUT.value, "mitchell", WHOLE, "danish"], Kind.PAIRS, 3, ""),
    ],
)
def test_where_a_plan_may_be_cut(plan: Sequence[Any], kind: Kind, rounds: int, fault: str) -> None:
    said = cut_fault(plan, kind=kind, rounds=rounds)
    assert said.startswith(fault) and bool(said) == bool(fault)


def test_fees_and_prizes_as_announced() -> None:
    assert fee_in_words(2_000, "per pair", {}) == "€20.00 per pair"
    assert fee_in_words(2_000, "per pair", {"Juniores": 500}) == "€20.00 per pair; Juniores €5.00"
    junior, cup = ("Best junior", 1_000), ("A cup", 0)
    assert prizes_in_words(percent=80, fund=None, shares=[50, 30], special=[junior, cup]) == (
        "80% of the fees: 50%, 30%; Best junior €10.00; A cup"
    )
    assert (
        prizes_in_words(percent=None, fund=30_000, shares=[[40, 20], [25]], special=[]) == "€300.00: A 40%, 20% · B 25%"
    )
    assert prizes_in_words(percent=None, fund=None, shares=[100], special=[]) == ""


@pytest.mark.parametrize(
    ("shares", "typed"), [([50, 30, 20], "50 30 20"), ([[40, 20], [25, 15]], "A 40 20 B 25 15"), ([], "")]
)
def test_percentages_are_typed_as_they_were(shares: Shares, typed: str) -> None:
    assert plain_shares(shares) == typed


def test_prizes_that_are_not_won_or_shared() -> None:
    assert gironi_without_prizes([2, 3], None) == []
    assert gironi_without_prizes([2], 1) == ["Nobody is ranked in Girone B: its part is shared in Girone A."]
    assert won_by_nobody("Best junior", 0) == "Nobody wins “Best junior”."
    assert won_by_nobody("Best junior", 1_000) == "Nobody wins “Best junior”: €10.00 go back to the prize fund."
    assert special_level("Cup", 0, count=2, place=1) == "“Cup”: 2 share place 1. Decide who gets it."
    assert special_level("Cup", 500, count=2, place=1) == "“Cup”: 2 share place 1, and divide the amount."
    assert places_level([Level(3, 2, 3), Level(1, 2, 2)]) == [
        "2 share place 3: they divide its prize.",
        "2 share place 1: they divide the prizes of places 1 to 2.",
    ]
    assert what_first_place_gets(None, 0) == []
    assert what_first_place_gets(4, 250) == [
        "Nobody is ranked at place 4 or below.",
        "First place also gets what is left over: €2.50.",
    ]
    assert more_than_the_fund(500) == (
        "The special prizes are €5.00 more than the fund: lower them, or raise the fund."
    )


def test_scales_and_their_faults() -> None:
    assert scale_label(FIBUR_2026_4) == "Italian federation 2026, 4 hands"
    assert scale_label(replace(FIBUR_2026_4, key="Our own")) == "Our own"
    assert fault_sentence(InvalidScale(3, ScaleFault.VP_NOT_RISING, "x")) == "Row 3: The VP rise from row to row."
    assert fault_sentence(InvalidScale(None, ScaleFault.NOT_A_NAME, "x")) == (
        "Give your scale a name: it is printed on the slips."
    )
    assert fault_sentence(InvalidScale(2, ScaleFault.NOT_A_MULTIPLE, "x")) == "Row 2: A difference is a multiple of 5."

"""Every reason and every refusal of the systems is a whole sentence."""

import pytest
from django.utils import translation

from tests.tournaments.pairing.evenings import EVERYTHING, entrants, evening
from tournaments.pairing import PairingRefused, RefusalCode
from tournaments.pairing.systems import SYSTEMS, pair_round
from tournaments.records import Draft, EntrantId, PairingRequest, Reason, ReasonCode, System
from tournaments.wording.facts import Facts
from tournaments.wording.reasons import reason_sentence
from tournaments.wording.refusals import refusal_sentence

pytestmark = pytest.mark.usefixtures("in_english")


@pytest.mark.parametrize("language", ["en", "it"])
def test_random_evenings_give_every_reason_a_sentence(language: str) -> None:
    translation.activate(language)
    seen = set()
    systems = [*SYSTEMS, System.MITCHELL, System.MITCHELL]
    for seed in range(200):
        for paired in evening(seed, systems, largest=16, rounds=12, twists=EVERYTHING):
            if isinstance(paired.answer, Draft):
                for reason in (reason for table in paired.answer.tables for reason in table.why):
                    seen.add(reason.code)
                    sentence = reason_sentence(reason)
                    assert sentence.endswith(".") and "%" not in sentence and "[" not in sentence
            else:
                sentence = refusal_sentence(paired.answer)
                assert sentence.endswith(".") and "%" not in sentence and "[" not in sentence
    assert seen | REFEREES == set(ReasonCode)


REFEREES = {ReasonCode.MOVED_BY_REFEREE, ReasonCode.KNOCKOUT_ADVANCED}
"""Reasons that only a referee causes, by changing a draft or letting somebody advance."""


@pytest.mark.parametrize(
    ("reason", "sentence"),
    [
        (Reason(ReasonCode.MOVED_BY_REFEREE), "Changed by the referee."),
        (
            Reason(ReasonCode.MOVED_BY_REFEREE, {"before": 14, "now": 38}),
            "Changed by the referee. In the ranking the opponents are further apart than before.",
        ),
        (Reason(ReasonCode.REST_BY_REFEREE, {"pair": 7, "rests": 0, "fewer": 0}), "No. 7 rests."),
        (
            Reason(ReasonCode.REST_BY_REFEREE, {"pair": 7, "rests": 1, "fewer": 0}),
            "No. 7 rests again; everybody has rested.",
        ),
        (
            Reason(ReasonCode.REST_BY_REFEREE, {"pair": 7, "rests": 1, "fewer": 3}),
            "No. 7 rests again, while 3 others have rested less.",
        ),
        (Reason(ReasonCode.SAME_TEAM, {"team": 2}), "Both belong to team 2."),
        (Reason(ReasonCode.EXCLUDED, {"pair": 7, "other": 9}), "You did not want no. 7 and no. 9 to meet."),
        (Reason(ReasonCode.OFF_ITS_TABLE, {"pair": 7, "table": 4}), "No. 7 keeps table 4, but does not sit there."),
    ],
)
def test_the_effect_of_a_change_has_its_sentence(reason: Reason, sentence: str) -> None:
    assert reason_sentence(reason) == sentence


@pytest.mark.parametrize(
    ("reason", "sentence"),
    [
        (Reason(ReasonCode.RANK_DISTANCE, {"upper": 3, "lower": 6}), "Places 3 and 6."),
        (
            Reason(ReasonCode.KEPT_APART, {"pair": 7, "others": [4, 9], "obstacle": "met", "rounds": [1, 3]}),
            "Rossi – Bianchi has already met 4, Verdi – Neri (rounds 1, 3).",
        ),
        (
            Reason(ReasonCode.KEPT_APART, {"pair": 3, "others": [4], "obstacle": "met", "rounds": [1]}),
            "3 has already met 4 (round 1).",
        ),
        (
            Reason(ReasonCode.KEPT_APART, {"pair": 3, "others": [4, 5], "obstacle": "club"}),
            "3 is of the same club as 4, 5.",
        ),
        (Reason(ReasonCode.KEPT_APART, {"pair": 3, "others": [4], "obstacle": "team"}), "3 is of the same team as 4."),
        (
            Reason(ReasonCode.KEPT_APART, {"pair": 3, "others": [4], "obstacle": "excluded"}),
            "You did not want 3 to meet 4.",
        ),
        (
            Reason(
                ReasonCode.WOULD_LEAVE,
                {"pair": 3, "other": 5, "left": 4, "left_other": 6, "obstacle": "met", "round": 2},
            ),
            "3–5 would leave 4–6, who met in round 2.",
        ),
        (
            Reason(ReasonCode.WOULD_LEAVE, {"pair": 3, "other": 5, "left": 7, "left_other": 6, "obstacle": "club"}),
            "3–5 would leave Rossi – Bianchi–6, of the same club.",
        ),
        (Reason(ReasonCode.TAKEN, {"others": [4, 9]}), "Already at a better-placed table: 4, Verdi – Neri."),
        (
            Reason(ReasonCode.FIXED_TABLE_MISSING, {"pair": 3, "table": 9, "tables": 6}),
            "3 cannot sit at its table 9: this round is played at 6 tables.",
        ),
        (Reason(ReasonCode.MITCHELL_MOVE, {"pair": 9, "step": 1}), "EW move on by 1 table: Verdi – Neri comes here."),
        (Reason(ReasonCode.MITCHELL_MOVE, {"pair": 4, "step": 3}), "EW move on by 3 tables: 4 comes here."),
        (
            Reason(ReasonCode.REMATCH, {"pair": 7, "other": 9, "round": 2, "forced": True}),
            "They met in round 2; no round can have fewer rematches.",
        ),
        (
            Reason(ReasonCode.FOUR, {"places": [1, 4], "against": [2, 3]}),
            "In fours down the ranking: places 1, 4 against 2, 3.",
        ),
        (
            Reason(ReasonCode.FOUR_PARTNERS, {"places": [1, 3], "against": [2, 4], "pair": 7, "other": 9, "round": 2}),
            "Places 1, 3 against 2, 4: Rossi – Bianchi and Verdi – Neri were partners in round 2.",
        ),
        (
            Reason(ReasonCode.FOUR_PARTNERS, {"places": [1, 3], "against": [2, 4], "pair": 7, "other": 5, "round": 0}),
            "Places 1, 3 against 2, 4: Rossi – Bianchi and 5 are kept apart.",
        ),
        (
            Reason(ReasonCode.PARTNERS_AGAIN, {"pair": 7, "other": 9, "round": 1, "forced": True}),
            "Rossi – Bianchi and Verdi – Neri were partners in round 1; no round can repeat fewer.",
        ),
    ],
)
def test_pairs_are_called_by_name_where_there_is_one(reason: Reason, sentence: str) -> None:
    names = {EntrantId(7): "Rossi – Bianchi", EntrantId(9): "Verdi – Neri"}
    assert reason_sentence(reason, names) == sentence


@pytest.mark.parametrize(
    ("reason", "sentence"),
    [
        (
            Reason(ReasonCode.KNOCKOUT_MATCH, {"stage": 2, "upper": 1, "lower": 6}),
            "Final: seed 1 against seed 6.",
        ),
        (
            Reason(ReasonCode.KNOCKOUT_MATCH, {"stage": 16, "upper": 4, "lower": 13}),
            "Match of the last 16: seed 4 against seed 13.",
        ),
        (
            Reason(ReasonCode.KNOCKOUT_BETTER_SEED, {"pair": 7, "round": 2}),
            "No. 7 goes on as the better seed: in round 2 nobody won at its table.",
        ),
        (
            Reason(ReasonCode.KNOCKOUT_ADVANCED, {"pair": 7, "round": 2}),
            "No. 7 goes on from round 2: the referee decided so.",
        ),
        (
            Reason(ReasonCode.ROUND_ROBIN, {"round": 3, "rounds": 5, "group": "A", "groups": 1, "leg": 1}),
            "Round robin, round 3 of 5.",
        ),
        (
            Reason(ReasonCode.ROUND_ROBIN, {"round": 3, "rounds": 5, "group": "B", "groups": 2, "leg": 2}),
            "Round robin, group B, round 3 of 5. Second leg: the lines are swapped.",
        ),
        (
            Reason(ReasonCode.REST_ODD_GROUP, {"pair": 7, "group": "B", "groups": 2}),
            "No. 7 rests: it is its turn in group B, whose number is odd.",
        ),
        (
            Reason(ReasonCode.REST_OPPONENT_GONE, {"pair": 7, "other": 9}),
            "No. 7 rests: it would have met no. 9, who has withdrawn.",
        ),
        (Reason(ReasonCode.TAKES_PLACE, {"pair": 7}), "No. 7 takes the free place in the round robin."),
    ],
)
def test_a_plan_has_its_sentence(reason: Reason, sentence: str) -> None:
    assert reason_sentence(reason) == sentence


@pytest.mark.parametrize(
    ("refusal", "sentence"),
    [
        (
            PairingRefused(RefusalCode.KNOCKOUT_OPEN, {"table": 4, "round": 5}),
            "Table 4 of round 5 has no result yet: nobody knows who goes on.",
        ),
        (
            PairingRefused(RefusalCode.KNOCKOUT_OVER, {"pair": 7}),
            "The knockout is over: no. 7 has won it. Choose another system, or another number of qualifiers for a new "
            "bracket.",
        ),
        (
            PairingRefused(RefusalCode.QUALIFIERS_OUT_OF_RANGE, {"qualifiers": 9, "here": 6}),
            "A knockout can take from 2 to 6 pairs here, not 9.",
        ),
        (
            PairingRefused(RefusalCode.GROUPS_TOO_MANY, {"groups": 4, "here": 7, "highest": 3}),
            "7 pairs make at most 3 groups, not 4.",
        ),
        (
            PairingRefused(RefusalCode.LEGS_OUT_OF_RANGE, {"legs": 3}),
            "A round robin has one leg or two, not 3.",
        ),
        (
            PairingRefused(RefusalCode.ROUND_ROBIN_FULL, {"pairs": [8, 9]}),
            "No place is free in the round robin for no. 8, no. 9. Another number of groups begins a new round robin; "
            "or choose another system.",
        ),
    ],
)
def test_what_a_plan_cannot_do_is_said_with_what_would_work(refusal: PairingRefused, sentence: str) -> None:
    assert refusal_sentence(refusal) == sentence


@pytest.mark.parametrize(
    ("legs", "sentence"),
    [
        (1, "The round robin is complete after 5 rounds. Two legs would make 10; or choose another system."),
        (2, "The round robin is complete after 5 rounds. Choose another system."),
    ],
)
def test_a_round_robin_that_is_over_says_what_would_go_on(legs: int, sentence: str) -> None:
    refusal = PairingRefused(RefusalCode.ROUND_ROBIN_OVER, {"rounds": 5, "legs": legs, "makes": 10})
    assert refusal_sentence(refusal) == sentence


def test_an_exhausted_step_says_how_to_go_on() -> None:
    refusal = PairingRefused(
        RefusalCode.STEP_EXHAUSTED,
        {"step": 2, "pair": 1, "other": 11, "free": [1, 3]},
    )
    assert refusal_sentence(refusal) == (
        "With a step of 2, no. 1 and no. 11 would meet again. Steps that bring no rematch: 1, 3."
    )


@pytest.mark.parametrize(
    ("refusal", "sentence"),
    [
        (
            PairingRefused(RefusalCode.NO_WHIST, {"players": 10, "known": [8, 9, 12]}),
            "For 10 players there is no whist movement, only for 8, 9, 12: choose the Danish individual, which seats "
            "any number.",
        ),
        (
            PairingRefused(RefusalCode.WHIST_COMPLETE, {"players": 8, "rounds": 7}),
            "The whist movement of 8 players is complete after 7 rounds: choose the Danish individual.",
        ),
        (
            PairingRefused(RefusalCode.WHIST_CHANGED, {"pairs": [7, 11]}),
            "The whist movement was begun with other players; came or gone since then: Rossi Anna, 11. Choose the "
            "Danish individual.",
        ),
    ],
)
def test_where_a_whist_cannot_be_another_movement_is_named(refusal: PairingRefused, sentence: str) -> None:
    assert refusal_sentence(refusal, {EntrantId(7): "Rossi Anna"}) == sentence


@pytest.mark.parametrize(
    ("seats", "sentence"),
    [
        (((1, 2), (3, 8)), "Not among the pairs that play: no. 8."),
        (((1, 2), (2, 3)), "Seated more than once: no. 2."),
        (((1, 2),), "Without a seat: no. 3."),
    ],
)
def test_a_wrong_seat_is_named(seats: tuple[tuple[int, int], ...], sentence: str) -> None:
    typed = tuple((EntrantId(ns), EntrantId(ew)) for ns, ew in seats)
    with pytest.raises(PairingRefused) as refusal:
        pair_round(System.MANUAL, PairingRequest(round=1, entrants=entrants([1, 2, 3]), seats=typed))
    assert refusal_sentence(refusal.value) == sentence


LEAST = "and of those who rested least its rest harms the others least"


@pytest.mark.parametrize(
    ("code", "facts", "sentence"),
    [
        (
            ReasonCode.REST_ODD_GROUP,
            {"group": "A", "groups": 1},
            "No. 7 rests: it is its turn in the round robin, the number being odd.",
        ),
        (
            ReasonCode.REST_AGAIN,
            {},
            "No. 7 rests again: everybody has rested, and it is the lowest of those who rested least.",
        ),
        (
            ReasonCode.REST_AGAIN,
            {"together": 1},
            "No. 7 rests again: everybody has rested, and it is the lowest of those who rested least.",
        ),
        (
            ReasonCode.REST_AGAIN,
            {"together": 2},
            "No. 7 rests again: 2 have to rest, the lowest of those who rested least.",
        ),
        (
            ReasonCode.REST_AGAIN,
            {"passed_over": [3], "kept": 1},
            f"No. 7 rests again: everybody has rested, {LEAST}. With no. 3 resting, more would have to meet again. "
            "Those at tables that stay are not considered.",
        ),
        (
            ReasonCode.REST_AGAIN,
            {"barred": [3, 4], "obstacle": "team", "together": 2},
            f"No. 7 rests again: everybody has rested, {LEAST}. "
            "With no. 3, no. 4 resting, more teammates would have to meet.",
        ),
        (
            ReasonCode.REST_LOWEST,
            {"barred": [3], "obstacle": "excluded"},
            "No. 7 rests: of those who have not rested yet, it is the lowest whose rest harms the others least. "
            "With no. 3 resting, there would have to be more meetings that you did not want.",
        ),
        (
            ReasonCode.REST_LOWEST,
            {"barred": [3], "obstacle": "both"},
            "No. 7 rests: of those who have not rested yet, it is the lowest whose rest harms the others least. "
            "With no. 3 resting, more teammates would have to meet, or pairs that you keep apart.",
        ),
        (
            ReasonCode.REST_LOWEST,
            {"together": 3},
            "No. 7 rests: 3 have to rest, the lowest of those who rested least.",
        ),
        (
            ReasonCode.REST_LOWEST,
            {"ranked": 1},
            "No. 7 rests: the lowest in the ranking that has not rested yet.",
        ),
        (
            ReasonCode.REST_LOWEST,
            {"ranked": 0},
            "No. 7 rests: the last in the list, since there is no ranking yet.",
        ),
        (
            ReasonCode.FIXED_TABLE_TAKEN,
            {"table": 3},
            "No. 7 cannot sit at its table 3: another pair keeps it, or its opponents keep theirs.",
        ),
        (
            ReasonCode.FIXED_TABLE_TAKEN,
            {"table": 3, "cause": "tablemate", "other": 9, "number": 2},
            "No. 7 cannot sit at its table 3: no. 9, who sits here, keeps table 2.",
        ),
        (
            ReasonCode.FIXED_TABLE_MISSING,
            {"table": 3, "tables": 1},
            "No. 7 cannot sit at its table 3: this round is played at 1 table.",
        ),
        (
            ReasonCode.NEIGHBOURS,
            {"upper": 3, "lower": 4},
            "Neighbours in the ranking: places 3 and 4.",
        ),
        (
            ReasonCode.NEIGHBOURS,
            {"upper": 3, "lower": 5, "resting": [8], "staying": [9]},
            "Neighbours among those to be paired: places 3 and 5. Between them: no. 8, which rests. "
            "Between them at tables that stay: no. 9.",
        ),
        (
            ReasonCode.NEIGHBOURS,
            {"upper": 3, "lower": 5, "ranked": 0},
            "Neighbours in the list, since there is no ranking yet: places 3 and 5.",
        ),
        (
            ReasonCode.REST_BY_REFEREE,
            {"rests": 1, "fewer": 1},
            "No. 7 rests again, while 1 other has rested less.",
        ),
    ],
)
def test_a_reason_reads_by_its_facts(code: ReasonCode, facts: Facts, sentence: str) -> None:
    assert reason_sentence(Reason(code, {"pair": 7, **facts})) == sentence

"""Each table says why its pairs have no nearer opponents, as a referee would find it on the list."""

from dataclasses import replace
from random import Random

import pytest
from django.utils import translation

from tests.tournaments.pairing.evenings import entrants, results
from tests.tournaments.pairing.test_danish import met
from tournaments.pairing.systems import pair_round
from tournaments.records import (
    Draft,
    EntrantId,
    Obstacle,
    PairingRequest,
    Policy,
    ReasonCode,
    RoundSettings,
    System,
    TableResult,
)
from tournaments.wording.reasons import reason_sentence

NO_REMATCH, USUAL = System.DANISH_NO_REMATCH, RoundSettings()


def asked(
    order: list[int],
    *history: tuple[TableResult, ...],
    clubs: dict[int, tuple[str, ...]] | None = None,
    teams: dict[int, int] | None = None,
    settings: RoundSettings = USUAL,
    vp: dict[int, int] | None = None,
) -> PairingRequest:
    here = tuple(replace(entrant, team=(teams or {}).get(entrant.id)) for entrant in entrants(order, clubs))
    return PairingRequest(
        round=len(history) + 1,
        entrants=here,
        history=sum(history, ()),
        settings=settings,
        vp={EntrantId(pair): won for pair, won in (vp or {}).items()},
    )


def sentences(draft: Draft, number: int) -> list[str]:
    with translation.override("en"):
        return [reason_sentence(reason) for reason in draft.tables[number - 1].why]


def test_the_example_of_the_issue() -> None:
    """3 has met 4 (round 1), 4 has met 6 (round 2): 3–5 would leave 4–6, so 3 meets 6, and 4 meets 5."""
    draft = pair_round(NO_REMATCH, asked([1, 2, 3, 4, 5, 6], met((3, 4)), met((4, 6), round=2)))
    assert sentences(draft, 2) == [
        "Places 3 and 6.",
        "No. 3 has already met no. 4 (round 1).",
        "No. 3–no. 5 would leave no. 6–no. 4, who met in round 2.",
    ]
    assert sentences(draft, 3) == ["Neighbours in the ranking: places 4 and 5."]


def test_a_reason_names_who_already_sits_at_a_better_table() -> None:
    """1 has met 2 and meets 3; 2 has met 4 and meets 5, because 3 is already at table 1."""
    draft = pair_round(NO_REMATCH, asked([1, 2, 3, 4, 5, 6], met((1, 2)), met((2, 4), round=2)))
    assert sentences(draft, 2) == [
        "Places 2 and 5.",
        "No. 2 has already met no. 4 (round 2).",
        "Already at a better-placed table: no. 3.",
    ]


def test_clubs_teams_and_unwanted_meetings_are_called_so() -> None:
    clubs = {1: ("Aurora",), 2: ("Aurora",)}
    apart = pair_round(NO_REMATCH, asked([1, 2, 3, 4], clubs=clubs, settings=RoundSettings(avoid_clubs=True)))
    assert sentences(apart, 1) == ["Places 1 and 3.", "No. 1 is of the same club as no. 2."]
    team = pair_round(System.DANISH, asked([1, 2, 3, 4], teams={1: 7, 2: 7}))
    assert sentences(team, 1) == ["Places 1 and 3.", "No. 1 is of the same team as no. 2."]
    excluded = RoundSettings(excluded=((EntrantId(3), EntrantId(4)),))
    unwanted = pair_round(System.DANISH, asked([1, 2, 3, 4], settings=excluded))
    assert sentences(unwanted, 1) == [
        "Places 1 and 3.",
        "No. 1–no. 2 would leave no. 3–no. 4, which you wanted to keep apart.",
    ]


def test_who_plays_rather_than_rests_is_said_with_what_its_rest_would_do() -> None:
    """With 5 resting, teammates 1 and 3 or 1 and 2 would meet: no rematch in a first round."""
    team = pair_round(System.DANISH, asked([1, 2, 3, 4, 5], teams={1: 7, 2: 7, 3: 7}))
    assert sentences(team, 3) == [
        "No. 3 rests: of those who have not rested yet, it is the lowest whose rest harms the others least. With no. 5,"
        " no. 4 resting, more teammates would have to meet."
    ]
    excluded = RoundSettings(excluded=tuple((EntrantId(one), EntrantId(2)) for one in (1,)))
    unwanted = pair_round(System.DANISH, asked([1, 2, 3], settings=excluded))
    assert sentences(unwanted, 2) == [
        "No. 2 rests: of those who have not rested yet, it is the lowest whose rest harms the others least. With no. 3"
        " resting, there would have to be more meetings that you did not want."
    ]
    again = pair_round(NO_REMATCH, asked([1, 2, 3], met((1, 2))))
    assert sentences(again, 2) == [
        "No. 2 rests: of those who have not rested yet, it is the lowest whose rest harms the others least. With no. 3"
        " resting, more would have to meet again."
    ]


def test_neighbours_are_so_with_somebody_resting_between_them_or_gone() -> None:
    """The fourth of five rests, because the others already have; and a withdrawn pair keeps its place."""
    rested = met((1, 2), (3, 4), (5, None)), met((1, 3), (4, 5), (2, None), round=2)
    assert sentences(pair_round(System.DANISH, asked([3, 5, 4, 1, 2], *rested)), 2) == [
        "Neighbours among those to be paired: places 3 and 5. Between them: no. 1, which rests."
    ]
    request = replace(asked([1, 2, 4, 5], met((1, 2), (4, 5))), places={EntrantId(5): 5, EntrantId(4): 4})
    assert sentences(pair_round(System.DANISH, request), 2)[0] == "Neighbours in the ranking: places 4 and 5."
    gone = replace(asked([1, 3, 4, 5], met((1, 4), (3, 5))), places={EntrantId(n): n for n in (1, 3, 4, 5)})
    assert sentences(pair_round(System.DANISH, gone), 1) == ["Neighbours among those to be paired: places 1 and 3."]


def test_before_there_is_a_ranking_nothing_is_said_of_one() -> None:
    draft = pair_round(System.DANISH, asked([1, 2, 3]))
    assert sentences(draft, 1) == ["Neighbours in the list, since there is no ranking yet: places 1 and 2."]
    assert sentences(draft, 2) == ["No. 3 rests: the last in the list, since there is no ranking yet."]


def test_what_must_be_is_said_to_be_so() -> None:
    """With three of a team among four, two of them meet; with three of a club among four, too."""
    team = pair_round(System.REGISTRATION, asked([1, 2, 3, 4], teams={1: 7, 2: 7, 3: 7}))
    assert any("no round can do with fewer" in sentence for table in (1, 2) for sentence in sentences(team, table))
    clubs = dict.fromkeys((1, 2, 3), ("Aurora",))
    club = pair_round(System.DRAW, asked([1, 2, 3, 4], clubs=clubs))
    assert any("no round has fewer such tables" in sentence for table in (1, 2) for sentence in sentences(club, table))


def test_where_clubs_do_not_count_a_common_club_is_only_named() -> None:
    clubs = {1: ("Aurora",), 2: ("Aurora",)}
    assert sentences(pair_round(NO_REMATCH, asked([1, 2], clubs=clubs)), 1)[1:] == ["Same club: Aurora."]


def test_a_meeting_beyond_the_memory_is_named_and_not_counted() -> None:
    history = (met((1, 2), (3, 4)), met((1, 3), (2, 4), round=2))
    draft = pair_round(NO_REMATCH, asked([1, 2, 3, 4], *history, settings=RoundSettings(memory=1)))
    assert draft.rematches == 0
    assert sentences(draft, 1)[1:] == ["They met in round 1, which no longer counts."]
    everything = pair_round(NO_REMATCH, asked([1, 2, 3, 4], *history))
    assert [{table.ns, table.ew} for table in everything.tables] == [{1, 4}, {2, 3}]


@pytest.mark.parametrize("policy", list(Policy))
def test_every_place_passed_over_is_explained(policy: Policy) -> None:
    """In rounds without forced rematches, the window's proof explains each place passed over."""
    for seed in range(40):
        lot, order, history = Random(seed), list(range(1, 25)), list[TableResult]()
        for number in range(1, 9):
            request = PairingRequest(
                round=number,
                entrants=entrants(order),
                history=tuple(history),
                settings=RoundSettings(policy=policy),
            )
            draft = pair_round(NO_REMATCH, request)
            for table in draft.tables:
                first, *reasons = table.why
                if first.code is ReasonCode.RANK_DISTANCE:
                    between = int(str(first.facts["lower"])) - int(str(first.facts["upper"])) - 1
                    assert 0 < len(reasons) <= between, f"seed {seed}, round {number}"
                    for reason in reasons:
                        assert reason.facts.get("obstacle", Obstacle.MET) == Obstacle.MET
            history += results(draft, number)
            keys = {pair: place + lot.randint(0, 5) for place, pair in enumerate(order)}
            order.sort(key=keys.__getitem__)


def test_a_swiss_table_says_its_points_and_what_was_nearer() -> None:
    vp = {1: 20, 2: 20, 3: 20, 4: 20, 5: 10, 6: 10}
    draft = pair_round(System.SWISS, asked([1, 2, 3, 4, 5, 6], met((1, 3)), met((3, 4)), vp=vp))
    assert [{table.ns, table.ew} for table in draft.tables] == [{1, 4}, {2, 3}, {5, 6}]
    assert sentences(draft, 1) == ["Both have 20 VP.", "No. 1 has already met no. 3 (round 1)."]
    assert sentences(draft, 3) == ["Both have 10 VP."]
    # 1–2 and 3–4 would be as far from the fold, so the earlier meeting of 1 and 2 changes nothing.
    again = pair_round(System.SWISS, asked([1, 2, 3, 4], met((1, 3)), met((1, 2)), vp=dict.fromkeys(range(1, 5), 20)))
    assert [{table.ns, table.ew} for table in again.tables] == [{1, 4}, {2, 3}]
    assert sentences(again, 1) == ["Both have 20 VP.", "No. 1 has already met no. 3 (round 1)."]
    # In a large group, the nearer ones are around the fold, far from the group's end.
    many = list(range(1, 33))
    great = pair_round(System.SWISS, asked(many, met((1, 17)), vp=dict.fromkeys(many, 20)))
    assert "No. 1 has already met no. 17 (round 1)." in sentences(great, 1)
    odd = pair_round(System.SWISS, asked([1, 2, 3, 4], vp={1: 20, 2: 15, 3: 15, 4: 12}))
    assert sentences(odd, 1) == ["No. 1 has 20 VP, no. 2 15."]

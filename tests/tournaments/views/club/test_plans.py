"""Plans of an evening: filled into the settings, kept as the club's own, and departed from."""

import json

import pytest
from django.test import Client
from django.utils import translation

from pages.refusals import Refused
from tests.factories import make_tournament, play_round, start_round
from tests.tournaments.views.pages import html_of, said, text_of, url
from tournaments.forms.club.plan import plan_sent
from tournaments.interchange import InterchangeError, export_tournament, tournament_import
from tournaments.models import ClubPlan, Tournament
from tournaments.records import Carry, Cut, NamedSystem, System
from tournaments.records.defaults import usual_minutes
from tournaments.records.plans import USUAL_PLANS, Step
from tournaments.selectors.draws import planned_until
from tournaments.selectors.next_round import announced_for
from tournaments.services import plan_keep, tournament_change
from tournaments.wording.plan_announcement import rounds_announced

pytestmark = pytest.mark.django_db

NEW = "/en/tournaments/new/"
PLANS = "/en/club/plans/"
TYPED = {
    **{"name": "Coppa Aurora", "date": "2026-11-27", "venue": "Sala Blu", "kind": "pairs", "ruleset": "italian"},
    **{"hands_per_round": "2", "rounds_planned": "9", "scale": "hands", "missed_rounds": "zero", "entry": "slip"},
    **{"writing": "phones", "tie_breaks_0": "vp", "tie_breaks_1": "lot", "call_minutes": "7"},
    **{f"plan_{at}": "" for at in range(8)},
}
SIX_PARTS = ["mitchell", "danish", "mitchell", "danish", "swiss", "danish"]
CUT_IN_TWO = ["mitchell", {"gironi": 2, "carry": "half"}, "danish"]


def test_the_usual_plans_are_those_of_the_rules() -> None:
    assert {key: (plan.rounds, plan.hands) for key, plan in USUAL_PLANS.items()} == {
        **{"club_evening": (4, 4), "regional_5": (5, 4), "regional_6": (6, 3), "weekend": (11, 3)}
    }
    assert all(plan.minutes == usual_minutes(plan.hands) for plan in USUAL_PLANS.values())


def test_a_plan_fills_in_and_nothing_typed_is_lost(referee: Client) -> None:
    answer = referee.post(NEW, TYPED | {"name": "", "fill": "weekend"})
    assert answer.status_code == 200 and not Tournament.objects.exists()
    steps = "6 × Mitchell + 2 × Danish + cut into 3 gironi + 3 × Danish"
    assert f"11 rounds of 3 hands, 40 minutes each: {steps}. Nothing is saved yet." in text_of(answer)
    form = answer.context["form"]
    filled = {name: form.data.get(name) for name in ("hands_per_round", "rounds_planned", "round_minutes")}
    assert filled == {"hands_per_round": "3", "rounds_planned": "11", "round_minutes": "40"}
    assert 'value="Sala Blu"' in html_of(answer) and 'class="errors"' not in html_of(answer)
    assert form.data["writing"] == "phones" and form.data["tie_breaks_1"] == "lot"
    saved = referee.post(NEW, form.data.dict() | {"name": "Coppa Aurora", "fill": ""})
    assert saved.status_code == 302
    tournament = Tournament.objects.get()
    assert (tournament.venue, tournament.writing, tournament.round_minutes) == ("Sala Blu", "phones", 40)
    assert tournament.plan == ["mitchell"] * 6 + ["danish"] * 2 + [{"gironi": 3, "carry": "whole"}] + ["danish"] * 3


def test_the_club_keeps_a_plan_offers_it_and_deletes_it(referee: Client) -> None:
    tournament = make_tournament(rounds_planned=6, plan=SIX_PARTS, hands_per_round=2, round_minutes=20)
    keep = url("tournament_plan", tournament)
    assert "1 × Mitchell + 1 × Danish + 1 × Mitchell" in text_of(referee.get(keep))
    assert referee.post(keep, {"name": " Sei  pezzi "}).status_code == 302
    plan = ClubPlan.objects.get()
    assert (plan.name, plan.hands, plan.minutes, plan.systems) == ("Sei pezzi", 2, 20, SIX_PARTS)
    twice = referee.post(keep, {"name": "Sei pezzi"})
    assert twice.status_code == 422 and "Another plan has this name." in text_of(twice)
    assert "6 rounds of 2 hands, 20 minutes each" in text_of(referee.get(PLANS))

    filled = referee.post(NEW, TYPED | {"fill": f"own-{plan.pk}"}).context["form"]
    sent = filled.data.dict() | {"fill": "", "tie_breaks": ["vp", "lot"]}
    assert referee.post(NEW, sent).status_code == 302
    assert Tournament.objects.latest("pk").plan == SIX_PARTS

    assert said(referee.post(f"{PLANS}{plan.pk}/delete/")) == f"The plan “{plan.name}” is deleted."
    assert not ClubPlan.objects.exists() and "6 rounds of 2 hands" not in text_of(referee.get(NEW))


def test_a_tournament_without_systems_has_no_plan_to_keep(referee: Client) -> None:
    answer = referee.post(url("tournament_plan", make_tournament()), {"name": "Niente"})
    assert answer.status_code == 422 and "No systems are announced yet" in text_of(answer)
    assert not ClubPlan.objects.exists()


def test_the_journal_tells_of_new_and_deleted_plans(administrator: Client) -> None:
    plan = plan_keep(tournament=make_tournament(plan=["mitchell"], hands_per_round=4), name="Uno")
    administrator.post(f"{PLANS}{plan.pk}/delete/")
    journal = text_of(administrator.get("/en/club/journal/", {"kind": "club"}))
    assert "Plan of an evening deleted: Uno" in journal
    assert "New plan of an evening: Uno 1 round of 4 hands, 50 minutes each: 1 × Mitchell" in journal


def test_the_page_says_when_a_system_departs_from_the_plan(referee: Client) -> None:
    tournament = make_tournament(pairs=6, plan=["mitchell", "danish"])
    play_round(start_round(tournament, "mitchell"))
    new, asked = url("round_new", tournament), {"HTTP_HX_REQUEST": "true"}
    sentence = "Announced for this round was Danish"
    as_announced = referee.get(new, {"system": NamedSystem.DANISH}, **asked)
    another = referee.get(new, {"system": NamedSystem.SWISS}, **asked)
    assert sentence not in text_of(as_announced) and sentence in text_of(another)


def test_the_cut_is_a_step_of_the_evening_and_proposed_as_planned(referee: Client, client: Client) -> None:
    tournament = make_tournament(pairs=10, hands_per_round=2, rounds_planned=4, plan=[*CUT_IN_TWO, "swiss"])
    words = (
        "1 × Mitchell + cut into 2 gironi (half of the points are carried over, VP rounded up) + 1 × Danish + 1 × Swiss"
    )
    assert words in text_of(referee.get(url("tournament", tournament)))
    play_round(start_round(tournament, "mitchell"), seed=3)
    assert words in text_of(client.get(url("public_round", tournament, 1)))
    tournament.refresh_from_db()
    assert "Cut the ranking into 2 gironi" in text_of(referee.get(url("tournament", tournament)))
    due = "Announced: 2 gironi after round 1, and half of the points are carried over, VP rounded up."
    assert due in text_of(referee.get(url("round_new", tournament)))
    page = referee.get(url("gironi", tournament))
    assert due in text_of(page) and "Draw round 2 without a cut" in text_of(page)
    form = page.context["form"]
    assert (form["sizes"].value(), form["carry"].value()) == ("6 4", "half")
    sent = {"sizes": form["sizes"].value(), "carry": form["carry"].value()}
    assert referee.post(url("gironi_cut", tournament), sent).status_code == 302
    tournament.refresh_from_db()
    assert tournament.cut == Cut(after_round=1, carry=Carry.HALF) and tournament.cut_due(1) is None
    drawing = referee.get(url("round_new", tournament))
    assert "Announced for this round: Danish." in text_of(drawing) and due not in text_of(drawing)
    assert [announced_for(tournament, number) for number in (1, 2, 3, 4)] == ["mitchell", "danish", "swiss", None]


def test_a_cut_that_is_passed_over_is_proposed_no_more(referee: Client) -> None:
    tournament = make_tournament(pairs=10, hands_per_round=2, rounds_planned=4, plan=CUT_IN_TWO)
    play_round(start_round(tournament, "mitchell"), seed=3)
    play_round(start_round(tournament, "danish"), seed=4)
    tournament.refresh_from_db()
    assert "Draw round 3" in text_of(referee.get(url("tournament", tournament)))
    assert "Announced: 2 gironi" not in text_of(referee.get(url("round_new", tournament)))
    page = referee.get(url("gironi", tournament), {"gironi": "3"})
    assert "Announced: 2 gironi after round 1" in text_of(page) and page.context["form"]["sizes"].value() == "4 4 2"


def test_rounds_planned_alike_end_at_the_cut() -> None:
    plan = ["round_robin"] * 3 + [{"gironi": 2, "carry": "whole"}] + ["round_robin"] * 4
    tournament = make_tournament(rounds_planned=9, plan=plan)
    until = [planned_until(tournament, number, System.ROUND_ROBIN) for number in range(1, 10)]
    assert until == [3, 3, 3, 7, 7, 7, 7, 9, 9]
    assert planned_until(tournament, 2, System.MITCHELL) == 3 and planned_until(tournament, 5, System.MITCHELL) == 9
    tournament.cut_after, tournament.carry = 2, "whole"
    assert [planned_until(tournament, number, System.ROUND_ROBIN) for number in (1, 2, 3, 4)] == [3, 3, 7, 7]


CUT = {"gironi": 2, "carry": "whole"}
FAULTS = [
    ([CUT, "danish"], "The cut follows a round"),
    (["mitchell", CUT, "danish", CUT, "danish"], "leave one cut in the plan"),
    (["mitchell", "danish", "danish", "danish", CUT], "The gironi play at least one round"),
    (["knockout", CUT, "danish"], "A ranking is not cut after a knockout"),
]


@pytest.mark.parametrize(("plan", "sentence"), FAULTS)
def test_a_cut_that_cannot_be_made_is_refused(referee: Client, plan: list[Step], sentence: str) -> None:
    sent = TYPED | {"rounds_planned": "4"} | plan_sent(plan, 5)
    answer = referee.post(NEW, sent)
    assert answer.status_code == 422 and sentence in text_of(answer) and not Tournament.objects.exists()
    tournament = make_tournament(rounds_planned=4)
    with pytest.raises(Refused, match=sentence):
        tournament_change(tournament=tournament, changes={"plan": plan})
    exported = export_tournament(tournament)
    exported["tournament"] |= {"plan": plan, "slug": "other"}
    with pytest.raises(InterchangeError, match=sentence):
        tournament_import(text=json.dumps(exported))


@pytest.mark.parametrize("gironi", ["0", "1", "27", "-3", "x"])
def test_a_row_with_a_senseless_number_of_gironi_is_named(referee: Client, gironi: str) -> None:
    answer = referee.post(NEW, TYPED | {"plan_0": "1", "plan_1": "danish", "plan_2": gironi, "plan_3": "cut_half"})
    assert answer.status_code == 422 and answer.context["form"].errors["plan"]
    assert f'value="{gironi}"' in html_of(answer) and not Tournament.objects.exists()


def test_only_pairs_are_cut(referee: Client) -> None:
    answer = referee.post(NEW, TYPED | {"kind": "teams", "fill": ""} | plan_sent(CUT_IN_TWO, 4))
    assert answer.status_code == 422 and "Only the ranking of a tournament of pairs is cut" in text_of(answer)
    with pytest.raises(Refused, match="Only the ranking of a tournament of pairs is cut"):
        tournament_change(tournament=make_tournament(kind="teams"), changes={"plan": CUT_IN_TWO})


def test_the_club_keeps_a_plan_with_its_cut_and_the_poster_tells_it(referee: Client) -> None:
    tournament = make_tournament(rounds_planned=2, plan=CUT_IN_TWO)
    plan = plan_keep(tournament=tournament, name="Due gironi")
    filled = referee.post(NEW, TYPED | {"fill": f"own-{plan.pk}"}).context["form"]
    assert filled["plan"].value()[:6] == ["1", "mitchell", "2", "cut_half", "1", "danish"]
    sent = filled.data.dict() | {"fill": "", "tie_breaks": ["vp", "lot"]}
    assert referee.post(NEW, sent).status_code == 302
    assert Tournament.objects.latest("pk").plan == CUT_IN_TWO
    with translation.override("en"):
        lines = rounds_announced(CUT_IN_TWO)
    cut = "cut into 2 gironi (half of the points are carried over, VP rounded up)"
    assert lines == [("Round 1", "Mitchell"), ("After round 1", cut), ("Round 2", "Danish")]
    assert referee.get(url("sheet_how_to_play", tournament)).content.startswith(b"%PDF")

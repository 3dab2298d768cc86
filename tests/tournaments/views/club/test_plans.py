"""Plans of an evening: filled into the settings, kept as the club's own, and departed from."""

import pytest
from django.test import Client

from tests.factories import make_tournament, play_round, start_round
from tests.tournaments.views.pages import html_of, text_of, url
from tournaments.models import ClubPlan, Tournament
from tournaments.records import NamedSystem
from tournaments.records.defaults import usual_minutes
from tournaments.records.plans import USUAL_PLANS
from tournaments.services import plan_keep

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


def test_the_usual_plans_are_those_of_the_rules() -> None:
    assert {key: (plan.rounds, plan.hands) for key, plan in USUAL_PLANS.items()} == {
        **{"club_evening": (4, 4), "regional_5": (5, 4), "regional_6": (6, 3), "weekend": (11, 3)}
    }
    assert all(plan.minutes == usual_minutes(plan.hands) for plan in USUAL_PLANS.values())


def test_a_plan_fills_in_and_nothing_typed_is_lost(referee: Client) -> None:
    answer = referee.post(NEW, TYPED | {"name": "", "fill": "weekend"})
    assert answer.status_code == 200 and not Tournament.objects.exists()
    assert "11 rounds of 3 hands, 40 minutes each: 6 × Mitchell + 5 × Danish. Nothing is saved yet." in text_of(answer)
    shown = answer.context["form"]
    filled = {name: shown.data.get(name) for name in ("hands_per_round", "rounds_planned", "round_minutes")}
    assert filled == {"hands_per_round": "3", "rounds_planned": "11", "round_minutes": "40"}
    assert 'value="Sala Blu"' in html_of(answer) and 'class="errors"' not in html_of(answer)
    assert shown.data["writing"] == "phones" and shown.data["tie_breaks_1"] == "lot"
    saved = referee.post(NEW, shown.data.dict() | {"name": "Coppa Aurora", "fill": ""})
    assert saved.status_code == 302
    tournament = Tournament.objects.get()
    assert (tournament.venue, tournament.writing, tournament.round_minutes) == ("Sala Blu", "phones", 40)
    assert tournament.plan == ["mitchell"] * 6 + ["danish"] * 5


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

    assert referee.post(f"{PLANS}{plan.pk}/delete/").status_code == 302
    assert not ClubPlan.objects.exists() and "6 rounds of 2 hands" not in text_of(referee.get(NEW))


def test_a_tournament_without_systems_has_no_plan_to_keep(referee: Client) -> None:
    answer = referee.post(url("tournament_plan", make_tournament()), {"name": "Niente"})
    assert answer.status_code == 422 and "No systems are announced yet" in text_of(answer)
    assert not ClubPlan.objects.exists()


def test_the_journal_tells_what_was_kept(administrator: Client) -> None:
    plan = plan_keep(tournament=make_tournament(plan=["mitchell"], hands_per_round=4), name="Uno")
    administrator.post(f"{PLANS}{plan.pk}/delete/")
    journal = text_of(administrator.get("/en/club/journal/", {"kind": "club"}))
    assert "Plan of an evening deleted: Uno" in journal
    assert "New plan of an evening: Uno 1 round of 4 hands, 50 minutes each: 1 × Mitchell" in journal


def test_a_departure_from_the_plan_is_said(referee: Client) -> None:
    tournament = make_tournament(pairs=6, plan=["mitchell", "danish"])
    play_round(start_round(tournament, "mitchell"))
    new, asked = url("round_new", tournament), {"HTTP_HX_REQUEST": "true"}
    sentence = "Announced for this round was Danish"
    as_announced = referee.get(new, {"system": NamedSystem.DANISH}, **asked)
    another = referee.get(new, {"system": NamedSystem.SWISS}, **asked)
    assert sentence not in text_of(as_announced) and sentence in text_of(another)

"""The form for penalties: the club's infractions, warnings, confirmations, and undoing."""

import re
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from tests.factories import make_account, make_tournament, pair, play_round, start_round
from tests.tournaments.views.pages import html_of, said, text_of, url
from tournaments.forms.ranking import adjustments
from tournaments.models import Adjustment, Infraction, Tournament
from tournaments.records import System
from tournaments.selectors.infractions import infractions_of_club
from tournaments.services import adjustment_add, adjustment_remove
from tournaments.services.refusals import AdjustmentSentTwice
from tournaments.views.ranking import adjustments as views
from tournaments.wording.adjustments import sent_twice
from tournaments.wording.infractions import ANSWERS, SECOND_WARNING

pytestmark = pytest.mark.django_db

LATE = "Five to ten minutes late"
WARNING = {"pair": "3", "round": "1", "unit": "warning", "points": "", "reason": "Hint or comment to the partner"}
FINE = {"pair": "3", "round": "1", "unit": "mp", "points": "-100", "reason": LATE}


@pytest.fixture
def evening() -> Tournament:
    tournament = make_tournament(pairs=6)
    play_round(start_round(tournament))
    return tournament


def give(referee: Client, tournament: Tournament, **sent: str) -> Any:
    return referee.post(url("adjustments", tournament), FINE | sent)


def given() -> list[tuple[int, int, bool]]:
    return [(adjustment.mp, adjustment.vp, adjustment.felt) for adjustment in Adjustment.objects.order_by("pk")]


@pytest.mark.parametrize(
    ("sent", "counted"),
    [
        ({"unit": "mp"}, (-100, 0, True)),
        ({"unit": "mp_own"}, (-100, 0, False)),
        ({"unit": "vp", "points": "-2"}, (0, -2, True)),
        ({"unit": "vp_and_mp", "points": "-1"}, (-105, -1, False)),
        ({"unit": "warning", "points": ""}, (0, 0, True)),
    ],
)
def test_every_measure_counts_as_it_says(
    referee: Client, evening: Tournament, sent: dict[str, str], counted: tuple[int, int, bool]
) -> None:
    assert give(referee, evening, **sent).status_code == 302
    assert given() == [counted]


def known(referee: Client, tournament: Tournament) -> str:
    """Return what the form on the page knows of the adjustments given."""
    found = re.search(r'name="last_known" value="(\d+)"', html_of(referee.get(url("adjustments", tournament))))
    assert found is not None
    return found[1]


@pytest.mark.parametrize("sent", [FINE, WARNING])
def test_a_form_that_is_sent_twice_counts_once(referee: Client, evening: Tournament, sent: dict[str, str]) -> None:
    """After a double click, or when the answer was lost; the next form of the same kind counts again."""
    form = sent | {"last_known": known(referee, evening)}
    for _time in range(2):
        assert give(referee, evening, **form).status_code == 302
    assert len(given()) == 1
    assert "was sent twice, and counts once" in text_of(referee.get(url("adjustments", evening)))
    adjustment_remove(adjustment=Adjustment.objects.get())
    give(referee, evening, **form)
    assert given() == []
    give(referee, evening, **sent | {"last_known": known(referee, evening)})
    give(referee, evening, **form | {"pair": "4"})
    assert len(given()) == 2


def test_the_same_adjustment_of_another_referee_counts(referee: Client, evening: Tournament) -> None:
    form, other = FINE | {"last_known": known(referee, evening)}, Client()
    other.force_login(make_account("bruno"))
    for browser in (referee, other):
        give(browser, evening, **form)
    assert len(given()) == 2


def test_two_clicks_at_once_count_once(evening: Tournament) -> None:
    """Both pass the form before either is saved: the service looks again, under the tournament's lock."""
    about = {"round": evening.rounds.get(), "pair": pair(evening, 3), "mp": -100, "reason": LATE, "last_known": 0}
    adjustment_add(**about)  # type: ignore[arg-type]
    with pytest.raises(AdjustmentSentTwice):
        adjustment_add(**about)  # type: ignore[arg-type]
    assert len(given()) == 1


@pytest.mark.parametrize("sent", ["", "x", "-1", "9" * 30])
def test_a_form_without_what_it_knows_counts(referee: Client, evening: Tournament, sent: str) -> None:
    assert give(referee, evening, last_known=sent).status_code == 302
    assert len(given()) == 1


@pytest.mark.parametrize("index", range(len(ANSWERS)))
def test_an_infraction_fills_the_form_and_keeps_what_was_typed(
    referee: Client, evening: Tournament, index: int
) -> None:
    with translation.override("en"):
        infraction = infractions_of_club()[index]
    asked = {"infraction": infraction.key, "pair": "4", "reason": "", "round": "1"}
    response = referee.get(url("adjustments", evening), asked)
    form = response.context["form"]
    assert (form["pair"].value(), form["round"].value()) == ("4", "1")
    assert str(pair(evening, 4).player2) in text_of(response)
    if infraction.at_the_table:
        assert "Tables of round 1" in text_of(response)
    else:
        filled = (form["reason"].value(), form["unit"].value(), form["points"].value())
        assert filled == (infraction.title, infraction.measure, infraction.points)


def test_what_is_answered_with_an_assigned_score_takes_its_reason_and_article_to_the_table(
    referee: Client, evening: Tournament
) -> None:
    own = Infraction.objects.create(title="Mani scambiate", article="12.3", measure="arbitral")
    start_round(evening, System.MITCHELL, step=1)
    unknown = referee.get(url("adjustments", evening), {"infraction": str(own.pk)})
    assert "table 2" not in text_of(unknown)
    # Once the pair is typed, the page sends the whole form again, including the chosen infraction.
    assert f'name="infraction" value="{own.pk}"' in html_of(unknown)
    page = html_of(referee.get(url("adjustments", evening), {"infraction": str(own.pk), "pair": "3"}))
    links = re.findall(r'href="([^"]+/arbitral/[^"]+)"', page)
    assert len(links) == 2
    assert links[1].startswith(url("table_arbitral", evening, 1, 2))
    form = referee.get(links[1]).context["award"]
    assert (form["reason"].value(), form["article"].value()) == ("Mani scambiate", "12.3")
    # The figures of the table stay.
    assert form["ns_vp"].value() is not None
    assert referee.get(url("table_arbitral", evening, 1, 2), {"infraction": "\0"}).status_code == 200


def test_a_pair_is_found_by_any_part_of_a_name_and_one_that_several_have_is_asked_about(
    referee: Client, evening: Tournament
) -> None:
    third = pair(evening, 3)
    assert give(referee, evening, pair=third.player2.last_name.upper()).status_code == 302
    assert Adjustment.objects.get().pair == third
    everybody = give(referee, evening, pair="Ada")
    assert everybody.status_code == 422
    assert f"Several are called Ada: 1 {pair(evening, 1)}, 2 " in text_of(everybody)
    options = referee.get(url("adjustment_complete", evening), {"q": third.player1.last_name[:4]})
    assert f'data-name="3 {third}"' in html_of(options).replace("&#x27;", "'").replace("\n", " ")


@pytest.mark.parametrize(("named", "more"), [(5, " …"), (6, "")])
def test_of_many_whom_a_name_means_the_first_are_named(
    referee: Client, evening: Tournament, monkeypatch: pytest.MonkeyPatch, named: int, more: str
) -> None:
    monkeypatch.setattr(adjustments, "MOST_PAIRS_NAMED", named)
    (sentence,) = give(referee, evening, pair="Ada").context["form"].errors["pair"]
    assert f"{named} {pair(evening, named)}{more}" in sentence
    assert ("…" in sentence) is bool(more) and f"{named + 1} " not in sentence


def test_two_presses_at_the_same_moment_are_told_to_whoever_came_second(
    referee: Client, evening: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    def is_given(**_facts: object) -> None:
        raise AdjustmentSentTwice("Given already.")

    monkeypatch.setattr(views, "adjustment_add", is_given)
    answer = give(referee, evening)
    assert answer["Location"] == url("adjustments", evening) and said(answer) == sent_twice()


def test_a_warning_has_no_sign_to_ask_about(referee: Client, evening: Tournament) -> None:
    Infraction.objects.create(title="Helped a guest", measure="mp", points=50)
    assert give(referee, evening, **WARNING | {"reason": "Helped a guest"}).status_code == 302


def test_a_missing_minus_is_asked_about_once_and_either_answer_is_one_press(
    referee: Client, evening: Tournament
) -> None:
    asked = give(referee, evening, points="100")
    assert asked.status_code == 422
    assert "is a penalty, and +100 would be a gift" in text_of(asked)
    assert given() == []
    question = asked.context["question"].about
    give(referee, evening, points="100", otherwise=question)
    give(referee, evening, points="100", as_typed=question)
    assert given() == [(-100, 0, True), (100, 0, True)]
    # An answer for another number does not count, and a reason of the referee's own needs none.
    assert give(referee, evening, points="200", as_typed=question).status_code == 422
    assert give(referee, evening, points="-50", otherwise=question).status_code == 302
    assert give(referee, evening, points="50", reason="for helping").status_code == 302
    assert given()[2:] == [(-50, 0, True), (50, 0, True)]


def test_a_bonus_with_a_minus_is_asked_about_too(referee: Client, evening: Tournament) -> None:
    Infraction.objects.create(title="Wrong table named by the desk", measure="mp", points=50)
    asked = give(referee, evening, points="-50", reason="Wrong table named by the desk")
    assert "is a bonus, but −50 is a penalty" in text_of(asked)
    assert asked.context["question"].otherwise == "Make it +50" and asked.context["question"].as_typed == "−50 is right"
    smallest = give(referee, evening, unit="vp", points="1").context["question"]
    assert "is a penalty, and +1 would be a gift." in smallest.sentence and smallest.otherwise == "Make it −1"
    assert smallest.instead == {"points": "-1"}
    assert give(referee, evening, points="50", reason="Wrong table named by the desk").status_code == 302


def test_the_second_warning_of_a_pair_proposes_what_the_list_says(referee: Client, evening: Tournament) -> None:
    third = pair(evening, 3)
    player = str(third.player2.pk)
    assert give(referee, evening, **WARNING, player=player).status_code == 302
    assert give(referee, evening, **WARNING | {"pair": "4"}).status_code == 302
    second = give(referee, evening, **WARNING)
    text = text_of(second)
    assert f"Warned before: 1 ({third.player2} 1)." in text
    assert "A second warning costs −1 VP, −105 MP with no effect on the opponents." in text
    question = second.context["question"].about
    assert give(referee, evening, **WARNING, as_typed=question).status_code == 302
    third_time = give(referee, evening, **WARNING).context["question"].about
    assert third_time != question
    assert give(referee, evening, **WARNING, otherwise=third_time).status_code == 302
    assert given() == [(0, 0, True)] * 3 + [(-105, -1, False)]
    listed = text_of(referee.get(url("adjustments", evening)))
    assert f"warning Round 1, 3 {third} {third.player2}: Hint" in listed
    assert "warning no. 2 of theirs" in listed
    page = text_of(referee.get(url("public_pair", evening, 3)))
    assert f"Referee: warning · {third.player2}: Hint or comment to the partner" in page


@pytest.mark.parametrize(
    ("changed", "costs"),
    [
        ({"measure": "vp", "points": "-2"}, "A second warning costs −2 VP."),
        ({"measure": "mp_own", "points": "-50"}, "A second warning costs −50 MP with no effect on the opponents."),
        ({"measure": "warning", "points": ""}, ""),
        ({"measure": "arbitral", "points": ""}, ""),
        (None, ""),
    ],
)
def test_a_second_warning_costs_what_the_club_says_if_it_costs_anything(
    administrator: Client, evening: Tournament, changed: dict[str, str] | None, costs: str
) -> None:
    address = f"/en/club/infractions/{SECOND_WARNING}/"
    if changed is None:
        administrator.post(f"{address}leave-out/")
    else:
        form = {"title": "Second", "article": "", **changed}
        assert administrator.post(address, form).status_code == 302
    assert give(administrator, evening, **WARNING).status_code == 302
    second = give(administrator, evening, **WARNING)
    assert second.status_code == (422 if costs else 302)
    assert not costs or f"Warned before: 1. {costs}" in text_of(second)


def test_the_warnings_of_each_player_are_told_by_name(referee: Client, evening: Tournament) -> None:
    third = pair(evening, 3)
    for player in (third.player2, third.player1):
        adjustment_add(round=evening.rounds.get(), pair=third, reason="Noise", player=player)
    first, second = sorted(map(str, third.players))
    assert re.search(rf"Warned before: 2 \({first} 1\W+{second} 1\)", text_of(give(referee, evening, **WARNING)))


def test_what_was_taken_back_is_given_again_as_it_was(referee: Client, evening: Tournament) -> None:
    fine = {"mp": -100, "vp": -1, "felt": False, "reason": "Late", "article": "9"}
    first = adjustment_add(round=evening.rounds.get(), pair=pair(evening, 3), **fine)  # type: ignore[arg-type]
    adjustment_remove(adjustment=Adjustment.objects.get())
    key = Adjustment.history.latest().id
    assert "Removed" in text_of(referee.get(url("adjustments", evening)))
    evening.refresh_from_db()
    revision = evening.revision
    assert said(referee.post(url("adjustment_give_again", evening, key))) == "The adjustment counts again."
    referee.post(url("adjustment_give_again", evening, key))
    evening.refresh_from_db()
    assert evening.revision == revision + 1, "phones would go on showing the ranking of before"
    twice = referee.post(url("adjustment_give_again", evening, key))
    assert twice["Location"] == url("adjustments", evening) and said(twice).endswith("It has already been given again.")
    again = Adjustment.objects.get()
    assert {name: getattr(again, name) for name in fine} == fine
    assert (again.pair_id, again.made_by and again.made_by.username) == (first.pair_id, "anna")
    assert "Removed" not in text_of(referee.get(url("adjustments", evening)))
    removed = referee.post(url("adjustment_remove", evening, again.pk))
    assert removed["Location"] == url("adjustments", evening)
    assert said(removed).endswith("The adjustment is removed; the history keeps it.")
    made = adjustment_add(round=evening.rounds.get(), pair=pair(evening, 2), mp=-100, reason="Late")
    Tournament.objects.filter(pk=evening.pk).update(state=Tournament.State.FINAL)
    refused = referee.post(url("adjustment_remove", evening, made.pk))
    assert refused["Location"] == url("adjustments", evening) and "is final" in said(refused)
    assert Adjustment.objects.count() == 1


def test_the_ranking_notes_every_adjustment_on_screen_and_phone(referee: Client, evening: Tournament) -> None:
    give(referee, evening, unit="mp_own", article="9")
    note = f"Round 1, {pair(evening, 3)}: −100 MP with no effect on the opponents, {LATE} (9)"
    assert f"* {note}" in text_of(referee.get(url("ranking", evening)))
    in_public = text_of(referee.get(url("public_ranking", evening)))
    assert note in in_public and f"* {note}" not in in_public, "no column there has a star"


def test_the_list_is_the_clubs_to_change(administrator: Client, evening: Tournament) -> None:
    changed = {"title": "Late", "article": "art. 20", "measure": "mp", "points": "-150"}
    assert said(administrator.post("/en/club/infractions/late_5_to_10/", changed)) == "“Late” is saved."
    own = {"title": "Drinks on the table", "article": "", "measure": "vp", "points": "-1"}
    assert administrator.post("/en/club/infractions/new/", own).status_code == 302
    left_out = administrator.post("/en/club/infractions/conduct/leave-out/")
    assert "“Unfair behaviour” has been removed from the list." in said(left_out)
    picker = text_of(administrator.get(url("adjustments", evening)))
    assert "Late −150 MP · art. 20" in picker
    assert "Drinks on the table −1 VP" in picker
    assert "infraction=conduct" not in html_of(administrator.get(url("adjustments", evening)))
    page = text_of(administrator.get("/en/club/infractions/"))
    assert "Left out by the club Unfair behaviour" in page
    for key in ("late_5_to_10", "conduct"):
        reset = administrator.post(f"/en/club/infractions/{key}/as-usual/")
        assert "The infraction is as it was." in said(reset)
    number = Infraction.objects.get().pk
    assert administrator.post(f"/en/club/infractions/{number}/leave-out/").status_code == 302
    assert not Infraction.objects.exists()
    assert [infraction.key for infraction in infractions_of_club()] == list(ANSWERS)


@pytest.mark.parametrize(
    ("measure", "answer"),
    [
        ("warning", "warning"),
        ("arbitral", "assigned score"),
        ("absence", "counts as absent"),
        ("in_hand", "cards counted as in hand"),
    ],
)
def test_an_answer_without_points_is_in_the_list_by_its_name(
    administrator: Client, evening: Tournament, measure: str, answer: str
) -> None:
    own = {"title": "Drinks on the table", "article": "", "measure": measure, "points": ""}
    assert administrator.post("/en/club/infractions/new/", own).status_code == 302
    assert f"Drinks on the table {answer}" in text_of(administrator.get("/en/club/infractions/"))


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        ({"points": "-33"}, "-33 is not a multiple of 5"),
        ({"measure": "warning"}, "This answer has no points"),
        ({"title": " "}, "This field is required."),
        ({"measure": "jail"}, "Select a valid choice."),
    ],
)
def test_a_wrong_infraction_is_refused_with_everything_typed(
    administrator: Client, sent: dict[str, str], sentence: str
) -> None:
    typed = {"title": "Late", "article": "", "measure": "mp", "points": "-150"} | sent
    response = administrator.post("/en/club/infractions/new/", typed)
    assert response.status_code == 422
    assert sentence in text_of(response)
    assert {name: response.context["form"][name].value() for name in typed} == typed
    assert not Infraction.objects.exists()


@pytest.mark.parametrize("key", ["nothing", "999", "0"])
def test_an_infraction_that_is_not_there_is_not_found(administrator: Client, key: str) -> None:
    for end in ("", "leave-out/", "as-usual/"):
        assert administrator.post(f"/en/club/infractions/{key}/{end}", {}).status_code == 404

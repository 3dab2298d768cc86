"""Choosing the system of a round: the settings, the proposals, and the forecast before the draw."""

import re
from html import unescape
from itertools import product
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.http import HttpResponse
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.factories import (
    AT,
    draft_round,
    make_teams,
    make_tournament,
    pair,
    play_round,
    play_table,
    slip,
    start_round,
)
from tests.tournaments.views.pages import html_of, text_of, url
from tournaments.models import Pair, Player, Round, Tournament
from tournaments.pairing.systems import SYSTEMS
from tournaments.records import EntrantId, Fold, Movement, NamedSystem, Policy, RoundSettings, System
from tournaments.selectors.next_round import SETTINGS_OF, proposed_qualifiers
from tournaments.services import (
    draft_exclude,
    draft_redraw,
    pair_add,
    pair_set_status,
    pairs_check_in,
    round_draft,
    round_publish,
    tournament_change,
)

pytestmark = pytest.mark.django_db


def systems_offered(response: HttpResponse) -> list[str]:
    return re.findall(r'name="system" value="(\w+)"', html_of(response))


def initial_of(response: Any) -> dict[str, Any]:
    initial: dict[str, Any] = response.context["form"].initial
    return initial


def outlook(referee: Client, tournament: Tournament, **chosen: str) -> str:
    """Return the forecast that htmx gets while the referee chooses."""
    return text_of(referee.get(url("round_new", tournament), chosen, headers={"HX-Request": "true"}))


def drafted(referee: Client, tournament: Tournament, **chosen: str) -> Round:
    response = referee.post(url("round_new", tournament), chosen)
    assert response.status_code == 302, text_of(response)
    return tournament.rounds.latest("number")


# --- The systems and their settings --------------------------------------------------------------------------------


def test_pairs_and_teams_have_every_system_but_that_of_players(referee: Client) -> None:
    everything = [named.value for named in NamedSystem if named is not NamedSystem.INDIVIDUAL]
    assert {NamedSystem(name).system for name in everything} == SYSTEMS.keys() - {System.INDIVIDUAL}
    assert systems_offered(referee.get(url("round_new", make_tournament(pairs=4)))) == everything
    assert systems_offered(referee.get(url("round_new", make_teams(2)))) == everything


def test_players_have_a_system_of_their_own(referee: Client) -> None:
    page = referee.get(url("round_new", make_tournament(kind="individual", pairs=8)))
    assert systems_offered(page) == ["individual"]
    assert "8 players are here." in text_of(page)


def test_every_setting_says_which_systems_read_it(referee: Client) -> None:
    html = html_of(referee.get(url("round_new", make_tournament(pairs=4))))
    read_by: dict[str, set[str]] = {}
    for systems, inside in re.findall(r'<div data-read-by="([\w ]+)">(.*?name="\w+".*?)</div>', html, re.DOTALL):
        name = re.search(r'name="(\w+)"', inside)
        assert name is not None
        read_by[name[1]] = set(systems.split())
    wanted: dict[str, set[str]] = {}
    for system, names in SETTINGS_OF.items():
        for name in names:
            wanted.setdefault(name, set()).add(system.value)
    # The decision after a tie is requested only if there is a tie.
    del wanted["advance"]
    assert read_by == wanted


@pytest.mark.parametrize(
    ("chosen", "settings"),
    [
        ({"system": "draw", "memory": "2"}, RoundSettings(memory=2)),
        ({"system": "mitchell", "step": "3"}, RoundSettings(step=3)),
        (
            {"system": "danish_no_rematch", "policy": "min_square", "memory": "1", "avoid_clubs": "yes"},
            RoundSettings(policy=Policy.MIN_SQUARE, memory=1, avoid_clubs=True),
        ),
        (
            {"system": "swiss", "fold": "adjacent", "avoid_clubs": "yes"},
            RoundSettings(fold=Fold.ADJACENT, avoid_clubs=True),
        ),
        ({"system": "round_robin", "legs": "2", "groups": "2"}, RoundSettings(legs=2, groups=2)),
        (
            {"system": "knockout", "qualifiers": "4", "third_place": "no"},
            RoundSettings(qualifiers=4, third_place=False),
        ),
        ({"system": "knockout", "qualifiers": ""}, RoundSettings()),
        ({"system": "registration", "step": "5", "legs": "2"}, RoundSettings()),
        # An empty field is as if it was not sent.
        ({"system": "mitchell", "step": "", "start_by_lot": "", "sections": ""}, RoundSettings(step=1)),
        ({"system": "danish_no_rematch", "policy": "", "avoid_clubs": ""}, RoundSettings()),
        ({"system": "swiss", "fold": ""}, RoundSettings()),
        ({"system": "round_robin", "legs": "", "groups": ""}, RoundSettings()),
        ({"system": "knockout", "qualifiers": "", "third_place": ""}, RoundSettings()),
    ],
)
def test_what_is_chosen_reaches_the_draft(referee: Client, chosen: dict[str, str], settings: RoundSettings) -> None:
    assert drafted(referee, make_tournament(pairs=8), **chosen).chosen == settings


def test_the_modified_danish_avoids_the_round_before_and_leaves_the_last_one_free(referee: Client) -> None:
    tournament = make_tournament(pairs=8, hands_per_round=2, rounds_planned=3)
    first = start_round(tournament, System.DANISH_NO_REMATCH, memory=1)
    assert "Modified Danish" in text_of(referee.get(url("round", tournament, first.number)))
    play_round(first)
    # The same system is proposed again, and "without rematches" does not inherit the memory of one round.
    initial = initial_of(referee.get(url("round_new", tournament)))
    assert (initial["system"], initial["memory"]) == (NamedSystem.DANISH_MODIFIED, None)
    second = drafted(referee, tournament, system="danish_modified", policy="min_square", memory="7")
    assert (second.system, second.chosen) == ("danish_no_rematch", RoundSettings(policy=Policy.MIN_SQUARE, memory=1))
    play_round(round_publish(round=second, at=AT))
    assert "leaves free" in outlook(referee, tournament, system="danish_modified")
    last = drafted(referee, tournament, system="danish_modified", policy="min_square")
    assert (last.system, last.chosen) == ("danish", RoundSettings())


@pytest.mark.parametrize(("typed", "movement"), [("", None), ("whist", Movement.WHIST), ("danish", Movement.DANISH)])
def test_players_choose_how_partners_change(referee: Client, typed: str, movement: Movement | None) -> None:
    tournament = make_tournament(kind="individual", pairs=8)
    assert drafted(referee, tournament, system="individual", movement=typed).chosen.movement is movement


NONSENSE = ("-1", "abc", "1" + "0" * 30, "\x00", "🂡", "1.5", "9" * 5000, "0")
FIELDS = (
    ("draw", "memory"),
    ("round_robin", "groups"),
    ("round_robin", "legs"),
    ("knockout", "qualifiers"),
    ("knockout", "third_place"),
    ("swiss", "fold"),
    ("danish_no_rematch", "policy"),
    ("draw", "seed"),
)


def test_nonsense_is_answered_with_a_sentence_and_stays(referee: Client) -> None:
    tournament, otherwise = make_tournament(pairs=4), []
    for (system, field), nonsense in product(FIELDS, NONSENSE):
        if (field, nonsense) == ("seed", "0"):
            continue
        response = referee.post(url("round_new", tournament), {"system": system, field: nonsense})
        again = referee.get(
            url("round_new", tournament), {"system": system, field: nonsense}, headers={"HX-Request": "true"}
        )
        drawn = tournament.rounds.exists() or "error-sentence" not in html_of(response)
        if drawn or response.status_code != 422 or again.status_code not in (200, 409):
            otherwise.append((system, field, nonsense, response.status_code, again.status_code))
    assert otherwise == []


def test_zero_is_a_seed(referee: Client) -> None:
    tournament = make_tournament(pairs=4)
    chosen = {"system": "draw", "seed": "0"}
    assert referee.post(url("round_new", tournament), chosen).status_code == 302
    again = referee.get(url("round_new", tournament), chosen, headers={"HX-Request": "true"})
    assert again.status_code in (200, 409)


def test_nonsense_where_the_system_does_not_look_does_not_matter(referee: Client) -> None:
    tournament = make_tournament(pairs=4)
    assert drafted(referee, tournament, system="draw", step="abc", qualifiers="-4").system == System.DRAW


def test_eleven_tables_are_eleven_tables_wherever_they_are_named(referee: Client) -> None:
    """Of 23 pairs one rests, so no sentence counts its half table among the played ones."""
    tournament = make_tournament(pairs=23, hands_per_round=2)
    play_round(start_round(tournament, System.DRAW))
    page = referee.get(url("round_new", tournament), {"system": "mitchell"})
    assert "Suggested step 1: nobody meets again for" in text_of(page)
    texts = [text_of(page), outlook(referee, tournament, system="mitchell", step="5")]
    texts.append(outlook(referee, tournament, system="mitchell", step="40"))
    assert "This would give 11 tables." in texts[1]
    assert "here the step goes from 1 to 11" in texts[2]
    assert "12 tables" not in " ".join(texts)


def test_what_counts_as_met_no_longer_is_not_called_never(referee: Client) -> None:
    tournament = make_tournament(pairs=4, hands_per_round=2)
    for _round in range(3):
        play_round(start_round(tournament, System.DANISH_NO_REMATCH))
    text = outlook(referee, tournament, system="danish_no_rematch", memory="1")
    assert "No rematches among the rounds that count" in text


def test_a_club_corrected_after_the_draw_counts_in_the_draft(referee: Client) -> None:
    tournament = make_tournament(pairs=4)
    draft_round(tournament, System.REGISTRATION)
    assert "no pairs of the same club meet" in text_of(referee.get(url("round", tournament, 1)))
    Player.objects.update(club="ASD Aurora")
    page = text_of(referee.get(url("round", tournament, 1)))
    assert "At 2 tables two pairs are of the same club: tables 1, 2." in page
    assert page.count("Same club: ASD Aurora.") == 2


# --- Proposals ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("system", [System.ROUND_ROBIN, System.KNOCKOUT, System.SWISS, System.DANISH])
def test_after_most_systems_comes_the_same_again(referee: Client, system: System) -> None:
    tournament = make_tournament(pairs=8, hands_per_round=2)
    play_round(start_round(tournament, system))
    assert initial_of(referee.get(url("round_new", tournament)))["system"] == system


def test_a_run_goes_on_with_the_settings_that_it_began_with(referee: Client) -> None:
    tournament = make_tournament(pairs=8, hands_per_round=2)
    play_round(start_round(tournament, System.ROUND_ROBIN, groups=2, legs=2))
    initial = initial_of(referee.get(url("round_new", tournament)))
    assert (initial["groups"], initial["legs"]) == (2, 2)
    again = drafted(referee, tournament, system="round_robin")
    assert again.chosen == RoundSettings(groups=2, legs=2)


def test_another_round_robin_begins_where_the_referee_says_so(referee: Client) -> None:
    """Another number of groups deals the pairs again, and everybody meets everybody from the start."""
    tournament = make_tournament(pairs=8, hands_per_round=2, rounds_planned=6)
    play_round(start_round(tournament, System.ROUND_ROBIN, groups=2))
    other = {"system": "round_robin", "groups": "1"}
    refused = "The round robin that began in round 1 is still on."
    assert refused in outlook(referee, tournament, **other)
    answer = referee.post(url("round_new", tournament), other)
    assert answer.status_code == 422 and refused in text_of(answer)
    with pytest.raises(CommandError, match=refused):
        call_command("pair_round", tournament.slug, system="round_robin")
    assert not tournament.rounds.filter(number=2).exists()
    assert refused not in outlook(referee, tournament, **other, new_run="on")
    draft = drafted(referee, tournament, **other, new_run="on")
    assert draft.chosen.groups == 1
    # A confirmed question is not asked again.
    assert draft_redraw(round=draft, seed=5).chosen.groups == 1
    assert refused not in text_of(referee.get(url("round_new", tournament)))
    assert drafted(referee, tournament, **other).chosen.groups == 1


def test_after_a_round_robin_that_is_over_another_begins_without_a_question(referee: Client) -> None:
    tournament = make_tournament(pairs=4, hands_per_round=2, rounds_planned=6)
    play_round(start_round(tournament, System.ROUND_ROBIN, groups=2))
    page = referee.get(url("round_new", tournament))
    assert "new_run" not in page.context["form"].fields
    assert drafted(referee, tournament, system="round_robin", groups="1").chosen.groups == 1


def test_a_setting_is_proposed_as_it_was_chosen_last_whatever_came_between(referee: Client) -> None:
    tournament = make_tournament(pairs=12, hands_per_round=2)
    play_round(start_round(tournament, System.DANISH_NO_REMATCH, policy=Policy.MIN_SQUARE, memory=2))
    play_round(start_round(tournament, System.MITCHELL, step=1))
    initial = initial_of(referee.get(url("round_new", tournament)))
    assert (initial["policy"], initial["memory"], initial["step"]) == (Policy.MIN_SQUARE, 2, 1)


@pytest.mark.parametrize(("third_place", "proposed"), [(True, "yes"), (False, "no")])
def test_a_match_for_third_place_is_proposed_as_it_was_chosen(
    referee: Client, third_place: bool, proposed: str
) -> None:
    tournament = make_tournament(pairs=8, hands_per_round=2)
    play_round(start_round(tournament, System.KNOCKOUT, qualifiers=4, third_place=third_place))
    assert initial_of(referee.get(url("round_new", tournament)))["third_place"] == proposed


@pytest.mark.parametrize(
    ("here", "rounds_left", "qualifiers"),
    [(40, 3, 8), (40, 2, 4), (40, 1, 2), (40, 9, 8), (40, 0, 2), (6, 3, 4), (3, 3, 2), (2, 1, 2), (1, 3, None)],
)
def test_as_many_qualify_as_the_rounds_left_bring_to_a_final(
    here: int, rounds_left: int, qualifiers: int | None
) -> None:
    assert proposed_qualifiers(here, rounds_left) == qualifiers


def test_the_bracket_proposed_fits_the_evening(referee: Client) -> None:
    tournament = make_tournament(pairs=20, hands_per_round=2, rounds_planned=3)
    play_round(start_round(tournament, System.DANISH))
    assert initial_of(referee.get(url("round_new", tournament)))["qualifiers"] == 4
    assert "This would give 2 tables." in outlook(referee, tournament, system="knockout", qualifiers="4")


def test_what_the_draft_excluded_stays_when_the_rest_is_chosen_again(referee: Client) -> None:
    tournament = make_tournament(pairs=8, hands_per_round=2)
    round_ = draft_round(tournament, System.DRAW)
    draft_exclude(round=round_, one=EntrantId(3), other=EntrantId(5), exclude=True)
    again = drafted(referee, tournament, system="swiss", fold="adjacent")
    assert again.chosen == RoundSettings(fold=Fold.ADJACENT, excluded=((EntrantId(3), EntrantId(5)),))


def test_what_a_draft_excluded_is_forgotten_in_the_next_round(referee: Client) -> None:
    tournament = make_tournament(pairs=8, hands_per_round=2)
    play_round(start_round(tournament, System.DRAW, excluded=((EntrantId(3), EntrantId(5)),)))
    assert drafted(referee, tournament, system="swiss").chosen == RoundSettings()


# --- Advancing after a tie -------------------------------------------------------------------------------------------


def semi_finals_with_a_tie() -> Tournament:
    """Create semi-finals in which 1 and 4 are level, and 2 beats 3."""
    tournament = make_tournament(pairs=4, hands_per_round=2, rounds_planned=3)
    round_ = start_round(tournament, System.KNOCKOUT)
    for table in round_.tables.order_by("number"):
        level = {table.ns.number, table.ew.number if table.ew else 0} == {1, 4}
        ns_wins = table.ns.number == 2
        high, low = (300, 120), (0, 85)
        ns, ew = (high, high) if level else (high, low) if ns_wins else (low, high)
        play_table(table, *[slip(*ns, other_base=ew[0], other_points=ew[1])] * 2)
    return tournament


def close(tournament: Tournament) -> Tournament:
    play_round(tournament.rounds.latest("number"))
    return tournament


def test_a_tied_table_asks_who_goes_on_and_proposes_the_better_seed(referee: Client) -> None:
    tournament = close(semi_finals_with_a_tie())
    page = referee.get(url("round_new", tournament))
    (tie,) = page.context["form"].ties
    assert (tie.better.id, tie.other.id) == (1, 4)
    assert f"Table {tie.table} was a tie: who goes on" in text_of(page)
    final = drafted(referee, tournament, system="knockout", qualifiers="").tables.get(number=1)
    assert {final.ns.number, final.ew and final.ew.number} == {1, 2}


def test_the_referee_sends_the_other_one_on(referee: Client) -> None:
    tournament = close(semi_finals_with_a_tie())
    (tie,) = referee.get(url("round_new", tournament)).context["form"].ties
    chosen = {"system": "knockout", "qualifiers": "", f"advance_{tie.table}": "4"}
    round_ = drafted(referee, tournament, **chosen)
    final = round_.tables.get(number=1)
    assert {final.ns.number, final.ew and final.ew.number} == {4, 2}
    assert round_.chosen.advance == (4,)
    # If the draft is created again without a change, it keeps the decision.
    page = html_of(referee.get(url("round_new", tournament)))
    assert re.search(rf'name="advance_{tie.table}" value="4"[^>]* checked', page)


def test_who_goes_on_is_no_setting_of_a_round_without_a_bracket(referee: Client) -> None:
    tournament = close(semi_finals_with_a_tie())
    (tie,) = referee.get(url("round_new", tournament)).context["form"].ties
    round_ = drafted(referee, tournament, system="swiss", **{f"advance_{tie.table}": "4"})
    assert round_.chosen.advance == ()


def test_somebody_who_did_not_play_there_cannot_go_on(referee: Client) -> None:
    tournament = close(semi_finals_with_a_tie())
    (tie,) = referee.get(url("round_new", tournament)).context["form"].ties
    chosen = {"system": "knockout", "qualifiers": "", f"advance_{tie.table}": "3"}
    assert referee.post(url("round_new", tournament), chosen).status_code == 422


# --- Who is here ------------------------------------------------------------------------------------------------------


def test_the_names_of_who_is_not_ticked_are_only_in_the_list_that_opens(referee: Client) -> None:
    tournament = make_tournament(pairs=12, here=False)
    html = unescape(html_of(referee.get(url("round_new", tournament))))
    before_the_systems = html.partition('name="system"')[0]
    assert "12 pairs expected, none ticked:" in before_the_systems
    outside = re.sub(r"<details>.*?</details>", "", before_the_systems, flags=re.DOTALL)
    names = [str(pair) for pair in tournament.pairs.all()]
    assert not [name for name in names if name in outside]
    assert all(html.count(name) == 1 for name in names)
    pairs_check_in(tournament=tournament, pairs=[pair(tournament, 1)], here=True)
    assert "11 pairs are expected but not ticked as here:" in html_of(referee.get(url("round_new", tournament)))


def test_all_or_those_chosen_are_ticked_from_the_draw_and_it_goes_on_there(referee: Client) -> None:
    tournament = make_tournament(pairs=6, here=False)
    draw, tick = url("round_new", tournament), url("pairs_check_in", tournament)
    answer = referee.post(tick, {"to_draw": "1", "chosen": ["2", "5"]})
    assert (answer.status_code, answer["Location"]) == (302, draw)
    assert list(tournament.pairs.filter(status=Pair.Status.ACTIVE).values_list("number", flat=True)) == [2, 5]
    # Nobody chosen: nobody is ticked, and nothing is lost.
    assert referee.post(tick, {"to_draw": "1"})["Location"] == draw
    assert tournament.pairs.filter(status=Pair.Status.ACTIVE).count() == 2
    assert referee.post(tick, {"to_draw": "1", "everybody": "1"})["Location"] == draw
    assert tournament.pairs.filter(status=Pair.Status.ACTIVE).count() == 6
    assert "expected" not in text_of(referee.get(draw))
    assert referee.post(tick, {"to_draw": "1", "chosen": "x"}).status_code == 404


def test_a_refusal_stands_with_the_button(referee: Client) -> None:
    """On the page, after a choice, and after sending; never at the head of the form, nor under the systems."""
    tournament = make_tournament(pairs=6, here=False)
    address, refused = url("round_new", tournament), "It takes at least two pairs to make a round."
    choosing = {"headers": {"HX-Request": "true"}}
    chosen = {"system": "draw"}
    for page in (
        referee.get(address),
        referee.get(address, chosen, **choosing),
        referee.post(address, chosen),
    ):
        html = html_of(page)
        assert html.count(refused) == 1
        hint = re.search(r'<p class="next-bar-hint" id="draw-hint".*?</p>', html, re.DOTALL)
        assert hint is not None and refused in hint[0]
    pairs_check_in(tournament=tournament, pairs=list(tournament.pairs.all()), here=True)
    answer = html_of(referee.get(address, chosen, **choosing))
    assert refused not in answer and "Nobody sees it until you publish it." in answer


# --- Forecasts and refusals -------------------------------------------------------------------------------------------


def test_it_says_who_rests_and_who_is_out(referee: Client) -> None:
    tournament = make_tournament(pairs=7, hands_per_round=2)
    play_round(start_round(tournament, System.REGISTRATION))
    text = outlook(referee, tournament, system="danish_no_rematch")
    assert "This would give 3 tables." in text and "would rest." in text
    text = outlook(referee, tournament, system="knockout", qualifiers="4")
    assert "This would give 2 tables." in text and "3 would neither play nor rest." in text
    text = outlook(referee, tournament, system="round_robin", groups="2")
    assert text.count("would rest.") == 1


def test_all_who_would_rest_are_named_in_one_sentence(referee: Client) -> None:
    text = outlook(referee, make_tournament(pairs=9), system="round_robin", groups="3")
    resting = re.search(r"This would give 3 tables\. (.*?) would rest\.", text)
    assert resting is not None and resting[1].count(" – ") == 3
    assert text.count("would rest.") == 1


@pytest.mark.parametrize(("pairs", "sentence"), [(2, "Suggested step 1: nobody meets again for 1 round."), (1, "")])
def test_a_step_is_suggested_from_two_pairs_on(referee: Client, pairs: int, sentence: str) -> None:
    page = text_of(referee.get(url("round_new", make_tournament(pairs=pairs))))
    assert sentence in page and ("Suggested step" in page) is bool(sentence)


def test_it_says_for_how_many_rounds_it_holds(referee: Client) -> None:
    tournament = make_tournament(pairs=20, rounds_planned=4)
    assert "This works for the 4 rounds still to play." in outlook(referee, tournament, system="mitchell", step="3")
    assert "It holds" not in outlook(referee, tournament, system="danish")


@pytest.mark.parametrize(
    ("chosen", "remedy"),
    [
        ({"system": "mitchell", "step": "2"}, "Steps that work for longer: 1, 3."),
        ({"system": "round_robin"}, "In 2 groups it takes 3."),
        ({"system": "knockout", "qualifiers": "8"}, "This works for the 3 rounds still to play."),
        ({"system": "knockout", "qualifiers": "9"}, "A knockout can take from 2 to 8 pairs here, not 9."),
        ({"system": "round_robin", "groups": "5"}, "groups"),
    ],
)
def test_what_would_not_last_is_said_with_what_would_work(referee: Client, chosen: dict[str, str], remedy: str) -> None:
    tournament = make_tournament(pairs=8, rounds_planned=3)
    assert remedy in outlook(referee, tournament, **chosen)


def test_a_draft_that_will_not_last_says_so_once_it_is_made(referee: Client) -> None:
    tournament = make_tournament(pairs=8, rounds_planned=3)
    response = referee.post(url("round_new", tournament), {"system": "round_robin"}, follow=True)
    assert "The round robin takes 7 more rounds, and 3 are still to play." in text_of(response)


@pytest.mark.parametrize("typed", ["1", "abc", "-3"])
def test_what_cannot_be_read_is_said_while_choosing_with_the_name_of_its_field(referee: Client, typed: str) -> None:
    tournament = make_tournament(pairs=8)
    text = outlook(referee, tournament, system="knockout", qualifiers=typed)
    assert "How many enter the bracket: " in text
    # The form sends every value: a browser with validation would neither send nor clear an invalid field.
    form = re.search(r'<form id="round-form"[^>]*>', html_of(referee.get(url("round_new", tournament))))
    assert form is not None and " novalidate" in form[0]


def test_what_cannot_be_drawn_is_refused_with_what_was_chosen(referee: Client) -> None:
    tournament = make_tournament(pairs=6)
    response = referee.post(url("round_new", tournament), {"system": "knockout", "qualifiers": "7"})
    assert response.status_code == 422
    assert 'name="qualifiers" value="7"' in html_of(response)
    assert not tournament.rounds.exists()


def test_what_is_refused_is_refused_to_the_page_s_own_script_too(referee: Client) -> None:
    """Every form of a round that its script sends gets a sentence for an impossible request, and nothing is written."""
    tournament = make_tournament(pairs=6)
    start_round(tournament)
    formset = {"form-TOTAL_FORMS": "1", "form-INITIAL_FORMS": "0", "form-0-ns": "1", "form-0-ew": "1"}
    sent: list[tuple[str, dict[str, str], int, str]] = [
        (url("round_new", tournament), {"system": "danish"}, 422, "say that you draw without it"),
        (url("round_new", tournament), {"system": "knockout", "qualifiers": "7"}, 422, "7"),
        (url("round_new", tournament), {"system": "zap"}, 422, "How the round is paired"),
        (url("round_new", tournament), {}, 422, "How the round is paired"),
        (url("round_manual", tournament, 2), formset, 200, "1"),
        (url("round_manual", tournament, 2), {}, 200, ""),
    ]
    for address, fields, status, text in sent:
        for headers in ({"HX-Request": "true"}, {}):
            answer = referee.post(address, fields, headers=headers)
            assert answer.status_code == (status if headers else 422), (address, fields)
            assert text in text_of(answer), (address, fields)
    assert tournament.rounds.count() == 1


@pytest.mark.parametrize("system", [system.value for system in SYSTEMS if system is not System.INDIVIDUAL])
def test_every_system_says_something_of_an_empty_hall(referee: Client, system: str) -> None:
    text = outlook(referee, make_tournament(), system=system)
    assert ("On the next page" if system == "manual" else "It takes at least two pairs") in text


@pytest.mark.parametrize("system", ["danish_no_rematch", "knockout"])
@pytest.mark.parametrize("pairs", [9, 120])
def test_drawing_a_round_costs_the_same_whatever_the_size(
    referee: Client, pairs: int, system: str, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    tournament = make_tournament(pairs=pairs, hands_per_round=2)
    play_round(start_round(tournament, System.KNOCKOUT))
    with django_assert_max_num_queries(15):
        referee.post(url("round_new", tournament), {"system": system})
    assert tournament.rounds.get(number=2).tables.exists()


@pytest.mark.parametrize("pairs", [6, 90])
def test_choosing_costs_the_same_whatever_the_size(
    referee: Client, pairs: int, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    tournament = make_tournament(pairs=pairs, hands_per_round=2)
    play_round(start_round(tournament, System.KNOCKOUT))
    round_draft(tournament=tournament, system=System.KNOCKOUT)
    page = url("round_new", tournament)
    with django_assert_max_num_queries(12):
        assert referee.get(page).status_code == 200
    for system in ("knockout", "danish_no_rematch"):
        with django_assert_max_num_queries(12):
            referee.get(page, {"system": system}, headers={"HX-Request": "true"})


def test_a_pair_without_a_team_is_told_before_the_first_round_is_drawn(referee: Client) -> None:
    tournament = make_teams(3)
    assert "Without a team" not in text_of(referee.get(url("round_new", tournament)))
    tournament.pairs.filter(number=4).update(team=None)
    text = text_of(referee.get(url("round_new", tournament)))
    assert f"Without a team, to be settled before the first round: 4 {pair(tournament, 4)}" in text
    assert "With one pair only, where a team has two or more: Squadra 2" in text


# --- The announced plan ----------------------------------------------------------------------------------------------


def test_each_round_proposes_what_was_announced_for_it_and_may_be_drawn_otherwise(referee: Client) -> None:
    plan = ["mitchell", "mitchell", "danish_modified", "danish_modified"]
    tournament = make_tournament(pairs=8, hands_per_round=2, rounds_planned=4, plan=plan)
    proposed = []
    for number in range(1, 5):
        page = referee.get(url("round_new", tournament))
        assert f"Announced for this round: {'Mitchell' if number < 3 else 'Modified Danish'}." in text_of(page)
        proposed.append(initial_of(page)["system"])
        # The second round has another system, but the third is still proposed as announced.
        drawn = drafted(referee, tournament, system="swiss" if number == 2 else proposed[-1])
        assert initial_of(referee.get(url("round_new", tournament)))["system"] == {2: "swiss", 4: "danish"}.get(
            number, proposed[-1]
        )
        play_round(round_publish(round=drawn, at=AT), seed=number)
    assert proposed == plan
    assert [round_.system for round_ in tournament.rounds.order_by("number")] == [
        *("mitchell", "swiss", "danish_no_rematch", "danish")
    ]


def test_first_seats_are_drawn_by_lot_where_that_is_chosen(referee: Client) -> None:
    tournament = make_tournament(pairs=12, hands_per_round=2)
    round_ = drafted(referee, tournament, system="mitchell", start_by_lot="yes", step="")
    assert round_.chosen == RoundSettings(step=1, start_by_lot=True)
    page = html_of(referee.get(url("round", tournament, 1)))
    assert "first seats by lot" in page and url("draft_redraw", tournament, 1) in page
    play_round(round_publish(round=round_, at=AT))
    assert "start_by_lot" not in html_of(referee.get(url("round_new", tournament)))
    assert drafted(referee, tournament, system="mitchell", start_by_lot="yes").chosen == RoundSettings(step=1)


# --- Sections of a Mitchell -------------------------------------------------------------------------------------------


def test_a_mitchell_in_sections_keeps_them_round_after_round(referee: Client) -> None:
    tournament = make_tournament(pairs=42, hands_per_round=2)
    page = referee.get(url("round_new", tournament))
    assert "For 21 tables: 2 sections of 10–11." in text_of(page)
    first = drafted(referee, tournament, system="mitchell", sections="2", step="1")
    assert first.chosen.sections == (12,)
    lead = text_of(referee.get(url("round", tournament, 1)))
    assert "sections A from table 1, B from table 12" in lead
    play_round(round_publish(round=first, at=AT))
    # Two who leave close the last table; the other section goes on as it was.
    gone = first.tables.select_related("ns", "ew").get(number=20)
    for pair_gone in (gone.ns, gone.ew):
        pair_set_status(pair=pair_gone, status=Pair.Status.WITHDRAWN)
    second = drafted(referee, tournament, system="mitchell", step="1")
    assert second.chosen.sections == (12,) and second.tables.count() == 20
    seats = {table.number: (table.ns_id, table.ew_id) for table in first.tables.all()}
    moved = {table.number: (table.ns_id, table.ew_id) for table in second.tables.all()}
    for number in range(1, 12):
        assert moved[number] == (seats[number][0], seats[11 if number == 1 else number - 1][1])


def test_the_outlook_says_where_a_pair_rests_and_the_draft_which_table_is_added(referee: Client) -> None:
    tournament = make_tournament(pairs=9)
    chosen = {"system": "mitchell", "sections": "2", "step": "1"}
    said = outlook(referee, tournament, **chosen)
    round_ = drafted(referee, tournament, **chosen)
    rest = round_.tables.get(ew=None)
    assert f"{rest.ns} (B 2) would rest." in said.replace(f"{rest.ns.number} ", "", 1) and rest.number == 5
    play_round(round_publish(round=round_, at=AT))
    for names in (("Verdi Ugo", "Verdi Ada"), ("Neri Ugo", "Neri Ada")):
        pair_add(tournament=tournament, players=names, here=True, late_reason="Traffico")
    added = drafted(referee, tournament, **chosen)
    assert added.tables.count() == 6
    page = text_of(referee.get(url("round", tournament, added.number)))
    assert "was not seated in the previous round: table B 3 is added for it." in page


def test_too_many_sections_are_refused_with_the_most_that_there_can_be(referee: Client) -> None:
    tournament = make_tournament(pairs=10, hands_per_round=2)
    answer = referee.post(url("round_new", tournament), {"system": "mitchell", "sections": "3", "step": "1"})
    assert answer.status_code == 422 and "5 tables are at most 2 sections." in text_of(answer)
    assert not tournament.rounds.exists()


# --- While another round is in progress ------------------------------------------------------------------------------


def test_a_round_is_drawn_without_two_tables_once_the_referee_says_so(referee: Client) -> None:
    tournament = make_tournament(pairs=8, hands_per_round=2)
    first = start_round(tournament, System.DRAW)
    for table in first.tables.filter(number__in=(1, 2)):
        play_table(table)
    assert "Draw the next round already" in text_of(referee.get(url("round", tournament, 1)))
    page = referee.get(url("round_new", tournament))
    assert "Round 1 is under way: tables 3, 4 have not handed in." in text_of(page)
    assert "ranked by what is known now" in text_of(page)
    refused = referee.post(url("round_new", tournament), {"system": "danish"})
    assert refused.status_code == 422 and "or say that you draw without it" in text_of(refused)
    assert tournament.rounds.count() == 1
    second = drafted(referee, tournament, system="danish", without_open="on")
    # Redrawing, comparing and publishing need no second confirmation.
    redrawn = referee.post(url("draft_redraw", tournament, 2), {"seed": "5"})
    assert redrawn.status_code == 302
    play_round(first)
    text = text_of(referee.get(url("round_check", tournament, 2)))
    assert "gives the same tables" in text and "because results have come in or been corrected" in text
    assert second.number == 2


def test_a_round_that_follows_a_plan_is_drawn_at_once(referee: Client) -> None:
    tournament = make_tournament(pairs=8, hands_per_round=2)
    start_round(tournament, System.MITCHELL, step=1)
    assert drafted(referee, tournament, system="mitchell", step="1").number == 2


def test_what_is_announced_after_it_is_no_matter_of_the_step(referee: Client) -> None:
    """Three Mitchell rounds of three tables are possible, whatever the systems of the fourth and fifth."""
    tournament = make_tournament(pairs=6, rounds_planned=5, plan=["mitchell"] * 3 + ["danish"] * 2)
    assert "This works for the 3 rounds still to play." in outlook(referee, tournament, system="mitchell", step="1")
    tournament_change(tournament=tournament, changes={"plan": []})
    assert "It holds" not in outlook(referee, tournament, system="mitchell", step="1")

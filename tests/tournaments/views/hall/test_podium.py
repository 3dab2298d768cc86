"""The prize-giving: begun by the referee, told on the wall and on the final ranking, ended by a correction."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from html import unescape

import pytest
from django.test import Client
from django.utils import timezone

from burraco_club.integrity.histories import history_faults
from pages.refusals import Refused
from tests.factories import AT, make_account, make_teams, make_tournament, play_round, play_table, start_round
from tests.tournaments.selectors.test_prospects import ranked
from tests.tournaments.views.pages import html_of, text_of, url
from tournaments.models import Tournament
from tournaments.records import Carry, System
from tournaments.selectors.hall.hall import hall_of
from tournaments.selectors.hall.podium import Podium, PodiumStep, podiums_of, prize_giving_of
from tournaments.services import (
    club_keep_till,
    pair_pay,
    round_close,
    special_prize_add,
    till_terms_set,
    tournament_cut,
    tournament_finish_play,
    tournament_make_final,
    tournament_reopen,
    tournament_show_podium,
)

pytestmark = pytest.mark.django_db

TERMS = {"fee": 2000, "per": "pair", "fund_percent": None, "fund_amount": 20000, "shares": [40, 30, 20, 10]}


def finished(tournament: Tournament, *, rounds: int = 1) -> Tournament:
    for number in range(rounds):
        play_round(start_round(tournament, System.DANISH if number else System.REGISTRATION), seed=number + 1)
    return tournament_make_final(tournament=tournament_finish_play(tournament=tournament))


def shown(tournament: Tournament, at: datetime = AT) -> Tournament:
    return tournament_show_podium(tournament=tournament, at=at)


def steps(page: str) -> list[str]:
    """Return the names on the steps of a page, in their order."""
    found = re.findall(r'<span class="(?:wall-step|feast)-names">(.*?)</span>', page, flags=re.DOTALL)
    return [" ".join(unescape(re.sub(r"<[^>]+>", " ", names)).split()) for names in found]


def test_the_podium_waits_for_the_referee_and_comes_on_wall_and_phone(client: Client) -> None:
    tournament = finished(make_tournament(pairs=8))
    wall, ranking = url("wall", tournament), url("public_ranking", tournament)
    assert steps(html_of(client.get(wall))) == steps(html_of(client.get(ranking))) == []
    client.force_login(make_account())
    response = client.post(url("tournament_state", tournament), {"to": "podium"}, follow=True)
    assert "podium is on the wall" in text_of(response)
    best = [" ".join(row.entrant.names) for row in hall_of(tournament).standings[:3]]
    assert steps(html_of(client.get(wall))) == steps(html_of(client.get(ranking))) == best
    assert "Congratulations!" in text_of(client.get(ranking))
    assert steps(html_of(client.get(f"{ranking}?after=1"))) == []
    assert [*history_faults()] == []


def test_the_referee_is_offered_the_podium_once_as_the_next_step_and_then_again(client: Client) -> None:
    tournament = make_tournament(pairs=8)
    play_round(start_round(tournament))
    client.force_login(make_account())
    for page in ("tournament", "ranking"):
        assert "Show the podium" not in html_of(client.get(url(page, tournament)))
    tournament_make_final(tournament=tournament_finish_play(tournament=tournament))
    for page in ("tournament", "ranking"):
        step = html_of(client.get(url(page, tournament))).partition('<section class="next-bar')[2]
        assert 'form="show-podium"' in step and "Show the podium" in step
    shown(tournament)
    for page in ("tournament", "ranking"):
        html = html_of(client.get(url(page, tournament)))
        assert 'form="show-podium"' not in html and "Show the podium again" in html
    assert "The podium was shown" in text_of(client.get(url("history", tournament)))


def test_only_a_final_ranking_has_a_podium_and_a_correction_takes_it_away(client: Client) -> None:
    tournament = make_tournament(pairs=8)
    with pytest.raises(Refused, match="dichiara definitiva"):
        shown(tournament)
    tournament = shown(finished(tournament))
    revision = Tournament.objects.get(pk=tournament.pk).revision
    tournament_reopen(tournament=tournament, reason="Tavolo 2")
    tournament = Tournament.objects.get(pk=tournament.pk)
    assert tournament.podium_shown_at is None and tournament.revision > revision
    tournament_make_final(tournament=tournament)
    assert steps(html_of(client.get(url("wall", tournament)))) == []
    assert [*history_faults()] == []


def test_a_podium_shown_again_is_another_one_for_the_pages(client: Client) -> None:
    tournament = shown(finished(make_tournament(pairs=8)))
    before = client.get(url("wall", tournament))
    shown(tournament, timezone.now())
    after = client.get(url("wall", tournament))
    told = [re.search(r'data-shown="(.+?)"', html_of(page)) for page in (before, after)]
    assert before["ETag"] != after["ETag"] and told[0] and told[1] and told[0][1] != told[1][1]


@pytest.fixture
def with_prizes() -> Iterator[Tournament]:
    club_keep_till(keeps=True)
    tournament = make_tournament(pairs=8)
    till_terms_set(tournament=tournament, terms=TERMS)
    special_prize_add(tournament=tournament, details={"title": "Ultima coppia", "cents": 1500, "given_for": "last"})
    yield finished(tournament)


def test_prizes_are_told_to_the_hall_with_the_podium_and_not_before(client: Client, with_prizes: Tournament) -> None:
    pages = [url(name, with_prizes) for name in ("public_ranking", "wall", "public_seat", "public_rounds")]
    pages.append(url("public_pair", with_prizes, 1))
    assert [page for page in pages if "€" in html_of(client.get(page)) or "Ultima" in html_of(client.get(page))] == []
    giving = prize_giving_of(hall_of(shown(with_prizes)))
    assert giving is not None
    standings = hall_of(with_prizes).standings
    assert [step.cents for step in giving.podiums[0].steps] == [7500, 5500, 3700]
    assert [(prize.title, prize.names, prize.cents) for prize in giving.prizes] == [
        ("Ultima coppia", standings[-1].entrant.label, 1500),
        ("Place 4", standings[3].entrant.label, 1800),
    ]
    for page in pages[:2]:
        text = text_of(client.get(page))
        assert "€75.00" in text and "Ultima coppia" in text


def test_a_payment_after_the_final_changes_the_prizes_on_the_pages(client: Client, with_prizes: Tournament) -> None:
    till_terms_set(tournament=with_prizes, terms=TERMS | {"fund_amount": None, "fund_percent": 100})
    shown(with_prizes)
    before = html_of(client.get(url("public_ranking", with_prizes)))
    for pair in with_prizes.pairs.all():
        pair_pay(pair=pair, means="cash")
    after = html_of(client.get(url("public_ranking", with_prizes)))
    assert "€" not in before and "€" in after


def test_prizes_beyond_the_fund_are_not_told(client: Client, with_prizes: Tournament) -> None:
    till_terms_set(tournament=with_prizes, terms=TERMS | {"fund_amount": 1000})
    assert "€" not in html_of(client.get(url("wall", shown(with_prizes))))


def test_each_girone_has_its_podium_with_its_own_places(client: Client) -> None:
    tournament = make_tournament(pairs=16, rounds_planned=3)
    play_round(start_round(tournament), seed=1)
    tournament_cut(tournament=tournament, sizes=(8, 8), carry=Carry.WHOLE)
    play_round(start_round(tournament, System.SWISS), seed=2)
    tournament = shown(tournament_make_final(tournament=tournament_finish_play(tournament=tournament)))
    standings = hall_of(tournament).standings
    podiums = podiums_of(standings, {})
    assert [(podium.title, [step.place for step in podium.steps]) for podium in podiums] == [
        ("Girone A", [1, 2, 3]),
        ("Girone B", [1, 2, 3]),
    ]
    of_b = [row.entrant.names for row in standings if row.girone == 2]
    assert [step.names for step in podiums[1].steps] == of_b[:3]
    wall, phone = (steps(html_of(client.get(url(page, tournament)))) for page in ("wall", "public_ranking"))
    assert wall == phone[3:] + phone[:3], "the wall celebrates the first girone last"


def test_teams_stand_on_their_podium(client: Client) -> None:
    tournament = shown(finished(make_teams(3, pairs_each=2)))
    ranked = [team.name for team in hall_of(tournament).teams]
    assert steps(html_of(client.get(url("wall", tournament)))) == ranked[:3]


def test_a_podium_that_seven_would_share_is_none() -> None:
    tournament = make_tournament(pairs=8)
    play_round(start_round(tournament), seed=1)
    best, *others = hall_of(tournament).standings
    for level, on_steps in ((5, 6), (6, 0)):
        rows = [best, *(replace(row, place=2 if at < level else 8) for at, row in enumerate(others))]
        assert [len(podium.steps) for podium in podiums_of(rows, {})] == [on_steps]


@pytest.mark.usefixtures("in_english")
def test_a_knockout_of_the_first_of_gironi_has_a_podium_in_their_place() -> None:
    placed = [(True, girone) for girone in (1, 2, 2, 1)] + [(False, girone) for girone in (1, 1, 2, 2, 3, 3, 3, 3)]
    rows = [
        replace(row, by_knockout=by_knockout, girone=girone)
        for row, (by_knockout, girone) in zip(ranked(12), placed, strict=True)
    ]
    podiums = {podium.title: [(step.number, step.place) for step in podium.steps] for podium in podiums_of(rows, {})}
    assert podiums == {"Knockout": [(1, 1), (2, 2), (3, 3)], "Girone C": [(9, 1), (10, 2), (11, 3)]}
    whole = [replace(row, by_knockout=row.place <= 4) for row in ranked(12)]
    assert [(podium.title, len(podium.steps)) for podium in podiums_of(whole, {})] == [("", 3)]


def test_where_too_many_share_the_first_place_no_podium_is_shown() -> None:
    tournament = make_tournament(pairs=14, tie_breaks=["vp", "mp_difference"])
    round_ = start_round(tournament)
    for table in round_.tables.all():
        play_table(table)
    round_close(round=round_)
    tournament = tournament_make_final(tournament=tournament_finish_play(tournament=tournament))
    giving = prize_giving_of(hall_of(shown(tournament)))
    assert giving is not None and giving.podiums == []


@pytest.mark.usefixtures("in_english")
def test_prizes_of_teams_below_the_podium_name_the_team_and_only_prizes_with_a_winner_are_told() -> None:
    club_keep_till(keeps=True)
    tournament = make_teams(4, pairs_each=2)
    till_terms_set(tournament=tournament, terms=TERMS)
    special_prize_add(tournament=tournament, details={"title": "Torta", "cents": 500, "given_for": "lot"})
    hall = hall_of(shown(finished(tournament)))
    giving = prize_giving_of(hall)
    assert giving is not None and [(step.number, step.cents) for step in giving.podiums[0].steps] == [
        (team.number, cents) for team, cents in zip(hall.teams[:3], (7900, 5800, 3900), strict=True)
    ]
    assert [(prize.title, prize.names, prize.cents) for prize in giving.prizes] == [
        ("Place 4", hall.teams[3].name, 1900),
    ]


@pytest.mark.parametrize(
    ("places", "is_whole"), [([1, 2, 3], True), ([1, 2, 2], False), ([1, 1, 3], False), ([1, 2], False), ([], False)]
)
def test_a_podium_is_stepped_if_one_stands_on_each_step(places: list[int], is_whole: bool) -> None:
    steps = [PodiumStep(number=at, place=place, names=(), vp=0, mp_difference=0) for at, place in enumerate(places)]
    assert Podium(title="", steps=steps).is_whole == is_whole

"""Players without a partner: added to the list, removed, paired with two taps, and the pairing undone."""

import re
from typing import Any

import pytest
from django.test import Client

from pages.refusals import Refused
from tests.factories import make_teams, make_tournament, pair, play_round, start_round
from tests.tournaments.views.pages import html_of, said, text_of, url
from tournaments.models import Pair, Player, Tournament
from tournaments.services import (
    pair_add,
    pair_part,
    player_create,
    single_add,
    single_remove,
    singles_pair,
    tournament_change,
)

pytestmark = pytest.mark.django_db


def looking(tournament: Tournament) -> list[str]:
    return [str(single) for single in tournament.singles.all()]


def tap(referee: Client, page: Any, name: str) -> Any:
    """Press a name on the list: the first time it is a link, the second time a button."""
    html = html_of(page)
    if link := re.search(rf'<a class="single" href="([^"]+)">{name}<', html):
        return referee.get(link[1].replace("&amp;", "&"))
    one = re.search(r'name="one" value="(\d+)"', html)
    other = re.search(rf'name="other" value="(\d+)">{name}\s', html)
    assert one and other
    tournament = Tournament.objects.get()
    return referee.post(url("singles_pair", tournament), {"one": one[1], "other": other[1]}, follow=True)


def test_two_taps_make_a_pair_and_one_undoes_it(referee: Client) -> None:
    tournament = make_tournament(pairs=2)
    for name in ("Rossi Anna", "Neri Ugo", "Verdi Pia"):
        page = referee.post(url("single_add", tournament), {"single": name}, follow=True)
    assert "Verdi Pia is looking for a partner. New member: Verdi Pia." in text_of(page)
    first = tap(referee, page, "Verdi Pia")
    assert "Verdi Pia is selected: tap the partner." in text_of(first)
    made = tap(referee, first, "Rossi Anna")
    assert str(pair(tournament, 3)) == "Verdi Pia – Rossi Anna"
    assert "Pair 3: Verdi Pia – Rossi Anna." in text_of(made)
    assert looking(tournament) == ["Neri Ugo"]
    referee.post(url("pair_part", tournament), {"pair": "3"})
    assert tournament.pairs.count() == 2
    assert set(looking(tournament)) == {"Rossi Anna", "Neri Ugo", "Verdi Pia"}


def test_whoever_is_taken_off_is_put_back_with_one_press(referee: Client) -> None:
    tournament = make_tournament()
    single = single_add(tournament=tournament, player="Rossi Anna")
    page = referee.post(url("single_remove", tournament), {"single": single.pk}, follow=True)
    assert looking(tournament) == []
    assert "Rossi Anna has been removed from the list." in text_of(page)
    back = re.search(r'name="back" value="(\d+)"', html_of(page))
    assert back
    referee.post(url("single_add", tournament), {"back": back[1]})
    assert looking(tournament) == ["Rossi Anna"]


def test_whoever_plays_looks_no_longer_and_nobody_looks_twice(referee: Client) -> None:
    tournament = make_tournament(pairs=2)
    player = single_add(tournament=tournament, player="Rossi Anna").player
    single_add(tournament=tournament, player=player)
    assert looking(tournament) == ["Rossi Anna"]
    pair_add(tournament=tournament, players=("Anna Rossi", "Neri Ugo"))
    assert looking(tournament) == []
    refused = referee.post(url("single_add", tournament), {"single": "Rossi Anna"}, follow=True)
    assert "Rossi Anna is already playing in pair 3" in text_of(refused)


def test_the_list_shows_until_it_is_empty_and_not_where_nobody_needs_a_partner(referee: Client) -> None:
    tournament = make_teams(2)
    assert "Press one" not in text_of(referee.get(url("pairs", tournament)))
    singles = [single_add(tournament=tournament, player=name) for name in ("Rossi Anna", "Neri Ugo")]
    assert "Tap one, then the other" in text_of(referee.get(url("pairs", tournament)))
    for single in singles:
        single_remove(single=single)
    assert "Press one" not in text_of(referee.get(url("pairs", tournament)))
    individual = make_tournament(kind="individual", name="Individuale")
    assert "looks for a partner" not in text_of(referee.get(url("pairs", individual)))
    assert referee.post(url("single_add", individual), {"single": "Rossi Anna"}).status_code == 404


def test_wrong_names_and_keys_are_answered(referee: Client) -> None:
    tournament = make_tournament(pairs=2)
    for club in ("ASD Aurora", "ASD Levante"):
        player_create(details={"last_name": "Rossi", "first_name": "Anna", "club": club})
    response = referee.post(url("single_add", tournament), {"single": "Rossi Anna"})
    assert (response.status_code, looking(tournament)) == (422, [])
    assert "Rossi Anna (ASD Levante)" in text_of(response)
    assert referee.post(url("single_add", tournament), {"single": "123"}).status_code == 422
    for key in ("", "7", "-1", "abc", "\x00", "9" * 31):
        answers = [
            referee.post(url("single_add", tournament), {"back": key}),
            referee.post(url("single_remove", tournament), {"single": key}),
            referee.post(url("singles_pair", tournament), {"one": key, "other": key}),
            referee.post(url("pair_part", tournament), {"pair": key}),
        ]
        assert [answer.status_code for answer in answers] == [404] * 4
        page = referee.get(url("pairs", tournament), dict.fromkeys(("picked", "removed", "paired"), key))
        assert page.status_code == 200
    single = single_add(tournament=tournament, player="Neri Ugo")
    same = referee.post(url("singles_pair", tournament), {"one": single.pk, "other": single.pk}, follow=True)
    assert "Both players must be on the list" in text_of(same)


def test_after_the_first_ranking_nobody_comes_onto_the_list(referee: Client) -> None:
    tournament = make_tournament(pairs=4, hands_per_round=2)
    play_round(start_round(tournament))
    refused = referee.post(url("single_add", tournament), {"single": "Rossi Anna"}, follow=True)
    assert "nobody else can be added" in text_of(refused)
    assert not Player.objects.filter(last_name="Rossi", first_name="Anna").exists() or looking(tournament) == []


def test_what_the_list_refuses_is_said_there(referee: Client) -> None:
    tournament = make_tournament(pairs=4)
    first, second, third, fourth = (
        single_add(tournament=tournament, player=name) for name in ("Rossi Anna", "Neri Ugo", "Verdi Pia", "Sala Leo")
    )
    there = f"{url('pairs', tournament)}?paired=5#singles"
    made = referee.post(url("singles_pair", tournament), {"one": first.pk, "other": second.pk, "here": "on"})
    assert made["Location"] == there and pair(tournament, 5).status == Pair.Status.ACTIVE
    referee.post(url("singles_pair", tournament), {"one": third.pk, "other": fourth.pk})
    assert pair(tournament, 6).status == Pair.Status.EXPECTED
    parted = referee.post(url("pair_part", tournament), {"pair": "6"})
    assert parted["Location"] == f"{url('pairs', tournament)}#singles"
    assert said(parted) == "Pair 6, Verdi Pia – Sala Leo, was deleted."
    start_round(tournament)
    refused = referee.post(url("pair_part", tournament), {"pair": "5"})
    assert refused["Location"] == parted["Location"] and "has been seated" in said(refused)
    Tournament.objects.filter(pk=tournament.pk).update(state=Tournament.State.FINAL)
    left = tournament.singles.get(player__last_name="Sala")
    refused = referee.post(url("single_remove", tournament), {"single": left.pk})
    assert refused["Location"] == parted["Location"] and "is final" in said(refused)


def test_every_write_to_the_list_tells_the_pages(referee: Client) -> None:
    tournament = make_tournament()
    seen = [tournament.revision]

    def note_revision() -> None:
        tournament.refresh_from_db()
        seen.append(tournament.revision)

    singles = []
    for name in ("Rossi Anna", "Neri Ugo"):
        singles.append(single_add(tournament=tournament, player=name))
        note_revision()
    made = singles_pair(one=singles[0], other=singles[1])
    note_revision()
    for single in pair_part(pair=made):
        single_remove(single=single)
        note_revision()
    assert seen == sorted(set(seen))


def test_the_kind_stays_once_somebody_looks_for_a_partner(referee: Client) -> None:
    tournament = make_tournament()
    single_add(tournament=tournament, player="Rossi Anna")
    with pytest.raises(Refused):
        tournament_change(tournament=tournament, changes={"kind": "individual"})

"""The evening of each pair, once it is final: on its page, in its picture, and on its members' pages."""

import re
from dataclasses import replace

import pytest
from django.test import Client

from tests.factories import make_tournament, play_round, play_table, slip, start_round
from tests.tournaments.views.pages import text_of, url
from tournaments.models import Club, Player, Tournament
from tournaments.ranking.goodbye import Beaten, Goodbye, Missed, OwnHand
from tournaments.records import Carry, Entrant, EntrantId, System, TieBreak
from tournaments.selectors.hall.hall import hall_of
from tournaments.services import round_close, tournament_cut, tournament_finish_play, tournament_make_final
from tournaments.sheets.pair_picture import PairPicture, pair_picture
from tournaments.sheets.picture import SIZES, RankingPicture
from tournaments.views.hall import picture
from tournaments.wording.goodbye import goodbye_facts, goodbye_lines

pytestmark = pytest.mark.django_db


def evening(*, final: bool = True) -> Tournament:
    """Create an evening of four pairs: 1 beats 2 by 735 with a hand of 1,335, 3 and 4 are level, then 1 loses."""
    tournament = make_tournament(pairs=4, hands_per_round=2, rounds_planned=2)
    round_ = start_round(tournament)
    first, second = round_.tables.order_by("number")
    play_table(first, slip(300, 120, other_points=85), slip(900, 435, other_points=60))
    play_table(
        second, slip(300, 100, other_base=300, other_points=100), slip(300, 100, other_base=300, other_points=100)
    )
    round_close(round=round_)
    play_round(start_round(tournament, System.DANISH), seed=3)
    tournament_finish_play(tournament=tournament)
    return tournament_make_final(tournament=tournament) if final else tournament


def test_the_page_of_a_pair_tells_its_evening_once_the_ranking_is_final(client: Client) -> None:
    tournament = evening(final=False)
    assert "The evening in short" not in text_of(client.get(url("public_pair", tournament, 1)))
    tournament_make_final(tournament=tournament)
    for row in hall_of(tournament).standings:
        page = text_of(client.get(url("public_pair", tournament, row.entrant.id)))
        assert ("The evening in short" in page) and "Best hand" in page
        assert ("Place above" in page) == (row.place > 1)
        beaten = [score.opponents[0] for score in row.rounds if score.won]
        assert ("Opponents beaten" in page) == bool(beaten)
    best = text_of(client.get(url("public_pair", tournament, 1)))
    assert "Best hand 1,335 MP, round 1, hand 2" in best


def test_a_pair_that_never_played_has_no_evening(client: Client) -> None:
    tournament = make_tournament(pairs=5)
    tournament.pairs.filter(number=5).update(status="expected")
    play_round(start_round(tournament), seed=1)
    tournament_make_final(tournament=tournament_finish_play(tournament=tournament))
    assert "The evening in short" not in text_of(client.get(url("public_pair", tournament, 5)))


def test_the_picture_of_a_pair_says_the_same_once_it_is_final(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    tournament, drawn = evening(final=False), []

    def draw(facts: PairPicture) -> bytes:
        drawn.append(facts)
        return pair_picture(facts)

    monkeypatch.setattr(picture, "pair_picture", draw)
    address = url("public_pair_picture", tournament, 1)
    before = client.get(address)
    tournament_make_final(tournament=tournament)
    after = client.get(address)
    assert after.content.startswith(b"\x89PNG") and before["ETag"] != after["ETag"]
    assert drawn[0].lines == () and drawn[0].rounds
    assert drawn[1].lines[0] == "Best hand: 1,335 MP, round 1, hand 2" and drawn[1].rounds == ()


def test_who_has_not_played_yet_has_no_picture(client: Client) -> None:
    tournament = make_tournament(pairs=5)
    tournament.pairs.filter(number=5).update(status="expected")
    play_round(start_round(tournament), seed=1)
    assert client.get(url("public_pair_picture", tournament, 1)).status_code == 200
    assert client.get(url("public_pair_picture", tournament, 5)).status_code == 404


def test_the_picture_of_the_final_ranking_says_what_comes_first_and_who_shares_a_place(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = list[RankingPicture]()
    monkeypatch.setattr(picture, "ranking_picture", lambda facts, _size: drawn.append(facts) or b"")
    evening()
    tournament = make_tournament(name="Coppa", pairs=4, hands_per_round=2, rounds_planned=2)
    for seed in (1, 2):
        play_round(start_round(tournament, System.KNOCKOUT), seed=seed)
    tournament_make_final(tournament=tournament_finish_play(tournament=tournament))
    for final in Tournament.objects.order_by("pk"):
        client.get(url("public_picture", final, *SIZES[0]))
    assert [facts.title for facts in drawn] == ["Final ranking", "Final ranking, the knockout first"]
    assert [row.place_words for row in drawn[0].rows] == ["1", "2", "3", "4"]
    shared = replace(hall_of(tournament).standings[1], tied=True)
    assert picture._row(shared).place_words == "2 ="


def test_the_members_page_keeps_the_latest_evening_and_leads_to_each(client: Client) -> None:
    Club.objects.update_or_create(pk=1, defaults={"players_public": True})
    tournament = evening()
    pair = tournament.pairs.get(number=1)
    response = client.get(f"/en/m/{pair.player1_id}/")
    page = text_of(response)
    assert "The evening in short" in page and "Best hand 1,335 MP, round 1, hand 2" in page
    assert response.content.decode().count(f'href="{url("public_pair", tournament, 1)}"') == 2
    Club.objects.update(players_public=False)
    assert client.get(f"/en/m/{pair.player1_id}/").status_code == 404


def test_an_evening_in_gironi_names_no_place_of_another_girone(client: Client) -> None:
    tournament = make_tournament(pairs=8, rounds_planned=2)
    play_round(start_round(tournament), seed=1)
    tournament_cut(tournament=tournament, sizes=(4, 4), carry=Carry.WHOLE)
    play_round(start_round(tournament, System.SWISS), seed=2)
    tournament_make_final(tournament=tournament_finish_play(tournament=tournament))
    tournament, told = Tournament.objects.get(pk=tournament.pk), []
    for row in hall_of(tournament).standings:
        found = re.search(r"Place above \((\d)\)", text_of(client.get(url("public_pair", tournament, row.entrant.id))))
        told.append(found and int(found[1]))
    assert told[0] is told[4] is None
    assert told[1:4] == [1, 2, 3] and told[5:] == [5, 6, 7]


def test_an_individual_beat_two_players_at_a_time(client: Client) -> None:
    tournament = make_tournament(pairs=8, kind="individual")
    play_round(start_round(tournament), seed=1)
    tournament_make_final(tournament=tournament_finish_play(tournament=tournament))
    hall = hall_of(tournament)
    best = hall.standings[0]
    names = " – ".join(hall.entrants[number].label for number in best.rounds[0].opponents)
    assert f"Opponents beaten {names}" in text_of(client.get(url("public_pair", tournament, best.entrant.id)))


def test_a_forgotten_opponent_is_not_named(client: Client) -> None:
    tournament = evening()
    row = next(row for row in hall_of(tournament).standings if any(score.won for score in row.rounds))
    beaten = next(score for score in row.rounds if score.won).opponents[0]
    player = tournament.pairs.get(number=beaten).player1
    assert player is not None
    Player.objects.filter(pk=player.pk).update(forgotten=True, last_name="", first_name="")
    Tournament.objects.filter(pk=tournament.pk).update(revision=tournament.revision + 100)
    page = text_of(client.get(url("public_pair", tournament, row.entrant.id)))
    assert "Opponents beaten" in page and f"{player.last_name} {player.first_name}" not in page


def said(by: TieBreak, short: int) -> str:
    goodbye = Goodbye(
        place=8,
        tied=False,
        of=12,
        vp=40,
        mp_difference=5,
        best_hand=None,
        climb=None,
        beaten=(),
        missed=Missed(7, by, short),
    )
    ((name, words),) = goodbye_facts(goodbye, {})
    assert name == "Posto sopra (7º)"
    return words


@pytest.mark.parametrize(
    ("by", "short", "expected"),
    [
        (TieBreak.VP, 1, "mancava 1 VP"),
        (TieBreak.VP, 2, "mancavano 2 VP"),
        (TieBreak.MP_DIFFERENCE, 1200, "a parità di VP, mancavano 1.200 MP di differenza"),
        (TieBreak.MP, 5, "a parità fin lì, mancavano 5 MP"),
        (TieBreak.WINS, 1, "a parità fin lì, mancava 1 turno vinto"),
        (TieBreak.DIRECT, 0, "a parità fin lì, ha deciso lo scontro diretto"),
        (TieBreak.LOT, 0, "a parità fin lì, ha deciso il sorteggio"),
    ],
)
def test_what_was_missing_is_said_by_what_decided(by: TieBreak, short: int, expected: str) -> None:
    assert said(by, short) == expected


def test_a_picture_names_two_beaten_and_counts_more() -> None:
    entrants = {EntrantId(n): Entrant(id=EntrantId(n), names=(f"Rossi {n}", f"Neri {n}")) for n in range(1, 5)}
    beaten = tuple(Beaten(n, (EntrantId(n),)) for n in range(1, 4))
    goodbye = Goodbye(
        place=1,
        tied=False,
        of=4,
        vp=40,
        mp_difference=5,
        best_hand=OwnHand(1, 2, 900),
        climb=None,
        beaten=beaten[:2],
        missed=None,
    )
    assert goodbye_lines(goodbye, entrants)[1] == "Avversari battuti: Rossi 1 – Neri 1, Rossi 2 – Neri 2"
    assert goodbye_lines(replace(goodbye, beaten=beaten), entrants)[1] == "Avversari battuti: 3"

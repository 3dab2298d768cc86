"""The ranking of clubs on its page, on paper and in a file; entrants sorted and shown by where they are at home."""

import io
import re

import pytest
from django.test import Client
from django.utils.translation import override
from openpyxl import load_workbook

from tests.factories import make_tournament, pair, play_round, start_round
from tests.tournaments.sheets.sheet_text import pages_of, squeezed
from tests.tournaments.views.pages import html_of, text_of, url
from tournaments.models import PeopleImport, Player, Tournament
from tournaments.selectors.people_imports import list_looked_at
from tournaments.selectors.standings import standings_of
from tournaments.services import player_change

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]

ASKED: list[dict[str, str]] = [{}, {"order": "", "club": ""}, {"order": "club"}, {"club": "Zenit", "region": ""}]
CLUBS = {1: ("Aurora", "Aurora"), 2: ("Zenit", "Zenit"), 3: ("Aurora", "Zenit"), 4: ("Aurora", "Aurora")}
PROVINCES = {1: "MI", 2: "TO", 3: "BG"}


@pytest.fixture
def tournament() -> Tournament:
    """Six pairs after a round: two of Aurora, one of Zenit, one of both, and two without a club."""
    tournament = make_tournament(pairs=6, hands_per_round=2)
    for number, clubs in CLUBS.items():
        for player, club in zip(pair(tournament, number).players, clubs, strict=True):
            home = {"club": club, "province": PROVINCES.get(number, ""), "region": "Lombardia" if number != 2 else ""}
            player_change(player=player, details=home)
    play_round(start_round(tournament), seed=5)
    return tournament


def vp_of(tournament: Tournament, *numbers: int) -> int:
    return sum(row.vp for row in standings_of(tournament) if row.entrant.id in numbers)


def test_the_page_the_sheet_and_the_file_have_the_same_sums(referee: Client, tournament: Tournament) -> None:
    wanted = {"Aurora": vp_of(tournament, 1, 3, 4), "Zenit": vp_of(tournament, 2, 3)}
    html = html_of(referee.get(url("club_ranking", tournament)))
    found = re.findall(r"<summary>(\w+)</summary>.*?<td class=\"number vp\">([\d,.]+)</td>", html, re.S)
    assert {club: int(vp) for club, vp in found} == wanted
    (page,) = pages_of(referee.get(url("sheet_clubs", tournament)).content)
    assert all(squeezed(f"{vp} VP") in squeezed(page) for vp in wanted.values())
    book = load_workbook(io.BytesIO(referee.get(url("clubs_xlsx", tournament)).content))
    assert {row[1]: row[2] for row in list(book.active.values)[1:]} == wanted


def test_the_sheet_says_where_clubs_are_level_and_who_counts_for_them(referee: Client, tournament: Tournament) -> None:
    for player, club in zip(pair(tournament, 6).players, ("Est", "Ovest"), strict=True):
        player_change(player=player, details={"club": club})
    (page,) = pages_of(referee.get(url("sheet_clubs", tournament)).content)
    (row,) = (row for row in standings_of(tournament) if row.entrant.id == 6)
    own = f"{row.vp} VP, +310\n6 {row.entrant.label}: {row.vp}\n"
    assert row.mp_difference == 310 and f"3=\nEst\n{own}3=\nOvest\n{own}" in page
    assert f"1\nAurora\n{vp_of(tournament, 1, 3, 4)} VP, −" in page


def test_the_rule_of_the_page_is_that_of_its_sheet_and_file(referee: Client, tournament: Tournament) -> None:
    asked = {"points": "mean", "best": "2", "mixed": "none"}
    text = text_of(referee.get(url("club_ranking", tournament), asked))
    assert "a club with fewer is not ranked. A pair of two clubs counts for neither." in text
    assert "Aurora" in text and "Zenit" not in text
    html = html_of(referee.get(url("club_ranking", tournament), asked))
    assert f"{url('sheet_clubs', tournament)}?points=mean&amp;best=2&amp;mixed=none" in html
    book = load_workbook(io.BytesIO(referee.get(url("clubs_xlsx", tournament), asked).content))
    assert [row[1:3] for row in list(book.active.values)[1:]] == [("Aurora", vp_of(tournament, 1, 4) / 2)]


@pytest.mark.parametrize("asked", [{"best": "0"}, {"best": "x"}, {"points": "x", "mixed": "x"}], ids=str)
def test_what_is_no_rule_is_the_usual_one(referee: Client, tournament: Tournament, asked: dict[str, str]) -> None:
    for page in ("club_ranking", "sheet_clubs", "clubs_xlsx"):
        assert referee.get(url(page, tournament), asked).status_code == 200
    assert "The sum of all its pairs." in text_of(referee.get(url("club_ranking", tournament), asked))


def test_without_clubs_the_page_says_what_is_missing(referee: Client) -> None:
    empty = make_tournament(pairs=2)
    assert "write each member’s club" in text_of(referee.get(url("club_ranking", empty)))
    (page,) = pages_of(referee.get(url("sheet_clubs", empty)).content)
    assert "No club is ranked." in page


def numbers_shown(referee: Client, tournament: Tournament, **asked: str) -> list[int]:
    html = html_of(referee.get(url("pairs", tournament), asked))
    return [int(number) for number in re.findall(r'<li data-key="(\d+)"', html)]


def test_entrants_are_sorted_and_narrowed_by_where_they_are_at_home(referee: Client, tournament: Tournament) -> None:
    assert numbers_shown(referee, tournament) == [1, 2, 3, 4, 5, 6]
    # Whoever has asked for another list is offered the usual one.
    offers = ["Everybody, by number" in text_of(referee.get(url("pairs", tournament), sent)) for sent in ASKED]
    assert offers == [False, False, True, True]
    assert numbers_shown(referee, tournament, order="province") == [3, 1, 2, 4, 5, 6]
    assert numbers_shown(referee, tournament, order="club") == [1, 4, 3, 2, 5, 6]
    assert numbers_shown(referee, tournament, club="Zenit") == [2, 3]
    assert numbers_shown(referee, tournament, club="Aurora", region="Lombardia", order="province") == [3, 1, 4]
    assert numbers_shown(referee, tournament, club="Zenit", province="MI") == []
    assert numbers_shown(referee, tournament, club="Altrove", order="x") == [1, 2, 3, 4, 5, 6]
    names = {number: str(pair(tournament, number)) for number in range(1, 7)}
    assert numbers_shown(referee, tournament, order="name") == sorted(names, key=lambda number: names[number].lower())


def test_nothing_is_offered_where_no_home_is_known(referee: Client) -> None:
    assert "Sorted by" not in html_of(referee.get(url("pairs", make_tournament(pairs=3))))


def test_a_member_s_province_goes_in_by_a_list_and_out_in_a_file(referee: Client) -> None:
    listed = "Cognome;Nome;Circolo;Prov.;Regione\nRossi;Anna;Aurora;MI;Lombardia"
    begun = referee.post("/en/players/import/", {"text": listed})
    seen = list_looked_at(PeopleImport.objects.get()).fingerprint
    assert referee.post(begun.headers["Location"], {"do": "import", "seen": seen}).status_code == 302
    player = Player.objects.get(last_name="Rossi")
    assert (player.province, player.region) == ("MI", "Lombardia")
    with override("it"):
        book = load_workbook(io.BytesIO(referee.get("/players/file/", {"format": "xlsx"}).content))
    head, row = list(book.active.values)[:2]
    assert dict(zip(head, row, strict=True))["provincia"] == "MI"

"""The ranking as a file: opened by another program, and compared figure by figure with the ranking."""

import csv
import io
import re
from datetime import datetime
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import translation
from openpyxl import load_workbook

from accounts.models import Role
from tests.factories import make_account, make_tournament, play_round, start_round
from tests.tournaments.views.pages import said, text_of, url
from tournaments.files import Column
from tournaments.models import FileLayout, Pair, Player, Tournament
from tournaments.records import Standing, System
from tournaments.selectors.standings import standings_of
from tournaments.services import file_layout_save

pytestmark = pytest.mark.django_db

LAYOUTS = "/en/club/files/"
FEDERATION = [
    *(["card", "TESSERA"], ["last_name", "Cognome"], ["first_name", "Nome"], ["club", ""], ["place", "Pos."]),
    *(["vp", "VP"], ["mp_difference", "Diff."], ["round_vp", "VP t."], ["date", "Data"], ["category", "Cat."]),
]


@pytest.fixture
def tournament() -> Tournament:
    tournament = make_tournament(pairs=5)
    for at, player in enumerate(Player.objects.order_by("pk")):
        Player.objects.filter(pk=player.pk).update(card=f"{at:05}", club=f"ASD {at % 3}", category="=Senior")
    play_round(start_round(tournament), seed=1)
    play_round(start_round(tournament, System.DANISH), seed=2)
    return tournament


@pytest.fixture
def referee() -> Client:
    client = Client()
    client.force_login(make_account())
    return client


def opened(content: bytes) -> list[list[Any]]:
    return [list(row) for row in load_workbook(io.BytesIO(content)).active.iter_rows(values_only=True)]


def by_number(tournament: Tournament) -> dict[int, Standing]:
    return {int(row.entrant.id): row for row in standings_of(tournament)}


def test_the_workbook_says_what_the_ranking_says(referee: Client, tournament: Tournament) -> None:
    first, *rows = opened(referee.get(url("ranking_xlsx", tournament)).content)
    assert first == [
        *("place", "no.", "names", "club 1", "club 2", "VP", "MP difference", "MP", "VP of round 1", "VP of round 2"),
        *("difference of round 1", "difference of round 2", "opponents of round 1", "opponents of round 2"),
    ]
    standings = by_number(tournament)
    assert [row[1] for row in rows] == list(standings)
    for place, number, names, club1, club2, vp, difference, mp, vp1, vp2, diff1, diff2, met1, met2 in rows:
        standing = standings[number]
        assert (place, names, vp, difference, mp) == (
            *(standing.place, standing.entrant.label, standing.vp, standing.mp_difference, standing.mp),
        )
        players = Pair.objects.get(tournament=tournament, number=number).players
        assert [club1, club2] == [player.club for player in players]
        assert vp1 + vp2 == vp and diff1 + diff2 == difference
        met = [", ".join(map(str, score.opponents)) or None for score in standing.rounds]
        assert [met1, met2] == met


def test_a_federation_has_a_row_for_each_player_under_its_own_headings(referee: Client, tournament: Tournament) -> None:
    layout = file_layout_save(name="FIBUR", rows="players", format="xlsx", columns=FEDERATION)
    first, *rows = opened(referee.get(url("ranking_file", tournament, layout.pk)).content)
    assert first == [
        *("TESSERA", "Cognome", "Nome", "club", "Pos.", "VP", "Diff.", "VP t. 1", "VP t. 2", "Data", "Cat."),
    ]
    standings = by_number(tournament)
    wanted = [
        [player.card, player.last_name, player.first_name or None, player.club, standing.place, standing.vp]
        for number, standing in standings.items()
        for player in Pair.objects.get(tournament=tournament, number=number).players
    ]
    assert [row[:6] for row in rows] == wanted
    assert {row[9] for row in rows} == {datetime.combine(tournament.date, datetime.min.time())}


@pytest.mark.parametrize(("format", "separator"), [("comma", ","), ("semicolon", ";")])
def test_no_cell_of_a_file_begins_a_formula(
    referee: Client, tournament: Tournament, format: str, separator: str
) -> None:
    layout = file_layout_save(name="x", rows="players", format=format, columns=FEDERATION)
    text = referee.get(url("ranking_file", tournament, layout.pk)).content.decode("utf-8-sig")
    rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=separator))
    assert len(rows) == 11
    assert {row[-1] for row in rows[1:]} == {"'=Senior"}


def test_headings_are_in_the_language_of_whoever_takes_the_file(referee: Client, tournament: Tournament) -> None:
    address = url("ranking_xlsx", tournament)
    assert opened(referee.get(address.removeprefix("/en")).content)[0][2:5] == ["nomi", "circolo 1", "circolo 2"]


def test_a_file_as_of_a_round(referee: Client, tournament: Tournament) -> None:
    first, *_rows = opened(referee.get(f"{url('ranking_xlsx', tournament)}?after=1").content)
    assert "VP of round 1" in first and "VP of round 2" not in first
    assert referee.get(f"{url('ranking_xlsx', tournament)}?after=9").status_code == 404


def test_a_layout_is_made_looked_at_and_changed(referee: Client, tournament: Tournament) -> None:
    form = {"name": "FIBUR", "rows": "players", "format": "xlsx", "place_card": "2", "place_place": "1"}
    response = referee.post(f"{LAYOUTS}new/", form | {"heading_card": " Tessera "})
    layout = FileLayout.objects.get()
    assert response["Location"].endswith(f"{LAYOUTS}{layout.pk}/") and said(response) == "The layout “FIBUR” is saved."
    assert layout.columns == [["place", ""], ["card", "Tessera"]]
    page = text_of(referee.get(response["Location"]))
    assert "The first rows of" in page and "Tessera" in page and "0000" in page
    # Five of the ten players.
    assert len(re.findall(r"\b0000\d\b", page)) == 5
    twice = referee.post(f"{LAYOUTS}new/", form)
    assert twice.status_code == 422 and "Another layout has this name." in text_of(twice)
    assert "FIBUR" in text_of(referee.get(url("printing", tournament)))
    assert said(referee.post(f"{LAYOUTS}{layout.pk}/delete/")) == "The layout “FIBUR” is deleted."
    assert not FileLayout.objects.exists()


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({}, "Number at least one column"),
        ({"place_card": "1", "place_vp": "1"}, "has this place already"),
        ({"place_card": "-1"}, "1"),
        ({"place_card": "1", "heading_card": "x" * 61}, "60"),
    ],
)
def test_a_faulty_layout_is_refused_and_stays_typed(referee: Client, wrong: dict[str, str], sentence: str) -> None:
    answer = referee.post(f"{LAYOUTS}new/", {"name": "FIBUR", "rows": "players", "format": "xlsx"} | wrong)
    assert answer.status_code == 422 and sentence in text_of(answer)
    assert b'value="FIBUR"' in answer.content and not FileLayout.objects.exists()


def test_a_row_for_a_pair_has_the_cards_of_both_and_the_clubs_code(referee: Client, tournament: Tournament) -> None:
    columns = [["constant", "Affiliata", "=00123"], ["place", ""], ["card", "Tessera"], ["last_name", ""]]
    layout = file_layout_save(name="FIBUR", rows="entrants", format="xlsx", columns=columns)
    first, *rows = opened(referee.get(url("ranking_file", tournament, layout.pk)).content)
    assert first == ["Affiliata", "place", "Tessera 1", "Tessera 2", "last name 1", "last name 2"]
    for row, (number, standing) in zip(rows, by_number(tournament).items(), strict=True):
        one, two = Pair.objects.get(tournament=tournament, number=number).players
        assert row == ["=00123", standing.place, one.card, two.card, one.last_name, two.last_name]


def test_the_text_of_every_row_is_typed_changed_and_told(referee: Client, administrator: Client) -> None:
    form = {"name": "FIBUR", "rows": "players", "format": "xlsx", "place_card": "1"}
    half = form | {"heading_constant2": "Affiliata", "text_constant2": "00123"}
    refused = referee.post(f"{LAYOUTS}new/", half)
    assert refused.status_code == 422 and "Number this column" in text_of(refused)
    assert b'value="00123"' in refused.content
    for missing, sentence in (("heading_", "Write a heading"), ("text_", "Write the text for every row")):
        answer = referee.post(f"{LAYOUTS}new/", half | {"place_constant2": "2", f"{missing}constant2": ""})
        assert answer.status_code == 422 and sentence in text_of(answer)
    page = referee.post(f"{LAYOUTS}new/", half | {"place_constant2": "2"})["Location"]
    layout = FileLayout.objects.get()
    assert layout.columns == [["card", ""], ["constant", "Affiliata", "00123"]]
    assert b'name="text_constant1" value="00123"' in referee.get(page).content
    again = form | {"heading_constant1": "Affiliata", "text_constant1": "00124", "place_constant1": "2"}
    assert referee.post(page, again).status_code == 302
    assert "card number, Affiliata = 00124" in text_of(administrator.get("/en/club/journal/"))


def test_every_column_can_be_written(referee: Client, tournament: Tournament) -> None:
    everything = [[column.value, ""] for column in Column]
    for rows in ("entrants", "players"):
        layout = file_layout_save(name=rows, rows=rows, format="xlsx", columns=everything)
        first, *others = opened(referee.get(url("ranking_file", tournament, layout.pk)).content)
        assert {len(row) for row in others} == {len(first)}
        assert None not in first


def test_whoever_only_looks_makes_no_layout(tournament: Tournament) -> None:
    viewer = Client()
    viewer.force_login(make_account("ugo", Role.VIEWER))
    assert viewer.get(url("ranking_xlsx", tournament)).status_code == 200
    assert viewer.get(f"{LAYOUTS}new/").status_code == 403
    assert Client().get(url("ranking_xlsx", tournament)).status_code == 302


def test_the_command_writes_the_same_file(tournament: Tournament, tmp_path: Any) -> None:
    file_layout_save(name="FIBUR", rows="players", format="semicolon", columns=FEDERATION)
    with translation.override("en"):
        call_command("export_file", tournament.slug, "--to", str(tmp_path / "a.xlsx"))
        call_command("export_file", tournament.slug, "--layout", "FIBUR", "--to", str(tmp_path / "a.csv"))
        assert opened((tmp_path / "a.xlsx").read_bytes())[0][0] == "place"
        assert (tmp_path / "a.csv").read_text("utf-8-sig").startswith("TESSERA;Cognome;Nome;club;")
        with pytest.raises(CommandError, match="Available: FIBUR"):
            call_command("export_file", tournament.slug, "--layout", "x", "--to", str(tmp_path / "b"))
        with pytest.raises(CommandError, match="cannot be written"):
            call_command("export_file", tournament.slug, "--to", str(tmp_path / "none" / "b"))

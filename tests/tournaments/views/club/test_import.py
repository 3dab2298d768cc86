"""Importing a tournament on the referee's page: all of it, or nothing and the place of the fault in the file."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.factories import AT, make_tournament, play_round, start_round
from tests.tournaments.views.pages import html_of, text_of
from tournaments.interchange import export_tournament, to_json
from tournaments.models import Pair, Player, Round, Tournament
from tournaments.services import tournament_delete

pytestmark = pytest.mark.django_db

SAMPLE = (Path(__file__).parents[3] / "data" / "club-evening.json").read_text(encoding="utf-8")
PAGE = "/en/club/import/"
MODELS = (Tournament, Player, Pair, Round)


def send(referee: Client, content: str | bytes, slug: str = "") -> Any:
    content = content.encode() if isinstance(content, str) else content
    file = SimpleUploadedFile("torneo.json", content, content_type="application/json")
    return referee.post(PAGE, {"file": file, "slug": slug}, follow=True)


def test_a_tournament_comes_in_as_it_went_out(referee: Client) -> None:
    assert "Import a tournament from a file" in text_of(referee.get("/en/tournaments/new/"))
    assert "all of it is imported, or nothing" in text_of(referee.get(PAGE))
    answer = send(referee, SAMPLE)
    tournament = Tournament.objects.get()
    assert answer.redirect_chain[-1][0] == f"/en/tournaments/{tournament.slug}/"
    assert f"“{tournament}” has been imported." in text_of(answer)
    assert to_json(export_tournament(tournament)) == SAMPLE


def test_where_its_address_is_taken_it_gets_another(referee: Client) -> None:
    tournament = make_tournament(pairs=4)
    play_round(start_round(tournament))
    tournament.refresh_from_db()
    text = to_json(export_tournament(tournament))
    refused = send(referee, text)
    assert refused.status_code == 422
    assert f"tournament.slug: the slug {tournament.slug} is taken here: give it another" in text_of(refused)
    for wrong in ("Nuovo Nome", "new"):
        assert send(referee, text, wrong).status_code == 422
    assert Tournament.objects.count() == 1
    assert send(referee, text, "copia").status_code == 200
    assert set(Tournament.objects.values_list("slug", flat=True)) == {tournament.slug, "copia"}


def spoilt(**changes: object) -> str:
    data = json.loads(SAMPLE)
    data["rounds"][-1]["tables"][-1] |= changes
    return json.dumps(data)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (spoilt(ns=999), "rounds[3].tables[9].ns: no pair has the number 999"),
        (spoilt(colour=1), "rounds[3].tables[9].colour: unknown key"),
        (SAMPLE.replace('"version": 1', '"version": 2'), "version: "),
        (SAMPLE[:-3], "this is not JSON"),
        ("", "this is not JSON"),
        ("[]", "expected an object"),
        (b"\xff\xfe{", "not a text file in UTF-8"),
    ],
)
def test_a_file_that_is_wrong_says_where_and_nothing_comes_in(
    referee: Client, content: str | bytes, sentence: str
) -> None:
    refused = send(referee, content, "mia")
    assert refused.status_code == 422 and sentence in text_of(refused)
    assert 'value="mia"' in html_of(refused)
    assert [model.objects.count() for model in MODELS] == [0] * len(MODELS)


def test_a_file_of_megabytes_is_not_read(referee: Client) -> None:
    assert "too large to be a tournament" in text_of(send(referee, b" " * 15_000_001))


def test_a_missing_file_is_reported(referee: Client) -> None:
    refused = referee.post(PAGE, {"slug": "mia"})
    assert refused.status_code == 422 and "required" in text_of(refused)


def test_one_that_was_deleted_here_comes_in_again(referee: Client, django_user_model: Any) -> None:
    tournament = make_tournament(pairs=4)
    text = to_json(export_tournament(tournament))
    tournament_delete(tournament=tournament, by=django_user_model.objects.first(), at=AT)
    assert send(referee, text).status_code == 200
    assert Tournament.objects.get().slug == tournament.slug

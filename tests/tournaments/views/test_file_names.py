"""Downloaded files are named in the language of the page from which they come."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from tests.factories import make_tournament, play_round, start_round
from tournaments.models import Club
from tournaments.services import file_layout_save, player_create

pytestmark = pytest.mark.django_db

NAMES = [
    ("ranking_csv", [], "classifica-torneo-del-venerdi.csv", "ranking-torneo-del-venerdi.csv"),
    ("ranking_xlsx", [], "classifica-torneo-del-venerdi.xlsx", "ranking-torneo-del-venerdi.xlsx"),
    ("sheet_seating", [1], "turno-1-posti-torneo-del-venerdi.pdf", "round-1-seats-torneo-del-venerdi.pdf"),
    ("report_xlsx", [], "relazione-torneo-del-venerdi.xlsx", "report-torneo-del-venerdi.xlsx"),
    ("clubs_xlsx", [], "circoli-torneo-del-venerdi.xlsx", "clubs-torneo-del-venerdi.xlsx"),
    ("tournament_json", [], "torneo-del-venerdi.json", "torneo-del-venerdi.json"),
]


def named(client: Client, language: str, address: str, *args: object, query: str = "") -> str:
    with translation.override(language):
        return client.get(reverse(address, args=args) + query)["Content-Disposition"]


@pytest.mark.parametrize(("address", "args", "italian", "english"), NAMES)
def test_a_file_of_a_tournament_is_named_by_what_it_holds(
    referee: Client, address: str, args: list[object], italian: str, english: str
) -> None:
    tournament = make_tournament(pairs=4)
    play_round(start_round(tournament), seed=1)
    for language, name in (("it", italian), ("en", english)):
        assert f'filename="{name}"' in named(referee, language, address, tournament.slug, *args)


def test_files_of_members_are_named_by_layout_and_day(referee: Client) -> None:
    today = timezone.localdate().isoformat()
    Club.objects.update_or_create(pk=1, defaults={"till": True})
    player_create(details={"last_name": "Rossi", "card": "1"})
    assert named(referee, "it", "members_file", query="?format=comma") == f'attachment; filename="soci-{today}.csv"'
    assert named(referee, "en", "members_file", query="?format=xlsx") == f'attachment; filename="members-{today}.xlsx"'
    layout = file_layout_save(name="Fédération d’été", rows="members", format="comma", columns=[["card", ""]])
    header = named(referee, "it", "members_file", query=f"?format=xlsx&layout={layout.pk}")
    plain = f'filename="soci-federation-dete-{today}.csv"'
    assert header == f"attachment; {plain}; filename*=UTF-8''soci-f%C3%A9d%C3%A9ration-d%C3%A9t%C3%A9-{today}.csv"
    assert named(referee, "it", "member_cards_pdf") == 'inline; filename="tessere.pdf"'
    book = named(referee, "it", "members_book", query=f"?day={today}&format=xlsx")
    assert book == f'attachment; filename="libro-soci-{today}.xlsx"'

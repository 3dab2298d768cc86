"""Players learn what the program stores about them, wherever they type personal data."""

import re

import pytest
from django.conf import settings
from django.core.management import get_commands
from django.test import Client
from django.urls import reverse

from accounts.services.accounts import LOGINS_KEPT
from tests.factories import make_tournament, start_on_phones
from tests.tournaments.views.pages import html_of, text_of
from tournaments.models import Club
from tournaments.records import retention
from tournaments.selectors.privacy import authority, kept_data
from tournaments.services import club_rename, entry_terms_set

pytestmark = pytest.mark.django_db


def test_players_are_told_what_is_kept_of_them(client: Client):
    page = client.get(reverse("privacy"))
    assert page.status_code == 200
    assert not page.cookies
    text = page.content.decode()
    assert all(word in text for word in ("tessera", "anno di nascita", "cancellare i tuoi dati"))


def test_every_page_on_which_players_type_leads_there(client: Client):
    played, coming = start_on_phones().tournament, make_tournament(self_check_in=True, name="Coming")
    typed = ("home", []), ("phone_entrance", [played.slug]), ("public_check_in", [coming.slug])
    for name, parts in typed:
        assert f'href="{reverse("privacy")}"' in client.get(reverse(name, args=parts)).content.decode(), name


def privacy_form(**changed: object) -> dict[str, object]:
    written = {
        "data_keeper": "ASD  Aurora, via Roma 1",
        "data_contact": "Carla, privacy@aurora.example.it",
        "data_complaints": authority(),
        "data_words": "Teniamo i dati per i tornei.\nLi diamo <b>solo</b> alla federazione.",
        "years_after_leaving": "5",
    }
    return written | changed


def test_the_club_says_who_keeps_the_data_where_players_read_it(administrator: Client, client: Client):
    assert "non ha ancora scritto chi conserva i dati" in text_of(client.get(reverse("privacy")))
    answer = administrator.post(reverse("club_privacy"), privacy_form())
    assert (answer.status_code, answer["Location"]) == (302, reverse("club_privacy"))
    page = client.get(reverse("privacy"))
    said = text_of(page)
    assert "ASD Aurora, via Roma 1" in said and "Carla, privacy@aurora.example.it" in said and "Garante" in said
    assert "&lt;b&gt;solo&lt;/b&gt;" in html_of(page) and not page.cookies
    assert "5 anni dopo che hanno lasciato il circolo" in said and "non ha ancora scritto" not in said
    coming = make_tournament()
    entry_terms_set(tournament=coming, terms={"is_open": True})
    assert "ASD Aurora, via Roma 1" in text_of(client.get(reverse("public_entry", args=[coming.slug])))


def test_the_authority_of_the_program_follows_the_language_unless_the_club_names_another(administrator: Client):
    administrator.post(reverse("club_privacy"), privacy_form())
    assert Club.objects.get().data_complaints == ""
    administrator.post(reverse("club_privacy"), privacy_form(data_complaints="Il garante di San Marino"))
    assert "San Marino" in text_of(Client().get(reverse("privacy")))


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"data_keeper": ""}, "Scrivi anche chi conserva i dati"),
        ({"years_after_leaving": "0"}, "1"),
        ({"years_after_leaving": "31"}, "30"),
        ({"data_words": "x" * 3001}, "3000"),
    ],
)
def test_what_is_wrong_is_said_and_what_was_typed_is_kept(
    administrator: Client, changed: dict[str, object], sentence: str
):
    answer = administrator.post(reverse("club_privacy"), privacy_form(**changed))
    assert answer.status_code == 422 and sentence in text_of(answer)
    assert ">\nCarla, privacy@aurora.example.it</textarea>" in html_of(answer)
    assert not Club.objects.exclude(data_contact="").exists()


def test_the_journal_tells_who_changed_it_and_home_reminds_until_it_is_said(administrator: Client, referee: Client):
    club_rename(name="Aurora")
    reminder = "Scrivi chi conserva i dati delle persone"
    assert reminder in text_of(administrator.get(reverse("home"))) and reminder not in text_of(
        referee.get(reverse("home"))
    )
    administrator.post(reverse("club_privacy"), privacy_form())
    assert reminder not in text_of(administrator.get(reverse("home")))
    journal = text_of(administrator.get(reverse("journal")))
    assert "Che cosa dice il circolo sui dati delle persone" in journal and "ASD Aurora, via Roma 1" in journal
    history = Club.history.first()
    assert history is not None and history.history_user is not None and history.history_user.username == "carla"


@pytest.mark.parametrize("years", [None, 5])
def test_what_is_said_to_be_deleted_by_itself_is_deleted_every_night_and_at_each_start(years: int | None):
    """The unit of the night and the start run the same commands: tests/deploy/test_units.py."""
    nightly = (settings.BASE_DIR / "deploy/systemd/burraco-club-nightly.service").read_text(encoding="utf-8")
    run = set(re.findall(r"manage\.py (delete_old_\w+)$", nightly, re.M))
    rows = kept_data(years, logins_kept=LOGINS_KEPT)
    assert {row.command for row in rows if row.command} == run
    assert run <= get_commands().keys()
    assert all(re.search(r"\d", row.how_long) for row in rows if row.command)


def test_the_periods_of_the_table_are_those_of_the_code():
    said = {row.what: row.how_long for row in kept_data(7, logins_kept=LOGINS_KEPT)}
    days = (
        *(retention.CONTACTS_AFTER_FINAL, retention.CONTACTS_AFTER_ITS_DAY, retention.PHOTOS_AFTER_FINAL),
        *(retention.TOURNAMENTS_RESTORED_WITHIN, retention.LISTS_LOOKED_AT_FOR, retention.LISTS_UNDONE_WITHIN),
        *(retention.MERGES_UNDONE_WITHIN, LOGINS_KEPT),
    )
    # In the order of the table: no period of the code is missing, and none is made up.
    told = [int(figure) for words in said.values() for figure in re.findall(r"\d+", words)]
    assert told == [*(time.days for time in days[:-1]), 7, days[-1].days, settings.BACKUPS_KEPT]

"""Who keeps the data is written and read; a player hides their own page; the secretary gives everything as a file."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from tests.browser.conftest import Visitor, follow, main_action
from tests.factories import make_tournament, pair, play_round, start_round
from tests.tournaments.selectors.test_seasons import finished
from tournaments.models import Pair, Player, Tournament
from tournaments.services import club_show_players, entry_terms_set

pytestmark = pytest.mark.django_db(transaction=True)


def test_players_read_who_keeps_their_data_and_hide_their_own_page(referee: Visitor, player: Visitor) -> None:
    referee.go("/club/")
    follow(referee.page, referee.page.get_by_role("link", name="Dati delle persone").click)
    referee.audit()
    assert "Garante" in referee.page.get_by_label("A chi fare reclamo").input_value()
    referee.page.get_by_label("Chi conserva i dati").fill("ASD Aurora Burraco, via Roma 1, Lecce")
    referee.page.get_by_label("A chi chiedere").fill("Carla Bianchi, privacy@aurora.example.it")
    referee.page.get_by_label("Con parole vostre").fill("Teniamo i dati per i tornei e per il libro soci.")
    referee.page.get_by_label("Anni dopo i quali").fill("5")
    main_action(referee.page)
    expect(referee.page.get_by_text("È salvato quello che il circolo dice")).to_be_visible()

    player.go("/privacy/")
    expect(player.page.get_by_text("privacy@aurora.example.it")).to_be_visible()
    expect(player.page.get_by_text("5 anni dopo che")).to_be_visible()

    club_show_players(shown=True)
    coming = make_tournament(name="Serata aperta", date=timezone.localdate() + timedelta(days=3), pairs=5)
    entry_terms_set(tournament=coming, terms={"is_open": True, "without_yes": True})
    player.go(f"/t/{coming.slug}/enter/")
    expect(player.page.get_by_text("ASD Aurora Burraco")).to_be_visible()
    player.page.locator("[name=name1]").fill("Zanardi Pia")
    player.page.locator("[name=name2]").fill("Zoli Ugo")
    player.page.locator("[name=contact]").fill("333 1234567")
    follow(player.page, player.page.get_by_role("button", name="Iscriv").click)
    own = player.page.url.removeprefix(player.address)
    player.audit()

    Pair.objects.filter(tournament=coming).update(status=Pair.Status.ACTIVE)
    play_round(start_round(Tournament.objects.get(pk=coming.pk)))
    finished(coming)
    pia = Player.objects.get(last_name="Zanardi")
    public = reverse("public_player", args=[pia.pk])
    player.go(public)
    expect(player.page.get_by_role("heading", name="Zanardi Pia")).to_be_visible()
    player.go(own)
    player.page.get_by_text("Zanardi Pia: pagina pubblica").click()
    player.audit()
    follow(player.page, player.page.locator("details[open]").get_by_role("button", name="Nascondi la pagina").click)
    expect(player.page.get_by_text("Zanardi P.: la pagina pubblica è nascosta")).to_be_visible()
    player.audit()
    answer = player.page.goto(player.address + public)
    assert answer is not None and answer.status == 404
    player.go(f"/t/{coming.slug}/pairs/{pair(coming, 6).number}/")
    expect(player.page.get_by_text("Zanardi P.").first).to_be_visible()
    expect(player.page.locator(f"a[href='{public}']")).to_have_count(0)

    referee.go(f"/players/{pia.pk}/")
    referee.page.get_by_text("Tutto quello che è conservato").click()
    referee.audit()
    with referee.page.expect_download() as download:
        referee.page.get_by_role("link", name="File (JSON)").click()
    assert download.value.suggested_filename.endswith(".json")

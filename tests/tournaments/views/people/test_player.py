"""A player's page: for scorers, and for everybody if the club makes it public."""

import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import Role
from tests.factories import AT, make_account, make_tournament, pair, play_round, start_round
from tests.tournaments.selectors.test_seasons import finished, played
from tests.tournaments.views.pages import html_of, plain, text_of, url
from tournaments.interchange import export_tournament, to_json, tournament_import
from tournaments.models import Club, Player, Tournament
from tournaments.records import System
from tournaments.selectors.careers import MOST_MET, tournaments_played_by
from tournaments.selectors.standings import standings_of
from tournaments.services import (
    club_show_players,
    pair_add,
    pair_substitute,
    player_change,
    player_create,
    player_forget,
    player_hide_page,
    tournament_delete,
    tournament_reopen,
)
from tournaments.services.ratings import ratings_switch
from tournaments.views.people import player as player_views
from tournaments.views.people.career import PARTNERS, TOURNAMENTS, rating_context

pytestmark = pytest.mark.django_db

KNOWN = {"contact": "333 5550000", "birth_year": 1931, "card": "CARD-77", "category": "Zeta", "club": "ASD Aurora"}
SECRET = {"333 5550000", "1931", "CARD-77", "Zeta"}


def own(player: Player) -> str:
    return f"/en/players/{player.pk}/"


def public(player: Player) -> str:
    return f"/en/m/{player.pk}/"


def viewer() -> Client:
    client = Client()
    client.force_login(make_account("marta", Role.VIEWER))
    return client


@pytest.fixture
def public_player() -> Player:
    """A player with two final tournaments, whose page is public."""
    one, _two = played("Torneo Uno", day=1), played("Torneo Due", day=8, seed=4)
    club_show_players(shown=True)
    return pair(one, 1).player1


# --- For scorers ------------------------------------------------------------------------------------------------------


def test_the_list_of_members_leads_to_the_page_and_the_page_to_the_form(referee: Client) -> None:
    player = player_create(details={"last_name": "Rossi", "first_name": "Anna"})
    assert f'href="{own(player)}"' in html_of(referee.get("/en/players/"))
    page = html_of(referee.get(own(player)))
    assert f'href="{own(player)}edit/"' in page and "None of this player’s tournaments is final yet" in page
    saved = referee.post(f"{own(player)}edit/", {"last_name": "Rossi", "first_name": "Anna Maria"})
    assert (saved.status_code, saved["Location"]) == (302, own(player))
    assert "Rossi Anna Maria" in html_of(referee.get(own(player)))


def test_it_says_what_was_played_with_whom_and_against_whom(referee: Client, public_player: Player) -> None:
    text = text_of(referee.get(own(public_player)))
    partner = pair(Tournament.objects.get(name="Torneo Uno"), 1).player2
    assert partner
    for words in ("Torneo Uno", "Torneo Due", f"with {partner.full_name}", "Best place", "Worst round", "of 6"):
        assert words in text, words
    assert f'href="{own(partner)}"' in html_of(referee.get(own(public_player)))


def test_a_single_tournament_and_a_single_round_are_only_the_best(referee: Client) -> None:
    player = pair(played("Torneo Uno", rounds=1, pairs=4), 1).player1
    extremes = referee.get(own(player)).context["extremes"]
    assert [name for name, found in extremes.items() if found is not None] == ["best", "best_round"]
    played("Torneo Due", day=8, seed=4, rounds=1, pairs=4)
    assert all(referee.get(own(player)).context["extremes"].values())


def test_whoever_looks_on_sees_what_the_list_of_members_shows(referee: Client) -> None:
    player = player_create(details={"last_name": "Rossi", "first_name": "Anna", **KNOWN})
    text = text_of(viewer().get(own(player)))
    assert {fact for fact in map(str, KNOWN.values()) if fact in text} == {"CARD-77", "Zeta", "ASD Aurora"}
    assert "/edit/" not in text and viewer_is_kept_out(player)
    assert {fact for fact in map(str, KNOWN.values()) if fact in text_of(referee.get(own(player)))} == set(
        map(str, KNOWN.values())
    )


def viewer_is_kept_out(player: Player) -> bool:
    client = Client()
    client.force_login(make_account("lea", Role.VIEWER))
    return client.get(f"{own(player)}edit/").status_code == 403


def test_the_rating_is_there_only_where_the_club_shows_it(referee: Client, public_player: Player) -> None:
    for address in (own(public_player), public(public_player)):
        assert "Everybody begins at 1500" not in html_of(referee.get(address))
    ratings_switch(on=True)
    for address in (own(public_player), public(public_player)):
        assert "Everybody begins at 1500" in html_of(referee.get(address))
        assert referee.get(address).context["chart"].table.rows[0][0] == "Torneo Uno"


def test_what_is_long_is_folded(referee: Client) -> None:
    for day in range(1, 3):
        played(f"Torneo {day}", day=day, rounds=1, pairs=4)
    player = pair(Tournament.objects.get(name="Torneo 1"), 1).player1
    assert "<summary>Previous tournaments" not in html_of(referee.get(own(player)))
    for number in range(TOURNAMENTS):
        tournament = make_tournament(name=f"Altro {number}", pairs=2, hands_per_round=2)
        first = pair(tournament, 1)
        first.player2 = player_create(details={"last_name": f"Compagno{number}"})
        first.save()
        play_round(start_round(tournament))
        finished(tournament)
    page = referee.get(own(player))
    assert len(page.context["tournaments"]) == TOURNAMENTS and len(page.context["earlier_tournaments"]) == 2
    assert (
        len(page.context["partners"]) == PARTNERS and len(page.context["more_partners"]) == TOURNAMENTS + 1 - PARTNERS
    )
    assert len(page.context["met"]) <= MOST_MET
    html = html_of(page)
    assert "Previous tournaments" in html and "All the other partners" in html
    assert all(f"Compagno{number}" in html for number in range(TOURNAMENTS))


def test_more_tournaments_cost_no_more_queries(
    referee: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    ratings_switch(on=True)
    club_show_players(shown=True)
    counts = []
    for day in (1, 2, 3, 4):
        tournament = played(f"Torneo {day}", day=day, rounds=1, pairs=4)
        player = pair(tournament, 1).player1
        referee.get(own(player))
        with django_assert_max_num_queries(12) as queries:
            referee.get(own(player))
        with django_assert_max_num_queries(18) as asked_in_public:
            referee.get(public(player))
        counts.append((len(queries), len(asked_in_public)))
    assert len(set(counts)) == 1


# --- For everybody ----------------------------------------------------------------------------------------------------


def test_a_club_that_says_nothing_shows_nobody(client: Client) -> None:
    player = pair(played("Uno"), 1).player1
    assert client.get(public(player)).status_code == 404
    club_show_players(shown=True)
    assert client.get(public(player)).status_code == 200
    club_show_players(shown=False)
    assert client.get(public(player)).status_code == 404


def test_members_without_a_final_tournament_and_forgotten_members_have_no_public_page(
    client: Client, public_player: Player
) -> None:
    begun = make_tournament(name="Tre", pairs=2, hands_per_round=2)
    seated = pair(begun, 1)
    seated.player1 = newcomer = player_create(details={"last_name": "Nuovo", "first_name": "Ugo"})
    seated.save()
    play_round(start_round(begun))
    never = player_create(details={"last_name": "Mai", "first_name": "Visto"})
    assert client.get(public(public_player)).status_code == 200
    for nobody in (newcomer, never):
        assert client.get(public(nobody)).status_code == 404
    for number in (0, 999_999, 10**25):
        assert client.get(f"/en/m/{number}/").status_code == 404
    player_forget(player=public_player)
    assert client.get(public(public_player)).status_code == 404


def test_a_tournament_opened_again_or_put_away_is_on_no_public_page(client: Client) -> None:
    one, two = played("Torneo Uno", day=1), played("Torneo Due", day=8)
    club_show_players(shown=True)
    player = pair(one, 1).player1
    tournament_delete(tournament=two, by=None, at=AT)
    assert "Torneo Due" not in html_of(client.get(public(player)))
    tournament_reopen(tournament=one, reason="Una distinta")
    assert client.get(public(player)).status_code == 404


def test_the_vp_a_round_are_those_of_all_rounds(client: Client, referee: Client, public_player: Player) -> None:
    (mean,) = re.findall(r"VP per round</dt><dd>(\d+\.\d)</dd>", html_of(client.get(public(public_player))))
    assert f"VP per round</dt><dd>{mean}</dd>" in html_of(referee.get(own(public_player)))


def test_it_tells_nothing_that_the_club_alone_knows(client: Client, public_player: Player) -> None:
    for member in Player.objects.all():
        player_change(player=member, details={**KNOWN, "card": f"CARD-77{member.pk}", "shown": "short"})
    html = html_of(client.get(public(public_player)))
    assert [secret for secret in SECRET if secret in html] == []
    public_player = Player.objects.get(pk=public_player.pk)
    assert public_player.public_name in html and public_player.full_name not in html
    assert all(player.full_name not in html for player in Player.objects.exclude(first_name=""))
    assert 'name="robots" content="noindex, nofollow"' in html
    assert client.get(public(public_player))["X-Robots-Tag"] == "noindex, nofollow"
    assert not client.cookies


def test_what_it_names_can_be_opened(client: Client, public_player: Player) -> None:
    html = html_of(client.get(public(public_player)))
    links = set(re.findall(r'href="(/en/(?:m|t)/[^"]+)"', html))
    assert len(links) >= 4
    assert {link: client.get(link).status_code for link in links} == dict.fromkeys(links, 200)


def test_who_is_forgotten_is_named_without_a_link(client: Client, referee: Client, public_player: Player) -> None:
    partner = pair(Tournament.objects.get(name="Torneo Uno"), 1).player2
    assert partner and public(partner) in html_of(client.get(public(public_player)))
    player_forget(player=partner)
    html = html_of(client.get(public(public_player)))
    assert public(partner) not in html and partner.full_name not in html
    # Within the club there is still a page of them.
    assert f'href="{own(partner)}"' in html_of(referee.get(own(public_player)))


def test_who_has_it_is_told_that_nothing_has_changed_until_something_has(client: Client, public_player: Player) -> None:
    def etag() -> str:
        return client.get(public(public_player))["ETag"]

    first = etag()
    assert client.get(public(public_player), headers={"If-None-Match": first}).status_code == 304
    partner = pair(Tournament.objects.get(name="Torneo Uno"), 1).player2
    assert partner
    player_change(player=partner, details={"last_name": "Corretti"})
    named = etag()
    ratings_switch(on=True)
    rated = etag()
    played("Torneo Tre", day=15)
    assert len({first, named, rated, etag()}) == 4
    assert client.get(f"/m/{public_player.pk}/")["ETag"] != etag()


# --- Links to the page ------------------------------------------------------------------------------------------------


def test_the_pages_of_pairs_lead_there_as_soon_as_the_club_says_so_and_no_longer(client: Client) -> None:
    tournament = played("Uno")
    player = pair(tournament, 1).player1
    address, link = url("public_pair", tournament, 1), f'href="{public(player)}"'
    assert link not in html_of(client.get(address))
    for on in (True, False, True):
        club_show_players(shown=on)
        assert (link in html_of(client.get(address))) is on
    player_forget(player=player)
    assert link not in html_of(client.get(address))
    tournament_reopen(tournament=tournament, reason="Una distinta")
    assert "/m/" not in html_of(client.get(address))


def test_a_substitute_has_a_page_too(client: Client) -> None:
    tournament = make_tournament(pairs=2, hands_per_round=2, substitutes_allowed=True)
    play_round(start_round(tournament))
    substitute = player_create(details={"last_name": "Zeta", "first_name": "Ugo"})
    pair_substitute(pair=pair(tournament, 1), seat=1, player=substitute)
    tournament = finished(tournament)
    club_show_players(shown=True)
    for player in (substitute, pair(tournament, 1).player1):
        assert f'href="{public(player)}"' in html_of(client.get(url("public_pair", tournament, 1)))
        assert "seat shared with a substitute" in text_of(client.get(public(player)))
    assert tournaments_played_by(substitute) == [tournament]


def test_an_evening_in_somebody_elses_place_leads_to_its_ranking(client: Client, public_player: Player) -> None:
    tournament = make_tournament(name="Sera", hands_per_round=2, substitutes_allowed=True)
    for players in (["Zeta Ugo", "Zito Ugo"], ["Zola Ugo", "Zucchi Ugo"]):
        pair_add(tournament=tournament, players=players, here=True)
    play_round(start_round(tournament))
    pair_substitute(pair=pair(tournament, 2), seat=1, player=public_player)
    tournament = finished(tournament)
    page = html_of(client.get(public(public_player)))
    assert f'href="{url("public_ranking", tournament)}"' in page and url("public_pair", tournament, 2) not in page


def test_who_played_alone_has_no_partner(referee: Client) -> None:
    tournament = played("Da soli", rounds=1, pairs=8, kind="individual", system=System.INDIVIDUAL)
    (row,) = referee.get(own(pair(tournament, 1).player1)).context["tournaments"]
    assert row.partner is None


def test_a_member_without_an_evening_has_no_course_of_a_rating(db: None) -> None:
    player = player_create(details={"last_name": "Rossi", "first_name": "Anna"})
    context = rating_context(player)
    assert (context["last"], context["rounds"]) == (None, 0)


def test_an_evening_without_a_goodbye_leaves_the_page_as_it_is(
    client: Client, public_player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert client.get(public(public_player)).context["goodbye"]
    monkeypatch.setattr(player_views, "goodbye_in", lambda *_facts: None)
    context = client.get(public(public_player)).context
    assert [context[name] for name in ("goodbye", "place", "evening_vp")] == [None] * 3


def test_an_administrator_says_it_among_the_clubs_settings(administrator: Client, client: Client) -> None:
    text = "Each player gets a page with a summary"
    assert text not in text_of(client.get("/en/privacy/"))
    page = html_of(administrator.get("/en/club/"))
    assert "Make players’ pages public" in plain(page)
    administrator.post("/en/club/", {"name": "ASD Aurora", "players_public": "on"})
    assert Club.objects.get().players_public
    assert re.search(r'name="players_public"[^>]*checked', html_of(administrator.get("/en/club/")))
    assert text in text_of(client.get("/en/privacy/"))
    administrator.post("/en/club/", {"name": "ASD Aurora"})
    assert not Club.objects.get().players_public


# --- Hidden on request ------------------------------------------------------------------------------------------------


def test_a_hidden_page_is_answered_like_an_unknown_one_and_nothing_public_leads_there(
    client: Client, referee: Client, public_player: Player
) -> None:
    one = Tournament.objects.get(name="Torneo Uno")
    partner = pair(one, 1).player2
    assert partner
    link, initial = f'href="{public(public_player)}"', f"{public_player.last_name} {public_player.first_name[0]}."
    shown_on = (url("public_pair", one, 1), public(partner))
    before = [client.get(page) for page in shown_on]
    assert all(link in html_of(page) for page in before)
    results = standings_of(one)
    player_hide_page(player=public_player)
    hidden, unknown = client.get(public(public_player)), client.get("/en/m/999999/")
    assert (hidden.status_code, text_of(hidden)) == (unknown.status_code, text_of(unknown)) == (404, text_of(unknown))
    for page, old in zip(shown_on, before, strict=True):
        # Not even who has the page already is told that it is as it was.
        now = client.get(page, headers={"If-None-Match": old["ETag"]})
        assert now.status_code == 200 and link not in html_of(now) and initial in text_of(now), page
    assert standings_of(one) == results
    assert initial in text_of(client.get(url("public_ranking", one)))
    assert client.get(public(partner)).status_code == 200
    # The club sees everything, and only the club shows the page again.
    assert public_player.full_name in text_of(referee.get(own(public_player)))
    player_change(player=public_player, details={"shown": Player.Shown.FULL})
    assert client.get(public(public_player)).status_code == 200


def test_a_file_from_elsewhere_does_not_show_a_hidden_page_again(public_player: Player) -> None:
    one = Tournament.objects.get(name="Torneo Uno")
    exported = export_tournament(one)
    player_hide_page(player=public_player)
    for shown in ({}, {"shown": "short"}):
        exported["players"][0].update(shown)
        tournament_import(text=to_json(exported), slug=f"again-{len(shown)}")
        assert Player.objects.get(pk=public_player.pk).shown == Player.Shown.HIDDEN
    hidden = [player.get("shown") for player in export_tournament(one)["players"]]
    assert hidden.count("short") == 1 and "hidden" not in hidden

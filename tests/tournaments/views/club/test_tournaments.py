"""Home, a new tournament, its settings, its overview and its end, for a referee and a player."""

import csv
import json
import re
from datetime import date, time, timedelta
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import Role
from pages.refusals import Refused
from scoring.models import ClubRuleset
from scoring.rulesets.club import club_ruleset_change, club_ruleset_create
from tests.factories import (
    AT,
    make_account,
    make_teams,
    make_tournament,
    members,
    play_round,
    play_table,
    slip,
    start_round,
)
from tests.tournaments.sheets.sheet_text import pages_of
from tests.tournaments.views.pages import html_of, plain, said, text_of, url
from tournaments.forms.club.tournaments import TournamentForm
from tournaments.models import Club, EntryTerms, Player, RefereeCall, Tournament
from tournaments.selectors.standings import standings_of, team_standings_of
from tournaments.services import (
    call_answer,
    call_referee,
    pair_add,
    tournament_change,
    tournament_finish_play,
    tournament_make_final,
)
from tournaments.views.club.home import MOST_WITH_A_STEP, TOURNAMENTS_A_PAGE
from tournaments.views.club.tournaments import SAMPLE

pytestmark = pytest.mark.django_db

EXPECTED = Path(__file__).parents[3] / "data" / "club-evening.expected.csv"

DEFAULTS: dict[str, Any] = {
    "name": "Torneo del giovedì",
    "date": "2026-11-26",
    "kind": "pairs",
    "ruleset": "fibur_2026",
    "hands_per_round": "4",
    "rounds_planned": "4",
    "scale": "hands",
    "scale_total": "20",
    "tie_breaks_0": "vp",
    "tie_breaks_1": "mp_difference",
    "tie_breaks_2": "mp",
    "tie_breaks_3": "direct",
    "tie_breaks_4": "wins",
    "tie_breaks_5": "lot",
    "missed_rounds": "zero",
    "writing": "paper",
    "substitutes_allowed": "on",
    "entry": "slip",
}
"""The page's own values, with a typed name and date."""

HUGE = "9" * 31


def new(referee: Client, **fields: str) -> Any:
    return referee.post("/en/tournaments/new/", DEFAULTS | fields)


def played(rounds: int = 4) -> Tournament:
    tournament = make_tournament(pairs=8, rounds_planned=rounds)
    for number in range(rounds):
        play_round(start_round(tournament, "draw"), seed=number)
    tournament.refresh_from_db()
    return tournament


# --- Home ------------------------------------------------------------------------------------------------------------


def test_the_first_home_leads_to_a_tournament_a_club_name_and_the_sample(referee: Client) -> None:
    page = html_of(referee.get("/en/"))
    for address in ("/en/tournaments/new/", "/en/club/", "/en/tournaments/sample/", "/en/players/"):
        assert address in page
    assert "<span>Burraco Club</span>" in page


def test_the_clubs_page_says_what_each_of_its_pages_is_for(referee: Client, administrator: Client) -> None:
    for client, ways in ((referee, 4), (administrator, 9)):
        page = html_of(client.get("/en/club/"))
        [listed] = re.findall(r'<ul class="rows club-ways">.*?</ul>', page, re.DOTALL)
        rows = re.findall(r"<li>.*?</li>", listed, re.DOTALL)
        assert len(rows) >= ways
        said = [
            re.search(r'<svg .*?<a href=".+?">(.+?)</a><span class="muted">(.+?)</span>', row, re.DOTALL)
            for row in rows
        ]
        assert len({found[2] for found in said if found}) == len(rows)


def test_what_is_played_comes_first_then_what_comes_then_what_is_over(referee: Client) -> None:
    today = timezone.localdate()
    days = {"Natale": 30, "Forgotten": -9, "Friday": 2, "Tonight": 0, "Old": -20, "Older": -30, "Yesterday": -1}
    for name, after in days.items():
        make_tournament(name=name, date=today + timedelta(days=after))
    Tournament.objects.filter(name="Tonight").update(state="running")
    Tournament.objects.filter(name="Yesterday").update(state="checking")
    Tournament.objects.filter(name__startswith="Old").update(state="final")
    page = html_of(referee.get("/en/"))
    names = re.findall(r"<a href=\"/en/tournaments/[a-z-]+/\">([^<]+)", page)
    assert names == ["Tonight", "Yesterday", "Friday", "Natale", "Forgotten", "Old", "Older"]
    assert re.findall(r"<h2[^>]*>([^<]+)", page) == ["Under way", "Upcoming", "Finished"]


def test_home_says_how_far_a_round_is_and_of_several_the_one_at_the_desk(referee: Client) -> None:
    tournament = make_tournament(pairs=8, rounds_planned=3)
    first = start_round(tournament)
    play_table(first.tables.all()[0])
    start_round(tournament)
    page = text_of(referee.get("/en/"))
    assert "Round 2 of 3 0 of 4 tables handed in" in page
    play_round(tournament.rounds.get(number=2), close=False)
    assert "Round 1 of 3 1 of 4 tables handed in" in text_of(referee.get("/en/"))


def test_a_long_list_has_pages_and_every_tournament_is_found(referee: Client) -> None:
    for number in range(TOURNAMENTS_A_PAGE + 2):
        make_tournament(name=f"Serata {number}", date=date(2026, 1, 1) + timedelta(days=number))
    Tournament.objects.update(state="final")
    make_tournament(name="Coppa dell’Unità", venue="Caffè Aurora")
    page = referee.get("/en/")
    assert "Serata 2<" in html_of(page) and "Serata 1<" not in html_of(page)
    second = html_of(referee.get("/en/", {"page": "2"}))
    assert "Serata 1<" in second and "Serata 2<" not in second
    for words in ("serata 25", "unita COPPA", "caffe"):
        assert len(referee.get("/en/", {"q": words}).context["found"].object_list) == 1
    assert "No tournament found" in text_of(referee.get("/en/", {"q": "\x00 poker"}))


def in_every_language(address: str) -> set[str]:
    page = address.removeprefix("/en")
    return {page, *(f"/{language}{page}" for language in ("en", "es", "pt"))}


def test_the_clubs_pages_are_in_the_band_of_every_page_and_only_the_public_ones_for_the_public(
    referee: Client, client: Client
) -> None:
    tournament = make_tournament(pairs=4)
    ways = {"/en/", "/en/players/", "/en/rulesets/", "/en/formats/", "/en/games/", "/en/score/", "/en/club/"}
    ways |= {"/en/seasons/"}
    for address in ("/en/", "/en/players/", "/en/club/", "/en/formats/", url("pairs", tournament)):
        band = html_of(referee.get(address)).split('<nav class="club-nav"')[1].split("</nav>")[0]
        # On a phone the menu has the page in every language, too.
        languages = in_every_language(address)
        links = set(re.findall(r'href="([^"]+)"', band))
        assert {link for link in links if not link.startswith("/en/help/")} == ways | languages, address
        assert len(links) == len(ways | languages) + 1, "to what the guides say of the page"
    for address in ("/en/rulesets/", "/en/score/", "/en/games/"):
        response = client.get(address)
        band = html_of(response).split('<nav class="club-nav"')[1].split("</nav>")[0]
        of_the_club = {"/en/players/", "/en/formats/", "/en/club/", "/en/seasons/"}
        languages = in_every_language(address)
        assert set(re.findall(r'href="([^"]+)"', band)) == ways - of_the_club | languages
        assert not response.cookies
    assert "club-nav" not in html_of(client.get("/en/login/"))


def test_a_running_tournament_is_what_home_asks_for_with_a_button_in_its_card(referee: Client, client: Client) -> None:
    tournament = make_tournament(pairs=4)
    start_round(tournament)
    page = html_of(referee.get("/en/"))
    card = page.partition('<ul class="under-way">')[2].partition("</ul>")[0]
    way = re.search(r'<a class="btn btn-primary" href="([^"]+)">([^<]+)</a>', card)
    assert way is not None
    assert way.groups() == (url("results", tournament, 1), "Enter the results of round 1")
    assert "next-bar" not in page
    # Whoever only looks has nothing to enter.
    client.force_login(make_account("vera", Role.VIEWER))
    assert "Enter the results of round 1" not in text_of(client.get("/en/"))


def test_finished_tournaments_name_who_won_to_everybody_as_far_as_it_may_be_named(
    referee: Client, client: Client
) -> None:
    """Pairs by their names, teams by theirs; nobody where nothing was played. In public as they want to be named."""
    day = timezone.localdate()
    evening, teams, nothing = played(1), make_teams(2), make_tournament(name="Niente", date=day)
    play_round(start_round(teams))
    Tournament.objects.update(state="final", date=day)
    first, *_others = standings_of(evening)
    winners = evening.pairs.get(number=first.entrant.id)
    winners.player1.shown = Player.Shown.SHORT
    winners.player1.save()
    team = team_standings_of(teams, standings_of(teams))[0]
    for page, name in ((referee.get("/en/"), str(winners)), (client.get("/en/"), winners.public_name)):
        pattern = r'href="/en/t(?:ournaments)?/([-\w]+)/">(?:(?!</li>).)*?Winners:(.*?)</li>'
        rows = dict(re.findall(pattern, html_of(page), re.DOTALL))
        assert rows.keys() == {evening.slug, teams.slug}, nothing.slug
        assert name in unescape(rows[evening.slug]) and team.name in unescape(rows[teams.slug])
    assert winners.public_name != str(winners)


def test_coming_tournaments_name_the_way_in(referee: Client) -> None:
    open_, closed = make_tournament(name="Aperto", pairs=2), make_tournament(name="Chiuso")
    EntryTerms.objects.create(tournament=open_, is_open=True, places=5)
    page = referee.get("/en/")
    assert "Entries are open · 3 places are free" in text_of(page)
    assert url("public_entry", open_) in html_of(page) and url("public_entry", closed) not in html_of(page)
    assert url("pairs", closed) in html_of(page)


def test_players_find_what_is_played_these_days_without_a_cookie(client: Client) -> None:
    today = timezone.localdate()
    running, old, not_begun = (
        make_tournament(name=name, date=day)
        for name, day in (("Stasera", today), ("Una volta", today - timedelta(days=40)), ("Domani", today))
    )
    Tournament.objects.filter(pk__in=[running.pk, old.pk]).update(state="running")
    response = client.get("/en/")
    assert response.status_code == 200
    assert not response.cookies
    page = html_of(response)
    assert f"/en/t/{running.slug}/" in page
    assert old.slug not in page
    assert f'/t/{not_begun.slug}/"' not in page
    assert "/en/login/" in page


def test_players_find_what_is_played_before_what_is_checked_and_what_is_over(client: Client) -> None:
    for name, state in (("Giocato", "running"), ("Finito", "final"), ("Verificato", "checking")):
        tournament = make_tournament(name=name, date=timezone.localdate())
        Tournament.objects.filter(pk=tournament.pk).update(state=state)
    text = text_of(client.get("/en/"))
    texts = ("Giocato", "Checking time", "Verificato", "Finished", "Finito")
    places = [text.index(page_text) for page_text in texts]
    assert places == sorted(places)


def test_players_leaf_through_many_tournaments_page_by_page(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    today, count = timezone.localdate(), 2 * TOURNAMENTS_A_PAGE + 2
    named = [make_tournament(pairs=2, name="Venerdì", date=today), make_tournament(name="Ieri", date=today)]
    blank = {field.attname: getattr(named[1], field.attname) for field in Tournament._meta.concrete_fields[1:]}
    Tournament.objects.bulk_create(
        Tournament(**blank | {"slug": f"t-{number}", "name": f"Torneo {number}"}) for number in range(count - 2)
    )
    Tournament.objects.update(state="running")
    found = []
    for number in (1, 2, 3):
        with django_assert_num_queries(5):
            page = html_of(client.get("/en/", {"page": number}))
        found += re.findall(r'<h2 class="h3"><a href="/en/t/([-\w]+)/">', page)
        assert f"page {number} of 3" in plain(page)
    assert found == list(Tournament.objects.order_by("-date", "-pk").values_list("slug", flat=True))
    assert "2 pairs" in plain(page)
    for unknown in ("0", "99", "x", "²"):
        assert client.get("/en/", {"page": unknown}).status_code == 200


def test_everything_else_asks_for_a_login(client: Client) -> None:
    tournament = make_tournament(pairs=2)
    for name in ("tournament", "tournament_settings", "pairs", "pairs_paste"):
        assert client.get(url(name, tournament)).headers["Location"].startswith("/en/login/")
    for address in ("/en/tournaments/new/", "/en/club/", "/en/players/", "/en/players/complete/?q=a"):
        assert client.get(address).headers["Location"].startswith("/en/login/")
    for name in ("tournament_state", "tournament_delete", "pair_add", "pairs_check_in"):
        assert client.post(url(name, tournament)).headers["Location"].startswith("/en/login/")
    assert Tournament.objects.filter(pk=tournament.pk).exists()


def test_the_sample_evening_is_loaded_once_and_ranks_as_published(referee: Client) -> None:
    first, again = referee.post("/en/tournaments/sample/"), referee.post("/en/tournaments/sample/")
    assert said(first) == "A whole evening to look around in. Its names are invented."
    assert first.headers["Location"] == again.headers["Location"]
    tournament = Tournament.objects.get()
    with EXPECTED.open(encoding="utf-8", newline="") as file:
        expected = [(int(row["place"]), int(row["pair"]), int(row["vp"])) for row in csv.DictReader(file)]
    assert [(row.place, row.entrant.id, row.vp) for row in standings_of(tournament)] == expected


def test_a_sample_that_does_not_fit_says_so_and_writes_nothing(referee: Client) -> None:
    members = json.loads(SAMPLE.read_text(encoding="utf-8"))["players"]
    card = next(member["card"] for member in members if member["card"])
    Player.objects.create(last_name="Altro", first_name="Ancora", card=card)
    response = referee.post("/en/tournaments/sample/", follow=True)
    assert f"card {card} belongs to Altro Ancora" in text_of(response)
    assert not Tournament.objects.exists()
    assert Player.objects.count() == 1


@pytest.mark.parametrize("count", [1, 6, 20])
def test_home_takes_the_same_few_queries(
    referee: Client, django_assert_max_num_queries: DjangoAssertNumQueries, count: int
) -> None:
    for _ in range(count):
        make_tournament(pairs=2)
    with django_assert_max_num_queries(9):
        referee.get("/en/")


@pytest.mark.parametrize("count", [1, 6])
def test_home_takes_the_same_few_queries_with_winners_entries_and_steps(
    referee: Client, django_assert_max_num_queries: DjangoAssertNumQueries, count: int
) -> None:
    for _ in range(count):
        evening, under_way, coming = played(1), make_tournament(pairs=4), make_tournament(pairs=2)
        Tournament.objects.filter(pk=evening.pk).update(state="final")
        start_round(under_way)
        EntryTerms.objects.create(tournament=coming, is_open=True, places=5)
    referee.get("/en/")  # Computes the final rankings, which are kept.
    with django_assert_max_num_queries(21):
        page = html_of(referee.get("/en/"))
    assert page.count("Winners:") == count
    assert page.count("Enter the results of round 1") == min(count, MOST_WITH_A_STEP)


# --- A new tournament ------------------------------------------------------------------------------------------------


def test_name_and_date_are_enough(referee: Client) -> None:
    response = new(referee)
    tournament = Tournament.objects.get()
    assert response.headers["Location"] == url("pairs", tournament)
    assert (tournament.name, tournament.date) == ("Torneo del giovedì", date(2026, 11, 26))
    assert (tournament.scale, tournament.rest_vp, tournament.rest_mp) == ("fibur_2026_4", 12, 305)
    assert (tournament.absence_vp, tournament.absence_mp) == (8, -305)


def test_the_page_suggests_today_and_folds_the_rest(referee: Client) -> None:
    page = html_of(referee.get("/en/tournaments/new/"))
    assert f'value="{timezone.localdate():%Y-%m-%d}"' in page
    assert page.count("<details") >= 3
    assert not re.search(r"<details[^>]* open", page)


def test_scale_rest_and_absence_follow_the_hands(referee: Client) -> None:
    new(referee, hands_per_round="3")
    tournament = Tournament.objects.get()
    assert (tournament.scale, tournament.rest_vp, tournament.rest_mp) == ("fibur_2026_3", 14, 355)


def test_a_rest_of_ones_own_takes_the_smallest_difference_for_its_vp(referee: Client) -> None:
    new(referee, rest_vp="14")
    assert (Tournament.objects.get().rest_vp, Tournament.objects.get().rest_mp) == (14, 705)


def test_a_rest_worth_less_than_a_draw_scores_nothing_and_not_less(referee: Client) -> None:
    new(referee, rest_vp="6")
    tournament = Tournament.objects.get()
    assert (tournament.rest_vp, tournament.rest_mp) == (6, 0)


def test_an_own_scale_is_written_row_by_row(referee: Client) -> None:
    new(referee, scale="own", scale_name="Sociale", scale_rows="50 5\n\n150: 7\n", scale_total="10")
    tournament = Tournament.objects.get()
    assert tournament.scale == {"name": "Sociale", "rows": [[50, 5], [150, 7]], "total": 10}
    assert (tournament.rest_vp, tournament.absence_vp) == (5, 5)
    form = referee.get(url("tournament_settings", tournament)).context["form"]
    shown = {name: str(form[name].value()) for name in ("scale", "scale_name", "scale_rows", "scale_total")}
    assert shown == {"scale": "own", "scale_name": "Sociale", "scale_rows": "50 5\n150 7", "scale_total": "10"}


def test_criteria_are_ordered_and_the_lot_can_be_left_out(referee: Client) -> None:
    new(referee, tie_breaks_1="mp", tie_breaks_2="", tie_breaks_3="wins", tie_breaks_4="", tie_breaks_5="")
    assert Tournament.objects.get().tie_breaks == ["vp", "mp", "wins"]


def test_names_that_are_pages_do_not_hide_a_tournament(referee: Client) -> None:
    for name in ("New", "Sample"):
        location = new(referee, name=name).headers["Location"]
        assert referee.get(location.removesuffix("pairs/")).status_code == 200


@pytest.mark.parametrize(
    ("field", "typed", "sentence"),
    [
        ("name", "", "required"),
        ("name", "x" * 121, "at most 120"),
        ("name", "To\x00rneo", "Null characters"),
        ("name", "\u200b", "Give the tournament a name"),
        ("date", "", "required"),
        ("date", "31.31.2026", "valid date"),
        ("date", HUGE, "valid date"),
        ("ruleset", "poker", "not one of the available"),
        ("kind", "", "required"),
        ("kind", "trios", "not one of the available"),
        ("missed_rounds", "half", "not one of the available"),
        ("writing", "chalk", "not one of the available"),
        ("second_language", "la", "not one of the available"),
        ("hands_per_round", "7", "not one of the available"),
        ("rounds_planned", "0", "greater than or equal to 1"),
        ("rounds_planned", HUGE, "less than or equal to 100"),
        ("rounds_planned", "quattro", "whole number"),
        ("tie_breaks_1", "vp", "listed twice"),
        ("rest_vp", "21", "has only 20 VP"),
        ("rest_vp", "-1", "greater than or equal to 0"),
        ("rest_vp", HUGE, "has only 20 VP"),
        ("rest_mp", "303", "multiple of 5"),
        ("absence_mp", HUGE, "less than or equal to"),
        ("absence_mp", "😀", "whole number"),
        ("seed", HUGE, "less than or equal to"),
        ("seed", "-1", "greater than or equal to 0"),
    ],
)
def test_what_cannot_be_is_said_beside_its_field_and_stays_typed(
    referee: Client, field: str, typed: str, sentence: str
) -> None:
    response = new(referee, **{field: typed, "venue": "Sala Aurora"})
    assert response.status_code == 422
    assert sentence in text_of(response)
    assert "Sala Aurora" in html_of(response)
    assert not Tournament.objects.exists()


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        ("", "at least the row of the draw"),
        ("50 9", "Row 1: The first row is the draw"),
        ("50 10\n40 11", "Row 2: The differences rise"),
        ("50 10\n150 10", "Row 2: The VP rise"),
        ("52 10", "Row 1: A difference is a multiple of 5"),
        ("-50 10", "Row 1: A difference is never below 0"),
        ("50 10\n150 20", "Row 2: Only what lies beyond"),
        ("cinquanta 10", "Row 1, “cinquanta 10”: write two whole numbers"),
        ("50", "Row 1, “50”: write two whole numbers"),
        (f"{HUGE} 10", "write two whole numbers"),
    ],
)
def test_a_wrong_scale_is_refused_with_its_row_and_its_fold_is_open(referee: Client, rows: str, sentence: str) -> None:
    response = new(referee, scale="own", scale_name="Sociale", scale_rows=rows)
    assert response.status_code == 422
    assert sentence in text_of(response)
    assert html_of(response).count('<details class="fold" open') == 1
    assert not Tournament.objects.exists()


def test_an_own_scale_needs_a_name_and_an_even_sum(referee: Client) -> None:
    assert "Give your scale a name" in text_of(new(referee, scale="own", scale_rows="50 10"))
    odd = new(referee, scale="own", scale_name="Sociale", scale_rows="50 10", scale_total="21")
    assert "an even number" in text_of(odd)


# --- Settings --------------------------------------------------------------------------------------------------------


def as_posted(referee: Client, tournament: Tournament) -> dict[str, str]:
    """Return the data that a browser sends when the settings are saved unchanged."""
    form = referee.get(url("tournament_settings", tournament)).context["form"]
    values = {name: form[name].value() for name in form.fields.keys() - {"tie_breaks", "date"}}
    data = {name: "" if value is None else str(value) for name, value in values.items()}
    order = {f"tie_breaks_{place}": key for place, key in enumerate(form["tie_breaks"].value())}
    return data | order | {"date": tournament.date.isoformat()}


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"hands_per_round": 2, "rest_vp": 13, "rest_mp": 250, "absence_vp": 0, "absence_mp": -1005},
        {"scale": "fibur_2026_2", "tie_breaks": ["mp", "lot"], "entry": "total", "second_language": "es"},
        {"scale": {"name": "Nostra", "rows": [[0, 1]], "total": 2}, "seed": 99},
        {"kind": "individual", "missed_rounds": "absence", "substitutes_allowed": False},
    ],
)
def test_saving_what_is_shown_changes_nothing(referee: Client, settings: dict[str, Any]) -> None:
    tournament = make_tournament(**settings)
    before = Tournament.objects.filter(pk=tournament.pk).values().get()
    saved = referee.post(url("tournament_settings", tournament), as_posted(referee, tournament))
    assert said(saved) == "The settings are saved."
    assert Tournament.objects.filter(pk=tournament.pk).values().get() == before


def test_another_ruleset_is_the_tournaments_from_then_on(referee: Client) -> None:
    tournament = make_tournament()
    referee.post(url("tournament_settings", tournament), as_posted(referee, tournament) | {"ruleset": "argentine"})
    tournament.refresh_from_db()
    assert (tournament.ruleset, tournament.hands_per_round) == ("argentine", 4)


def test_the_hands_of_a_round_are_offered_in_their_order_with_the_tournaments_own(db: None) -> None:
    form = TournamentForm(tournament=make_tournament(hands_per_round=9, scale="fibur_2026_4"))
    assert [count for count, _words in form.fields["hands_per_round"].choices] == [2, 3, 4, 9]  # type: ignore[attr-defined]


def test_changed_hands_take_scale_and_rest_with_them(referee: Client) -> None:
    tournament = make_tournament()
    referee.post(url("tournament_settings", tournament), as_posted(referee, tournament) | {"hands_per_round": "2"})
    tournament.refresh_from_db()
    assert (tournament.hands_per_round, tournament.scale, tournament.rest_vp) == (2, "fibur_2026_2", 14)


def test_what_slips_depend_on_is_frozen_by_a_round_and_the_rest_is_not(referee: Client) -> None:
    tournament = make_tournament(pairs=4)
    start_round(tournament)
    assert "Stays as it is" in text_of(referee.get(url("tournament_settings", tournament)))
    changes = {"ruleset": "argentine", "hands_per_round": "2", "rounds_planned": "6"}
    referee.post(url("tournament_settings", tournament), as_posted(referee, tournament) | changes)
    tournament.refresh_from_db()
    assert (tournament.ruleset, tournament.hands_per_round, tournament.rounds_planned) == ("fibur_2026", 4, 6)


def test_fewer_rounds_than_were_played_are_refused_in_a_sentence(referee: Client) -> None:
    tournament = played(rounds=2)
    response = referee.post(
        url("tournament_settings", tournament), as_posted(referee, tournament) | {"rounds_planned": "1"}
    )
    assert response.status_code == 422
    assert "Round 2 already exists" in text_of(response)


def test_who_plays_missed_rounds_and_substitutes_are_chosen(referee: Client) -> None:
    new(referee, kind="individual", missed_rounds="absence", substitutes_allowed="")
    tournament = Tournament.objects.get()
    assert (tournament.kind, tournament.missed_rounds, tournament.substitutes_allowed) == (
        "individual",
        "absence",
        False,
    )
    text = text_of(referee.get(url("tournament", tournament)))
    assert "Who plays Individual" in text
    assert "Missed rounds an absence Substitutes none" in text


def test_the_defaults_are_pairs_with_substitutes(referee: Client) -> None:
    new(referee)
    tournament = Tournament.objects.get()
    assert (tournament.kind, tournament.missed_rounds, tournament.substitutes_allowed) == ("pairs", "zero", True)


def test_the_kind_is_shown_but_closed_once_somebody_is_entered(referee: Client) -> None:
    tournament = make_tournament()
    referee.post(url("tournament_settings", tournament), as_posted(referee, tournament) | {"kind": "teams"})
    tournament.refresh_from_db()
    assert tournament.kind == "teams"
    pair_add(tournament=tournament, players=("Rossi Anna", "Neri Ugo"))
    assert "Stays as it is: somebody has already been entered." in text_of(
        referee.get(url("tournament_settings", tournament))
    )
    referee.post(
        url("tournament_settings", tournament), as_posted(referee, tournament) | {"kind": "pairs", "venue": "Sala"}
    )
    tournament.refresh_from_db()
    assert (tournament.kind, tournament.venue) == ("teams", "Sala")


# --- The overview, and the end ---------------------------------------------------------------------------------------


def test_the_overview_shows_rounds_settings_and_the_players_address(referee: Client) -> None:
    tournament = make_tournament(pairs=5)
    start_round(tournament, "draw")
    response = referee.get(url("tournament", tournament))
    text = text_of(response)
    assert "Draw by lot" in text
    assert "0 of 2 tables handed in" in text
    assert f"http://testserver/en/t/{tournament.slug}/" in text
    assert f'src="/en/t/{tournament.slug}/qr.svg"' in html_of(response)


def test_an_evening_ends_step_by_step_and_opens_again_with_a_reason(referee: Client) -> None:
    tournament = played()
    state = url("tournament_state", tournament)

    def state_after(**posted: str) -> str:
        referee.post(state, posted)
        tournament.refresh_from_db()
        return tournament.state

    Tournament.objects.update(rounds_planned=tournament.rounds.count())
    overview = text_of(referee.get(url("tournament", tournament)))
    assert "End play and begin checking time" in overview and "before the planned rounds" not in overview
    assert state_after(to="checking") == "checking"
    assert "Declare the ranking final" in text_of(referee.get(url("tournament", tournament)))
    assert state_after(to="final") == "final"
    assert state_after(to="reopened", reason=" ") == "final"
    assert state_after(to="reopened", reason="Slip of table 3 misread") == "checking"
    assert state_after(to="reopened") == "running"
    assert tournament.history.filter(history_change_reason="Slip of table 3 misread").count() == 1


def test_a_step_out_of_order_is_refused_in_a_sentence_and_keeps_the_reason(referee: Client) -> None:
    tournament = make_tournament(pairs=4)
    response = referee.post(url("tournament_state", tournament), {"to": "final"})
    assert response.status_code == 422
    assert "only during checking time" in text_of(response)
    assert referee.post(url("tournament_state", tournament), {"to": "paradise"}).status_code == 404


def test_a_reason_too_long_for_the_history_is_refused_whole_and_stays_typed(referee: Client) -> None:
    tournament, reason = played(1), "Errore al tavolo 3: " * 6
    tournament_make_final(tournament=tournament_finish_play(tournament=tournament))
    response = referee.post(url("tournament_state", tournament), {"to": "reopened", "reason": reason})
    assert response.status_code == 422
    assert "at most 100 characters; this one has 119" in text_of(response)
    assert f'value="{reason}"' in html_of(response)
    tournament.refresh_from_db()
    assert tournament.state == "final"


def test_play_can_end_before_the_planned_rounds_but_is_not_asked_for(referee: Client) -> None:
    tournament = played(rounds=2)
    Tournament.objects.filter(pk=tournament.pk).update(rounds_planned=4)
    text = text_of(referee.get(url("tournament", tournament)))
    assert "Draw round 3" in text
    assert "End play before the planned rounds are over" in text


def test_a_final_tournament_keeps_its_settings(referee: Client) -> None:
    tournament = played(rounds=1)
    tournament_finish_play(tournament=tournament)
    tournament_make_final(tournament=tournament)
    response = referee.post(url("tournament_settings", tournament), as_posted(referee, tournament) | {"name": "Altro"})
    assert response.status_code == 422
    assert "reopen it" in text_of(response)


@pytest.mark.parametrize("pairs", [4, 20, 60])
def test_the_overview_takes_the_same_few_queries(
    referee: Client, django_assert_max_num_queries: DjangoAssertNumQueries, pairs: int
) -> None:
    tournament = make_tournament(pairs=pairs)
    play_round(start_round(tournament, "draw"))
    start_round(tournament, "draw")
    with django_assert_max_num_queries(14):
        referee.get(url("tournament", tournament))
    with django_assert_max_num_queries(10):
        referee.get(url("tournament_now", tournament))


def test_the_overview_says_first_which_tables_are_missing_and_who_leads(referee: Client) -> None:
    tournament = make_tournament(pairs=8)
    round_ = start_round(tournament)
    play_table(round_.tables.get(number=2), slip(), slip(), slip(), slip())
    page = referee.get(url("tournament", tournament))
    now = html_of(page).split('id="now"')[1].split("</section>")[0]
    assert re.findall(r"/rounds/1/tables/(\d)/", now) == ["1", "3", "4"]
    best = standings_of(tournament)[:5]
    assert re.findall(r'now-names">([^<]+)', now) == [" – ".join(row.entrant.names) for row in best]
    assert f"{best[0].vp} VP" in plain(now) and "Round 1 of 4" in plain(now)


def test_the_card_that_refreshes_is_another_only_when_something_came_in(referee: Client) -> None:
    tournament = make_tournament(pairs=4)
    round_, text = start_round(tournament), url("tournament_now", tournament)
    before = referee.get(text)
    assert before["ETag"] == referee.get(text)["ETag"] and "<html" not in html_of(before)
    play_table(round_.tables.get(number=1))
    assert referee.get(text)["ETag"] != before["ETag"]


def test_before_the_first_round_the_overview_says_who_is_entered(referee: Client) -> None:
    now = plain(html_of(referee.get(url("tournament_now", make_tournament(pairs=4)))))
    assert "Before the first round 4 pairs 4 here" in now and "In the lead" not in now


def test_before_the_first_round_the_overview_leads_through_the_steps(referee: Client, client: Client) -> None:
    """What is done, what comes next as a link, what comes then; for whoever only looks without a link."""
    tournament = make_tournament(pairs=0)

    def steps(reader: Client) -> list[tuple[str, str]]:
        html = html_of(reader.get(url("tournament_now", tournament)))
        steps = re.findall(r"<li( class=\"is-done\")?>(.*?)</li>", html.split('class="now-steps"')[1], re.DOTALL)
        return [("done" if done else "next" if "<a " in inside else "", plain(inside)) for done, inside in steps]

    first, *others = steps(referee)
    assert first == ("next", "Add the pairs")
    assert others == [("", "Tick the pairs that are here"), ("", "Draw the first round")]
    pair_add(tournament=tournament, players=members(2), here=False)
    pair_add(tournament=tournament, players=members(4)[2:], here=False)
    assert [state for state, _step in steps(referee)] == ["done", "next", ""]
    tournament.pairs.update(status="active")
    assert [state for state, _step in steps(referee)] == ["done", "done", "next"]
    client.force_login(make_account("vera", Role.VIEWER))
    assert [state for state, _step in steps(client)] == ["done", "done", ""]
    start_round(tournament)
    assert "now-steps" not in html_of(referee.get(url("tournament_now", tournament)))


def test_the_overview_says_who_has_called_until_somebody_went_there(referee: Client) -> None:
    tournament = make_tournament(pairs=4)
    table = start_round(tournament).tables.get(number=2)
    now = url("tournament_now", tournament)
    assert "Tables that call" not in text_of(referee.get(now))
    call = call_referee(table=table, line=None, reason=RefereeCall.Reason.RULE, at=AT)
    text = text_of(referee.get(now))
    assert f"Tables that call 2 a rule, since {timezone.localtime(AT):%H:%M}" in text
    call_answer(call=call, at=AT)
    assert "Tables that call" not in text_of(referee.get(now))


def test_after_the_last_round_the_first_three_stand_on_the_overview(referee: Client) -> None:
    tournament = played(rounds=2)
    tournament_finish_play(tournament=tournament)
    first = standings_of(tournament)[0].entrant
    assert f"First place: {first.label}. The ranking becomes final" in html_of(
        referee.get(url("tournament", tournament))
    )
    Tournament.objects.filter(pk=tournament.pk).update(state="final")
    page = html_of(referee.get(url("tournament", tournament)))
    podium = re.findall(r'podium-names">(.*?)</span>\s*<span class="podium-vp', page, re.DOTALL)
    best = [row for row in standings_of(tournament) if row.place <= 3]
    assert [plain(names) for names in podium] == [" ".join(row.entrant.names) for row in best]
    assert "In the lead" not in page


def test_whoever_types_slips_is_asked_for_them_on_the_overview_and_who_only_looks_is_not(client: Client) -> None:
    tournament = make_tournament(pairs=4)
    start_round(tournament)
    asked = {}
    for role in (Role.VIEWER, Role.SCORER, Role.REFEREE):
        client.force_login(make_account(str(role), role))
        asked[role] = "Enter the results of round 1" in text_of(client.get(url("tournament", tournament)))
    assert asked == {Role.VIEWER: False, Role.SCORER: True, Role.REFEREE: True}


def test_of_teams_the_teams_lead(referee: Client) -> None:
    tournament = make_teams(3)
    play_round(start_round(tournament, "draw"))
    now = plain(html_of(referee.get(url("tournament_now", tournament))))
    assert {f"Squadra {number}" for number in (1, 2, 3)} <= set(re.findall(r"Squadra \d", now))


def test_writes_are_posts_and_unknown_tournaments_are_404(referee: Client) -> None:
    tournament = make_tournament(pairs=2)
    for name in ("tournament_state", "pair_add", "pairs_check_in"):
        assert referee.get(url(name, tournament)).status_code == 405
    assert referee.get("/en/tournaments/sample/").status_code == 405
    assert referee.get("/en/tournaments/no-such-evening/").status_code == 404


# --- The club --------------------------------------------------------------------------------------------------------


def test_the_club_gives_its_name_once_for_every_page(administrator: Client) -> None:
    tournament = make_tournament()
    administrator.post("/en/club/", {"name": "  Circolo   Aurora "})
    assert Club.objects.get().name == "Circolo Aurora"
    assert "Circolo Aurora" in text_of(administrator.get("/en/"))
    revision = tournament.revision
    tournament.refresh_from_db()
    assert tournament.revision > revision
    assert administrator.post("/en/club/", {"name": "x" * 121}).status_code == 422


def test_the_administration_lists_what_it_may(client: Client) -> None:
    client.force_login(User.objects.create_superuser("capo"))
    make_tournament(pairs=2)
    for model in ("club", "player", "tournament"):
        assert client.get(f"/en/admin/tournaments/{model}/").status_code == 200
    assert client.get("/en/admin/tournaments/tournament/add/").status_code == 403


@pytest.mark.parametrize(("typed", "hands", "minutes"), [("", "4", 50), ("", "2", 25), ("35", "2", 35), ("0", "4", 0)])
def test_the_minutes_of_a_round_follow_its_hands_unless_they_are_given(
    referee: Client, typed: str, hands: str, minutes: int
):
    new(referee, round_minutes=typed, hands_per_round=hands)
    tournament = Tournament.objects.get()
    assert tournament.round_minutes == minutes
    filled_in = referee.get(url("tournament_settings", tournament)).context["form"]["round_minutes"].value()
    assert filled_in == (int(typed) if typed else None)


def test_calls_and_check_in_are_settings_like_others_and_come_back_as_they_were_typed(referee: Client) -> None:
    tournament = make_tournament()
    settings = url("tournament_settings", tournament)
    typed = {"call_minutes": "2; 15,2 5", "last_hand_minutes": "8", "check_in_until": "20:45", "self_check_in": "on"}
    assert referee.post(settings, DEFAULTS | typed).status_code == 302
    tournament.refresh_from_db()
    assert (tournament.call_minutes, tournament.last_hand_minutes) == ([15, 5, 2], 8)
    assert (tournament.check_in_until, tournament.self_check_in) == (time(20, 45), True)
    html = html_of(referee.get(settings))
    assert 'name="call_minutes" value="15, 5, 2"' in html and 'name="check_in_until" value="20:45"' in html
    for wrong in ("dieci", "-5", "601", "0", "1 2 3 4 5 6 7", "1" * 30, "²"):
        refused = referee.post(settings, DEFAULTS | {"call_minutes": wrong})
        assert refused.status_code == 422 and f'name="call_minutes" value="{wrong}"' in html_of(refused)


# --- The club's rulesets ---------------------------------------------------------------------------------------------


def house_rules() -> ClubRuleset:
    return club_ruleset_create(name="House rules", preset="italian", options={"dirty": 150})


def test_a_new_tournament_is_played_by_a_ruleset_of_the_clubs(referee: Client) -> None:
    house_rules()
    form = referee.get("/en/tournaments/new/")
    assert "House rules: Italian (dirty burraco: 150)" in text_of(form)
    new(referee, ruleset="house-rules")
    tournament = Tournament.objects.get()
    assert (tournament.ruleset, tournament.options) == ("italian", {"dirty": 150})
    assert "House rules: Italian (dirty burraco: 150)" in text_of(referee.get(url("tournament", tournament)))


def test_a_tournament_keeps_what_it_began_with(referee: Client) -> None:
    clubs = house_rules()
    tournament = make_tournament(pairs=4, ruleset="italian", options={"dirty": 150})
    club_ruleset_change(ruleset=clubs, name="House rules", options={"dirty": 120})
    page = referee.get(url("tournament", tournament))
    assert "Italian (dirty burraco: 150)" in text_of(page) and "House rules" not in text_of(page)
    settings = referee.get(url("tournament_settings", tournament))
    assert '<option value="as-it-is" selected>Italian (dirty burraco: 150)</option>' in html_of(settings)
    changes = DEFAULTS | {"ruleset": "as-it-is", "name": "Renamed"}
    assert referee.post(url("tournament_settings", tournament), changes).status_code == 302
    start_round(tournament)
    assert (
        referee.post(url("tournament_settings", tournament), DEFAULTS | {"ruleset": "house-rules"}).status_code == 302
    )
    tournament.refresh_from_db()
    assert (tournament.ruleset, tournament.options) == ("italian", {"dirty": 150})


def test_a_ruleset_that_is_offered_no_longer_is_refused_in_a_sentence(referee: Client) -> None:
    for choice in ("house-rules", "as-it-is", "\0", "x" * 5000):
        answer = new(referee, ruleset=choice)
        assert answer.status_code == 422 and not Tournament.objects.exists()


# --- The systems announced -------------------------------------------------------------------------------------------


def test_a_plan_of_systems_is_announced_changed_and_shown(referee: Client, client: Client) -> None:
    rows = {"plan_0": "3", "plan_1": "mitchell", "plan_4": "2", "plan_5": "danish_modified"}
    new(referee, rounds_planned="5", **rows)
    tournament = Tournament.objects.get()
    assert tournament.plan == ["mitchell"] * 3 + ["danish_modified"] * 2
    announced = "3 × Mitchell + 2 × Modified Danish"
    assert announced in text_of(referee.get(url("tournament", tournament)))
    assert announced in text_of(client.get(f"/en/t/{tournament.slug}/rounds/"))
    form = referee.get(url("tournament_settings", tournament)).context["form"]
    assert form["plan"].value() == [3, "mitchell", 2, "danish_modified"]
    sheet = pages_of(referee.get(url("sheet_how_to_play", tournament)).content)
    assert "Rounds 1–3" in sheet[0] and "Modified Danish" in sheet[0]
    sent = DEFAULTS | {"rounds_planned": "5", "plan_0": "1", "plan_1": "draw"}
    changed = referee.post(url("tournament_settings", tournament), sent)
    assert changed.status_code == 302, text_of(changed)
    assert Tournament.objects.get().plan == ["draw"]
    newest = text_of(referee.get(url("history", tournament)))
    assert "Systems announced: 3 × Mitchell + 2 × Modified Danish → 1 × Draw by lot" in newest


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        ({"plan_0": "5", "plan_1": "mitchell"}, "You listed 5 rounds, but the tournament has 4"),
        ({"plan_2": "2"}, "Row 2: give both the rounds and their system."),
        ({"plan_1": "swiss"}, "Row 1: give both the rounds and their system."),
        ({"plan_0": "x", "plan_1": "swiss"}, "Enter a whole number."),
        ({"plan_0": "1", "plan_1": "waltz"}, "waltz is not one of the available choices"),
        ({"plan_0": "1", "plan_1": "swiss", "kind": "individual"}, "leave this empty"),
    ],
)
def test_a_plan_that_does_not_fit_is_refused_with_a_sentence(
    referee: Client, rows: dict[str, str], sentence: str
) -> None:
    assert sentence in text_of(new(referee, **rows))
    assert not Tournament.objects.exists()


def test_fewer_rounds_than_announced_are_refused() -> None:
    tournament = make_tournament(rounds_planned=3, plan=["mitchell"] * 3)
    with pytest.raises(Refused):
        tournament_change(tournament=tournament, changes={"rounds_planned": 2})

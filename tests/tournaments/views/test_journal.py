"""The club's journal: everybody's acts in sentences, and the search among them."""

import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client, RequestFactory
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.logins import hashing_queue, security_log
from accounts.models import Access, JournalEntry
from accounts.services import sessions_delete_old
from scoring.rulesets.club import club_ruleset_create
from tests.factories import AT, make_account, make_tournament, pair, play_round, start_round
from tests.scoring.free_games.tables import make_game
from tests.tournaments.views.pages import html_of, plain, url
from tournaments.history.journal_sentences import ENTRIES
from tournaments.interchange import export_tournament, to_json, tournament_import
from tournaments.models import Player
from tournaments.services import pairs_add_many, player_change, player_create
from tournaments.services.ratings import ratings_switch

pytestmark = pytest.mark.django_db

JOURNAL = "/en/club/journal/"
LINE = re.compile(
    r'<li>\s*<span class="history-when">\d\d:\d\d · (.*?)(?=<li>\s*<span class="history-when">|$)', re.DOTALL
)


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Remove the delay after a refused login."""
    monkeypatch.setattr(hashing_queue, "AFTER_A_REFUSAL", 0)
    hashing_queue._shut.clear()
    security_log._lines_logged.clear()


def lines(administrator: Client, **asked: object) -> list[str]:
    """Return the lines of the journal, newest first, without the time."""
    html = html_of(administrator.get(JOURNAL, asked))  # type: ignore[arg-type]
    return [plain(item.split("</ol>")[0]) for item in LINE.findall(html)]


def test_the_journal_tells_of_changes_to_members(administrator: Client) -> None:
    person = {"last_name": "Rossi", "first_name": "Anna", "club": "", "card": "", "contact": ""}
    administrator.post("/en/players/", person)
    player = Player.objects.get()
    for _time in range(2):
        administrator.post(f"/en/players/{player.pk}/edit/", person | {"contact": "333 12"})
    pairs_add_many(tournament=make_tournament(), lines=[("Bianchi Ugo", "Verdi Ada"), ("Neri Pia", "Rossi Anna")])
    assert lines(administrator, kind="people") == [
        "the program 3 new members Bianchi Ugo Verdi Ada Neri Pia",
        "carla Member changed: Rossi Anna Contact: 333 12",
        "carla New member: Rossi Anna",
    ]
    assert len(lines(administrator, kind="people", text="rossi ann")) == 2


def test_who_is_forgotten_is_named_nowhere(administrator: Client) -> None:
    tournament = make_tournament(pairs=4)
    play_round(start_round(tournament))
    player = pair(tournament, 1).player1
    name = player.full_name
    player_change(player=player, details={"contact": "333 12", "card": "0123"})
    pages = [
        JOURNAL,
        "/en/players/",
        *(url(name, tournament) for name in ("history", "ranking", "tournament_json")),
    ]
    assert [name in html_of(administrator.get(page)).replace("\n", " ") for page in pages[:3]] == [True] * 3
    assert "cannot be restored" in html_of(administrator.get(f"/en/players/{player.pk}/edit/"))
    administrator.post(f"/en/players/{player.pk}/forget/")
    for page in pages:
        html = html_of(administrator.get(page))
        assert not any(word in html for word in (name, "333 12", "0123")), page
    assert lines(administrator, kind="people", who="carla") == ["carla A member’s data was erased"]
    assert lines(administrator, text=name) == []
    assert "deleted player" in plain(html_of(administrator.get(url("ranking", tournament))))
    call_command("check_club")


def test_the_journal_tells_of_new_and_deleted_tournaments(administrator: Client) -> None:
    tournament = make_tournament(pairs=2)
    administrator.post(url("tournament_delete", tournament))
    administrator.post(f"/en/club/deleted/{tournament.pk}/back/")
    # Settings are part of the tournament's own history.
    administrator.post(url("announcement", tournament), {"announcement": "Buffet"})
    tournament_import(text=to_json(export_tournament(tournament)), slug="altro")
    administrator.post(url("tournament_delete", tournament))
    administrator.post(f"/en/club/deleted/{tournament.pk}/for-good/")
    assert lines(administrator, kind="tournaments") == [
        f"carla Tournament deleted for good: {tournament} its history",
        f"carla Tournament deleted: {tournament} its history",
        f"the program Tournament imported: {tournament} its history",
        f"carla Tournament brought back: {tournament} its history",
        f"carla Tournament deleted: {tournament} its history",
        f"the program Tournament created: {tournament} its history",
    ]


def test_the_journal_tells_of_the_clubs_settings(administrator: Client) -> None:
    for name in ("Aurora", "Aurora Burraco"):
        administrator.post("/en/club/", {"name": name})
    administrator.post("/en/club/", {"name": "Aurora Burraco", "lines": "movement"})
    administrator.post("/en/club/", {"name": "Aurora Burraco", "till": "on", "players_public": "on"})
    ratings_switch(on=True)
    typed = {"title": "Telefono acceso", "article": "", "measure": "mp", "points": "-105"}
    administrator.post("/en/club/infractions/new/", typed)
    key = re.findall(r"/en/club/infractions/(\d+)/", html_of(administrator.get("/en/club/infractions/")))[0]
    administrator.post(f"/en/club/infractions/{key}/", typed | {"points": "-205"})
    administrator.post(f"/en/club/infractions/{key}/leave-out/")
    ruleset = club_ruleset_create(preset="italian", name="Nostro", options={"target": 1500})
    administrator.post(f"/en/rulesets/{ruleset.key}/delete/")
    assert lines(administrator, kind="club") == [
        "carla Ruleset deleted: Nostro",
        "the program New ruleset: Nostro Rules: Italian (target: 1,500)",
        "carla Infraction deleted: Telefono acceso",
        "carla Infraction changed: Telefono acceso Points: −105 → −205",
        "carla New infraction: Telefono acceso",
        "the program The club shows ratings.",
        "carla Players’ pages are now public.",
        "carla The club keeps a till.",
        "carla The lines of a table are now called: Fixed and Moving, as in a Mitchell",
        "carla Name of the club Name: Aurora → Aurora Burraco",
        "carla Name of the club Name: Aurora",
    ]


def test_the_journal_tells_of_changes_to_accounts(administrator: Client) -> None:
    administrator.post("/en/club/accounts/", {"name": "ugo", "role": "scorer"})
    ugo = User.objects.get(username="ugo")
    account = f"/en/club/accounts/{ugo.pk}/"
    administrator.post(account, {"role": "referee", "active": "on"})
    administrator.post(account, {"role": "referee"})
    administrator.post(account, {"role": "referee", "active": "on"})
    administrator.post(f"{account}link/")
    administrator.post(f"{account}log-out/")
    call_command("login_link", "ugo", "--without-code")
    texts = lines(administrator, kind="accounts")
    assert texts == [
        "the program Link created for ugo to choose a password",
        "the program Two-step login turned off: ugo",
        "carla Logged out everywhere: ugo",
        "carla Link created for ugo to choose a password",
        "carla Account enabled again: ugo",
        "carla Account disabled: ugo",
        "carla Role changed: ugo Role: scorer → referee",
        "carla New account: ugo, scorer",
        "the program New account: carla, administrator",
    ]
    assert lines(administrator, kind="accounts", who="carla") == [text for text in texts if text.startswith("carla")]


def test_the_journal_tells_of_what_users_do_to_their_own_accounts(administrator: Client) -> None:
    Client().post("/en/account/log-out-everywhere/")
    ugo = Client()
    ugo.force_login(make_account("ugo"))
    ugo.post("/en/account/log-out-everywhere/")
    assert lines(administrator, kind="accounts", who="ugo") == ["ugo Logged out everywhere: ugo"]


def test_whatever_can_be_written_down_has_its_sentence(administrator: Client) -> None:
    assert set(JournalEntry.Event) == ENTRIES.keys()
    for event in JournalEntry.Event:
        JournalEntry.objects.create(event=event, who="ugo", about="Torneo")
    assert len(lines(administrator, text="torneo")) == len(JournalEntry.Event)
    request = RequestFactory().post("/")
    request.user = User.objects.get(username="carla")
    request.resolver_match = None
    for what in security_log.IN_THE_JOURNAL:
        security_log.note(request, what)
    events = set(JournalEntry.objects.filter(who="carla", about="carla").values_list("event", flat=True))
    assert events == set(security_log.IN_THE_JOURNAL.values())


def test_the_journal_tells_of_logins_and_refused_logins(administrator: Client) -> None:
    make_account("ugo", password="quattro-jolly-in-mano")
    for address, password in [("10.0.0.1", "quattro-jolly-in-mano"), *[("10.6.6.6", "sbagliata")] * 7]:
        Client().post("/en/login/", {"username": "ugo", "password": password}, REMOTE_ADDR=address)
    refused = "without a login Login refused from 10.6.6.6"
    assert lines(administrator, kind="logins") == [
        f"{refused}, with a delay: ugo",
        *[f"{refused}: ugo"] * 4,
        "ugo Logged in from 10.0.0.1",
    ]
    assert len(lines(administrator, kind="logins", text="10.6.6")) == 5


def test_the_journal_tells_of_downloads(administrator: Client, referee: Client) -> None:
    tournament = make_tournament(pairs=4)
    administrator.head(url("tournament_json", tournament))
    referee.get(url("tournament_json", tournament))
    administrator.get(url("ranking_csv", tournament))
    assert lines(administrator, kind="exports") == [
        f"carla The ranking was downloaded for a spreadsheet: {tournament}",
        f"anna The file of a whole tournament was downloaded: {tournament}",
    ]


def test_a_free_game_is_told_without_its_players_and_its_address(administrator: Client) -> None:
    game = make_game()
    [text] = lines(administrator, kind="games")
    assert text.startswith("without a login Free game of 4 players begun: ")
    assert not any(name in text for name in [*game.players, game.secret])


def test_newest_first_page_by_page_in_few_queries(
    administrator: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(60):
        player_create(details={"last_name": f"Socio {number}"})
        Player.history.filter(last_name=f"Socio {number}").update(history_date=AT + timedelta(minutes=number))
    make_tournament()
    make_game(at=timezone.now())
    with django_assert_max_num_queries(14):
        first = lines(administrator)
    assert first[-1].endswith("New member: Socio 13")
    assert html_of(administrator.get(JOURNAL, {"kind": "people"})).count('href="?kind=people&amp;page=2"') == 1
    assert [line.split()[-1] for line in lines(administrator, page=2)] == [str(12 - place) for place in range(13)]


def test_logins_go_after_a_year_and_nothing_else_ever_does(administrator: Client) -> None:
    Access.objects.create(at=AT, name="ugo", address="10.0.0.1", outcome=Access.Outcome.IN)
    JournalEntry.objects.create(at=AT, event=JournalEntry.Event.EXPORT, who="ugo", about="Torneo")
    sessions_delete_old(at=timezone.now() + timedelta(days=800))
    assert [JournalEntry.objects.count(), Access.objects.count()] == [1, 0]


@pytest.mark.parametrize(
    "asked",
    [
        {"kind": "games", "who": "carla"},
        {"who": "carla", "text": "a b"},
        *({name: "x"} for name in ("kind", "who", "page")),
        {"page": "-3"},
        {"text": "a" * 90},
    ],
)
def test_what_cannot_be_asked_for_is_no_error(administrator: Client, asked: dict[str, str]) -> None:
    assert administrator.get(JOURNAL, asked).status_code == 200


def test_it_is_the_administrators(referee: Client, administrator: Client) -> None:
    assert referee.get(JOURNAL).status_code == 403
    assert JOURNAL in html_of(administrator.get("/en/club/"))
    assert administrator.post(JOURNAL).status_code == 405

"""A form that creates something counts once: sent twice, at two moments or at the same one."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from threading import Barrier, Thread
from typing import Any

import pytest
from django.apps import apps
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import ApiToken, Role, SentForm
from burraco_club.rights import RIGHTS
from burraco_club.sent_forms import FIELD, KEPT
from tests.factories import make_account, make_team_matches, make_tournament, members, play_round, start_round
from tests.fuzz.grammar import forms_in
from tests.scoring.views.test_games import players
from tests.scoring.views.test_rulesets import filled_in
from tests.tournaments.services.mailing import evening, member
from tests.tournaments.views.club.test_plans import SIX_PARTS
from tests.tournaments.views.club.test_plans import TYPED as TOURNAMENT
from tests.tournaments.views.entries.test_board import enter, open_to
from tests.tournaments.views.pages import text_of
from tests.tournaments.views.seasons.test_seasons import played
from tests.tournaments.views.seasons.test_seasons import typed as season_typed
from tests.tournaments.views.test_trials import ASKED
from tournaments.interchange import export_tournament, to_json
from tournaments.interchange.season import export_season
from tournaments.models import Player, Tournament
from tournaments.seasons.rule import PointsBy, RankedAs, SeasonRule
from tournaments.selectors.seasons import season_view_of
from tournaments.services import club_keep_till, club_set_address, single_add, special_prize_add
from tournaments.services.seasons import season_create, season_delete
from tournaments.trials import runner

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]

NOT_COUNTED = {"SentForm", "Session", "LogEntry"}


@dataclass(frozen=True, slots=True)
class Sending:
    """A form: the address it is sent to, what is typed, and the page that draws it."""

    to: str
    typed: Mapping[str, Any]
    page: str = ""

    def draw(self, client: Client) -> dict[str, Any]:
        """Return the fields that the page draws into the form by itself."""
        page = client.get(self.page or self.to)
        assert page.status_code == 200, page
        fields = [
            dict(form.fields)
            for form in forms_in(page.content.decode(), self.page or self.to)
            if form.action == self.to and FIELD in dict(form.fields)
        ]
        return {FIELD: fields[0][FIELD]}

    def send(self, client: Client, drawn: Mapping[str, Any]) -> HttpResponse:
        again = {
            name: SimpleUploadedFile("f.json", value) if isinstance(value, bytes) else value
            for name, value in self.typed.items()
        }
        return client.post(self.to, again | drawn)  # type: ignore[return-value]


def sending(
    address: str, /, *args: object, page: str = "", on: tuple[object, ...] | None = None, query: str = "", **typed: Any
) -> Sending:
    return Sending(
        reverse(address, args=args), typed, (reverse(page, args=args if on is None else on) if page else "") + query
    )


def of_evening(address: str, /, page: str = "", **typed: Any) -> Callable[[], Sending]:
    """Return a form of a tournament of eight pairs with a round played."""

    def made() -> Sending:
        tournament = make_tournament(pairs=8, hands_per_round=2)
        play_round(start_round(tournament))
        return sending(address, tournament.slug, page=page, **typed)

    return made


def tournament_in_a_file() -> Sending:
    tournament = make_tournament(pairs=4)
    text = to_json(export_tournament(tournament)).encode()
    return sending("tournament_import", file=text, slug="un-altro")


def plan_to_keep() -> Sending:
    tournament = make_tournament(rounds_planned=6, plan=SIX_PARTS)
    return sending("tournament_plan", tournament.slug, name="Serata lunga")


def season_in_a_file() -> Sending:
    season = season_create(name="Circuito", rule=SeasonRule(points=PointsBy.VP, best=1), tournaments={})
    text = to_json(export_season(season)).encode()
    season_delete(season=season)
    return sending("season_import", file=text)


def final_to_make() -> Sending:
    rule = SeasonRule(ranked=RankedAs.PAIRS, points=PointsBy.VP, parts=(1,))
    season = season_create(name="Circuito", rule=rule, tournaments={played("Primo", day=1).pk: 100})
    who = [row.who for part in season_view_of(season).parts for row in part.qualified]
    return sending("season_final", season.slug, name="Finale", date="2027-01-08", who=who)


def singles_who_meet() -> Sending:
    tournament = make_tournament()
    one, other = (single_add(tournament=tournament, player=player) for player in members(2))
    return sending("singles_pair", tournament.slug, page="pairs", query=f"?picked={one.pk}", one=one.pk, other=other.pk)


def entry_to_accept() -> Sending:
    tournament = open_to(without_yes=False)
    wanted = enter(tournament, "Rossi Ada", "Verdi Ugo")
    return sending("entry", tournament.slug, wanted.pk, page="entries", on=(tournament.slug,))


def place_to_substitute() -> Sending:
    tournament = make_tournament(pairs=4)
    start_round(tournament)
    return sending(
        "pair_substitute",
        tournament.slug,
        1,
        "substitute1",
        page="pair_edit",
        on=(tournament.slug, 1),
        substitute1="Verdi Luca",
        first="1",
    )


def with_a_till() -> Tournament:
    club_keep_till(keeps=True)
    return make_tournament(pairs=4)


def receipt_typed() -> Sending:
    club_keep_till(keeps=True)
    return sending("receipt_new", kind="other", payer="Rossi Ada", reason="Cena", cents="25,50", means="cash")


def money_typed(name: str, **typed: str) -> Sending:
    club_keep_till(keeps=True)
    page = name if name == "movement_add" else "club_till"
    return sending(name, page=page, cents="25,50", **typed)


def lot_to_draw() -> Sending:
    tournament = with_a_till()
    lot = special_prize_add(tournament=tournament, details={"title": "Torta", "given_for": "lot", "cents": 500})
    return sending("special_prize_draw", tournament.slug, lot.pk, page="till", on=(tournament.slug,))


def message_to_mail() -> Sending:
    club_set_address(address="https://burraco.example")
    member("Rossi", "rossi@people.example", agreed_on=timezone.localdate())
    slug = evening().slug
    return sending("message_mail", slug, "invitation", page="messages", on=(slug,), text="Vieni?")


def mail_to_try() -> Sending:
    club_set_address(address="https://burraco.example")
    return sending("mail_server", address="anna@people.example")


def call_of_a_table() -> Sending:
    tournament = make_tournament(pairs=4)
    start_round(tournament)
    return sending("desk_call", tournament.slug, 1, page="results", table="1", reason="rule")


FORMS: Mapping[str, Callable[[], Sending]] = {
    "accounts": lambda: sending("accounts", name="ugo", role="scorer"),
    "programs": lambda: sending("programs", name="Tabellone", scope="read", days="1"),
    "infraction_new": lambda: sending(
        "infraction_new", title="Telefono acceso", article="", measure="mp", points="-105"
    ),
    "tournament_new": lambda: Sending(reverse("tournament_new"), TOURNAMENT),
    "tournament_import": tournament_in_a_file,
    "sample_load": lambda: sending("sample_load", page="home"),
    "tournament_another": of_evening("tournament_another", name="Serata 10", date="2026-12-04", pairs=["1", "4"]),
    "series_new": lambda: sending(
        "series_new",
        name="Venerdì",
        first="2030-01-04",
        repeats="weeks",
        interval="1",
        starts_at="20:45",
        weeks_ahead="4",
    ),
    "players": lambda: sending("players", last_name="Rossi", first_name="Ada"),
    "people_import_new": lambda: sending("people_import_new", text="Cognome;Nome\nRossi;Ada\nVerdi;Ugo"),
    "pair_add": of_evening(
        "pair_add", page="pairs", player1="Rossi Ada", player2="Verdi Ugo", here="on", late_reason="Traffico"
    ),
    "pairs_paste": lambda: sending("pairs_paste", make_tournament().slug, line="Rossi Ada - Verdi Ugo", enter="yes"),
    "pair_substitute": place_to_substitute,
    "single_add": lambda: sending("single_add", make_tournament().slug, page="pairs", single="Rossi Ada"),
    "singles_pair": singles_who_meet,
    "entry": entry_to_accept,
    "special_prize_add": lambda: sending(
        "special_prize_add", with_a_till().slug, page="till", title="Torta", given_for="last", amount="5"
    ),
    "special_prize_draw": lot_to_draw,
    "receipt_new": receipt_typed,
    "movement_add": lambda: money_typed(
        "movement_add", direction="expense", kind="Affitto", means="cash", made_on="2026-10-03"
    ),
    "cash_count_add": lambda: money_typed("cash_count_add", counted_on="2026-10-03"),
    "round_new": of_evening("round_new", system="danish"),
    "match_day_draw": lambda: sending("match_day_draw", make_team_matches().slug, page="matches", system="danish"),
    "desk_call": call_of_a_table,
    "announcement": of_evening("announcement", page="tournament", text="Buffet alle dieci"),
    "incident_new": of_evening(
        "incident_new",
        happened_at="2026-11-20 21:00",
        referee="Anna",
        source="other",
        facts="Una carta sul pavimento.",
        decided="Si gioca.",
    ),
    "message_mail": message_to_mail,
    "mail_server": mail_to_try,
    "gironi_cut": of_evening("gironi_cut", page="gironi", sizes="4 4", carry="half"),
    "tournament_plan": plan_to_keep,
    "file_layout_new": lambda: sending("file_layout_new", name="FIBUR", rows="players", format="xlsx", place_card="1"),
    "trials": lambda: Sending(reverse("trials"), ASKED),
    "season_new": lambda: Sending(reverse("season_new"), season_typed()),
    "season_final": final_to_make,
    "season_import": season_in_a_file,
    "game_new": lambda: Sending(reverse("game_new"), players("Ada", "Ugo", "Ivo", "Eva")),
    "ruleset_new": lambda: Sending(f"{reverse('ruleset_new')}?preset=italian", filled_in(dirty="150")),
}


def rows() -> dict[str, int]:
    """Return how many rows each table has, with the histories."""
    return {
        model.__name__: model._default_manager.count()
        for model in apps.get_models()
        if model.__name__ not in NOT_COUNTED
    }


@pytest.fixture
def client(monkeypatch: pytest.MonkeyPatch) -> Client:
    client = Client()
    client.force_login(make_account("carla", Role.ADMINISTRATOR))
    return client


@pytest.fixture(autouse=True)
def no_runner(monkeypatch: pytest.MonkeyPatch) -> None:
    """A trial's process would play on another database."""
    monkeypatch.setattr(runner.subprocess, "Popen", lambda *_args, **_options: type("Ended", (), {"wait": int})())


@pytest.fixture(autouse=True)
def mail_server(settings: Any) -> None:
    settings.EMAIL_HOST = settings.DEFAULT_FROM_EMAIL = "circolo@burraco.example"


def test_every_form_that_creates_something_is_sent_here() -> None:
    assert set(FORMS) == {name for name, line in RIGHTS.items() if line.creates}


@pytest.mark.parametrize("name", FORMS)
def test_a_form_that_is_sent_twice_counts_once_and_is_answered_as_before(client: Client, name: str) -> None:
    form = FORMS[name]()
    drawn, before = form.draw(client), rows()
    first = form.send(client, drawn)
    assert first.status_code in (200, 302), text_of(first)
    created = rows()
    assert created != before
    second = form.send(client, drawn)
    assert rows() == created
    assert second.status_code == 302
    if first.status_code == 302:
        assert second["Location"] == first["Location"]
    if name != "game_new":
        assert "This form was sent twice, and counts once." in text_of(client.get(second["Location"], follow=True))


def test_a_part_of_a_page_that_is_sent_twice_counts_once_and_draws_the_page_again(client: Client) -> None:
    form = FORMS["announcement"]()
    drawn = form.draw(client) | dict(form.typed)
    assert client.post(form.to, drawn, headers={"HX-Request": "true"}).status_code == 200
    created = rows()
    again = client.post(form.to, drawn, headers={"HX-Request": "true"})
    assert again.headers["HX-Refresh"] == "true" and rows() == created


def test_the_same_page_with_other_words_is_another_form(client: Client) -> None:
    form = FORMS["players"]()
    drawn = form.draw(client)
    for name in ("Ada", "Ada", "Bice", "Ada"):
        form.send(client, drawn | {"first_name": name})
    assert sorted(Player.objects.values_list("first_name", flat=True)) == ["Ada", "Bice"]


def test_without_a_mark_and_with_a_new_one_a_form_counts_each_time(client: Client) -> None:
    form = FORMS["players"]()
    for drawn in ({}, {}, {FIELD: "no mark"}, {FIELD: "no mark"}, form.draw(client), form.draw(client)):
        form.send(client, drawn)
    assert Player.objects.count() == 6


def test_a_form_that_was_refused_may_be_sent_again(client: Client) -> None:
    """Its mark is not used up: what was in the way is gone the second time."""
    token = Sending(reverse("programs"), {"name": "Tabellone", "scope": "read", "days": "1"})
    token.send(client, {})
    drawn = token.draw(client)
    assert token.send(client, drawn).status_code == 422
    ApiToken.objects.update(revoked_at=timezone.now())
    assert token.send(client, drawn).status_code == 200
    assert ApiToken.objects.count() == 2
    lot = FORMS["special_prize_draw"]()
    Tournament.objects.get().pairs.update(status="withdrawn")
    drawn = lot.draw(client)
    lot.send(client, drawn)
    Tournament.objects.get().pairs.update(status="active")
    lot.send(client, drawn)
    assert Tournament.objects.get().special_prizes.exclude(pair=None).count() == 1


def test_marks_are_forgotten_after_a_day(client: Client) -> None:
    form = FORMS["players"]()
    drawn = form.draw(client)
    form.send(client, drawn)
    SentForm.objects.update(at=timezone.now() - KEPT - timedelta(seconds=1))
    Sending(form.to, form.typed | {"first_name": "Bice"}).send(client, form.draw(client))
    assert SentForm.objects.count() == 1
    form.send(client, drawn)
    assert Player.objects.count() == 3


def test_no_note_tells_what_was_typed(client: Client) -> None:
    form = FORMS["players"]()
    form.send(client, form.draw(client))
    (note,) = SentForm.objects.values_list("key", "answer")
    assert re.fullmatch("[0-9a-f]{64}", note[0]) and note[1] == form.to


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("name", ["pair_add", "players", "game_new", "season_new"])
def test_of_forms_sent_at_the_same_moment_one_counts(name: str) -> None:
    user = make_account("carla", Role.ADMINISTRATOR)
    form = FORMS[name]()
    clients = [Client() for _ in range(3)]
    for each in clients:
        each.force_login(user)
    drawn, barrier, answers = form.draw(clients[0]), Barrier(3), list[str]()
    counted = {"pair_add": "Pair", "players": "Player", "game_new": "FreeGame", "season_new": "Season"}[name]
    before = rows()[counted]

    def press(each: Client) -> None:
        try:
            barrier.wait(timeout=30)
            answers.append(form.send(each, drawn)["Location"])
        finally:
            connection.close()

    threads = [Thread(target=press, args=(each,)) for each in clients]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert rows()[counted] == before + 1
    assert len(answers) == 3 and len(set(answers)) == 1

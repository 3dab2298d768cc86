"""The players' pages: the same bytes for everybody, a 304 without changes, another ETag for every change."""

from collections.abc import Callable, Mapping

import pytest
from django.contrib.auth.models import User
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

from tests.factories import AT, make_tournament, pair, play_round, play_table, slip, start_round
from tests.tournaments.views.pages import html_of, url
from tests.tournaments.views.public_evening import PAGES, evening
from tournaments.clock.clock import ClockAction
from tournaments.models import Adjustment, Pair, Player, RefereeCall, Round, Tournament
from tournaments.records import Line, LineNames, Outcome, System
from tournaments.services import (
    adjustment_add,
    adjustment_remove,
    call_referee,
    clock_change,
    club_choose_accent,
    club_name_lines,
    club_rename,
    pair_add,
    pair_change,
    pair_delete,
    pair_set_status,
    pairs_add_many,
    pairs_check_in,
    player_change,
    round_close,
    round_draft,
    round_publish,
    round_withdraw,
    table_clear,
    table_set_outcome,
    tournament_announce,
    tournament_change,
    tournament_delete,
    tournament_finish_play,
    tournament_make_final,
    tournament_reopen,
)

pytestmark = pytest.mark.django_db

every_page = pytest.mark.parametrize(("name", "args"), PAGES.items())


def etag_of(client: Client, tournament: Tournament) -> str:
    return client.get(url("public_ranking", tournament))["ETag"]


# --- The same for everybody ------------------------------------------------------------------------------------------


@every_page
def test_a_page_carries_may_be_shared_and_carries_no_cookie(
    name: str, args: tuple[object, ...], client: Client
) -> None:
    response = client.get(url(name, evening(), *args))
    assert response.status_code == 200
    assert not response.cookies
    assert "Accept-Encoding" in response["Vary"] and "Cookie" not in response["Vary"]
    assert "csrf" not in html_of(response).casefold()
    assert set(response["Cache-Control"].split(", ")) == {"public", "max-age=0", "s-maxage=2"}


@every_page
def test_a_referee_gets_the_very_bytes_that_a_player_gets(
    name: str, args: tuple[object, ...], client: Client, referee: Client
) -> None:
    page = url(name, evening(), *args)
    referees, players = referee.get(page), client.get(page)
    assert referees.content == players.content
    assert dict(referees.headers) == dict(players.headers)
    assert not referees.cookies


@every_page
def test_a_page_answers_head_and_refuses_posts(name: str, args: tuple[object, ...], client: Client) -> None:
    page = url(name, evening(), *args)
    head, get = client.head(page), client.get(page)
    assert (head.status_code, head.content) == (200, b"")
    assert head["ETag"] == get["ETag"]
    assert client.post(page).status_code == 405


def test_looking_leaves_no_session_behind(client: Client) -> None:
    tournament = evening()
    User.objects.create_user("anna")
    for name, args in PAGES.items():
        client.get(url(name, tournament, *args))
    assert not client.cookies


# --- Repeated requests -----------------------------------------------------------------------------------------------


@every_page
def test_asking_again_for_what_has_not_changed_costs_one_query(
    name: str, args: tuple[object, ...], referee: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    page = url(name, evening(), *args)
    known = referee.get(page)["ETag"]
    with django_assert_num_queries(1):
        again = referee.get(page, headers={"If-None-Match": known})
    assert (again.status_code, again.content) == (304, b"")
    assert again["ETag"] == known
    assert "public" in again["Cache-Control"]
    assert "Cookie" not in again.get("Vary", "")
    assert not again.cookies


@pytest.mark.parametrize("pairs", [5, 50, 120])
def test_no_page_costs_more_queries_in_a_larger_hall(
    pairs: int, client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    tournament = make_tournament(pairs=pairs, hands_per_round=2)
    round_ = start_round(tournament)
    for table in round_.tables.exclude(outcome=Outcome.REST)[:20]:
        play_table(table)
    for name, args in PAGES.items():
        with django_assert_max_num_queries(9):
            assert client.get(url(name, tournament, *args)).status_code == 200


def test_the_two_languages_are_two_pages(client: Client) -> None:
    tournament = evening()
    italian, english = client.get(f"/t/{tournament.slug}/"), client.get(f"/en/t/{tournament.slug}/")
    assert italian["ETag"] != english["ETag"]
    assert (italian["Content-Language"], english["Content-Language"]) == ("it", "en")
    assert client.get(f"/t/{tournament.slug}/", headers={"If-None-Match": english["ETag"]}).status_code == 200


def test_another_version_of_the_code_makes_other_pages(client: Client, settings: Settings) -> None:
    tournament = evening()
    before = etag_of(client, tournament)
    settings.CODE_VERSION = "another"
    assert etag_of(client, tournament) != before


def test_another_tournament_of_the_same_revision_is_another_page(client: Client) -> None:
    assert etag_of(client, make_tournament(name="A")) != etag_of(client, make_tournament(name="B"))


# --- Every change shows ----------------------------------------------------------------------------------------------


def last_round(tournament: Tournament) -> Round:
    return tournament.rounds.latest("number")


def finish(tournament: Tournament) -> Tournament:
    play_round(last_round(tournament))
    return tournament_finish_play(tournament=tournament)


CHANGES: Mapping[str, Callable[[Tournament], object]] = {
    "a setting": lambda t: tournament_change(tournament=t, changes={"rest_vp": 10}),
    "the name": lambda t: tournament_change(tournament=t, changes={"name": "Coppa d'autunno"}),
    "the minutes of a round": lambda t: tournament_change(tournament=t, changes={"round_minutes": 20}),
    "the club's name": lambda t: club_rename(name="Burraco Aurora"),
    "the club's colour": lambda t: club_choose_accent(accent="#8a1c1c"),
    "the names of the lines": lambda t: club_name_lines(names=LineNames.MOVEMENT),
    "a player's name": lambda t: player_change(player=pair(t, 1).player2, details={"last_name": "Zeta"}),
    "a pair's names": lambda t: pair_change(pair=pair(t, 2), players=("Tardi Ugo", "Attesa Clara")),
    "a pair that goes": lambda t: pair_set_status(pair=pair(t, 3), status=Pair.Status.WITHDRAWN),
    "a pair ticked off": lambda t: pairs_check_in(tournament=t, pairs=[pair(t, 4)], here=False),
    "a result": lambda t: play_table(last_round(t).tables.get(number=2)),
    "a correction": lambda t: play_table(last_round(t).tables.get(number=1), *[slip(200, 100)] * t.hands_per_round),
    "a result taken back": lambda t: table_clear(table=last_round(t).tables.get(number=1), version=1),
    "an absence": lambda t: table_set_outcome(
        table=last_round(t).tables.get(number=2), version=0, outcome=Outcome.ABSENT_NS, at=AT
    ),
    "a penalty": lambda t: adjustment_add(round=last_round(t), pair=pair(t, 1), vp=-1, reason="late"),
    "the clock": lambda t: clock_change(round=last_round(t), action=ClockAction.START, at=AT),
    "a table that calls": lambda t: call_referee(
        table=last_round(t).tables.get(number=2), line=Line.NS, reason=RefereeCall.Reason.RULE, at=AT
    ),
    "an announcement": lambda t: tournament_announce(tournament=t, text="Prize-giving at 23:30"),
    "a closed round": lambda t: play_round(last_round(t)),
    "checking time": finish,
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
def test_every_change_makes_another_page(change: Callable[[Tournament], object], client: Client) -> None:
    tournament = evening()
    before = etag_of(client, tournament)
    change(tournament)
    assert etag_of(client, tournament) != before


def test_every_step_from_the_first_draw_to_the_reopened_ranking_makes_another_page(client: Client) -> None:
    tournament = make_tournament(pairs=4)
    seen = [etag_of(client, tournament)]

    def step(_done: object) -> None:
        seen.append(etag_of(client, tournament))

    step(extra := pair_add(tournament=tournament, players=("Tardi Ugo", "Attesa Clara")))
    step(pairs_add_many(tournament=tournament, lines=[("Altra Ada", "Nuova Ida")]))
    step(pair_delete(pair=extra))
    round_ = round_draft(tournament=tournament, system=System.REGISTRATION)
    step(round_publish(round=round_, at=AT))
    step(round_withdraw(round=round_))
    step(round_publish(round=round_, at=AT))
    play_round(round_, close=False)
    step(round_close(round=round_))
    step(adjustment_add(round=round_, pair=pair(tournament, 1), mp=-100, reason="late"))
    step(adjustment_remove(adjustment=Adjustment.objects.get()))
    step(tournament_finish_play(tournament=tournament))
    step(tournament_make_final(tournament=tournament))
    step(tournament_reopen(tournament=tournament, reason="a slip was read wrongly"))
    assert len(set(seen)) == len(seen)


def test_a_player_who_changes_name_changes_it_in_every_tournament_played(client: Client) -> None:
    first, second, stranger = (make_tournament(name=name) for name in ("A", "B", "C"))
    for tournament in (first, second):
        pair_add(tournament=tournament, players=("Rossi Anna", "Bianchi Carlo"))
    before = [etag_of(client, tournament) for tournament in (first, second, stranger)]
    player_change(player=Player.objects.get(last_name="Rossi"), details={"last_name": "Verdi"})
    after = [etag_of(client, tournament) for tournament in (first, second, stranger)]
    assert [one != other for one, other in zip(before, after, strict=True)] == [True, True, False]


# --- Not found -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path",
    [
        "t/nothing/",
        "t/nothing/seat/",
        "t/nothing/wall/",
        "t/nothing/qr.svg",
        "t/torneo-del-venerdi/rounds/3/",
        "t/torneo-del-venerdi/rounds/0/",
        f"t/torneo-del-venerdi/rounds/{10**30}/",
        "t/torneo-del-venerdi/pairs/9/",
        f"t/torneo-del-venerdi/pairs/{10**30}/",
        "t/torneo-del-venerdi/?after=3",
        "t/torneo-del-venerdi/?after=",
        "t/torneo-del-venerdi/?after=-1",
        "t/torneo-del-venerdi/?after=²",
        f"t/torneo-del-venerdi/?after={10**30}",
    ],
)
def test_what_is_not_there_is_not_found(path: str, client: Client) -> None:
    evening()
    for prefix in ("/", "/en/"):
        assert client.get(prefix + path).status_code == 404


@pytest.mark.parametrize("typed", ["\x00", "🂡", "9" * 200, "<script>", "-1", "%", " "])
def test_whatever_is_typed_for_a_name_is_answered(typed: str, client: Client) -> None:
    response = client.get(url("public_seat", evening()), {"q": typed})
    assert response.status_code == 200
    assert "<script>" not in html_of(response).replace("<script src", "")


def test_a_draft_is_not_to_be_seen(client: Client) -> None:
    tournament = make_tournament(pairs=4)
    play_round(start_round(tournament))
    pages = ["public_ranking", "public_seat", "public_rounds", "wall"]
    before = [client.get(url(name, tournament)).content for name in pages]
    draft = round_draft(tournament=tournament, system=System.DANISH)
    seen = [client.get(url(name, tournament)).content for name in pages]
    assert seen == before
    assert client.get(url("public_round", tournament, draft.number)).status_code == 404


def test_a_deleted_tournament_is_gone_for_those_who_still_ask(client: Client) -> None:
    tournament = make_tournament(pairs=2)
    page, known = url("public_ranking", tournament), etag_of(client, tournament)
    tournament_delete(tournament=tournament, by=None, at=AT)
    assert client.get(page, headers={"If-None-Match": known}).status_code == 404
